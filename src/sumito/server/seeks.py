"""Seeks: games that guests look for in the lobby."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sqlalchemy import delete, or_, select

from sumito.server.schema import seek

if TYPE_CHECKING:
    from sumito.server.database import Database


@dataclass(frozen=True, slots=True)
class Seek:
    """A game that a guest looks for, now or at the time of an appointment."""

    id: int
    guest: int
    terms: str
    appointment_ms: int | None
    created_ms: int


_COLUMNS: Final = [seek.c[name] for name in Seek.__slots__]


class Seeks:
    """The queries of the lobby. Every method is one transaction, and can be called from any thread."""

    def __init__(self, database: Database) -> None:
        """Use an open database."""
        self._database = database

    def add(self, guest_id: int, terms: str, now_ms: int, appointment_ms: int | None = None) -> Seek:
        """Add a seek."""
        values = {"guest": guest_id, "terms": terms, "appointment_ms": appointment_ms, "created_ms": now_ms}
        with self._database.writing() as connection:
            return Seek(*connection.execute(seek.insert().values(values).returning(*_COLUMNS)).one())

    def all(self, *, limit: int = 200) -> list[Seek]:
        """Return the seeks, the oldest first."""
        with self._database.reading() as connection:
            rows = connection.execute(select(*_COLUMNS).order_by(seek.c.created_ms, seek.c.id).limit(limit))
            return [Seek(*row) for row in rows]

    def of(self, guest_id: int) -> list[Seek]:
        """Return the seeks of a guest, the oldest first."""
        with self._database.reading() as connection:
            query = select(*_COLUMNS).where(seek.c.guest == guest_id)
            return [Seek(*row) for row in connection.execute(query.order_by(seek.c.created_ms, seek.c.id))]

    def take(self, seek_id: int, guest_id: int) -> Seek | None:
        """Remove a seek for the guest who accepts it, and return it; None if it is gone, or the guest's own.

        Of several guests who take it at the same time, in any process, exactly one gets it.
        """
        gone = delete(seek).where(seek.c.id == seek_id, seek.c.guest != guest_id).returning(*_COLUMNS)
        with self._database.writing() as connection:
            row = connection.execute(gone).first()
            return None if row is None else Seek(*row)

    def withdraw(self, seek_id: int, guest_id: int) -> bool:
        """Remove a seek of the guest's own. Return False if it is gone."""
        gone = delete(seek).where(seek.c.id == seek_id, seek.c.guest == guest_id).returning(seek.c.id)
        with self._database.writing() as connection:
            return connection.execute(gone).first() is not None

    def delete_old(self, before_ms: int) -> int:
        """Delete seeks whose appointment, or else whose creation, was before a time. Return their number."""
        created = seek.c.appointment_ms.is_(None) & (seek.c.created_ms < before_ms)
        with self._database.writing() as connection:
            return connection.execute(delete(seek).where(or_(created, seek.c.appointment_ms < before_ms))).rowcount
