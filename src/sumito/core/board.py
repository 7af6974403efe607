"""The board: a game in progress, with its position, its history and its legal moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar, Final, Self, cast

from sumito import _native
from sumito.core.cells import (
    BLACK,
    COLORS,
    WHITE,
    Color,
    Direction,
    bits_of,
    cells_of,
    checked_cell,
    checked_direction,
)
from sumito.core.diagram import draw_text
from sumito.core.errors import GameOverError, IllegalMoveError, PositionError, PositionProblem
from sumito.core.layout import Layout, layout_named
from sumito.core.legal_moves import LegalMoves
from sumito.core.move import MOVES, Move
from sumito.core.native_game import LEGAL, new_game, read_move
from sumito.core.outcome import Outcome, Rules, Termination
from sumito.core.symmetry import SYMMETRIES, Symmetry, checked_symmetry
from sumito.core.text import DIALECTS, FORMS, Dialect, PositionForm, dialect_number, read_setup
from sumito.core.verdict import IllegalReason, Verdict, verdict_of

_TWO_PLAYERS: Final[tuple[Color, ...]] = (BLACK, WHITE)
_TERMINATIONS: Final = (None, *Termination)
_ABA_PRO: Final = 0
_RESIGNS, _TIME = 0, 1  # the causes of leaving, as the core numbers them
_NO_ENTRY: Final = -1  # from undo of the core

_PROBLEMS: Final = {
    PositionProblem.NO_MARBLES: "no marbles",
    PositionProblem.SCORE_TOO_HIGH: "more marbles ejected than a win takes",
    PositionProblem.TWO_WINNERS: "two winners",
}


class Board:
    """A game of Abalone: a position, the moves that led to it, and the rules.

    >>> board = Board("belgian-daisy")
    >>> board.play("a1b2")
    Move.of((0, 6, 13), Direction.NE)
    >>> board.turn
    <Color.WHITE: 'white'>

    Wherever a method takes a `Move`, it also takes the text of a legal move in any dialect. Text that does not name a
    move raises `NotationError`.

    Two boards are equal if their marbles, lost marbles, player to move and rules are equal. Their histories can
    differ.

    The hash follows from the same values, so it changes with every `play` and `undo`. Do not change a board that is
    in a set or a key of a dict: look-ups would no longer find it. Store `board.copy()` instead, or use `board.key`.
    """

    __slots__ = ("_game", "_players", "_rules")

    _draw_svg: ClassVar[Callable[[Board], str] | None] = None
    """Draws the board for notebooks. `sumito/__init__.py` sets it, because `core` cannot import `notation`."""

    def __init__(self, layout: str | Layout = "standard", *, rules: Rules | None = None) -> None:
        """Begin a game from a layout: a `Layout`, or the slug, name or alias of a shipped one.

        Raises:
            ValueError: there is no such layout. The message names similar ones.
        """
        if not isinstance(layout, Layout):
            layout = layout_named(layout)
        marbles = {color: bits_of(cells) for color, cells in layout.marbles.items()}
        if len(marbles) > 2:
            colors = [COLORS.index(color) for color in marbles]
            sides = 2 if layout.teams else len(colors)
            self._begin(_native.MultiSetup(list(marbles.values()), colors, sides), rules)
            return
        if set(marbles) != set(_TWO_PLAYERS):
            raise ValueError(f"a layout for {', '.join(map(str, marbles))}: two players are black and white")
        self._begin(_native.Setup(marbles[BLACK], marbles[WHITE], 0, 0, 0, 0, 0), rules)

    def _begin(self, start: _native.Setup | _native.MultiSetup, rules: Rules | None) -> None:
        if rules is not None and not isinstance(rules, Rules):
            raise TypeError(f"rules must be a Rules object, not {rules!r}")
        self._rules = rules or Rules()
        self._game = new_game(start, self._rules)
        self._players = _TWO_PLAYERS
        if isinstance(start, _native.MultiSetup):
            self._players = tuple(COLORS[color] for color in start.colors)

    def _beginning(self, start: _native.Setup | _native.MultiSetup) -> Self:
        board = self.__new__(type(self))
        board._begin(start, self.rules)
        return board

    @classmethod
    def from_position(
        cls,
        text: str,
        *,
        form: PositionForm | str = PositionForm.FEN,
        rules: Rules | None = None,
        check: bool = True,
    ) -> Self:
        """Begin a game from a position text.

        Fields that the text leaves out have their values at the start of a game. `check=False` accepts positions that
        cannot be played, as an editor needs them; `problems` then says why.

        Raises:
            NotationError: the text is malformed.
            PositionError: the position cannot be played.
            ValueError: there is no such form.
        """
        board = cls.__new__(cls)
        board._begin(read_setup(text, form), rules)
        if check and (problems := board.problems()):
            words = ", ".join(_PROBLEMS[problem] for problem in problems)
            raise PositionError(f"not a position to play, {words}: {text!r}", problems)
        return board

    def problems(self) -> PositionProblem:
        """Return the reasons why this position cannot be played; empty if it can."""
        return PositionProblem(self._game.problems())

    @property
    def rules(self) -> Rules:
        """The rules of this game."""
        return self._rules

    # ---- position

    @property
    def players(self) -> tuple[Color, ...]:
        """The players, in the order in which they move. Those who have left are included."""
        return self._players

    @property
    def active(self) -> tuple[Color, ...]:
        """The players who have not left the game, in the order in which they move."""
        if isinstance(self._game, _native.MultiGame):
            return self._colors(self._game.active)
        return self._players

    @property
    def sides(self) -> tuple[tuple[Color, ...], ...]:
        """The sides, in the order in which they first move. In teams a side has two players, otherwise one.

        >>> Board("four-players-teams").sides[0]
        (<Color.BLACK: 'black'>, <Color.WHITE: 'white'>)
        """
        sides = self._game.sides if isinstance(self._game, _native.MultiGame) else len(self._players)
        return tuple(self._players[side::sides] for side in range(sides))

    @property
    def turn(self) -> Color:
        """The player to move."""
        return self._players[self._game.turn]

    def _player(self, color: Color | str) -> int:
        color = Color(color)
        if color not in self._players:
            raise ValueError(f"{color} does not play here: the players are {', '.join(map(str, self._players))}")
        return self._players.index(color)

    def _colors(self, players: int) -> tuple[Color, ...]:
        """Return the players of a bit set of the core."""
        return tuple(color for i, color in enumerate(self._players) if players >> i & 1)

    def __getitem__(self, cell: int) -> Color | None:
        """Return the colour of the marble on a cell, or None if the cell is empty."""
        player = self._game.player_on(checked_cell(cell))
        return None if player < 0 else self._players[player]

    def marbles(self, color: Color | str) -> tuple[int, ...]:
        """Return the cells of a player's marbles, in ascending order."""
        return cells_of(self._game.marbles(self._player(color)))

    def ejected(self, color: Color | str) -> int:
        """Return how many marbles a player has lost; if more than two play, since the start position."""
        return self._game.ejected(self._player(color))

    def score(self, color: Color | str) -> int:
        """Return how many marbles a player, or the player's team, has ejected."""
        mine = self._player(color)
        if isinstance(self._game, _native.MultiGame):
            return self._game.score(mine)
        return self._game.ejected(1 - mine)

    @property
    def ply(self) -> int:
        """The number of plies since the beginning of the game, including those before the start position.

        The text of a position of more than two players has only its round. The plies before it are counted as if
        nobody had left.
        """
        return self._game.ply

    @property
    def round(self) -> int:
        """The number of the round, from 1. A round ends when the turn passes the last player who has not left."""
        return self._game.round if isinstance(self._game, _native.MultiGame) else self._game.ply // 2 + 1

    @property
    def quiet_plies(self) -> int:
        """The number of plies since the last ejection, or since the beginning of the game."""
        return self._game.quiet

    @property
    def key(self) -> int:
        """A 64-bit hash of marbles, lost marbles, player to move and who has left. Equal positions have equal keys."""
        return self._game.key

    def position(self, form: PositionForm | str = PositionForm.FEN) -> str:
        """Return the position as text.

        >>> Board().position()
        'sssss/ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSSS 0 0 b 0 1'

        Raises:
            ValueError: there is no such form.
        """
        return _native.write_position(FORMS.index(PositionForm(form)), self._game.setup)

    # ---- moves

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves, as a live view. It is empty once the game is over."""
        return LegalMoves(self._game)

    def is_legal(self, move: Move | str) -> bool:
        """Return whether the player to move can play this move; False once the game is over.

        Raises:
            NotationError: the text does not name a move.
        """
        if not isinstance(move, (Move, str)):
            raise _not_a_move(move)
        return move in self.legal_moves

    def verdict(self, cells: Iterable[int], direction: Direction | str) -> Verdict:
        """Judge the move of these marbles in a direction. `cells` are all marbles of the line, in any order.

        Raises:
            ValueError: `cells` is empty, names a cell twice, or contains a number outside 0 to 60.
        """
        return verdict_of(self._game.verdict(bits_of(cells), checked_direction(direction)))

    def verdict_between(self, first: int, last: int, direction: Direction | str) -> Verdict:
        """Judge the move of a line that is given by its two ends."""
        ends = checked_cell(first), checked_cell(last)
        return verdict_of(self._game.verdict_between(*ends, checked_direction(direction)))

    def play(self, move: Move | str) -> Move:
        """Play a move and return it.

        Raises:
            IllegalMoveError: the move is illegal. The board is unchanged.
            GameOverError: the game is over.
            NotationError: the text does not name a move.
        """
        if not isinstance(move, Move):
            move = self._move(move)
        if not self._game.play(move.number):
            raise self._refusal(self.verdict(move.cells, move.direction), self._move_label(move))
        return move

    def undo(self) -> Move | None:
        """Take back the last move, and an end that was declared after it. Return the move.

        If a player has left after the last move, this player comes back instead, and the result is None.

        Raises:
            IndexError: no move has been played.
        """
        number = self._game.undo()
        if number == _NO_ENTRY:
            raise IndexError("nothing to take back: no move has been played")
        return None if number < 0 else MOVES[number]

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves played since the start position, oldest first."""
        return tuple(MOVES[number] for number in self._game.history() if number >= 0)

    def start(self) -> Self:
        """Return a new board with the position before the first move."""
        return self._beginning(self._game.start)

    def is_sumito(self, move: Move | str) -> bool:
        """Return whether a legal move pushes enemy marbles.

        Raises:
            IllegalMoveError: the move is illegal.
            NotationError: the text does not name a move.
        """
        return self._effect(move)[1] != 0

    def is_ejection(self, move: Move | str) -> bool:
        """Return whether a legal move ejects a marble.

        Raises:
            IllegalMoveError: the move is illegal.
            NotationError: the text does not name a move.
        """
        return self._effect(move)[2]

    def pushed(self, move: Move | str) -> tuple[int, ...]:
        """Return the cells of the enemy marbles that a legal move pushes, beginning with the nearest.

        Raises:
            IllegalMoveError: the move is illegal.
            NotationError: the text does not name a move.
        """
        move, pushed, _ = self._effect(move)
        cells = cells_of(pushed)
        return cells if move.direction < 3 else cells[::-1]

    def sumito_odds(self, move: Move | str) -> tuple[int, int] | None:
        """Return the numbers of a sumito, such as (3, 2), or None if the legal move pushes no marble.

        Raises:
            IllegalMoveError: the move is illegal.
            NotationError: the text does not name a move.
        """
        move, pushed, _ = self._effect(move)
        enemies = pushed.bit_count()
        return (len(move.cells), enemies) if enemies else None

    def _move(self, move: Move | str) -> Move:
        if isinstance(move, str):
            return self.parse_move(move)
        if not isinstance(move, Move):
            raise _not_a_move(move)
        return move

    def _effect(self, move: Move | str) -> tuple[Move, int, bool]:
        """Return a legal move with the set of cells that it pushes, and whether it ejects a marble."""
        move = self._move(move)
        if not self._game.is_legal(move.number):
            raise self._refusal(self.verdict(move.cells, move.direction), self._move_label(move))
        return move, *self._game.effect(move.number)

    # ---- text of moves

    def parse_move(self, text: str, dialect: Dialect | str | None = None, *, transposed: bool = False) -> Move:
        """Parse the text of a legal move. Without `dialect`, any dialect is accepted.

        With `transposed`, letter and number are swapped in every cell, as in old exports.

        Raises:
            NotationError: the text does not name a move.
            IllegalMoveError: the move is illegal.
            GameOverError: the game is over.
            ValueError: there is no such dialect.
        """
        values = read_move(self._game, text, dialect_number(dialect), transposed)
        if values[0] != LEGAL:
            raise self._refusal(verdict_of(values), text)
        return MOVES[values[5]]

    def format_move(self, move: Move | str, dialect: Dialect | str = Dialect.ABA_PRO) -> str:
        """Return the text of a legal move in a dialect.

        >>> Board().format_move("a1b2", "nacre")
        'a1d4'

        Raises:
            IllegalMoveError: the move is illegal, so it has no text.
            NotationError: the text does not name a move.
            ValueError: there is no such dialect.
        """
        legal = self._effect(move)[0]
        return _native.write_move(self._game, legal.number, DIALECTS.index(Dialect(dialect)))

    def format_line(self, moves: Iterable[Move | str], dialect: Dialect | str = Dialect.ABA_PRO) -> str:
        """Return the text of consecutive moves from this position, separated by spaces, up to the end of the game.

        >>> board = Board()
        >>> moves = board.play("a1b2"), board.play("i5h5")
        >>> board.start().format_line(moves)
        'a1b2 i5h5'

        Raises:
            IllegalMoveError: a move is illegal in its position.
        """
        texts = []
        twin = self.copy()
        for move in moves:
            if twin.outcome is not None:
                break
            texts.append(twin.format_move(move, dialect))
            twin.play(move)
        return " ".join(texts)

    def _move_label(self, move: Move) -> str:
        return _native.write_move(self._game, move.number, _ABA_PRO)

    def _refusal(self, verdict: Verdict, label: str) -> IllegalMoveError:
        outcome = self.outcome
        if outcome is not None:
            return GameOverError(f"the game is over ({outcome}): {label!r}", verdict, outcome)
        return IllegalMoveError(f"illegal move {label!r} in {self.position()}: {verdict}", verdict)

    # ---- end of the game

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return outcome_of(*self._game.outcome, self._players)

    def occurrences(self) -> int:
        """Return how often this position, with the same player to move, has occurred in the game, including now."""
        return self._game.occurrences()

    def resign(self, color: Color | str | None = None) -> Outcome | None:
        """Let a player resign, by default the player to move. Return the outcome.

        If more than two play, the player leaves: the marbles are taken off the board and the others play on. The result
        is None while they do. In teams the player's team loses.

        Raises:
            GameOverError: the game is over.
            ValueError: the player does not play, or has left.
        """
        return self._leave(self.turn if color is None else color, _RESIGNS)

    def agree_draw(self) -> Outcome:
        """End the game as a draw by agreement.

        Raises:
            GameOverError: the game is over.
        """
        return self._declared(self._game.agree_draw())

    def flag(self, color: Color | str | None) -> Outcome | None:
        """End the game on time. `color` has run out of time; with None, the shared time has, and most ejections win.

        If more than two play, a player who runs out of time leaves, as after `resign`.

        Raises:
            GameOverError: the game is over.
            ValueError: the player does not play, or has left.
        """
        if color is None:
            return self._declared(self._game.flag_shared())
        return self._leave(color, _TIME)

    def _leave(self, color: Color | str, cause: int) -> Outcome | None:
        player = self._player(color)
        if isinstance(self._game, _native.Game):
            return self._declared(self._game.resign(player) if cause == _RESIGNS else self._game.flag(player))
        if self._game.leave(player, cause):
            return self.outcome
        if self.outcome is None:
            raise ValueError(f"{self._players[player]} has left the game")
        return self._declared(False)

    def declare(self, outcome: Outcome) -> None:
        """End the game with an outcome that players can declare, for instance that of a saved game.

        Raises:
            GameOverError: the game is over.
            ValueError: players cannot end a game so.
        """
        winners = sum(1 << self._player(color) for color in outcome.winners)
        if not self._game.declare(_TERMINATIONS.index(outcome.termination), winners):
            if self.outcome is None:
                raise ValueError(f"players cannot end a game so: {outcome}")
            self._declared(False)

    def reopen(self) -> bool:
        """Undo a declared end (resignation, agreement, time), but no move. Return whether there was one."""
        return self._game.reopen()

    def _declared(self, done: bool) -> Outcome:
        outcome = cast("Outcome", self.outcome)
        if not done:
            verdict = Verdict(IllegalReason.GAME_OVER, (), 0, 0, 0, None)
            raise GameOverError(f"the game is over: {outcome}", verdict, outcome)
        return outcome

    # ---- symmetry

    def transformed(self, symmetry: Symmetry) -> Self:
        """Return the image of the game under a symmetry: start position, moves and declared end.

        >>> Board().transformed(SYMMETRIES[3]).turn
        <Color.BLACK: 'black'>
        """
        symmetry = checked_symmetry(symmetry)
        board = self._beginning(_native.image_of_setup(symmetry.number, self._game.start))
        for entry in self._game.history():
            board._game.play(symmetry.move(MOVES[entry]).number if entry >= 0 else entry)
        board._game.declare(*self._game.outcome)
        return board

    def canonical(self) -> Self:
        """Return the smallest of the twelve images of the position, without its history.

        Two positions have equal canonical boards if and only if one is an image of the other.
        """
        return self._beginning(_native.image_of_setup(self.canonical_symmetry().number, self._game.setup))

    def canonical_symmetry(self) -> Symmetry:
        """Return the symmetry that gives the canonical image."""
        return SYMMETRIES[_native.canonical_symmetry(self._game.setup)]

    # ---- copies, comparison, pickling

    def copy(self) -> Self:
        """Return an independent board with the same history."""
        twin = self.__new__(type(self))
        twin._players = self._players
        twin._rules = self._rules
        twin._game = self._game.copy()
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        mine, theirs = self._game, other._game
        if isinstance(mine, _native.MultiGame):
            same = isinstance(theirs, _native.MultiGame) and mine.same_position(theirs)
        else:
            same = isinstance(theirs, _native.Game) and mine.same_position(theirs)
        return same and self.rules == other.rules

    def __hash__(self) -> int:
        return hash((self._game.key, self.rules))

    def __getstate__(self) -> tuple[str, Rules, list[int], tuple[int, int]]:
        start = _native.write_position(FORMS.index(PositionForm.FEN), self._game.start)
        return start, self.rules, self._game.history(), self._game.outcome

    def __setstate__(self, state: tuple[str, Rules, list[int], tuple[int, int]]) -> None:
        start, rules, entries, outcome = state
        self._begin(read_setup(start, PositionForm.FEN), rules)
        several = isinstance(self._game, _native.MultiGame)  # only they can leave, which is a number below 0
        if not all((several or entry >= 0) and self._game.play(entry) for entry in entries):
            raise ValueError("not the state of a board: a move is not legal")
        self._game.declare(*outcome)
        if self._game.outcome != tuple(outcome):
            raise ValueError("not the state of a board: it does not end so")

    def __repr__(self) -> str:
        rules = "" if self.rules == Rules() else f", rules={self.rules!r}"
        return f"Board.from_position({self.position()!r}{rules})"

    def __str__(self) -> str:
        return draw_text({color: self.marbles(color) for color in self.players})

    def _repr_svg_(self) -> str | None:
        return Board._draw_svg(self) if Board._draw_svg is not None else None


def outcome_of(termination: int, winners: int, players: tuple[Color, ...] = _TWO_PLAYERS) -> Outcome | None:
    """Return the outcome for the numbers of the core; None if the game goes on."""
    ended = _TERMINATIONS[termination]
    if ended is None:
        return None
    return Outcome(ended, tuple(color for i, color in enumerate(players) if winners >> i & 1))


def _not_a_move(move: object) -> TypeError:
    return TypeError(f"expected a Move or the text of a move, not {move!r}")
