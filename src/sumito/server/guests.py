"""The queries of guests: their sessions, and the links with which they move to another device."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sqlalchemy import delete, select
from sqlalchemy.dialects import postgresql, sqlite

from sumito.server.schema import guest, session, transfer

if TYPE_CHECKING:
    from sumito.server.database import Database


@dataclass(frozen=True, slots=True)
class Guest:
    """A person without an account. The number is shown."""

    id: int
    number: int
    created_ms: int


_COLUMNS: Final = [guest.c[name] for name in Guest.__slots__]


class Guests:
    """The queries of guests. Every method is one transaction, and can be called from any thread."""

    def __init__(self, database: Database) -> None:
        """Use an open database."""
        self._database = database
        self._insert = sqlite.insert if database.is_sqlite else postgresql.insert

    def create(self, token_hash: bytes, now_ms: int) -> Guest:
        """Add a guest with a session, and a random number of at least four digits that no other guest has."""
        digits = 4
        with self._database.writing() as connection:
            while True:
                number = 10 ** (digits - 1) + secrets.randbelow(9 * 10 ** (digits - 1))
                insert = self._insert(guest).values(number=number, created_ms=now_ms)
                insert = insert.on_conflict_do_nothing(index_elements=["number"])
                row = connection.execute(insert.returning(*_COLUMNS)).first()
                if row is not None:
                    new = Guest(*row)
                    connection.execute(session.insert().values(token_hash=token_hash, guest=new.id, created_ms=now_ms))
                    return new
                digits += 1  # the shorter numbers are getting scarce

    def of_session(self, token_hash: bytes) -> Guest | None:
        """Return the guest of a session; None if there is none."""
        query = select(*_COLUMNS).join(session, session.c.guest == guest.c.id)
        with self._database.reading() as connection:
            row = connection.execute(query.where(session.c.token_hash == token_hash)).first()
            return None if row is None else Guest(*row)

    def offer_transfer(self, guest_id: int, secret_hash: bytes, expires_ms: int) -> None:
        """Let a secret give another device a session of this guest, once. An earlier secret loses its force."""
        values = {"secret_hash": secret_hash, "expires_ms": expires_ms}
        insert = self._insert(transfer).values(guest=guest_id, **values)
        with self._database.writing() as connection:
            connection.execute(insert.on_conflict_do_update(index_elements=["guest"], set_=values))

    def transfer(self, secret_hash: bytes, now_ms: int) -> Guest | None:
        """Return the guest behind a secret, and leave it valid; None if it is not valid."""
        query = select(*_COLUMNS).join(transfer, transfer.c.guest == guest.c.id)
        query = query.where(transfer.c.secret_hash == secret_hash, transfer.c.expires_ms > now_ms)
        with self._database.reading() as connection:
            row = connection.execute(query).first()
            return None if row is None else Guest(*row)

    def redeem_transfer(self, secret_hash: bytes, token_hash: bytes, now_ms: int) -> Guest | None:
        """Use up a secret for a new session of its guest; None if it is not valid."""
        used = delete(transfer).where(transfer.c.secret_hash == secret_hash, transfer.c.expires_ms > now_ms)
        with self._database.writing() as connection:
            guest_id = connection.scalar(used.returning(transfer.c.guest))
            if guest_id is None:
                return None
            connection.execute(session.insert().values(token_hash=token_hash, guest=guest_id, created_ms=now_ms))
            return Guest(*connection.execute(select(*_COLUMNS).where(guest.c.id == guest_id)).one())
