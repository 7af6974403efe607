"""Render SVG pictures as PNG. Needs the extra `sumito[png]`."""

from __future__ import annotations

from importlib import import_module

__all__ = ["check_png", "render_png"]


_WIDEST = 10_000


def check_png() -> None:
    """Check that PNGs can be rendered.

    Raises:
        ImportError: the package resvg-py is not installed.
    """
    try:
        import_module("resvg_py")
    except ModuleNotFoundError as error:
        raise ImportError("PNG pictures need an extra: pip install 'sumito[png]', or `make all` in a clone") from error


def render_png(svg: str, *, width: int = 900) -> bytes:
    """Return the PNG of an SVG text, `width` pixels wide. The height follows from the picture.

    The text is not sanitised, so do not pass untrusted SVG.

    The background is transparent unless the picture has one (`draw_svg(..., colors={"background": "white"})`).

    Raises:
        ImportError: the package resvg-py is not installed.
        ValueError: the text is not SVG, or `width` is out of range.
    """
    if type(width) is not int or not 1 <= width <= _WIDEST:
        raise ValueError(f"width must be a whole number of pixels from 1 to {_WIDEST}, not {width!r}")
    check_png()
    resvg = import_module("resvg_py")
    # Boards draw their coordinates as strokes. Fonts are slow to look up, so only other pictures load them.
    return bytes(resvg.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts="<text" not in svg))
