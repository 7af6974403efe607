"""Format scores and winning chances in a language."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sumito.engine import Score
    from sumito.learn.catalogue import Catalogue


def score_text(score: Score, words: Catalogue) -> str:
    """Return a score in marbles, or a forced win or loss with the number of the winner's moves."""
    if score.win_in is None:
        return marbles_text(score.value, words)
    return words.say("terminal.win_in" if score.win_in > 0 else "terminal.loss_in", n=(abs(score.win_in) + 1) // 2)


def marbles_text(hundredths: int, words: Catalogue) -> str:
    """Return hundredths of a marble as marbles, with a sign."""
    return f"{hundredths / 100:+.2f}".replace(".", words.say("terminal.decimal"))


def decimal_text(value: float, words: Catalogue) -> str:
    """Return a number with one decimal place."""
    return f"{value:.1f}".replace(".", words.say("terminal.decimal"))


def percent_text(chance: float) -> str:
    """Return a winning chance in percent."""
    return f"{chance:.0%}"
