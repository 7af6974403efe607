"""The board: a position, how it came about, and what the rules allow in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import index
from typing import ClassVar, Final, Self, cast

from sumito import _native
from sumito.core.cells import BLACK, WHITE, Color, Direction, bits_of, cells_of, checked_cell
from sumito.core.diagram import draw_text
from sumito.core.errors import GameOverError, IllegalMoveError, NotationError, PositionError, PositionProblem
from sumito.core.layout import LAYOUTS, Layout
from sumito.core.move import MOVES, Move
from sumito.core.outcome import Outcome, Rules, Termination
from sumito.core.symmetry import SYMMETRIES, Symmetry
from sumito.core.text import ANY_DIALECT, DIALECTS, PROBLEMS, Dialect, PositionForm, counted, for_core, read_setup
from sumito.core.verdict import IllegalReason, Verdict, verdict_of

_PLAYERS: Final = (BLACK, WHITE)
_TERMINATIONS: Final = (None, *Termination)
_ABA_PRO: Final = 0
_DEEPEST_PERFT: Final = 64  # the stack is finite, and nobody waits for more
_PERFT_STRIDE: Final = 4

_PROBLEMS: Final = {
    PositionProblem.NO_MARBLES: "no marbles",
    PositionProblem.SCORE_TOO_HIGH: "more marbles ejected than a win takes",
    PositionProblem.TWO_WINNERS: "two winners",
}


class LegalMoves:
    """The legal moves of a board as it stands: a live view, not a list.

    >>> moves = Board().legal_moves
    >>> len(moves), Move.of([0], Direction.E) in moves
    (44, False)
    """

    __slots__ = ("_game",)

    def __init__(self, game: _native.Game) -> None:
        self._game = game

    def __len__(self) -> int:
        return self._game.count_moves()

    def __bool__(self) -> bool:
        return self._game.any_move()

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and self._game.is_legal(move.number)

    def __iter__(self) -> Iterator[Move]:
        """The moves as they are now; what is played during the iteration does not change it."""
        return cast("Iterator[Move]", self._game.moves())

    def __repr__(self) -> str:
        return f"<{counted(len(self), 'legal move', 'legal moves')}>"


class Board:
    """A game of Abalone at one moment.

    >>> board = Board("belgian-daisy")
    >>> board.play("a1b2")
    Move.of((0, 6, 13), Direction.NE)
    >>> board.turn
    <Color.WHITE: 'white'>

    Two boards are equal when the same marbles stand on the same cells, the same player is to move, the same numbers
    are lost and the rules are the same: how the position came about does not count. A board changes as it is played
    on, and its hash with it.
    """

    __slots__ = ("_game", "_rules")

    _draw_svg: ClassVar[Callable[[Board], str] | None] = None
    """Draws the board for notebooks; set by the room that draws."""

    def __init__(self, layout: str | Layout = "standard", *, rules: Rules | None = None) -> None:
        """A new game from a layout: its slug, its name, an alias, or a layout of your own.

        Raises:
            ValueError: no layout has this name.
        """
        if not isinstance(layout, Layout):
            if layout not in LAYOUTS:
                raise ValueError(f"no such layout: {layout!r} (`sumito layouts` lists them)")
            layout = LAYOUTS[layout]
        if set(layout.marbles) != set(_PLAYERS):
            raise ValueError(f"a layout for {', '.join(map(str, layout.marbles))}: this board is for black, white")
        black, white = (bits_of(layout.marbles[color]) for color in _PLAYERS)
        self._begin(_native.Setup(black, white, 0, 0, 0, 0, 0), rules)

    def _begin(self, start: _native.Setup, rules: Rules | None) -> None:
        if rules is not None and not isinstance(rules, Rules):
            raise TypeError(f"rules are Rules(...), not {rules!r}")
        self._rules = rules or Rules()
        self._game = _native.Game(start, self._rules.native())

    def _beginning(self, start: _native.Setup) -> Self:
        board = self.__new__(type(self))
        board._begin(start, self.rules)
        return board

    @classmethod
    def from_position(
        cls,
        text: str,
        *,
        form: PositionForm = PositionForm.FEN,
        rules: Rules | None = None,
        check: bool = True,
    ) -> Self:
        """The board of a position text.

        What the text leaves out is as at the start of a game. With `check=False` a board that could never be
        played, as an editor may hold it, is taken too; `problems` then tells what is wrong.

        Raises:
            NotationError: the text is not well formed.
            PositionError: nobody could have come there.
        """
        board = cls.__new__(cls)
        board._begin(read_setup(text, form), rules)
        if check and (problems := board.problems()):
            words = ", ".join(_PROBLEMS[problem] for problem in problems)
            raise PositionError(f"not a position to play, {words}: {text!r}", problems)
        return board

    def problems(self) -> PositionProblem:
        """What is wrong with the position, empty where nothing is."""
        problems = PositionProblem(0)
        if not any(map(self._game.marbles, range(len(self.players)))):
            problems |= PositionProblem.NO_MARBLES
        scores = [self.score(color) for color in self.players]
        if max(scores) > self.rules.marbles_to_eject:
            problems |= PositionProblem.SCORE_TOO_HIGH
        if sum(score >= self.rules.marbles_to_eject for score in scores) > 1:
            problems |= PositionProblem.TWO_WINNERS
        return problems

    @property
    def rules(self) -> Rules:
        """The options in force."""
        return self._rules

    # ---- what stands where

    @property
    def players(self) -> tuple[Color, ...]:
        """The players in the order of their turns."""
        return _PLAYERS

    @property
    def turn(self) -> Color:
        """Who is to move."""
        return _PLAYERS[self._game.turn]

    def _player(self, color: Color) -> int:
        try:
            return _PLAYERS.index(color)
        except ValueError:
            raise ValueError(f"no such player: {color!r}") from None

    def __getitem__(self, cell: int) -> Color | None:
        """The colour of the marble on a cell, None where it is empty."""
        player = self._game.player_on(checked_cell(cell))
        return None if player < 0 else _PLAYERS[player]

    def marbles(self, color: Color) -> tuple[int, ...]:
        """The cells of a player's marbles, in order."""
        return cells_of(self._game.marbles(self._player(color)))

    def ejected(self, color: Color) -> int:
        """How many marbles a player has lost."""
        return self._game.ejected(self._player(color))

    def score(self, color: Color) -> int:
        """How many marbles a player has ejected."""
        mine = self._player(color)
        return sum(self._game.ejected(player) for player in range(len(_PLAYERS)) if player != mine)

    @property
    def ply(self) -> int:
        """How many plies have been played since the beginning, those before the start position too."""
        return self._game.ply

    @property
    def quiet_plies(self) -> int:
        """How many plies ago the last marble was ejected, or the game began."""
        return self._game.quiet

    @property
    def key(self) -> int:
        """A 64-bit number for the position: marbles, marbles lost, player to move. Equal positions have equal keys."""
        return self._game.key

    def position(self, form: PositionForm = PositionForm.FEN) -> str:
        """The position as text.

        >>> Board().position()
        'sssss/ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSSS 0 0 b 0 1'
        """
        return _native.write_position(form.value, self._game.setup)

    # ---- moves

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves: `len`, `in` and iteration. None once the game is over."""
        return LegalMoves(self._game)

    def is_legal(self, move: Move) -> bool:
        """Whether the player to move may play it."""
        return move in self.legal_moves

    def verdict(self, cells: Iterable[int], direction: Direction) -> Verdict:
        """What the rules say of moving these marbles: all of the line, in any order.

        Raises:
            ValueError: no cells, a cell twice, or a number that is no cell.
        """
        return verdict_of(self._game.verdict(bits_of(cells), Direction(direction)))

    def verdict_between(self, first: int, last: int, direction: Direction) -> Verdict:
        """The same for a line that is named by its two ends."""
        ends = checked_cell(first), checked_cell(last)
        return verdict_of(self._game.verdict_between(*ends, Direction(direction)))

    def play(self, move: Move | str) -> Move:
        """Play a move, or the move that a text names in any dialect; the move that was played.

        Raises:
            IllegalMoveError: the rules forbid it; the board is as it was.
            GameOverError: the game has ended.
            NotationError: the text names no move.
        """
        if isinstance(move, str):
            move = self.parse_move(move)
        elif not isinstance(move, Move):
            raise TypeError(f"a Move or its text, not {move!r}")
        if not self._game.play(move.number):
            raise self._refusal(self.verdict(move.cells, move.direction), self._move_label(move))
        return move

    def undo(self) -> Move:
        """Take back the last move, and with it an end that was declared after it; the move that was taken back.

        Raises:
            IndexError: there is nothing to take back.
        """
        number = self._game.undo()
        if number < 0:
            raise IndexError("nothing to take back: no move has been played")
        return MOVES[number]

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves played since the start, oldest first."""
        return tuple(MOVES[number] for number in self._game.history())

    def start(self) -> Self:
        """The board as it was before the first move."""
        return self._beginning(self._game.start)

    def is_sumito(self, move: Move) -> bool:
        """Whether a legal move pushes enemy marbles."""
        return self._effect(move)[0] != 0

    def is_ejection(self, move: Move) -> bool:
        """Whether a legal move ejects a marble."""
        return self._effect(move)[1]

    def pushed(self, move: Move) -> tuple[int, ...]:
        """The cells of the enemy marbles that a legal move pushes, from the head on."""
        cells = cells_of(self._effect(move)[0])
        return cells if move.direction < 3 else cells[::-1]

    def sumito_odds(self, move: Move) -> tuple[int, int] | None:
        """The numbers of a sumito, such as (3, 2); None where a legal move pushes nobody."""
        enemies = self._effect(move)[0].bit_count()
        return (len(move.cells), enemies) if enemies else None

    def _effect(self, move: Move) -> tuple[int, bool]:
        if not self._game.is_legal(move.number):
            raise self._refusal(self.verdict(move.cells, move.direction), self._move_label(move))
        return self._game.effect(move.number)

    # ---- text of moves

    def parse_move(self, text: str, dialect: Dialect | None = None, *, transposed: bool = False) -> Move:
        """The legal move that a text names here: in one dialect, or in whichever fits.

        With `transposed`, letter and number are exchanged in every cell, as in old exports.

        Raises:
            NotationError: the text names no move.
            IllegalMoveError: it names one that the rules forbid.
            GameOverError: the game has ended.
        """
        number = ANY_DIALECT if dialect is None else DIALECTS.index(Dialect(dialect))
        problem, column, values = _native.read_move(self._game, for_core(text), number, transposed)
        if problem:
            raise NotationError(PROBLEMS[problem], text, column + 1)
        if values[0]:
            raise self._refusal(verdict_of(values), text)
        return MOVES[values[5]]

    def format_move(self, move: Move, dialect: Dialect = Dialect.ABA_PRO) -> str:
        """The text of a legal move.

        Raises:
            IllegalMoveError: the move is not legal here, so it has no text.
        """
        self._effect(move)
        return _native.write_move(self._game, move.number, DIALECTS.index(Dialect(dialect)))

    def format_line(self, moves: Iterable[Move], dialect: Dialect = Dialect.ABA_PRO) -> str:
        """The text of moves that follow one another from here, with spaces, as far as the game goes.

        >>> board = Board()
        >>> moves = board.play("a1b2"), board.play("i5h5")
        >>> board.start().format_line(moves)
        'a1b2 i5h5'

        Raises:
            IllegalMoveError: one of them is not legal when its turn comes.
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

    # ---- the end

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        number, winners = self._game.outcome
        termination = _TERMINATIONS[number]
        if termination is None:
            return None
        return Outcome(termination, tuple(color for i, color in enumerate(_PLAYERS) if winners >> i & 1))

    def occurrences(self) -> int:
        """How often this position, with the same player to move, has occurred in the game; 1 the first time."""
        return self._game.occurrences()

    def resign(self, color: Color | None = None) -> Outcome:
        """A player gives up, by default the one to move.

        Raises:
            GameOverError: the game has ended.
        """
        return self._declared(self._game.resign(self._player(self.turn if color is None else color)))

    def agree_draw(self) -> Outcome:
        """The players agree on a draw.

        Raises:
            GameOverError: the game has ended.
        """
        return self._declared(self._game.agree_draw())

    def flag(self, color: Color | None) -> Outcome:
        """A player's time is over; None: the time of the whole game is, and more ejections wins.

        Raises:
            GameOverError: the game has ended.
        """
        return self._declared(self._game.flag_shared() if color is None else self._game.flag(self._player(color)))

    def reopen(self) -> bool:
        """Take back an end that players declared (resignation, agreement, time) and no move; whether there was one."""
        return self._game.reopen()

    def _declared(self, done: bool) -> Outcome:
        outcome = cast("Outcome", self.outcome)
        if not done:
            verdict = Verdict(IllegalReason.GAME_OVER, (), 0, 0, 0, None)
            raise GameOverError(f"the game is over: {outcome}", verdict, outcome)
        return outcome

    # ---- symmetry

    def transformed(self, symmetry: Symmetry) -> Self:
        """The same game, seen through a symmetry: start, moves and a declared end."""
        board = self._beginning(_native.image_of_setup(symmetry.number, self._game.start))
        for move in self.history:
            board._game.play(symmetry.move(move).number)
        board._declare(self._game.outcome)
        return board

    def canonical(self) -> Self:
        """The least of the twelve images of the position, without its history.

        Two positions have equal canonical boards exactly when one is an image of the other, so a set of canonical
        boards holds each position once.
        """
        return self._beginning(_native.image_of_setup(self.canonical_symmetry().number, self._game.setup))

    def canonical_symmetry(self) -> Symmetry:
        """The symmetry that makes the canonical image."""
        return SYMMETRIES[_native.canonical_symmetry(self._game.setup)]

    # ---- a value among values

    def copy(self) -> Self:
        """A board that goes its own way from here, with the same history."""
        twin = self.__new__(type(self))
        twin._rules = self._rules
        twin._game = self._game.copy()
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self.rules == other.rules and self._game.same_position(other._game)

    def __hash__(self) -> int:
        return hash((self._game.key, self.rules))

    def __getstate__(self) -> tuple[str, Rules, list[int], tuple[int, int]]:
        start = _native.write_position(PositionForm.FEN.value, self._game.start)
        return start, self.rules, self._game.history(), self._game.outcome

    def __setstate__(self, state: tuple[str, Rules, list[int], tuple[int, int]]) -> None:
        start, rules, moves, outcome = state
        self._begin(read_setup(start, PositionForm.FEN), rules)
        if not all(self._game.play(number) for number in moves):
            raise ValueError("not the state of a board: a move is not legal")
        self._declare(outcome)
        if self._game.outcome != tuple(outcome):
            raise ValueError("not the state of a board: it does not end so")

    def _declare(self, outcome: tuple[int, int]) -> None:
        """Bring back an end that no position shows."""
        termination, winners = _TERMINATIONS[outcome[0]], outcome[1]
        if termination is Termination.AGREEMENT:
            self._game.agree_draw()
        elif termination is Termination.RESIGNATION:
            self._game.resign(1 if winners == 1 else 0)
        elif termination is Termination.TIME:
            if winners == 0:
                self._game.flag_shared()
            else:
                self._game.flag(1 if winners == 1 else 0)

    def __repr__(self) -> str:
        rules = "" if self.rules == Rules() else f", rules={self.rules!r}"
        return f"Board.from_position({self.position()!r}{rules})"

    def __str__(self) -> str:
        return draw_text({color: self.marbles(color) for color in self.players})

    def _repr_svg_(self) -> str | None:
        return Board._draw_svg(self) if Board._draw_svg is not None else None


def perft(board: Board, depth: int) -> int:
    """The number of lines of play of this length: what move generators are compared by.

    Repetition and caps do not count; a won position has no moves.

    >>> perft(Board(), 3)
    98912
    """
    if not 0 <= index(depth) <= _DEEPEST_PERFT:
        raise ValueError(f"depth is from 0 to {_DEEPEST_PERFT}, not {depth!r}")
    unlimited = Rules(marbles_to_eject=board.rules.marbles_to_eject, repetition=0)
    return _perft(_native.Game(board._game.setup, unlimited.native()), index(depth), unlimited.marbles_to_eject)


def _perft(game: _native.Game, depth: int, marbles_to_eject: int) -> int:
    # Short native calls, so that Ctrl-C need not wait.
    if depth <= _PERFT_STRIDE:
        return _native.perft(game.setup, depth, marbles_to_eject)
    leaves = 0
    for move in cast("Iterator[Move]", game.moves()):
        game.play(move.number)
        leaves += _perft(game, depth - 1, marbles_to_eject)
        game.undo()
    return leaves
