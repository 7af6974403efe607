"""Create the tables of online games."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0001"
down_revision: Final = None

_ROW_NUMBER: Final = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "guest",
        sa.Column("id", _ROW_NUMBER, autoincrement=True, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("token_hash", sa.LargeBinary, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("seen_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="guest_pkey"),
        sa.UniqueConstraint("number", name="guest_number_key"),
        sa.UniqueConstraint("token_hash", name="guest_token_hash_key"),
    )
    op.create_table(
        "game",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("terms", sa.Text, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("position", sa.Text, nullable=False),
        sa.Column("turn_started_ms", sa.BigInteger),
        sa.Column("deadline_ms", sa.BigInteger),
        sa.Column("result", sa.Text),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("changed_ms", sa.BigInteger, nullable=False),
        sa.Column("rematch_of", sa.Text),
        sa.PrimaryKeyConstraint("id", name="game_pkey"),
        sa.ForeignKeyConstraint(["rematch_of"], ["game.id"], name="game_rematch_of_fkey", ondelete="SET NULL"),
        sa.UniqueConstraint("rematch_of", name="game_rematch_of_key"),
        sa.CheckConstraint("status IN ('open', 'playing', 'finished', 'aborted')", name="game_status_check"),
    )
    for name, column, status in (
        ("game_deadline_index", "deadline_ms", "playing"),
        ("game_open_index", "created_ms", "open"),
    ):
        where = sa.text(f"status = '{status}'")
        op.create_index(name, "game", [column], sqlite_where=where, postgresql_where=where)
    op.create_table(
        "seat",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("color", sa.Text, nullable=False),
        sa.Column("guest", sa.BigInteger),
        sa.Column("invitation_hash", sa.LargeBinary),
        sa.Column("invitation_expires_ms", sa.BigInteger),
        sa.Column("joined_ms", sa.BigInteger),
        sa.Column("left_ms", sa.BigInteger),
        sa.Column("process", sa.Text),
        sa.PrimaryKeyConstraint("game", "number", name="seat_pkey"),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name="seat_game_fkey", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["guest"], ["guest.id"], name="seat_guest_fkey"),
        sa.UniqueConstraint("invitation_hash", name="seat_invitation_hash_key"),
        sa.UniqueConstraint("guest", "game", name="seat_guest_game_key"),
    )
    op.create_table(
        "event",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", "seq", name="event_pkey"),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name="event_game_fkey", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "seek",
        sa.Column("id", _ROW_NUMBER, autoincrement=True, nullable=False),
        sa.Column("guest", sa.BigInteger, nullable=False),
        sa.Column("terms", sa.Text, nullable=False),
        sa.Column("appointment_ms", sa.BigInteger),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="seek_pkey"),
        sa.ForeignKeyConstraint(["guest"], ["guest.id"], name="seek_guest_fkey", ondelete="CASCADE"),
        sqlite_autoincrement=True,
    )
    op.create_index("seek_guest_index", "seek", ["guest"])
    op.create_table(
        "heartbeat",
        sa.Column("process", sa.Text, nullable=False),
        sa.Column("boot", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("process", name="heartbeat_pkey"),
    )
    op.create_table(
        "credit",
        sa.Column("boot", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("boot", "game", name="credit_pkey"),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name="credit_game_fkey", ondelete="CASCADE"),
    )
    op.create_index("credit_game_index", "credit", ["game"])
