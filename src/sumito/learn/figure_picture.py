"""Draw a figure: its marbles, the move as an arrow, and rings around the marbles that stop it."""

from __future__ import annotations

from sumito.learn.catalogue import catalogue
from sumito.learn.figures import Figure, figure_position
from sumito.learn.markup import plain
from sumito.notation.svg import Attempt, draw_svg


def figure_svg(figure: Figure, language: str, *, theme: str, size: int | None = None) -> str:
    """Return the figure as an `<svg>` element with a description, in one of the `THEMES` of `sumito.notation.svg`.

    An outline surrounds the marbles of an example, or the marbles that are to move in a figure.

    Raises:
        ValueError: `language` is not one of `LANGUAGES`, or there is no such theme.
    """
    words = catalogue(language)
    attempt: Attempt | None = None if figure.direction is None else (figure.line, figure.direction)
    return draw_svg(
        figure.board(),
        attempt=attempt,
        outlines=[(cells, "highlight") for cells in figure.highlights or (figure.line,) if cells],
        marks=figure.culprits,
        theme=theme,
        size=size,
        title=plain(words.sentence(figure.caption)),
        description=words.sentences(figure_position(figure)),
    )
