"""Matches: every command, and every refusal."""

import pickle

import pytest

from match_table import BEGIN_MS, DAY, MINUTE, TOTAL, Table
from sumito import BLACK, WHITE, Color, IllegalReason, TimeControl
from sumito.play import PHRASES, Cause, CommandError, Match, RefusalCode, Result, Terms, commands, events
from sumito.play.commands import (
    Abort,
    AcceptDraw,
    AcceptRematch,
    AcceptTakeback,
    AddTime,
    AskTakeback,
    Begin,
    ClaimDraw,
    ClaimWin,
    Command,
    Credit,
    DeclineDraw,
    DeclineRematch,
    DeclineTakeback,
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
from sumito.play.reasons import MOST_GIFTS, MOST_PHRASES

FRIENDLY = Terms(control=TimeControl.total(10 * MINUTE), takebacks=True)
# One marble of White stands on the edge, in front of three black ones.
LAST_EJECTION = Terms(start="sSSS1/6/7/8/9/8/7/6/s4 5 5 b")


def test_nothing_but_begin_and_abort_before_the_beginning() -> None:
    match = Match(TOTAL)
    assert not match.started
    assert match.deadline_ms is None
    assert match.can(BLACK, at_ms=0) == ("abort",)
    for command in (
        Move(BLACK, "a1b2", 0),
        Resign(BLACK),
        Leave(BLACK),
        Flag(),
        Credit("boot", 5),
        Phrase(BLACK, "wow"),
    ):
        with pytest.raises(CommandError) as caught:
            match.decide(command, 0)
        assert caught.value.code is RefusalCode.NOT_BEGUN


def test_begin_only_once() -> None:
    table = Table(moves=0)
    assert table.match.started
    table.refuses(Begin(), RefusalCode.ALREADY_DONE)


def test_a_move_changes_turn_and_version() -> None:
    table = Table(moves=0)
    assert table.move("a1b2", after=5_000) == events.PlayedMove(BEGIN_MS + 5_000, BLACK, "a1b2")
    assert (table.match.turn, table.match.version, table.match.position_version) == (WHITE, 2, 2)
    assert table.match.board.history == (table.match.board.start().parse_move("a1b2"),)


def test_moves_are_stored_in_one_dialect() -> None:
    table = Table(moves=0)
    text = table.match.board.format_move("a1b2", "nacre")
    assert text != "a1b2"
    assert table.move(text) == events.PlayedMove(BEGIN_MS, BLACK, "a1b2")


def test_refused_moves() -> None:
    table = Table(moves=0)
    version = table.match.version
    table.refuses(Move(WHITE, "i5h5", version), RefusalCode.NOT_YOUR_TURN)
    table.refuses(Move(BLACK, "a1b2", version + 1), RefusalCode.UNKNOWN_VERSION)
    table.refuses(Move(BLACK, "castle", version), RefusalCode.BAD_MOVE)
    error = table.refuses(Move(BLACK, "a1a2", version), RefusalCode.ILLEGAL_MOVE)
    assert error.verdict is not None
    assert error.verdict.reason is IllegalReason.TOO_MANY
    assert str(error) == "The move is illegal: too_many."
    twin = pickle.loads(pickle.dumps(error))
    assert (twin.code, str(twin), twin.verdict) == (error.code, str(error), error.verdict)


def test_the_board_is_a_copy() -> None:
    table = Table(moves=0)
    table.match.board.play("a1b2")
    assert table.match.turn is BLACK


def test_phrases_and_offers_do_not_make_a_move_stale() -> None:
    table = Table()
    seen = table.match.version
    table.do(Phrase(WHITE, "thinking"))
    table.do(OfferDraw(WHITE))
    table.do(Move(BLACK, next(iter(table.match.board.legal_moves)), seen))
    assert table.match.version == seen + 3


def test_a_move_that_saw_another_position_is_stale() -> None:
    table = Table(FRIENDLY, moves=0)
    table.move("a1b2")
    table.refuses(Move(WHITE, "i5h5", table.match.version - 1), RefusalCode.STALE)
    table.do(AskTakeback(BLACK))
    table.do(AcceptTakeback(WHITE))
    for version in range(-1, table.match.version):
        table.refuses(Move(BLACK, "a1b2", version), RefusalCode.STALE)
    table.move("a1b2")


def test_a_repeated_move_is_recognised() -> None:
    table = Table(FRIENDLY, moves=0)
    before, text = table.match.version, table.match.board.format_move("a1b2", "nacre")
    assert table.match.repeated_at(Move(BLACK, "a1b2", before)) is None
    table.do(Phrase(BLACK, "hello"))
    table.move("a1b2")
    for version in (0, before, before + 1):
        assert table.match.repeated_at(Move(BLACK, "a1b2", version)) is not None
    assert table.match.repeated_at(Move(BLACK, text, before)) is not None
    assert table.match.repeated_at(Move(BLACK, "a1b2", table.match.version)) is None
    assert table.match.repeated_at(Move(BLACK, "a2b2", before)) is None
    assert table.match.repeated_at(Move(BLACK, "castle", before)) is None
    assert table.match.repeated_at(Move(BLACK, "a1a2", before)) is None
    assert table.match.repeated_at(Move(WHITE, "a1b2", before)) is None


def test_a_move_after_a_takeback_is_no_repeat_of_one_that_saw_the_time_before() -> None:
    table = Table(FRIENDLY, moves=0)
    table.move("a1b2")
    table.do(AskTakeback(BLACK))
    asked = table.match.version
    table.do(AcceptTakeback(WHITE))
    table.move("a1b2")
    assert table.match.repeated_at(Move(BLACK, "a1b2", asked + 1)) is not None
    assert table.match.repeated_at(Move(BLACK, "a1b2", asked)) is None


def test_the_board_ends_the_match() -> None:
    table = Table(LAST_EJECTION, moves=0)
    board = table.match.board
    winning = next(move for move in board.legal_moves if board.is_ejection(move))
    table.do(Move(BLACK, winning, 0))
    assert table.match.result == Result(Cause.EJECTION, (BLACK,), BEGIN_MS)
    assert table.match.result.counts
    assert table.match.deadline_ms is None


def test_resignation() -> None:
    table = Table(moves=1)
    table.refuses(Resign(BLACK), RefusalCode.TOO_EARLY)
    table.move()
    table.do(Resign(BLACK), after=5)
    assert table.match.result == Result(Cause.RESIGNATION, (WHITE,), BEGIN_MS + 5)
    assert table.match.board.outcome
    assert table.match.repeated_at(Resign(BLACK)) is not None
    assert table.match.repeated_at(Resign(WHITE)) is None


@pytest.mark.parametrize("moves", [0, 1])
@pytest.mark.parametrize("player", [BLACK, WHITE])
def test_abort(moves: int, player: Color) -> None:
    table = Table(moves=moves)
    table.do(Abort(player))
    assert table.match.result == Result(Cause.ABORTED, (), BEGIN_MS)
    assert not table.match.result.counts


def test_no_abort_once_every_player_has_moved() -> None:
    table = Table(moves=2)
    table.refuses(Abort(BLACK), RefusalCode.TOO_LATE)
    table.refuses(Abort(WHITE), RefusalCode.TOO_LATE)


def test_abort_before_the_beginning() -> None:
    match = Match(TOTAL)
    match.apply(*match.decide(Abort(WHITE), 7))
    assert match.result == Result(Cause.ABORTED, (), 7)


def test_draw_by_agreement() -> None:
    table = Table(moves=1)
    table.refuses(OfferDraw(BLACK), RefusalCode.TOO_EARLY)
    table.move()
    for answer in (AcceptDraw(WHITE), DeclineDraw(WHITE)):
        table.refuses(answer, RefusalCode.NOTHING_TO_ACCEPT)
    table.do(OfferDraw(BLACK))
    assert table.match.agreed("draw") == (BLACK,)
    table.refuses(AcceptDraw(BLACK), RefusalCode.NOTHING_TO_ACCEPT)
    table.refuses(DeclineDraw(BLACK), RefusalCode.NOTHING_TO_ACCEPT)
    table.refuses(OfferDraw(BLACK), RefusalCode.ALREADY_OFFERED)
    table.do(AcceptDraw(WHITE))
    assert table.match.result == Result(Cause.AGREEMENT, (), BEGIN_MS)
    assert table.match.result.counts
    assert table.match.agreed("draw") == ()


def test_two_offers_are_an_agreement() -> None:
    table = Table()
    table.do(OfferDraw(BLACK))
    assert table.do(OfferDraw(WHITE)) == [events.Agreement(BEGIN_MS, WHITE, events.Topic.DRAW)]
    assert table.match.result
    assert table.match.repeated_at(OfferDraw(WHITE)) is not None


def test_a_declined_offer_can_be_repeated_after_the_next_move_only() -> None:
    table = Table()
    table.do(OfferDraw(BLACK))
    table.do(DeclineDraw(WHITE))
    assert table.match.agreed("draw") == ()
    assert table.match.repeated_at(DeclineDraw(WHITE)) is not None
    table.refuses(AcceptDraw(WHITE), RefusalCode.NOTHING_TO_ACCEPT)
    table.refuses(OfferDraw(BLACK), RefusalCode.ALREADY_OFFERED)
    table.do(OfferDraw(WHITE))
    table.do(DeclineDraw(BLACK))
    table.move()
    assert table.match.repeated_at(OfferDraw(BLACK)) is None
    table.do(OfferDraw(BLACK))


def test_an_offer_lapses_with_the_next_move() -> None:
    table = Table(FRIENDLY)
    table.do(OfferDraw(BLACK))
    table.do(AskTakeback(BLACK))
    table.move()
    assert table.match.agreed("draw") == table.match.agreed("takeback") == ()
    table.refuses(AcceptDraw(WHITE), RefusalCode.NOTHING_TO_ACCEPT)
    table.refuses(AcceptTakeback(WHITE), RefusalCode.NOTHING_TO_ACCEPT)


def test_takebacks_need_terms_that_allow_them() -> None:
    table = Table()
    for command in (AskTakeback(BLACK), AcceptTakeback(BLACK), DeclineTakeback(BLACK)):
        table.refuses(command, RefusalCode.NOT_ALLOWED)


@pytest.mark.parametrize(("moves", "asker", "left"), [(1, BLACK, 0), (2, BLACK, 0), (2, WHITE, 1), (3, WHITE, 1)])
def test_takeback_returns_the_turn_to_the_player_who_asked(moves: int, asker: Color, left: int) -> None:
    table = Table(FRIENDLY, moves=moves)
    answerer = WHITE if asker is BLACK else BLACK
    table.do(AskTakeback(asker))
    table.refuses(AskTakeback(asker), RefusalCode.ALREADY_OFFERED)
    table.refuses(AcceptTakeback(asker), RefusalCode.NOTHING_TO_ACCEPT)
    table.do(AcceptTakeback(answerer))
    assert table.match.turn is asker
    assert len(table.match.board.history) == left
    assert table.match.position_version == table.match.version
    assert table.match.repeated_at(AcceptTakeback(answerer)) is not None
    table.move()


def test_takeback_needs_a_move_and_can_be_declined() -> None:
    table = Table(FRIENDLY, moves=1)
    table.refuses(AskTakeback(WHITE), RefusalCode.TOO_EARLY)
    table.do(AskTakeback(BLACK))
    table.do(DeclineTakeback(WHITE))
    table.refuses(AskTakeback(BLACK), RefusalCode.ALREADY_OFFERED)
    table.move()
    table.do(AskTakeback(BLACK))
    table.refuses(AskTakeback(WHITE), RefusalCode.ALREADY_OFFERED)


def test_gifts_of_time() -> None:
    table = Table(moves=1)
    table.refuses(AddTime(BLACK), RefusalCode.TOO_EARLY)
    table.move()
    for _ in range(MOST_GIFTS):
        table.do(AddTime(BLACK))
    assert table.left() == [10 * MINUTE, 10 * MINUTE + MOST_GIFTS * 15_000]
    table.refuses(AddTime(BLACK), RefusalCode.TOO_MANY)
    table.do(AddTime(WHITE))
    assert table.left()[0] == 10 * MINUTE + 15_000


def test_a_gift_of_time_for_a_move_goes_to_the_player_to_move() -> None:
    table = Table(Terms(control=TimeControl.per_move(20_000)))
    table.refuses(AddTime(BLACK), RefusalCode.YOUR_TURN)
    table.do(AddTime(WHITE))
    assert table.left() == [35_000, 20_000]
    days = Table(Terms(control=TimeControl.per_move(3 * DAY)))
    days.do(AddTime(WHITE))
    assert days.match.deadline_ms == BEGIN_MS + 4 * DAY


@pytest.mark.parametrize("control", [TimeControl.untimed(), TimeControl.shared(MINUTE)])
def test_no_gifts_without_clocks_of_ones_own(control: TimeControl) -> None:
    Table(Terms(control=control)).refuses(AddTime(BLACK), RefusalCode.NOT_ALLOWED)


def test_claims_after_a_long_absence() -> None:
    table = Table()
    assert table.match.terms.claim_after_ms == MINUTE
    table.refuses(ClaimWin(WHITE), RefusalCode.TOO_EARLY)
    table.do(Leave(BLACK))
    assert table.match.away == {BLACK: BEGIN_MS}
    assert (table.match.claim_at_ms(BLACK), table.match.claim_at_ms(WHITE)) == (BEGIN_MS + MINUTE, None)
    table.refuses(ClaimWin(WHITE), RefusalCode.TOO_EARLY, after=MINUTE - 1)
    table.refuses(ClaimWin(BLACK), RefusalCode.YOUR_TURN, after=MINUTE)
    table.do(ClaimWin(WHITE), after=MINUTE)
    assert table.match.result == Result(Cause.ABSENCE, (WHITE,), BEGIN_MS + MINUTE)
    assert table.match.claim_at_ms(BLACK) is None
    assert table.match.repeated_at(ClaimWin(WHITE)) is not None
    assert table.match.repeated_at(ClaimDraw(WHITE)) is None


def test_a_draw_can_be_claimed_too() -> None:
    table = Table()
    table.do(Leave(BLACK))
    table.do(ClaimDraw(WHITE), after=MINUTE)
    assert table.match.result == Result(Cause.ABSENCE, (), BEGIN_MS + MINUTE)
    assert table.match.result.counts


def test_no_claim_after_a_return_before_everybody_has_moved_or_by_correspondence() -> None:
    table = Table()
    table.do(Leave(BLACK))
    table.do(Return(BLACK))
    table.refuses(ClaimWin(WHITE), RefusalCode.TOO_EARLY, after=MINUTE)
    opening = Table(Terms(), moves=1)
    opening.do(Leave(WHITE))
    assert opening.match.claim_at_ms(WHITE) is None
    opening.refuses(ClaimWin(BLACK), RefusalCode.TOO_EARLY, after=7 * DAY)
    days = Table(Terms(control=TimeControl.per_move(14 * DAY)))
    days.do(Leave(BLACK))
    days.refuses(ClaimWin(WHITE), RefusalCode.NOT_ALLOWED, after=13 * DAY)
    assert days.match.claim_at_ms(BLACK) is None


def test_presence() -> None:
    table = Table()
    table.refuses(Return(BLACK), RefusalCode.ALREADY_DONE)
    table.do(Leave(BLACK))
    table.refuses(Leave(BLACK), RefusalCode.ALREADY_DONE)
    table.do(Leave(WHITE))
    assert set(table.match.away) == {BLACK, WHITE}
    table.move()
    assert set(table.match.away) == {WHITE}, "a player who moves is back"


def test_phrases() -> None:
    table = Table()
    table.refuses(Phrase(BLACK, "swear"), RefusalCode.UNKNOWN_PHRASE)
    for phrase in PHRASES[:MOST_PHRASES]:
        assert table.do(Phrase(BLACK, phrase)) == [events.Remark(BEGIN_MS, BLACK, phrase)]
    table.refuses(Phrase(BLACK, "wow"), RefusalCode.TOO_MANY)
    table.do(Phrase(WHITE, "wow"))
    assert table.match.repeated_at(Phrase(WHITE, "wow")) is not None
    assert table.match.repeated_at(Phrase(WHITE, "oops")) is None
    assert table.match.repeated_at(Phrase(WHITE, "wow"), version=table.match.version) is None
    table.move()
    table.do(Phrase(BLACK, "wow"))


def test_rematch() -> None:
    table = Table()
    table.refuses(OfferRematch(BLACK), RefusalCode.NOT_OVER)
    table.do(Resign(BLACK))
    table.refuses(AcceptRematch(WHITE), RefusalCode.NOTHING_TO_ACCEPT)
    table.do(OfferRematch(BLACK))
    table.refuses(AcceptRematch(BLACK), RefusalCode.NOTHING_TO_ACCEPT)
    table.do(DeclineRematch(WHITE))
    table.refuses(OfferRematch(BLACK), RefusalCode.ALREADY_OFFERED)
    table.do(OfferRematch(WHITE))
    assert table.match.agreed("rematch") == (WHITE,)
    table.do(AcceptRematch(BLACK))
    assert table.match.rematch_agreed
    for command in (OfferRematch(BLACK), AcceptRematch(BLACK), DeclineRematch(WHITE)):
        table.refuses(command, RefusalCode.ALREADY_DONE)


ALL_BUT_AFTER_THE_END: list[Command] = [
    Begin(), Flag(), Credit("boot", 5), Move(BLACK, "a1b2", 0), Resign(BLACK), OfferDraw(BLACK), AcceptDraw(BLACK),
    DeclineDraw(BLACK), AskTakeback(BLACK), AcceptTakeback(BLACK), DeclineTakeback(BLACK), AddTime(BLACK),
    Abort(BLACK), ClaimWin(BLACK), ClaimDraw(BLACK), Dismiss(BLACK), Leave(BLACK), Return(BLACK),
]  # fmt: skip


@pytest.mark.parametrize("command", ALL_BUT_AFTER_THE_END, ids=lambda command: command.kind)
def test_after_the_end_only_phrases_and_rematches(command: Command) -> None:
    table = Table(FRIENDLY)
    table.do(Resign(WHITE))
    table.do(Phrase(WHITE, "good_game"))
    table.refuses(command, RefusalCode.OVER)


def test_can_lists_the_possible_commands() -> None:
    table = Table(FRIENDLY, moves=0)
    now = table.now
    assert table.match.can(BLACK, at_ms=now) == ("move", "abort", "phrase")
    assert table.match.can("white", at_ms=now) == ("abort", "phrase")
    table.move()
    table.move()
    table.do(OfferDraw(WHITE))
    expected = {"move", "resign", "offer_draw", "accept_draw", "decline_draw", "ask_takeback", "add_time", "phrase"}
    assert set(table.match.can(BLACK, at_ms=now)) == expected
    assert table.match.can(BLACK, at_ms=now + 10 * MINUTE) == ("phrase",), "the time is up"
    table.do(Resign(BLACK))
    assert table.match.can(BLACK, at_ms=now) == ("offer_rematch", "phrase")


def test_every_command_has_its_own_kind() -> None:
    kinds = [command.kind for command in ALL_BUT_AFTER_THE_END]
    assert len(set(kinds)) == len(kinds)
    assert {command.kind for command in commands.PLAYER_COMMANDS} < {
        *kinds,
        "offer_rematch",
        "accept_rematch",
        "decline_rematch",
    }


def test_only_commands_of_players_are_repeats() -> None:
    table = Table()
    for command in (Begin(), Flag(), Credit("boot", 1)):
        assert table.match.repeated_at(command) is None


@pytest.mark.parametrize("at_ms", [-1, 1.5, True, "1"])
def test_times_are_whole_milliseconds(at_ms: int) -> None:
    with pytest.raises(ValueError, match="at_ms must be a whole number"):
        Match(TOTAL).decide(Begin(), at_ms)
    with pytest.raises(ValueError, match="lag_ms must be a whole number"):
        Match(TOTAL).decide(Begin(), 0, lag_ms=at_ms)
    with pytest.raises(ValueError, match="a credit must be a positive whole number"):
        Credit("boot", at_ms)


def test_what_is_no_command_is_refused() -> None:
    with pytest.raises(TypeError, match="not a command"):
        Table().match.decide("resign", BEGIN_MS)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="is not a Color"):
        Resign("puce")  # type: ignore[arg-type]
    match = Table().match
    for ask in (lambda: match.decide(Resign(Color.GREEN), BEGIN_MS), lambda: match.can("green", at_ms=BEGIN_MS)):
        with pytest.raises(ValueError, match="green does not play here: the players are black, white"):
            ask()
