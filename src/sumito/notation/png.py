"""A picture of a board as PNG, made from its SVG; needs the extra `sumito[png]`."""

from __future__ import annotations

from importlib import import_module

__all__ = ["check_png", "render_png"]


_WIDEST = 10_000


def check_png() -> None:
    """Whether PNGs can be made here.

    Raises:
        ImportError: without the package resvg-py.
    """
    try:
        import_module("resvg_py")
    except ModuleNotFoundError as error:
        raise ImportError("PNG pictures need an extra: pip install 'sumito[png]', or `make all` in a clone") from error


def render_png(svg: str, *, width: int = 900) -> bytes:
    """The bytes of a PNG of this SVG text, `width` pixels wide and as high as the picture asks for.

    The text is taken as it is: give it pictures of your own, not those of strangers.

    The ground is transparent unless the picture has one (`draw_svg(..., colors={"background": "white"})`).

    Raises:
        ImportError: without the package resvg-py.
        ValueError: on text that is no SVG, or a width that is no number of pixels.
    """
    if type(width) is not int or not 1 <= width <= _WIDEST:
        raise ValueError(f"width {width!r} is no width: use a whole number of pixels, 1 to {_WIDEST}")
    check_png()
    resvg = import_module("resvg_py")
    # Boards draw their coordinates as strokes, so fonts, slow to look up, are loaded for other people's pictures only.
    return bytes(resvg.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts="<text" not in svg))
