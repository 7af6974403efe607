"""Matches: pairs of games, until a number of pairs or until a sequential test decides."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from queue import SimpleQueue
from typing import Any, Final

from sumito.core import Rules
from sumito.engine import Limit
from sumito.lab import LabError
from sumito.lab.book import Book, Opening
from sumito.lab.games import FAILURE, Pair, play_game
from sumito.lab.journal import Journal
from sumito.lab.players import Player, PlayerSpec
from sumito.lab.statistics import Decision, Pentanomial, Sprt

RULES: Final = Rules(ply_cap=300, adjudication="more_ejections")
"""The rules of match games. A game ends after 300 plies, and then more ejections win."""


@dataclass(frozen=True)
class Match:
    """The settings of a match: everything that decides the games, except time."""

    players: tuple[PlayerSpec, ...]
    book: Book
    limit: Limit
    """The limit of a search, for players without their own limit."""
    seed: int = 0
    rules: Rules = RULES
    pairings: tuple[tuple[int, int], ...] = ((0, 1),)
    """The pairings, as indices of players. Pairs of games go through them in turn."""
    concede: int = 0
    """The lead in marbles, by the scores of both players, that ends a game early; 0 to play every game to its end."""

    def pairing(self, number: int) -> tuple[int, int]:
        """Return the players of a pair of games."""
        return self.pairings[number % len(self.pairings)]

    def opening(self, number: int) -> Opening:
        """Return the opening of a pair of games. Every pairing has the same openings."""
        return self.book.drawn(self.seed, number // len(self.pairings))

    def description(self) -> dict[str, Any]:
        """Return all settings, for results and journals.

        Raises:
            OSError: a network cannot be read.
        """
        told = {
            "players": [player.description() for player in self.players],
            "pairings": [list(pairing) for pairing in self.pairings],
            "book": self.book.sha256,
            "openings": len(self.book),
            "seed": self.seed,
            "limit": {key: value for key, value in asdict(self.limit).items() if value},
            "rules": asdict(self.rules),
        }
        # Left out if 0, so that journals from before this setting can be continued.
        return told | ({"concede": self.concede} if self.concede else {})


@dataclass
class Result:
    """The result of a match so far: its pairs, ordered by number and without gaps.

    So neither the result nor the decision depends on which of several concurrent games ends first.
    """

    sprt: Sprt | None = None
    pairs: list[Pair] = field(default_factory=list)
    counts: dict[tuple[int, int], Pentanomial] = field(default_factory=dict)
    """The results by pairing, from the point of view of the first player."""
    llr: float = 0.0
    decision: Decision | None = None
    scores: Counter[float] = field(default_factory=Counter)
    """The number of games by the points of the first player of the pairing: 1, 1/2 or 0."""
    results: Counter[str] = field(default_factory=Counter)
    """The number of games by result: 1-0 (Black wins), 0-1 or 1/2-1/2."""
    terminations: Counter[str] = field(default_factory=Counter)
    """The number of games by termination."""
    failures: list[str] = field(default_factory=list)
    """The reasons of failures, in the order of the games."""
    plies: int = 0
    """The number of plies of all games, including the openings."""
    _seen: set[tuple[str, str]] = field(default_factory=set)

    def add(self, pair: Pair, pairing: tuple[int, int]) -> None:
        """Add a pair."""
        self.pairs.append(pair)
        for game in pair.games:
            self.scores[game.score] += 1
            self.results[game.result] += 1
            self.terminations[game.termination] += 1
            if game.failure:
                self.failures.append(game.failure)
            self.plies += game.plies
            self._seen.add((pair.layout, game.moves))
        self.counts[pairing] = self.counts.get(pairing, Pentanomial()).plus(pair.score)
        if self.sprt is not None:
            self.llr = self.sprt.llr(self.counts[pairing])
            self.decision = self.sprt.decision(self.llr)

    @property
    def pentanomial(self) -> Pentanomial:
        """The results of a match of two players."""
        return self.counts.get((0, 1), Pentanomial())

    @property
    def distinct_games(self) -> int:
        """The number of different games. Deterministic players repeat games."""
        return len(self._seen)

    @property
    def mean_plies(self) -> float:
        """The mean length of a game, including the opening."""
        return self.plies / (2 * len(self.pairs)) if self.pairs else 0.0

    def scores_by_layout(self) -> dict[str, Counter[float]]:
        """Return the scores of each layout, the layouts with the most games first."""
        found: dict[str, Counter[float]] = {}
        for pair in self.pairs:
            found.setdefault(pair.layout, Counter()).update(game.score for game in pair.games)
        return dict(sorted(found.items(), key=lambda item: (-item[1].total(), item[0])))

    def summary(self) -> dict[str, Any]:
        """Return the figures for a file. Some exist only for a match of two players."""
        told: dict[str, Any] = {
            "pairs": len(self.pairs),
            "games": 2 * len(self.pairs),
            "black_wins": self.results["1-0"],
            "white_wins": self.results["0-1"],
            "distinct_games": self.distinct_games,
            "mean_plies": round(self.mean_plies, 2),
            "terminations": dict(sorted(self.terminations.items())),
            "failures": self.failures,
            "pentanomials": [[*pairing, *each.counts] for pairing, each in sorted(self.counts.items())],
        }
        if set(self.counts) == {(0, 1)}:
            elo, normalised = self.pentanomial.elo(), self.pentanomial.normalised_elo()
            told |= _counts(self.scores)
            told |= {"elo": _finite(elo), "normalised_elo": _finite(normalised)}
            told["superiority"] = round(self.pentanomial.superiority(), 6)
            told["layouts"] = {layout: _counts(scores) for layout, scores in self.scores_by_layout().items()}
        if self.sprt is not None:
            told["sprt"] = {**asdict(self.sprt), "llr": round(self.llr, 4), "decision": self.decision}
        return told


def _counts(scores: Counter[float]) -> dict[str, int]:
    return {"wins": scores[1.0], "losses": scores[0.0], "draws": scores[0.5]}


def _finite(values: tuple[float, ...]) -> list[float | None]:
    """Replace infinite numbers by None, because JSON has none."""
    return [round(value, 2) if abs(value) < float("inf") else None for value in values]


class MatchRun:
    """A match in progress. `result` has all finished pairs, even after an exception."""

    def __init__(
        self,
        match: Match,
        *,
        pairs: int | None = None,
        sprt: Sprt | None = None,
        concurrency: int = 1,
        journal: str | None = None,
    ) -> None:
        """Prepare a match. It ends after `pairs` pairs, or when `sprt` decides, whichever comes first.

        With a journal, finished pairs are written to that file, and pairs in the file are not played again.

        Raises:
            ValueError: neither `pairs` nor `sprt` is given, or `sprt` is given for more than two players.
        """
        if pairs is None and sprt is None:
            raise ValueError("a match needs a number of pairs or a test")
        if sprt is not None and match.pairings != ((0, 1),):
            raise ValueError("a test needs a match of two players")
        self.match = match
        self.result = Result(sprt)
        self._most = pairs
        self._concurrency = concurrency
        self._waiting: dict[int, Pair] = {}
        self._stop = threading.Event()
        self._path = journal
        self._journal: Journal | None = None

    def _open_journal(self, path: str) -> Journal:
        """Read finished pairs from the journal, and write new ones to it."""
        sprt = self.result.sprt
        header = {"sumito": "match", "version": 1, **self.match.description()}
        header["sprt"] = None if sprt is None else asdict(sprt)
        journal = self._journal = Journal(path, header)
        for number, entry in enumerate(journal.entries, 2):
            try:
                pair = Pair.of_entry(entry)
            except (ValueError, KeyError, TypeError):
                journal.close()
                raise LabError(f"{journal.path}:{number}: not a pair of games") from None
            self._waiting[pair.number] = pair
        return journal

    @property
    def finished(self) -> bool:
        """Whether the match is finished."""
        return self.result.decision is not None or len(self.result.pairs) == self._most

    def play(self, report: Callable[[Result], None] | None = None) -> Result:
        """Play the match to its end. `report` is called after each pair that is added to the result.

        An exception, including Ctrl-C, ends the running games. Finished pairs are kept.

        Raises:
            LabError: a player cannot start, or the journal is malformed or belongs to another match.
            OSError: a file cannot be read or written.
        """
        report = report or (lambda result: None)
        with ExitStack() as closing:
            if self._path is not None:
                closing.enter_context(self._open_journal(self._path))
            self._count(report)
            if not self.finished:
                for spec in dict.fromkeys(self.match.players):
                    spec.start().close()
                self._play_the_rest(report)
        return self.result

    def _play_the_rest(self, report: Callable[[Result], None]) -> None:
        done: SimpleQueue[Pair | BaseException | None] = SimpleQueue()
        numbers = self._numbers()
        lock = threading.Lock()
        workers = [_Worker(self.match, numbers, lock, done, self._stop) for _ in range(self._concurrency)]
        for worker in workers:
            worker.start()
        at_work = len(workers)
        try:
            while at_work and not self.finished:
                finished = done.get()
                if finished is None:
                    at_work -= 1
                elif isinstance(finished, BaseException):
                    raise finished
                else:
                    self._keep(finished)
                    self._count(report)
        finally:
            self._stop.set()
            for worker in workers:
                worker.interrupt()
            for worker in workers:
                worker.join()
            while not done.empty():
                finished = done.get()
                if isinstance(finished, Pair):
                    self._keep(finished)

    def _numbers(self) -> Iterator[int]:
        """Iterate over the numbers of the pairs to play, in order."""
        number = 0
        while self._most is None or number < self._most:
            if number >= len(self.result.pairs) and number not in self._waiting:
                yield number
            number += 1

    def _keep(self, pair: Pair) -> None:
        self._waiting[pair.number] = pair
        if self._journal is not None:
            self._journal.add(pair.entry())

    def _count(self, report: Callable[[Result], None]) -> None:
        """Add the finished pairs to the result, in the order of their numbers."""
        while not self.finished and (pair := self._waiting.pop(len(self.result.pairs), None)):
            self.result.add(pair, self.match.pairing(pair.number))
            report(self.result)


class _Worker(threading.Thread):
    """A thread that plays pairs with its own players."""

    def __init__(
        self,
        match: Match,
        numbers: Iterator[int],
        lock: threading.Lock,
        done: SimpleQueue[Pair | BaseException | None],
        stop: threading.Event,
    ) -> None:
        super().__init__(name="match")
        self._match = match
        self._numbers = numbers
        self._lock = lock
        self._done = done
        self._stop_event = stop
        self._players: dict[int, Player] = {}

    def interrupt(self) -> None:
        """Stop the searches of the players, from another thread."""
        for player in list(self._players.values()):
            player.stop()

    def run(self) -> None:
        """Play pairs until there are none left, or until the match stops."""
        try:
            while not self._stop_event.is_set():
                with self._lock:
                    number = next(self._numbers, None)
                pair = None if number is None else self._pair(number)
                if pair is None:
                    break
                self._done.put(pair)
        except BaseException as error:
            self._done.put(error)
        finally:
            for place in list(self._players):
                self._dismiss(place)
            self._done.put(None)

    def _pair(self, number: int) -> Pair | None:
        match = self._match
        pairing = match.pairing(number)
        for place in self._players.keys() - set(pairing):
            self._dismiss(place)
        opening = match.opening(number)
        games = []
        for black in (0, 1):
            game = play_game(
                [lambda place=place: self._player(place) for place in pairing],  # type: ignore[misc]
                opening,
                black=black,
                rules=match.rules,
                limits=[match.players[place].limit(match.limit) for place in pairing],
                seed=f"{match.seed} {number} {black}",
                stopped=self._stop_event.is_set,
                concede=match.concede,
            )
            if game is None:
                return None
            if game.termination == FAILURE:  # restart the player that failed
                for place in pairing:
                    self._dismiss(place)
            games.append(game)
        return Pair(number, opening.layout, (games[0], games[1]))

    def _player(self, place: int) -> Player:
        if place not in self._players:
            self._players[place] = self._match.players[place].start()
        return self._players[place]

    def _dismiss(self, place: int) -> None:
        player = self._players.pop(place, None)
        if player is not None:
            player.close()


def result_entry(match: Match, result: Result) -> Mapping[str, Any]:
    """Return the settings of a match together with its figures."""
    return {**match.description(), **result.summary()}
