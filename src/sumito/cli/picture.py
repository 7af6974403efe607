"""Pictures that commands write: SVG as it is, or made into PNG, as the ending of the file's name says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath

from sumito.terminal.failures import Failure, InputError, quoted

_WIDTH = 900  # of a PNG, where nobody says


def picture_maker(name: str, *, width: int | None = None) -> Callable[[str], bytes]:
    """What makes the bytes of a file with this name from an SVG; a PNG is so many pixels wide.

    Raises:
        InputError: the name has another ending.
        Failure: without the extra that PNG needs.
    """
    ending = PurePath(name).suffix.lower()
    if ending == ".svg":
        return str.encode
    if ending != ".png":
        raise InputError(f"a picture's name ends in .svg or .png: {quoted(name)}")
    from sumito.notation.png import check_png, render_png

    try:
        check_png()
    except ImportError as error:
        raise Failure(str(error)) from error
    return lambda svg: render_png(svg, width=width or _WIDTH)
