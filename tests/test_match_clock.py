"""The time of matches: deadlines, lag, takebacks, credits."""

import pytest

from match_table import BEGIN_MS, DAY, MINUTE, Table
from sumito import BLACK, WHITE, TimeControl
from sumito.play import Cause, RefusalCode, Result, Terms
from sumito.play.commands import (
    AcceptDraw,
    AcceptTakeback,
    AddTime,
    AskTakeback,
    ClaimWin,
    Credit,
    Flag,
    Leave,
    Move,
    OfferDraw,
    Phrase,
    Resign,
    Return,
)
from sumito.play.terms import EXPIRY_MS, FIRST_MOVE_MS


def terms(control: TimeControl, *, premove_ms: int = 0) -> Terms:
    return Terms(control=control, takebacks=True, premove_ms=premove_ms)


TEN_SECONDS = terms(TimeControl.total(10_000))


def test_clocks_stand_still_until_every_player_has_moved() -> None:
    table = Table(TEN_SECONDS, moves=0)
    assert table.match.deadline_ms == BEGIN_MS + FIRST_MOVE_MS
    assert table.running() is None
    table.move(after=9_000)
    assert table.match.deadline_ms == BEGIN_MS + 9_000 + FIRST_MOVE_MS
    table.move(after=20_000)
    assert table.left() == [10_000, 10_000]
    assert table.running() is BLACK
    assert table.match.deadline_ms == table.now + 10_000
    table.move(after=4_000)
    assert table.left() == [6_000, 10_000]


@pytest.mark.parametrize("moves", [0, 1])
def test_a_first_move_that_does_not_come_aborts_the_match(moves: int) -> None:
    table = Table(TEN_SECONDS, moves=moves)
    table.refuses(Flag(), RefusalCode.TOO_EARLY, after=FIRST_MOVE_MS - 1)
    table.refuses(Move(table.match.turn, "a1b2", table.match.version), RefusalCode.TIME_UP, after=FIRST_MOVE_MS)
    table.do(Flag(), after=FIRST_MOVE_MS)
    assert table.match.result == Result(Cause.ABORTED, (), BEGIN_MS + FIRST_MOVE_MS)


def test_loss_on_time() -> None:
    table = Table(TEN_SECONDS)
    table.refuses(Flag(), RefusalCode.TOO_EARLY, after=9_999)
    table.do(Flag(), after=10_000)
    assert table.match.result == Result(Cause.TIME, (WHITE,), BEGIN_MS + 10_000)
    assert table.left() == [0, 10_000]
    assert table.match.deadline_ms is None
    assert table.running() is None


def test_a_move_in_time_wins_over_a_later_flag() -> None:
    table = Table(TEN_SECONDS)
    table.now += 9_999
    made = table.match.decide(Move(BLACK, next(iter(table.match.board.legal_moves)), table.match.version), table.now)
    table.match.decide(Flag(), table.now + 1)  # without the move, the flag would fall
    table.match.apply(*made)
    table.refuses(Flag(), RefusalCode.TOO_EARLY, after=1)
    assert table.left() == [1, 10_000]


def test_when_the_time_is_up_only_the_flag_counts() -> None:
    table = Table(TEN_SECONDS)
    table.do(OfferDraw(BLACK))
    table.do(AskTakeback(BLACK))
    table.do(Leave(BLACK))
    late = (Resign(WHITE), AcceptDraw(WHITE), AcceptTakeback(WHITE), AddTime(WHITE), ClaimWin(WHITE))
    for command in late:
        table.refuses(command, RefusalCode.TIME_UP, after=10_000)
    table.refuses(Move(BLACK, "a1b2", table.match.version), RefusalCode.TIME_UP, after=10_000)
    table.do(Return(BLACK), after=10_000)
    table.do(Leave(BLACK))
    table.do(Phrase(WHITE, "sorry"))
    table.do(Flag())


@pytest.mark.parametrize(
    ("control", "left"),
    [
        (TimeControl.total(10_000), [7_000, 10_000]),
        (TimeControl.total(10_000, increment_ms=2_000), [9_000, 10_000]),
        (TimeControl.total(10_000, delay_ms=1_000), [8_000, 10_000]),
        (TimeControl.per_move(10_000), [10_000, 10_000]),
        (TimeControl.shared(10_000), [7_000, 7_000]),
        (TimeControl.untimed(), [None, None]),
    ],
)
def test_every_kind_of_time_control(control: TimeControl, left: list[int | None]) -> None:
    table = Table(terms(control))
    table.move(after=3_000)
    assert table.left() == left


def test_a_delay_is_shown() -> None:
    table = Table(terms(TimeControl.total(10_000, delay_ms=3_000)), moves=1)
    assert table.match.delay_left_ms(at_ms=table.now) == 0
    table.move()
    passed = (-5, 0, 1_000, 3_000, 9_000)
    assert [table.match.delay_left_ms(at_ms=table.now + ms) for ms in passed] == [3_000, 3_000, 2_000, 0, 0]
    assert table.match.deadline_ms == table.now + 13_000


def test_the_end_of_a_shared_time_is_decided_by_ejections() -> None:
    for score, winners in (("0 0", ()), ("1 0", (BLACK,)), ("0 1", (WHITE,))):
        start = f"sss2/6/7/8/9/8/7/6/2SSS {score} b"
        table = Table(Terms(start=start, control=TimeControl.shared(10_000)))
        table.do(Flag(), after=10_000)
        assert table.match.result == Result(Cause.TIME, winners, BEGIN_MS + 10_000)


def test_correspondence() -> None:
    table = Table(terms(TimeControl.per_move(3 * DAY)), moves=0)
    assert table.match.deadline_ms == BEGIN_MS + 3 * DAY, "the first move has the same time as any other"
    table.move(after=DAY)
    table.move(after=2 * DAY)
    table.move(after=3 * DAY - 1)
    assert table.left() == [3 * DAY, 3 * DAY]
    table.do(Flag(), after=3 * DAY)
    assert table.match.result
    assert table.match.result.winners == (BLACK,)


def test_an_untimed_match_expires() -> None:
    for moves, cause in ((0, Cause.ABORTED), (1, Cause.ABORTED), (2, Cause.EXPIRED)):
        table = Table(Terms(), moves=moves)
        assert table.match.deadline_ms == BEGIN_MS + EXPIRY_MS
        table.refuses(Flag(), RefusalCode.TOO_EARLY, after=EXPIRY_MS - 1)
        table.do(Flag(), after=EXPIRY_MS)
        assert table.match.result == Result(cause, (), BEGIN_MS + EXPIRY_MS)
        assert not table.match.result.counts


def test_lag_counts_for_neither_player() -> None:
    table = Table(TEN_SECONDS)
    table.move(after=4_000, lag_ms=300)
    assert table.left() == [6_300, 10_000]
    assert table.match.deadline_ms == table.now + 10_000
    table.move(after=200, lag_ms=5_000)
    assert table.left() == [6_300, 10_000], "a lag gives no time"


def test_lag_can_save_a_move_that_arrives_late() -> None:
    table = Table(TEN_SECONDS)
    move = next(iter(table.match.board.legal_moves))
    table.refuses(Move(BLACK, move, table.match.version), RefusalCode.TIME_UP, after=10_100, lag_ms=100)
    table.move(after=10_100, lag_ms=101)
    assert table.left() == [1, 10_000]


def test_a_premove_has_a_cost() -> None:
    table = Table(terms(TimeControl.total(10_000), premove_ms=100))
    table.move(after=3)
    assert table.left() == [9_900, 10_000]
    assert table.match.deadline_ms == table.now + 10_000
    table.move(after=500, lag_ms=450)
    table.move(after=150)
    assert table.left() == [9_750, 9_900]


def test_the_cost_of_a_premove_never_loses_a_match() -> None:
    table = Table(terms(TimeControl.total(1_000), premove_ms=100))
    table.move(after=950)
    table.move(after=1)
    table.move(after=1)
    assert table.left() == [1, 900]
    table.move()
    table.move()
    assert table.left()[0] == 1


def test_a_takeback_restores_the_times() -> None:
    table = Table(terms(TimeControl.total(10_000, increment_ms=500)))
    table.move(after=1_000)
    table.move(after=2_000)
    assert table.left() == [9_500, 8_500]
    table.do(AskTakeback(WHITE), after=3_000)
    table.do(AcceptTakeback(BLACK), after=1_000)
    assert table.left() == [9_500, 10_000]
    assert table.running() is WHITE
    assert table.match.deadline_ms == table.now + 10_000
    table.do(AskTakeback(BLACK))
    table.do(AcceptTakeback(WHITE))
    assert table.left() == [10_000, 10_000]
    table.do(AskTakeback(BLACK))
    table.do(AcceptTakeback(WHITE))
    assert table.running() is None
    assert table.match.deadline_ms == table.now + FIRST_MOVE_MS


@pytest.mark.parametrize(
    ("control", "left"),
    [
        (TimeControl.shared(10_000), [9_000, 9_000]),
        (TimeControl.per_move(10_000), [10_000, 10_000]),
        (TimeControl.total(10_000, delay_ms=700), [9_700, 10_000]),
        (TimeControl.untimed(), [None, None]),
    ],
)
def test_a_takeback_restores_every_kind_of_clock(control: TimeControl, left: list[int | None]) -> None:
    table = Table(terms(control))
    table.move(after=1_000)
    table.move(after=2_000)
    table.do(AskTakeback(WHITE), after=3_000)
    table.do(AcceptTakeback(BLACK))
    assert table.left() == left
    assert table.match.delay_left_ms(at_ms=table.now) == control.delay_ms


def test_a_takeback_by_the_player_to_move_restores_the_times_of_two_turns() -> None:
    table = Table(TEN_SECONDS)
    table.move(after=1_000)
    table.move(after=2_000)
    table.do(AskTakeback(BLACK), after=3_000)
    table.do(AcceptTakeback(WHITE))
    assert table.left() == [10_000, 10_000]


def test_a_takeback_keeps_gifts_of_time() -> None:
    table = Table(TEN_SECONDS)
    table.move(after=1_000)
    table.do(AddTime(WHITE))
    table.do(AddTime(BLACK))
    table.do(AskTakeback(BLACK))
    table.do(AcceptTakeback(WHITE))
    assert table.left() == [25_000, 25_000]


@pytest.mark.parametrize("moves", [0, 1, 2, 3])
@pytest.mark.parametrize("control", [TimeControl.total(10_000, delay_ms=500), TimeControl.untimed()])
def test_a_credit_moves_the_deadline_once_for_each_boot(moves: int, control: TimeControl) -> None:
    table = Table(terms(control), moves=moves)
    deadline_ms = table.match.deadline_ms
    assert deadline_ms
    table.do(Credit("first", 40_000), after=10**10)  # after the deadline
    assert table.match.deadline_ms == deadline_ms + 40_000
    table.refuses(Credit("first", 40_000), RefusalCode.ALREADY_DONE)
    table.do(Credit("second", 2_000))
    assert table.match.deadline_ms == deadline_ms + 42_000


def test_a_credit_gives_back_the_time_of_the_outage_and_no_more() -> None:
    table = Table(TEN_SECONDS)
    table.do(Credit("boot", 8_000), after=9_000)
    table.move(after=1_000)
    assert table.left() == [8_000, 10_000]
    table.do(Credit("next", 5_000))
    table.move(after=1_000)
    assert table.left() == [8_000, 10_000], "a turn that begins later costs nothing before"
    assert table.match.deadline_ms == table.now + 4_000 + 8_000, "nor does the next turn begin earlier"


def test_a_credit_is_no_absence() -> None:
    table = Table(Terms(control=TimeControl.total(10 * MINUTE)))
    table.do(Leave(BLACK))
    table.do(Credit("boot", 50_000), after=50_000)
    assert table.match.claim_at_ms(BLACK) == BEGIN_MS + MINUTE + 50_000


def test_a_time_that_steps_back_costs_nothing() -> None:
    table = Table(TEN_SECONDS)
    table.move(after=2_000)
    table.move(after=-1_500)
    assert table.left() == [8_000, 10_000]
    assert table.match.deadline_ms == BEGIN_MS + 2_000 + 8_000
