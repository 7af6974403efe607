"""Abalone: rules, engine, games and lessons."""

from sumito._start import end_at_interrupt as _end_at_interrupt

_end_at_interrupt()  # first, since the other imports take time

from sumito._load import install as _install  # noqa: E402

_install()  # must run before any import of sumito._native

import sumito.core as _core  # noqa: E402
from sumito.core import *  # noqa: E402, F403
from sumito.notation.svg import draw_svg as _draw_svg  # noqa: E402

_core.Board._draw_svg = staticmethod(_draw_svg)

__version__ = "0.1.0"

__all__ = ["__version__"]
__all__ += _core.__all__
