"""Game records as text: APGN, and PGN with PlayStrategy's tags."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from typing import IO, Final, cast

from sumito.core import WHITE, Dialect, PositionForm, SumitoError
from sumito.notation.record_tree import CUSTOM, RESULTS, VARIANTS, Node, Record, Step, end_problem, variant_of, walk
from sumito.notation.whole_file import whole_file

NOTATIONS: Final = {"Aba-Pro": Dialect.ABA_PRO, "Nacre": Dialect.NACRE}
"""The names of the Notation tag. PlayStrategy's dialect has none: its records are PGN."""
PLAYSTRATEGY_START: Final = "belgian-daisy"
"""Where a PGN without a FEN starts."""
EJECTIONS_TAG: Final = "MarblesToEject"
"""Ours: stands where a game is won by another number of ejected marbles than six."""
PGN_NAMES: Final = {
    "Black": "P1",
    "White": "P2",
    "BlackElo": "P1Elo",
    "WhiteElo": "P2Elo",
    "BlackTitle": "P1Title",
    "WhiteTitle": "P2Title",
    "BlackRatingDiff": "P1RatingDiff",
    "WhiteRatingDiff": "P2RatingDiff",
}
"""Headers that PlayStrategy has other names for."""

REQUIRED: Final = ("Event", "Date", "Black", "White", "Variant", "Result", "Notation")
"""The tags that every APGN record begins with."""
_APGN_ORDER: Final = (
    *REQUIRED,
    *("SetUp", "Position", "Termination", "Plies", "Source", "BlackElo", "WhiteElo", "TimeControl", "Annotator"),
)
_PGN_ORDER: Final = (
    *("Event", "Site", "Date", "Round", "P1", "P2", "Result", "UTCDate", "UTCTime", "P1Elo", "P2Elo"),
    *("P1RatingDiff", "P2RatingDiff", "P1Title", "P2Title", "Variant", "TimeControl", "MultiMatch", "ECO", "Opening"),
    *("Termination", "FEN", "SetUp"),
)
_OWN: Final = frozenset({"Variant", "Result", "SetUp", "Plies", EJECTIONS_TAG})
OWN_TAGS: Final = {
    Dialect.ABA_PRO: _OWN | {"Notation", "Position"},
    Dialect.NACRE: _OWN | {"Notation", "Position"},
    Dialect.PLAYSTRATEGY: _OWN | {"FEN", "Notation"},
}
"""What a record's start, moves and result tell: made on writing, checked on reading, never a header."""

WIDTH: Final = 79
LONGEST: Final = (1 << 20) - 2
"""Bytes of a comment or a tag; the reader takes no more."""
_TAG_NAME: Final = re.compile(r"[A-Za-z0-9_]+")
_GLYPH: Final = re.compile(r"\$[0-9]+|[!?]+")
_NEXT_GAME: Final = '\n[Event "'


def format_record(record: Record, dialect: Dialect | None = None) -> str:
    """A record as text, in the dialect it was read in or in another one.

    Aba-Pro and Nacre make APGN, PlayStrategy's dialect makes PGN with that site's tags. `parse_record` gives the same
    record back.

    Raises:
        ValueError: what the text cannot hold: a comment with both `}` and a line break, a tag with a line break, a
            result that the moves contradict. IllegalMoveError is one, for trees that were built by hand.
    """
    dialect = record.dialect if dialect is None else dialect
    text = f"{''.join(_tag_lines(record, dialect))}\n{_wrapped(_move_words(record, dialect))}"
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ValueError(f"no text in UTF-8: {text[error.start : error.end]!r}") from None
    return text


def write_record(
    record: Record | SumitoError, file: str | os.PathLike[str] | IO[bytes] | IO[str], dialect: Dialect | None = None
) -> None:
    """Write a record and a blank line to a file: a path, which is written anew as a whole, or an open file.

    Raises:
        ValueError: as `format_record`; nothing has been written then.
        SumitoError: what was given is no record but the error that `read_records` gave for one.
        OSError: the file cannot be written.
    """
    if isinstance(file, (str, os.PathLike)):
        write_records([record], file, dialect)
        return
    if isinstance(record, SumitoError):  # what read_records gives for a bad game
        raise record
    text = format_record(record, dialect) + "\n"
    if hasattr(file, "encoding"):
        cast("IO[str]", file).write(text)  # text files have an encoding, binary ones do not
    else:
        cast("IO[bytes]", file).write(text.encode())


def write_records(
    records: Iterable[Record | SumitoError],
    file: str | os.PathLike[str] | IO[bytes] | IO[str],
    dialect: Dialect | None = None,
) -> int:
    """Write records one after the other; how many there were.

    A path is written anew as a whole: where something fails, what was there before is still there. So a file may be
    read and written in one go.

    Raises:
        ValueError: as `format_record`; in an open file, the records before this one have been written.
        OSError: the file cannot be written.
    """
    if isinstance(file, (str, os.PathLike)):
        with whole_file(file) as opened:
            return write_records(records, opened, dialect)
    count = 0
    for record in records:
        write_record(record, file, dialect)
        count += 1
    return count


def _tag_lines(record: Record, dialect: Dialect) -> Iterator[str]:
    tags = _tags(record, dialect)
    order = _PGN_ORDER if dialect is Dialect.PLAYSTRATEGY else _APGN_ORDER
    for name in (*(name for name in order if name in tags), *(name for name in tags if name not in order)):
        value = tags[name]
        if not _TAG_NAME.fullmatch(name):
            raise ValueError(f"a tag's name is letters, digits and underscores, not {name!r}")
        if "\n" in value or "\r" in value:
            raise ValueError(f"the tag {name} cannot hold a line break: {value!r}")
        value = value.replace("\\", "\\\\").replace('"', '\\"')
        line = f'[{name} "{value}"]\n'
        if len(line.encode(errors="replace")) > LONGEST:
            raise ValueError(f"the tag {name} is too long")
        yield line


def _tags(record: Record, dialect: Dialect) -> dict[str, str]:
    start, result = record.start, record.result
    if result not in RESULTS:
        raise ValueError(f"a result is one of {' '.join(RESULTS)}, not {result!r}")
    if problem := end_problem(record.board(), result, record.headers.get("Termination")):
        raise ValueError(problem)
    for name in ("Event", "Date", "Black", "White"):
        if name not in record.headers:
            raise ValueError(f"the record has no {name}")
    for name in record.headers:
        if name in OWN_TAGS[dialect]:
            raise ValueError(f"the tag {name} is made from the record's start, moves and result: it is no header")
    ejections = start.rules.marbles_to_eject
    own = {} if ejections == 6 else {EJECTIONS_TAG: str(ejections)}
    if dialect is Dialect.PLAYSTRATEGY:
        tags = {}
        for name, value in record.headers.items():
            if name in PGN_NAMES.values():
                raise ValueError(f"the tag {name} has another meaning in PGN")
            tags[PGN_NAMES.get(name, name)] = value
        tags |= {"Variant": "Abalone", "Result": result} | own
        if record.layout is None or record.layout.slug != PLAYSTRATEGY_START:
            tags |= {"FEN": start.position(), "SetUp": "1"}
        return tags
    variant = record.variant
    if variant not in (None, CUSTOM, *VARIANTS):
        raise ValueError(f"unknown variant {variant!r}")
    notation = next(name for name, each in NOTATIONS.items() if each is dialect)
    tags = record.headers | {"Variant": variant or variant_of(start), "Result": result, "Notation": notation}
    tags |= {"Plies": str(len(record.main_line()))} | own
    if variant is not None or tags["Variant"] == CUSTOM:
        tags |= {"SetUp": "1", "Position": start.position(PositionForm.APGN)}
    return tags


def _move_words(record: Record, dialect: Dialect) -> Iterator[str]:
    """What may not be broken, piece by piece: a number with its move, a comment, the result."""
    board = record.start
    white_begins = board.turn is WHITE
    start_ply = board.ply
    lines: list[tuple[int, Node]] = []  # of the open variations: the ply they began at, the move they replace
    last: Node | None = None
    opening = ""
    numbered = True  # the next move needs its number, whoever plays it
    yield from map(_comment, record.comments)
    for step, node in walk(record.children):
        if step is Step.CLOSE:
            ply, replaced = lines.pop()
            while board.ply > ply:
                board.undo()
            board.play(replaced.move)
            last, numbered = replaced, True
            yield ")"
            yield from map(_comment, node.comments_after)
            continue
        if step is Step.OPEN:
            assert last is not None  # noqa: S101 - a variation follows the move that it replaces
            board.undo()
            lines.append((board.ply, last))
            opening, numbered = "(", True
        elif node.comments_after:
            raise ValueError(f"only a variation has comments after it, and no variation begins with {node.move!r}")
        # Black's plies are even and White's odd, whoever begins.
        turn, odd = divmod(board.ply - start_ply + white_begins, 2)
        number = f"{turn + 1}{'...' if odd else '.'}" if not odd or numbered or node.comments_before else ""
        text = board.format_move(node.move, dialect)
        board.play(node.move)
        if node.comments_before:
            yield opening + number
            yield from map(_comment, node.comments_before)
            head = text
        else:
            head = f"{opening}{number} {text}" if number else text
        glyphs = list(map(_glyph, node.glyphs))
        if glyphs and not glyphs[0].startswith("$"):
            head += glyphs.pop(0)
        yield head
        yield from glyphs
        yield from map(_comment, node.comments)
        last, opening, numbered = node, "", bool(node.comments)
    yield record.result
    yield from map(_comment, record.closing_comments)


def _wrapped(words: Iterable[str]) -> str:
    """The words in lines of a fair width; a comment's own line breaks stay what they are."""
    parts: list[str] = []
    column = 0
    for word in words:
        first = word.partition("\n")[0]
        fits = column + 1 + len(first) <= WIDTH
        gap = "" if word == ")" or not column else " " if fits else "\n"
        parts += (gap, word)
        if "\n" in word:
            column = len(word) - word.rindex("\n") - 1
        else:
            column = len(word) if gap == "\n" else column + len(gap) + len(word)
    return "".join(parts) + ("\n" if column else "")


def _comment(text: str) -> str:
    if "}" in text and "\n" in text:
        raise ValueError(f"a comment cannot hold }} and a line break: {text!r}")
    if _NEXT_GAME in text:
        raise ValueError(f"a comment cannot hold a line that begins another record: {text!r}")
    opening, end = "{", "}"
    if "}" in text:  # the rest of a line instead, to whose end the reader counts one carriage return
        opening, end = ";", "\r\n" if text.endswith("\r") else "\n"
    written = f"{opening}{text}{end}"
    if len(written.encode(errors="replace")) > LONGEST + 2:
        raise ValueError("a comment is too long")
    return written


def _glyph(text: str) -> str:
    if not _GLYPH.fullmatch(text):
        raise ValueError(f"a glyph is $ and a number, or ! and ?, not {text!r}")
    return text
