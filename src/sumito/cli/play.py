"""`sumito play`: a game of two at one terminal."""

from __future__ import annotations

import argparse
import datetime
import os
import re
import shlex
import shutil
import sys
from collections import deque
from difflib import get_close_matches
from itertools import zip_longest
from pathlib import Path
from textwrap import fill, wrap
from typing import TYPE_CHECKING, Final, TextIO

from sumito.cli.board_options import NoMoveError, add_board_options, board_of, typed_verdict
from sumito.cli.failures import InputError, file_problem, one_line, quoted
from sumito.cli.files import checked_name
from sumito.core import Direction, GameOverError, MoveKind, Rules, Termination, next_cell

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sumito.cli.board_text import Look
    from sumito.core import Board, Color, Move
    from sumito.notation.records import Record

_BESIDE: Final = 80  # from so many columns on the text stands beside the board, else under it
_WIDTH: Final = 78
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
    "undo": "take the last move back; first a resignation or a draw",
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
_MOVE_LIKE: Final = re.compile(r"[a-z]\d", re.ASCII | re.IGNORECASE)
_DECLARED: Final = {
    Termination.RESIGNATION: "The resignation",
    Termination.AGREEMENT: "The draw",
    Termination.TIME: "The end on time",
}


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """The command's own options."""
    parser = commands.add_parser(
        "play",
        help="play a game of two at this terminal",
        description="Play a game of two at this terminal. Moves are typed, in any notation;\n`help` tells the rest.",
        epilog="example:\n  sumito play --layout belgian-daisy",
    )
    start = add_board_options(parser)
    start.add_argument("--resume", metavar="FILE.apgn", help="go on with the last game in this file")
    parser.add_argument("--record", metavar="FILE.apgn", help="keep the game in this new file, move by move")
    return parser


def run(args: argparse.Namespace) -> int:
    """Play until somebody leaves."""
    from sumito.cli.board_text import look_for

    board, headers = (board_of(args), None) if args.resume is None else resumed(args.resume)
    if args.record is not None and os.path.lexists(checked_name(args.record)):
        raise InputError(f"--record: {quoted(args.record)} is there already: name a new file")
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")  # a stray byte is a typing slip, not the end of the game
    return TerminalGame(board, sys.stdin, sys.stdout, look_for(sys.stdout), args.record, headers).run()


def resumed(name: str) -> tuple[Board, dict[str, str]]:
    """The last game of a file as it stood, an end that was declared included, and who played when.

    Raises:
        InputError: there is no game to go on with.
        OSError: the file cannot be read.
    """
    from sumito.cli.check import report
    from sumito.cli.files import input_file
    from sumito.core import BLACK, WHITE, Board
    from sumito.notation.records import RecordError, read_records

    with input_file(name) as file:
        games = deque(read_records(file), maxlen=1)
    if not games:
        raise InputError(f"{name}: there is no game in this file")
    record = games.pop()
    if isinstance(record, RecordError):
        raise InputError(report(name, record))
    start = record.start
    board = Board.from_position(start.position(), rules=Rules(marbles_to_eject=start.rules.marbles_to_eject))
    for ply, move in enumerate(record.moves(), 1):
        try:
            board.play(move)
        except GameOverError as error:  # in records repetition ends nothing
            raise InputError(f"{name}: the last game went on at ply {ply} after its end, {error.outcome}") from error
    termination = record.headers.get("Termination")
    loser = {"1-0": WHITE, "0-1": BLACK}.get(record.result)
    if board.outcome is None and record.result != "*":
        if termination == Termination.RESIGNATION and loser:
            board.resign(loser)
        elif termination == Termination.TIME:
            board.flag(loser)
        elif termination == Termination.AGREEMENT:
            board.agree_draw()
    return board, {tag: record.headers[tag] for tag in ("Event", "Date", "Black", "White")}


def program() -> str:
    """How this program can be called from here: by its name only where the shell would find it."""
    if shutil.which("sumito"):
        return "sumito"
    beside = Path(sys.executable).with_name("sumito")
    if not sys.executable or not beside.is_file():
        return "python -m sumito"
    here = Path.cwd()
    return shlex.quote(str(beside.relative_to(here) if beside.is_relative_to(here) else beside))


class TerminalGame:
    """A game of two, who type in turn: lines come from one stream, boards and words go to another."""

    def __init__(
        self,
        board: Board,
        source: TextIO,
        out: TextIO,
        look: Look,
        record: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.board = board
        self._record = record
        self._headers = headers
        self._finished: list[Record] = []  # the games before this one, which the record keeps too
        self._recorded = False
        self._source = source
        self._out = out
        self._look = look
        self._turns = 0
        self._commands = {
            "help": self._help,
            "moves": self._moves,
            "undo": self._undo,
            "board": self._show,
            "flip": self._flip,
            "draw": self._draw,
            "resign": self._resign,
            "new": self._new,
        }
        self._with_words = {"why": self._why, "save": self._save}
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
            self._keep(self._record)
        try:
            self._tell(f"Abalone for two. Type a move such as {self._example()}, or help.")
            self._say("")
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

    def _columns(self) -> int:
        """How wide the terminal is now; a person may change that during the game."""
        return shutil.get_terminal_size().columns

    def _width(self) -> int:
        return max(20, min(_WIDTH, self._columns() - 1))

    def _tell(self, text: str) -> None:
        self._say(fill(text, self._width(), break_long_words=False, break_on_hyphens=False))

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
            words = [*self._names(), *map(self.board.format_move, self.board.legal_moves)]
            found = sorted(word for word in words if word.startswith(text.lower()))
            return found[state] if state < len(found) else None

        readline.set_completer(complete)
        readline.set_completer_delims(" ")
        libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")

    def _names(self) -> list[str]:
        return [*self._commands, *self._with_words, "quit"]

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
        compass = [f"    {line}" for line in compass_lines(self._turns)]
        if self._columns() < _BESIDE:
            room = self._width()
            self._say(*board, "", *self._standing(room), *self._last_words(room), "", *compass)
        else:
            room = _WIDTH - _PANEL
            panel = [*self._standing(room), "", *self._last_words(room), ""]
            panel += [""] * (len(board) - len(compass) - len(panel)) + compass
            for drawn, beside in zip_longest(board, panel, fillvalue=""):
                self._say(f"{drawn}{' ' * (_PANEL - shown_width(drawn))}{beside}" if beside else drawn)
        self._say("")
        if self.board.outcome:
            from sumito.learn.refusals import explain_outcome

            for line in wrap(explain_outcome(self.board), self._width()):
                self._say(self._look.bold(line))
            self._say("")

    def _standing(self, room: int) -> Iterable[str]:
        from sumito.cli.board_text import shown_width

        goal = self.board.rules.marbles_to_eject
        for color in self.board.players:
            other = next(each for each in self.board.players if each is not color)
            score = self.board.score(color)
            taken = self._look.row(*[other] * score, *[None] * (goal - score))
            on_turn = color is self.board.turn and self.board.outcome is None
            words = f"{self._name(color)} ejected {score} of {goal}"
            marker, words = (">", self._look.bold(words)) if on_turn else (" ", words)
            line = f"{marker} {self._look.row(color)} {words}"
            yield f"{line}  {taken}" if shown_width(f"{line}  {taken}") <= room else line

    def _last_move(self) -> Move | None:
        history = self.board.history
        return history[-1] if history else None

    def _last_words(self, room: int) -> list[str]:
        from sumito.learn.refusals import explain

        before = self.board.copy()
        if not before.history:
            return []
        move = before.undo()
        text = f"{self._name(before.turn)} played {before.format_move(move)}."
        if before.is_sumito(move) or len(move.cells) > 1:
            text = f"{text} {explain(before, before.verdict(move.cells, move.direction))}"
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
        line = self._ask(prompt)
        word, _, rest = line.partition(" ")
        name = _SHORT.get(word.lower(), word.lower())
        if not line:
            self._show()
        elif name in self._with_words:
            self._with_words[name](rest.strip())
        elif rest and (name == "quit" or name in self._commands):
            self._tell(f"{word} stands alone: {quoted(rest.strip())} is too much.")
        elif name == "quit":
            return False
        elif name in self._commands:
            self._commands[name]()
        else:
            self._play(line)
        return True

    def _play(self, line: str) -> None:
        from sumito.learn.refusals import explain

        try:
            verdict, direction = typed_verdict(self.board, line)
        except InputError as error:
            self._misread(line, error)
            return
        if verdict.move is None or not verdict:
            self._tell(f"Not legal. {explain(self.board, verdict, direction)}")
            return
        self.board.play(verdict.move)
        self._changed()

    def _misread(self, line: str, error: InputError) -> None:
        """Say what of a line was not understood."""
        example = self._example()
        if _MOVE_LIKE.match(line):
            hint = f" A move is typed like {example}; help tells more."
            self._tell(f"{error}{hint if isinstance(error, NoMoveError) else ''}")
            return
        word = line.partition(" ")[0]
        near = get_close_matches(word.lower()[:20], self._names(), n=1)
        if near and word.upper() not in Direction.__members__:
            hint = f"Did you mean {near[0]}?"
        else:
            hint = f"A move is typed like {example}; help tells the rest."
        self._tell(f"{quoted(line)} is neither a move nor a command. {hint}")

    # ---- commands

    def _help(self) -> None:
        for paragraph in _HELP:
            self._tell(paragraph)
        self._say("")
        for name, words in _HELP_COMMANDS.items():
            self._say(fill(words, self._width(), initial_indent=f"  {name:<16}", subsequent_indent=" " * 18))

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
                self._say(fill(words, self._width(), initial_indent=f"{kind:<11}", subsequent_indent=" " * 11))
        count = len(board.legal_moves)
        self._say(f"{count} legal move{'' if count == 1 else 's'}")

    def _why(self, rest: str) -> None:
        from sumito.cli.board_text import board_lines
        from sumito.learn.refusals import explain

        hint = "Say it like why c3-c5 NW, or why a1b2."
        if not rest:
            self._tell(f"Say what about. {hint}")
            return
        try:
            verdict, direction = typed_verdict(self.board, rest)
        except InputError as error:
            self._tell(f"{error} {hint}" if isinstance(error, NoMoveError) else str(error))
            return
        legal = f"Legal: {self.board.format_move(verdict.move)}." if verdict and verdict.move else "Not legal."
        self._tell(f"{legal} {explain(self.board, verdict, direction)}")
        marks = verdict.cells or (verdict.move.cells if verdict.move else ())
        self._say("", *board_lines(self.board, self._look, turns=self._turns, marks=marks), "")

    def _undo(self) -> None:
        outcome = self.board.outcome
        if self.board.reopen():
            declared = _DECLARED[outcome.termination] if outcome else "The end"
            self._tell(f"{declared} is taken back, and no move: the game goes on.")
        else:
            try:
                self.board.undo()
            except IndexError:
                self._say("There is no move to take back.")
                return
        self._changed()

    def _flip(self) -> None:
        self._turns = 3 - self._turns
        self._say("")
        self._show()

    def _new(self) -> None:
        if self.board.outcome is None:
            self._tell("This game goes on: new is for after its end.")
            return
        self._finished.append(self._game_so_far())
        self._headers = None
        self.board = self.board.start()
        self._changed()

    def _over(self) -> bool:
        if self.board.outcome:
            self._say("The game is over already.")
        return self.board.outcome is not None

    def _draw(self) -> None:
        if self._over():
            return
        player = self.board.turn
        other = next(each for each in self.board.players if each is not player)
        if self._agrees(f"{self._name(player)} offers a draw. {self._name(other)}, do you agree?"):
            self.board.agree_draw()
            self._changed()
        else:
            self._say("No draw, then.")

    def _resign(self) -> None:
        if self._over():
            return
        if self._agrees(f"{self._name(self.board.turn)} gives the game up. Sure?"):
            self.board.resign()
            self._changed()
        else:
            self._say("The game goes on.")

    def _save(self, rest: str) -> None:
        if not rest:
            self._say("Say where: save FILE.apgn")
            return
        name = os.path.expanduser(rest)
        if not os.path.exists(name) and not os.path.splitext(name)[1]:
            name += ".apgn"
        if os.path.exists(name) and not self._agrees(f"{name} is there already. Write over it?"):
            self._say("Nothing saved.")
            return
        try:
            self._write(name, [self._game_so_far()])
        except OSError as error:
            self._tell(f"Nothing saved: {one_line(file_problem(error))}.")
        except (InputError, ValueError) as error:
            self._tell(f"Nothing saved: {one_line(error)}.")
        else:
            plies = len(self.board.history)
            self._tell(f"Saved to {name}: {plies} {'ply' if plies == 1 else 'plies'}. To go on with it later:")
            self._say(f"  {program()} play --resume {shlex.quote(name)}")

    def _game_so_far(self) -> Record:
        from sumito.notation.records import Record

        headers = self._headers or {"Date": datetime.date.today().strftime("%Y.%m.%d")}
        return Record.from_board(self.board, headers=headers)

    def _write(self, name: str, records: Iterable[Record]) -> None:
        """Write games to a file.

        Raises:
            InputError: the name is none of a file.
            OSError: it cannot be written.
        """
        from sumito.cli.files import dialect_for, output_file
        from sumito.notation.records import write_records

        with output_file(name) as file:
            write_records(records, file, dialect_for(name))

    def _keep(self, name: str) -> None:
        self._recorded = False
        self._write(name, [*self._finished, self._game_so_far()])
        self._recorded = True

    def _changed(self) -> None:
        """The game has gone on or back: keep it, and show it."""
        if self._record is not None:
            try:
                self._keep(self._record)
            except OSError as error:  # the game goes on without its file
                self._tell(f"The record is not kept: {one_line(file_problem(error))}.")
        self._say("")
        self._show()

    def _leave(self) -> None:
        if self.board.outcome is not None:
            self._say("Until the next game.")
            return
        start = f"--position '{self.board.position()}'"
        if self._record is not None and self._recorded:
            start = f"--resume {shlex.quote(self._record)}"
        self._say("To go on from here later:", f"  {program()} play {start}")
