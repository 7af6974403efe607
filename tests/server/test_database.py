"""Opening a database: addresses, settings, the lock, the data folder, missing extras."""

from __future__ import annotations

import importlib.util
import os
import re
import stat
import subprocess
import sys
import threading
import tomllib
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import URL, QueuePool, text

from conftest import REPOSITORY
from server.postgres import Postgres
from sumito.server import extras
from sumito.server.data_folder import data_folder
from sumito.server.database import Database, database_url, open_database, shown
from sumito.server.extras import check_extra
from sumito.server.storage_errors import StorageError


def test_commits_are_durable(database: Database) -> None:
    with database.reading() as connection:
        if not database.is_sqlite:
            assert connection.scalar(text("SHOW synchronous_commit")) == "on"
            assert connection.scalar(text("SHOW statement_timeout")) == "30s"
            assert connection.scalar(text("SHOW idle_in_transaction_session_timeout")) == "30s"
            return
        settings = {
            name: connection.scalar(text(f"PRAGMA {name}"))
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
        assert settings == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 10_000}


def test_connections_to_a_machine_that_is_gone_end(postgres: Postgres) -> None:
    url = postgres.empty_database("timeouts")
    with closing(open_database(url.update_query_dict({"keepalives_count": "7"}), migration=True)) as database:
        with database.reading() as connection:
            assert connection.scalar(text("SHOW statement_timeout")) == "0"  # a migration can take long
            driver = connection.connection.driver_connection
            assert isinstance(driver, psycopg.Connection)
            settings = driver.info.get_parameters()
        assert (settings["keepalives_idle"], settings["tcp_user_timeout"]) == ("10", "20000")
        assert settings["keepalives_count"] == "7"  # the address of the database has the last word


def test_the_default_is_a_private_file_in_the_data_folder(tmp_path: Path) -> None:
    file = tmp_path / "data/sumito.sqlite"
    assert database_url() == URL.create("sqlite", database=str(file))
    with closing(open_database(database_url())):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert stat.S_IMODE(file.with_name("sumito.sqlite-wal").stat().st_mode) == 0o600
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("linux", {"SUMITO_DATA": "/srv/games"}, "/srv/games"),
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/sumito"),
        ("linux", {"XDG_DATA_HOME": "relative"}, "/home/ada/.local/share/sumito"),
        ("linux", {}, "/home/ada/.local/share/sumito"),
        ("darwin", {}, "/home/ada/Library/Application Support/sumito"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/sumito"),
        ("win32", {}, "/home/ada/AppData/Local/sumito"),
    ],
)
def test_the_data_folder_is_where_the_system_has_data(
    monkeypatch: pytest.MonkeyPatch, platform: str, variables: dict[str, str], expected: str
) -> None:
    for name in ("SUMITO_DATA", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "/home/ada", **variables}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert data_folder() == Path(expected)


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("games", "malformed: expected sqlite:///FILE or postgresql://USER@HOST/NAME"),
        ("sqlite://", "names no file"),
        ("sqlite:///:memory:", "names no file"),
        ("mysql://ada:secret@host/games", "must be sqlite or postgresql, not 'mysql'"),
    ],
)
def test_a_wrong_address_gets_one_sentence(address: str, message: str) -> None:
    with pytest.raises(StorageError, match=re.escape(message)) as refusal:
        database_url(address)
    assert "secret" not in str(refusal.value)


def test_addresses_of_postgres() -> None:
    url = database_url("postgresql://ada:secret@host:5433/games")
    assert url.drivername == "postgresql+psycopg"
    assert shown(url) == "postgresql://ada:***@host:5433/games"
    assert database_url("postgres://host/games").drivername == "postgresql+psycopg"


def test_a_database_that_cannot_be_reached_gets_one_sentence(tmp_path: Path) -> None:
    url = database_url(f"postgresql://ada:secret@/games?host={tmp_path}")
    with pytest.raises(
        StorageError, match=r"^the database postgresql://ada:\*\*\*@/games.* cannot be opened: "
    ) as said:
        open_database(url)
    assert "secret" not in str(said.value)
    assert "\n" not in str(said.value)
    file = tmp_path / "text"
    file.write_text("not a database, but a text of some length\n" * 50, encoding="utf-8")
    with pytest.raises(StorageError, match="cannot be opened: file is not a database"):
        open_database(URL.create("sqlite", database=str(file)))


# ---- the lock

HOLD = """
import sys
from sumito.server.database import database_url, open_database
database = open_database(database_url(sys.argv[1]), holder="http://127.0.0.1:8000/")
print("open", flush=True)
sys.stdin.read()
"""


def test_a_second_server_says_who_has_the_file(sqlite_url: URL) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(sqlite_url)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as first:
        try:
            assert first.stdout is not None
            assert first.stdout.readline() == "open\n"
            with pytest.raises(StorageError) as refusal:
                open_database(sqlite_url)
        finally:
            first.kill()
    assert str(refusal.value) == f"{sqlite_url.database} is in use by process {first.pid} (http://127.0.0.1:8000/)"
    open_database(sqlite_url).close()  # the killed process has left no lock behind


def test_a_holder_that_has_not_written_its_name_yet(sqlite_url: URL) -> None:
    with closing(open_database(sqlite_url)):
        os.truncate(f"{sqlite_url.database}.lock", 0)
        with pytest.raises(StorageError, match=r"is in use by another process$"):
            open_database(sqlite_url)


def test_a_failure_to_open_frees_the_lock(sqlite_url: URL) -> None:
    open_database(sqlite_url).close()
    Path(sqlite_url.database or "").write_bytes(b"rubbish" * 1000)
    for _ in range(2):
        with pytest.raises(StorageError, match="file is not a database"):
            open_database(sqlite_url)


def test_close_waits_for_the_transactions_of_other_threads(url: URL) -> None:
    """A task that was cancelled leaves its thread, and a connection that is in use then would never be closed."""
    database = open_database(url)
    pool = database.engine.pool
    assert isinstance(pool, QueuePool)
    begun, can_end = threading.Event(), threading.Event()
    answers = []

    def read() -> None:
        with database.reading() as connection:
            begun.set()
            can_end.wait()
            answers.append(connection.scalar(text("SELECT 7")))

    reader, closer = threading.Thread(target=read), threading.Thread(target=database.close)
    reader.start()
    begun.wait()
    closer.start()
    closer.join(0.2)
    assert closer.is_alive()
    can_end.set()
    closer.join()
    reader.join()
    assert answers == [7]
    assert pool.checkedin() == pool.checkedout() == 0


# ---- extras


def test_every_package_of_an_extra_is_checked() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    modules = {"SQLAlchemy": "sqlalchemy", "prometheus-client": "prometheus_client"}
    for extra, checked in extras._MODULES.items():
        packages = [re.split(r"[\[<>=;]", line)[0] for line in project["optional-dependencies"][extra]]
        assert sorted(modules.get(name, name) for name in packages) == sorted(checked)
        check_extra(extra)


def test_the_pinned_packages_are_those_of_the_extras() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
    for extra, group in (("server", "play"), ("postgres", "test"), ("redis", "test")):
        pinned = {line.partition("==")[0] for line in project["dependency-groups"][group] if isinstance(line, str)}
        for line in project["project"]["optional-dependencies"][extra]:
            assert re.split(r"[<>=]", line)[0] in pinned


@pytest.mark.parametrize(
    ("extra", "module", "use"),
    [
        ("server", "alembic", "Online games need"),
        ("postgres", "psycopg", "PostgreSQL needs"),
        ("redis", "redis", "Redis needs"),
    ],
)
def test_a_missing_extra_names_the_command(monkeypatch: pytest.MonkeyPatch, extra: str, module: str, use: str) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: None if name == module else importlib.util.find_spec(name))
    with pytest.raises(ImportError) as missing:
        check_extra(extra)
    assert str(missing.value) == f"{use} an extra: pip install 'sumito[{extra}]', or `make all` in a clone"


BLOCKED = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {modules!r}:
            raise ModuleNotFoundError(name, name=name)

sys.meta_path.insert(0, Missing())
from sumito.cli import main
sys.exit(main(sys.argv[1:]))
"""


def test_the_site_is_written_without_the_extra(tmp_path: Path) -> None:
    """The packages of the server are no part of a plain installation."""
    code = BLOCKED.format(modules=extras._MODULES["server"])
    done = subprocess.run(
        [sys.executable, "-c", code, "site", "-o", str(tmp_path / "site")], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "site/index.html").exists()


def test_a_closed_database_opens_no_connection(url: URL) -> None:
    """A thread of a cancelled task can be late. Nobody would close its connection."""
    database = open_database(url)
    database.close()
    with pytest.raises(StorageError, match="the database is closed"), database.reading():
        pass
    with pytest.raises(StorageError, match="the database is closed"), database.writing():
        pass
    assert "Connections in pool: 0" in database.engine.pool.status()
