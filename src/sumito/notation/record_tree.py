"""Game records in memory: headers, a start, and a tree of moves with comments, glyphs and variations."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from functools import cache
from itertools import zip_longest
from typing import Final, NamedTuple

from sumito import _native
from sumito.core import (
    BLACK,
    LAYOUTS,
    MOVES,
    MULTI_LAYOUTS,
    WHITE,
    Board,
    Color,
    Dialect,
    Layout,
    Move,
    Outcome,
    PositionForm,
    Rules,
)
from sumito.core.board import outcome_of
from sumito.core.layout import layout_named
from sumito.core.text import FORMS, counted

_DEFAULTS: Final = {"Event": "?", "Date": "????.??.??"}


_CAUSES: Final = ("resigns", "time")  # by the numbers of the core


class Leaving(NamedTuple):
    """A player who leaves a game of several players."""

    color: Color
    cause: str
    """`resigns` or `time`."""

    def __str__(self) -> str:
        return f"-{self.color}:{self.cause}"


class Node:
    """A move in a record, with its comments, its glyphs and the moves that follow it.

    >>> node = Record().add_move("a1b2")
    >>> node.add_comment("the usual beginning")
    >>> node.move, node.comments
    (Move.of((0, 6, 13), Direction.NE), ('the usual beginning',))
    """

    __slots__ = ("children", "comments", "comments_after", "comments_before", "entry", "glyphs")

    entry: Move | Leaving
    """The move. With several players, it can also be a player who leaves."""
    glyphs: tuple[str, ...]
    """Marks such as `!`, `?!` or `$7`, as they are written."""
    comments: tuple[str, ...]
    """Comments after the move."""
    comments_before: tuple[str, ...]
    """Comments between the move's number and the move."""
    comments_after: tuple[str, ...]
    """Comments behind the variation that begins with this move; a move that begins none has no such place."""
    children: list[Node]
    """The moves that may follow: the main line's first, then the variations'."""

    def __init__(self, entry: Move | Leaving) -> None:
        self.entry = entry
        self.glyphs = self.comments = self.comments_before = self.comments_after = ()
        self.children = []

    @property
    def move(self) -> Move:
        """The move.

        Raises:
            ValueError: it is no move, a player leaves.
        """
        if isinstance(self.entry, Leaving):
            raise ValueError(f"not a move: {self.entry}")
        return self.entry

    def number(self, players: Sequence[Color]) -> int:
        """Return the number of the move or of the leaving, as the core has it."""
        if isinstance(self.entry, Leaving):
            return _native.leaving_number(players.index(self.entry.color), _CAUSES.index(self.entry.cause))
        return self.entry.number

    def play_on(self, board: Board) -> None:
        """Play the move on a board, or let the player leave."""
        if not isinstance(self.entry, Leaving):
            board.play(self.entry)
        elif self.entry.cause == "time":
            board.flag(self.entry.color)
        else:
            board.resign(self.entry.color)

    @property
    def next(self) -> Node | None:
        """The main continuation, None at the end of the line."""
        return self.children[0] if self.children else None

    @property
    def variations(self) -> tuple[Node, ...]:
        """The other continuations, each the first move of a variation."""
        return tuple(self.children[1:])

    def add_comment(self, text: str) -> None:
        """Add a comment after the move."""
        self.comments += (text,)

    def __repr__(self) -> str:
        return f"<Node {self.entry!r}, {len(self.children)} to follow>"


def entry_of(number: int, players: Sequence[Color]) -> Move | Leaving:
    """Return the move or the leaving with a number of the core."""
    if number >= 0:
        return MOVES[number]
    player, cause = _native.leaving_of(number)
    return Leaving(players[player], _CAUSES[cause])


class Ply(NamedTuple):
    """One ply of a record's main line."""

    number: int
    """From 1."""
    board: Board
    """The board before the move: the caller's own."""
    node: Node

    @property
    def move(self) -> Move:
        """The move."""
        return self.node.move


class Record:
    """A recorded game: headers, start, moves, comments and result.

    >>> record = Record("belgian-daisy", headers={"Black": "Ada", "White": "Emmy"})
    >>> first = record.add_move("a1b2")
    >>> record.add_variation("a2b3", instead_of=first).add_comment("as in the first round")
    >>> len(record.moves()), record.board().turn
    (1, <Color.WHITE: 'white'>)

    Two records are equal when headers, start, result and tree are; the dialect and the variant that a record was read
    in do not count, nor do the counters of the start. What start, moves and result tell by themselves (the tags
    Variant, Position, Result and their like) is not among the headers.
    """

    __slots__ = ("_start", "children", "closing_comments", "comments", "dialect", "headers", "result", "variant")

    headers: dict[str, str]
    """The tags in their order. Event, Date, Black and White always stand here."""
    result: str
    """`1-0` (Black wins), `0-1`, `1/2-1/2` or `*`."""
    dialect: Dialect
    """The dialect that the record was read in, and is written in unless another one is asked for."""
    variant: str | None
    """The name that the start's Position was read under, and is written under again; None: ours, or `custom`."""
    comments: tuple[str, ...]
    """Comments before the first move."""
    closing_comments: tuple[str, ...]
    """Comments after the result."""
    children: list[Node]
    """The first moves: the main line's, then those of variations."""

    def __init__(
        self,
        start: Board | Layout | str = "standard",
        *,
        headers: Mapping[str, str] | None = None,
        result: str = "*",
        dialect: Dialect = Dialect.ABA_PRO,
    ) -> None:
        """A record without moves, from a layout or from a board as it stands.

        Of the board's rules a record keeps the number of marbles to eject.

        Raises:
            ValueError: no layout has this name.
            PositionError: the position cannot be played.
        """
        board = start if isinstance(start, Board) else Board(start)
        if board.rules.mixed_moves and len(board.sides) < len(board.players):
            raise ValueError("a record has no mixed moves of partners")
        ejections = board.rules.marbles_to_eject
        # Readers come with what is needed already, and by the thousand.
        played = bool(board._game.history())
        ready = not played and board.rules == replay_rules(ejections)
        self._start = board.start() if ready else start_at(board.position() if played else start_text(board), ejections)
        names = {str(color).capitalize(): "?" for color in board.players}
        self.headers = {**_DEFAULTS, **names, **(headers or {})}
        self.result = result
        self.dialect = dialect
        self.variant = None
        self.comments = self.closing_comments = ()
        self.children = []

    @classmethod
    def from_board(
        cls,
        board: Board,
        *,
        black: str = "?",
        white: str = "?",
        event: str = "?",
        date: str | datetime.date = "????.??.??",
        headers: Mapping[str, str] | None = None,
    ) -> Record:
        """The record of the game that was played on a board, with its result so far.

        The names of further players are headers, such as `Blue`.

        >>> board = Board("belgian-daisy")
        >>> move = board.play("a1b2")
        >>> Record.from_board(board, black="Ada").headers["Black"]
        'Ada'

        Raises:
            ValueError: the game was won by several players, for which a record has no result.
        """
        day = date.strftime("%Y.%m.%d") if isinstance(date, datetime.date) else date
        names = {"Black": black, "White": white}
        used = {name: names[name] for name in (str(color).capitalize() for color in board.players) if name in names}
        tags = {"Event": event, "Date": day, **used, **(headers or {})}
        record = cls(board.start(), headers=tags)
        children = record.children
        for number in board._game.history():
            children.append(Node(entry_of(number, board.players)))
            children = children[0].children
        if outcome := board.outcome:
            record.result = result_of(outcome, board.players)
            record.headers.setdefault("Termination", outcome.termination.value)
        return record

    @property
    def start(self) -> Board:
        """The board before the first move, the caller's own. Neither repetition nor caps end a recorded game."""
        return self._start.copy()

    @property
    def layout(self) -> Layout | None:
        """The layout that the game started from; None if it started from another position."""
        slug = _slugs_by_start().get(_start_text(self._start))
        return layout_named(slug) if slug else None

    def main_line(self) -> list[Node]:
        """The nodes of the game as it was played."""
        line = []
        children = self.children
        while children:
            line.append(children[0])
            children = children[0].children
        return line

    def moves(self) -> list[Move]:
        """The moves of the game as it was played."""
        return [node.entry for node in self.main_line() if isinstance(node.entry, Move)]

    def plies(self) -> Iterator[Ply]:
        """The game ply by ply, each with the board before it.

        >>> record = Record()
        >>> node = record.add_move("a1b2")
        >>> [ply.board.format_move(ply.move, Dialect.NACRE) for ply in record.plies()]
        ['a1d4']

        Raises:
            IllegalMoveError: the tree was built by hand, and this move cannot be played.
        """
        board = self._start.copy()
        for number, node in enumerate(self.main_line(), 1):
            yield Ply(number, board.copy(), node)
            node.play_on(board)

    def board(self, node: Node | None = None) -> Board:
        """The board after a node's move, by default at the end of the main line.

        Raises:
            ValueError: the node is not in this record.
            IllegalMoveError: the tree was built by hand, and a move on the way cannot be played.
        """
        board = self._start.copy()
        for each in self.main_line() if node is None else self._path_to(node):
            each.play_on(board)
        return board

    def resume(self) -> Board:
        """Return the game to play on, at the end of the main line, with its declared end.

        It has the usual rules. A game that went on after a repetition, or that has another result, goes on without the
        rule of repetition. A result without a known reason is a resignation, or a draw by agreement.

        Raises:
            IllegalMoveError: the tree was built by hand, and a move cannot be played.
        """
        start = self._start
        marbles_to_eject = start.rules.marbles_to_eject
        nodes = self.main_line()
        legal, repetition, termination, winners = _native.resume(
            start._game.start,
            [node.number(start.players) for node in nodes],
            marbles_to_eject,
            self.result.encode(errors="surrogatepass"),
            self.headers.get("Termination", "").encode(errors="surrogatepass"),
        )
        rules = Rules(marbles_to_eject=marbles_to_eject, repetition=repetition if legal else 0)
        board = Board.from_position(start_text(start), rules=rules)
        for node in nodes:
            node.play_on(board)
        outcome = outcome_of(termination, winners, start.players)
        if outcome and not board.outcome:
            board.declare(outcome)
        return board

    def add_move(self, move: Move | str, after: Node | None = None) -> Node:
        """Play a move at the end of a line: of the main line, or of the one that ends with a node.

        The result is set if the move ejects the last marble that is needed to win.

        Raises:
            ValueError: the node is not in this record, or something follows it already.
            IllegalMoveError: the rules forbid it.
            NotationError: the text names no move.
        """
        line = self.main_line() if after is None else self._path_to(after)
        if after is not None and after.children:
            raise ValueError("something follows this move already: add_variation takes another move instead of it")
        board = self._start.copy()
        for each in line:
            each.play_on(board)
        node = Node(board.play(move))
        (line[-1].children if line else self.children).append(node)
        if self.main_line()[-1] is node:
            self.result = shown_result(board) or self.result
        return node

    def add_variation(self, move: Move | str, instead_of: Node) -> Node:
        """Begin a variation: another move instead of a node's.

        Raises:
            ValueError: the node is not in this record.
            IllegalMoveError: the rules forbid it.
            NotationError: the text names no move.
        """
        *line, _ = self._path_to(instead_of)
        board = self._start.copy()
        for each in line:
            each.play_on(board)
        node = Node(board.play(move))
        (line[-1].children if line else self.children).append(node)
        return node

    def add_comment(self, text: str) -> None:
        """Add a comment before the first move."""
        self.comments += (text,)

    def _path_to(self, wanted: Node) -> list[Node]:
        path: list[Node] = []
        stack = [(node, 0) for node in self.children]
        while stack:
            node, depth = stack.pop()
            path[depth:] = [node]
            if node is wanted:
                return path
            stack += [(child, depth + 1) for child in node.children]
        raise ValueError(f"not a node of this record: {wanted!r}")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return (
            (self.headers, self.result, self.comments, self.closing_comments, self._start)
            == (other.headers, other.result, other.comments, other.closing_comments, other._start)
        ) and all(one == two for one, two in zip_longest(_flat(self.children), _flat(other.children)))

    __hash__ = None  # type: ignore[assignment]

    # A long game is a deep tree, too deep for the recursion of pickle and copy: it travels as a flat list.
    def __reduce__(self) -> tuple[object, ...]:
        fields = (self.headers.copy(), self.result, self.dialect, self.variant, self.comments, self.closing_comments)
        start = (start_text(self._start), self._start.rules.marbles_to_eject)
        return _rebuilt, (*start, *fields, list(_flat(self.children)))

    def __repr__(self) -> str:
        names = " against ".join(repr(self.headers.get(str(color).capitalize())) for color in self._start.players)
        return f"<Record {names}, {counted(len(self.main_line()), 'ply', 'plies')}, {self.result}>"


class Step(Enum):
    """A step of a walk through a tree."""

    MOVE = 0
    """The line goes on with this node."""
    OPEN = 1
    """A variation begins with this node, instead of the move before."""
    CLOSE = 2
    """The variation that began with this node ends."""


def walk(children: Sequence[Node]) -> Iterator[tuple[Step, Node]]:
    """Every node in the order in which a record is written, without recursion: lines can be long."""
    # With None instead of a step: the node has been written, what follows it has not.
    stack: list[tuple[Step | None, Node]] = []

    def follow(nodes: Sequence[Node]) -> None:
        stack.append((None, nodes[0]))
        for variation in reversed(nodes[1:]):
            stack.extend(((Step.CLOSE, variation), (None, variation), (Step.OPEN, variation)))
        stack.append((Step.MOVE, nodes[0]))

    if children:
        follow(children)
    while stack:
        step, node = stack.pop()
        if step is not None:
            yield step, node
        elif node.children:
            follow(node.children)


class Growth:
    """A tree that grows move by move, in the order in which a record is written."""

    __slots__ = ("_children", "_left", "base", "path")

    path: list[Node]
    """The line from the start to where the tree grows."""
    base: int
    """The ply at which the present variation begins, 0 in the main line."""

    def __init__(self, children: list[Node]) -> None:
        self._children = children
        self._left: list[tuple[int, Node]] = []
        self.path = []
        self.base = 0

    @property
    def depth(self) -> int:
        """How many variations are open."""
        return len(self._left)

    def add(self, entry: Move | Leaving) -> Node:
        """Add a move or a leaving to the line, and return its node."""
        node = Node(entry)
        path = self.path
        (path[-1].children if path else self._children).append(node)
        path.append(node)
        return node

    def open(self) -> None:
        """Begin a variation instead of the last move of the line. There must be such a move."""
        self._left.append((self.base, self.path.pop()))
        self.base = len(self.path)

    def close(self) -> tuple[Node, list[Node]]:
        """End the variation. Return the move that it replaced, and its own moves."""
        variation = self.path[self.base :]
        del self.path[self.base :]
        self.base, node = self._left.pop()
        self.path.append(node)
        return node, variation


def result_of(outcome: Outcome, players: Sequence[Color] = (BLACK, WHITE)) -> str:
    """The result text of an outcome of a game of these players.

    Raises:
        ValueError: several of two players have won.
    """
    if len(players) > 2:
        return "=" + ("+".join(player for player in players if player in outcome.winners) or "draw")
    if len(outcome.winners) > 1:
        raise ValueError(f"a record has no result for this end: {outcome}")
    return _native.result_of(sum(1 << players.index(winner) for winner in outcome.winners))


def shown_result(board: Board) -> str:
    """Return the result if the moves alone show it, else an empty text."""
    game = board._game
    return game.shown_result if isinstance(game, _native.MultiGame) else _native.shown_result(game)


@cache
def replay_rules(marbles_to_eject: int = 6) -> Rules:
    """The rules by which records are replayed: neither repetition nor caps end a game."""
    return Rules(marbles_to_eject=marbles_to_eject, repetition=0)


def start_at(position: str, marbles_to_eject: int = 6) -> Board:
    """The board that a record starts from.

    Raises:
        NotationError: the text is not well formed.
        PositionError: the position cannot be played.
    """
    return Board.from_position(position, rules=replay_rules(marbles_to_eject))


def start_text(board: Board) -> str:
    """The position that a game began with, before players left who had no marbles or moves."""
    return _native.write_position(FORMS.index(PositionForm.FEN), board._game.start)


@cache
def _slugs_by_start() -> dict[str, str]:
    """The layouts by their position as records have it: without counters, which do not tell starts apart."""
    return {_start_text(Board(slug)): slug for slug in (*LAYOUTS, *MULTI_LAYOUTS)}


def _start_text(board: Board) -> str:
    return board.position(PositionForm.APGN if len(board.players) == 2 else PositionForm.FEN)


_FlatStep = tuple[int, Move | Leaving, tuple[str, ...], tuple[str, ...], tuple[str, ...], tuple[str, ...]]


def _flat(children: Sequence[Node]) -> Iterator[_FlatStep]:
    for step, node in walk(children):
        marks = (node.glyphs, node.comments, node.comments_before, node.comments_after)
        yield step.value, node.entry, *marks


def _rebuilt(
    position: str,
    marbles_to_eject: int,
    headers: dict[str, str],
    result: str,
    dialect: Dialect,
    variant: str | None,
    comments: tuple[str, ...],
    closing_comments: tuple[str, ...],
    steps: Sequence[_FlatStep],
) -> Record:
    record = Record.__new__(Record)
    record._start = start_at(position, marbles_to_eject)
    record.headers, record.result, record.dialect, record.variant = headers.copy(), result, dialect, variant
    record.comments, record.closing_comments = comments, closing_comments
    record.children = []
    growing = Growth(record.children)
    for value, entry, *marks in steps:
        step = Step(value)
        if step is Step.CLOSE:
            growing.close()
            continue
        if step is Step.OPEN:
            growing.open()
        node = growing.add(entry)
        node.glyphs, node.comments, node.comments_before, node.comments_after = marks
    return record
