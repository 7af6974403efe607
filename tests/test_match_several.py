"""Matches of three to six players: leaving, clocks, offers, and who wins."""

from __future__ import annotations

import pytest

from match_table import BEGIN_MS, DAY, MINUTE, Table
from sumito import BLACK, MULTI_LAYOUTS, WHITE, Color, TimeControl
from sumito.play import Cause, Leaving, Match, RefusalCode, Terms
from sumito.play.commands import (
    AcceptDraw,
    AcceptRematch,
    AcceptTakeback,
    AddTime,
    AskTakeback,
    ClaimWin,
    Credit,
    DeclineDraw,
    Dismiss,
    Flag,
    Leave,
    Move,
    OfferDraw,
    OfferRematch,
    Phrase,
    Resign,
    Return,
)

BLUE, RED = Color.BLUE, Color.RED
THREE = Terms(layout="three-players", control=TimeControl.total(10 * MINUTE), takebacks=True)
TEAMS = Terms(layout="four-players-teams", control=TimeControl.total(10 * MINUTE), takebacks=True)


def ended(table: Table) -> tuple[Cause, tuple[Color, ...]] | None:
    """Return the cause of the end and the winners; None while the match goes on."""
    result = table.match.result
    return None if result is None else (result.cause, result.winners)


@pytest.mark.parametrize("layout", MULTI_LAYOUTS)
def test_every_layout_of_several_players_can_be_played(layout: str) -> None:
    terms = Terms(layout=layout)
    table = Table(terms, moves=len(terms.players) + 1)
    assert table.match.players == terms.players == tuple(MULTI_LAYOUTS[layout].marbles)
    assert table.match.turn is table.match.players[1]
    assert Match.replay(terms, table.match.log) == table.match
    assert Terms.from_json(terms.to_json()) == terms


def test_a_start_without_some_player_is_refused() -> None:
    for start in ("ss3/6/7/8/9/8/7/6/BBB2 Buw 0,0,0 w 0 1", "ss3/6/7/8/9/8/7/6/BBB2 buw 0,0,0 u 0 1"):
        with pytest.raises(ValueError, match="start: every player must be able to play, but these have left"):
            Terms(start=start)


def test_a_player_who_resigns_leaves_and_the_others_play_on() -> None:
    table = Table(THREE, moves=3)
    version = table.match.version
    table.do(Resign(BLUE))  # out of turn
    assert ended(table) is None
    assert table.match.active == (BLACK, WHITE)
    assert table.match.leavings == (Leaving(BLUE, 3, Cause.RESIGNATION),)
    assert table.match.board.marbles(BLUE) == ()
    assert table.match.turn is BLACK
    table.refuses(Move(BLACK, "d8d7", version), RefusalCode.STALE)
    assert table.match.repeated_at(Resign(BLUE), version=version) == version + 1
    table.move()
    assert table.match.turn is WHITE
    for command in (Move(BLUE, "b3c3", table.match.version), Resign(BLUE), OfferDraw(BLUE), AddTime(BLUE), Leave(BLUE)):
        table.refuses(command, RefusalCode.LEFT)
    assert table.match.can(BLUE, at_ms=table.now) == ("phrase",)
    table.do(Phrase(BLUE, "good_game"))
    table.do(Resign(BLACK))
    assert ended(table) == (Cause.RESIGNATION, (WHITE,))
    assert table.match.can(BLUE, at_ms=table.now) == ("offer_rematch", "phrase")


def test_time_makes_one_player_leave_and_the_next_has_a_whole_turn() -> None:
    table = Table(THREE, moves=3)
    deadline = table.match.deadline_ms
    assert deadline == table.now + 10 * MINUTE
    table.refuses(Flag(), RefusalCode.TOO_EARLY, after=10 * MINUTE - 1)
    table.do(Flag(), after=10 * MINUTE + 500)
    assert table.match.leavings == (Leaving(BLACK, 3, Cause.TIME),)
    assert (table.match.turn, table.running()) == (BLUE, BLUE)
    assert table.left() == [0, 10 * MINUTE, 10 * MINUTE]
    assert table.match.deadline_ms == table.now + 10 * MINUTE
    table.move(after=2_000)
    table.do(Flag(), after=10 * MINUTE)
    assert ended(table) == (Cause.TIME, (BLUE,))
    assert table.left() == [0, 10 * MINUTE - 2_000, 0]


def test_a_leaver_who_is_to_move_pays_for_the_turn_and_a_delay_begins_anew() -> None:
    table = Table(Terms(layout="three-players", control=TimeControl.total(MINUTE, delay_ms=2_000)), moves=3)
    table.do(Resign(BLACK), after=5_000)
    assert table.left() == [MINUTE - 3_000, MINUTE, MINUTE]
    assert table.match.delay_left_ms(at_ms=table.now) == 2_000
    table.move(after=3_000)
    assert table.left() == [MINUTE - 3_000, MINUTE - 1_000, MINUTE]


def test_a_shared_time_ends_the_match_for_all() -> None:
    table = Table(Terms(layout="three-players", control=TimeControl.shared(MINUTE)), moves=3)
    table.do(Resign(BLUE), after=1_000)
    table.move(after=2_000)
    assert table.left() == [MINUTE - 3_000] * 3
    table.do(Flag(), after=MINUTE)
    assert ended(table) == (Cause.TIME, ())


def test_the_first_moves_are_those_of_all_players() -> None:
    table = Table(THREE, moves=2)
    table.refuses(Resign(BLACK), RefusalCode.TOO_EARLY)
    assert "abort" in table.match.can(WHITE, at_ms=table.now)
    table.do(Flag(), after=30_000)
    assert ended(table) == (Cause.ABORTED, ())


def test_an_absent_player_to_move_is_dismissed() -> None:
    table = Table(THREE, moves=3)
    table.do(Leave(BLACK))
    table.do(Leave(BLUE))
    table.refuses(ClaimWin(WHITE), RefusalCode.NOT_ALLOWED, after=MINUTE)
    table.refuses(Dismiss(WHITE), RefusalCode.TOO_EARLY, after=MINUTE - 1)
    table.refuses(Dismiss(BLACK), RefusalCode.YOUR_TURN, after=MINUTE)
    table.now += MINUTE
    assert "dismiss" in table.match.can(WHITE, at_ms=table.now)
    assert "claim_win" not in table.match.can(WHITE, at_ms=table.now)
    version = table.match.version
    table.do(Dismiss(WHITE))
    assert table.match.leavings == (Leaving(BLACK, 3, Cause.ABSENCE),)
    assert dict(table.match.away) == {BLUE: table.now - MINUTE}
    assert table.match.repeated_at(Dismiss(WHITE), version=version) == version + 1
    table.do(Dismiss(WHITE))
    assert ended(table) == (Cause.ABSENCE, (WHITE,))


def test_nobody_is_dismissed_by_correspondence_or_of_two() -> None:
    days = Table(Terms(layout="three-players", control=TimeControl.per_move(DAY)), moves=3)
    days.do(Leave(BLACK))
    days.refuses(Dismiss(WHITE), RefusalCode.NOT_ALLOWED, after=DAY - 1)
    two = Table()
    two.do(Leave(BLACK))
    two.refuses(Dismiss(WHITE), RefusalCode.NOT_ALLOWED, after=MINUTE)
    two.do(ClaimWin(WHITE), after=MINUTE)


def test_a_draw_needs_every_player_who_is_left() -> None:
    table = Table(THREE, moves=3)
    table.do(OfferDraw(BLUE))
    table.do(AcceptDraw(WHITE))
    assert table.match.agreed("draw") == (BLUE, WHITE)
    table.do(DeclineDraw(BLACK))
    table.refuses(AcceptDraw(WHITE), RefusalCode.NOTHING_TO_ACCEPT)
    table.do(OfferDraw(WHITE))
    table.do(Resign(BLUE))  # the position has changed, so the offer has lapsed
    assert table.match.agreed("draw") == ()
    table.do(OfferDraw(BLACK))
    table.do(AcceptDraw(WHITE))
    assert ended(table) == (Cause.AGREEMENT, ())


def test_a_takeback_needs_every_player_and_takes_all_later_moves() -> None:
    table = Table(THREE, moves=3)
    table.move(after=5_000)
    table.move(after=7_000)
    table.do(AskTakeback(BLACK), after=1_000)
    table.do(AcceptTakeback(WHITE))
    assert table.match.plies == 5
    table.do(AcceptTakeback(BLUE))
    assert (table.match.plies, table.match.turn) == (3, BLACK)
    assert table.left() == [10 * MINUTE] * 3


def test_no_takeback_brings_a_player_back() -> None:
    table = Table(THREE, moves=4)
    table.do(Resign(WHITE))
    table.refuses(AskTakeback(BLACK), RefusalCode.TOO_EARLY)
    table.move()
    table.do(AskTakeback(BLUE))
    table.do(AcceptTakeback(BLACK))
    assert (table.match.plies, table.match.turn, table.match.active) == (4, BLUE, (BLACK, BLUE))


def test_a_player_without_marbles_leaves_by_the_rules_and_stays_away() -> None:
    terms = Terms(start="5/6/BB5/8/sSS3SSB/8/7/6/5 buw 0,0,0 b 0 1", takebacks=True)
    table = Table(terms, moves=0)
    table.do(Leave(WHITE))
    table.move("e3e2")
    assert table.match.active == (BLACK, BLUE)
    assert table.match.leavings == ()
    assert dict(table.match.away) == {}
    table.refuses(Return(WHITE), RefusalCode.LEFT)
    table.refuses(AskTakeback(BLACK), RefusalCode.TOO_EARLY)
    table.move()
    table.move("e7e8")  # ejects the marble, but not the last one
    assert ended(table) is None
    assert Match.replay(terms, table.match.log) == table.match


def test_a_team_loses_with_its_player() -> None:
    for command, cause in ((Resign(BLUE), Cause.RESIGNATION), (Flag(), Cause.TIME)):
        table = Table(TEAMS, moves=5)
        assert table.match.turn is BLUE
        table.do(command, after=10 * MINUTE if cause is Cause.TIME else 0)
        assert ended(table) == (cause, (BLACK, WHITE))


def test_partners_are_asked_too_but_give_and_dismiss_nothing() -> None:
    table = Table(TEAMS, moves=4)
    table.do(OfferDraw(BLACK))
    table.do(AcceptDraw(BLUE))
    table.do(AcceptDraw(RED))
    assert ended(table) is None
    table.do(AddTime(WHITE))
    assert table.left() == [10 * MINUTE, 10 * MINUTE + 15_000, 10 * MINUTE, 10 * MINUTE + 15_000]
    table.do(Leave(BLACK))
    table.refuses(Dismiss(WHITE), RefusalCode.YOUR_TURN, after=MINUTE)
    table.do(Dismiss(RED), after=MINUTE)
    assert ended(table) == (Cause.ABSENCE, (BLUE, RED))


def test_time_for_a_move_goes_to_an_opponent_only() -> None:
    table = Table(Terms(layout="four-players-teams", control=TimeControl.per_move(MINUTE)), moves=4)
    table.refuses(AddTime(WHITE), RefusalCode.YOUR_TURN)
    table.do(AddTime(RED))
    assert table.match.remaining_ms(BLACK, at_ms=table.now) == MINUTE + 15_000


def test_a_rematch_needs_all_players_also_those_who_left() -> None:
    table = Table(THREE, moves=3)
    table.do(Resign(BLUE))
    table.do(Resign(BLACK))
    table.do(OfferRematch(WHITE))
    table.do(AcceptRematch(BLACK))
    assert not table.match.rematch_agreed
    table.do(AcceptRematch(BLUE))
    assert table.match.rematch_agreed


def test_an_outage_costs_the_player_to_move_nothing_after_a_leaving() -> None:
    table = Table(THREE, moves=3)
    table.do(Resign(BLACK), after=1_000)
    table.do(Credit("boot", 60_000), after=60_000)
    assert table.match.remaining_ms(BLUE, at_ms=table.now) == 10 * MINUTE
    assert table.now == BEGIN_MS + 61_000
