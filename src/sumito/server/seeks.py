"""Seeks: games that guests look for in the lobby. Accepting one creates the game in the same transaction.

A game of several players is looked for by all its players: each has a seek with the same terms, and the last one that
is needed creates the game. So each of them can go away as a single seeker can.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import delete, func, or_, select, text, true, update

from sumito.core.choice import Choice
from sumito.server.schema import guest, seek
from sumito.server.store import NewGame, NewSeat, insert_game

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from sqlalchemy import ColumnElement, Connection, Row

    from sumito.server.database import Database

MOST_SEEKS: Final = 3
"""The open seeks of a guest."""
LIVE_MS: Final = 60_000
"""How long a live seek outlives the last connection of its guest."""
# "lobby". Two guests who look for each other at the same time must not miss each other. Two who accept each other's
# seeks must not wait for each other for ever: each deletes both.
_LOCK: Final = 0x6C6F626279


@dataclass(frozen=True, slots=True)
class Seek:
    """A game that a guest looks for."""

    id: int
    guest: int
    terms: str
    color: str | None
    """The colour that the guest wants; None for any."""
    live: bool
    """Whether the seek is open only while its guest is connected."""
    lapses_ms: int
    created_ms: int


@dataclass(frozen=True, slots=True)
class Wish:
    """A game that a guest wants: a new seek, or a seek of somebody else to accept."""

    guest: int
    terms: str
    position: str
    """The start of the game."""
    players: tuple[str, ...]
    """The colours of the game."""
    color: str | None
    live: bool
    lapses_ms: int
    begins_ms: int | None = None


class Obstacle(Choice):
    """The reasons why a guest cannot look for a game together with others."""

    GONE = "gone"
    """The seek is not open any more."""
    OWN = "own"
    """The guest is already looking for this game."""
    TOO_MANY = "too_many"
    """The guest has too many seeks."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """A game that begins because a seek was accepted."""

    game: str
    guests: tuple[int, ...]
    colors: tuple[str, ...]
    """The colours of the guests."""
    concerned: tuple[int, ...] = ()
    """The guests whose seeks have changed, because these play now: they may have waited together elsewhere."""

    def color_of(self, guest_id: int) -> str:
        """Return the colour of a guest."""
        return self.colors[self.guests.index(guest_id)]


_COLUMNS: Final = [seek.c[name] for name in Seek.__slots__]


class Seeks:
    """The queries of the lobby. Every method is one transaction, and can be called from any thread."""

    def __init__(self, database: Database) -> None:
        """Use an open database."""
        self._database = database

    def add(self, wish: Wish, now_ms: int) -> int | None:
        """Add a seek, and return its id; None if the guest has too many."""
        with self._database.writing() as connection:
            return self._add(connection, wish, now_ms)

    def pair(self, wish: Wish, now_ms: int) -> Pairing | int | None:
        """Accept the oldest seek that fits a wish. If there is none, add a seek as `add` does."""
        fits = (seek.c.guest != wish.guest, seek.c.terms == wish.terms, seek.c.lapses_ms > now_ms, _suits(wish.color))
        oldest = select(seek.c.id).where(*fits).order_by(seek.c.created_ms, seek.c.id).limit(1)
        with self._database.writing() as connection:
            self._lock(connection)
            found = connection.scalar(oldest)
            pairing = None if found is None else self._accept(connection, found, wish, now_ms)
            return self._add(connection, wish, now_ms) if pairing is None else pairing

    def accept(self, seek_id: int, wish: Wish, now_ms: int) -> Pairing | None:
        """Create the game of a seek; None if it is gone, or the guest's own.

        Of several guests who accept it at the same time, in any process, exactly one gets the game. The wish has the
        terms of the seek.
        """
        with self._database.writing() as connection:
            self._lock(connection)
            return self._accept(connection, seek_id, wish, now_ms)

    def join(self, wish: Wish, now_ms: int, *, seek_id: int | None = None) -> Pairing | int | Obstacle:
        """Look for a game of several players, together with all who look for the same. The last one begins it.

        Return the game, or the id of the guest's seek while players are missing. `seek_id` is the seek of somebody who
        must still look for the game.
        """
        of_the_same = (seek.c.terms == wish.terms, seek.c.lapses_ms > now_ms)
        query = select(*_COLUMNS).where(*of_the_same).order_by(seek.c.created_ms, seek.c.id)
        with self._database.writing() as connection:
            self._lock(connection)
            waiting = [Seek(*row) for row in connection.execute(query)]
            if seek_id is not None and seek_id not in [each.id for each in waiting]:
                return Obstacle.GONE
            if wish.guest in [each.guest for each in waiting]:
                return Obstacle.OWN
            own = Seek(0, wish.guest, wish.terms, wish.color, wish.live, wish.lapses_ms, now_ms)
            players = len(wish.players)
            table = next((each for each in tables([*waiting, own], players) if len(each) == players), None)
            if table is not None:
                return self._seat(connection, table, wish, now_ms)
            added = self._add(connection, wish, now_ms)
            return Obstacle.TOO_MANY if added is None else added

    def get(self, seek_id: int, now_ms: int) -> Seek | None:
        """Return an open seek; None if it is gone."""
        with self._database.reading() as connection:
            query = select(*_COLUMNS).where(seek.c.id == seek_id, seek.c.lapses_ms > now_ms)
            row = connection.execute(query).first()
            return None if row is None else Seek(*row)

    def open(self, now_ms: int, *, guest_id: int | None = None, limit: int = 200) -> list[tuple[Seek, int]]:
        """Return the open seeks with the numbers of their guests, the oldest first.

        With `guest_id`, only those with the terms of a seek of this guest: all who look for the same games.
        """
        query = select(*_COLUMNS, guest.c.number).join(guest, seek.c.guest == guest.c.id)
        own = select(seek.c.terms).where(seek.c.guest == guest_id, seek.c.lapses_ms > now_ms)
        query = query.where(seek.c.lapses_ms > now_ms, true() if guest_id is None else seek.c.terms.in_(own))
        query = query.order_by(seek.c.created_ms, seek.c.id).limit(limit)
        with self._database.reading() as connection:
            return [(Seek(*row[:-1]), row[-1]) for row in connection.execute(query)]

    def withdraw(self, seek_id: int, guest_id: int) -> list[int]:
        """Remove a seek of the guest's own. Return the guests concerned; an empty list if it is gone."""
        gone = delete(seek).where(seek.c.id == seek_id, seek.c.guest == guest_id).returning(seek.c.guest, seek.c.terms)
        with self._database.writing() as connection:
            self._lock(connection)
            return _concerned(connection, connection.execute(gone).all())

    def renew(self, guest_ids: Collection[int], now_ms: int) -> None:
        """Keep the live seeks of connected guests open."""
        with self._database.writing() as connection:
            self._lock(connection)
            waiting = connection.execute(select(seek.c.id, seek.c.guest).where(seek.c.live)).all()
            if connected := [row.id for row in waiting if row.guest in guest_ids]:
                connection.execute(update(seek).where(seek.c.id.in_(connected)).values(lapses_ms=now_ms + LIVE_MS))

    def renew_all(self, now_ms: int) -> None:
        """Keep all live seeks open for a while, since nobody could be connected."""
        with self._database.writing() as connection:
            self._lock(connection)
            connection.execute(update(seek).where(seek.c.live).values(lapses_ms=now_ms + LIVE_MS))

    def delete_lapsed(self, now_ms: int) -> list[int]:
        """Delete the seeks that are not open any more. Return the guests concerned."""
        gone = delete(seek).where(seek.c.lapses_ms <= now_ms).returning(seek.c.guest, seek.c.terms)
        with self._database.writing() as connection:
            self._lock(connection)
            return _concerned(connection, connection.execute(gone).all())

    def _lock(self, connection: Connection) -> None:
        """Let changes of several seeks happen one after the other, in all processes. SQLite has one writer anyway."""
        if not self._database.is_sqlite:
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})

    def _add(self, connection: Connection, wish: Wish, now_ms: int) -> int | None:
        own = select(func.count()).select_from(seek).where(seek.c.guest == wish.guest, seek.c.lapses_ms > now_ms)
        if connection.scalar(own) >= MOST_SEEKS:  # type: ignore[operator]
            return None
        values = {"guest": wish.guest, "terms": wish.terms, "color": wish.color, "live": wish.live}
        values |= {"lapses_ms": wish.lapses_ms, "created_ms": now_ms}
        return int(connection.execute(seek.insert().values(values).returning(seek.c.id)).scalar_one())

    def _accept(self, connection: Connection, seek_id: int, wish: Wish, now_ms: int) -> Pairing | None:
        is_open = (seek.c.id == seek_id, seek.c.guest != wish.guest, seek.c.lapses_ms > now_ms)
        row = connection.execute(delete(seek).where(*is_open).returning(*_COLUMNS)).first()
        if row is None:
            return None
        found = Seek(*row)
        color = found.color or next((each for each in wish.players if wish.color not in (None, each)), None)
        color = color or secrets.choice(wish.players)
        guests = {each: found.guest if each == color else wish.guest for each in wish.players}
        seats = tuple(NewSeat(each, guest=guests[each]) for each in wish.players)
        game = insert_game(connection, NewGame(found.terms, wish.position, seats, wish.begins_ms), now_ms)
        concerned = _end_live_seeks(connection, guests.values()) if found.live else ()
        return Pairing(game, tuple(guests.values()), tuple(guests), concerned)

    def _seat(self, connection: Connection, table: list[Seek], wish: Wish, now_ms: int) -> Pairing:
        """Create the game of seeks that fill it. Colours that nobody wants are drawn."""
        free = [each for each in wish.players if each not in [one.color for one in table]]
        secrets.SystemRandom().shuffle(free)
        guests = {one.color or free.pop(): one.guest for one in table}
        seats = tuple(NewSeat(each, guest=guests[each]) for each in wish.players)
        game = insert_game(connection, NewGame(wish.terms, wish.position, seats, wish.begins_ms), now_ms)
        connection.execute(delete(seek).where(seek.c.id.in_([one.id for one in table])))
        concerned = _end_live_seeks(connection, guests.values()) if wish.live else ()
        return Pairing(game, tuple(guests[each] for each in wish.players), wish.players, concerned)


def tables(seeks: Iterable[Seek], players: int) -> list[list[Seek]]:
    """Group the seeks of one game of several players, the oldest first, so that no two of a group want one colour."""
    found: list[list[Seek]] = []
    for each in seeks:
        fitting = (
            table
            for table in found
            if len(table) < players and (each.color is None or each.color not in [other.color for other in table])
        )
        table = next(fitting, None)
        if table is None:
            found.append([each])
        else:
            table.append(each)
    return found


def _end_live_seeks(connection: Connection, guests: Collection[int]) -> tuple[int, ...]:
    """Delete the live seeks of guests who play now, so that nobody counts on them. Return the guests concerned."""
    gone = delete(seek).where(seek.c.guest.in_(guests), seek.c.live).returning(seek.c.guest, seek.c.terms)
    return tuple(_concerned(connection, connection.execute(gone).all()))


def _concerned(connection: Connection, gone: Sequence[Row[*tuple[Any, ...]]]) -> list[int]:
    """Return the guests of seeks that are gone, and of those with the same terms: they may have waited together."""
    terms = {row.terms for row in gone}
    others = connection.scalars(select(seek.c.guest).where(seek.c.terms.in_(terms))) if terms else ()
    return sorted({row.guest for row in gone} | set(others))


def _suits(color: str | None) -> ColumnElement[bool]:
    """Return the condition that the colours of a seek and of another guest go together."""
    return true() if color is None else or_(seek.c.color.is_(None), seek.c.color != color)
