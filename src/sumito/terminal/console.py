"""Where a game is typed and shown: lines from one stream, words to another, as wide as the terminal is."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from sumito.terminal.failures import one_line
from sumito.terminal.wrapping import WIDTH, text_lines


def program() -> str:
    """How this program can be called from here: by its name only where the shell would find it."""
    if shutil.which("sumito"):
        return "sumito"
    beside = Path(sys.executable).with_name("sumito")
    if not sys.executable or not beside.is_file():
        return "python -m sumito"
    here = Path.cwd()
    return shlex.quote(str(beside.relative_to(here) if beside.is_relative_to(here) else beside))


class Console:
    """A terminal, or what stands for one: a script of lines, and a page that is filled."""

    def __init__(self, source: TextIO, out: TextIO) -> None:
        if source is sys.stdin and hasattr(source, "reconfigure"):
            source.reconfigure(errors="replace")  # a stray byte is a typing slip, not the end of the game
        self._source = source
        self._out = out
        self._typed = source is sys.stdin and source.isatty()

    @property
    def columns(self) -> int:
        """How wide the terminal is now; a person may change that during the game."""
        return shutil.get_terminal_size().columns

    @property
    def width(self) -> int:
        """How wide a text may be."""
        return max(20, min(WIDTH, self.columns - 1))

    def say(self, *lines: str) -> None:
        """Lines as they are."""
        for line in lines:
            print(line, file=self._out)
        self._out.flush()

    def tell(self, text: str, *, head: str = "") -> None:
        """A text, in lines of the terminal's width, behind a head if it has one."""
        self.say(*text_lines(text, self.width, first=head, rest=" " * len(head)))

    @contextmanager
    def waiting(self, text: str) -> Iterator[None]:
        """A text that stands there while something is done; only where somebody waits."""
        if self._typed:
            print(text, end="", file=self._out, flush=True)
        try:
            yield
        finally:
            if self._typed:
                blank = " " * (len(text) + len("^C"))  # which a terminal shows of an interrupt
                print(f"\r{blank}\r", end="", file=self._out, flush=True)

    def ask(self, prompt: str) -> str:
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

    def agrees(self, question: str) -> bool:
        """The answer to a question, yes or no; Ctrl-C and what is neither twice are no.

        Raises:
            EOFError: there is none.
        """
        try:
            answer = self.ask(f"{question} (y/n) ").lower()
            if answer not in ("y", "yes", "n", "no"):
                answer = self.ask("Please answer y or n: ").lower()
        except KeyboardInterrupt:
            self.say("")
            return False
        return answer in ("y", "yes")

    def complete(self, words: Callable[[], Iterable[str]]) -> None:
        """Where lines are typed they can be edited and called back, and the tab key ends these words."""
        if not self._typed:
            return
        try:
            import readline
        except ImportError:  # not on every system; typing works without
            return

        def complete(text: str, state: int) -> str | None:
            found = sorted(word for word in words() if word.startswith(text.lower()))
            return found[state] if state < len(found) else None

        readline.set_completer(complete)
        readline.set_completer_delims(" ")
        libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
