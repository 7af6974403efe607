"""The tables of online games: one schema for SQLite and PostgreSQL.

Times are milliseconds since 1970. `terms`, `result` and `data` are JSON texts, which the database never reads.

Accounts will be a table of their own, named by a new column of `guest`. Games refer only to guests, so they will
stay as they are.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

# Names are fixed, so that a later migration can refer to every constraint.
METADATA: Final = MetaData(
    naming_convention={
        "ix": "%(table_name)s_%(column_0_N_name)s_index",
        "uq": "%(table_name)s_%(column_0_N_name)s_key",
        "ck": "%(table_name)s_%(constraint_name)s_check",
        "fk": "%(table_name)s_%(column_0_N_name)s_fkey",
        "pk": "%(table_name)s_pkey",
    }
)
# SQLite numbers rows only in a column of exactly the type INTEGER.
_ROW_NUMBER: Final = BigInteger().with_variant(Integer, "sqlite")

guest: Final = Table(
    "guest",
    METADATA,
    Column("id", _ROW_NUMBER, primary_key=True, autoincrement=True),
    Column("number", BigInteger, nullable=False),  # shown as "Guest 4821"
    Column("created_ms", BigInteger, nullable=False),
    UniqueConstraint("number"),
)

session: Final = Table(
    "session",
    METADATA,
    Column("token_hash", LargeBinary, primary_key=True),
    Column("guest", BigInteger, ForeignKey("guest.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created_ms", BigInteger, nullable=False),
)

transfer: Final = Table(
    "transfer",
    METADATA,
    # A guest has one transfer at a time: a new one cancels the old.
    Column("guest", BigInteger, ForeignKey("guest.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("secret_hash", LargeBinary, nullable=False),
    Column("expires_ms", BigInteger, nullable=False),
    UniqueConstraint("secret_hash"),
)

game: Final = Table(
    "game",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("status", Text, nullable=False),
    Column("terms", Text, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("position", Text, nullable=False),
    Column("turn_started_ms", BigInteger),
    Column("deadline_ms", BigInteger),
    Column("result", Text),
    Column("created_ms", BigInteger, nullable=False),
    Column("changed_ms", BigInteger, nullable=False),
    Column("rematch_of", Text, ForeignKey("game.id", ondelete="SET NULL")),
    # Two players who ask for a rematch at the same time get the same game.
    UniqueConstraint("rematch_of"),
    CheckConstraint("status IN ('open', 'playing', 'finished', 'aborted')", name="status"),
)
Index(
    "game_deadline_index",
    game.c.deadline_ms,
    sqlite_where=game.c.status == "playing",
    postgresql_where=game.c.status == "playing",
)
Index(
    "game_open_index",
    game.c.created_ms,
    sqlite_where=game.c.status == "open",
    postgresql_where=game.c.status == "open",
)
Index(
    "game_appointment_index",
    game.c.deadline_ms,
    sqlite_where=game.c.status == "open",
    postgresql_where=game.c.status == "open",
)

seat: Final = Table(
    "seat",
    METADATA,
    Column("game", Text, ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("color", Text, nullable=False),
    Column("guest", BigInteger, ForeignKey("guest.id")),
    Column("invitation_hash", LargeBinary),
    Column("invitation_expires_ms", BigInteger),
    Column("joined_ms", BigInteger),
    Column("left_ms", BigInteger),  # not used
    Column("process", Text),  # the boot of the server process that has the player's socket
    UniqueConstraint("invitation_hash"),
    # Nobody plays against himself. The index also finds the games of a guest.
    UniqueConstraint("guest", "game"),
)

event: Final = Table(
    "event",
    METADATA,
    Column("game", Text, ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("data", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    sqlite_with_rowid=False,  # one tree instead of a table and an index: half the pages to write
)

seek: Final = Table(
    "seek",
    METADATA,
    Column("id", _ROW_NUMBER, primary_key=True, autoincrement=True),
    Column("guest", BigInteger, ForeignKey("guest.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("terms", Text, nullable=False),
    Column("color", Text),  # of the guest; NULL for any
    Column("live", Boolean, nullable=False),  # open only while the guest is connected
    Column("lapses_ms", BigInteger, nullable=False, index=True),
    Column("created_ms", BigInteger, nullable=False),
    sqlite_autoincrement=True,  # the number of a seek that was taken is never used again
)

heartbeat: Final = Table(
    "heartbeat",
    METADATA,
    Column("process", Text, primary_key=True),
    Column("boot", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
)

credit: Final = Table(
    "credit",
    METADATA,
    Column("boot", Text, primary_key=True),
    Column("game", Text, ForeignKey("game.id", ondelete="CASCADE"), primary_key=True, index=True),
)
