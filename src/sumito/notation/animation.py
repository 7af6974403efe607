"""Render games as animated pictures: GIF, APNG or WebP. Needs the extra `sumito[png]`."""

from __future__ import annotations

from importlib import import_module
from io import BytesIO
from typing import TYPE_CHECKING, Final

from sumito.core import Move
from sumito.notation.png import check_png, render_png
from sumito.notation.svg import draw_svg

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PIL import Image

    from sumito.notation.record_tree import Record

__all__ = ["FORMATS", "check_animation", "render_animation"]

FORMATS: Final = ("gif", "png", "webp")
"""The formats of animated pictures. `png` is an animated PNG (APNG)."""

_BACKGROUNDS: Final = {"light": "#ffffff", "dark": "#14181b"}
_LAST_MS: Final = 3000
_SLOWEST_MS: Final = 60_000


def check_animation() -> None:
    """Check that animations can be rendered.

    Raises:
        ImportError: the packages resvg-py and Pillow are not both installed.
    """
    check_png()
    try:
        import_module("PIL.Image")
    except ModuleNotFoundError as error:
        raise ImportError("animations need an extra: pip install 'sumito[png]', or `make all` in a clone") from error


def render_animation(
    record: Record,
    format: str = "gif",
    *,
    width: int = 480,
    move_ms: int = 700,
    orientation: int = 0,
    coordinates: bool = True,
    theme: str = "light",
) -> bytes:
    """Return the main line of a game as an animated picture that repeats, one frame for each position.

    Args:
        record: the game.
        format: `gif`, `png` (an animated PNG) or `webp`.
        width: the width in pixels. The height follows from the board.
        move_ms: how long each position is shown, in milliseconds. The last one is shown for at least three seconds.
        orientation: rotates the board clockwise in steps of 60 degrees. With 3, White is at the bottom.
        coordinates: whether to draw the coordinates.
        theme: `light` or `dark`.

    Raises:
        ImportError: the packages of the extra are not installed.
        ValueError: an argument is out of range.
        IllegalMoveError: the record was built by hand, and a move cannot be played.
    """
    if format not in FORMATS:
        raise ValueError(f"unknown format {format!r}: formats are {', '.join(FORMATS)}")
    if theme not in _BACKGROUNDS:
        raise ValueError(f"unknown theme {theme!r}: themes are {', '.join(_BACKGROUNDS)}")
    if type(move_ms) is not int or not 20 <= move_ms <= _SLOWEST_MS:
        raise ValueError(f"move_ms must be a whole number from 20 to {_SLOWEST_MS}, not {move_ms!r}")
    check_animation()
    from PIL import Image

    frames: list[Image.Image] = [
        Image.open(BytesIO(render_png(svg, width=width))).convert("RGB")
        for svg in _pictures(record, orientation, coordinates, theme)
    ]
    times = [move_ms] * (len(frames) - 1) + [max(move_ms, _LAST_MS)]
    out = BytesIO()
    if format == "gif":
        # One palette for all frames. With a palette for each frame, cells that do not change would flicker.
        palette = _side_by_side(frames[0], frames[-1]).quantize(256, dither=Image.Dither.NONE)
        frames = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    frames[0].save(out, format, save_all=True, append_images=frames[1:], duration=times, loop=0)
    return out.getvalue()


def _pictures(record: Record, orientation: int, coordinates: bool, theme: str) -> Iterator[str]:
    """Yield the start, then each position with the move that led to it."""
    colors = {"background": _BACKGROUNDS[theme]}
    board = record.start
    for node in (None, *record.main_line()):
        if node is not None:
            node.play_on(board)
        move = node.entry if node and isinstance(node.entry, Move) else None
        yield draw_svg(
            board, last_move=move, orientation=orientation, coordinates=coordinates, theme=theme, colors=colors
        )


def _side_by_side(left: Image.Image, right: Image.Image) -> Image.Image:
    from PIL import Image

    both = Image.new("RGB", (left.width + right.width, left.height))
    both.paste(left, (0, 0))
    both.paste(right, (left.width, 0))
    return both
