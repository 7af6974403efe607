"""Revisions of the schema: the first equals the tables, old databases are migrated, newer ones are refused."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import URL, inspect, text

from server.games import SECONDS, move, new_game, result
from server.postgres import Postgres
from sumito.server import migration
from sumito.server.database import Database, make_engine, open_database
from sumito.server.schema import METADATA
from sumito.server.storage_errors import StorageError
from sumito.server.store import Store
from sumito.server.writer import Writer

SECOND = '''
"""Add a column, as a later release could."""
import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade():
    op.add_column("guest", sa.Column("account", sa.BigInteger))
    {last}
'''


@pytest.fixture
def next_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A release with one more revision. Return its file."""
    folder = tmp_path / "revisions"
    shutil.copytree(migration._REVISIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "r0002_accounts.py").write_text(SECOND.format(last=""), encoding="utf-8")
    monkeypatch.setattr(migration, "_REVISIONS", folder)
    return folder / "r0002_accounts.py"


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
    copy = sqlite_url.set(database=f"{sqlite_url.database}.before-0002")
    assert "account" not in guest_columns(copy)
    request.getfixturevalue("monkeypatch").undo()
    assert log(copy, game) == ["kept"]  # the old release goes on with the copy


def test_a_migration_that_fails_changes_nothing(sqlite_url: URL, request: pytest.FixtureRequest) -> None:
    game = fill(sqlite_url)
    request.getfixturevalue("next_release").write_text(SECOND.format(last="op.execute('nonsense')"), encoding="utf-8")
    with pytest.raises(StorageError, match='cannot be opened: near "nonsense": syntax error'):
        open_database(sqlite_url)
    request.getfixturevalue("monkeypatch").undo()
    assert "account" not in guest_columns(sqlite_url)
    assert log(sqlite_url, game) == ["kept"]


def test_an_old_postgres_is_migrated_only_on_request(postgres: Postgres, request: pytest.FixtureRequest) -> None:
    url = postgres.empty_database()
    game = fill(url)
    request.getfixturevalue("next_release")
    with pytest.raises(StorageError, match=r"revision 0001, and this release needs 0002: .* `sumito server migrate`"):
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
        "the database has revision 9999 of a newer release of sumito (this one knows 0001): install the newer release"
    )
    set_revision(url, "0001")
    open_database(url).close()


def test_a_database_of_another_program_is_refused(url: URL) -> None:
    engine = make_engine(url)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE thesis (chapter text)"))
    with pytest.raises(StorageError, match="has tables, but not those of sumito"):
        open_database(url)
    assert inspect(engine).get_table_names() == ["thesis"]
    engine.dispose()
