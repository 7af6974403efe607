"""Make opening books: play random plies from many layouts, and keep the fair positions."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from random import Random
from typing import Any, Final

from sumito.core import LAYOUTS, Board, Rules
from sumito.engine import Engine, Limit
from sumito.lab import LabError
from sumito.lab.book import Book, Opening, numbered_moves
from sumito.lab.journal import Journal
from sumito.lab.players import PlayerSpec

FAVOURITES: Final = ("standard", "belgian-daisy", "german-daisy")
"""The most popular layouts. Two fifths of a book begin with them."""
_FAVOURED: Final = 0.4
_CHUNK: Final = 16  # attempts of one task
_MOST_ATTEMPTS: Final = 200  # for each wanted opening; a layout can lack fair positions
_VAIN_ATTEMPTS: Final = 5000  # attempts in a row without a new opening, after which the search ends
_RULES: Final = Rules(repetition=0)


def fair_shares(openings: int, layouts: Sequence[str] | None = None) -> tuple[tuple[str, int], ...]:
    """Return how many openings each layout gets: the same number, or more for the favourites if `layouts` is None."""
    if layouts is not None:
        return _equally(openings, layouts)
    favoured = round(openings * _FAVOURED)
    others = [slug for slug in LAYOUTS if slug not in FAVOURITES]
    return _equally(favoured, FAVOURITES) + _equally(openings - favoured, others)


def _equally(openings: int, layouts: Sequence[str]) -> tuple[tuple[str, int], ...]:
    each, more = divmod(openings, len(layouts))
    return tuple((slug, each + (place < more)) for place, slug in enumerate(layouts))


@dataclass(frozen=True)
class Recipe:
    """The settings of a book. The same recipe and the same engine make the same book."""

    shares: tuple[tuple[str, int], ...]
    """The layouts, with the number of openings from each."""
    nodes: int = 5000
    """Nodes that the engine searches to judge a position."""
    seed: int = 0
    least_plies: int = 4
    most_plies: int = 8
    fairness: float = 0.4
    """The smallest win probability that either player can have."""

    def opening(self, slug: str, attempt: int, engine: Engine) -> Opening | None:
        """Make an opening. Return None if a marble was ejected, or if the position is not fair."""
        dice = Random(f"{self.seed} {slug} {attempt}")  # noqa: S311
        board = Board(slug, rules=_RULES)
        choices = []
        for _ in range(dice.randint(self.least_plies, self.most_plies)):
            moves = numbered_moves(board)
            choices.append(dice.randrange(len(moves)))
            board.play(moves[choices[-1]])
        if any(map(board.ejected, board.players)) or board.outcome is not None:
            return None
        engine.forget()
        score = engine.analyse(board, Limit(nodes=self.nodes)).score
        fair = score.win_in is None and self.fairness <= score.win_probability <= 1 - self.fairness
        return Opening(slug, tuple(choices)) if fair else None


def same_game(board: Board) -> str:
    """Return a text that is equal for positions that differ only by a symmetry or an exchange of colours."""
    rows, black, white, turn, *_ = board.position().split()
    if turn == "w":
        rows, black, white = rows.swapcase(), white, black
    return Board.from_position(f"{rows} {black} {white} b 0 1").canonical().position()


def make_book(
    recipe: Recipe,
    *,
    concurrency: int = 1,
    journal: str | None = None,
    report: Callable[[int, int, int], None] | None = None,
) -> Book:
    """Make a book. With a journal, the work can be interrupted and resumed.

    Args:
        recipe: the settings of the book.
        concurrency: the number of threads. The book does not depend on it.
        journal: the file to resume from.
        report: called with the number of openings found, the number wanted, and the number of attempts.

    Raises:
        LabError: a layout has too few fair openings, or the journal belongs to another book.
    """
    wanted = sum(share for _, share in recipe.shares)
    seen: set[str] = set()
    openings: list[Opening] = []
    attempts = 0
    with ExitStack() as closing:
        kitchen = _Kitchen(recipe, concurrency, closing)
        if journal is not None:
            header = {"sumito": "book", "version": 1, **PlayerSpec().description(), **asdict(recipe)}
            kitchen.keep_in(closing.enter_context(Journal(journal, header)))
        for slug, share in recipe.shares:
            found = tried = last = 0  # of this layout: openings, attempts, and attempts at the last new opening
            chunks = kitchen.chunks(slug, share * _MOST_ATTEMPTS // _CHUNK + 10) if share else iter(())
            for chunk in chunks:
                tried += _CHUNK
                for opening in chunk:
                    key = same_game(opening.board(_RULES))
                    if key not in seen and found < share:
                        seen.add(key)
                        openings.append(opening)
                        found, last = found + 1, tried
                if report is not None:
                    report(len(openings), wanted, attempts + tried)
                if found == share or tried - last >= _VAIN_ATTEMPTS:
                    break
            attempts += tried
            if found < share:
                raise LabError(
                    f"{slug} has too few fair openings: {found} of {share} were found in {tried} attempts, "
                    f"and none in the last {tried - last}"
                )
    return Book(openings)


class _Kitchen:
    """Makes chunks of attempts in advance, in threads with an engine each."""

    def __init__(self, recipe: Recipe, concurrency: int, closing: ExitStack) -> None:
        self._recipe = recipe
        self._ahead = concurrency + 1
        self._executor = closing.enter_context(ThreadPoolExecutor(concurrency))
        closing.callback(self._executor.shutdown, wait=False, cancel_futures=True)
        self._own = threading.local()
        self._journal: Journal | None = None
        self._done: dict[tuple[str, int], list[Opening]] = {}

    def keep_in(self, journal: Journal) -> None:
        """Read finished chunks from a journal, and write new ones to it."""
        self._journal = journal
        for number, entry in enumerate(journal.entries, 2):
            try:
                slug = entry["layout"]
                made = [Opening(slug, tuple(map(int, choices))) for choices in entry["openings"]]
                self._done[slug, int(entry["chunk"])] = made
            except (KeyError, TypeError, ValueError):
                raise LabError(f"{journal.path}:{number}: not a chunk of a book") from None

    def chunks(self, slug: str, most: int) -> Iterator[list[Opening]]:
        """Iterate over the openings of each chunk, in order."""
        running: dict[int, Future[list[Opening]]] = {}
        for number in range(most):
            if (slug, number) in self._done:
                yield self._done.pop((slug, number))
                continue
            for ahead in range(number, min(number + self._ahead, most)):
                if ahead not in running and (slug, ahead) not in self._done:
                    running[ahead] = self._executor.submit(self._chunk, slug, ahead)
            made = running.pop(number).result()
            if self._journal is not None:
                entry: dict[str, Any] = {"layout": slug, "chunk": number}
                self._journal.add({**entry, "openings": [each.choices for each in made]})
            yield made

    def _chunk(self, slug: str, number: int) -> list[Opening]:
        if not hasattr(self._own, "engine"):
            self._own.engine = Engine(hash_mb=2)
        attempts = range(number * _CHUNK, (number + 1) * _CHUNK)
        found = (self._recipe.opening(slug, attempt, self._own.engine) for attempt in attempts)
        return [opening for opening in found if opening is not None]
