"""How books are made: random plies from many layouts, kept where both players have a fair game."""

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
from sumito.lab.players import core_sha

FAVOURITES: Final = ("standard", "belgian-daisy", "german-daisy")
"""The layouts that people play; two fifths of a book are theirs."""
_FAVOURED: Final = 0.4
_CHUNK: Final = 16  # attempts that are one piece of work
_MOST_ATTEMPTS: Final = 200  # for each opening that is wanted; a layout may have no fair games
_VAIN_ATTEMPTS: Final = 5000  # in a row: after them nothing new is to be expected
_RULES: Final = Rules(repetition=0)


def fair_shares(openings: int, layouts: Sequence[str] | None = None) -> tuple[tuple[str, int], ...]:
    """How many openings each layout gives: equally many, but favourites more where no layouts are named."""
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
    """What a book is made of: the same recipe and the same engine make the same book."""

    shares: tuple[tuple[str, int], ...]
    """Layouts, and how many openings are wanted from each."""
    nodes: int = 5000
    """Positions that the engine looks at to judge one."""
    seed: int = 0
    least_plies: int = 4
    most_plies: int = 8
    fairness: float = 0.4
    """The least probability of winning that either player has."""

    def opening(self, slug: str, attempt: int, engine: Engine) -> Opening | None:
        """What an attempt makes; None where marbles were ejected or one player is the better off."""
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
    """A text that is the same for positions that differ by a symmetry of the board or an exchange of colours only."""
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
    """Make a book, several attempts at once; with a journal it can be interrupted and taken up again.

    Args:
        recipe: what it is made of.
        concurrency: how many threads make it; the book does not depend on it.
        journal: a file to go on from.
        report: called with the numbers of openings that are there, that are wanted, and of attempts.

    Raises:
        LabError: a layout has too few fair openings, or the journal is one of another book.
    """
    wanted = sum(share for _, share in recipe.shares)
    seen: set[str] = set()
    openings: list[Opening] = []
    attempts = 0
    with ExitStack() as closing:
        kitchen = _Kitchen(recipe, concurrency, closing)
        if journal is not None:
            header = {"sumito": "book", "version": 1, "core": core_sha(), **asdict(recipe)}
            kitchen.keep_in(closing.enter_context(Journal(journal, header)))
        for slug, share in recipe.shares:
            found = tried = last = 0  # of this layout: openings, attempts, and attempts when an opening was last found
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
                    f"and nothing new in the last {tried - last}"
                )
    return Book(openings)


class _Kitchen:
    """Makes chunks of attempts ahead of those who ask for them, in threads with an engine each."""

    def __init__(self, recipe: Recipe, concurrency: int, closing: ExitStack) -> None:
        self._recipe = recipe
        self._ahead = concurrency + 1
        self._executor = closing.enter_context(ThreadPoolExecutor(concurrency))
        closing.callback(self._executor.shutdown, wait=False, cancel_futures=True)
        self._own = threading.local()
        self._journal: Journal | None = None
        self._done: dict[tuple[str, int], list[Opening]] = {}

    def keep_in(self, journal: Journal) -> None:
        """Take what a journal holds, and keep there what is made."""
        self._journal = journal
        for number, entry in enumerate(journal.entries, 2):
            try:
                slug = entry["layout"]
                made = [Opening(slug, tuple(map(int, choices))) for choices in entry["openings"]]
                self._done[slug, int(entry["chunk"])] = made
            except (KeyError, TypeError, ValueError):
                raise LabError(f"{journal.path}:{number}: not a piece of a book") from None

    def chunks(self, slug: str, most: int) -> Iterator[list[Opening]]:
        """What chunk after chunk of attempts gives, in order, whoever made it when."""
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
