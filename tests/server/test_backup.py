"""`sumito server backup`, `restore` and `migrate`."""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import URL

from command_line import Run, runner
from server.games import move, new_game, result
from server.postgres import Postgres, program
from sumito.server import extras
from sumito.server.backup import restore
from sumito.server.database import database_url, open_database
from sumito.server.migration import newest_revision
from sumito.server.store import Store
from sumito.server.writer import Writer

run = pytest.fixture(runner)


@pytest.fixture(autouse=True)
def programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Find pg_dump even if only PostgreSQL's own folder has it."""
    monkeypatch.setenv("PATH", str(Path(program("pg_dump")).parent), prepend=":")


def text_of(url: URL) -> str:
    return url.set(drivername=url.get_backend_name()).render_as_string(hide_password=False)


def log(url: URL, game: str) -> list[int]:
    with closing(open_database(url)) as database:
        loaded = Store(database).load(game)
        return [] if loaded is None else [event.seq for event in loaded.events]


def test_a_backup_is_made_while_the_server_writes_and_can_be_restored(
    run: Run, url: URL, request: pytest.FixtureRequest
) -> None:
    address = text_of(url)
    with closing(open_database(url)) as database, Writer(database) as writer:
        game = new_game(database)
        assert result(writer, move(game, 1)).stored
        done = run("server", "backup", "games.backup", "--database", address)
        size = Path("games.backup").stat().st_size
        assert done == (0, f"wrote games.backup: {size} bytes\n", "")
        assert result(writer, move(game, 2)).stored
        if database.is_sqlite:
            refused = run("server", "restore", "games.backup", "--database", address)
            assert refused.code == 1
            assert refused.err.startswith(f"sumito server restore: {url.database} is in use by process ")
    assert stat.S_IMODE(Path("games.backup").stat().st_mode) == 0o600
    assert not list(Path().glob("*.part"))
    assert log(url, game) == [1, 2]
    target = url
    if url.get_backend_name() == "postgresql":
        refused = run("server", "restore", "games.backup", "--database", address)
        assert refused.code == 1
        assert "is not empty: create a new database" in refused.err
        server = request.getfixturevalue("postgres")
        assert isinstance(server, Postgres)
        target = server.empty_database("restored")
    done = run("server", "restore", "games.backup", "--database", text_of(target))
    assert (done.code, done.err) == (0, "")
    assert done.lines[0].startswith("restored ")
    assert log(target, game) == [1]
    if url.get_backend_name() == "sqlite":
        before = url.set(database=f"{url.database}.before-restore")
        assert done.lines[1] == f"the database before is {before.database}"
        assert log(before, game) == [1, 2]
    with closing(open_database(target)) as database, Writer(database) as writer:
        assert result(writer, move(game, 2)).stored


def test_a_log_that_a_killed_server_left_is_kept_with_its_file(run: Run, sqlite_url: URL) -> None:
    with closing(open_database(sqlite_url)) as database:
        game = new_game(database)
        assert run("server", "backup", "games.backup", "--database", str(sqlite_url)).code == 0
    file = Path(sqlite_url.database or "")
    # A connection that stays open keeps the log from being emptied, as a kill does.
    with closing(sqlite3.connect(file)) as other:
        other.execute("SELECT count(*) FROM game").fetchone()
        with closing(open_database(sqlite_url)) as database, Writer(database) as writer:
            assert result(writer, move(game, 1)).stored
        copies = {name: file.with_name(name).read_bytes() for name in (file.name, f"{file.name}-wal")}
    for name, content in copies.items():
        file.with_name(name).write_bytes(content)
    assert run("server", "restore", "games.backup", "--database", str(sqlite_url)).code == 0
    assert log(sqlite_url, game) == []
    assert log(sqlite_url.set(database=f"{file}.before-restore"), game) == [1]


def test_every_restore_keeps_the_file_before(run: Run, sqlite_url: URL) -> None:
    with closing(open_database(sqlite_url)) as database:
        game = new_game(database)
    assert run("server", "backup", "games.backup", "--database", str(sqlite_url)).code == 0
    for seqs in ([1], [1, 2]):
        with closing(open_database(sqlite_url)) as database, Writer(database) as writer:
            for seq in seqs:
                assert result(writer, move(game, seq)).stored
        assert run("server", "restore", "games.backup", "--database", str(sqlite_url)).code == 0
    kept = [sqlite_url.set(database=f"{sqlite_url.database}.before-restore{end}") for end in ("", "-2")]
    assert [log(each, game) for each in (sqlite_url, *kept)] == [[], [1], [1, 2]]


@pytest.mark.parametrize("has_links", [True, False])
def test_a_restore_that_is_killed_leaves_a_database(
    run: Run, sqlite_url: URL, monkeypatch: pytest.MonkeyPatch, has_links: bool
) -> None:
    with closing(open_database(sqlite_url)) as database, Writer(database) as writer:
        game = new_game(database)
        assert run("server", "backup", "games.backup", "--database", str(sqlite_url)).code == 0
        assert result(writer, move(game, 1)).stored
    replace = os.replace

    def killed(source: Path, target: Path) -> None:
        if sqlite_url.database == str(target):
            raise KeyboardInterrupt
        replace(source, target)

    def no_link(*_: Path) -> None:
        raise OSError(errno.EPERM, "no links here")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", killed)
        if not has_links:
            patch.setattr(os, "link", no_link)
        with pytest.raises(KeyboardInterrupt):
            restore(sqlite_url, Path("games.backup"))
    assert log(sqlite_url, game) == [1]
    assert run("server", "restore", "games.backup", "--database", str(sqlite_url)).code == 0
    assert log(sqlite_url, game) == []
    assert log(sqlite_url.set(database=f"{sqlite_url.database}.before-restore-2"), game) == [1]


def test_a_damaged_database_can_be_replaced(run: Run, sqlite_url: URL) -> None:
    with closing(open_database(sqlite_url)) as database:
        game = new_game(database)
        with Writer(database) as writer:
            assert result(writer, move(game, 1)).stored
    assert run("server", "backup", "games.backup", "--database", str(sqlite_url)).code == 0
    file = Path(sqlite_url.database or "")
    file.write_bytes(b"rubbish" * 1000)
    assert run("server", "restore", "games.backup", "--database", str(sqlite_url)).code == 0
    assert log(sqlite_url, game) == [1]
    assert file.with_name(f"{file.name}.before-restore").read_bytes() == b"rubbish" * 1000


def test_the_database_of_the_data_folder_is_the_default(run: Run, tmp_path: Path) -> None:
    done = run("server", "backup", "games.backup")
    assert done == (1, "", f"sumito server backup: there is no database: {tmp_path}/data/sumito.sqlite\n")
    open_database(database_url()).close()
    assert run("server", "backup", "games.backup").code == 0
    assert run("server", "backup", "games.backup") == (
        1,
        "",
        "sumito server backup: games.backup: file exists\n",
    )


def test_the_environment_names_the_database(run: Run, sqlite_url: URL, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUMITO_DATABASE", str(sqlite_url))
    assert run("server", "migrate") == (0, f"{sqlite_url.database} has revision {newest_revision()}\n", "")
    assert run("server", "backup", "games.backup").code == 0


def test_only_backups_are_restored(run: Run, url: URL) -> None:
    address = text_of(url)
    Path("text").write_text("no backup" * 1000, encoding="utf-8")
    sqlite3.connect("empty").close()
    with closing(sqlite3.connect("thesis")) as other:
        other.execute("CREATE TABLE thesis (chapter)")
    for name in ("text", "empty", "thesis"):
        done = run("server", "restore", name, "--database", address)
        assert (done.code, done.err.count("\n")) == (1, 1)
        assert "not a backup" in done.err or "not those of sumito" in done.err
    assert run("server", "restore", "nothing", "--database", address) == (
        2,
        "",
        "sumito server restore: nothing: no such file\n",
    )


def test_a_backup_that_is_cut_off_is_refused(run: Run, sqlite_url: URL) -> None:
    open_database(sqlite_url).close()
    assert run("server", "backup", "games.backup", "--database", str(sqlite_url)).code == 0
    whole = Path("games.backup").read_bytes()
    Path("games.backup").write_bytes(whole[: len(whole) // 2])
    done = run("server", "restore", "games.backup", "--database", str(sqlite_url))
    assert done.code == 1
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("words", [("backup", "new"), ("restore", "games.backup")])
def test_a_missing_program_of_postgres_is_named(
    run: Run, postgres: Postgres, monkeypatch: pytest.MonkeyPatch, words: tuple[str, str]
) -> None:
    url = postgres.empty_database()
    Path("games.backup").write_bytes(b"PGDMP")
    monkeypatch.setenv("PATH", "")
    program_name = {"backup": "pg_dump", "restore": "pg_restore"}[words[0]]
    done = run("server", *words, "--database", text_of(url))
    message = f"{program_name} is missing. On Debian or Ubuntu: sudo apt-get install postgresql-client"
    assert done == (1, "", f"sumito server {words[0]}: {message}\n")
    assert not Path("new").exists()


def test_a_program_of_postgres_that_fails_gets_one_line(run: Run, postgres: Postgres) -> None:
    missing = text_of(postgres.empty_database().set(database="nothing"))
    done = run("server", "backup", "new", "--database", missing)
    assert done.code == 1
    assert done.err.startswith("sumito server backup: pg_dump failed: pg_dump: error: ")
    assert done.err.count("\n") == 1
    assert list(Path().glob("new*")) == []


@pytest.mark.parametrize("words", [("backup", "x"), ("restore", "x"), ("migrate",)])
def test_a_missing_extra_gets_one_line(run: Run, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    message = "Online games need an extra: pip install 'sumito[server]', or `make all` in a clone"
    assert run("server", *words) == (1, "", f"sumito server {words[0]}: {message}\n")


def test_a_command_is_needed(run: Run) -> None:
    assert run("server") == (2, "", "sumito server: expected a command (see sumito server --help)\n")
