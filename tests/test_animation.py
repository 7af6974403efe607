"""Animated pictures of games, opened again and compared with the pictures of positions."""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from command_line import Run, runner
from sumito import Board
from sumito.notation.animation import FORMATS, render_animation
from sumito.notation.link import format_link
from sumito.notation.png import render_png
from sumito.notation.records import Record
from sumito.notation.svg import draw_svg

run = pytest.fixture(runner)

MOVES = ("a1b2", "i9h8", "b1c2", "h9g8")
WIDTH = 160


def game() -> Record:
    record = Record()
    for move in MOVES:
        record.add_move(move)
    return record


def pictures(record: Record, **options: object) -> list[Image.Image]:
    """Return the diagram of each position."""
    board = record.start
    made = [draw_svg(board, **options)]  # type: ignore[arg-type]
    for move in record.moves():
        board.play(move)
        made.append(draw_svg(board, last_move=move, **options))  # type: ignore[arg-type]
    return [Image.open(BytesIO(render_png(svg, width=WIDTH))).convert("RGB") for svg in made]


def frame_count(opened: Image.Image) -> int:
    """Return the number of frames. Pillow declares it for some formats only."""
    count: int = getattr(opened, "n_frames", 1)
    return count


def difference(one: Image.Image, two: Image.Image) -> float:
    """Return the mean difference of the bytes of two pictures."""
    assert one.size == two.size
    left, right = one.tobytes(), two.tobytes()
    return sum(abs(a - b) for a, b in zip(left, right, strict=True)) / len(left)


@pytest.mark.parametrize(("format", "tolerance"), [("gif", 3.0), ("png", 0.0), ("webp", 4.0)])
def test_frames_are_the_diagrams(format: str, tolerance: float) -> None:
    record = game()
    opened = Image.open(BytesIO(render_animation(record, format, width=WIDTH, move_ms=500)))
    assert frame_count(opened) == len(MOVES) + 1
    assert opened.info["loop"] == 0
    expected = pictures(record, colors={"background": "#ffffff"})
    frames, times = [], []
    for number in range(frame_count(opened)):
        opened.seek(number)
        opened.load()
        frames.append(opened.convert("RGB"))
        times.append(opened.info["duration"])
    assert times == [500, 500, 500, 500, 3000]
    for number, frame in enumerate(frames):
        apart = [difference(frame, picture) for picture in expected]
        assert apart[number] == min(apart) <= tolerance


def test_options_are_those_of_diagrams() -> None:
    record = game()
    data = render_animation(record, "png", width=WIDTH, orientation=3, coordinates=False, theme="dark")
    opened = Image.open(BytesIO(data))
    [first, *_] = pictures(record, orientation=3, coordinates=False, theme="dark", colors={"background": "#14181b"})
    assert difference(opened.convert("RGB"), first) == 0


def test_a_game_without_moves_is_one_frame() -> None:
    opened = Image.open(BytesIO(render_animation(Record(Board("belgian-daisy")), width=WIDTH)))
    assert (frame_count(opened), opened.width) == (1, WIDTH)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"format": "svg"}, "unknown format 'svg': formats are gif, png, webp"),
        ({"theme": "page"}, "unknown theme 'page'"),
        ({"move_ms": 10}, "move_ms must be a whole number from 20"),
        ({"width": 0}, "width must be a whole number"),
    ],
)
def test_bad_arguments_are_refused(options: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        render_animation(game(), **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("ending", FORMATS)
def test_command_writes_the_picture(run: Run, ending: str) -> None:
    name = f"game.{ending.upper()}"
    done = run("animate", "--link", format_link(game()), "-o", name, "--width", "64", "--move-ms", "100")
    assert (done.code, done.out) == (0, "")
    with Image.open(name) as opened:
        assert (frame_count(opened), opened.width) == (5, 64)


def test_command_refuses_other_files(run: Run) -> None:
    done = run("animate", "--link", format_link(game()), "-o", "game.svg")
    assert done == (
        2,
        "",
        "sumito animate: the name of an animated picture must end in .gif, .png or .webp: 'game.svg'\n",
    )
    assert not Path("game.svg").exists()


def test_command_without_the_extra_says_what_to_install(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL.Image", None)
    done = run("animate", "--link", format_link(game()), "-o", "game.gif")
    assert done == (
        1,
        "",
        "sumito animate: animations need an extra: pip install 'sumito[png]', or `make all` in a clone\n",
    )
