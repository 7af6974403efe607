"""Read and change games and seats. Moves go through `sumito.server.writer`."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import delete, exists, func, or_, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from sumito.server.schema import event, game, guest, heartbeat, seat
from sumito.server.tokens import new_game_id
from sumito.server.writer import Event

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from sqlalchemy import Connection, Row, Select

    from sumito.server.database import Database

OPEN: Final = "open"
PLAYING: Final = "playing"
FINISHED: Final = "finished"
_RUNNING: Final = (OPEN, PLAYING)


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game without its log."""

    id: str
    status: str
    terms: str
    version: int
    ply: int
    position: str
    turn_started_ms: int | None
    deadline_ms: int | None
    result: str | None
    created_ms: int
    changed_ms: int
    rematch_of: str | None


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat of a game. Without a guest it is free."""

    game: str
    number: int
    color: str
    guest: int | None
    invitation_expires_ms: int | None
    joined_ms: int | None


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game with its seats, the shown numbers of its guests, and its whole log."""

    row: GameRow
    seats: tuple[SeatRow, ...]
    numbers: Mapping[int, int]
    rematch: str | None
    """The id of the next game between the same players."""
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class GameMark:
    """What shows that a game has changed: moves and other commands, its guests, a rematch."""

    version: int
    seated: int
    """The sum of the ids of its guests: another guest on a seat is a change too."""
    rematch: str | None


@dataclass(frozen=True, slots=True)
class NewSeat:
    """A seat of a new game: taken by a guest, open to an invitation, or neither.

    One seat of a game has the hash of its invitation. The invitation is for all free seats that have an expiry.
    """

    color: str
    guest: int | None = None
    invitation_hash: bytes | None = None
    invitation_expires_ms: int | None = None


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game to create. It starts with a write that follows version 0."""

    terms: str
    position: str
    seats: Sequence[NewSeat]
    begins_ms: int | None = None
    """The appointment; None if the game begins as soon as its seats are taken."""
    rematch_of: str | None = None


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A running game of a guest, with its seats and the shown numbers of its guests."""

    row: GameRow
    seats: tuple[SeatRow, ...]
    numbers: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """The last sign of life of a server process. `boot` names its start."""

    process: str
    boot: str
    at_ms: int


_SEAT_COLUMNS: Final = [seat.c[name] for name in SeatRow.__slots__]
_GAME_COLUMNS: Final = [game.c[name] for name in GameRow.__slots__]


class Store:
    """The queries of online games. Every method is one transaction, and can be called from any thread."""

    def __init__(self, database: Database) -> None:
        """Use an open database."""
        self._database = database
        self._insert = sqlite.insert if database.is_sqlite else postgresql.insert

    def now_ms(self) -> int:
        """Return the time of the database. All processes that share a PostgreSQL have one time."""
        if self._database.is_sqlite:
            return time.time_ns() // 1_000_000
        with self._database.reading() as connection:
            return int(connection.scalar(text("SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint")))

    def check(self) -> None:
        """Read something, to see that the database answers.

        Raises:
            SQLAlchemyError: it does not.
        """
        with self._database.reading() as connection:
            connection.execute(select(heartbeat.c.process).limit(1))

    # ---- games

    def create_game(self, new: NewGame, now_ms: int) -> str:
        """Add an open game, and return its id.

        A game has one rematch: a second call with the same `rematch_of` returns the id of the first.
        """
        with self._database.writing() as connection:
            return insert_game(connection, new, now_ms)

    def load(self, game_id: str) -> StoredGame | None:
        """Return a game with its seats and its log, all of one moment; None if there is no such game."""
        with self._database.reading() as connection:
            if not self._database.is_sqlite:
                connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
            row = connection.execute(select(*_GAME_COLUMNS).where(game.c.id == game_id)).first()
            if row is None:
                return None
            seats = connection.execute(select(*_SEAT_COLUMNS).where(seat.c.game == game_id).order_by(seat.c.number))
            here = select(guest.c.id, guest.c.number).join(seat, seat.c.guest == guest.c.id)
            numbers = {one.id: one.number for one in connection.execute(here.where(seat.c.game == game_id))}
            rematch = connection.scalar(select(game.c.id).where(game.c.rematch_of == game_id))
            columns = [event.c[name] for name in Event.__struct_fields__]
            events = connection.execute(select(*columns).where(event.c.game == game_id).order_by(event.c.seq))
            taken = tuple(SeatRow(*one) for one in seats)
            return StoredGame(GameRow(*row), taken, numbers, rematch, tuple(Event(*one) for one in events))

    def marks(self, game_ids: Collection[str]) -> dict[str, GameMark]:
        """Return the mark of each game that exists."""
        next_game = game.alias()
        ids = func.coalesce(func.sum(seat.c.guest), 0)
        seated = select(ids).where(seat.c.game == game.c.id).scalar_subquery()
        query = select(game.c.id, game.c.version, seated, next_game.c.id)
        query = query.outerjoin(next_game, next_game.c.rematch_of == game.c.id).where(game.c.id.in_(game_ids))
        with self._database.reading() as connection:
            return {game_id: GameMark(*mark) for game_id, *mark in connection.execute(query)}

    def games_of(self, guest_id: int, *, statuses: Collection[str] = _RUNNING, limit: int = 100) -> list[GameRow]:
        """Return games of a guest, the last changed first."""
        query = select(*_GAME_COLUMNS).join(seat, seat.c.game == game.c.id)
        query = query.where(seat.c.guest == guest_id, game.c.status.in_(statuses))
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(game.c.changed_ms.desc(), game.c.id).limit(limit))
            return [GameRow(*row) for row in rows]

    def own_games(self, guest_id: int, *, limit: int = 100) -> list[OwnGame]:
        """Return the running games of a guest, the last changed first."""
        query = select(*_GAME_COLUMNS).join(seat, seat.c.game == game.c.id)
        query = query.where(seat.c.guest == guest_id, game.c.status.in_(_RUNNING))
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(game.c.changed_ms.desc(), game.c.id).limit(limit))
            games = {row.id: GameRow(*row) for row in rows}
            columns = select(*_SEAT_COLUMNS, guest.c.number).outerjoin(guest, seat.c.guest == guest.c.id)
            seats: dict[str, list[SeatRow]] = {each: [] for each in games}
            numbers: dict[int, int] = {}
            for *values, number in connection.execute(columns.where(seat.c.game.in_(games)).order_by(seat.c.number)):
                found = SeatRow(*values)
                seats[found.game].append(found)
                if found.guest is not None:
                    numbers[found.guest] = number
            return [OwnGame(row, tuple(seats[each]), numbers) for each, row in games.items()]

    def playing_games(self) -> list[str]:
        """Return the ids of all games that are being played, the nearest deadline first."""
        query = select(game.c.id).where(game.c.status == PLAYING).order_by(game.c.deadline_ms.nulls_last())
        with self._database.reading() as connection:
            return list(connection.scalars(query))

    def due_games(self, now_ms: int, *, limit: int) -> list[str]:
        """Return the ids of games whose deadline has passed, the oldest deadline first.

        On PostgreSQL a game that another process is writing to at this moment is left out.
        """
        query = select(game.c.id).where(game.c.status == PLAYING, game.c.deadline_ms < now_ms)
        query = query.order_by(game.c.deadline_ms).limit(limit).with_for_update(skip_locked=True)
        with self._database.reading() as connection:
            return list(connection.scalars(query))

    def appointed_games(self, now_ms: int, *, limit: int = 100) -> list[str]:
        """Return the ids of games that have not begun although their appointment has come and every seat is taken."""
        free = exists().where(seat.c.game == game.c.id, seat.c.guest.is_(None))
        query = select(game.c.id).where(game.c.status == OPEN, game.c.deadline_ms <= now_ms, ~free)
        with self._database.reading() as connection:
            return list(connection.scalars(query.order_by(game.c.deadline_ms).limit(limit)))

    def delete_unjoined(self, created_before_ms: int, *, limit: int = 100) -> list[str]:
        """Delete open games with a free seat that are older than a time. Return their ids."""
        free = exists().where(seat.c.game == game.c.id, seat.c.guest.is_(None))
        old = select(game.c.id).where(game.c.status == OPEN, game.c.created_ms < created_before_ms, free).limit(limit)
        with self._database.writing() as connection:
            ids = list(connection.scalars(old.order_by(game.c.created_ms).with_for_update(skip_locked=True)))
            connection.execute(delete(game).where(game.c.id.in_(ids)))
            return ids

    # ---- seats and invitations

    def invitation(self, invitation_hash: bytes, now_ms: int) -> SeatRow | None:
        """Return the first free seat of an invitation, and leave the invitation valid; None if it is not valid."""
        with self._database.reading() as connection:
            return _seat(connection.execute(_offered(invitation_hash, now_ms)).first())

    def redeem(self, invitation_hash: bytes, guest_id: int, now_ms: int, *, color: str | None = None) -> SeatRow | None:
        """Give a guest a free seat of an invitation, by default the first; None if it has no such seat.

        The last free seat uses the invitation up. A guest who has another seat of the game gets None too.
        """
        invited = select(seat.c.game).where(seat.c.invitation_hash == invitation_hash)
        offered = _offered(invitation_hash, now_ms)
        if color is not None:
            offered = offered.where(seat.c.color == color)
        try:
            with self._database.writing() as connection:
                # Guests who come at the same time take their seats one after the other.
                connection.execute(select(game.c.id).where(game.c.id.in_(invited)).with_for_update())
                found = _seat(connection.execute(offered).first())
                if found is None:
                    return None
                change = update(seat).where(seat.c.game == found.game, seat.c.number == found.number)
                change = change.values(guest=guest_id, joined_ms=now_ms)
                return _seat(connection.execute(change.returning(*_SEAT_COLUMNS)).first())
        except IntegrityError:
            return None

    def vacate(self, game_id: str, guest_id: int) -> bool:
        """Give the seat of a guest back. Return False if the game does not wait, or would wait without anybody.

        A game whose seats are all taken does not wait any more: a process may be about to begin it.
        """
        seats = select(seat.c.guest).where(seat.c.game == game_id)
        change = update(seat).where(seat.c.game == game_id, seat.c.guest == guest_id)
        with self._database.writing() as connection:
            waiting = select(game.c.id).where(game.c.id == game_id, game.c.status == OPEN).with_for_update()
            if connection.scalar(waiting) is None:
                return False
            guests = list(connection.scalars(seats))
            if guest_id not in guests or None not in guests or set(guests) == {None, guest_id}:
                return False
            connection.execute(change.values(guest=None, joined_ms=None, process=None))
            return True

    # ---- processes

    def attach(self, game_id: str, guest_id: int, boot: str) -> Heartbeat | None:
        """Note that the socket of a player is now at this boot. Return the last heartbeat of the boot before it.

        None: the player was connected nowhere, or here.
        """
        here = (seat.c.game == game_id, seat.c.guest == guest_id)
        columns = [heartbeat.c[name] for name in Heartbeat.__slots__]
        last = select(*columns).join(seat, seat.c.process == heartbeat.c.boot).where(*here, seat.c.process != boot)
        with self._database.writing() as connection:
            row = connection.execute(last).first()
            connection.execute(update(seat).where(*here).values(process=boot))
            return None if row is None else Heartbeat(*row)

    def detach(self, game_id: str, guest_id: int, boot: str) -> bool:
        """Note that the socket of a player has left this boot. Return False if the player is at another one."""
        change = update(seat).where(seat.c.game == game_id, seat.c.guest == guest_id, seat.c.process == boot)
        with self._database.writing() as connection:
            return connection.execute(change.values(process=None).returning(seat.c.number)).first() is not None

    def detach_dead(self, beat_before_ms: int) -> None:
        """Forget which sockets were at processes whose last heartbeat is older than a time."""
        dead = select(heartbeat.c.boot).where(heartbeat.c.at_ms < beat_before_ms)
        with self._database.writing() as connection:
            connection.execute(update(seat).where(seat.c.process.in_(dead)).values(process=None))

    def attached(self, game_id: str, guest_id: int) -> Heartbeat | None:
        """Return the last heartbeat of the boot where the socket of a player is, or was when that boot died."""
        columns = [heartbeat.c[name] for name in Heartbeat.__slots__]
        query = select(*columns).join(seat, seat.c.process == heartbeat.c.boot)
        with self._database.reading() as connection:
            row = connection.execute(query.where(seat.c.game == game_id, seat.c.guest == guest_id)).first()
            return None if row is None else Heartbeat(*row)

    def unattached(self, game_ids: Collection[str], beat_before_ms: int) -> set[tuple[str, int]]:
        """Return the games and guests of taken seats whose sockets are at no process with a heartbeat since a time."""
        alive = select(heartbeat.c.boot).where(heartbeat.c.at_ms >= beat_before_ms)
        nowhere = or_(seat.c.process.is_(None), seat.c.process.not_in(alive))
        query = select(seat.c.game, seat.c.guest).where(seat.c.game.in_(game_ids), seat.c.guest.is_not(None), nowhere)
        with self._database.reading() as connection:
            return {(row.game, row.guest) for row in connection.execute(query)}

    def beat(self, sign: Heartbeat) -> None:
        """Store the heartbeat of a process, in place of its last one."""
        insert = self._insert(heartbeat).values(process=sign.process, boot=sign.boot, at_ms=sign.at_ms)
        changes = {"boot": insert.excluded.boot, "at_ms": insert.excluded.at_ms}
        with self._database.writing() as connection:
            connection.execute(insert.on_conflict_do_update(index_elements=["process"], set_=changes))

    def heartbeats(self) -> list[Heartbeat]:
        """Return the last heartbeat of every process, the newest first."""
        columns = [heartbeat.c[name] for name in Heartbeat.__slots__]
        with self._database.reading() as connection:
            rows = connection.execute(select(*columns).order_by(heartbeat.c.at_ms.desc(), heartbeat.c.process))
            return [Heartbeat(*row) for row in rows]

    def delete_heartbeats(self, before_ms: int) -> int:
        """Delete the heartbeats of processes that ended before a time. Return their number."""
        with self._database.writing() as connection:
            return connection.execute(delete(heartbeat).where(heartbeat.c.at_ms < before_ms)).rowcount


def insert_game(connection: Connection, new: NewGame, now_ms: int) -> str:
    """Add an open game in a transaction, as `Store.create_game` does, and return its id."""
    insert_into = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    values = {"status": OPEN, "terms": new.terms, "version": 0, "ply": 0, "position": new.position}
    values |= {"created_ms": now_ms, "changed_ms": now_ms, "deadline_ms": new.begins_ms, "rematch_of": new.rematch_of}
    while True:
        insert = insert_into(game).values(id=new_game_id(), **values).on_conflict_do_nothing()
        game_id = connection.scalar(insert.returning(game.c.id))
        if game_id is not None:
            rows = [_seat_values(game_id, number, one, now_ms) for number, one in enumerate(new.seats)]
            connection.execute(seat.insert(), rows)
            return str(game_id)
        if new.rematch_of is not None:
            earlier = connection.scalar(select(game.c.id).where(game.c.rematch_of == new.rematch_of))
            if earlier is not None:
                return str(earlier)


def _offered(invitation_hash: bytes, now_ms: int) -> Select[Any]:
    """Return the query of the free seats of an invitation."""
    invited = select(seat.c.game).where(seat.c.invitation_hash == invitation_hash)
    is_open = exists().where(game.c.id == seat.c.game, game.c.status == OPEN)
    query = select(*_SEAT_COLUMNS).where(seat.c.game.in_(invited), is_open)
    return query.where(seat.c.guest.is_(None), seat.c.invitation_expires_ms > now_ms).order_by(seat.c.number)


def _seat(row: Row[*tuple[Any, ...]] | None) -> SeatRow | None:
    return None if row is None else SeatRow(*row)


def _seat_values(game_id: str, number: int, new: NewSeat, now_ms: int) -> dict[str, object]:
    return {
        "game": game_id,
        "number": number,
        "color": new.color,
        "guest": new.guest,
        "invitation_hash": new.invitation_hash,
        "invitation_expires_ms": new.invitation_expires_ms,
        "joined_ms": None if new.guest is None else now_ms,
    }
