"""Game records as files and text: APGN and PlayStrategy's PGN, read as a stream, checked by replay, and written.

This module is the face of the records: `record_tree` has what a record is, `record_writer` how it is written.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Final, Protocol, cast

from sumito import _native
from sumito.core import Board, Dialect, IllegalMoveError, NotationError, PositionError, PositionForm, Rules, SumitoError
from sumito.notation.record_tree import CUSTOM, RESULTS, VARIANTS, Growth, Node, Ply, Record, end_problem, replay_rules
from sumito.notation.record_writer import (
    EJECTIONS_TAG,
    NOTATIONS,
    OWN_TAGS,
    PGN_NAMES,
    PLAYSTRATEGY_START,
    REQUIRED,
    format_record,
    write_record,
    write_records,
)

__all__ = [
    "RESULTS",
    "VARIANTS",
    "Node",
    "Ply",
    "Readable",
    "Record",
    "RecordError",
    "format_record",
    "parse_record",
    "read_records",
    "write_record",
    "write_records",
]

_PIECE: Final = 1 << 16
_SHOWN: Final = 40  # characters of a text that an error repeats

# The numbers of the core's TokenKind and RecordProblem.
_MORE, _TAG, _NUMBER, _MOVE, _COMMENT, _GLYPH, _OPEN, _CLOSE, _RESULT, _GAME_END, _BAD, _END = range(12)
_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")  # its byte order marks
_UNENDED: Final = -1  # ours: the game is over and its result has not been read
_PROBLEMS: Final = (
    "",
    'a tag is [Name "value"]',
    "a comment that is not closed",
    "nothing in a record begins so",
    "more than a record can hold in one piece",
)


class Readable(Protocol):
    """What can be read piece by piece: an open file, binary or text."""

    def read(self, size: int, /) -> bytes | str | None:
        """At most so many bytes or characters; none at the end."""
        ...


class RecordError(SumitoError, ValueError):
    """A game in a file or a text is not a record.

    Attributes:
        reason: what is wrong, in words.
        game: which game of the file, from 1.
        line: where in the file, from 1.
        column: where in the line, from 1, in bytes.
        ply: the ply of the move that is at fault, from 1; None where no move is.
        headers: the tags of the game, as far as they were read.
    """

    def __init__(
        self, reason: str, *, game: int, line: int, column: int, ply: int | None, headers: Mapping[str, str]
    ) -> None:
        at_ply = "" if ply is None else f", ply {ply}"
        super().__init__(f"game {game}, line {line}, column {column}{at_ply}: {reason}")
        self.reason = reason
        self.game = game
        self.line = line
        self.column = column
        self.ply = ply
        self.headers = dict(headers)

    def __reduce__(self) -> tuple[object, ...]:
        return _record_error, (self.reason, self.game, self.line, self.column, self.ply, self.headers)


def _record_error(
    reason: str, game: int, line: int, column: int, ply: int | None, headers: dict[str, str]
) -> RecordError:
    return RecordError(reason, game=game, line=line, column=column, ply=ply, headers=headers)


def read_records(
    file: str | os.PathLike[str] | Readable, *, transposed: bool = False
) -> Iterator[Record | RecordError]:
    """The games of a file one by one, in constant memory: each a record, or the error that says why it is none.

    `file` is a path, or an open file, binary or text, which stays open. With `transposed`, letter and number are
    exchanged in every cell of a move, and a PGN's moves may be of any dialect, as in PlayStrategy's old exports.

    Raises:
        OSError: the file cannot be read.
    """
    if isinstance(file, (str, os.PathLike)):
        records = _closing(file, transposed)
        next(records)
        return cast("Iterator[Record | RecordError]", records)
    return _records(_pieces(file), transposed)


def parse_record(text: str, *, transposed: bool = False) -> Record:
    """The record that a text holds.

    Raises:
        RecordError: it holds none, or more than one.
    """
    games = _games(iter([text.encode(errors="surrogatepass")]), transposed)
    first = next(games, None)
    if first is None:
        raise RecordError("no game", game=1, line=1, column=1, ply=None, headers={})
    record = first.finished()
    if isinstance(record, RecordError):
        raise record
    if second := next(games, None):
        line, column = second.first
        raise RecordError("more than one game", game=2, line=line, column=column, ply=None, headers=second.tags)
    return record


def _closing(path: str | os.PathLike[str], transposed: bool) -> Iterator[Record | RecordError | None]:
    with open(path, "rb") as opened:
        yield None  # up to here at the call: it has the errors of opening, and from here on a dropped iterator closes
        yield from _records(_pieces(opened), transposed)


def _pieces(file: Readable) -> Iterator[bytes]:
    while (piece := file.read(_PIECE)) is None or piece:
        if piece is None:
            raise BlockingIOError("the file has nothing to read yet: open it as a blocking one")
        if not isinstance(piece, (str, bytes, bytearray, memoryview)):
            raise TypeError(f"a file gives bytes or text, not {piece!r}")
        # Half of a surrogate pair is no text: what it becomes here is refused as such, with the game's number.
        yield piece.encode(errors="surrogatepass") if isinstance(piece, str) else bytes(piece)


def _records(pieces: Iterator[bytes], transposed: bool) -> Iterator[Record | RecordError]:
    return (game.finished() for game in _games(pieces, transposed))


def _games(pieces: Iterator[bytes], transposed: bool) -> Iterator[_Game]:
    tokenizer = _native.RecordTokenizer()
    next_token = tokenizer.next
    number = 0
    game: _Game | None = None
    while True:
        kind, text, name, line, column, problem = next_token()
        if kind == _MORE:
            piece = next(pieces, None)
            if piece is None:
                tokenizer.finish()
            else:
                tokenizer.feed(piece)
            continue
        if kind == _END:
            return
        if game is None:
            number += 1
            game = _Game(number, line, column, transposed)
        if kind == _GAME_END:
            yield game
            game = None
        elif game.error is None:
            game.take(kind, text, name, line, column, problem)


class _Fault(Exception):
    """What is wrong with a game, at a tag, at a move, or at the token that is being read."""

    def __init__(self, reason: str, *, tag: str | None = None, ply: int | None = None) -> None:
        self.reason = reason
        self.tag = tag
        self.ply = ply


class _Game:
    """One game while it is read: its tags, then its moves, up to the first thing that is wrong."""

    __slots__ = ("error", "first", "last", "moves", "number", "places", "tags", "transposed")

    def __init__(self, number: int, line: int, column: int, transposed: bool) -> None:
        self.number = number
        self.first = self.last = (line, column)
        self.transposed = transposed
        self.tags: dict[str, str] = {}
        self.places: dict[str, tuple[int, int]] = {}
        self.moves: _Moves | None = None
        self.error: RecordError | None = None

    def take(self, kind: int, text: bytes, name: bytes, line: int, column: int, problem: int) -> None:
        """Read one token; what is wrong with it becomes the game's error."""
        self.last = line, column
        try:
            if kind == _TAG:
                self._tag(name.decode(), text.decode())
            elif kind == _BAD:
                if self.last == (1, 1) and text.startswith(_UTF_16):
                    raise _Fault("this looks like UTF-16: save it as UTF-8")
                raise _Fault(f"{_PROBLEMS[problem]}: {_shown(text)}")
            else:
                if self.moves is None:
                    self.moves = _Moves(*_begin(self.tags, self.transposed))
                self.moves.take(kind, text)
            return
        except _Fault as fault:
            # Only the words leave the handler: an error that a caller keeps shall not keep what was being read.
            failure = fault.reason, fault.tag, fault.ply
        except UnicodeDecodeError:
            failure = f"not UTF-8: {_shown(text)}", None, None
        self._fail(*failure)

    def finished(self) -> Record | RecordError:
        """The record, or why it is none; there are no more tokens."""
        if self.error is None and (self.moves is None or not self.moves.ended):
            self.take(_UNENDED, b"", b"", *self.last, 0)
        return self.error or cast("_Moves", self.moves).finished()

    def _fail(self, reason: str, tag: str | None, ply: int | None) -> None:
        line, column = self.last if tag is None else self.places.get(tag, self.first)
        self.error = RecordError(reason, game=self.number, line=line, column=column, ply=ply, headers=self.tags)
        self.moves = None

    def _tag(self, name: str, value: str) -> None:
        if name in self.tags:
            raise _Fault(f"the tag {name} stands twice")
        if "\r" in value:
            raise _Fault(f"the tag {name} holds a line break")
        self.tags[name] = value
        self.places[name] = self.last


def _begin(tags: Mapping[str, str], transposed: bool) -> tuple[Record, Dialect | None, bool, Mapping[str, str]]:
    """The record that the tags promise, without moves, and how these are to be read.

    Raises:
        _Fault: the tags contradict each other or say too little.
    """
    pgn = "Notation" not in tags and (("P1" in tags and "P2" in tags) or tags.get("Variant") == "Abalone")
    if not pgn:
        missing = [name for name in REQUIRED if name not in tags]
        if missing:
            raise _Fault(f"missing tag{'s' if len(missing) > 1 else ''}: {', '.join(missing)}", tag=missing[0])
    if tags.get("Result", "*") not in RESULTS:
        raise _Fault(f"Result is one of {' '.join(RESULTS)}, not {_shown(tags['Result'])}", tag="Result")
    rules = replay_rules(_whole_number(tags, EJECTIONS_TAG, 1, 61) or 6)
    if pgn:
        headers = _headers_of_pgn(tags)
        start = _start_of_pgn(tags, rules)
        dialect = Dialect.PLAYSTRATEGY
    else:
        if tags["Notation"] not in NOTATIONS:
            names = " or ".join(NOTATIONS)
            raise _Fault(f"Notation is {names}, not {_shown(tags['Notation'])}", tag="Notation")
        headers = dict(tags)
        start = _start_of_apgn(tags, rules)
        dialect = NOTATIONS[tags["Notation"]]
    kept = {name: value for name, value in headers.items() if name not in OWN_TAGS[dialect]}
    record = Record(start, headers=kept, dialect=dialect)
    if not pgn and "Position" in tags:
        record.variant = tags["Variant"]
    return record, None if pgn and transposed else dialect, transposed, tags


def _start_of_apgn(tags: Mapping[str, str], rules: Rules) -> Board:
    variant, position = tags["Variant"], tags.get("Position")
    if variant != CUSTOM and variant not in VARIANTS:
        raise _Fault(f"unknown Variant {_shown(variant)}", tag="Variant")
    if variant == CUSTOM and (position is None or tags.get("SetUp") != "1"):
        raise _Fault('Variant "custom" needs SetUp "1" and a Position', tag="Variant")
    if position is not None:
        return _position(position, PositionForm.APGN, rules, "Position")
    slug = VARIANTS[variant]
    if slug is None:
        raise _Fault(f'Variant "{variant}" needs a Position', tag="Variant")
    return Board(slug, rules=rules)


def _start_of_pgn(tags: Mapping[str, str], rules: Rules) -> Board:
    variant = tags.get("Variant", "Abalone")
    if "".join(variant.lower().split()) == "grandabalone":
        raise _Fault("Grand Abalone is played on a larger board, which this package does not know", tag="Variant")
    if variant != "Abalone":
        raise _Fault(f"unknown Variant {_shown(variant)}", tag="Variant")
    if "FEN" in tags:
        return _position(tags["FEN"], PositionForm.FEN, rules, "FEN")
    return Board(PLAYSTRATEGY_START, rules=rules)


def _headers_of_pgn(tags: Mapping[str, str]) -> dict[str, str]:
    headers = {}
    names = {theirs: ours for ours, theirs in PGN_NAMES.items()}
    for name, value in tags.items():
        if name in PGN_NAMES and PGN_NAMES[name] in tags:
            raise _Fault(f"the tags {name} and {PGN_NAMES[name]} say the same", tag=name)
        headers[names.get(name, name)] = value
    return headers


def _position(text: str, form: PositionForm, rules: Rules, tag: str) -> Board:
    try:
        return Board.from_position(text, form=form, rules=rules)
    except (NotationError, PositionError) as error:
        raise _Fault(f"{tag}: {error}", tag=tag) from None


def _whole_number(tags: Mapping[str, str], tag: str, least: int, most: int) -> int | None:
    text = tags.get(tag)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10 and least <= int(text) <= most):
        raise _Fault(f"{tag} is a whole number from {least} to {most}, not {_shown(text)}", tag=tag)
    return int(text)


class _Moves:
    """The moves of one game while they are read: the tree grows, and a board goes along."""

    __slots__ = (
        "_board",
        "_closed",
        "_dialect",
        "_growth",
        "_held",
        "_numbered",
        "_tags",
        "_texts",
        "_transposed",
        "ended",
        "record",
    )

    def __init__(self, record: Record, dialect: Dialect | None, transposed: bool, tags: Mapping[str, str]) -> None:
        self.record = record
        self.ended = False  # the result has been read
        self._board = record.start
        self._dialect = dialect
        self._transposed = transposed
        self._tags = tags
        self._growth = Growth(record.children)
        self._numbered = False  # the last token, or all but comments since, was a number
        self._held: list[str] = []  # comments that await the move they stand before
        self._closed: Node | None = None  # the variation that has just ended
        # Comments and glyphs by what they belong to, made tuples at the end: a move may have any number of them.
        self._texts: dict[tuple[int, str], tuple[Node | Record, list[str]]] = {}

    def finished(self) -> Record:
        """The record, once the result has been read."""
        for (_, attribute), (owner, texts) in self._texts.items():
            setattr(owner, attribute, tuple(texts))
        return self.record

    def _add(self, owner: Node | Record, attribute: str, text: str) -> None:
        self._texts.setdefault((id(owner), attribute), (owner, []))[1].append(text)

    def take(self, kind: int, text: bytes) -> None:
        """Read one token.

        Raises:
            _Fault: it does not belong here.
            UnicodeDecodeError: it is no text.
        """
        if kind == _COMMENT:
            self._comment(text.decode())
        elif self.ended:
            raise _Fault(f"more after the result: {_shown(text)}")
        elif kind == _MOVE:
            self._move(text)
        elif kind == _NUMBER:
            self._numbered = True
        elif kind == _GLYPH:
            self._glyph(text.decode())
        elif kind == _OPEN:
            self._open()
        elif kind == _CLOSE:
            self._close()
        elif kind == _RESULT:
            self._result(text.decode())
        else:
            raise _Fault("the result is missing at the end of the moves")

    def _move(self, text: bytes) -> None:
        growth = self._growth
        ply = len(growth.path) + 1
        if len(text) > _SHOWN:
            raise _Fault(f"not a move: {_shown(text)}", ply=ply)
        try:
            move = self._board.parse_move(text.decode(), self._dialect, transposed=self._transposed)
            self._board.play(move)
        except UnicodeDecodeError:
            raise _Fault(f"not UTF-8: {_shown(text)}", ply=ply) from None
        except (NotationError, IllegalMoveError) as error:
            raise _Fault(str(error), ply=ply) from None
        node = growth.add(move)
        if self._held:
            node.comments_before = tuple(self._held)
            self._held.clear()
        self._numbered = False
        self._closed = None

    def _comment(self, text: str) -> None:
        growth = self._growth
        begun = len(growth.path) > growth.base
        if self.ended:
            self._add(self.record, "closing_comments", text)
        elif self._numbered or (growth.depth and not begun):
            self._held.append(text)
        elif self._closed is not None:
            self._add(self._closed, "comments_after", text)
        elif begun:
            self._add(growth.path[-1], "comments", text)
        else:
            self._add(self.record, "comments", text)

    def _release(self) -> None:
        """A number, comments, and then no move: the comments belong to what was before the number."""
        self._numbered = False
        held, self._held = self._held, []
        for text in held:
            self._comment(text)

    def _glyph(self, text: str) -> None:
        if len(self._growth.path) == self._growth.base:
            raise _Fault(f"a glyph without a move: {_shown(text)}")
        self._add(self._growth.path[-1], "glyphs", text)

    def _open(self) -> None:
        growth = self._growth
        if len(growth.path) == growth.base:
            raise _Fault("a variation before any move that it could replace")
        self._release()
        growth.open()
        self._board.undo()
        self._closed = None

    def _close(self) -> None:
        growth = self._growth
        if not growth.depth:
            raise _Fault("a variation is closed that was never opened")
        if len(growth.path) == growth.base:
            raise _Fault("a variation without moves")
        self._release()
        node, variation = growth.close()
        for _ in variation:
            self._board.undo()
        self._board.play(node.move)
        self._closed = variation[0]

    def _result(self, text: str) -> None:
        if self._growth.depth:
            raise _Fault("a variation is not closed")
        self._release()
        tags, plies = self._tags, len(self._growth.path)
        if text != tags.get("Result", text):
            raise _Fault(f"the tag Result is {tags['Result']}, the moves end with {text}")
        if problem := end_problem(self._board, text, tags.get("Termination")):
            raise _Fault(problem)
        claimed = _whole_number(tags, "Plies", 0, 10**9 - 1)
        if claimed is not None and claimed != plies:
            raise _Fault(f"Plies is {claimed}, but there are {plies}", tag="Plies")
        self.record.result = text
        self.ended = True


def _shown(text: bytes | str) -> str:
    """A text in quotes, and not all of a long one."""
    if isinstance(text, bytes):
        text = text[: 4 * _SHOWN].decode(errors="replace")
    return repr(text) if len(text) <= _SHOWN else f"{text[:_SHOWN]!r}..."
