"""Draw the win probability of a game, ply by ply, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import count
from typing import Final, NamedTuple

from sumito.core.text import counted

__all__ = ["Mark", "draw_graph"]

_WIDTH: Final = 960
_LEFT, _RIGHT = 64, 28
_HEADER: Final = 58  # the players' names
_LABEL: Final = 24  # a row of labels above the plot
_PLOT: Final = 300
_FOOTER: Final = 54
_ROWS: Final = 3  # the most rows of labels; if they need more, labels overlap
_CHARACTER: Final = 7.5  # the mean width of a character of a label
_LONGEST_NAME: Final = 36
_MOST_TICKS: Final = 14
_DOTS: Final = 40  # up to this number of plies, each has a dot

_PAPER, _INK, _FAINT, _LINE = "#fbf9f5", "#2b303c", "#6f6a60", "#d8d2c6"
_WHITE, _BLACK, _MIDDLE, _EDGE = "#ffffff", "#3a404e", "#b5893f", "#8b8577"
_FONT: Final = "system-ui,'Segoe UI',Roboto,'Helvetica Neue',Arial,'DejaVu Sans',sans-serif"


class Mark(NamedTuple):
    """A ply to mark."""

    ply: int
    """The number of the ply, counted from 1."""
    label: str
    color: str = "#c8392b"
    """An SVG colour."""


def draw_graph(
    chances: Sequence[float],
    *,
    black: str = "Black",
    white: str = "White",
    result: str = "",
    marks: Sequence[Mark] = (),
    white_begins: bool = False,
) -> str:
    """Return the graph of a game as one `<svg>` element. The same arguments give the same text.

    Args:
        chances: Black's win probability at the start and after each ply, from 0.0 to 1.0.
        black: the name of Black, with any text after it.
        white: the name of White.
        result: the result of the game, for the corner.
        marks: plies to mark, with a label each.
        white_begins: whether the first ply is White's.

    Raises:
        ValueError: `chances` is empty or out of range, or a mark is for a ply that does not exist.
    """
    plies = len(chances) - 1
    if plies < 0:
        raise ValueError("a graph needs at least the chance at the start")
    for chance in chances:
        if not 0 <= chance <= 1:
            raise ValueError(f"a chance must be a number from 0.0 to 1.0, not {chance!r}")
    for mark in marks:
        if not 1 <= mark.ply <= plies:
            raise ValueError(f"there is no ply {mark.ply!r} to mark: there are {plies}")
    rows, labels = _labels(marks, plies)
    top = _HEADER + rows * _LABEL + (8 if rows else 0)
    bottom = top + _PLOT
    height = bottom + _FOOTER

    def at(ply: int, chance: float) -> str:
        return f"{_number(_across(ply, plies))} {_number(bottom - _PLOT * chance)}"

    # Without moves there is only one point. Extend the line to the right.
    line = [at(ply, chance) for ply, chance in enumerate(chances)] + [at(1, chances[0])] * (not plies)
    last = line[-1].split()[0]
    layers = [
        f'<rect width="{_WIDTH}" height="{height}" fill="{_PAPER}"/>',
        _players(black, white, result),
        f'<rect class="white" x="{_LEFT}" y="{top}" width="{_WIDTH - _LEFT - _RIGHT}" height="{_PLOT}" '
        f'fill="{_WHITE}"/>',
        f'<path class="black" d="M{_LEFT} {bottom}L{"L".join(line)}L{last} {bottom}Z" fill="{_BLACK}"/>',
        _scale(top, bottom),
        _numbers(plies, bottom, white_begins),
        f'<path class="course" d="M{"L".join(line)}" fill="none" stroke="{_EDGE}" stroke-width="2" '
        'stroke-linejoin="round" stroke-linecap="round"/>',
        _dots(line) if 0 < plies <= _DOTS else "",
        f'<rect x="{_LEFT}" y="{top}" width="{_WIDTH - _LEFT - _RIGHT}" height="{_PLOT}" fill="none" '
        f'stroke="{_LINE}"/>',
        *(_marked(mark, place, line[mark.ply]) for mark, place in labels),
    ]
    title = f"Winning chances of {_plain(black)} (Black) and {_plain(white)} (White), {counted(plies, 'ply', 'plies')}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="sumito-graph" viewBox="0 0 {_WIDTH} {height}" role="img" '
        f'aria-label="{escape(title)}" font-family="{escape(_FONT)}" font-size="13" fill="{_INK}">'
        f"<title>{escape(title)}</title>{''.join(layers)}</svg>"
    )


def _across(ply: int, plies: int) -> float:
    return _LEFT + (_WIDTH - _LEFT - _RIGHT) * ply / max(plies, 1)


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _plain(text: str) -> str:
    """Remove characters that SVG does not allow, and shorten a long name."""
    shown = "".join(c for c in text if c.isprintable())
    return shown if len(shown) <= _LONGEST_NAME else f"{shown[:_LONGEST_NAME]}\N{HORIZONTAL ELLIPSIS}"


def _text(x: float, y: float, text: str, style: str = "") -> str:
    return f'<text x="{_number(x)}" y="{_number(y)}"{" " * bool(style)}{style}>{escape(text)}</text>'


def _players(black: str, white: str, result: str) -> str:
    middle = _WIDTH / 2
    names = (
        (_LEFT + 8, _plain(black), f'fill="{_BLACK}"'),
        (middle + 8, _plain(white), f'fill="{_WHITE}"'),
    )
    drawn = "".join(
        f'<circle cx="{_number(x)}" cy="30" r="8" {fill} stroke="{_EDGE}" stroke-width="1.5"/>'
        + _text(x + 17, 35, name, 'font-size="16" font-weight="600"')
        for x, name, fill in names
    )
    return drawn + _text(_WIDTH - _RIGHT, 35, _plain(result), 'font-size="16" font-weight="600" text-anchor="end"')


def _scale(top: int, bottom: int) -> str:
    """Draw the scale: percentages, and lines that are visible on both backgrounds."""
    parts = []
    for percent in (0, 25, 50, 75, 100):
        y = bottom - _PLOT * percent / 100
        parts.append(_text(_LEFT - 9, y + 4.5, f"{percent}%", f'text-anchor="end" fill="{_FAINT}"'))
        if percent in (25, 75):
            parts.append(
                f'<path d="M{_LEFT} {_number(y)}H{_WIDTH - _RIGHT}" stroke="{_EDGE}" stroke-opacity=".35" '
                'stroke-dasharray="2 5"/>'
            )
        elif percent == 50:
            parts.append(f'<path d="M{_LEFT} {_number(y)}H{_WIDTH - _RIGHT}" stroke="{_MIDDLE}" stroke-width="1.5"/>')
    middle = (top + bottom) / 2
    turned = f'text-anchor="middle" fill="{_FAINT}" transform="rotate(-90 18 {_number(middle)})"'
    return "".join(parts) + _text(18, middle + 4, "Black's winning chance", turned)


def _numbers(plies: int, bottom: int, white_begins: bool) -> str:
    """Draw the numbers of the moves, each at its first ply."""
    moves = (plies + white_begins + 1) // 2
    steps = (digit * 10**zeros for zeros in count() for digit in (1, 2, 5))
    step = next(each for each in steps if moves <= each * _MOST_TICKS)
    parts = []
    for move in range(step, moves + 1, step):
        ply = max(2 * move - 1 - white_begins, 1)
        x = _number(_across(ply, plies))
        parts.append(f'<path d="M{x} {bottom}v5" stroke="{_EDGE}"/>')
        parts.append(_text(_across(ply, plies), bottom + 20, str(move), f'text-anchor="middle" fill="{_FAINT}"'))
    middle = (_LEFT + _WIDTH - _RIGHT) / 2
    return "".join(parts) + _text(middle, bottom + 42, "move", f'text-anchor="middle" fill="{_FAINT}"')


def _dots(line: Sequence[str]) -> str:
    places = (point.split() for point in line)
    dots = (f'<circle cx="{x}" cy="{y}" r="3"/>' for x, y in places)
    return f'<g fill="{_WHITE}" stroke="{_EDGE}" stroke-width="1.5">{"".join(dots)}</g>'


def _labels(marks: Sequence[Mark], plies: int) -> tuple[int, list[tuple[Mark, tuple[float, float, int]]]]:
    """Return the number of rows of labels, and the left end, width and row of each label."""
    ends = [0.0] * _ROWS  # the right end of the last label in each row
    used = 0
    placed = []
    for mark in sorted(marks):
        width = _CHARACTER * len(_plain(mark.label)) + 16
        left = min(max(_across(mark.ply, plies) - width / 2, _LEFT), _WIDTH - _RIGHT - width)
        row = next((row for row in range(_ROWS) if ends[row] <= left), _ROWS - 1)
        ends[row] = left + width + 8
        used = max(used, row + 1)
        placed.append((mark, (left, width, row)))
    return used, placed


def _marked(mark: Mark, place: tuple[float, float, int], point: str) -> str:
    left, width, row = place
    x, y = point.split()
    top = _HEADER + row * _LABEL
    color = escape(mark.color)
    label = _text(
        left + width / 2, top + 14.5, _plain(mark.label), 'text-anchor="middle" fill="#fff" font-weight="600"'
    )
    return (
        f'<g class="mark"><path d="M{x} {top + 20}V{y}" stroke="{color}" stroke-width="1.5" stroke-dasharray="3 3"/>'
        f'<rect x="{_number(left)}" y="{top}" width="{_number(width)}" height="20" rx="10" fill="{color}"/>{label}'
        f'<circle cx="{x}" cy="{y}" r="5.5" fill="{color}" stroke="#fff" stroke-width="2"/></g>'
    )
