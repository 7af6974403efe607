"""Texts in lines of a terminal's width."""

from __future__ import annotations

from textwrap import wrap
from typing import Final

_OPEN, _CLOSE = "\N{LEFT-TO-RIGHT ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
WIDTH: Final = 78
"""The columns that a text takes at most."""


def text_lines(text: str, width: int = WIDTH, *, first: str = "", rest: str | None = None) -> list[str]:
    """A text in lines, with an indent for the first and one for the rest; a word is never broken.

    A line of a terminal is a paragraph to whoever orders its letters, so notation that goes on in the next line is
    isolated in both.

    >>> text_lines("A pac: two against two.", 16, first="- ", rest="  ")
    ['- A pac: two', '  against two.']
    """
    lines = wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=first if rest is None else rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
    indent = len(first if rest is None else rest)
    for at, line in enumerate(lines[:-1]):
        if line.rfind(_OPEN) > line.rfind(_CLOSE):
            lines[at] += _CLOSE
            lines[at + 1] = lines[at + 1][:indent] + _OPEN + lines[at + 1][indent:]
    return lines
