"""The picture of a figure: its marbles, the move with its arrow, and rings around what stops it."""

from __future__ import annotations

from sumito.learn.catalogue import catalogue
from sumito.learn.figures import Figure, figure_position
from sumito.learn.markup import plain
from sumito.notation.svg import Attempt, draw_svg


def figure_svg(figure: Figure, language: str, *, theme: str, size: int | None = None) -> str:
    """The figure as an `<svg>` element, described in a language, in one of the `THEMES` of `sumito.notation.svg`.

    An example of the glossary shows its marbles on a bed, a figure those that are to move.

    Raises:
        ValueError: none of `LANGUAGES`, or no such theme.
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
