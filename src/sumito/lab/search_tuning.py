"""Tune the parameters of the search with games, by SPSA (simultaneous perturbation stochastic approximation).

Each iteration changes all parameters at once, up or down at random, and plays games between these values and their
mirror images. Then every parameter moves a little towards the side that won.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass
from functools import partial
from random import Random
from threading import Event
from typing import Any, Final, NamedTuple

from sumito import _native
from sumito.core import Rules
from sumito.engine import Limit
from sumito.lab import LabError
from sumito.lab.book import Book
from sumito.lab.games import play_game
from sumito.lab.journal import Journal
from sumito.lab.match import RULES
from sumito.lab.players import PlayerSpec

# The usual constants of SPSA. The last change of a parameter is a twentieth of its range. The steps are such that pure
# chance moves a parameter by about that much in the whole run.
_SHRINKING_CHANGES: Final = 0.101
_SHRINKING_STEPS: Final = 0.602
_LAST_CHANGE: Final = 1 / 20
_CHANCE: Final = 0.6
_HASH_MB: Final = 4  # enough for the few nodes of a move


class Parameter(NamedTuple):
    """A parameter of the search."""

    name: str
    default: int
    least: int
    most: int

    def rounded(self, value: float) -> int:
        """Return the nearest whole number in the range."""
        return min(max(round(value), self.least), self.most)


PARAMETERS: Final = tuple(Parameter(*row) for row in _native.search_parameters())
"""The parameters of the search, with the shipped values and the ranges in which they make sense."""

Values = dict[str, float]
"""The value of each tuned parameter, by name."""


@dataclass(frozen=True)
class SearchTuning:
    """The settings of a run: everything that decides its result."""

    book: Book
    limit: Limit
    iterations: int
    pairs: int = 4
    """The pairs of games in each iteration."""
    names: tuple[str, ...] = tuple(parameter.name for parameter in PARAMETERS)
    """The parameters to tune. The others keep their defaults."""
    seed: int = 0
    rules: Rules = RULES

    def __post_init__(self) -> None:
        if unknown := set(self.names) - {parameter.name for parameter in PARAMETERS}:
            raise LabError(f"no such parameter of the search: {', '.join(sorted(unknown))}")

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The parameters to tune."""
        return tuple(parameter for parameter in PARAMETERS if parameter.name in self.names)

    def description(self) -> dict[str, Any]:
        """Return all settings, for journals."""
        return {
            **PlayerSpec().description(),  # the core and the network
            "book": self.book.sha256,
            "limit": {key: value for key, value in asdict(self.limit).items() if value},
            "iterations": self.iterations,
            "pairs": self.pairs,
            "names": [parameter.name for parameter in self.parameters],
            "seed": self.seed,
            "rules": asdict(self.rules),
        }

    def changes(self, iteration: int) -> Values:
        """Return by how much an iteration changes each parameter for its games."""
        dice = Random(f"{self.seed} {iteration}")  # noqa: S311
        shrinking = (self.iterations / (iteration + 1)) ** _SHRINKING_CHANGES
        return {
            each.name: dice.choice((-1, 1)) * max((each.most - each.least) * _LAST_CHANGE * shrinking, 1.0)
            for each in self.parameters
        }

    def step(self, iteration: int) -> float:
        """Return how far a point of an iteration moves a parameter, as a part of its change."""
        steady = self.iterations / 10  # so that the first steps are not too long
        last = _CHANCE / (self.iterations * self.pairs) ** 0.5
        return float(last * ((steady + self.iterations) / (steady + iteration + 1)) ** _SHRINKING_STEPS)


@dataclass
class TuningState:
    """How far a run has come."""

    values: Values
    iteration: int = 0
    """The number of finished iterations."""
    points: float = 0
    """The points of the last iteration: games won minus games lost with the changes added."""
    games: int = 0

    def rounded(self) -> dict[str, int]:
        """Return the parameters as whole numbers."""
        return {each.name: each.rounded(self.values[each.name]) for each in PARAMETERS if each.name in self.values}

    def player(self) -> str:
        """Return the description of a player with these parameters, for `sumito lab match`."""
        return player_text(self.rounded())


def player_text(values: Mapping[str, int]) -> str:
    """Return the description of a player with these parameters."""
    return ",".join(f"search.{name}={value}" for name, value in values.items())


Play = Callable[[str, str, int], float]
"""Play the games of an iteration between two players. Return the games that the first won minus those it lost."""


def tune_search(
    tuning: SearchTuning,
    *,
    journal: str | None = None,
    concurrency: int = 1,
    report: Callable[[TuningState], None] = lambda state: None,
    play: Play | None = None,
) -> TuningState:
    """Tune the parameters. The same settings give the same values.

    Args:
        tuning: the settings.
        journal: a file for finished iterations. Iterations in the file are not played again.
        concurrency: the number of pairs that are played at once. It does not change the result.
        report: called after each iteration.
        play: plays the games of an iteration; by default as the settings say.

    Raises:
        LabError: the journal is malformed or belongs to other work, or a player fails in a game.
        OSError: a file cannot be read or written.
    """
    state = TuningState({each.name: float(each.default) for each in tuning.parameters})
    with ExitStack() as stack:
        log = None
        if journal is not None:
            log = stack.enter_context(
                Journal(journal, {"sumito": "search tuning", "version": 1, **tuning.description()})
            )
            for entry in log.entries:
                _move(tuning, state, _points(log, entry, state.iteration))
        play = play or stack.enter_context(closing(_Games(tuning, concurrency)))
        report(state)
        while state.iteration < tuning.iterations:
            changes = tuning.changes(state.iteration)
            plus, minus = (
                player_text(
                    {
                        each.name: each.rounded(state.values[each.name] + sign * changes[each.name])
                        for each in tuning.parameters
                    }
                )
                for sign in (1, -1)
            )
            points = play(plus, minus, state.iteration)
            if log is not None:
                log.add({"iteration": state.iteration, "points": points})
            _move(tuning, state, points)
            report(state)
    return state


def _points(log: Journal, entry: Mapping[str, Any], iteration: int) -> float:
    """Return the points of an iteration from its journal entry."""
    points = entry.get("points")
    if entry.get("iteration") != iteration or not isinstance(points, int | float):
        raise LabError(f"{log.path}:{iteration + 2}: not iteration {iteration}")
    return points


def _move(tuning: SearchTuning, state: TuningState, points: float) -> None:
    """Move the parameters by the result of an iteration."""
    step = tuning.step(state.iteration)
    changes = tuning.changes(state.iteration)
    for each in tuning.parameters:
        moved = state.values[each.name] + step * points * changes[each.name]
        state.values[each.name] = min(max(moved, float(each.least)), float(each.most))
    state.iteration += 1
    state.points = points
    state.games += 2 * tuning.pairs


class _Games:
    """The games of a run, played by threads."""

    def __init__(self, tuning: SearchTuning, concurrency: int) -> None:
        self._tuning = tuning
        self._stop = Event()
        self._threads = ThreadPoolExecutor(concurrency, "tuning")

    def __call__(self, plus: str, minus: str, iteration: int) -> float:
        first = iteration * self._tuning.pairs
        pairs = range(first, first + self._tuning.pairs)
        return sum(self._threads.map(partial(self._pair, plus, minus), pairs))

    def close(self) -> None:
        """End the running games."""
        self._stop.set()
        self._threads.shutdown(cancel_futures=True)

    def _pair(self, plus: str, minus: str, number: int) -> float:
        points = 0.0
        with ExitStack() as stack:
            players = [
                stack.enter_context(closing(PlayerSpec.parse(f"{text},hash={_HASH_MB}").start()))
                for text in (plus, minus)
            ]
            for black in (0, 1):
                game = play_game(
                    [partial(players.__getitem__, seat) for seat in (0, 1)],
                    self._tuning.book.drawn(self._tuning.seed, number),
                    black=black,
                    rules=self._tuning.rules,
                    limits=(self._tuning.limit, self._tuning.limit),
                    seed=f"{self._tuning.seed} {number} {black}",
                    stopped=self._stop.is_set,
                )
                if game is None:
                    break
                if game.failure is not None:  # a defeat would say nothing about the parameters
                    raise LabError(f"pair {number}, game {black + 1}: {game.failure}")
                points += 2 * game.score - 1
        return points
