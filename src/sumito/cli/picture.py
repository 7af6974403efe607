"""Write pictures as SVG or PNG, depending on the name of the file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath

from sumito.terminal.failures import Failure, InputError, quoted

_WIDTH = 900  # the default of a PNG


def picture_maker(name: str, *, width: int | None = None) -> Callable[[str], bytes]:
    """Return a function that makes the content of file `name` from an SVG. `width` is the width of a PNG in pixels.

    Raises:
        InputError: the name ends in neither `.svg` nor `.png`.
        Failure: the extra for PNG is not installed.
    """
    ending = PurePath(name).suffix.lower()
    if ending == ".svg":
        return str.encode
    if ending != ".png":
        raise InputError(f"the name of a picture must end in .svg or .png: {quoted(name)}")
    from sumito.notation.png import check_png, render_png

    try:
        check_png()
    except ImportError as error:
        raise Failure(str(error)) from error
    return lambda svg: render_png(svg, width=width or _WIDTH)
