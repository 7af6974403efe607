"""Puzzles at a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TextIO

from sumito.core import MoveKind
from sumito.learn.solver import Goal, NotProvedError, attempt, solve
from sumito.terminal.board_text import board_lines
from sumito.terminal.console import Console
from sumito.terminal.typed_moves import TypedError, explain_typed

if TYPE_CHECKING:
    from sumito.core import Board, Color, Move
    from sumito.learn.catalogue import Catalogue
    from sumito.learn.puzzles import Puzzle
    from sumito.learn.solver import Attempt, Task
    from sumito.terminal.board_text import Look

_SHORT: Final = {"q": "quit", "exit": "quit", "h": "help", "?": "help", "n": "next"}
_HELP: Final = ("hint", "solution", "next", "board", "quit")


class TerminalPuzzles:
    """Puzzles that read lines from one stream, and write boards and text to another."""

    def __init__(self, some: Sequence[Puzzle], source: TextIO, out: TextIO, look: Look, words: Catalogue) -> None:
        self._puzzles = some
        self._console = Console(source, out)
        self._look = look
        self._words = words
        self._place = 0
        self._solved = self._seen = 0
        self._commands = {"help": self._help, "next": self._next, "board": self._show}
        self._about_task = {"hint": self._hint, "solution": self._show_solution}
        self._begin()

    def run(self, command: str) -> int:
        """Show puzzles until `quit`, the last puzzle, the end of the input, or Ctrl-C. Return the exit code.

        `command` shows these puzzles again. It is printed with the id of the next puzzle.
        """
        self._console.complete(self._completions)
        try:
            self._present()
            while self._place < len(self._puzzles) and self._step():
                pass
        except (EOFError, KeyboardInterrupt):
            self._console.say("")
        self._tell("puzzle.summary", solved=self._solved, seen=self._seen)
        left = self._puzzles[self._place + (self._task is None) :]
        if left:
            again = self._words.notation(f"{command} --id {left[0].id}")
            self._console.say(self._words.say("puzzle.resume", command=again))  # not wrapped, so that it can be copied
        else:
            self._tell("puzzle.end")
        return 0

    # ---- the puzzle

    @property
    def _puzzle(self) -> Puzzle:
        return self._puzzles[self._place]

    def _begin(self) -> None:
        self._board: Board = self._puzzle.board()
        self._task: Task | None = self._puzzle.task
        self._hints = 0
        self._tried = False

    @property
    def _enemy(self) -> Color:
        return next(color for color in self._board.players if color is not self._board.turn)

    def _next(self) -> None:
        self._place += 1
        if self._place < len(self._puzzles):
            self._begin()
            self._console.say("")
            self._present()

    # ---- output

    def _tell(self, message: str, **parameters: str | int | Color | tuple[int, ...]) -> None:
        self._console.tell(self._words.say(message, **parameters))

    def _present(self) -> None:
        name = self._words.sentence(self._puzzle.title)
        self._tell("puzzle.heading", name=name, difficulty=self._puzzle.difficulty)
        self._console.tell(self._words.sentence(self._puzzle.request))
        self._show()
        self._tell("puzzle.ask", move=self._words.notation(self._example()))

    def _example(self) -> str:
        """Return a legal move that does not help."""
        moves = [move for move in self._board.legal_moves if move.kind is MoveKind.IN_LINE]
        others = [move for move in sorted(moves) if self._board.format_move(move) not in self._puzzle.solutions]
        return self._board.format_move(others[0]) if others else "a1b2"

    def _show(self, *marks: int) -> None:
        self._console.say("", *board_lines(self._board, self._look, marks=marks), "")

    def _played(self, moves: Sequence[Move]) -> str:
        """Play moves, and return their texts."""
        text = self._board.format_line(moves)
        for move in moves:
            self._board.play(move)
        return self._words.notation(text)

    def _walk(self, moves: Sequence[Move]) -> str:
        """Play moves, show the board after each, and return their texts."""
        text = self._board.format_line(moves)
        for move in moves:
            message = "puzzle.plays_and_ejects" if self._board.is_ejection(move) else "puzzle.plays"
            player = self._board.turn
            played = self._played([move])
            self._show(*move.targets)
            self._tell(message, player=player, move=played)
        return self._words.notation(text)

    # ---- input

    def _completions(self) -> list[str]:
        return [*self._commands, *self._about_task, "quit", *map(self._board.format_move, self._board.legal_moves)]

    def _step(self) -> bool:
        """Ask for a line and obey it. Return False to leave the puzzles."""
        prompt = "puzzle.prompt" if self._task else "puzzle.prompt_next"
        line = self._console.ask(self._words.say(prompt))
        name = _SHORT.get(line.lower(), line.lower())
        if name == "quit":
            return False
        if name in self._commands:
            self._commands[name]()
        elif self._task is None:
            self._next()
        elif not name:
            self._show()
        elif name in self._about_task:
            self._about_task[name](self._task)
        else:
            self._try(line, self._task)
        return True

    def _try(self, line: str, task: Task) -> None:
        try:
            explanation = explain_typed(self._board, line)
        except TypedError as error:
            self._console.tell(error.text(self._words))
            return
        move = explanation.move
        if move is None:
            self._tell("puzzle.illegal", why=explanation.text(self._words.language))
            return
        try:
            found = attempt(self._board, task, move)
        except NotProvedError:
            self._tell("puzzle.not_proved", move=self._words.notation(self._board.format_move(move)))
            return
        if not self._tried:
            self._seen += 1
        self._tried = True
        if found.solves:
            self._go_on(move, found)
        else:
            self._refute(move, found)

    def _go_on(self, move: Move, found: Attempt) -> None:
        enemy = self._enemy
        self._walk([move])
        text = self._walk(found.variation[:1])
        self._task = found.task
        if found.task is None:
            self._solved += 1
            self._tell("puzzle.solved")
            self._console.tell(self._words.sentence(self._puzzle.reason))
        else:
            self._tell("puzzle.right", enemy=enemy, reply=text)

    def _refute(self, move: Move, found: Attempt) -> None:
        before, enemy = self._board.copy(), self._enemy
        text = self._played([move])
        variation = self._played(found.variation)
        self._show(*(found.variation[-1] if found.variation else move).targets)
        if self._puzzle.task.goal is Goal.SAVE:
            self._tell("puzzle.lost", move=text, line=variation)
        elif found.variation:
            self._tell("puzzle.refuted", move=text, enemy=enemy, reply=variation)
        elif before.is_ejection(move):
            self._tell("puzzle.too_late", move=text)
        else:
            self._tell("puzzle.no_ejection", move=text)
        self._board = before
        self._show()

    # ---- commands

    def _help(self) -> None:
        self._tell("puzzle.help")
        self._console.say("")
        self._console.table((self._words.notation(name), self._words.say(f"puzzle.help_{name}")) for name in _HELP)

    def _hint(self, task: Task) -> None:
        self._hints += 1
        if self._hints == 1:
            self._console.tell(self._words.sentence(self._puzzle.hint))
        else:
            cells = solve(self._board, task)[0].cells
            self._show(*cells)
            self._tell("puzzle.hint_marbles", n=len(cells), cells=cells)

    def _show_solution(self, task: Task) -> None:
        first, *others = solve(self._board, task)
        start = self._board.copy()
        variation = (first, *attempt(self._board, task, first).variation)
        self._tell("puzzle.solution", line=self._walk(variation))
        if others:
            moves = self._words.notation(" ".join(map(start.format_move, others)))
            self._tell("puzzle.solution_other", moves=moves)
        self._console.tell(self._words.sentence(self._puzzle.reason))
        self._seen += not self._tried
        self._task = None
