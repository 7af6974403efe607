"""A game at a terminal: of two who type in turn, or of one against the engine."""

from __future__ import annotations

import os
import re
import shlex
from difflib import get_close_matches
from itertools import zip_longest
from textwrap import fill, wrap
from typing import TYPE_CHECKING, Final, TextIO

from sumito.core import BLACK, WHITE, Direction, MoveKind, Termination
from sumito.core.text import counted
from sumito.engine import LEVELS
from sumito.terminal.console import Console, program
from sumito.terminal.failures import InputError, file_problem, one_line, quoted
from sumito.terminal.game_file import GameFile
from sumito.terminal.thinker import Thinker
from sumito.terminal.typed_moves import NoMoveError, typed_verdict
from sumito.terminal.wrapping import WIDTH

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sumito.core import Board, Color, Move
    from sumito.engine import Analysis
    from sumito.terminal.board_text import Look

_BESIDE: Final = 80  # from so many columns on the text stands beside the board, else under it
_PANEL: Final = 30  # the column where the text beside the board begins
_HELP: Final = (
    "A move is the rear marble and the cell it steps to: a1b2. Whatever of yours stands ahead of it in line goes "
    "along, three marbles at most, and pushes fewer of the other's. Sideways it is both ends of the line and where "
    "the first end goes: c3c5d3. Other notations are understood. Or say a line and its direction: c3-c5 NW.",
    "A cell is the letter of its row and the number of its diagonal, which runs from upper left down to the right: "
    "row a is a1 to a5, row e is e1 to e9, row i is i5 to i9.",
)
_HELP_COMMANDS: Final = {
    "moves": "the legal moves",
    "why c3-c5 NW": "why a line may go there, or why not; why a1b2 works too",
    "hint": "what the engine would play; think, and thinking on, tell why",
    "level 4": "play against the engine, 1 to 12; friend: against a friend",
    "undo": "take your last move back; first a resignation or a draw",
    "board": "draw the board again; so does an empty line",
    "flip": "turn the board around",
    "draw": "offer a draw",
    "resign": "give the game up",
    "new": "after the end: once more from the same start",
    "save FILE.apgn": "write the game to a file",
    "help": "this page; h or ? for short",
    "quit": "leave, and see how to go on later; q for short",
}
_SHORT: Final = {"q": "quit", "exit": "quit", "h": "help", "?": "help"}
_LINES: Final = 3  # of the engine's thoughts
_WAITING: Final = "The engine thinks ... (Ctrl-C hurries it)"
_MOVE_LIKE: Final = re.compile(r"[a-z]\d", re.ASCII | re.IGNORECASE)
_DECLARED: Final = {
    Termination.RESIGNATION: "The resignation",
    Termination.AGREEMENT: "The draw",
    Termination.TIME: "The end on time",
}


def engine_name(level: int | None) -> str:
    """The engine's name in a record."""
    return f"sumito level {level}"


class TerminalGame:
    """A game for those who type: lines come from one stream, boards and words go to another.

    With a level, the engine plays for whoever does not type.
    """

    def __init__(
        self,
        board: Board,
        source: TextIO,
        out: TextIO,
        look: Look,
        file: GameFile | None = None,
        *,
        level: int | None = None,
        side: Color = BLACK,
        thinker: Thinker | None = None,
    ) -> None:
        self.board = board
        self._file = file or GameFile()
        self._console = Console(source, out)
        self._look = look
        self._level = level
        self._side = side  # of whoever types, against the engine
        self._thinker = thinker or Thinker()
        self._thinking = False
        self._turns = 3 if level is not None and side is WHITE else 0
        self._commands = {
            "help": self._help,
            "moves": self._moves,
            "hint": self._hint,
            "think": self._think,
            "friend": self._friend,
            "undo": self._undo,
            "board": self._show,
            "flip": self._flip,
            "draw": self._draw,
            "resign": self._resign,
            "new": self._new,
        }
        self._with_words = {
            "why": self._why,
            "save": self._save,
            "level": self._set_level,
            "thinking": self._set_thinking,
        }

    def run(self) -> int:
        """Play until `quit`, the end of the input, or Ctrl-C where a line is typed; the exit code.

        Raises:
            InputError: the record's name is none of a file.
            OSError: the record cannot be written at all.
        """
        self._console.complete(self._words)
        self._file.keep(self.board, self._players())
        try:
            self._reply()
            example = self._example()
            self._console.tell(f"{self._greeting()} Type {f'a move such as {example}, or ' if example else ''}help.")
            self._console.say("")
            self._show()
            while self._step():
                pass
        except (EOFError, KeyboardInterrupt):
            self._console.say("")
        self._leave()
        return 0

    # ---- the players

    def _words(self) -> list[str]:
        """What the tab key may end."""
        return [*self._names(), *map(self.board.format_move, self.board.legal_moves)]

    def _names(self) -> list[str]:
        return [*self._commands, *self._with_words, "quit"]

    def _greeting(self) -> str:
        if self._level is None:
            return "Abalone for two."
        return f"You are {self._name(self._side)} against the engine at level {self._level}."

    def _engine_plays(self, color: Color) -> bool:
        return self._level is not None and color is not self._side

    def _players(self) -> dict[str, str]:
        """What a record says of the engine."""
        return {
            self._name(color): engine_name(self._level) for color in self.board.players if self._engine_plays(color)
        }

    def _reply(self) -> None:
        """The engine moves, where it is its turn."""
        board = self.board
        if self._level is None or board.outcome is not None or not self._engine_plays(board.turn):
            return
        with self._thinker.hurry, self._console.waiting(_WAITING):
            move = self._thinker.move(board, self._level)
        if self._thinking and self._thinker.thoughts is not None:
            shown = self._show_thoughts(self._thinker.thoughts)
            if move not in shown:
                text = board.format_move(move)
                self._console.tell(f"It plays {text}: level {self._level} does not always take what it holds for best.")
            self._console.say("")
        board.play(move)
        self._keep()

    # ---- what is shown

    def _name(self, color: Color) -> str:
        return color.value.capitalize()

    def _other(self, color: Color) -> Color:
        return next(each for each in self.board.players if each is not color)

    def _example(self) -> str | None:
        """A move of whoever types, None once the game is over."""
        moves = sorted(
            self.board.legal_moves, key=lambda move: (-len(move.cells), move.kind is MoveKind.BROADSIDE, move)
        )
        return self.board.format_move(moves[0]) if moves else None

    def _show(self) -> None:
        """The board, and beside it how the game stands."""
        from sumito.terminal.board_text import board_lines, compass_lines, shown_width

        last = self._last_move()
        board = board_lines(self.board, self._look, turns=self._turns, marks=last.targets if last else ())
        compass = [f"    {line}" for line in compass_lines(self._turns)]
        if self._console.columns < _BESIDE:
            room = self._console.width
            self._console.say(*board, "", *self._standing(room), *self._last_words(room), "", *compass)
        else:
            room = WIDTH - _PANEL
            panel = [*self._standing(room), "", *self._last_words(room), ""]
            panel += [""] * (len(board) - len(compass) - len(panel)) + compass
            for drawn, beside in zip_longest(board, panel, fillvalue=""):
                self._console.say(f"{drawn}{' ' * (_PANEL - shown_width(drawn))}{beside}" if beside else drawn)
        self._console.say("")
        if self.board.outcome:
            from sumito.learn.reasons import explain_outcome

            for line in wrap(explain_outcome(self.board).text(), self._console.width):
                self._console.say(self._look.bold(line))
            self._console.say("")

    def _standing(self, room: int) -> Iterable[str]:
        from sumito.terminal.board_text import shown_width

        goal = self.board.rules.marbles_to_eject
        for color in self.board.players:
            score = self.board.score(color)
            taken = self._look.row(*[self._other(color)] * score, *[None] * (goal - score))
            on_turn = color is self.board.turn and self.board.outcome is None
            words = f"{self._name(color)} ejected {score} of {goal}"
            marker, words = (">", self._look.bold(words)) if on_turn else (" ", words)
            line = f"{marker} {self._look.row(color)} {words}"
            yield f"{line}  {taken}" if shown_width(f"{line}  {taken}") <= room else line
        if self._level is not None:
            yield f"  You are {self._name(self._side)}, the engine plays at level {self._level}."

    def _last_move(self) -> Move | None:
        history = self.board.history
        return history[-1] if history else None

    def _last_words(self, room: int) -> list[str]:
        from sumito.learn.reasons import explain

        before = self.board.copy()
        if not before.history:
            return []
        move = before.undo()
        text = f"{self._name(before.turn)} played {before.format_move(move)}."
        if before.is_sumito(move) or len(move.cells) > 1:
            text = f"{text} {explain(before, before.verdict(move.cells, move.direction)).text(turns=self._turns)}"
        if self._engine_plays(before.turn) and before.history:
            # Two plies have gone by since the board was last shown.
            own = before.undo()
            text = f"You played {before.format_move(own)}. {text}"
        return [f"  {line}" for line in wrap(text, room - 2)]

    # ---- turns

    def _step(self) -> bool:
        """One typed line; False where the game shall be left."""
        board = self.board
        if board.outcome is None:
            marble = "" if self._look.colored else f" {self._look.symbol(board.turn)}"
            prompt = f"{self._name(board.turn)}{marble} to move: "
        else:
            prompt = "new, undo, save FILE.apgn or quit: "
        line = self._console.ask(prompt)
        word, _, rest = line.partition(" ")
        name = _SHORT.get(word.lower(), word.lower())
        if not line:
            self._show()
        elif name in self._with_words:
            self._with_words[name](rest.strip())
        elif rest and (name == "quit" or name in self._commands):
            self._console.tell(f"{word} stands alone: {quoted(rest.strip())} is too much.")
        elif name == "quit":
            self._offer_to_save()
            return False
        elif name in self._commands:
            self._commands[name]()
        else:
            self._play(line)
        return True

    def _play(self, line: str) -> None:
        from sumito.learn.reasons import explain

        try:
            verdict, direction = typed_verdict(self.board, line)
        except InputError as error:
            self._misread(line, error)
            return
        if verdict.move is None or not verdict:
            self._console.tell(f"Not legal. {explain(self.board, verdict, direction).text(turns=self._turns)}")
            return
        self.board.play(verdict.move)
        self._changed()

    def _misread(self, line: str, error: InputError) -> None:
        """Say what of a line was not understood."""
        example = self._example()
        how = f"A move is typed like {example}; help tells more." if example else "The game is over; help tells more."
        if _MOVE_LIKE.match(line):
            self._console.tell(f"{error} {how}" if isinstance(error, NoMoveError) else str(error))
            return
        word = line.partition(" ")[0]
        near = get_close_matches(word.lower()[:20], self._names(), n=1)
        if near and word.upper() not in Direction.__members__:
            how = f"Did you mean {near[0]}?"
        self._console.tell(f"{quoted(line)} is neither a move nor a command. {how}")

    # ---- commands

    def _help(self) -> None:
        for paragraph in _HELP:
            self._console.tell(paragraph)
        self._console.say("")
        for name, words in _HELP_COMMANDS.items():
            self._console.say(
                fill(words, self._console.width, initial_indent=f"  {name:<16}", subsequent_indent=" " * 18)
            )

    def _moves(self) -> None:
        board = self.board
        kinds: dict[str, list[str]] = {"ejects": [], "sumito": [], "in line": [], "broadside": []}
        for move in board.legal_moves:
            if board.is_sumito(move):
                kind = "ejects" if board.is_ejection(move) else "sumito"
            else:
                kind = move.kind.replace("_", " ")
            kinds[kind].append(board.format_move(move))
        for kind, texts in kinds.items():
            if texts:
                words = " ".join(sorted(texts))
                self._console.say(
                    fill(words, self._console.width, initial_indent=f"{kind:<11}", subsequent_indent=" " * 11)
                )
        count = len(board.legal_moves)
        self._console.say(counted(count, "legal move", "legal moves"))

    def _why(self, rest: str) -> None:
        from sumito.learn.reasons import explain
        from sumito.terminal.board_text import board_lines

        hint = "Say it like why c3-c5 NW, or why a1b2."
        if not rest:
            self._console.tell(f"Say what about. {hint}")
            return
        try:
            verdict, direction = typed_verdict(self.board, rest)
        except InputError as error:
            self._console.tell(f"{error} {hint}" if isinstance(error, NoMoveError) else str(error))
            return
        legal = f"Legal: {self.board.format_move(verdict.move)}." if verdict and verdict.move else "Not legal."
        self._console.tell(f"{legal} {explain(self.board, verdict, direction).text(turns=self._turns)}")
        marks = verdict.cells or (verdict.move.cells if verdict.move else ())
        self._console.say("", *board_lines(self.board, self._look, turns=self._turns, marks=marks), "")

    def _hint(self) -> None:
        from sumito.learn.reasons import explain

        if not self._over():
            with self._thinker.hurry, self._console.waiting(_WAITING):
                move = self._thinker.hint(self.board)
            words = explain(self.board, self.board.verdict(move.cells, move.direction)).text(turns=self._turns)
            self._console.tell(f"The engine would play {self.board.format_move(move)}. {words}")

    def _think(self) -> None:
        if not self._over():
            with self._thinker.hurry, self._console.waiting(_WAITING):
                thoughts = self._thinker.think(self.board)
            self._show_thoughts(thoughts)

    def _show_thoughts(self, analysis: Analysis) -> list[Move]:
        """The best lines, as far as the width allows; their first moves."""
        turn = self.board.turn
        looked_at = counted(analysis.nodes, "position", "positions")
        self._console.tell(f"{looked_at} looked at; scores are {self._name(turn)}'s, in marbles.")
        best = sorted(analysis.variations, key=lambda each: (-each.depth, -each.score.value))[:_LINES]
        for variation in best:
            plies = f"{counted(variation.depth, 'ply', 'plies'):<7}"
            words = f"  {plies}  {variation.score!s:>9}  {variation.score.win_probability:>4.0%} "
            for text in self.board.format_line(variation.moves).split():
                if len(words) + 1 + len(text) > self._console.width:
                    break
                words += f" {text}"
            self._console.say(words)
        return [variation.moves[0] for variation in best]

    def _set_thinking(self, rest: str) -> None:
        if rest.lower() not in ("on", "off"):
            self._console.say("Say thinking on, or thinking off.")
            return
        self._thinking = rest.lower() == "on"
        shown = "is shown" if self._thinking else "stays hidden"
        self._console.say(f"The engine's thinking {shown}.")

    def _set_level(self, rest: str) -> None:
        if not (rest.isascii() and rest.isdigit() and 1 <= int(rest[:9]) <= len(LEVELS)):
            now = "" if self._level is None else f" It is {self._level} now."
            self._console.tell(f"Say level and a number from 1 to {len(LEVELS)}.{now}")
            return
        if self._level is None:
            self._side = self.board.turn
        self._level = int(rest)
        self._console.tell(self._greeting())
        self._keep()

    def _friend(self) -> None:
        self._level = None
        self._console.tell(self._greeting())
        self._keep()

    def _undo(self) -> None:
        outcome = self.board.outcome
        if self.board.reopen():
            declared = _DECLARED[outcome.termination] if outcome else "The end"
            self._console.tell(f"{declared} is taken back, and no move: the game goes on.")
        elif self._level is None:
            if not self.board.history:
                self._console.say("There is no move to take back.")
                return
            self._take_back(1)
        else:
            # Back to where whoever types had the choice: the engine's answer goes with the move.
            plies = 2 if self.board.turn is self._side else 1
            if len(self.board.history) < plies:
                self._console.say("There is no move of yours to take back.")
                return
            self._take_back(plies)
        self._changed()

    def _take_back(self, plies: int) -> None:
        moves = self.board.history[-plies:]
        for _ in moves:
            self.board.undo()
        self._console.tell(f"Taken back: {self.board.format_line(moves)}.")

    def _flip(self) -> None:
        self._turns = 3 - self._turns
        self._console.say("")
        self._show()

    def _new(self) -> None:
        if self.board.outcome is None:
            self._console.tell("This game goes on: new is for after its end.")
            return
        self._file.begin_another(self.board, self._players())
        self.board = self.board.start()
        self._changed()

    def _over(self) -> bool:
        if self.board.outcome:
            self._console.say("The game is over already.")
        return self.board.outcome is not None

    def _draw(self) -> None:
        if self._over():
            return
        player = self.board.turn
        if self._level is not None:
            with self._thinker.hurry, self._console.waiting(_WAITING):
                agrees = self._thinker.agrees_to_draw(self.board)
            if agrees:
                self.board.agree_draw()
                self._changed()
            else:
                self._console.say("The engine wants to play on.")
        elif self._console.agrees(
            f"{self._name(player)} offers a draw. {self._name(self._other(player))}, do you agree?"
        ):
            self.board.agree_draw()
            self._changed()
        else:
            self._console.say("No draw, then.")

    def _resign(self) -> None:
        if self._over():
            return
        if self._console.agrees(f"{self._name(self.board.turn)} gives the game up. Sure?"):
            self.board.resign()
            self._changed()
        else:
            self._console.say("The game goes on.")

    def _save(self, rest: str) -> None:
        if not rest:
            self._console.say("Say where: save FILE.apgn")
            return
        name = os.path.expanduser(rest)
        if not os.path.exists(name) and not os.path.splitext(name)[1]:
            name += ".apgn"
        if os.path.exists(name) and not self._console.agrees(f"{name} is there already. Write over it?"):
            self._console.say("Nothing saved.")
        elif self._save_to(name):
            self._console.say("To go on with it later:", f"  {program()} play --resume {shlex.quote(name)}")

    def _save_to(self, name: str) -> bool:
        """Whether it could be saved."""
        try:
            self._file.save(name, self.board, self._players())
        except OSError as error:
            self._console.tell(f"Nothing saved: {one_line(file_problem(error))}.")
        except (InputError, ValueError) as error:
            self._console.tell(f"Nothing saved: {one_line(error)}.")
        else:
            self._console.tell(f"Saved to {name}: {counted(len(self.board.history), 'ply', 'plies')}.")
            return True
        return False

    def _offer_to_save(self) -> None:
        """A game that has gone on since it was saved would be lost."""
        name = self._file.latest
        if (
            name is not None
            and self._file.current(self.board, self._players()) is None
            and self._console.agrees(f"The game has gone on since it was saved. Save it to {name}?")
        ):
            self._save_to(name)

    def _keep(self) -> None:
        try:
            self._file.keep(self.board, self._players())
        except OSError as error:  # the game goes on without its file
            self._console.tell(f"The record is not kept: {one_line(file_problem(error))}.")

    def _changed(self) -> None:
        """The game has gone on or back: keep it, let the engine answer, and show it."""
        self._keep()
        self._console.say("")
        self._reply()
        self._show()

    def _leave(self) -> None:
        if self.board.outcome is not None:
            self._console.say("Until the next game.")
            return
        file = self._file.current(self.board, self._players())
        if file is not None:
            start = f"--resume {shlex.quote(file)}"
        else:
            start = f"--position '{self.board.position()}'"
            if self._level is not None:
                start += f" --level {self._level}{' --side white' if self._side is WHITE else ''}"
        self._console.say("To go on from here later:", f"  {program()} play {start}")
