"""The atlas of the layouts: figures of each layout from games of the engine against itself, and words for them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from math import floor, sqrt
from pathlib import Path
from statistics import fmean, median, quantiles, stdev
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sumito.lab import LabError
from sumito.lab.statistics import CONFIDENCE

if TYPE_CHECKING:
    from sumito.lab.atlas_games import Game

SHIPPED: Final = "data/atlas.json"
FAIR: Final = "fair"
FAVOURS_FIRST: Final = "favours_first"
FAVOURS_SECOND: Final = "favours_second"
SHARP: Final = "sharp"
SLOW: Final = "slow"
WORDS: Final = (FAIR, FAVOURS_FIRST, FAVOURS_SECOND, SHARP, SLOW)
"""All words for layouts. A layout has one of the first three, and at most one of the others."""

FAIR_WITHIN: Final = 0.05
SHARP_DRAWS: Final = 0.15
SLOW_DRAWS: Final = 0.3

_ADDED: Final = (0.0, 0.0, 1.0, 1.0)
"""Results that are added for the error of a share (Agresti and Coull), or it would be 0 if all games are alike."""
_DIGITS: Final = 4
_EPSILON: Final = 1e-9  # so that 100 * 0.575 is a half, too


class Measure(NamedTuple):
    """A measured value with its error: half of the 95 % interval."""

    value: float
    error: float

    @classmethod
    def mean(cls, values: Sequence[float]) -> Measure:
        """Return the mean of at least two values."""
        return cls(fmean(values), CONFIDENCE * stdev(values) / sqrt(len(values)))

    @classmethod
    def share(cls, values: Sequence[float]) -> Measure:
        """Return the mean of values from 0 to 1."""
        wider = (*values, *_ADDED)
        centre = fmean(wider)
        variance = fmean((value - centre) ** 2 for value in wider)
        return cls(fmean(values), CONFIDENCE * sqrt(variance / len(wider)))

    def text(self, digits: int) -> str:
        """Return the value and its error with this many decimals, as `84±3`."""
        return f"{_half_up(self.value, digits)}±{_half_up(self.error, digits)}"

    def percent(self) -> str:
        """Return a share and its error in percent, as `52%±7`."""
        return f"{_half_up(100 * self.value, 0)}%±{_half_up(100 * self.error, 0)}"

    def rounded(self) -> Measure:
        """Return the measure as the file has it."""
        return Measure(round(self.value, _DIGITS), round(self.error, _DIGITS))


def _half_up(value: float, digits: int) -> str:
    """Return a number with this many decimals. Halves are rounded up, as in the web app."""
    return f"{floor(value * 10**digits + 0.5 + _EPSILON) / 10**digits:.{digits}f}"


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a layout."""

    games: int
    distinct: int
    """The number of games that differ by more than a symmetry of the board."""
    first: Measure
    """The first player's share of the points. A draw counts as half a win."""
    draws: Measure
    """The share of drawn games."""
    plies: Measure
    """The mean length of a game."""
    ejections: Measure
    """The mean number of ejections in a game, by both players."""

    @classmethod
    def of(cls, games: Sequence[Game]) -> Figures:
        """Return the figures of at least two games, rounded, so that words follow from what a reader sees."""
        return cls(
            games=len(games),
            distinct=len({game.key for game in games}),
            first=Measure.share([game.points for game in games]).rounded(),
            draws=Measure.share([float(game.points == 0.5) for game in games]).rounded(),
            plies=Measure.mean([game.plies for game in games]).rounded(),
            ejections=Measure.mean([game.ejections for game in games]).rounded(),
        )


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of the words. The lengths depend on the engine, so they compare layouts with each other."""

    fair_within: float
    """The largest distance of the first player's share from one half in a fair layout."""
    sharp_plies: float
    """Games from a sharp layout are shorter: the lower quartile of all layouts."""
    sharp_ejections: float
    """Games from a sharp layout have at least this many ejections: the median of all layouts."""
    sharp_draws: float
    """The largest share of draws of a sharp layout."""
    slow_plies: float
    """Games from a slow layout are longer: the upper quartile of all layouts."""
    slow_draws: float
    """A layout with this share of draws is slow, too."""

    @classmethod
    def of(cls, layouts: Sequence[Figures]) -> Limits:
        """Return the limits for layouts that were measured by the same engine."""
        plies, ejections = ([getattr(each, name).value for each in layouts] for name in ("plies", "ejections"))
        low, _, high = quantiles(plies, method="inclusive") if len(plies) > 1 else plies * 3
        return cls(
            fair_within=FAIR_WITHIN,
            sharp_plies=round(low, _DIGITS),
            sharp_ejections=round(median(ejections), _DIGITS),
            sharp_draws=SHARP_DRAWS,
            slow_plies=round(high, _DIGITS),
            slow_draws=SLOW_DRAWS,
        )


def balance_of(figures: Figures) -> str:
    """Return whether a layout is fair, or whom it favours.

    It is fair if the first player's share is at most `FAIR_WITHIN` or its error from one half.
    """
    lead = round(figures.first.value - 0.5, _DIGITS)
    if abs(lead) <= max(FAIR_WITHIN, figures.first.error):
        return FAIR
    return FAVOURS_FIRST if lead > 0 else FAVOURS_SECOND


def words_for(figures: Figures, limits: Limits) -> tuple[str, ...]:
    """Return the words for a layout: whether it is fair; then `sharp` or `slow`, if it is one of them."""
    balance = balance_of(figures)
    if figures.plies.value > limits.slow_plies or figures.draws.value >= limits.slow_draws:
        return balance, SLOW
    sharp = (
        figures.plies.value < limits.sharp_plies
        and figures.ejections.value >= limits.sharp_ejections
        and figures.draws.value <= limits.sharp_draws
    )
    return (balance, SHARP) if sharp else (balance,)


@dataclass(frozen=True, slots=True)
class Remedy:
    """A change of the rules that can make a layout fairer."""

    kind: str
    """`handicap`: the favoured player starts without one marble. `swap`: the second player can take over the colour of
    the first one after the first move."""
    games: int
    first: Measure
    """The share of the points of the player who makes the first move."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A layout in the atlas."""

    figures: Figures
    words: tuple[str, ...]
    """The words for the layout: `fair`, `favours_first` or `favours_second`; then `sharp` or `slow`, or neither."""
    remedies: tuple[Remedy, ...] = ()
    """What was tried, if the layout is not fair."""

    @property
    def remedy(self) -> Remedy | None:
        """The remedy that brings the first player's share nearest to one half; None if none brings it nearer."""

        def unfairness(first: Measure) -> float:
            return abs(first.value - 0.5)

        best = min(self.remedies, key=lambda each: unfairness(each.first), default=None)
        return best if best and unfairness(best.first) < unfairness(self.figures.first) else None


@dataclass(frozen=True)
class Atlas:
    """Entries by the slug of the layout, the limits of their words, and the settings of the games."""

    settings: Mapping[str, Any]
    limits: Limits
    entries: Mapping[str, Entry]

    @classmethod
    def of(
        cls, settings: Mapping[str, Any], figures: Mapping[str, Figures], remedies: Mapping[str, tuple[Remedy, ...]]
    ) -> Atlas:
        """Find the words for layouts. `remedies` has those of the layouts that are not fair."""
        limits = Limits.of(list(figures.values()))
        entries = {
            slug: Entry(found, words_for(found, limits), remedies.get(slug, ())) for slug, found in figures.items()
        }
        return cls(settings, limits, entries)

    def written(self) -> bytes:
        """Return the content of the file: JSON, with one line for each layout."""
        head = json.dumps({**self.settings, "limits": asdict(self.limits)}, indent=1)
        lines = ",\n".join(f"  {json.dumps(slug)}: {json.dumps(_entry(entry))}" for slug, entry in self.entries.items())
        return f'{head[:-2]},\n "layouts": {{\n{lines}\n }}\n}}\n'.encode()

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Atlas:
        """Read an atlas from a file.

        Raises:
            LabError: the file is not an atlas.
            OSError: the file cannot be read.
        """
        try:
            settings = json.loads(Path(path).read_bytes())
            limits = Limits(**settings.pop("limits"))
            entries = {slug: _read_entry(entry) for slug, entry in settings.pop("layouts").items()}
            return cls(settings, limits, entries)
        except (ValueError, KeyError, TypeError, AttributeError):
            raise LabError(f"{os.fspath(path)}: not an atlas") from None


def _entry(entry: Entry) -> dict[str, Any]:
    figures, remedy = entry.figures, entry.remedy
    return {
        "words": entry.words,
        "games": figures.games,
        "distinct": figures.distinct,
        "first": figures.first,
        "draws": figures.draws,
        "plies": figures.plies,
        "ejections": figures.ejections,
        **({"tried": {each.kind: [each.games, *each.first] for each in entry.remedies}} if entry.remedies else {}),
        **({"remedy": remedy.kind} if remedy else {}),
    }


def _read_entry(entry: Mapping[str, Any]) -> Entry:
    measures = {name: Measure(*entry[name]) for name in ("first", "draws", "plies", "ejections")}
    remedies = (Remedy(kind, games, Measure(*first)) for kind, (games, *first) in entry.get("tried", {}).items())
    return Entry(Figures(entry["games"], entry["distinct"], **measures), tuple(entry["words"]), tuple(remedies))


@cache
def shipped_atlas() -> Atlas:
    """Return the atlas that ships with the package."""
    return Atlas.read(str(files("sumito") / SHIPPED))


def in_words(words: Iterable[str]) -> str:
    """Return words for a layout as text.

    >>> in_words(["favours_first", "sharp"])
    'favours first, sharp'
    """
    return ", ".join(words).replace("_", " ")


def counted_words(entries: Iterable[Entry]) -> dict[str, int]:
    """Return how many layouts each word stands for."""
    all_words = [word for entry in entries for word in entry.words]
    return {word: all_words.count(word) for word in WORDS}
