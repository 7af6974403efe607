"""Write game records as text: APGN, and PGN with PlayStrategy's tags. The core composes the text."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import IO, cast

from sumito import _native
from sumito.core import Dialect, SumitoError
from sumito.core.text import dialect_number
from sumito.notation.record_fault import RecordFault, end_reason, shown
from sumito.notation.record_names import core_names, results_of
from sumito.notation.record_tree import Node, Record, Step, walk
from sumito.notation.whole_file import whole_file

# The numbers of the core's CommentPlace.
_RECORD, _BEFORE, _MOVE, _AFTER, _CLOSING = range(5)


def format_record(record: Record, dialect: Dialect | None = None) -> str:
    """Return the text of a record, in `dialect` or in the dialect of the record.

    Aba-Pro and Nacre give APGN, PlayStrategy's dialect gives PGN with that site's tags. `parse_record` reads the same
    record back.

    Raises:
        ValueError: the text cannot hold the record. Reasons are a comment with both `}` and a line break, a tag with a
            line break, or a result that contradicts the moves.
        IllegalMoveError: the tree was built by hand, and a move is not legal. It is a ValueError.
    """
    return _Writer(record, record.dialect if dialect is None else dialect).text()


def write_record(
    record: Record | SumitoError, file: str | os.PathLike[str] | IO[bytes] | IO[str], dialect: Dialect | None = None
) -> None:
    """Write a record and a blank line to an open file, or to a path, whose file is replaced atomically.

    Raises:
        ValueError: the text cannot hold the record, see `format_record`. Nothing has been written.
        SumitoError: `record` is an error from `read_records`.
        OSError: the file cannot be written.
    """
    if isinstance(file, (str, os.PathLike)):
        write_records([record], file, dialect)
        return
    if isinstance(record, SumitoError):  # read_records yields errors too
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
    """Write records one after the other. Return their number.

    The file of a path is replaced atomically: if something fails, its old content stays. So `records` can be read from
    the same file.

    Raises:
        ValueError: the text cannot hold a record, see `format_record`. An open file contains the records before it.
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


class _Writer:
    """Hands a record to the core, piece by piece."""

    def __init__(self, record: Record, dialect: Dialect) -> None:
        self._record = record
        start = record.start
        self._writer = _native.RecordWriter(
            core_names(),
            start._game.start,
            start.rules.marbles_to_eject,
            dialect_number(dialect),
            _encoded(record.variant or ""),
        )

    def text(self) -> str:
        record, writer = self._record, self._writer
        for name, value in record.headers.items():
            self._check(writer.header(_encoded(name), _encoded(value)), name, value)
        self._comments(_RECORD, record.comments)
        for step, node in walk(record.children):
            if step is Step.CLOSE:
                writer.close()
                self._comments(_AFTER, node.comments_after, node)
                continue
            if step is Step.OPEN:
                self._check(writer.open())
            self._comments(_BEFORE, node.comments_before)
            self._check(writer.move(node.number(record.start.players)), node=node)
            for glyph in node.glyphs:
                self._check(writer.glyph(_encoded(glyph)), value=glyph)
            self._comments(_MOVE, node.comments)
            if step is Step.MOVE:  # the core refuses them: only a variation has comments after it
                self._comments(_AFTER, node.comments_after, node)
        self._check(writer.finish(_encoded(record.result)))
        self._comments(_CLOSING, record.closing_comments)
        return writer.text().decode()

    def _comments(self, place: int, texts: Iterable[str], node: Node | None = None) -> None:
        for text in texts:
            self._check(self._writer.comment(place, _encoded(text)), value=text, node=node)

    def _check(self, number: int, name: str = "", value: str = "", node: Node | None = None) -> None:
        if number:
            raise ValueError(self._reason(RecordFault(number), name, value, node))

    def _reason(self, fault: RecordFault, name: str, value: str, node: Node | None) -> str:
        record = self._record
        match fault:
            case RecordFault.BAD_TAG_NAME:
                return f"a tag's name is letters, digits and underscores, not {name!r}"
            case RecordFault.TAG_LINE_BREAK:
                return f"the tag {name} cannot hold a line break: {value!r}"
            case RecordFault.TAG_TOO_LONG:
                return f"the tag {self._writer.fault_name} is too long"
            case RecordFault.OWN_TAG:
                return f"the tag {name} is made from the record's start, moves and result: it is no header"
            case RecordFault.PGN_TAG:
                return f"the tag {name} has another meaning in PGN"
            case RecordFault.MISSING_TAGS:
                return f"the record has no {self._writer.fault_name}"
            case RecordFault.BAD_RESULT:
                return f"a result is one of {' '.join(results_of(record.start))}, not {record.result!r}"
            case RecordFault.BAD_NOTATION:
                return "PGN has only games of two players"
            case RecordFault.UNKNOWN_VARIANT:
                return f"unknown variant {record.variant!r}"
            case RecordFault.BAD_GLYPH:
                return f"a glyph is $ and a number, or ! and ?, not {shown(value)}"
            case RecordFault.BAD_COMMENT:
                return f"a comment cannot hold }} and a line break: {value!r}"
            case RecordFault.COMMENT_BEGINS_RECORD:
                return f"a comment cannot hold a line that begins another record: {value!r}"
            case RecordFault.COMMENT_TOO_LONG:
                return "a comment is too long"
            case RecordFault.COMMENT_AFTER_MOVE if node:
                return f"only a variation has comments after it, and no variation begins with {node}"
            case RecordFault.ILLEGAL_MOVE if node:
                record.board(node)  # raises IllegalMoveError
        return end_reason(fault, record.board(), record.result, record.headers.get("Termination", ""))


def _encoded(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise ValueError(f"not valid Unicode: {text[error.start : error.end]!r}") from None
