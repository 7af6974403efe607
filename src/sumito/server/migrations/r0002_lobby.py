"""Let a guest have several sessions, and seeks have a colour and an end."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0002"
down_revision: Final = "0001"

_ROW_NUMBER: Final = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Move the tokens of guests to a table of their own, and make the tables of the lobby and of transfers."""
    op.create_table(
        "session",
        sa.Column("token_hash", sa.LargeBinary, nullable=False),
        sa.Column("guest", sa.BigInteger, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("token_hash", name="session_pkey"),
        sa.ForeignKeyConstraint(["guest"], ["guest.id"], name="session_guest_fkey", ondelete="CASCADE"),
    )
    op.create_index("session_guest_index", "session", ["guest"])
    op.execute("INSERT INTO session (token_hash, guest, created_ms) SELECT token_hash, id, created_ms FROM guest")
    with op.batch_alter_table("guest") as guest:
        guest.drop_constraint("guest_token_hash_key", type_="unique")
        guest.drop_column("token_hash")
        guest.drop_column("seen_ms")
    op.create_table(
        "transfer",
        sa.Column("guest", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("secret_hash", sa.LargeBinary, nullable=False),
        sa.Column("expires_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("guest", name="transfer_pkey"),
        sa.ForeignKeyConstraint(["guest"], ["guest.id"], name="transfer_guest_fkey", ondelete="CASCADE"),
        sa.UniqueConstraint("secret_hash", name="transfer_secret_hash_key"),
    )
    where = sa.text("status = 'open'")
    op.create_index("game_appointment_index", "game", ["deadline_ms"], sqlite_where=where, postgresql_where=where)
    op.drop_table("seek")  # the last release had no lobby, so it is empty
    op.create_table(
        "seek",
        sa.Column("id", _ROW_NUMBER, autoincrement=True, nullable=False),
        sa.Column("guest", sa.BigInteger, nullable=False),
        sa.Column("terms", sa.Text, nullable=False),
        sa.Column("color", sa.Text),
        sa.Column("live", sa.Boolean, nullable=False),
        sa.Column("lapses_ms", sa.BigInteger, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="seek_pkey"),
        sa.ForeignKeyConstraint(["guest"], ["guest.id"], name="seek_guest_fkey", ondelete="CASCADE"),
        sqlite_autoincrement=True,
    )
    op.create_index("seek_guest_index", "seek", ["guest"])
    op.create_index("seek_lapses_ms_index", "seek", ["lapses_ms"])
