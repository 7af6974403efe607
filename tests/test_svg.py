"""The picture of a board: its elements, their places, and refused arguments."""

from __future__ import annotations

import re
import struct
import sys
import xml.etree.ElementTree as ET
import zlib
from types import SimpleNamespace
from typing import Any, cast

import pytest

from sumito import BLACK, WHITE, Board, Direction, IllegalMoveError, Move, NotationError
from sumito.notation.png import render_png
from sumito.notation.svg import THEMES, draw_svg

NAMES = [f"{'abcdefghi'[row]}{number + 1}" for row in range(9) for number in range(9) if abs(number - row) <= 4]
CELL = {name: cell for cell, name in enumerate(NAMES)}
MIDDLE_GAME = "2s1s/3Ss1/7/8/4SSS2/ssSS2S1/3s2S/2sSss/1s3 0 0 b 0 1"
ROW = 100 * 3**0.5 / 2

BAD_COLORS = [
    '"><script>alert(1)</script>',
    "red;stroke:blue",
    'red" onload="alert(1)',
    "url(#x)",
    "url(https://example.org/x.svg)",
    "#12",
    "#12345",
    "#ggg",
    "rgb(1,2)",
    "rgb(1,2,3",
    "rgb(a,b,c)",
    "red\n",
    "",
    "&amp;",
    "@",
    "r\u00e9d",
]


def parse(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def by_class(root: ET.Element, *classes: str) -> list[ET.Element]:
    return [element for element in root.iter() if set(classes) <= set(element.get("class", "").split())]


def only(root: ET.Element, *classes: str) -> ET.Element:
    found = by_class(root, *classes)
    assert len(found) == 1, f"{len(found)} elements of class {classes}"
    return found[0]


def place(element: ET.Element) -> tuple[float, float]:
    """Return the place of an element, from x and y, cx and cy, or its translation."""
    moved = re.match(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
    if moved:
        return float(moved[1]), float(moved[2])
    x, y = ("cx", "cy") if "cx" in element.attrib else ("x", "y")
    return float(element.attrib[x]), float(element.attrib[y])


def label_place(root: ET.Element, sign: str) -> tuple[float, float]:
    scale = re.fullmatch(r"scale\((\S+)\)", only(root, "coords").attrib["transform"])
    assert scale is not None
    x, y = place(only(root, "coord", sign))
    return x * float(scale[1]), y * float(scale[1])


def view_box(root: ET.Element) -> list[float]:
    return [float(number) for number in root.attrib["viewBox"].split()]


def stand_in(**marbles: str) -> Board:
    """Return a board of any players, given as color_name="cell cell ..."."""
    colors = {name: SimpleNamespace(name=name.upper()) for name in marbles}
    cells = {name.upper(): [CELL[cell] for cell in text.split()] for name, text in marbles.items()}
    return cast("Board", SimpleNamespace(players=tuple(colors.values()), marbles=lambda color: iter(cells[color.name])))


# ---- drawn elements


def test_standard_layout_has_wells_and_marbles() -> None:
    root = parse(draw_svg(Board()))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert len(by_class(root, "cell")) == 61
    assert len(by_class(root, "marble", "black")) == 14
    assert len(by_class(root, "marble", "white")) == 14
    assert {name for name in NAMES if len(by_class(root, "cell", name)) == 1} == set(NAMES)


def test_marbles_stand_in_their_wells() -> None:
    board = Board.from_position(MIDDLE_GAME)
    root = parse(draw_svg(board))
    for color in (BLACK, WHITE):
        cells = sorted(board.marbles(color))
        drawn = by_class(root, "marble", color.name.lower())
        assert len(drawn) == len(cells)
        for cell in cells:
            marble = only(root, "marble", color.name.lower(), NAMES[cell])
            assert place(marble) == place(only(root, "cell", NAMES[cell]))


def test_marbles_lie_above_wells() -> None:
    order = [element.get("class", "").split()[0] for element in parse(draw_svg(Board())).iter() if element.get("class")]
    assert order.index("board") < order.index("cell") < order.index("coords") < order.index("marble")


def test_neighbours_are_one_pitch_apart() -> None:
    root = parse(draw_svg(Board()))
    expected = {
        "e5": (0, 0),
        "e6": (100, 0),
        "f6": (50, -ROW),
        "f5": (-50, -ROW),
        "e4": (-100, 0),
        "d4": (-50, ROW),
        "d5": (50, ROW),
    }
    for name, point in expected.items():
        assert place(only(root, "cell", name)) == pytest.approx(point, abs=0.1)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_each_theme_uses_its_colours(theme: str) -> None:
    svg = draw_svg(Board(), theme=theme)
    parse(svg)
    for name in ("rim", "face", "well", "black", "white", "coord"):
        assert f'"{THEMES[theme][name]}"' in svg
    assert "var(" not in svg
    assert "light-dark" not in svg


def test_themes_name_the_same_colours() -> None:
    assert set(THEMES) == {"light", "dark", "page"}
    assert set(THEMES["light"]) == set(THEMES["dark"]) == set(THEMES["page"])
    assert draw_svg(Board(), theme="light") != draw_svg(Board(), theme="dark")


def test_the_theme_of_a_page_has_the_colours_of_both() -> None:
    svg = draw_svg(Board(), theme="page")
    parse(svg)
    for name in ("rim", "face", "well", "black", "white", "coord"):
        assert f'"light-dark({THEMES["light"][name]},{THEMES["dark"][name]})"' in svg
    assert THEMES["page"]["mark"] == THEMES["light"]["mark"]


def test_every_reference_has_its_definition() -> None:
    board = Board.from_position(MIDDLE_GAME)
    move = Move.of([CELL["e5"], CELL["e6"], CELL["e7"]], Direction.E)
    svg = draw_svg(board, last_move=move, arrows=[(0, 1)], marks=[2])
    ids = re.findall(r'\bid="([^"]+)"', svg)
    references = re.findall(r'url\(#([^)]+)\)|href="#([^"]+)"', svg)
    assert len(ids) == len(set(ids))
    assert {first or second for first, second in references} == set(ids)


def test_ids_of_different_boards_do_not_collide() -> None:
    ids = [
        set(re.findall(r'\bid="([^"]+)"', draw_svg(Board(), **options)))
        for options in cast(
            "list[dict[str, Any]]", [{}, {"theme": "dark"}, {"colors": {"rim": "#123"}}, {"coordinates": False}]
        )
    ]
    for i, first in enumerate(ids):
        for second in ids[i + 1 :]:
            assert not first & second


def test_same_arguments_give_same_text() -> None:
    def draw() -> str:
        move = Move.of([CELL["e5"], CELL["e6"], CELL["e7"]], Direction.E)
        return draw_svg(Board.from_position(MIDDLE_GAME), last_move=move, arrows=[(1, 9)], marks={4: "mark"})

    assert draw() == draw()


def test_picture_is_small_and_stands_alone() -> None:
    move = Move.of([CELL["e5"], CELL["e6"], CELL["e7"]], Direction.E)
    svg = draw_svg(Board(), last_move=move, arrows=[(0, 8), (3, 33)], marks=range(6))
    assert len(svg.encode()) < 25_000
    assert svg.isascii()
    # A renderer without fonts would omit text, and one without filters would draw them wrong.
    for absent in ("<text", "<style", "<script", "<filter", "<image", "font"):
        assert absent not in svg
    assert svg.count("http") == 1  # the name space


def test_picture_is_described_in_words() -> None:
    root = parse(draw_svg(Board.from_position(MIDDLE_GAME)))
    assert root.get("role") == "img"
    black, white = (sum(1 for _ in Board.from_position(MIDDLE_GAME).marbles(color)) for color in (BLACK, WHITE))
    assert root.get("aria-label") == f"Abalone board: black {black}, white {white}"
    assert [element.text for element in root if element.tag.endswith("title")] == [root.get("aria-label")]
    described = next(element.text for element in root if element.tag.endswith("desc"))
    assert described is not None
    assert re.search(r"black: .*\be5\b.*; white: .*\ba2\b", described)


def test_title_and_description_can_be_said_in_other_words() -> None:
    root = parse(draw_svg(Board(), title='A <b> & "@"', description="1 < 2"))
    assert root.get("aria-label") == 'A <b> & "@"'
    assert [element.text for element in root][:2] == ['A <b> & "@"', "1 < 2"]


# ---- size and coordinates


def test_size_sets_the_width_and_keeps_the_shape() -> None:
    free, sized = parse(draw_svg(Board())), parse(draw_svg(Board(), size=390))
    assert "width" not in free.attrib
    assert "height" not in free.attrib
    _, _, width, height = view_box(sized)
    assert sized.get("width") == "390"
    assert int(sized.attrib["height"]) == round(390 * height / width)


def test_everything_lies_in_the_view_box() -> None:
    for coordinates in (True, False):
        root = parse(draw_svg(Board(), coordinates=coordinates))
        left, top, width, height = view_box(root)
        for cell in by_class(root, "cell"):
            x, y = place(cell)
            assert left + 50 < x < left + width - 50
            assert top + 50 < y < top + height - 50


@pytest.mark.parametrize("orientation", range(6))
def test_coordinates_stand_upright_beside_their_rows(orientation: int) -> None:
    root = parse(draw_svg(Board(), orientation=orientation))
    labels = by_class(root, "coord")
    assert sorted(label.attrib["class"].split()[1] for label in labels) == sorted("abcdefghi123456789")
    assert not any("rotate" in label.attrib["transform"] for label in labels)
    ends = {letter: min(name for name in NAMES if name[0] == letter) for letter in "abcdefghi"}
    ends |= {digit: min(name for name in NAMES if name[1] == digit) for digit in "123456789"}
    for sign, name in ends.items():
        (x, y), (cell_x, cell_y) = label_place(root, sign), place(only(root, "cell", name))
        assert 75 < ((x - cell_x) ** 2 + (y - cell_y) ** 2) ** 0.5 < 85, sign
        # Outside the wells, on the rim.
        assert max(abs(y), abs(x * 3**0.5 + y) / 2, abs(x * 3**0.5 - y) / 2) > 4 * ROW + 58


def test_coordinates_can_be_left_out() -> None:
    with_rim, slim = parse(draw_svg(Board())), parse(draw_svg(Board(), coordinates=False))
    assert not by_class(slim, "coord")
    assert view_box(slim)[2] < view_box(with_rim)[2]


# ---- orientation


@pytest.mark.parametrize(
    ("orientation", "point"),
    [
        (0, (-200, 4 * ROW)),
        (1, (-400, 0)),
        (2, (-200, -4 * ROW)),
        (3, (200, -4 * ROW)),
        (4, (400, 0)),
        (5, (200, 4 * ROW)),
    ],
)
def test_orientation_turns_a1_clockwise(orientation: int, point: tuple[float, float]) -> None:
    root = parse(draw_svg(Board(), orientation=orientation))
    assert place(only(root, "cell", "a1")) == pytest.approx(point, abs=0.1)
    assert place(only(root, "marble", "black", "a1")) == pytest.approx(point, abs=0.1)
    assert place(only(root, "cell", "e5")) == (0, 0)


def test_orientation_turns_and_never_mirrors() -> None:
    ring = ["a1", "e1", "i5", "i9", "e9", "a5"]
    corners = [place(only(parse(draw_svg(Board())), "cell", name)) for name in ring]
    for orientation in range(6):
        root = parse(draw_svg(Board(), orientation=orientation))
        turned = [place(only(root, "cell", name)) for name in ring]
        assert turned == corners[orientation:] + corners[:orientation]


# ---- last move, arrows, marks


def test_last_move_in_line_tints_rings_and_points() -> None:
    move = Move.of([CELL["e5"], CELL["e6"], CELL["e7"]], Direction.E)
    root = parse(draw_svg(Board.from_position(MIDDLE_GAME), last_move=move))
    assert place(only(root, "from", "e5")) == place(only(root, "cell", "e5"))
    assert [ring.attrib["class"] for ring in by_class(root, "to")] == ["to e6", "to e7", "to e8"]
    chevrons = [path for group in by_class(root, "last-move") for path in group.iter() if path.tag.endswith("path")]
    assert {place(path) for path in chevrons} == {(50, 0), (150, 0), (250, 0)}
    assert not any("rotate" in path.attrib["transform"] for path in chevrons)


def test_last_move_broadside_turns_with_the_board() -> None:
    move = Move.of([CELL["c3"], CELL["c4"]], Direction.NE)
    root = parse(draw_svg(Board(), last_move=move, orientation=3))
    assert [tint.attrib["class"] for tint in by_class(root, "from")] == ["from c3", "from c4"]
    assert [ring.attrib["class"] for ring in by_class(root, "to")] == ["to d4", "to d5"]
    chevrons = [path for group in by_class(root, "last-move") for path in group.iter() if path.tag.endswith("path")]
    assert {path.attrib["transform"].split(")")[1].strip() for path in chevrons} == {"rotate(120"}  # south-west


def test_last_move_may_be_text() -> None:
    board = Board()
    for text in ("a1b2", "i5h5"):
        move = board.play(text)
        assert draw_svg(board, last_move=text) == draw_svg(board, last_move=move)
    board.resign()
    assert draw_svg(board, last_move="i5h5") == draw_svg(board, last_move=move)
    assert board.outcome is not None
    assert len(board.history) == 2


@pytest.mark.parametrize(
    ("text", "error"), [("a1z9", NotationError), ("b2c3", IllegalMoveError)], ids=["not a move", "not White's marble"]
)
def test_last_move_as_text_must_have_been_legal(text: str, error: type[Exception]) -> None:
    board = Board()
    board.play("a1b2")
    board.play("i5h5")
    with pytest.raises(error):
        draw_svg(board, last_move=text)


def test_last_move_as_text_needs_a_played_move() -> None:
    with pytest.raises(ValueError, match=r"no move has been played on the board: 'a1b2'"):
        draw_svg(Board(), last_move="a1b2")


def test_no_last_move_draws_none() -> None:
    assert not by_class(parse(draw_svg(Board())), "last-move")


def test_arrows_go_from_cell_to_cell() -> None:
    arrows = [(CELL["a1"], CELL["e5"]), (CELL["e5"], CELL["e9"], "#ff8800"), (CELL["i9"], CELL["h9"], "mark")]
    root = parse(draw_svg(Board(), arrows=cast("list[tuple[int, int]]", arrows)))
    drawn = [list(group) for group in by_class(root, "arrow")]
    assert [place(paths[0]) for paths in drawn] == [place(only(root, "cell", name)) for name in ("a1", "e5", "i9")]
    turns = [re.search(r"rotate\((\S+)\)", paths[0].attrib["transform"]) for paths in drawn]
    assert [turn and float(turn[1]) for turn in turns] == [-60, None, 60]
    colors = [paths[-1].attrib["fill"] for paths in drawn]
    assert colors == [THEMES["light"]["arrow"], "#ff8800", THEMES["light"]["mark"]]


def drawn_arrows(position: str, line: str, direction: Direction, turns: int = 0) -> list[tuple[str, float, str]]:
    """Return the start of each arrow of an attempt, its length in cells, and its colour."""
    cells = [CELL[name] for name in line.split()]
    root = parse(draw_svg(Board.from_position(position), attempt=(cells, direction), orientation=turns))
    found = []
    for group in by_class(root, "arrow"):
        path = list(group)[-1]
        starts = {place(only(root, "cell", name)): name for name in CELL}
        tip = re.search(r"L([\d.]+) 0 ", path.attrib["d"])
        assert tip is not None
        found.append((starts[place(path)], round((float(tip[1]) + 14) / 100, 2), path.attrib["fill"]))
    return found


def test_an_attempt_in_line_has_one_arrow_over_all_that_moves() -> None:
    go, stop = THEMES["light"]["arrow"], THEMES["light"]["mark"]
    alone, push, pac = "5/6/7/8/2SS5/8/7/6/5", "5/6/7/8/1SSSss3/8/7/6/5", "5/6/7/8/2SSss3/8/7/6/5"
    assert drawn_arrows(alone, "e3 e4", Direction.E) == [("e3", 2, go)]
    assert drawn_arrows(alone, "e4 e3", Direction.W) == [("e4", 2, go)]
    assert drawn_arrows(push, "e2 e3 e4", Direction.E) == [("e2", 5, go)]
    assert drawn_arrows(pac, "e3 e4", Direction.E) == [("e3", 2, stop)]
    assert drawn_arrows("5/6/7/8/6SSs/8/7/6/5", "e7 e8", Direction.E, turns=2) == [("e7", 3, go)]
    assert drawn_arrows("5/6/7/8/7SS/8/7/6/5", "e8 e9", Direction.E) == [("e8", 2, stop)]


def test_an_attempt_broadside_has_an_arrow_for_each_marble() -> None:
    go, stop = THEMES["light"]["arrow"], THEMES["light"]["mark"]
    assert drawn_arrows("5/6/7/8/9/3SS3/7/6/5", "d4 d5", Direction.NW) == [("d4", 1, go), ("d5", 1, go)]
    assert {color for *_, color in drawn_arrows("5/6/7/8/5s3/3SSS2/7/6/5", "d4 d5 d6", Direction.NE)} == {stop}


def test_marks_ring_cells_in_the_default_colour() -> None:
    root = parse(draw_svg(Board(), marks=[CELL["e6"], CELL["e7"]], colors={"mark": "teal"}))
    assert [mark.attrib["class"] for mark in by_class(root, "mark")] == ["mark e6", "mark e7"]
    ring = list(only(root, "mark", "e6"))[-1]
    assert ring.attrib["stroke"] == "teal"
    assert "stroke-dasharray" in ring.attrib
    assert place(ring) == place(only(root, "cell", "e6"))


def test_marks_take_colours_from_a_mapping() -> None:
    root = parse(draw_svg(Board(), marks={CELL["a1"]: "#00ff0088", CELL["b1"]: "arrow"} | {CELL["c1"]: "rgb(1, 2, 3)"}))
    colors = [list(mark)[-1].attrib["stroke"] for mark in by_class(root, "mark")]
    assert colors == ["#00ff0088", THEMES["light"]["arrow"], "rgb(1, 2, 3)"]


def test_outlines_join_cells_in_contact_under_the_marbles() -> None:
    cells = [CELL[name] for name in ("e5", "e6", "f6", "a1")]
    root = parse(draw_svg(Board(), outlines=[(cells, "teal"), ([CELL["i9"]], "arrow")]))
    drawn = by_class(root, "outline")
    assert [path.attrib["stroke"] for path in drawn] == ["teal", THEMES["light"]["arrow"]]
    # One dot for each cell, and a line for each of the three pairs in contact.
    assert [(path.attrib["d"].count("h"), path.attrib["d"].count("L")) for path in drawn] == [(4, 3), (1, 0)]
    x, y = place(only(root, "cell", "i9"))
    assert drawn[1].attrib["d"] == f"M{x:g} {y:g}h.1"
    every = list(root.iter())
    assert max(map(every.index, drawn)) < min(map(every.index, by_class(root, "marble")))
    assert not by_class(parse(draw_svg(Board())), "outlines")


# ---- colours


@pytest.mark.parametrize(
    "color", ["#abc", "#AbCdEf", "#01234567", "rebeccapurple", "rgb(1,2,3)", "rgba(255, 0, 10, .5)", "rgb(10%,20%,30%)"]
)
def test_colours_override_the_theme(color: str) -> None:
    root = parse(draw_svg(Board(), colors={"black": color, "background": color}))
    groups = [
        group
        for group in root
        if group.get("fill") == color and group.find("./*[@class='marble black a1']") is not None
    ]
    assert len(groups) == 1
    assert only(root, "background").attrib["fill"] == color


def test_marble_shapes_inherit_their_colour() -> None:
    """Check that `.marble.black { fill: purple }` in a style sheet works."""
    root = parse(draw_svg(Board()))
    shape = next(element for element in root.iter() if element.get("id", "").endswith("-black"))
    assert [circle for circle in shape if circle.tag.endswith("circle") and "fill" not in circle.attrib]


def test_picture_has_no_ground_of_its_own() -> None:
    assert not by_class(parse(draw_svg(Board())), "background")


def test_more_players_have_marbles_too() -> None:
    root = parse(draw_svg(stand_in(black="a1 a2", white="i9", blue="e5", red="c3 c4 c5")))
    counts = {color: len(by_class(root, "marble", color)) for color in ("black", "white", "blue", "red")}
    assert counts == {"black": 2, "white": 1, "blue": 1, "red": 3}


# ---- refused arguments


@pytest.mark.parametrize("color", BAD_COLORS)
def test_anything_but_a_colour_is_refused(color: str) -> None:
    for options in cast(
        "list[dict[str, Any]]",
        [{"colors": {"rim": color}}, {"arrows": [(0, 1, color)]}, {"marks": {0: color}}, {"outlines": [([0], color)]}],
    ):
        with pytest.raises(ValueError, match="unknown colour") as caught:
            draw_svg(Board(), **options)
        assert repr(color) in str(caught.value)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"theme": "sepia"}, "unknown theme 'sepia': themes are light, dark, page"),
        ({"colors": {"rimm": "red"}}, "unknown colour name 'rimm': names are .*rim, rim_low"),
        ({"colors": {"rim": None}}, "unknown colour None: use #rgb"),
        ({"marks": {0: None}}, "unknown colour None"),
        ({"orientation": 6}, "unknown orientation 6: use 0 to 5"),
        ({"orientation": -1}, "unknown orientation -1"),
        ({"orientation": 1.5}, "unknown orientation 1.5"),
        ({"marks": [61]}, r"unknown cell 61: cells are 0 \(a1\) to 60 \(i9\)"),
        ({"marks": ["e5"]}, "unknown cell 'e5'"),
        ({"arrows": [(-1, 5)]}, "unknown cell -1"),
        ({"arrows": [(5, 99)]}, "unknown cell 99"),
        ({"arrows": [(5, 5)]}, r"unknown arrow \(5, 5\): use two different cells"),
        ({"arrows": [(5,)]}, r"unknown arrow \(5,\)"),
        ({"outlines": [([5, 61], "red")]}, "unknown cell 61"),
        ({"size": 0}, "unknown size 0: use a width"),
        ({"size": "100%"}, "unknown size '100%'"),
    ],
)
def test_bad_options_are_refused_by_name(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        draw_svg(Board(), **options)


def test_unknown_player_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="unknown player 'puce'"):
        draw_svg(stand_in(puce="a1"))


# ---- PNG


class Pixels:
    """The pixels of a PNG of eight-bit RGBA."""

    def __init__(self, png: bytes) -> None:
        assert png[:8] == b"\x89PNG\r\n\x1a\n"
        at, data = 8, b""
        while at < len(png):
            length, kind = struct.unpack(">I4s", png[at : at + 8])
            chunk = png[at + 8 : at + 8 + length]
            if kind == b"IHDR":
                self.width, self.height, depth, color, _, _, interlaced = struct.unpack(">IIBBBBB", chunk)
                assert (depth, color, interlaced) == (8, 6, 0)
            elif kind == b"IDAT":
                data += chunk
            at += 12 + length
        raw, stride = zlib.decompress(data), 4 * self.width
        above = bytearray(stride)
        self.rows: list[bytearray] = []
        for start in range(0, len(raw), stride + 1):
            row = bytearray(raw[start + 1 : start + 1 + stride])
            self._restore(raw[start], row, above)
            self.rows.append(row)
            above = row

    @staticmethod
    def _restore(method: int, row: bytearray, above: bytearray) -> None:
        for i in range(len(row)):
            left, up, corner = (row[i - 4] if i > 3 else 0), above[i], (above[i - 4] if i > 3 else 0)
            near = min((left, up, corner), key=lambda value: abs(left + up - corner - value))
            row[i] = (row[i] + (0, left, up, (left + up) // 2, near)[method]) % 256

    def at(self, root: ET.Element, point: tuple[float, float]) -> tuple[int, int, int, int]:
        """Return the colour at a point of the original picture."""
        left, top, width, _ = view_box(root)
        scale = self.width / width
        x, y = int((point[0] - left) * scale), int((point[1] - top) * scale)
        red, green, blue, alpha = self.rows[y][4 * x : 4 * x + 4]
        return red, green, blue, alpha


def test_png_shows_the_board() -> None:
    svg = draw_svg(Board())
    root, pixels = parse(svg), Pixels(render_png(svg, width=300))
    _, _, width, height = view_box(root)
    assert pixels.width == 300
    assert abs(pixels.height - 300 * height / width) <= 1
    black, white, well = (pixels.at(root, place(only(root, "cell", name))) for name in ("a1", "i5", "e5"))
    assert max(black[:3]) < 100
    assert min(white[:3]) > 200
    assert black[3] == white[3] == well[3] == 255
    assert well[0] > well[1] > well[2] > 20  # brown
    assert pixels.rows[0][3] == 0  # transparent around the board


def test_png_shows_the_coordinates_without_fonts() -> None:
    svg = draw_svg(Board())
    root, pixels = parse(svg), Pixels(render_png(svg, width=600))
    for sign in "abcdefghi123456789":
        x, y = label_place(root, sign)
        around = [pixels.at(root, (x + dx, y + dy)) for dx in range(-7, 8) for dy in range(-10, 11)]
        assert max(min(color[:3]) for color in around) > 150, sign  # the stroke
        assert min(max(color[:3]) for color in around) < 130, sign  # the rim


def test_png_takes_the_ground_of_the_picture() -> None:
    svg = draw_svg(Board(), colors={"background": "#ffffff"})
    assert Pixels(render_png(svg, width=64)).rows[0][:4] == b"\xff\xff\xff\xff"


def test_png_is_900_pixels_wide_unless_told() -> None:
    assert struct.unpack(">I", render_png(draw_svg(Board()))[16:20]) == (900,)


def test_png_refuses_what_is_no_picture() -> None:
    with pytest.raises(ValueError, match="width must be a whole number of pixels from 1 to"):
        render_png(draw_svg(Board()), width=0)
    with pytest.raises(ValueError):  # noqa: PT011 - the words are the renderer's
        render_png("no picture")


def test_png_without_the_extra_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    words = r"^PNG pictures need an extra: pip install 'sumito\[png\]', or `make all` in a clone$"
    with pytest.raises(ImportError, match=words):
        render_png(draw_svg(Board()))


def test_text_names_the_direction_of_an_attempt() -> None:
    board = Board()
    assert draw_svg(board, attempt=([0, 6], "ne")) == draw_svg(board, attempt=([0, 6], Direction.NE))
    with pytest.raises(ValueError, match="'up' is not a Direction"):
        draw_svg(board, attempt=([0, 6], "up"))
