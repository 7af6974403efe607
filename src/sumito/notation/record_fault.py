"""The faults of records in words."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Final

from sumito import _native
from sumito.core import (
    MULTI_LAYOUTS,
    Board,
    IllegalMoveError,
    NotationError,
    PositionError,
    PositionForm,
    SumitoError,
)
from sumito.core.text import counted
from sumito.notation.record_names import CUSTOM, NOTATIONS, RESULTS, VARIANTS, results_of
from sumito.notation.record_tree import replay_rules

if TYPE_CHECKING:
    from sumito.core import Dialect

SHOWN: Final = 40  # characters of a text that an error repeats
_LONGEST_MOVE: Final = 40  # bytes: the core does not parse a longer one


class RecordFault(IntEnum):
    """The faults of a record, by the numbers of the core."""

    NONE = 0
    BAD_TAG = 1
    OPEN_COMMENT = 2
    BAD_CHARACTER = 3
    TOKEN_TOO_LONG = 4
    UTF16 = 5
    NOT_UTF8 = 6
    TAG_TWICE = 7
    TAG_LINE_BREAK = 8
    BAD_RESULT = 9
    BAD_NUMBER = 10
    BAD_NOTATION = 11
    SAME_TAGS = 12
    UNKNOWN_VARIANT = 13
    NEEDS_POSITION = 14
    GRAND_ABALONE = 15
    BAD_POSITION = 16
    IMPOSSIBLE_POSITION = 17
    NOT_A_MOVE = 18
    ILLEGAL_MOVE = 19
    GAME_OVER = 20
    GLYPH_WITHOUT_MOVE = 21
    VARIATION_WITHOUT_MOVE = 22
    VARIATION_NOT_OPENED = 23
    EMPTY_VARIATION = 24
    VARIATION_NOT_CLOSED = 25
    AFTER_RESULT = 26
    RESULT_MISSING = 27
    RESULT_DIFFERS = 28
    EJECTION_RESULT = 29
    BLOCKED_RESULT = 30
    OTHER_END = 31
    NOT_OVER = 32
    OCCURS_ONCE = 33
    PLIES_DIFFER = 34
    MISSING_TAGS = 35
    BAD_TAG_NAME = 36
    TAG_TOO_LONG = 37
    OWN_TAG = 38
    PGN_TAG = 39
    BAD_GLYPH = 40
    BAD_COMMENT = 41
    COMMENT_BEGINS_RECORD = 42
    COMMENT_TOO_LONG = 43
    COMMENT_AFTER_MOVE = 44
    BAD_PLAYERS = 45
    WINNER_LEFT = 46


class RecordError(SumitoError, ValueError):
    """A game in a file or a text is not a valid record.

    Attributes:
        code: the kind of fault, for instance `illegal_move`.
        reason: the fault in words.
        game: the number of the game in the file, from 1.
        line: the line in the file, from 1.
        column: the column in the line, from 1, in bytes.
        ply: the ply of the move that is at fault, from 1; None if no move is.
        headers: the tags of the game, as far as they were read.
    """

    def __init__(
        self, reason: str, *, code: str, game: int, line: int, column: int, ply: int | None, headers: Mapping[str, str]
    ) -> None:
        at_ply = "" if ply is None else f", ply {ply}"
        super().__init__(f"game {game}, line {line}, column {column}{at_ply}: {reason}")
        self.code = code
        self.reason = reason
        self.game = game
        self.line = line
        self.column = column
        self.ply = ply
        self.headers = dict(headers)

    def __reduce__(self) -> tuple[object, ...]:
        return _record_error, (self.reason, self.code, self.game, self.line, self.column, self.ply, self.headers)


def _record_error(
    reason: str, code: str, game: int, line: int, column: int, ply: int | None, headers: dict[str, str]
) -> RecordError:
    return RecordError(reason, code=code, game=game, line=line, column=column, ply=ply, headers=headers)


@dataclass(frozen=True, slots=True)
class FaultContext:
    """The game around a fault."""

    tags: Mapping[str, str]
    board: Board | None
    """The board before the move at fault, or at the end of the moves; None if the tags are at fault."""
    dialect: Dialect | None
    transposed: bool


_PLAIN: Final = {
    RecordFault.UTF16: "this looks like UTF-16: save it as UTF-8",
    RecordFault.GRAND_ABALONE: "Grand Abalone is played on a larger board, which this package does not know",
    RecordFault.VARIATION_WITHOUT_MOVE: "a variation before any move that it could replace",
    RecordFault.VARIATION_NOT_OPENED: "a variation is closed that was never opened",
    RecordFault.EMPTY_VARIATION: "a variation without moves",
    RecordFault.VARIATION_NOT_CLOSED: "a variation is not closed",
    RecordFault.RESULT_MISSING: "the result is missing at the end of the moves",
}
_BEFORE_THE_TEXT: Final = {
    RecordFault.BAD_TAG: 'a tag is [Name "value"]',
    RecordFault.OPEN_COMMENT: "a comment that is not closed",
    RecordFault.BAD_CHARACTER: "unexpected character",
    RecordFault.TOKEN_TOO_LONG: "longer than 1 MiB",
    RecordFault.NOT_UTF8: "not UTF-8",
    RecordFault.GLYPH_WITHOUT_MOVE: "a glyph without a move",
    RecordFault.AFTER_RESULT: "more after the result",
}
_NUMBERS: Final = {"MarblesToEject": "from 1 to 61", "Plies": "from 0 to 999999999"}


def reason_of(fault: RecordFault, raw: bytes, tag: str, context: FaultContext) -> str:
    """Return a fault in words. `raw` is the text at fault, cut; `tag` the name of a tag at fault, or empty."""
    text = raw.decode(errors="replace")
    tags, board = context.tags, context.board
    if fault in _PLAIN:
        return _PLAIN[fault]
    if fault in _BEFORE_THE_TEXT:
        return f"{_BEFORE_THE_TEXT[fault]}: {shown(text)}"
    match fault:
        case RecordFault.TAG_TWICE:
            return f"the tag {text} occurs twice"
        case RecordFault.TAG_LINE_BREAK:
            return f"the tag {text} holds a line break"
        case RecordFault.BAD_RESULT:
            return f"Result is one of {' '.join(_results(tags, board))}, not {shown(text)}"
        case RecordFault.BAD_PLAYERS:
            return f"Players does not have the letters of the start position: {shown(text)}"
        case RecordFault.BAD_NUMBER:
            return f"{tag} is a whole number {_NUMBERS[tag]}, not {shown(text)}"
        case RecordFault.BAD_NOTATION:
            return f"Notation is {' or '.join(NOTATIONS)}, not {shown(text)}"
        case RecordFault.SAME_TAGS:
            return f"the tags {tag} and {text} say the same"
        case RecordFault.UNKNOWN_VARIANT:
            return _variant_problem(text, tags)
        case RecordFault.NEEDS_POSITION:
            needs = 'SetUp "1" and a Position' if text == CUSTOM else "a Position"
            return f'Variant "{text}" needs {needs}'
        case RecordFault.BAD_POSITION | RecordFault.IMPOSSIBLE_POSITION:
            return f"{tag}: {_position_problem(tags, tag)}"
        case RecordFault.NOT_A_MOVE | RecordFault.ILLEGAL_MOVE | RecordFault.GAME_OVER if board:
            return _move_problem(raw, context.dialect, context.transposed, board)
        case RecordFault.RESULT_DIFFERS:
            return f"the tag Result is {tags['Result']}, the moves end with {text}"
        case RecordFault.PLIES_DIFFER if board:
            return f"Plies is {int(text)}, but there are {len(board._game.history())}"
        case _ if board:
            return end_reason(fault, board, text, tags.get("Termination", ""))
    raise AssertionError(f"a fault without words: {fault!r}")


def end_reason(fault: RecordFault, board: Board, result: str, termination: str) -> str:
    """Return in words how the end of a replayed game contradicts the claimed result or termination."""
    outcome = board.outcome
    match fault:
        case RecordFault.EJECTION_RESULT if outcome and len(board.players) > 2:
            return f"the game has ended, {outcome}: the result is not {result}"
        case RecordFault.EJECTION_RESULT if outcome:
            count = board.rules.marbles_to_eject
            won = RESULTS[0] if outcome.winner is board.players[0] else RESULTS[1]
            return f"{counted(count, 'marble is', 'marbles are')} ejected: the result is {won}, not {result}"
        case RecordFault.WINNER_LEFT:
            return f"the winner has left the game: the result is not {result}"
        case RecordFault.BLOCKED_RESULT:
            return f"{board.turn} has no legal move: the result is not {result}, though the termination is blocked"
        case RecordFault.OTHER_END if outcome:
            return f"the game ended by {outcome.termination}, not by {termination}"
        case RecordFault.NOT_OVER:
            return f"the game is not over, though the termination is {termination}"
    return "the last position occurs only once, though the termination is repetition"


def shown(text: str) -> str:
    """Return a text in quotes, and only the beginning of a long one."""
    return repr(text) if len(text) <= SHOWN else f"{text[:SHOWN]!r}..."


def _results(tags: Mapping[str, str], board: Board | None) -> tuple[str, ...]:
    """Return the possible results of a game. Without a board, the tags of several players have its start."""
    if board is None and "Players" in tags:
        variant = tags.get("Variant", "")
        with suppress(NotationError):
            if "Position" in tags:
                board = Board.from_position(tags["Position"], check=False)
            elif variant in MULTI_LAYOUTS:
                board = Board(variant)
    return results_of(board) if board else RESULTS


def _variant_problem(text: str, tags: Mapping[str, str]) -> str:
    if "Players" in tags and text in VARIANTS:
        return f"Variant {shown(text)} is for two players, who have no tag Players"
    if "Players" not in tags and text in MULTI_LAYOUTS:
        return f"Variant {shown(text)} needs the tag Players"
    return f"unknown Variant {shown(text)}"


def _position_problem(tags: Mapping[str, str], tag: str) -> str:
    text, several = tags[tag], "Players" in tags
    form = PositionForm.FEN if several or tag == "FEN" else PositionForm.APGN
    if several and not _native.has_players(text):
        return f"a position of several players has their letters after the rows: {shown(text)}"
    try:
        Board.from_position(text, form=form, rules=replay_rules(int(tags.get("MarblesToEject", "6"))))
    except (NotationError, PositionError) as error:
        return str(error)
    raise AssertionError(f"the core refuses a position that the board accepts: {text!r}")


def _move_problem(raw: bytes, dialect: Dialect | None, transposed: bool, board: Board) -> str:
    text = raw.decode(errors="replace")
    if text.startswith("-") and len(board.players) > 2:
        return f"no player can leave here in this way: {shown(text)}"
    if len(raw) <= _LONGEST_MOVE:
        try:
            board.play(board.parse_move(text, dialect, transposed=transposed))
        except (NotationError, IllegalMoveError) as error:
            return str(error)
    return f"not a move: {shown(text)}"
