"""Matches under random commands at random times, compared with sums over the log that share no code with the clock."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

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

from effort import examples
from match_table import BEGIN_MS, DAY
from sumito import BLACK, Board, ClockKind, Color, Rules, TimeControl
from sumito.play import PHRASES, Cause, CommandError, Match, RefusalCode, Terms
from sumito.play import commands as ask
from sumito.play.events import (
    Agreement,
    Cancellation,
    Claim,
    Decline,
    Departure,
    Dismissal,
    Event,
    FlagFall,
    Offer,
    PlayedMove,
    PlayerEvent,
    Remark,
    Resignation,
    Start,
    TimeCredit,
    TimeGift,
    Topic,
)

CONTROLS = (
    TimeControl.untimed(),
    TimeControl.total(20_000),
    TimeControl.total(9_000, increment_ms=700),
    TimeControl.total(9_000, delay_ms=1_500),
    TimeControl.per_move(8_000),
    TimeControl.per_move(2 * DAY),
    TimeControl.shared(30_000),
)
# An ejection ends the game, and so do thirty plies: some matches end on the board.
RULES = Rules(marbles_to_eject=1, ply_cap=30)
# Few marbles near the edge: players leave because they have none, and matches go on without them.
THREE = "5/6/BB5/8/sSS3SSB/8/7/6/5 buw 0,0,0 b 0 1"
FOUR = "RSS2/6/BB4s/8/sSS3SSB/8/7/6/1RR2 buwr 0,0,0,0 b 0 1"
TEAMS = "RSS2/6/ss5/8/BSS5B/8/7/6/5 buwr 0,0 b 0 1"
SIX = "RSS2/6/BB4s/G7/sSS3SSB/7Y/YY5/4GG/1RR2 buwryg 0,0,0,0,0,0 b 0 1"
SEVERAL = Rules(marbles_to_eject=4, ply_cap=60)


@dataclass
class Turn:
    """A turn: who had it, when it began, and what it cost once it was over."""

    player: Color
    start_ms: int
    gift_ms: int = 0
    cost_ms: int | None = None
    left: bool = False
    """Whether the player has left the match in this turn."""


class Ledger:
    """The times of a match, summed over the turns of its log that no takeback has removed."""

    def __init__(self, terms: Terms, log: Sequence[Event]) -> None:
        self.terms = terms
        self.control = terms.control
        self.turns: list[Turn] = []
        self.board = Board.from_position(terms.start, rules=terms.rules)
        self.gifts = dict.fromkeys(self.board.players, 0)
        self.end_ms: int | None = None
        self.asker = BLACK
        self.agreed: dict[Topic, set[Color]] = {topic: set() for topic in Topic}
        """Who has agreed since the last decline, or since the position changed."""
        for event in log:
            if isinstance(event, Start):
                self.turns.append(Turn(self.board.turn, event.at_ms))
            elif isinstance(event, PlayedMove):
                self.close(event)
            elif leaver := self.leaver(event):
                self.leave(leaver, event)
            elif isinstance(event, TimeCredit):
                self.turns[-1].start_ms += event.ms
            elif isinstance(event, TimeGift):
                if self.control.kind is ClockKind.PER_MOVE:
                    self.turns[-1].gift_ms += event.ms
                else:
                    for player in opponents(self.board, event.player):
                        self.gifts[player] += event.ms
            elif isinstance(event, (Offer, Agreement, Decline)):
                self.negotiate(event)
            elif isinstance(event, (FlagFall, Claim, Cancellation)):
                self.end_ms = event.at_ms

    def negotiate(self, event: Offer | Agreement | Decline) -> None:
        agreed = self.agreed[event.topic]
        if isinstance(event, Decline):
            agreed.clear()
            return
        agreed.add(event.player)
        if isinstance(event, Offer) and event.topic is Topic.TAKEBACK:
            self.asker = event.player
        if agreed == set(self.board.active) and event.topic is Topic.DRAW:
            self.end_ms = event.at_ms
        if agreed == set(self.board.active) and event.topic is Topic.TAKEBACK:
            self.take_back(self.asker, event.at_ms)
            self.forget_offers()

    def forget_offers(self) -> None:
        for agreed in self.agreed.values():
            agreed.clear()

    def leaver(self, event: Event) -> Color | None:
        """Return who loses by an event that ends the match of two players, and lets one of several leave."""
        timed = self.control.kind not in (ClockKind.UNTIMED, ClockKind.SHARED)
        if isinstance(event, FlagFall):
            return self.turns[-1].player if timed and not self.opening else None
        return event.player if isinstance(event, Resignation) else getattr(event, "absent", None)

    def leave(self, leaver: Color, event: Event) -> None:
        self.forget_offers()
        if self.board.resign(leaver) is not None:
            self.end_ms = event.at_ms
        elif self.turns[-1].player is leaver:
            turn = self.turns[-1]
            turn.cost_ms, turn.left = max(0, event.at_ms - turn.start_ms), True
            self.turns.append(Turn(self.board.turn, max(turn.start_ms, event.at_ms)))

    def take_back(self, asker: Color, at_ms: int) -> None:
        began_ms = max(self.turns[-1].start_ms, at_ms)
        del self.turns[-1]
        self.board.undo()
        while self.turns[-1].player is not asker:
            assert not self.turns[-1].left, "a takeback goes beyond a player who has left"
            del self.turns[-1]
            self.board.undo()
        self.turns[-1] = Turn(asker, began_ms)

    @property
    def opening(self) -> bool:
        return len(self.turns) <= len(self.board.players)

    def close(self, event: PlayedMove) -> None:
        turn = self.turns[-1]
        turn.cost_ms = 0
        if not self.opening:
            thought_ms = max(0, event.at_ms - event.lag_ms - turn.start_ms)
            whole_ms = self.control.delay_ms + self.before(turn)
            turn.cost_ms = max(thought_ms, min(self.terms.premove_ms, whole_ms - 1))
        self.forget_offers()
        self.board.play(event.move)
        self.turns.append(Turn(self.board.turn, max(turn.start_ms, event.at_ms)))

    def before(self, turn: Turn) -> int:
        """Return the time that the player of a turn had when it began, with the gifts since."""
        if self.control.kind is ClockKind.PER_MOVE:
            return self.control.time_ms + turn.gift_ms
        return self.total(turn.player)

    def total(self, player: Color) -> int:
        """Return the sum over the closed turns of a player, or of all players if the time is shared."""
        left_ms = self.control.time_ms + self.gifts[player]
        for place, turn in enumerate(self.turns):
            if place < len(self.board.players) or turn.cost_ms is None:
                continue
            if self.control.kind is ClockKind.SHARED or turn.player is player:
                left_ms += 0 if turn.left else self.control.increment_ms
                left_ms -= max(0, turn.cost_ms - self.control.delay_ms)
        return left_ms

    def left(self, player: Color, now_ms: int) -> int | None:
        if self.control.kind is ClockKind.UNTIMED:
            return None
        own = self.turns[-1].player is player or self.control.kind is ClockKind.SHARED
        if self.control.kind is ClockKind.PER_MOVE:
            last = next((turn for turn in self.turns if turn.left and turn.player is player), None)
            left_ms = self.before(self.turns[-1]) if own and self.turns else self.control.time_ms
            if last is not None:
                left_ms = self.control.time_ms + last.gift_ms - (last.cost_ms or 0)
        else:
            left_ms = self.total(player)
        if own and not self.opening:
            until_ms = now_ms if self.end_ms is None else self.end_ms
            left_ms -= max(0, until_ms - self.turns[-1].start_ms - self.control.delay_ms)
        return max(0, left_ms)

    @property
    def deadline_ms(self) -> int:
        turn = self.turns[-1]
        if self.opening:
            return turn.start_ms + self.terms.first_move_ms
        if self.control.kind is ClockKind.UNTIMED:
            return turn.start_ms + 30 * DAY
        return turn.start_ms + self.control.delay_ms + self.before(turn)


def opponents(board: Board, player: Color) -> list[Color]:
    """Return the players who have not left and do not play with this one."""
    teams = len(board.sides) < len(board.players)
    places = {each: place % 2 if teams else place for place, each in enumerate(board.players)}
    return [each for each in board.active if places[each] != places[player]]


def changes(terms: Terms, log: Sequence[Event], since: int) -> bool:
    """Return whether some event since a version has changed the position. None of them ended the match."""
    for place, event in enumerate(log[since:], since + 1):
        if isinstance(event, (PlayedMove, Resignation, Dismissal, FlagFall)):
            return True
        if isinstance(event, Agreement) and event.topic is Topic.TAKEBACK:
            before, after = (Ledger(terms, log[:end]).board for end in (place - 1, place))
            if len(after.history) < len(before.history):
                return True
    return False


def away_since(log: Sequence[Event], player: Color) -> int | None:
    """Return when a player left, with later credits; None if the player is present."""
    since: int | None = None
    for event in log:
        if isinstance(event, PlayerEvent) and event.player is player:
            since = event.at_ms if isinstance(event, Departure) else None
        elif isinstance(event, TimeCredit) and since is not None:
            since += event.ms
    return since


SIMPLE = st.sampled_from([command for command in ask.PLAYER_COMMANDS if command not in (ask.Abort, ask.Resign)])
PLAYER = st.integers(0, 11)  # of any number of players
PAUSE = st.one_of(
    st.integers(0, 900),
    st.integers(-300, 9_000),
    st.sampled_from([29_999, 30_000, 60_000, DAY, 2 * DAY, 7 * DAY, 30 * DAY]),
)


class MatchMachine(RuleBasedStateMachine):
    """A match with impatient players, a doubtful network and a server that restarts."""

    control: ClassVar[TimeControl]
    start: ClassVar[str] = ""
    options: ClassVar[Rules] = RULES

    def __init__(self) -> None:
        super().__init__()
        self.now = BEGIN_MS
        self.sent: list[ask.Command] = []

    @initialize(
        takebacks=st.sampled_from([True, True, False]),
        premove_ms=st.sampled_from([0, 100]),
        plies=st.integers(-1, 8),
    )
    def sit_down(self, takebacks: bool, premove_ms: int, plies: int) -> None:
        terms = Terms(
            start=self.start, rules=self.options, control=self.control, takebacks=takebacks, premove_ms=premove_ms
        )
        self.match = Match(terms)
        if plies >= 0:
            self.begin()
            self.move(list(range(plies)), pause=300, lag_ms=0)

    def player(self, number: int) -> Color:
        return self.match.players[number % len(self.match.players)]

    @property
    def is_of_several(self) -> bool:
        return len(self.match.players) > 2

    def send(self, command: ask.Command, lag_ms: int = 0) -> CommandError | None:
        """Give a command. Return the refusal, or None."""
        self.sent.append(command)
        before = self.match.version
        log = self.match.log
        try:
            made = self.match.decide(command, self.now, lag_ms=lag_ms)
        except CommandError as error:
            assert self.match.log == log
            return error
        assert self.match.log == log
        over = self.match.result
        for event in made:
            self.match.apply(event)
            if over is not None:
                assert isinstance(event, Remark) or getattr(event, "topic", None) is Topic.REMATCH
                assert self.match.result == over
        assert self.match.version == before + len(made)
        return None

    @rule()
    @precondition(lambda self: not self.match.started)
    def begin(self) -> None:
        assert (self.send(ask.Begin()) is None) is (self.match.result is None)

    @rule(pause=PAUSE)
    def wait(self, pause: int) -> None:
        self.now += pause

    @rule(player=PLAYER, command=SIMPLE)
    def command(self, player: int, command: type[ask.PlayerCommand]) -> None:
        self.send(command(self.player(player)))

    @rule(player=PLAYER)
    def come_or_go(self, player: int) -> None:
        who = self.player(player)
        refusal = self.send(ask.Return(who) if who in self.match.away else ask.Leave(who))
        plays = self.match.started and self.match.result is None and who in self.match.board.active
        assert (refusal is None) is plays

    @rule(player=PLAYER)
    def give_time(self, player: int) -> None:
        self.send(ask.AddTime(self.player(player)))

    @rule(player=PLAYER, sure=st.integers(0, 5))
    def give_up(self, player: int, sure: int) -> None:
        if sure == 0:
            opening, who = not self.match.started or self.ledger.opening, self.player(player)
            self.send(ask.Abort(who) if opening else ask.Resign(who))

    @rule(player=PLAYER, takeback=st.booleans(), yes=st.booleans(), sure=st.booleans(), pause=st.integers(0, 2_000))
    def negotiate(self, player: int, takeback: bool, yes: bool, sure: bool, pause: int) -> None:
        """Ask for something, and answer as the other players."""
        before, who = self.match.version, self.player(player)
        over = self.match.result is not None
        self.send(ask.AskTakeback(who) if takeback else ask.OfferRematch(who) if over else ask.OfferDraw(who))
        asked = self.match.version > before
        self.now += pause
        answers = (ask.AcceptRematch, ask.DeclineRematch) if over else (ask.AcceptDraw, ask.DeclineDraw)
        accept, decline = (ask.AcceptTakeback, ask.DeclineTakeback) if takeback else answers
        for other in self.others(player):
            refusal = self.send((accept if yes and (takeback or sure) else decline)(other))
            if asked and refusal is not None and not self.is_of_several:
                # Either the time was up, or the first offer was itself an agreement.
                assert refusal.code in (RefusalCode.TIME_UP, RefusalCode.OVER, RefusalCode.ALREADY_DONE)

    def others(self, player: int) -> list[Color]:
        """Return the other players, in the order of play after this one."""
        return [self.player(player + place) for place in range(1, len(self.match.players))]

    @rule(player=PLAYER, numbers=st.lists(st.integers(0, 200), min_size=1, max_size=3), pause=st.integers(1, 900))
    @precondition(lambda self: self.match.result is None)
    def take_back(self, player: int, numbers: list[int], pause: int) -> None:
        """Play some moves that take time, and take them back."""
        self.move(numbers, pause, lag_ms=0)
        self.send(ask.AskTakeback(self.player(player)))
        for other in self.others(player):
            self.send(ask.AcceptTakeback(other))

    @rule(player=PLAYER, phrase=st.sampled_from(PHRASES))
    def phrase(self, player: int, phrase: str) -> None:
        self.send(ask.Phrase(self.player(player), phrase))

    @rule(
        numbers=st.lists(st.integers(0, 200), min_size=1, max_size=4),
        pause=st.integers(0, 1_500),
        lag_ms=st.sampled_from([0, 0, 40, 500]),
    )
    @precondition(lambda self: self.match.result is None)
    def move(self, numbers: list[int], pause: int, lag_ms: int) -> None:
        """Play legal moves, in time or not."""
        for number in numbers:
            self.now += pause
            if self.match.result is None:
                board = self.match.board
                ejections = [move for move in board.legal_moves if self.is_of_several and board.is_ejection(move)]
                moves = (ejections if number % 3 == 0 else None) or list(board.legal_moves)
                command = ask.Move(self.match.turn, moves[number % len(moves)], self.match.version)
                refusal = self.send_move(command, lag_ms)
                assert refusal is None or refusal.code in (RefusalCode.NOT_BEGUN, RefusalCode.TIME_UP)

    @rule(player=PLAYER, number=st.integers(0, 200), back=st.integers(-1, 5))
    @precondition(lambda self: self.match.result is None)
    def doubtful_move(self, player: int, number: int, back: int) -> None:
        """Play a move of any player who saw any version."""
        moves = list(self.match.board.legal_moves)
        self.send_move(ask.Move(self.player(player), moves[number % len(moves)], self.match.version - back), 0)

    def send_move(self, command: ask.Move, lag_ms: int) -> CommandError | None:
        log, turn, started = self.match.log, self.match.turn, self.match.started
        in_time = started and max(self.ledger.turns[-1].start_ms, self.now - lag_ms) < self.ledger.deadline_ms
        known = 0 <= command.version <= len(log) and not changes(self.match.terms, log, command.version)
        refusal = self.send(command, lag_ms)
        accepted = started and in_time and known and command.player is turn
        assert (refusal is None) is accepted, refusal
        return refusal

    @rule(data=st.data(), pause=st.integers(0, 100))
    @precondition(lambda self: self.sent)
    def send_again(self, data: st.DataObject, pause: int) -> None:
        """Send any earlier command again."""
        self.now += pause
        command = data.draw(st.sampled_from(self.sent))
        refusal = self.send(command)
        if isinstance(command, ask.Move) and refusal is None:
            assert self.match.repeated_at(command) is not None

    @rule()
    def flag(self) -> None:
        if not self.match.started or self.match.result is not None:
            assert self.send(ask.Flag()) is not None
            return
        due = self.now >= self.ledger.deadline_ms
        assert (self.send(ask.Flag()) is None) is due

    @rule(player=PLAYER, draw=st.booleans(), patience=st.sampled_from([None, -1, 0]))
    @precondition(lambda self: self.match.started and self.match.result is None)
    def claim(self, player: int, draw: bool, patience: int | None) -> None:
        """Claim at once, a millisecond too early, or in the first millisecond that allows it."""
        ledger, after_ms, who = self.ledger, self.match.terms.claim_after_ms, self.player(player)
        since = away_since(self.match.log, self.match.turn)
        if patience is not None and after_ms is not None and since is not None:
            self.now = since + after_ms + patience
        allowed = (
            after_ms is not None
            and since is not None
            and self.now >= since + after_ms
            and self.match.turn in opponents(ledger.board, who)
            and who in ledger.board.active
            and not ledger.opening
            and self.now < ledger.deadline_ms
        )
        claim = ask.Dismiss if self.is_of_several else ask.ClaimDraw if draw else ask.ClaimWin
        refusal = self.send(claim(who))
        assert (refusal is None) is allowed

    @rule(boot=st.sampled_from("abc"), ms=st.integers(1, 20_000))
    def restart(self, boot: str, ms: int) -> None:
        old = any(isinstance(event, TimeCredit) and event.boot == boot for event in self.match.log)
        refusal = self.send(ask.Credit(boot, ms))
        assert (refusal is None) is (self.match.started and self.match.result is None and not old)

    @property
    def ledger(self) -> Ledger:
        return Ledger(self.match.terms, self.match.log)

    @invariant()
    def times_are_those_of_the_ledger(self) -> None:
        if not self.match.started:
            assert self.match.deadline_ms is None
            return
        ledger = self.ledger
        ended = self.match.result
        if ended is not None and ledger.end_ms is None:  # by a move: the clock of the next player has not run
            ledger.end_ms = ledger.turns[-1].start_ms
        for now_ms in (self.now, self.now + 1_234):
            expected = [ledger.left(player, now_ms) for player in self.match.players]
            assert [self.match.remaining_ms(player, at_ms=now_ms) for player in self.match.players] == expected
        assert self.match.deadline_ms == (None if ended else ledger.deadline_ms)
        assert self.match.position == ledger.board.position()
        assert self.match.turn is ledger.board.turn
        assert ended is not None or self.match.turn is ledger.turns[-1].player

    @invariant()
    def the_end_is_that_of_the_board_or_of_an_agreement(self) -> None:
        """One cause ends a match, and nobody who has left wins."""
        if not self.match.started or (ended := self.match.result) is None:
            return
        ledger = self.ledger
        board = ledger.board
        if ended.cause is Cause.AGREEMENT:
            assert ledger.agreed[Topic.DRAW] == set(board.active)
        elif board.outcome is not None:
            assert ended.winners == board.outcome.winners
            if ended.cause is not Cause.ABSENCE and not any(isinstance(each, FlagFall) for each in self.match.log):
                assert ended.cause.value == board.outcome.termination.value
        elif ended.cause is not Cause.TIME:
            assert ended.cause in (Cause.ABORTED, Cause.EXPIRED) or not self.is_of_several
        assert self.match.rematch_agreed is (ledger.agreed[Topic.REMATCH] == set(board.players))

    @invariant()
    def the_log_is_the_match(self) -> None:
        stored = json.loads(json.dumps([event.to_json() for event in self.match.log]))
        assert Match.replay(self.match.terms, map(Event.from_json, stored)) == self.match

    @invariant()
    def only_the_player_to_move_can_move_in_time(self) -> None:
        in_time = False
        if self.match.started and self.match.result is None:
            ledger = self.ledger
            in_time = max(self.now, ledger.turns[-1].start_ms) < ledger.deadline_ms
        able = [player for player in self.match.players if "move" in self.match.can(player, at_ms=self.now)]
        assert able == ([self.match.turn] if in_time else [])

    @invariant()
    def players_can_do_what_would_be_decided(self) -> None:
        """`can` names exactly the kinds of commands that `decide` accepts, in the order of `PLAYER_COMMANDS`."""
        move = next(iter(self.match.board.legal_moves), "a1b2")
        for player in self.match.players:
            simple = [command(player) for command in ask.PLAYER_COMMANDS]
            tried = [ask.Move(player, move, self.match.version), *simple, ask.Phrase(player, PHRASES[0])]
            expected = tuple(command.kind for command in tried if self.would_accept(command))
            assert self.match.can(player, at_ms=self.now) == expected

    def would_accept(self, command: ask.Command) -> bool:
        try:
            self.match.decide(command, self.now)
        except CommandError:
            return False
        return True

    @invariant()
    def the_absent_are_those_who_left_last(self) -> None:
        active = self.match.board.active
        assert self.match.active == active
        expected = {player: away_since(self.match.log, player) for player in active}
        assert dict(self.match.away) == {player: since for player, since in expected.items() if since is not None}


def control_name(control: TimeControl) -> str:
    return f"{control.kind}-{control.time_ms}"


def run(number: int, **values: object) -> None:
    """Run a machine with this number of examples."""
    # To shrink a failure takes minutes, so the machine reports the first one it finds.
    effort = settings(examples(number), stateful_step_count=50, phases=[Phase.generate])
    run_state_machine_as_test(type("Machine", (MatchMachine,), values), settings=effort)


# A machine for each control: if it were drawn, some controls would get few examples.
@pytest.mark.parametrize("control", CONTROLS, ids=control_name)
def test_random_matches(control: TimeControl) -> None:
    run(160, control=control)


@pytest.mark.parametrize(
    ("start", "control"),
    [
        (THREE, CONTROLS[3]),
        (THREE, CONTROLS[4]),
        (THREE, CONTROLS[6]),
        (FOUR, CONTROLS[2]),
        (TEAMS, CONTROLS[1]),
        (SIX, CONTROLS[1]),
    ],
    ids=["three-delay", "three-per-move", "three-shared", "four-increment", "teams-total", "six-total"],
)
def test_random_matches_of_several_players(start: str, control: TimeControl) -> None:
    run(16, control=control, start=start, options=SEVERAL)


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("start", [THREE, FOUR, TEAMS, SIX], ids=["three", "four", "teams", "six"])
@pytest.mark.parametrize("control", CONTROLS, ids=control_name)
def test_many_random_matches_of_several_players(start: str, control: TimeControl) -> None:
    run(400, control=control, start=start, options=SEVERAL)
