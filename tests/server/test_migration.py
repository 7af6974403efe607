"""Revisions of the schema: the first equals the tables, old databases are migrated, newer ones are refused."""

from __future__ import annotations

import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import URL, inspect, text
from sqlalchemy.exc import IntegrityError

from server.games import SECONDS, move, new_game, result
from server.postgres import Postgres
from sumito.server import migration
from sumito.server.database import Database, make_engine, open_database
from sumito.server.guests import Guest, Guests
from sumito.server.schema import METADATA
from sumito.server.storage_errors import StorageError
from sumito.server.store import Store
from sumito.server.tokens import token_hash
from sumito.server.writer import Writer

NEWEST = migration.newest_revision()
LATER = '''
"""Add a column, as a later release could."""
import sqlalchemy as sa
from alembic import op

revision = "{newest}1"
down_revision = "{newest}"


def upgrade():
    op.add_column("guest", sa.Column("account", sa.BigInteger))
    {last}
'''


@pytest.fixture
def next_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A release with one more revision. Return its file."""
    folder = tmp_path / "revisions"
    shutil.copytree(migration._REVISIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "accounts.py").write_text(LATER.format(newest=NEWEST, last=""), encoding="utf-8")
    monkeypatch.setattr(migration, "_REVISIONS", folder)
    return folder / "accounts.py"


def fill(url: URL) -> str:
    with closing(open_database(url)) as database:
        game = new_game(database)
        with Writer(database) as writer:
            assert result(writer, move(game, 1, "kept")).stored
    return game


def guest_columns(url: URL) -> set[str]:
    engine = make_engine(url)
    try:
        return {column["name"] for column in inspect(engine).get_columns("guest")}
    finally:
        engine.dispose()


def log(url: URL, game: str) -> list[str]:
    with closing(open_database(url)) as database:
        loaded = Store(database).load(game)
        assert loaded is not None
        return [event.data for event in loaded.events]


def set_revision(url: URL, revision: str) -> None:
    engine = make_engine(url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :new"), {"new": revision})
    engine.dispose()


def test_the_revisions_make_the_tables_of_the_schema(database: Database) -> None:
    with database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []
        found = inspect(connection)
        for name, table in METADATA.tables.items():
            keys = found.get_pk_constraint(name)["constrained_columns"]
            assert keys == [*table.primary_key.columns.keys()]
            checks = [check["name"] for check in found.get_check_constraints(name)]
            assert checks == (["game_status_check"] if name == "game" else [])
            for key in found.get_foreign_keys(name):
                (column,) = key["constrained_columns"]
                (expected,) = table.columns[column].foreign_keys
                assert key["options"].get("ondelete") == expected.ondelete
        if database.is_sqlite:
            tables = connection.scalars(text("SELECT sql FROM sqlite_master WHERE name IN ('event', 'seek')")).all()
            assert sorted("WITHOUT ROWID" in sql for sql in tables) == [False, True]
            assert sorted("AUTOINCREMENT" in sql for sql in tables) == [False, True]


def test_an_old_file_is_copied_and_migrated(sqlite_url: URL, request: pytest.FixtureRequest) -> None:
    game = fill(sqlite_url)
    request.getfixturevalue("next_release")
    assert log(sqlite_url, game) == ["kept"]
    assert "account" in guest_columns(sqlite_url)
    copy = sqlite_url.set(database=f"{sqlite_url.database}.before-{NEWEST}1")
    assert "account" not in guest_columns(copy)
    request.getfixturevalue("monkeypatch").undo()
    assert log(copy, game) == ["kept"]  # the old release goes on with the copy


def test_a_migration_that_fails_changes_nothing(sqlite_url: URL, request: pytest.FixtureRequest) -> None:
    game = fill(sqlite_url)
    request.getfixturevalue("next_release").write_text(
        LATER.format(newest=NEWEST, last="op.execute('nonsense')"), encoding="utf-8"
    )
    with pytest.raises(StorageError, match='cannot be opened: near "nonsense": syntax error'):
        open_database(sqlite_url)
    request.getfixturevalue("monkeypatch").undo()
    assert "account" not in guest_columns(sqlite_url)
    assert log(sqlite_url, game) == ["kept"]


def test_an_old_postgres_is_migrated_only_on_request(postgres: Postgres, request: pytest.FixtureRequest) -> None:
    url = postgres.empty_database()
    game = fill(url)
    request.getfixturevalue("next_release")
    with pytest.raises(
        StorageError, match=rf"revision {NEWEST}, and this release needs {NEWEST}1: .* `sumito server migrate`"
    ):
        open_database(url)
    assert "account" not in guest_columns(url)
    open_database(url, migration=True).close()
    assert "account" in guest_columns(url)
    assert log(url, game) == ["kept"]


def test_processes_that_start_together_make_the_tables_once(postgres: Postgres) -> None:
    url = postgres.empty_database()
    with ThreadPoolExecutor(4) as pool:
        for opened in pool.map(lambda _: open_database(url), range(4), timeout=SECONDS):
            opened.close()
    assert postgres.run("SELECT version_num FROM alembic_version", "games") == [(NEWEST,)]
    tables = postgres.run("SELECT tablename FROM pg_tables WHERE schemaname = 'public'", "games")
    assert {name for (name,) in tables} == {"alembic_version", *METADATA.tables}


def test_a_role_without_rights_on_tables_can_open_postgres(postgres: Postgres) -> None:
    url = postgres.empty_database()
    fill(url)
    postgres.run("DROP ROLE IF EXISTS player")
    postgres.run("CREATE ROLE player LOGIN")
    rights = "SELECT, INSERT, UPDATE, DELETE"
    postgres.run("GRANT USAGE ON SCHEMA public TO player", "games")
    postgres.run(f"GRANT {rights} ON ALL TABLES IN SCHEMA public TO player", "games")
    with closing(open_database(url.set(username="player"))) as database:
        game = new_game(database)
        with Writer(database) as writer:
            assert result(writer, move(game, 1)).stored


def test_a_newer_database_is_refused(url: URL) -> None:
    fill(url)
    set_revision(url, "9999")
    with pytest.raises(StorageError) as refusal:
        open_database(url)
    assert str(refusal.value) == (
        "the database has revision 9999 of a newer release of sumito "
        f"(this one knows {NEWEST}): install the newer release"
    )
    set_revision(url, NEWEST)
    open_database(url).close()


def test_a_database_of_another_program_is_refused(url: URL) -> None:
    engine = make_engine(url)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE thesis (chapter text)"))
    with pytest.raises(StorageError, match="has tables, but not those of sumito"):
        open_database(url)
    assert inspect(engine).get_table_names() == ["thesis"]
    engine.dispose()


def test_guests_and_games_of_the_first_release_stay(url: URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = tmp_path / "first"
    shutil.copytree(migration._REVISIONS, first, ignore=shutil.ignore_patterns("__pycache__", "r0002*"))
    with monkeypatch.context() as release:
        release.setattr(migration, "_REVISIONS", first)
        open_database(url).close()
    engine = make_engine(url)
    with engine.begin() as connection:
        values = {"hash": token_hash("cookie"), "seek": "{}"}
        for statement in (
            "INSERT INTO guest VALUES (7, 4821, :hash, 1, 2)",
            "INSERT INTO game VALUES ('abcdefghij', 'playing', '{}', 1, 1, 'start', 3, 4, NULL, 5, 6, NULL)",
            "INSERT INTO seat VALUES ('abcdefghij', 0, 'black', 7, NULL, NULL, 8, NULL, NULL)",
            "INSERT INTO event VALUES ('abcdefghij', 1, 'move', 1, 'kept', 9)",
            "INSERT INTO seek VALUES (1, 7, :seek, NULL, 10)",
        ):
            used = {name: value for name, value in values.items() if f":{name}" in statement}
            connection.execute(text(statement), used)
    engine.dispose()
    with closing(open_database(url, migration=True)) as database:
        guests = Guests(database)
        guest = guests.of_session(token_hash("cookie"))
        assert guest == Guest(7, 4821, 1)
        assert guests.create(token_hash("new"), 20).id != 7 or not database.is_sqlite
        loaded = Store(database).load("abcdefghij")
        assert loaded is not None
        assert loaded.numbers == {7: 4821}
        assert [seat.guest for seat in loaded.seats] == [7]
        assert [event.data for event in loaded.events] == ["kept"]
        with database.reading() as connection:  # foreign keys count again
            assert connection.scalar(text("SELECT count(*) FROM seek")) == 0
        with pytest.raises(IntegrityError), database.writing() as connection:
            connection.execute(text("DELETE FROM guest WHERE id = 7"))


def test_a_damaged_file_is_not_migrated(sqlite_url: URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = tmp_path / "first"
    shutil.copytree(migration._REVISIONS, first, ignore=shutil.ignore_patterns("__pycache__", "r0002*"))
    with monkeypatch.context() as release:
        release.setattr(migration, "_REVISIONS", first)
        open_database(sqlite_url).close()
    with closing(sqlite3.connect(sqlite_url.database or "")) as file, file:
        file.execute("INSERT INTO event VALUES ('missing', 1, 'move', 1, '{}', 9)")
    with pytest.raises(StorageError, match="a row of the table event refers to a missing row"):
        open_database(sqlite_url)
    with closing(sqlite3.connect(sqlite_url.database or "")) as file:
        assert file.execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",)
