"""Bring the schema of a database up to date, and refuse databases that this release does not know."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text

from sumito.server import migrations
from sumito.server.sqlite_copy import copy_sqlite
from sumito.server.storage_errors import StorageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from alembic.runtime.migration import RevisionStep
    from alembic.script.revision import _RevIdType
    from sqlalchemy import Connection, Engine

_REVISIONS = Path(migrations.__path__[0])
_LOCK = 0x73756D69746F  # "sumito": processes that start together migrate one after the other


def newest_revision() -> str:
    """Return the revision of the schema that this release uses."""
    return str(_scripts().get_current_head())


def migrate(engine: Engine, *, keep_copy: bool, allowed: bool) -> None:
    """Run the revisions that a database lacks, all in one transaction.

    With `keep_copy` a file of SQLite is first copied to NAME.before-REVISION. Unless `allowed`, only an empty
    database is changed.

    Raises:
        StorageError: the database is newer than this release, is not one of sumito, or is old and not `allowed`.
    """
    newest = newest_revision()
    with engine.connect().execution_options(sumito_immediate=True) as connection, _tables_changing(connection):
        if not keep_copy:
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
        before = check_revision(connection)
        if before == newest:
            return
        if before is not None and not allowed:
            raise StorageError(
                f"the database has revision {before}, and this release needs {newest}: stop every server, "
                "run `sumito server backup FILE`, then `sumito server migrate`"
            )
        if before is not None and keep_copy:
            file = Path(engine.url.database or "")
            copy_sqlite(file, file.with_name(f"{file.name}.before-{newest}"), replace=True)
        _upgrade(connection, newest)


@contextmanager
def _tables_changing(connection: Connection) -> Iterator[None]:
    """Open a transaction in which tables can be replaced.

    SQLite replaces a table to drop a column. With its foreign keys on, that would delete the rows that refer to it.
    """
    if connection.dialect.name != "sqlite":
        with connection.begin():
            yield
        return
    file = connection.connection.driver_connection
    assert isinstance(file, sqlite3.Connection)  # noqa: S101 - tells mypy
    file.execute("PRAGMA foreign_keys = OFF")  # it has no effect inside a transaction
    try:
        with connection.begin():
            yield
            if (broken := connection.exec_driver_sql("PRAGMA foreign_key_check").first()) is not None:
                raise StorageError(f"the database is damaged: a row of the table {broken[0]} refers to a missing row")
    finally:
        file.execute("PRAGMA foreign_keys = ON")


def check_revision(connection: Connection) -> str | None:
    """Return the revision of a database; None if it is empty.

    Raises:
        StorageError: the database belongs to a newer release, or to another program.
    """
    found = MigrationContext.configure(connection).get_current_revision()
    if found is None:
        if inspect(connection).get_table_names():
            raise StorageError("the database has tables, but not those of sumito: name another database")
        return None
    if found not in {script.revision for script in _scripts().walk_revisions()}:
        raise StorageError(
            f"the database has revision {found} of a newer release of sumito (this one knows {newest_revision()}): "
            "install the newer release"
        )
    return found


def _scripts() -> ScriptDirectory:
    return ScriptDirectory(str(_REVISIONS), version_locations=[str(_REVISIONS)])


def _upgrade(connection: Connection, newest: str) -> None:
    scripts = _scripts()

    def steps(present: _RevIdType, _context: MigrationContext) -> list[RevisionStep]:
        return list(scripts._upgrade_revs(newest, present))  # type: ignore[arg-type]

    # There is no env.py: it would be loaded from a path, for what is three lines here.
    with EnvironmentContext(Config(), scripts, fn=steps, destination_rev=newest) as environment:
        environment.configure(connection=connection)
        environment.run_migrations()
