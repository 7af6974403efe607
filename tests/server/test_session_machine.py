"""Live games under random faults: lost, repeated and reordered messages, crashes, and clocks that jump.

Real storage and real live games; the network and the clock are played by the test.
"""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, ClassVar, Final, TypeVar

import msgspec
import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import URL

from effort import examples
from server.games import new_guest
from sumito import Board, Rules
from sumito.core import TimeControl
from sumito.play import Match, Terms, messages
from sumito.play.events import PlayedMove
from sumito.server import live_games
from sumito.server.bus import LocalBus
from sumito.server.database import Database, open_database
from sumito.server.live_game import LiveGame, Refusal, Storage, command_of, match_of
from sumito.server.live_games import LiveGames
from sumito.server.sockets import answer_to_watch
from sumito.server.store import NewGame, NewSeat, Store, StoredGame
from sumito.server.writer import Write, Writer, WriteResult

CONTROLS: Final = (TimeControl.total(60_000, increment_ms=1_000), TimeControl.per_move(20_000), TimeControl.untimed())
CLIENT: Final = st.integers(0, 9)  # of any number of clients
# White has one marble, which black can eject: white leaves then, and the others play on.
THREE: Final = "5/6/BB5/8/sSS3SSB/8/7/6/5 buw 0,0,0 b 0 1"
TEAMS: Final = "RSS2/6/ss5/8/BSS5B/8/7/6/5 buwr 0,0 b 0 1"
_T = TypeVar("_T")


class Client:
    """A client as docs/online-protocol.md describes it: one unanswered command, and the moves of one version."""

    def __init__(self, guest: int | None) -> None:
        self.guest = guest
        self.inbox: list[messages.ServerMessage] = []
        self.connected = False
        self.version: int | None = None
        self.moves: list[str] = []
        self.game: messages.Game | None = None
        self.pending: messages.Do | None = None
        self.sent = 0
        self.needs_state = False

    def send(self, message: bytes) -> None:
        """Take a message of the server, which is on its way now."""
        self.inbox.append(messages.decode_server(message))

    def follows(self, game: str) -> bool:
        return self.connected

    def lose(self, game: str) -> None:
        raise AssertionError("nobody gives a seat back here")

    def board(self, terms: Terms) -> Board:
        """Return the position on this client's screen."""
        board = Board.from_position(terms.start, rules=terms.rules)
        assert self.game is not None
        leavings = [] if self.game.leavings is msgspec.UNSET else list(self.game.leavings)
        for ply, text in enumerate([*self.moves, None]):
            while leavings and leavings[0].ply == ply:
                board.resign(board.players[leavings.pop(0).seat])
            if text is not None:
                board.play(text)
        return board

    def read(self, message: messages.ServerMessage) -> None:
        match message:
            case messages.Game():
                self._read_game(message)
            case messages.Done() | messages.Refused():
                if self.pending is not None and message.id == self.pending.id:
                    self.pending = None
            case messages.Current():
                self.needs_state = self.version is None or message.version > self.version

    def _read_game(self, message: messages.Game) -> None:
        if self.version is not None and message.version < self.version:
            return
        if message.from_ply and (self.version is None or self.version < message.base):
            self.needs_state = True
            return
        self.moves = [*self.moves[: message.from_ply], *message.moves]
        self.version, self.game, self.needs_state = message.version, message, False


class OnlineGame(RuleBasedStateMachine):
    """One game on a server, with its players and a watcher behind a bad network."""

    position: ClassVar[str] = ""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = Path(tempfile.mkdtemp())
        self.now = 1_000_000
        self.flying: list[tuple[str, messages.Do]] = []  # commands that can arrive late, often, or never
        self.acknowledged: dict[tuple[str, int], int] = {}
        self.moves: dict[tuple[str, int], str] = {}
        self.seen_log: list[str] = []

    @initialize(control=st.sampled_from(CONTROLS), takebacks=st.booleans())
    def begin(self, control: TimeControl, takebacks: bool) -> None:
        self.url = URL.create("sqlite", database=str(self.folder / "games.sqlite"))
        options = Rules(marbles_to_eject=4 if self.position else 1, ply_cap=40)
        self.terms = terms = Terms(start=self.position, control=control, takebacks=takebacks, rules=options)
        self.start()
        guests = {player.value: new_guest(self.store, player.value) for player in terms.players}
        self.names = (*guests, "watcher")
        seats = [NewSeat(color, guest=guest) for color, guest in guests.items()]
        text = msgspec.json.encode(terms.to_json()).decode()
        self.game = self.store.create_game(NewGame(text, terms.start, seats), self.now)
        self.clients = {name: Client(guests.get(name)) for name in self.names}
        for name in self.names:
            self.connect(name)
        if self.position:  # the first moves are over, so players can leave
            self.play_on(len(guests), 1)

    def client(self, number: int) -> str:
        return self.names[number % len(self.names)]

    def player(self, number: int) -> str:
        return self.names[number % (len(self.names) - 1)]

    def start(self) -> None:
        self.database: Database = open_database(self.url)
        self.store = Store(self.database)
        self.writer = Writer(self.database, deliver=self.loop.call_soon_threadsafe)
        self.held: list[tuple[Write, Callable[[WriteResult], None]]] | None = None
        storage = Storage(self.submit, self.store.load, lambda: self.now)
        self.games = LiveGames(self.store, storage, LocalBus(), "boot", on_change=lambda _: None)
        self.live: LiveGame | None = None

    def submit(self, write: Write, done: Callable[[WriteResult], None]) -> None:
        """Store a write, or hold it back until the server is dead."""
        if self.held is None:
            self.writer.submit(write, done)
        else:
            self.held.append((write, done))

    def run(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Do work, and wait until the server has nothing more to do."""

        async def settled() -> _T:
            done = await work
            while others := asyncio.all_tasks() - {asyncio.current_task()}:
                await asyncio.wait(others)
            return done

        return self.loop.run_until_complete(settled())

    async def opened(self) -> LiveGame:
        self.live = await self.games.open(self.game)
        assert self.live is not None
        return self.live

    # ---- the network

    @rule(number=CLIENT)
    def come(self, number: int) -> None:
        self.connect(self.client(number))

    @rule(number=CLIENT)
    def go(self, number: int) -> None:
        self.disconnect(self.client(number))

    def connect(self, name: str) -> None:
        """Open a socket, and ask for the game."""
        client = self.clients[name]
        if client.connected:
            self.disconnect(name)

        async def subscribe() -> None:
            live = await self.opened()
            self.games.subscribe(live, client)
            client.send(answer_to_watch(live, client.guest, client.version))

        self.run(subscribe())
        client.connected = True
        if client.pending is not None:
            self.flying.append((name, client.pending))

    def disconnect(self, name: str) -> None:
        """Lose a socket, with all messages that the server has sent. Commands can still arrive."""
        client = self.clients[name]
        if client.connected and self.live is not None:
            self.run(self._unsubscribe(self.live, client))
        client.connected = False
        client.inbox.clear()

    async def _unsubscribe(self, live: LiveGame, client: Client) -> None:
        self.games.unsubscribe(live, client)

    @rule(number=CLIENT, data=st.data(), again=st.booleans())
    @precondition(lambda self: any(client.inbox for client in self.clients.values()))
    def deliver_to_client(self, number: int, data: st.DataObject, again: bool) -> None:
        """Deliver a message of the server, in any order, perhaps twice."""
        client = self.clients[self.client(number)]
        if client.inbox:
            place = data.draw(st.integers(0, len(client.inbox) - 1))
            message = client.inbox[place] if again else client.inbox.pop(place)
            client.read(message)
        self.ask_for_state(client)

    def ask_for_state(self, client: Client) -> None:
        if client.needs_state and client.connected and self.live is not None:
            client.send(self.live.whole(client.guest))

    @rule(data=st.data(), again=st.booleans())
    @precondition(lambda self: self.flying)
    def deliver_to_server(self, data: st.DataObject, again: bool) -> None:
        """Deliver a command, in any order, perhaps twice."""
        place = data.draw(st.integers(0, len(self.flying) - 1))
        name, message = self.flying[place] if again else self.flying.pop(place)
        self.run(self.carry_out(name, message))

    async def carry_out(self, name: str, message: messages.Do) -> None:
        client, live = self.clients[name], await self.opened()
        seat = live.seat_of(client.guest)
        assert seat is not None
        command = command_of(message, live.match.players[seat])
        try:
            version = await self.games.do(live, command, self.now, version=message.version)
        except Refusal as refusal:
            assert (name, message.id) not in self.acknowledged
            assert not self.is_stored(name, message)
            answer: messages.ServerMessage = messages.Refused(live.id, message.id, live.version, refusal.code)
        else:
            before = self.acknowledged.setdefault((name, message.id), version)
            assert before == version  # a command that is repeated is stored once
            answer = messages.Done(live.id, message.id, version)
        if client.connected:
            client.send(messages.encode(answer))

    def is_stored(self, name: str, message: messages.Do) -> bool:
        """Return whether a move is the answer of its player to the version that the player saw."""
        loaded = self.store.load(self.game)
        assert loaded is not None
        later = match_of(loaded).log[message.version :]
        first = next((event for event in later if isinstance(event, PlayedMove)), None)
        key = (name, message.id)
        return first is not None and key in self.moves and (first.player.value, first.move) == (name, self.moves[key])

    @rule(data=st.data())
    @precondition(lambda self: self.flying)
    def lose_command(self, data: st.DataObject) -> None:
        self.flying.pop(data.draw(st.integers(0, len(self.flying) - 1)))

    # ---- players

    @rule(plies=st.integers(1, 4), number=st.integers(0, 200))
    def play_on(self, plies: int, number: int) -> None:
        """Play some moves as if all were well. The others do not read yet what the server sends."""
        for _ in range(plies):
            if self.send_good_move(number):
                self.run(self.carry_out(*self.flying[-1]))

    def send_good_move(self, number: int) -> bool:
        """Let the player to move read everything, and send a move. Return False if that is not possible now."""
        live = self.run(self.opened())
        name = live.match.turn.value
        client = self.clients[name]
        if not client.connected:
            self.connect(name)
        while client.inbox:
            client.read(client.inbox.pop(0))
            self.ask_for_state(client)
        self.move(name, number)
        return bool(self.flying) and self.flying[-1] == (name, client.pending)

    def command(self, name: str, wanted: messages.PlayerCommand) -> None:
        client = self.clients[name]
        assert client.version is not None
        client.sent += 1
        client.pending = messages.Do(self.game, client.sent, client.version, wanted)
        self.flying.append((name, client.pending))

    @rule(player=CLIENT, number=st.integers(0, 200))
    def try_move(self, player: int, number: int) -> None:
        self.move(self.player(player), number)

    def move(self, name: str, number: int) -> None:
        """Play a move that is legal in the position on this client's screen."""
        client = self.clients[name]
        if client.pending is not None or client.game is None or "move" not in client.game.can:
            return
        board = client.board(self.terms)
        ejections = [move for move in board.legal_moves if self.position and board.is_ejection(move)]
        legal = (ejections if number % 3 == 0 else None) or list(board.legal_moves)
        text = board.format_move(legal[number % len(legal)])
        self.moves[name, client.sent + 1] = text
        self.command(name, messages.Move(text))

    @rule(player=CLIENT, data=st.data())
    def other_command(self, player: int, data: st.DataObject) -> None:
        name = self.player(player)
        client = self.clients[name]
        if client.pending is not None or client.game is None:
            return
        simple = (
            messages.OfferDraw(),
            messages.DeclineDraw(),
            messages.AskTakeback(),
            messages.AcceptTakeback(),
            messages.AddTime(),
            messages.Resign(),
            messages.Dismiss(),
            messages.OfferRematch(),
            messages.AcceptRematch(),
        )
        possible = [each for each in simple if each.__struct_config__.tag in client.game.can]
        if possible:
            self.command(name, data.draw(st.sampled_from(possible)))

    # ---- time and faults

    @rule(ms=st.sampled_from([1, 700, 5_000, 25_000, 90_000]))
    def wait(self, ms: int) -> None:
        self.now += ms

    @rule()
    def sweep(self) -> None:
        self.run(self.games.sweep())

    @rule(
        jump_ms=st.sampled_from([-60_000, -1_000, 0, 3_000, 600_000]), stored=st.booleans(), number=st.integers(0, 200)
    )
    def crash(self, jump_ms: int, stored: bool, number: int) -> None:
        """Kill the server, just before or just after a command is stored. The new one has another time."""
        self.send_good_move(number)
        last = self.flying.pop() if self.flying else None
        self.stop(last, stored=stored)
        self.now = max(0, self.now + jump_ms)
        self.start()

    def stop(self, last: tuple[str, messages.Do] | None, *, stored: bool = False) -> None:
        """Kill the server while it carries out the command `last`, before or after that is on the disk."""
        self.loop.run_until_complete(self.die(last))
        for write, _ in self.held or ():
            if stored:
                self.writer.submit(write, lambda _: None)
        for client in self.clients.values():
            client.connected = False
            client.inbox.clear()
        self.writer.close()
        self.database.close()

    async def die(self, last: tuple[str, messages.Do] | None) -> None:
        """End all tasks of the server, perhaps while a command waits for the disk. Nobody may hear of that one."""
        if last is not None:
            name, message = last
            client, live = self.clients[name], await self.opened()
            seat = live.seat_of(client.guest)
            assert seat is not None
            command = command_of(message, live.match.players[seat])
            shown, self.held = live.whole(None), []
            before = {each: len(self.clients[each].inbox) for each in self.names}
            asyncio.create_task(self.games.do(live, command, self.now, version=message.version))  # noqa: RUF006
            for _ in range(5):  # now it waits for the disk, or is refused
                await asyncio.sleep(0)
            if self.held:
                assert live.whole(None) == shown
                assert {each: len(self.clients[each].inbox) for each in self.names} == before
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        for _, timer in self.games._deadlines.values():
            timer.cancel()

    # ---- what always holds

    @invariant()
    def nothing_is_lost_or_doubled(self) -> None:
        loaded = self.store.load(self.game)
        assert loaded is not None
        stored = match_of(loaded)
        self.check_log(loaded)
        if self.live is not None and self.games._games.get(self.game) is self.live:
            assert self.live.match == stored
        self.check_acknowledged(stored)
        for client in self.clients.values():
            assert (client.version or 0) <= stored.version
            if client.version is not None:
                known = Match.replay(stored.terms, stored.log[: client.version])
                assert tuple(client.moves) == known.moves
                assert client.board(self.terms).position() == known.position
                assert client.game is not None
                left = [seat.color for seat in client.game.seats if seat.left is True]
                assert left == [player.value for player in known.players if player not in known.active]

    def check_log(self, loaded: StoredGame) -> None:
        """The log only grows, without gaps, and the row of the game agrees with it."""
        log = [entry.data for entry in loaded.events]
        assert log[: len(self.seen_log)] == self.seen_log
        assert [entry.seq for entry in loaded.events] == list(range(1, len(log) + 1))
        assert (loaded.row.version, loaded.row.ply) == (len(log), len(match_of(loaded).moves))
        self.seen_log = log

    def check_acknowledged(self, stored: Match) -> None:
        """Every acknowledged move is stored, once."""
        moves = {key: version for key, version in self.acknowledged.items() if key in self.moves}
        assert len(set(moves.values())) == len(moves)
        for key, version in moves.items():
            event = stored.log[version - 1]
            assert isinstance(event, PlayedMove)
            assert (event.player.value, event.move) == (key[0], self.moves[key])

    def teardown(self) -> None:
        if hasattr(self, "clients"):
            self.stop(None)
            self.start()
            self.everybody_comes_back()
            self.stop(None)
        self.loop.close()
        shutil.rmtree(self.folder)

    def everybody_comes_back(self) -> None:
        """Let the network work again: all clients see the same game, and every command is answered."""
        for name in self.names:
            self.disconnect(name)
            self.connect(name)
        while self.flying:
            self.run(self.carry_out(*self.flying.pop(0)))
        for client in self.clients.values():
            while client.inbox:
                client.read(client.inbox.pop(0))
                self.ask_for_state(client)
        loaded = self.store.load(self.game)
        assert loaded is not None
        stored = match_of(loaded)
        for client in self.clients.values():
            assert (client.version, tuple(client.moves), client.pending) == (stored.version, stored.moves, None)
            assert client.game is not None
            assert client.game.rematch == loaded.rematch
            assert (loaded.rematch is not None) is stored.rematch_agreed
            numbers = [None if seat.guest is None else loaded.numbers[seat.guest] for seat in loaded.seats]
            assert [seat.guest for seat in client.game.seats] == numbers
            outcome = client.game.outcome
            assert (outcome is None) is (stored.result is None)
            if outcome is not None and stored.result is not None:
                assert outcome.termination == stored.result.cause.value
                assert [stored.players[seat] for seat in outcome.winners] == list(stored.result.winners)


@pytest.fixture(autouse=True)
def no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_games, "_LEFT_AFTER_S", 0.0)  # a lost socket counts as a player who has left


def run(number: int, position: str = "") -> None:
    """Run the machine with this number of examples."""
    # To shrink a failure takes minutes, so the machine reports the first one it finds.
    effort = settings(examples(number), stateful_step_count=40, phases=[Phase.generate])
    run_state_machine_as_test(type("Machine", (OnlineGame,), {"position": position}), settings=effort)


@pytest.mark.timeout(300)
def test_a_bad_network_and_crashes_lose_nothing() -> None:
    run(100)


@pytest.mark.timeout(300)
def test_a_bad_network_and_crashes_lose_nothing_of_three_players() -> None:
    run(10, THREE)


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("position", [THREE, TEAMS], ids=["three", "teams"])
def test_a_bad_network_and_crashes_lose_nothing_of_several_players(position: str) -> None:
    run(150, position)
