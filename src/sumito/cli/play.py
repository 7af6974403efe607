"""`sumito play`: a game of two at one terminal."""

from __future__ import annotations

import argparse
import datetime
import os
import re
import sys
from difflib import get_close_matches
from itertools import zip_longest
from textwrap import fill, wrap
from typing import TYPE_CHECKING, Final, TextIO

from sumito.cli.board_options import add_board_options, board_of, line_verdict, plain_text
from sumito.cli.failures import InputError, file_problem, one_line, quoted
from sumito.cli.files import checked_name
from sumito.core import Direction, IllegalMoveError, MoveKind, NotationError, next_cell, parse_cell

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sumito.cli.board_text import Look
    from sumito.core import Board, Color, Move, Verdict

_WIDTH: Final = 78
_PANEL: Final = 30  # the column where the text beside the board begins
_HELP: Final = """\
A move is the rear marble and the cell it steps to: a1b2. Whatever of yours
stands ahead of it in line goes along, three marbles at most, and pushes fewer
of the other's. Sideways it is both ends of the line and where the first end
goes: c3c5d3. Other notations are understood. Or say which line goes where:
c3 NE, c3,c4 E, c3-c5 NW.

  moves            the legal moves
  why c3-c5 NW     why a line may go there, or why not; why a1b2 works too
  undo             take the last move back
  flip             turn the board around
  draw             offer a draw
  resign           give the game up
  save FILE.apgn   write the game to a file
  help             this page
  quit             leave; the position is printed, to go on later"""
_MOVE_LIKE: Final = re.compile(r"[a-i][1-9]", re.IGNORECASE)


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """The command's own options."""
    parser = commands.add_parser(
        "play",
        help="play a game of two at this terminal",
        description="Play a game of two at this terminal. Moves are typed, in any notation;\n`help` tells the rest.",
        epilog="example:\n  sumito play --layout belgian-daisy",
    )
    add_board_options(parser)
    parser.add_argument("--record", metavar="FILE.apgn", help="keep the game in this new file, move by move")
    return parser


def run(args: argparse.Namespace) -> int:
    """Play until somebody leaves."""
    from sumito.cli.board_text import look_for

    board = board_of(args)
    if args.record is not None and os.path.lexists(checked_name(args.record)):
        raise InputError(f"--record: {quoted(args.record)} is there already: name a new file")
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")  # a stray byte is a typing slip, not the end of the game
    return TerminalGame(board, sys.stdin, sys.stdout, look_for(sys.stdout), args.record).run()


class TerminalGame:
    """A game of two, who type in turn: lines come from one stream, boards and words go to another."""

    def __init__(self, board: Board, source: TextIO, out: TextIO, look: Look, record: str | None = None) -> None:
        self.board = board
        self._record = record
        self._source = source
        self._out = out
        self._look = look
        self._turns = 0
        self._commands = {
            "help": self._help,
            "moves": self._moves,
            "why": self._why,
            "undo": self._undo,
            "flip": self._flip,
            "draw": self._draw,
            "resign": self._resign,
            "save": self._save,
        }
        self._typed = source is sys.stdin and source.isatty()

    def run(self) -> int:
        """Play until `quit`, the end of the input, or Ctrl-C; the exit code.

        Raises:
            InputError: the record's name is none of a file.
            OSError: the record cannot be written at all.
        """
        if self._typed:
            self._complete()
        if self._record is not None:
            self._write(self._record)
        try:
            self._say(f"Abalone for two. Type a move such as {self._example()}, or help.", "")
            self._show()
            while self._step():
                pass
        except (EOFError, KeyboardInterrupt):
            self._say("")
        self._leave()
        return 0

    # ---- in and out

    def _say(self, *lines: str) -> None:
        for line in lines:
            print(line, file=self._out)
        self._out.flush()

    def _tell(self, text: str) -> None:
        self._say(fill(text, _WIDTH, break_long_words=False, break_on_hyphens=False))

    def _ask(self, prompt: str) -> str:
        """A typed line.

        Raises:
            EOFError: there is none.
        """
        if self._typed:
            return input(prompt).strip()
        print(prompt, end="", file=self._out, flush=True)
        line = self._source.readline()
        if not line:
            raise EOFError
        print(one_line(line.strip()), file=self._out)  # what is not typed here would not be seen here
        return line.strip()

    def _agrees(self, question: str) -> bool:
        answer = self._ask(f"{question} (y/n) ").lower()
        while answer not in ("y", "yes", "n", "no"):
            answer = self._ask("Please answer y or n: ").lower()
        return answer in ("y", "yes")

    def _complete(self) -> None:
        """Lines can be edited and called back, and the tab key ends moves and commands."""
        try:
            import readline
        except ImportError:  # not on every system; typing works without
            return

        def complete(text: str, state: int) -> str | None:
            words = [*self._commands, "quit", *map(self.board.format_move, self.board.legal_moves)]
            found = sorted(word for word in words if word.startswith(text.lower()))
            return found[state] if state < len(found) else None

        readline.set_completer(complete)
        readline.set_completer_delims(" ")
        libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")

    # ---- what is shown

    def _name(self, color: Color) -> str:
        return color.value.capitalize()

    def _example(self) -> str:
        moves = sorted(
            self.board.legal_moves, key=lambda move: (-len(move.cells), move.kind is MoveKind.BROADSIDE, move)
        )
        return self.board.format_move(moves[0]) if moves else "a1b2"

    def _show(self) -> None:
        """The board, and beside it how the game stands."""
        from sumito.cli.board_text import board_lines, compass_lines, shown_width

        last = self._last_move()
        reached = [next_cell(cell, last.direction) for cell in last.cells] if last else []
        marks = [cell for cell in reached if cell is not None]
        board = board_lines(self.board, self._look, turns=self._turns, marks=marks)
        panel = [*self._standing(), "", *self._last_words(), ""]
        panel += [""] * (len(board) - 3 - len(panel)) + [f"    {line}" for line in compass_lines(self._turns)]
        for drawn, beside in zip_longest(board, panel, fillvalue=""):
            self._say(f"{drawn}{' ' * (_PANEL - shown_width(drawn))}{beside}" if beside else drawn)
        self._say("")
        if self.board.outcome:
            from sumito.learn.refusals import explain_outcome

            self._say(self._look.bold(explain_outcome(self.board)), "")

    def _standing(self) -> Iterable[str]:
        goal = self.board.rules.marbles_to_eject
        for color in self.board.players:
            other = next(each for each in self.board.players if each is not color)
            score = self.board.score(color)
            taken = self._look.row(*[other] * score, *[None] * (goal - score))
            on_turn = color is self.board.turn and self.board.outcome is None
            words = f"{self._name(color)} ejected {score} of {goal}"
            marker, words = (">", self._look.bold(words)) if on_turn else (" ", words)
            yield f"{marker} {self._look.row(color)} {words}  {taken}"

    def _last_move(self) -> Move | None:
        history = self.board.history
        return history[-1] if history else None

    def _last_words(self) -> list[str]:
        from sumito.learn.refusals import explain

        before = self.board.copy()
        if not before.history:
            return []
        move = before.undo()
        text = f"{self._name(before.turn)} played {before.format_move(move)}."
        if before.is_sumito(move) or len(move.cells) > 1:
            text = f"{text} {explain(before, before.verdict(move.cells, move.direction))}"
        return [f"  {line}" for line in wrap(text, _WIDTH - _PANEL - 2)]

    # ---- turns

    def _step(self) -> bool:
        """One typed line; False where the game shall be left."""
        board = self.board
        if board.outcome is None:
            marble = "" if self._look.colored else f" {self._look.symbol(board.turn)}"
            prompt = f"{self._name(board.turn)}{marble} to move: "
        else:
            prompt = "undo, save FILE.apgn or quit: "
        line = self._ask(prompt)
        word, _, rest = line.partition(" ")
        if word.lower() in ("quit", "exit"):
            return False
        command = self._commands.get("help" if word == "?" else word.lower())
        if command is not None:
            command(rest.strip())
        elif line:
            self._play(line)
        return True

    def _play(self, line: str) -> None:
        from sumito.learn.refusals import explain

        try:
            verdict, direction = self._verdict(line)
        except (InputError, NotationError) as error:
            self._misread(line, error)
            return
        if verdict.move is None or not verdict:
            self._tell(f"Not legal. {explain(self.board, verdict, direction)}")
            return
        self.board.play(verdict.move)
        self._changed()

    def _verdict(self, text: str) -> tuple[Verdict, Direction | None]:
        """What the rules say of a typed move: in any notation, or a line and a direction.

        Raises:
            InputError: no cells, or one twice.
            NotationError: no such cell, direction or move.
        """
        *line, last = plain_text("a move", text).split()
        if line and last.upper() in Direction.__members__:
            return line_verdict(self.board, " ".join(line).replace(" - ", "-"), last)
        compact = re.sub(r"[\s,-]", "", text)
        try:
            move = self.board.parse_move(compact)
        except IllegalMoveError as error:
            return error.verdict, _direction_typed(compact)
        return self.board.verdict(move.cells, move.direction), move.direction

    def _misread(self, line: str, error: Exception) -> None:
        """Say what of a line was not understood."""
        problem = error.problem if isinstance(error, NotationError) else str(error)
        example = self._example()
        if _MOVE_LIKE.match(line):
            self._tell(f"{quoted(line)} is no move: {problem}. A move is typed like {example}; help tells more.")
            return
        near = get_close_matches(line.partition(" ")[0].lower()[:20], [*self._commands, "quit"], n=1)
        hint = f"Did you mean {near[0]}?" if near else f"A move is typed like {example}; help tells the rest."
        self._tell(f"{quoted(line)} is neither a move nor a command. {hint}")

    # ---- commands

    def _help(self, rest: str) -> None:
        self._say(_HELP)

    def _moves(self, rest: str) -> None:
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
                self._say(fill(words, _WIDTH, initial_indent=f"{kind:<11}", subsequent_indent=" " * 11))
        count = len(board.legal_moves)
        self._say(f"{count} legal move{'' if count == 1 else 's'}")

    def _why(self, rest: str) -> None:
        from sumito.cli.explain import headline
        from sumito.learn.refusals import explain

        if not rest:
            self._tell("Say what about: why c3-c5 NW, or why a1b2.")
            return
        try:
            verdict, direction = self._verdict(rest)
        except (InputError, NotationError) as error:
            problem = error.problem if isinstance(error, NotationError) else str(error)
            self._tell(f"{quoted(rest)} is no move: {problem}. Say it like why c3-c5 NW, or why a1b2.")
            return
        self._say(headline(self.board, verdict))
        self._tell(explain(self.board, verdict, direction))

    def _undo(self, rest: str) -> None:
        try:
            self.board.undo()
        except IndexError:
            self._say("There is no move to take back.")
            return
        self._changed()

    def _flip(self, rest: str) -> None:
        self._turns = 3 - self._turns
        self._say("")
        self._show()

    def _over(self) -> bool:
        if self.board.outcome:
            self._say("The game is over already.")
        return self.board.outcome is not None

    def _draw(self, rest: str) -> None:
        if self._over():
            return
        player = self.board.turn
        other = next(each for each in self.board.players if each is not player)
        if self._agrees(f"{self._name(player)} offers a draw. {self._name(other)}, do you agree?"):
            self.board.agree_draw()
            self._changed()
        else:
            self._say("No draw, then.")

    def _resign(self, rest: str) -> None:
        if not self._over():
            self.board.resign()
            self._changed()

    def _save(self, rest: str) -> None:
        if not rest:
            self._say("Say where: save FILE.apgn")
            return
        name = rest if os.path.splitext(rest)[1] else f"{rest}.apgn"
        if os.path.exists(name) and not self._agrees(f"{name} is there already. Write over it?"):
            self._say("Nothing saved.")
            return
        try:
            self._write(name)
        except OSError as error:
            self._tell(f"Nothing saved: {one_line(file_problem(error))}.")
        except (InputError, ValueError) as error:
            self._tell(f"Nothing saved: {one_line(error)}.")
        else:
            plies = len(self.board.history)
            self._tell(f"Saved to {name}: {plies} {'ply' if plies == 1 else 'plies'}.")

    def _write(self, name: str) -> None:
        """Write the game to a file.

        Raises:
            InputError: the name is none of a file.
            OSError: it cannot be written.
        """
        from sumito.cli.files import output_file
        from sumito.notation.records import Record, write_record

        with output_file(name) as file:
            write_record(Record.from_board(self.board, date=datetime.date.today()), file)

    def _changed(self) -> None:
        """The game has gone on or back: keep it, and show it."""
        if self._record is not None:
            try:
                self._write(self._record)
            except OSError as error:  # the game goes on without its file
                self._tell(f"The record is not kept: {one_line(file_problem(error))}.")
        self._say("")
        self._show()

    def _leave(self) -> None:
        if self.board.outcome is None:
            self._say("To go on from here later:", f"  sumito play --position '{self.board.position()}'")
        else:
            self._say("Until the next game.")


def _direction_typed(text: str) -> Direction | None:
    """The direction that the cells of a refused move lie in, for the hints of its explanation."""
    names = [text[i : i + 2] for i in range(0, len(text), 2)]
    if len(names) not in (2, 3):
        return None
    try:
        cells = [parse_cell(name) for name in names]
    except NotationError:
        return None
    for direction in Direction:
        cell: int | None = cells[0]
        while cell is not None:
            cell = next_cell(cell, direction)
            if cell == cells[-1]:
                return direction
    return None
