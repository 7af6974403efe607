"""Make the atlas of the layouts: play the games, and try remedies for layouts that are not fair."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, Final

from sumito import __version__
from sumito.lab import LabError
from sumito.lab.atlas import FAVOURS_FIRST, FAVOURS_SECOND, Atlas, Figures, Measure, Remedy, balance_of
from sumito.lab.atlas_games import MARGIN, OFFERS, OPENING_PLIES, TEMPERATURE, VARIATIONS, Game, Start, Task, read_games
from sumito.lab.journal import Journal
from sumito.lab.players import PlayerSpec, core_sha
from sumito.lab.processes import play_in_processes
from sumito.lab.random_opening import check_layouts
from sumito.lab.selfplay import RULES

_CHUNK: Final = 10  # games of a task
_REMEDIES: Final = {
    FAVOURS_FIRST: {"handicap": Start.BLACK_HANDICAP, "swap": Start.SWAP},
    FAVOURS_SECOND: {"handicap": Start.WHITE_HANDICAP, "swap": Start.SWAP},
}

Report = Callable[[int, int], None]
"""Called with the number of games played and the number planned, which grows when remedies are tried."""


@dataclass(frozen=True, kw_only=True)
class Survey:
    """The settings of an atlas. The same settings and the same engine make the same atlas."""

    layouts: tuple[str, ...]
    """The slugs of the layouts."""
    games: int
    """The number of games from each layout. A remedy is tried in half as many."""
    nodes: int
    """The number of nodes that the engine searches for a move."""
    seed: int = 0
    network: str | None = None
    """The network file. "none" selects the hand-made evaluation, None the shipped network."""

    def __post_init__(self) -> None:
        check_layouts(self.layouts)
        if self.games < 4 or self.games % 2:
            raise ValueError(f"games must be an even number of at least 4, not {self.games}")

    def description(self) -> dict[str, Any]:
        """Return the settings that decide the games, for files.

        Raises:
            OSError: the network cannot be read.
        """
        rules = {name: getattr(RULES, name) for name in ("ply_cap", "adjudication")}
        opening = {"plies": OPENING_PLIES, "variations": VARIATIONS, "temperature": TEMPERATURE, "margin": MARGIN}
        network = PlayerSpec(network=self.network).description().get("network")
        return {
            "sumito": __version__,
            "network": network,
            "nodes": self.nodes,
            "seed": self.seed,
            "rules": rules,
            "opening": opening,
            "offers": OFFERS,
        }


def make_atlas(
    survey: Survey, *, processes: int = 1, journal: str | None = None, report: Report | None = None
) -> Atlas:
    """Make an atlas. With a journal, the work can be interrupted and resumed, also with more games or other layouts.

    Args:
        survey: the settings.
        processes: the number of processes. The atlas does not depend on it.
        journal: the file to resume from.
        report: called after each game.

    Raises:
        LabError: the journal is malformed or belongs to other work.
        WorkerError: a game cannot be played.
        OSError: a file cannot be read or written.
    """
    with ExitStack() as closing:
        games = _PlayedGames(survey, processes, report or (lambda played, planned: None))
        if journal is not None:
            header = {"work": "atlas", "version": 1, "core": core_sha(), **survey.description()}
            games.keep_in(closing.enter_context(Journal(journal, header)))
        plain = [(slug, Start.PLAIN) for slug in survey.layouts]
        found = {slug: Figures.of(played) for (slug, _), played in games.played(plain, survey.games).items()}
        trials = {slug: _REMEDIES.get(balance_of(figures), {}) for slug, figures in found.items()}
        starts = [(slug, start) for slug, kinds in trials.items() for start in kinds.values()]
        tried = games.played(starts, survey.games // 2)
    remedies = {
        slug: tuple(_remedy(kind, tried[slug, start]) for kind, start in kinds.items())
        for slug, kinds in trials.items()
    }
    return Atlas.of({**survey.description(), "games": survey.games}, found, remedies)


def _remedy(kind: str, games: list[Game]) -> Remedy:
    return Remedy(kind, len(games), Measure.share([game.points for game in games]).rounded())


class _PlayedGames:
    """Plays games in processes, and keeps finished ones in a journal."""

    def __init__(self, survey: Survey, processes: int, report: Report) -> None:
        self._survey = survey
        self._processes = processes
        self._report = report
        self._games: defaultdict[tuple[str, Start], dict[int, Game]] = defaultdict(dict)
        self._journal: Journal | None = None
        self._done = self._planned = 0

    def keep_in(self, journal: Journal) -> None:
        """Read finished games from a journal, and write new ones to it."""
        self._journal = journal
        for number, entry in enumerate(journal.entries, 2):
            try:
                key = entry["layout"], Start(entry["start"])
                self._games[key] |= {game.number: game for game in (Game(*each) for each in entry["games"])}
            except (KeyError, TypeError, ValueError):
                raise LabError(f"{journal.path}:{number}: not games of an atlas") from None

    def played(self, starts: list[tuple[str, Start]], count: int) -> dict[tuple[str, Start], list[Game]]:
        """Return the first games from each start. Play those that are missing."""
        tasks = [task for start in starts for task in self._missing(*start, count)]
        self._planned += len(starts) * count
        self._done += len(starts) * count - sum(task.games for task in tasks)
        for task, data, _ in play_in_processes(tasks, self._processes, self._count):
            games = read_games(data)
            self._games[task.layout, Start(task.start)] |= {game.number: game for game in games}
            if self._journal is not None:
                self._journal.add({"layout": task.layout, "start": task.start, "games": games})
        return {start: [self._games[start][number] for number in range(count)] for start in starts}

    def _missing(self, layout: str, start: Start, count: int) -> Iterator[Task]:
        """Yield tasks for the games that are not finished."""
        known = self._games[layout, start]
        survey = self._survey
        for chunk in range(0, count, _CHUNK):
            todo = [number for number in range(chunk, min(chunk + _CHUNK, count)) if number not in known]
            if todo:  # without gaps: a chunk is kept whole, or its first games by a survey of fewer games
                yield Task(
                    layout=layout,
                    start=start.value,
                    first_game=todo[0],
                    games=len(todo),
                    nodes=survey.nodes,
                    seed=survey.seed,
                    network=survey.network,
                )

    def _count(self, games: int, size: int) -> None:
        self._done += games
        self._report(self._done, self._planned)
