"""Draw a board as SVG.

`draw_svg` is a pure function, and `THEMES` has its colours. The picture is self-contained: it has no style sheet,
script, font or filter. So it looks the same inline in a notebook, as an `<img>`, and as a PNG (`sumito.notation.png`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html import escape
from math import atan2, degrees, exp, hypot, sqrt
from operator import index
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias
from zlib import crc32

from sumito.core.cells import Color, checked_direction

if TYPE_CHECKING:
    from sumito.core import Board, Direction, Move

__all__ = ["THEMES", "Arrow", "Attempt", "Outline", "draw_svg"]

Arrow: TypeAlias = tuple[int, int] | tuple[int, int, str]
"""An arrow from the first cell to the second, with an optional colour."""

Attempt: TypeAlias = tuple[Iterable[int], "Direction | str"]
"""Marbles of the player to move, and the direction of their move."""

Outline: TypeAlias = tuple[Iterable[int], str]
"""A group of cells, and the colour of the band around them."""

_Point: TypeAlias = tuple[float, float]
_Palette: TypeAlias = Mapping[str, str]

_COLORS = {  # for the themes light and dark; "low" is the lower end of a gradient, "glow" the light through the glass
    "background": ("none", "none"),
    "rim": ("#6f4a2c", "#33424b"),
    "rim_low": ("#4f331d", "#222d34"),
    "face": ("#bd8d5d", "#5f7780"),
    "face_low": ("#996c42", "#475c65"),
    "well": ("#93683f", "#43565f"),
    "light": ("#ffe0b4", "#c4dfea"),
    "shade": ("#1e0f03", "#020507"),
    "coord": ("#f0dcc2", "#b4c6cd"),
    "black": ("#2b303c", "#1f242f"),
    "black_glow": ("#7ea8ff", "#78aaff"),
    "black_shade": ("#020305", "#010203"),
    "white": ("#fbf7ee", "#f6f7f6"),
    "white_glow": ("#fff0d4", "#f0f8ff"),
    "white_shade": ("#6b5836", "#48545a"),
    "blue": ("#2a63b8", "#2a63b8"),
    "blue_glow": ("#8fd6ff", "#8fd6ff"),
    "blue_shade": ("#030c26", "#030c26"),
    "red": ("#bf2f2a", "#bf2f2a"),
    "red_glow": ("#ffb07c", "#ffb07c"),
    "red_shade": ("#260205", "#260205"),
    "yellow": ("#e0a81c", "#e0a81c"),
    "yellow_glow": ("#fff3a0", "#fff3a0"),
    "yellow_shade": ("#3a2200", "#3a2200"),
    "green": ("#2f8a4a", "#2f8a4a"),
    "green_glow": ("#b6f0a0", "#b6f0a0"),
    "green_shade": ("#02190c", "#02190c"),
    "highlight": ("#ffd34d", "#ffd34d"),
    "last_move": ("#ffe39a", "#ffe08c"),
    "arrow": ("#0d948a", "#25b3a5"),
    "mark": ("#ff4a36", "#ff4a36"),
}
_PAIRED = {name: light if light == dark else f"light-dark({light},{dark})" for name, (light, dark) in _COLORS.items()}
THEMES: Mapping[str, _Palette] = MappingProxyType(
    {
        "light": MappingProxyType({name: light for name, (light, _) in _COLORS.items()}),
        "dark": MappingProxyType({name: dark for name, (_, dark) in _COLORS.items()}),
        "page": MappingProxyType(_PAIRED),
    }
)
"""The named colours of each theme. `colors` of `draw_svg` overrides them by name.

The theme `page` follows the colour scheme of the HTML page around the picture. Only browsers support it.
"""

# A colour goes into the SVG as it is, so only colours are accepted. Compiled at first use, to keep the import quick.
_COLOR = (
    r"(?ai)#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})|[a-z]{1,32}"
    r"|rgba?\( *\d{1,3}%?(?: *, *\d{1,3}%?){2}(?: *, *(?:\d{1,3}%|\d?\.?\d{1,4}))? *\)"
)

# The light on a marble: centre (x, y), radius, strength and end of the light; middle of the shade, its strength there
# and at the edge; strength of the glow; colour and strength of the outline; strength of the spark.
_GLASS = {
    "black": (0.38, 0.3, 0.78, 0.32, 0.42, 0.86, 0.76, 0.93, 0.42, "glow", 0.36, 0.22),
    "white": (0.36, 0.27, 0.82, 1.0, 0.3, 0.72, 0.28, 0.8, 0.7, "shade", 0.55, 0.0),
}
_TINTED_GLASS = (0.38, 0.29, 0.8, 0.5, 0.42, 0.82, 0.5, 0.82, 0.6, "glow", 0.4, 0.25)

# Glyphs as strokes, because a renderer without the font would silently omit text.
_GLYPHS = {
    "a": "M4.6 0A4.6 5 0 1 1 4.6-.1M4.6-5V5",
    "b": "M-4.6-7.7V7.6M-4.6 2.6A4.6 5 0 1 1-4.6 2.7",
    "c": "M3.9-3.1A4.7 5 0 1 0 3.9 3.1",
    "d": "M4.6-7.7V7.6M4.6 2.6A4.6 5 0 1 1 4.6 2.5",
    "e": "M-4.5.1H4.6A4.6 5 0 1 0 3.6 3.3",
    "f": "M3.6-7.4C.8-8.2-.9-6.8-.9-4V7.6M-3.9-2.4H3.2",
    "g": "M4.6-7.6V3C4.6 8.4-1.6 8.7-3.9 6.4M4.6-2.6A4.6 5 0 1 1 4.6-2.7",
    "h": "M-4.4-7.7V7.6M-4.4 2.4C-4.4-4 4.4-4 4.4 1.8V7.6",
    "i": "M0-2.4V7.6M0-7.3V-7.2",
    "1": "M-3.4-4.2.9-7.5V7.5",
    "2": "M-4.2-3.5C-4.2-9 4.3-8.8 4.3-3.4 4.3.2-1.2 3-4.4 7.5H4.6",
    "3": "M-4-5.4C-1.9-8.8 4-8.2 4-3.9 4-1.2 1.6-.4-.9-.4 2-.4 4.5.6 4.5 3.5 4.5 8.6-3 8.8-4.4 5.1",
    "4": "M2.3 7.5V-7.5L-5 3.7H5",
    "5": "M4-7.5H-3.2L-3.9-.7C.8-3 4.6-1 4.6 2.6 4.6 8.4-2.6 8.8-4.4 5.4",
    "6": "M2.8-7.5C-1.2-5.4-4.5-1.6-4.5 2.9A4.5 4.6 0 1 0-4.5 2.7",
    "7": "M-4.6-7.5H4.6L-1.6 7.5",
    "8": "M0-.6A3.6 3.5 0 1 1 .1-.6M0-.6A4.3 4.1 0 1 1-.1-.6",
    "9": "M-2.8 7.5C1.2 5.4 4.5 1.6 4.5-2.9A4.5 4.6 0 1 0 4.5-2.7",
}

# Cells as (number, row), counted from the centre, in the order of their indices.
_CELLS = tuple((number - 4, row - 4) for row in range(9) for number in range(9) if abs(number - row) <= 4)
_NAMES = tuple(f"{'abcdefghi'[row + 4]}{number + 5}" for number, row in _CELLS)
_DIRECTIONS = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))
_WEST, _SOUTH_EAST = 3, 5

# Lengths are in hundredths of the distance between two cells.
_K = sqrt(3) / 2
_MARBLE, _WELL = 45.5, 44
_GLYPH_SCALE = 1.2
_RIM_LINE, _FACE_LINE = 60, 44  # thick lines that round the corners of rim and face


def draw_svg(
    board: Board,
    *,
    last_move: Move | str | None = None,
    attempt: Attempt | None = None,
    arrows: Iterable[Arrow] = (),
    marks: Iterable[int] | Mapping[int, str] = (),
    outlines: Iterable[Outline] = (),
    coordinates: bool = True,
    orientation: int = 0,
    theme: str = "light",
    colors: Mapping[str, str] | None = None,
    size: int | None = None,
    title: str | None = None,
    description: str | None = None,
) -> str:
    """Return the board as one `<svg>` element. The same arguments give the same text.

    Args:
        board: the board to draw.
        last_move: the move that led to this board. The cells it left are tinted, the cells it reached are ringed.
            Its text is read in the position before the last move of `board.history`.
        attempt: a line and a direction. Arrows show the move, in the colour of marks if it is illegal.
        arrows: arrows between cells: `(from_cell, to_cell)` or `(from_cell, to_cell, color)`.
        marks: cells to mark with a dashed ring. A mapping gives the colour of each.
        outlines: groups of cells to surround with a band of colour: `(cells, color)`.
        coordinates: whether to draw the coordinates.
        orientation: rotates the board clockwise in steps of 60 degrees. With 3, White is at the bottom.
        theme: the name of a theme in `THEMES`.
        colors: overrides colours of the theme by name. The plain name of a player recolours all of the marble.
        size: the width in pixels. By default the picture fills its container.
        title: the title for screen readers. By default it counts the marbles.
        description: the description for screen readers. By default it lists the marbles.

    A colour is `#rgb`, `#rrggbb`, `#rrggbbaa`, a colour word, `rgb()` or `rgba()`. Arrows, marks and outlines can also
    name a colour of the theme. The elements have classes for your own style sheet: `cell e5`, `marble black e5`,
    `coord`, `last-move`, `arrow`, `mark e5`, `outline`; for instance `.marble.black { fill: purple }`.

    Raises:
        IllegalMoveError: the text of `last_move` names a move that was illegal.
        NotationError: the text of `last_move` does not name a move.
        ValueError: the theme, a colour, a colour name, a cell, an arrow, the orientation or the size is unknown; or
            `last_move` is text and no move has been played on the board.
    """
    palette = _palette(theme, colors)
    if isinstance(last_move, str):
        last_move = _read_last_move(board, last_move)
    orientation = _whole("orientation", orientation, 0, 5, "use 0 to 5, in steps of 60 degrees clockwise")
    points = [_point(number, row, orientation) for number, row in _CELLS]
    marbles = {color.name.lower(): sorted(map(_cell, board.marbles(color))) for color in board.players}
    for player in marbles:
        if f"{player}_glow" not in palette:
            raise ValueError(f"unknown player {player!r}: there are marbles for {', '.join(map(str, Color))}")

    # Without coordinates the rim is narrower. The radii are those of the corners inside the thick lines.
    gap, edge = (58, 27) if coordinates else (53, 11)
    face = (400 * _K + gap - _FACE_LINE / 2) / _K
    rim = (400 * _K + gap + edge - _RIM_LINE / 2) / _K
    x, y = -round(rim + _RIM_LINE / 2 + 24), -round(rim * _K + _RIM_LINE / 2 + 16)
    width, height = -2 * x, -2 * y + 28  # with room for the shadow
    box = f'x="{x}" y="{y}" width="{width}" height="{height}"'

    defs = _defs(palette, marbles, rim, face)
    layers = [
        f"<defs>{defs}</defs>",
        f'<rect class="background" {box} fill="{palette["background"]}"/>' if palette["background"] != "none" else "",
        _base(palette),
        _copies(points, range(61), "well", "cell", palette["well"]),
        _coordinates(palette, orientation) if coordinates else "",
        _reached(palette, points, last_move) if last_move is not None else "",
        _outlines(palette, points, outlines),
        *(_copies(points, cells, name, f"marble {name}", palette[name]) for name, cells in marbles.items()),
        _chevrons(palette, points, last_move, orientation) if last_move is not None else "",
        _marks(palette, points, marks),
        _arrows(palette, points, arrows),
        _attempt(palette, board, attempt, orientation) if attempt is not None else "",
    ]
    if title is None:
        title = "Abalone board: " + ", ".join(f"{player} {len(cells)}" for player, cells in marbles.items())
    if description is None:
        named = (" ".join([f"{player}:", *(_NAMES[i] for i in cells)]) for player, cells in marbles.items())
        description = "; ".join(named)
    heading, places = escape(title), escape(description)
    pixels = ""
    if size is not None:
        across = _whole("size", size, 1, 100_000, "use a width of 1 to 100000 pixels")
        pixels = f' width="{across}" height="{round(across * height / width)}"'
    # Equal ids have equal definitions, so that several boards can share a page.
    drawing = "".join(layers).replace("@", f"s{crc32(defs.encode()):x}-")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="sumito" viewBox="{x} {y} {width} {height}"{pixels} role="img" '
        f'aria-label="{heading}"><title>{heading}</title><desc>{places}</desc>{drawing}</svg>'
    )


# ---- arguments


def _palette(theme: str, colors: Mapping[str, str] | None) -> dict[str, str]:
    if theme not in THEMES:
        raise ValueError(f"unknown theme {theme!r}: themes are {', '.join(THEMES)}")
    palette = dict(THEMES[theme])
    for name, color in (colors or {}).items():
        if name not in palette:
            raise ValueError(f"unknown colour name {name!r}: names are {', '.join(palette)}")
        palette[name] = _color(color)
    return palette


def _color(color: object) -> str:
    if not isinstance(color, str) or not re.fullmatch(_COLOR, color):
        raise ValueError(f"unknown colour {color!r}: use #rgb, #rrggbb, #rrggbbaa, a colour word, rgb() or rgba()")
    return color


def _whole(what: str, value: int, low: int, high: int, allowed: str) -> int:
    try:
        number = index(value)
    except TypeError:
        number = low - 1
    if not low <= number <= high:
        raise ValueError(f"unknown {what} {value!r}: {allowed}")
    return number


def _cell(cell: int) -> int:
    return _whole("cell", cell, 0, 60, "cells are 0 (a1) to 60 (i9)")


# ---- geometry


def _point(number: float, row: float, orientation: int) -> _Point:
    for _ in range(orientation):
        number, row = row, row - number  # 60 degrees clockwise, exactly
    return 100 * number - 50 * row, -100 * _K * row


def _n(value: float) -> str:
    """Format a number with at most one decimal, as short as possible."""
    return f"{round(value, 1) + 0.0:g}"


def _at(point: _Point, circle: str = "") -> str:
    return f'{circle}x="{_n(point[0])}" {circle}y="{_n(point[1])}"'


def _to(x: float, y: float, along: _Point = (1, 0)) -> str:
    angle = degrees(atan2(along[1], along[0]))
    return f'transform="translate({_n(x)} {_n(y)}){f" rotate({_n(angle)})" if angle else ""}"'


# ---- the layers, from the lowest to the highest; "@" stands for the prefix of the ids of this picture


def _stop(offset: float, color: str, opacity: float = 1) -> str:
    faint = f' stop-opacity="{opacity:g}"' if opacity < 1 else ""
    return f'<stop offset="{offset:g}" stop-color="{color}"{faint}/>'


def _radial(name: str, x: float, y: float, radius: float, *stops: str) -> str:
    return f'<radialGradient id="@{name}" cx="{x:g}" cy="{y:g}" r="{radius:g}">{"".join(stops)}</radialGradient>'


def _defs(palette: _Palette, players: Iterable[str], rim: float, face: float) -> str:
    def vertical(name: str, *stops: str) -> str:
        span = f'gradientUnits="userSpaceOnUse" x1="0" y1="{-rim:.0f}" x2="0" y2="{rim:.0f}"'
        return f'<linearGradient id="@{name}" {span}>{"".join(stops)}</linearGradient>'

    def hexagon(name: str, r: float) -> str:
        corners = ((r, 0), (r / 2, r * _K), (-r / 2, r * _K), (-r, 0), (-r / 2, -r * _K), (r / 2, -r * _K))
        return f'<polygon id="@{name}" points="{" ".join(f"{_n(x)},{_n(y)}" for x, y in corners)}"/>'

    light, shade = palette["light"], palette["shade"]
    parts = [
        hexagon("outer", rim),
        hexagon("inner", face),
        vertical("rim", _stop(0, palette["rim"]), _stop(1, palette["rim_low"])),
        vertical("face", _stop(0, palette["face"]), _stop(1, palette["face_low"])),
        vertical("bevel", _stop(0, light, 0.45), _stop(0.6, light, 0), _stop(0.6, shade, 0), _stop(1, shade, 0.6)),
        vertical("groove", _stop(0, shade, 0.75), _stop(0.6, shade, 0.35), _stop(0.6, light, 0), _stop(1, light, 0.7)),
        _radial("hollow", 0.5, 0.64, 0.64, _stop(0, shade, 0), _stop(0.6, shade, 0.14), _stop(1, shade, 0.5)),
        f'<linearGradient id="@lip" x2="0" y2="1">{_stop(0, shade, 0.75)}{_stop(0.55, shade, 0)}{_stop(0.55, light, 0)}'
        f"{_stop(1, light, 0.62)}</linearGradient>",
        f'<g id="@well"><circle r="{_WELL}"/><circle r="{_WELL}" fill="url(#@hollow)"/><circle r="{_WELL}" fill="none" '
        'stroke="url(#@lip)" stroke-width="2.6"/></g>',
        _radial("under", 0.5, 0.5, 0.5, _stop(0.45, "#000", 0.5), _stop(1, "#000", 0)),
        _radial("shine", 0.5, 0.4, 0.6, _stop(0, "#fff", 0.95), _stop(0.5, "#fff", 0.35), _stop(1, "#fff", 0)),
    ]
    for player in players:
        glow, dark = palette[f"{player}_glow"], palette[f"{player}_shade"]
        x, y, radius, lit, end, half, shaded, dimmed, glows, line, lined, spark = _GLASS.get(player, _TINTED_GLASS)
        # Two stops at the border of light and shade. With one, the colours between them would turn grey.
        lights = _stop(0, "#fff", lit), _stop(end, "#fff", 0)
        shades = _stop(end, dark, 0), _stop(half, dark, shaded), _stop(1, dark, dimmed)
        parts += (
            _radial(f"{player}-body", x, y, radius, *lights, *shades),
            _radial(f"{player}-glow", 0.67, 0.8, 0.4, _stop(0, glow, glows), _stop(1, glow, 0)),
            f'<g id="@{player}"><ellipse cx="5" cy="11" rx="50" ry="47" fill="url(#@under)"/><circle r="{_MARBLE}"/>'
            f'<circle r="{_MARBLE}" fill="url(#@{player}-body)"/><circle r="{_MARBLE}" fill="url(#@{player}-glow)"/>'
            f'<circle r="{_MARBLE - 0.8}" fill="none" stroke="{palette[f"{player}_{line}"]}" stroke-opacity="{lined}" '
            'stroke-width="1.6"/><ellipse cx="-13" cy="-19" rx="19" ry="13" transform="rotate(-32 -13 -19)" '
            f'fill="url(#@shine)"/><circle cx="16" cy="24" r="3" fill="#fff" fill-opacity="{spark}"/></g>',
        )
    return "".join(parts)


def _base(palette: _Palette) -> str:
    def sheet(shape: str, paint: str, line: float) -> str:
        return f'<use href="#@{shape}" fill="{paint}" stroke="{paint}" stroke-width="{line:g}"/>'

    # Many thin lines make a soft shadow in every viewer. Not all support filters, and layers of opacity are slow.
    shadow = "".join(
        f'<use href="#@outer" stroke-width="{_RIM_LINE + 8 * i}" stroke-opacity="{0.04 * exp(-i * i / 18):.3f}"/>'
        for i in range(-3, 7)
    )
    return (
        '<g class="board" stroke-linejoin="round">'
        f'<g transform="translate(0 16)" fill="none" stroke="{palette["shade"]}">{shadow}</g>'
        + sheet("outer", "url(#@rim)", _RIM_LINE)
        + sheet("outer", "url(#@bevel)", _RIM_LINE)
        + sheet("outer", "url(#@rim)", _RIM_LINE - 4)
        + sheet("inner", "url(#@groove)", _FACE_LINE + 5)
        + sheet("inner", "url(#@face)", _FACE_LINE)
        + "</g>"
    )


def _copies(points: list[_Point], cells: Iterable[int], shape: str, classes: str, color: str) -> str:
    # The shape inherits its colour from here, so that a style sheet can change it.
    uses = (f'<use class="{classes} {_NAMES[i]}" href="#@{shape}" {_at(points[i])}/>' for i in cells)
    return f'<g fill="{color}">{"".join(uses)}</g>'


def _coordinates(palette: _Palette, orientation: int) -> str:
    labels = []
    for (number, row), name in zip(_CELLS, _NAMES, strict=True):
        # A letter at the beginning of its row, a number at the beginning of its diagonal, nearer at the corners.
        for sign, (right, up) in ((name[0], _DIRECTIONS[_WEST]), (name[1], _DIRECTIONS[_SOUTH_EAST])):
            if (number + right, row + up) not in _CELLS:
                x, y = _point(number + 0.82 * right, row + 0.82 * up, orientation)
                place = _to((x if y else 0.993 * x) / _GLYPH_SCALE, y / _GLYPH_SCALE)
                labels.append(f'<path class="coord {sign}" {place} d="{_GLYPHS[sign]}"/>')
    return (
        f'<g class="coords" transform="scale({_GLYPH_SCALE})" fill="none" stroke="{palette["coord"]}" '
        f'stroke-opacity=".9" stroke-width="2.7" stroke-linecap="round" stroke-linejoin="round">{"".join(labels)}</g>'
    )


def _read_last_move(board: Board, text: str) -> Move:
    if not board.history:
        raise ValueError(f"last_move is text, but no move has been played on the board: {text!r}")
    before = board.copy()
    before.undo()
    return before.parse_move(text)


def _reached(palette: _Palette, points: list[_Point], move: Move) -> str:
    right, up = _DIRECTIONS[int(move.direction)]
    left = [_CELLS[_cell(cell)] for cell in move.cells]
    reached = [(number + right, row + up) for number, row in left if (number + right, row + up) in _CELLS]

    def circle(kind: str, place: tuple[int, int], style: str) -> str:
        i = _CELLS.index(place)
        return f'<circle class="{kind} {_NAMES[i]}" {_at(points[i], "c")} {style}/>'

    tints = (circle("from", place, f'r="{_WELL}" fill-opacity=".34" stroke="none"') for place in left)
    rings = (circle("to", place, 'r="49" fill="none" stroke-width="4.5"') for place in reached)
    color = palette["last_move"]
    return f'<g class="last-move" fill="{color}" stroke="{color}">{"".join(tints)}{"".join(rings)}</g>'


def _chevrons(palette: _Palette, points: list[_Point], move: Move, orientation: int) -> str:
    x, y = _point(*_DIRECTIONS[int(move.direction)], orientation)
    starts = (points[_cell(cell)] for cell in move.cells)
    paths = "".join(f'<path d="M-6-9 5 0-6 9" {_to(start[0] + x / 2, start[1] + y / 2, (x, y))}/>' for start in starts)
    return (
        '<g class="last-move" fill="none" stroke-linecap="round" stroke-linejoin="round">'
        f'<g stroke="#000" stroke-opacity=".55" stroke-width="11">{paths}</g>'
        f'<g stroke="{palette["last_move"]}" stroke-width="6">{paths}</g></g>'
    )


def _marks(palette: _Palette, points: list[_Point], marks: Iterable[int] | Mapping[int, str]) -> str:
    rings = []
    for cell, wish in (marks if isinstance(marks, Mapping) else dict.fromkeys(marks, "mark")).items():
        i, color = _cell(cell), palette.get(wish) or _color(wish)
        circle = f'<circle {_at(points[i], "c")} r="46.5"'
        rings.append(
            f'<g class="mark {_NAMES[i]}">{circle} stroke="#000" stroke-opacity=".55" stroke-width="13" fill="none"/>'
            # Twelve dashes fill the ring exactly, with light gaps, to be visible on any background.
            f'{circle} stroke="#fff" stroke-width="8" fill="none"/>'
            f'{circle} stroke="{color}" stroke-width="8" stroke-dasharray="16.9 7.45" fill="{color}" '
            'fill-opacity=".18"/></g>'
        )
    return f'<g class="marks">{"".join(rings)}</g>' if rings else ""


def _outlines(palette: _Palette, points: list[_Point], outlines: Iterable[Outline]) -> str:
    paths = []
    for cells, wish in outlines:
        places = {_CELLS[i]: points[i] for i in map(_cell, cells)}
        # A thick line from each cell to its neighbours, or a dot if it has none.
        steps = [f"M{_n(x)} {_n(y)}h.1" for x, y in places.values()]
        for (number, row), (x, y) in places.items():
            near = (places.get((number + right, row + up)) for right, up in _DIRECTIONS[:_WEST])
            steps += (f"M{_n(x)} {_n(y)}L{_n(there[0])} {_n(there[1])}" for there in near if there)
        line = f'd="{"".join(steps)}"'
        # A dark edge, to be visible on any background.
        paths.append(
            f'<path {line} stroke="#000" stroke-opacity=".55" stroke-width="112"/>'
            f'<path class="outline" {line} stroke="{palette.get(wish) or _color(wish)}" stroke-width="106"/>'
        )
    return f'<g class="outlines" fill="none" stroke-linecap="round">{"".join(paths)}</g>' if paths else ""


def _between(start: _Point, end: _Point) -> _Point:
    return end[0] - start[0], end[1] - start[1]


def _arrows(palette: _Palette, points: list[_Point], arrows: Iterable[Arrow]) -> str:
    shapes = []
    for arrow in arrows:
        if len(arrow) not in (2, 3) or arrow[0] == arrow[1]:
            raise ValueError(f"unknown arrow {arrow!r}: use two different cells, and optionally a colour")
        wish = arrow[2] if len(arrow) == 3 else "arrow"
        color = palette.get(wish) or _color(wish)
        shapes.append(_arrow(color, points[_cell(arrow[0])], points[_cell(arrow[1])]))
    return _sheer(shapes)


def _attempt(palette: _Palette, board: Board, attempt: Attempt, orientation: int) -> str:
    cells = [_cell(cell) for cell in attempt[0]]
    verdict = board.verdict(cells, attempt[1])
    color = palette["arrow" if verdict.legal else "mark"]
    line = [_CELLS[cell] for cell in cells]
    right, up = _DIRECTIONS[checked_direction(attempt[1])]
    shapes = []
    for number, row in line:
        if (number - right, row - up) in line:
            continue  # in line, one arrow covers all marbles; broadside, each marble has its own
        steps = 1
        while (number + steps * right, row + steps * up) in line:
            steps += 1
        steps += verdict.enemies if verdict.legal else 0
        end = _point(number + steps * right, row + steps * up, orientation)
        shapes.append(_arrow(color, _point(number, row, orientation), end))
    return _sheer(shapes)


def _arrow(color: str, start: _Point, end: _Point) -> str:
    along = _between(start, end)
    tip = hypot(*along) - 14
    neck = _n(tip - 38)
    shape = f'd="M18-8H{neck}V-23L{_n(tip)} 0 {neck} 23V8H18A8 8 0 0 1 18-8Z" {_to(*start, along)}'
    # A dark line and a light one, to be visible on any background.
    return (
        f'<g class="arrow"><path {shape} stroke="#000" stroke-opacity=".45" stroke-width="9"/>'
        f'<path {shape} stroke="#fff" stroke-width="4.5" fill="{color}"/></g>'
    )


def _sheer(arrows: list[str]) -> str:
    return f'<g class="arrows" stroke-linejoin="round" opacity=".93">{"".join(arrows)}</g>' if arrows else ""
