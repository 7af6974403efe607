"""Play games on a server that fails, and compare what it acknowledged with what it stored."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

from sqlalchemy import URL

from sumito.client import ClientError, Connection, GameAddress, Site
from sumito.play import Match, messages
from sumito.play.events import PlayedMove, TimeCredit
from sumito.server.database import open_database
from sumito.server.live_game import match_of
from sumito.server.store import Store

TIME_MS = 3_600_000
# A move costs the time that it took, so that sums of times can be compared with the time that passed.
TIMED = {
    "control": {"kind": "total", "time_ms": TIME_MS, "increment_ms": 0, "delay_ms": 0},
    "premove_ms": 0,
}

THREE = {**TIMED, "layout": "three-players"}
FIRST_MOVES = 2  # they have 30 seconds each
LEAVES_AT = 14
"""The number of moves after which one of three players resigns."""


@dataclass(frozen=True)
class Acknowledgement:
    """A move that the server has acknowledged to its player."""

    game: str
    seq: int
    ply: int
    move: str


class Goal:
    """The number of moves that all games may have for now. It rises with each fault, so no game runs away.

    At first it is the first moves only: players at full speed would keep others from joining.
    """

    def __init__(self, plies: int = FIRST_MOVES) -> None:
        self.plies = plies
        self.is_last = False
        self._raised = asyncio.Event()

    def rise(self, plies: int, *, last: bool = False) -> None:
        """Let the games go on. After the last goal they end."""
        self.plies += plies
        self.is_last = last
        self._raised.set()
        self._raised = asyncio.Event()

    async def is_reached(self, plies: int) -> bool:
        """Return whether a game with so many moves ends. A game that may not go on waits."""
        while plies >= self.plies and not self.is_last:
            await self._raised.wait()
        return plies >= self.plies


@dataclass(frozen=True)
class Span:
    """A time such as an outage, in milliseconds since 1970."""

    from_ms: int
    to_ms: int


@dataclass(frozen=True)
class Tally:
    """What `check` has counted. It has found no fault."""

    games: int
    acknowledged: int
    stored: int
    """Moves; some of them were stored, and the server was killed before it could acknowledge them."""
    credits: int
    """Events that give time back."""
    turns_through_outages: int


def now_ms() -> int:
    return time.time_ns() // 1_000_000


async def play(
    site: Site, game_id: str, goal: Goal, seed: int, journal: list[Acknowledgement], *, leaves: bool = False
) -> list[str]:
    """Play random legal moves until the goal, whatever happens to the server. Return all moves.

    A player who `leaves` resigns on the way, and watches the others.
    """
    rng = random.Random(seed)
    async with Connection(site.address, site.token, game_id) as connection:
        version = -1
        while True:
            game = await connection.wait(version)
            version = game.version
            if game.is_over or await goal.is_reached(len(game.moves)):
                return list(game.moves)
            if leaves and len(game.moves) >= LEAVES_AT:
                await connection.do(messages.Resign())
                leaves = False
            elif game.is_our_turn:
                board = game.board()
                move, ply = board.format_move(rng.choice(list(board.legal_moves))), len(game.moves) + 1
                try:
                    seq = await connection.do(messages.Move(move))
                except ClientError as error:
                    if error.code not in ("stale", "not_your_turn", "over"):
                        raise
                else:
                    journal.append(Acknowledgement(game.id, seq, ply, move))


async def play_on(number: int, tasks: dict[str, list[asyncio.Task[list[str]]]], journal: list[Acknowledgement]) -> None:
    """Wait until a number of games have gone on. So a fault comes after some moves, not after some time."""
    seen, moved = len(journal), set[str]()
    while len(moved) < number:
        unfinished = sum(not task.done() for both in tasks.values() for task in both)
        assert unfinished > len(tasks), "half of the games are over before the last fault"
        await asyncio.sleep(0.001)
        moved.update(each.game for each in journal[seen:])
        seen = len(journal)


async def finish_games(tasks: dict[str, list[asyncio.Task[list[str]]]], goal: Goal) -> None:
    """Let all games come to their end. All players of each must have seen the same."""
    goal.rise(FIRST_MOVES, last=True)
    for players in tasks.values():
        first, *others = await asyncio.gather(*players)
        assert others == [first] * len(others)


async def start_games(
    address: str, sizes: Sequence[int], goal: Goal, journal: list[Acknowledgement]
) -> dict[str, list[asyncio.Task[list[str]]]]:
    """Start games of two or three players each, as `sizes` says. Return the tasks of the players, by game.

    One of three players leaves on the way.
    """

    def create(players: int) -> tuple[Site, GameAddress]:
        creator = Site(address)
        return creator, creator.create(TIMED if players == 2 else THREE)

    async def start(number: int, creator: Site, invitation: GameAddress) -> None:
        players = sizes[number]
        guests = [Site(address) for _ in range(players - 1)]
        for guest in guests:
            await asyncio.to_thread(guest.join, invitation)
        tasks[invitation.game] = [
            asyncio.create_task(
                play(site, invitation.game, goal, 3 * number + seed, journal, leaves=players > 2 and seed == 0)
            )
            for seed, site in enumerate((creator, *guests))
        ]

    tasks: dict[str, list[asyncio.Task[list[str]]]] = {}
    created = await asyncio.gather(*(asyncio.to_thread(create, players) for players in sizes))
    await asyncio.gather(*(start(number, *each) for number, each in enumerate(created)))
    return tasks


def check(url: URL, journal: list[Acknowledgement], games: int, plies: int, outages: Sequence[Span] = ()) -> Tally:
    """Compare the acknowledgements with the database, and the clocks with the outages."""
    ids = {each.game for each in journal}
    assert len(ids) == games
    stored_moves = credits = turns = 0
    with closing(open_database(url)) as database:
        store = Store(database)
        for game_id in ids:
            stored = store.load(game_id)
            assert stored is not None
            match = match_of(stored)
            assert [entry.seq for entry in stored.events] == list(range(1, len(stored.events) + 1))
            assert len(match.moves) == plies or match.result is not None
            assert len(match.active) == min(2, len(match.players))
            moves = [event.move for event in match.log if isinstance(event, PlayedMove)]
            assert tuple(moves) == match.moves
            for each in (each for each in journal if each.game == game_id):
                event = match.log[each.seq - 1]
                assert isinstance(event, PlayedMove)
                assert (event.move, match.moves[each.ply - 1]) == (each.move, each.move)
            acknowledged = [each.ply for each in journal if each.game == game_id]
            assert len(acknowledged) == len(set(acknowledged))
            for took_ms, cost_ms, without_server_ms in costs(match, outages):
                assert cost_ms <= took_ms - without_server_ms, game_id
                turns += without_server_ms > 0
            stored_moves += len(moves)
            credits += sum(isinstance(event, TimeCredit) for event in match.log)
    return Tally(games, len(journal), stored_moves, credits, turns)


def costs(match: Match, outages: Sequence[Span]) -> Iterator[tuple[int, int, int]]:
    """Yield, for each turn with a clock: how long it took, what it cost, and how long no server ran meanwhile."""
    replay = Match(match.terms)
    before: PlayedMove | None = None
    for event in match.log:
        left_ms = None
        if isinstance(event, PlayedMove) and replay.running is not None:
            left_ms = replay.remaining_ms(event.player, at_ms=replay.turn_started_ms or 0)
        replay.apply(event)
        if not isinstance(event, PlayedMove):
            continue
        if before is not None and left_ms is not None:
            now_left_ms = replay.remaining_ms(event.player, at_ms=event.at_ms)
            assert now_left_ms is not None
            shared = (min(event.at_ms, each.to_ms) - max(before.at_ms, each.from_ms) for each in outages)
            # A process that was stopped can be some milliseconds behind. Its move costs nothing then.
            took_ms = max(0, event.at_ms - before.at_ms)
            yield took_ms, left_ms - now_left_ms, sum(max(0, ms) for ms in shared)
        before = event
