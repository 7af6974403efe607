"""Wrap text to the width of a terminal."""

from __future__ import annotations

from textwrap import wrap
from typing import Final

_OPEN, _CLOSE = "\N{LEFT-TO-RIGHT ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
WIDTH: Final = 78
"""The longest line of text."""


def text_lines(text: str, width: int = WIDTH, *, first: str = "", rest: str | None = None) -> list[str]:
    """Wrap a text, with an indent for the first line and one for the rest. Words are never broken.

    A terminal that writes from right to left orders each line by itself. Notation that continues on the next line is
    isolated in both lines.

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
    for at in range(len(lines) - 1):
        if lines[at].rfind(_OPEN) > lines[at].rfind(_CLOSE):
            lines[at] += _CLOSE
            lines[at + 1] = lines[at + 1][:indent] + _OPEN + lines[at + 1][indent:]
    return lines
