"""Read typed lines, and print text at the width of the terminal."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TextIO

from sumito.terminal.board_text import shown_width
from sumito.terminal.failures import one_line
from sumito.terminal.wrapping import WIDTH, text_lines

_ANSWER: Final = 8  # columns for the answer to a prompt
_NARROW: Final = 60  # columns; a narrower terminal has no room for two columns of text


def program() -> str:
    """Return the command that starts this program: its name if the shell finds it, else a path."""
    if shutil.which("sumito"):
        return "sumito"
    beside = Path(sys.executable).with_name("sumito")
    if not sys.executable or not beside.is_file():
        return "python -m sumito"
    here = Path.cwd()
    return shlex.quote(str(beside.relative_to(here) if beside.is_relative_to(here) else beside))


class Console:
    """A terminal, or two streams in its place."""

    def __init__(self, source: TextIO, out: TextIO) -> None:
        if source is sys.stdin and hasattr(source, "reconfigure"):
            source.reconfigure(errors="replace")  # an invalid byte is a typing error and must not end the game
        self._source = source
        self._out = out
        self._typed = source is sys.stdin and source.isatty()

    @property
    def columns(self) -> int:
        """The present width of the terminal; it can change during the game."""
        return shutil.get_terminal_size().columns

    @property
    def width(self) -> int:
        """The longest line of text."""
        return max(20, min(WIDTH, self.columns - 1))

    def say(self, *lines: str) -> None:
        """Print lines as they are."""
        for line in lines:
            print(line, file=self._out)
        self._out.flush()

    def tell(self, text: str) -> None:
        """Print text, wrapped."""
        self.say(*text_lines(text, self.width))

    def table(self, rows: Iterable[tuple[str, str]]) -> None:
        """Print names and texts in two columns; on a narrow terminal, each text below its name."""
        cells = list(rows)
        indent = 4 + max((shown_width(name) for name, _ in cells), default=0)
        for name, text in cells:
            if self.columns < _NARROW:
                self.say(f"  {name}", *text_lines(text, self.width, first="    "))
            else:
                first = f"  {name}{' ' * (indent - 2 - shown_width(name))}"
                self.say(*text_lines(text, self.width, first=first, rest=" " * indent))

    @contextmanager
    def waiting(self, text: str, more: str) -> Iterator[None]:
        """Show a text while a person waits for something, with `more` if there is room for it."""
        if len(text) + 1 + len(more) <= self.width:
            text = f"{text} {more}"
        if self._typed:
            print(text, end="", file=self._out, flush=True)
        try:
            yield
        finally:
            if self._typed:
                blank = " " * (len(text) + len("^C"))  # a terminal shows ^C for an interrupt
                print(f"\r{blank}\r", end="", file=self._out, flush=True)

    def ask(self, prompt: str) -> str:
        """Print a prompt, wrapped, and return the line that is typed.

        Raises:
            EOFError: the input has ended.
        """
        *lines, last = text_lines(prompt, self.width - _ANSWER)
        self.say(*lines)
        if self._typed:
            return input(f"{last} ").strip()
        print(last, end=" ", file=self._out, flush=True)
        line = self._source.readline()
        if not line:
            raise EOFError
        print(one_line(line.strip()), file=self._out)  # a line that comes from a file does not appear by itself
        return line.strip()

    def agrees(self, question: str, again: str) -> bool:
        """Ask a question, and return whether the answer is `y`. After another answer than `y` or `n`, ask `again`.

        Ctrl-C is no, and so is a second unclear answer.

        Raises:
            EOFError: the input has ended.
        """
        try:
            answer = self.ask(question).lower()
            if answer not in ("y", "yes", "n", "no"):
                answer = self.ask(again).lower()
        except KeyboardInterrupt:
            self.say("")
            return False
        return answer in ("y", "yes")

    def complete(self, words: Callable[[], Iterable[str]]) -> None:
        """Let a person edit and recall lines, and complete these words with the tab key."""
        if not self._typed:
            return
        try:
            import readline
        except ImportError:  # some systems have no readline; typing works without it
            return

        def complete(text: str, state: int) -> str | None:
            found = sorted(word for word in words() if word.startswith(text.lower()))
            return found[state] if state < len(found) else None

        readline.set_completer(complete)
        readline.set_completer_delims(" ")
        libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
