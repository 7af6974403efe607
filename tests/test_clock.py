"""Clocks: pure state, with the time as an argument."""

import pickle
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumito import BLACK, WHITE, Board, Clock, ClockKind, Color, Outcome, Termination, TimeControl, _native

BLUE = Color.BLUE
CONTROLS = [
    TimeControl.untimed(),
    TimeControl.total(10_000),
    TimeControl.total(10_000, increment_ms=2_000),
    TimeControl.total(10_000, delay_ms=3_000),
    TimeControl.per_move(5_000),
    TimeControl.shared(20_000),
]


def played(control: TimeControl, *turns: int) -> tuple[Clock, int]:
    """Return a clock after turns of these lengths, and the time."""
    clock = Clock(control)
    clock.start(BLACK, now_ms=1_000)
    now = 1_000
    for spent in turns:
        now += spent
        clock.press(now_ms=now)
    return clock, now


def left(clock: Clock, now: int) -> tuple[int | None, int | None]:
    return clock.remaining_ms(BLACK, now_ms=now), clock.remaining_ms(WHITE, now_ms=now)


UNTIMED, TOTAL, PER_MOVE, SHARED = range(4)


@pytest.mark.parametrize(
    ("kind", "times"),
    [
        (UNTIMED, (1, 0, 0)),
        (UNTIMED, (0, 1, 0)),
        (UNTIMED, (0, 0, 1)),
        *((kind, times) for kind in (PER_MOVE, SHARED) for times in ((0, 0, 0), (5, 1, 0), (5, 0, 1))),
        *((TOTAL, times) for times in ((0, 0, 0), (5, 1, 1), (-5, 0, 0), (5, -1, 0), (5, 0, -1), (2**60, 0, 0))),
    ],
)
def test_the_core_refuses_what_is_no_time_control(kind: int, times: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="time"):
        _native.Clock(kind, *times, 2)


def test_untimed_never_ends() -> None:
    clock, now = played(TimeControl.untimed(), 10**9, 10**9)
    assert left(clock, now) == (None, None)
    assert clock.deadline_ms is None
    assert not clock.flagged(now_ms=10**12)


def test_total_counts_each_player_apart() -> None:
    clock, now = played(TimeControl.total(10_000), 4_000, 1_000)
    assert left(clock, now) == (6_000, 9_000)
    assert left(clock, now + 500) == (5_500, 9_000)
    assert clock.deadline_ms == now + 6_000
    assert not clock.flagged(now_ms=now + 5_999)
    assert clock.flagged(now_ms=now + 6_000)
    assert left(clock, now + 60_000) == (0, 9_000)


def test_increment_comes_after_the_move() -> None:
    clock, now = played(TimeControl.total(10_000, increment_ms=2_000), 4_000, 9_999)
    assert left(clock, now) == (8_000, 2_001)


def test_delay_runs_before_the_clock_and_is_not_saved() -> None:
    clock, now = played(TimeControl.total(10_000, delay_ms=3_000), 2_999, 5_000)
    assert left(clock, now) == (10_000, 8_000)
    assert left(clock, now + 3_000) == (10_000, 8_000)
    assert left(clock, now + 3_001) == (9_999, 8_000)
    assert clock.deadline_ms == now + 13_000


def test_per_move_is_whole_again_for_each_move() -> None:
    clock, now = played(TimeControl.per_move(5_000), 4_999, 4_000)
    assert left(clock, now + 1_000) == (4_000, 5_000)
    assert clock.deadline_ms == now + 5_000


def test_shared_is_one_total() -> None:
    clock, now = played(TimeControl.shared(20_000), 5_000, 7_000)
    assert left(clock, now) == (8_000, 8_000)
    assert left(clock, now + 8_000) == (0, 0)


def test_a_press_after_the_time_is_over_changes_nothing() -> None:
    clock, now = played(TimeControl.total(10_000, increment_ms=2_000), 10_000)
    assert clock.running is BLACK
    assert clock.flagged(now_ms=now)
    assert left(clock, now) == (0, 10_000)


def test_stop_and_start_keep_what_is_left() -> None:
    clock, now = played(TimeControl.total(10_000), 1_000)
    clock.stop(now_ms=now + 2_000)
    assert clock.running is None
    assert clock.deadline_ms is None
    assert not clock.flagged(now_ms=now + 10**6)
    clock.press(now_ms=now + 10**6)
    assert left(clock, now + 10**6) == (9_000, 8_000)
    clock.start(WHITE, now_ms=now + 10**6)
    assert left(clock, now + 10**6 + 8_000) == (9_000, 0)


def test_time_can_be_given() -> None:
    clock, now = played(TimeControl.total(10_000), 4_000)
    clock.adjust(BLACK, 15_000)
    clock.adjust(WHITE, -4_000)
    assert left(clock, now) == (21_000, 6_000)
    clock.adjust(WHITE, -40_000)
    assert clock.flagged(now_ms=now)


@pytest.mark.parametrize(
    ("control", "winners"), [(TimeControl.total(10_000), (WHITE,)), (TimeControl.shared(10_000), (BLACK,))]
)
def test_the_flag_ends_the_game(control: TimeControl, winners: tuple[Color, ...]) -> None:
    board = Board.from_position(Board().position().replace("0 0 b", "1 0 b"))
    clock, now = played(control)
    assert not clock.flag(board, now_ms=now + 9_999)
    assert not board.outcome
    assert clock.flag(board, now_ms=now + 10_000)
    assert board.outcome == Outcome(Termination.TIME, winners)
    assert not clock.flag(board, now_ms=now + 10_001)


def test_a_player_who_runs_out_of_time_leaves_and_the_next_clock_starts() -> None:
    board = Board("three-players")
    clock = Clock(TimeControl.total(10_000), board.players)
    clock.start(board.turn, now_ms=0)
    assert not clock.flag(board, now_ms=10_000)
    assert (board.outcome, board.active, clock.running) == (None, (BLUE, WHITE), BLUE)
    board.play("b3c3")
    clock.press(now_ms=12_000, to=board.turn)
    assert [clock.remaining_ms(color, now_ms=13_000) for color in board.players] == [0, 8_000, 9_000]
    assert clock.flag(board, now_ms=22_000)
    assert board.outcome == Outcome(Termination.TIME, (BLUE,))


def test_a_player_who_has_left_does_not_run_out_of_time() -> None:
    board = Board("three-players")
    for control, ended in ((TimeControl.total(10_000), False), (TimeControl.shared(10_000), True)):
        clock = Clock(control, board.players)
        clock.start(board.turn, now_ms=0)
        game = board.copy()
        game.resign()
        assert clock.flag(game, now_ms=10_000) == ended == (game.outcome is not None)


operations = st.lists(
    st.one_of(
        st.tuples(st.just("press"), st.integers(0, 4_000)),
        st.tuples(st.just("stop"), st.integers(0, 4_000)),
        st.tuples(st.just("start"), st.integers(0, 4_000)),
        st.tuples(st.just("look"), st.integers(0, 4_000)),
    ),
    max_size=20,
)


@given(st.sampled_from(CONTROLS), operations)
def test_clocks_agree_with_a_ledger(control: TimeControl, steps: list[tuple[str, int]]) -> None:
    """Compare with the same rules, kept as a plain ledger of turns."""
    clock = Clock(control)
    ledger = {BLACK: control.time_ms, WHITE: control.time_ms}
    turn: Color | None = None  # the player on turn, running or stopped
    runs = False
    spent = now = 0  # of the turn, in all its parts

    def bank(color: Color) -> Color:
        return BLACK if control.kind is ClockKind.SHARED else color

    def cost() -> int:
        return max(0, spent - control.delay_ms) if control.kind is not ClockKind.UNTIMED else 0

    def due(color: Color) -> int:
        return max(0, ledger[bank(color)] - (cost() if turn is not None and bank(turn) == bank(color) else 0))

    def begin(color: Color) -> None:
        nonlocal turn, spent
        if turn is not None:
            ledger[bank(turn)] = due(turn)
        turn, spent = color, 0
        if control.kind is ClockKind.PER_MOVE:
            ledger[color] = control.time_ms

    for what, passed in steps:
        now += passed
        spent += passed if runs else 0
        over = runs and turn is not None and control.kind is not ClockKind.UNTIMED and due(turn) == 0
        assert clock.flagged(now_ms=now) == over
        if what == "press":
            clock.press(now_ms=now)
            if runs and not over and turn is not None:
                mover = turn
                begin(WHITE if mover is BLACK else BLACK)
                if control.kind is ClockKind.PER_MOVE:
                    ledger[mover] = control.time_ms
                ledger[bank(mover)] += control.increment_ms
        elif what == "stop":
            clock.stop(now_ms=now)
            runs = False
        elif what == "start":
            clock.start(WHITE, now_ms=now)
            if turn is not WHITE:
                begin(WHITE)
            runs = True
        assert clock.running == (turn if runs else None)
        for color in (BLACK, WHITE):
            expected = None if control.kind is ClockKind.UNTIMED else due(color)
            assert clock.remaining_ms(color, now_ms=now) == expected


@pytest.mark.parametrize("control", CONTROLS)
def test_clocks_are_values(control: TimeControl) -> None:
    clock, now = played(control, 1_000, 2_000)
    for twin in (clock.copy(), pickle.loads(pickle.dumps(clock))):
        assert twin == clock
        assert twin is not clock
        twin.press(now_ms=now + 10)
        assert twin != clock
    assert str(control.kind) in repr(clock)
    assert "black on the clock" in repr(clock)


def test_clocks_serve_three_players() -> None:
    clock = _native.Clock(1, 1_000, 0, 0, 3)
    clock.start(0, 0)
    for player, now in ((1, 100), (2, 300), (0, 600)):
        clock.press(player, now)
        assert clock.running == player
    assert [clock.remaining(player, 600) for player in range(3)] == [900, 800, 700]


def test_a_turn_that_was_stopped_goes_on() -> None:
    clock = Clock(TimeControl.per_move(5_000))
    clock.start(BLACK, now_ms=0)
    clock.stop(now_ms=2_000)
    clock.start(BLACK, now_ms=10_000)
    assert clock.remaining_ms(BLACK, now_ms=11_000) == 2_000
    clock.start(WHITE, now_ms=11_000)  # a move was taken back: White begins a new turn
    assert clock.remaining_ms(WHITE, now_ms=12_000) == 4_000
    clock.start(BLACK, now_ms=12_000)
    assert clock.remaining_ms(BLACK, now_ms=12_500) == 4_500


def test_a_delay_is_given_once_a_turn() -> None:
    clock = Clock(TimeControl.total(10_000, delay_ms=5_000))
    clock.start(BLACK, now_ms=0)
    for pause in (1, 2, 3):
        clock.stop(now_ms=pause * 3_000)
        clock.start(BLACK, now_ms=pause * 3_000)
    assert clock.remaining_ms(BLACK, now_ms=9_000) == 6_000
    clock.press(now_ms=9_000)
    assert clock.remaining_ms(WHITE, now_ms=14_000) == 10_000


def test_what_is_left_never_goes_below_nothing() -> None:
    clock = Clock(TimeControl.total(10_000))
    clock.adjust(BLACK, -40_000)
    clock.adjust(BLACK, 5_000)
    assert clock.remaining_ms(BLACK, now_ms=0) == 5_000
    clock.start(BLACK, now_ms=0)
    clock.stop(now_ms=60_000)
    clock.adjust(BLACK, 1_000)
    assert clock.remaining_ms(BLACK, now_ms=60_000) == 1_000


@pytest.mark.parametrize("far", [2**53 + 1, -(2**53) - 1, 2**62])
def test_times_out_of_reach_are_refused(far: int) -> None:
    clock = Clock(TimeControl.total(2**53, increment_ms=2**53))
    calls: tuple[Callable[[], object], ...] = (
        lambda: clock.start(BLACK, now_ms=far),
        lambda: clock.press(now_ms=far),
        lambda: clock.stop(now_ms=far),
        lambda: clock.flagged(now_ms=far),
        lambda: clock.remaining_ms(BLACK, now_ms=far),
        lambda: clock.adjust(BLACK, far),
    )
    clock.start(BLACK, now_ms=0)
    for call in calls:
        with pytest.raises(ValueError, match=r"2\*\*53"):
            call()
    for _ in range(2_000):  # totals stop growing before sums would overflow
        clock.press(now_ms=0)
    assert clock.remaining_ms(BLACK, now_ms=0) == 2**53


@pytest.mark.parametrize(
    "arguments",
    [
        (ClockKind.TOTAL, 0),
        (ClockKind.UNTIMED, 5),
        (ClockKind.TOTAL, -5),
        (ClockKind.TOTAL, 1.5),
        (ClockKind.TOTAL, True),
        (ClockKind.TOTAL, 2**53 + 1),
        (ClockKind.PER_MOVE, 5, 1),
        (ClockKind.SHARED, 5, 0, 1),
        (ClockKind.TOTAL, 5, 1, 1),
    ],
)
def test_time_controls_that_make_no_sense_are_refused(arguments: tuple[object, ...]) -> None:
    with pytest.raises(ValueError, match=r"time|increment"):
        TimeControl(*arguments)  # type: ignore[arg-type]


def test_clocks_need_two_to_six_players() -> None:
    with pytest.raises(ValueError, match="two to six players"):
        Clock(TimeControl.untimed(), (BLACK,))
    with pytest.raises(ValueError, match="a player twice: black, white, black"):
        Clock(TimeControl.untimed(), (BLACK, WHITE, BLACK))
    with pytest.raises(TypeError, match=r"a whole number of milliseconds, not 1\.5"):
        Clock(TimeControl.untimed()).start(BLACK, now_ms=1.5)  # type: ignore[arg-type]
    clock = Clock(TimeControl.total(5))
    for state in ((0, True, 0, 0, [5]), (2, True, 0, 0, [5, 5]), (-1, True, 0, 0, [5, 5]), (0, True, 0, 0, [5, -5])):
        with pytest.raises(ValueError, match=r"not the state|less than nothing"):
            clock.__setstate__((clock.control, clock.players, state))
    with pytest.raises(ValueError, match="green has no clock"):
        Clock(TimeControl.untimed()).start("green", now_ms=0)


def test_text_names_kinds_and_players() -> None:
    assert TimeControl("Total", 5_000) == TimeControl.total(5_000)  # type: ignore[arg-type]
    assert TimeControl("untimed").kind is ClockKind.UNTIMED  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="'blitz' is not a ClockKind: use 'untimed', 'total', 'per_move' or 'shared'"):
        TimeControl("blitz", 5_000)  # type: ignore[arg-type]
    clock = Clock(TimeControl.total(5_000), ("white", "black"))  # type: ignore[arg-type]
    clock.start("white", now_ms=0)
    assert clock.running is WHITE
    clock.adjust("black", 1_000)
    assert (clock.remaining_ms("white", now_ms=100), clock.remaining_ms("Black", now_ms=100)) == (4_900, 6_000)
