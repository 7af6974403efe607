"""Make the data file of the opening explorer: games of the engine from bare layouts, and evaluations of positions."""

from __future__ import annotations

import random
import struct
import threading
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from queue import SimpleQueue
from typing import Final, TypeVar

from sumito import __version__
from sumito.core import BLACK, MOVES, Board, Move
from sumito.engine import Engine, Limit
from sumito.lab import LabError
from sumito.lab.explorer import LARGEST, Explorer, key_of
from sumito.lab.journal import Journal
from sumito.lab.players import PlayerSpec
from sumito.lab.random_opening import USUAL_LAYOUTS, check_layouts
from sumito.lab.samples import MOST_SCORE
from sumito.lab.selfplay import RULES
from sumito.lab.varied_opening import VariedOpening

MAGIC: Final = b"sumito explorer 1\n"
_HEAD: Final = struct.Struct("<II")
_ENTRY: Final = struct.Struct("<6sHHHh")
_CHECKSUM: Final = struct.Struct("<I")
_KEY: Final = 6
MOST_POSITIONS: Final = (LARGEST - len(MAGIC) - _HEAD.size - _CHECKSUM.size) // _ENTRY.size
"""The largest number of positions in a data file."""
MOST_GAMES: Final = 2**16 - 1
"""The largest number of games in a data file."""

_HASH_MB: Final = 4
_MARGIN: Final = 10  # of the spread; worse moves would be chosen less than once in 20,000 times

_Task = TypeVar("_Task")
_Answer = TypeVar("_Answer")


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """Everything that decides the bytes of a data file, besides the engine."""

    games: int
    """The number of games. They go through the layouts in turn."""
    layouts: tuple[str, ...] = USUAL_LAYOUTS
    nodes: int = 2000
    """The number of nodes that the engine searches for a move."""
    varied_plies: int = 12
    """The number of plies at the beginning in which the engine chooses among near-best moves."""
    choices: int = 6
    """The number of moves to choose from. Each adds `nodes` to the search."""
    spread: int = 10
    """A move that is worse than the best one by this, in hundredths of a marble, is chosen 1/e times as often."""
    evaluation_nodes: int = 20_000
    """The number of nodes for the evaluation of a position."""
    fewest_games: int = 3
    """The number of games that a position needs to be in the file."""
    seed: int = 0

    def __post_init__(self) -> None:
        check_layouts(self.layouts)
        if not 1 <= self.games <= MOST_GAMES:
            raise ValueError(f"games must be from 1 to {MOST_GAMES}, not {self.games}")

    def layout(self, number: int) -> str:
        """Return the layout of a game."""
        return self.layouts[number % len(self.layouts)]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game of the engine."""

    moves: tuple[Move, ...]
    winner: int
    """0 if the first player won, 1 if the second player won, -1 for a draw."""


def make_explorer(
    recipe: Recipe,
    journal: str,
    *,
    concurrency: int = 1,
    report: Callable[[str, int, int], None] = lambda _what, _done, _total: None,
) -> bytes:
    """Make a data file. The same recipe gives the same bytes.

    Finished games and evaluations are written to the journal. If the work is interrupted, it continues from there.

    Args:
        recipe: what to make.
        journal: the file of the journal.
        concurrency: the number of searches at a time.
        report: called with `games` or `positions`, how many of them are done, and of how many.

    Raises:
        LabError: the journal is malformed, or belongs to other work.
        OSError: the journal cannot be read or written.
    """
    header = {"work": "explorer", "sumito": __version__, **PlayerSpec().description(), **asdict(recipe)}
    with Journal(journal, header) as opened:
        games, scores = _finished(opened)
        missing = [number for number in range(recipe.games) if number not in games]
        for number, game in _in_threads(lambda *task: _play(recipe, *task), missing, concurrency):
            games[number] = game
            opened.add({"game": number, "moves": [move.number for move in game.moves], "winner": game.winner})
            report("games", len(games), recipe.games)
        counts = Explorer()
        for number in range(recipe.games):
            counts.add_game(Board(recipe.layout(number)), games[number].moves, games[number].winner)
        boards = _kept_boards(recipe, games, counts)
        done = sum(key in scores for key in boards)
        for key, score in _in_threads(
            lambda engine, key, _: _evaluated(engine, boards[key], recipe.evaluation_nodes),
            [key for key in boards if key not in scores],
            concurrency,
        ):
            scores[key] = score
            opened.add({"position": key, "score": score})
            done += 1
            report("positions", done, len(boards))
    return _file(recipe.games, counts, boards, scores)


def _finished(journal: Journal) -> tuple[dict[int, PlayedGame], dict[int, int]]:
    """Return the games and the evaluations of a journal."""
    games: dict[int, PlayedGame] = {}
    scores: dict[int, int] = {}
    for line, entry in enumerate(journal.entries, 2):
        try:
            if "game" in entry:
                games[entry["game"]] = PlayedGame(tuple(MOVES[move] for move in entry["moves"]), entry["winner"])
            else:
                scores[entry["position"]] = int(entry["score"])
        except (ValueError, KeyError, TypeError, IndexError):
            raise LabError(f"{journal.path}:{line}: not a game or an evaluation") from None
    return games, scores


def _in_threads(
    work: Callable[[Engine, _Task, threading.Event], _Answer], tasks: Sequence[_Task], threads: int
) -> Iterator[tuple[_Task, _Answer]]:
    """Yield the tasks with their answers, as they are finished. The searches run without the interpreter's lock."""
    stop = threading.Event()
    engines: SimpleQueue[Engine] = SimpleQueue()

    def run(task: _Task) -> tuple[_Task, _Answer]:
        engine = engines.get()
        try:
            return task, work(engine, task, stop)
        finally:
            engines.put(engine)

    with ExitStack() as closing:
        for _ in range(threads):
            engines.put(closing.enter_context(Engine(hash_mb=_HASH_MB)))
        pool = closing.enter_context(ThreadPoolExecutor(threads))
        closing.callback(pool.shutdown, cancel_futures=True)
        closing.callback(stop.set)
        for finished in as_completed([pool.submit(run, task) for task in tasks]):
            yield finished.result()


def _play(recipe: Recipe, engine: Engine, number: int, stop: threading.Event) -> PlayedGame:
    dice = random.Random(f"{recipe.seed} {number}")  # noqa: S311  no secret
    board = Board(recipe.layout(number), rules=RULES)
    opening = VariedOpening(
        nodes=recipe.nodes, choices=recipe.choices, temperature=recipe.spread, margin=_MARGIN * recipe.spread
    )
    engine.forget()  # so that a game does not depend on earlier ones
    while board.outcome is None and not stop.is_set():
        if board.ply < recipe.varied_plies:
            board.play(opening.move(engine, board, dice))
        else:
            board.play(engine.analyse(board, Limit(nodes=recipe.nodes)).best)
    winner = None if board.outcome is None else board.outcome.winner
    return PlayedGame(board.history, -1 if winner is None else 0 if winner is BLACK else 1)


def _kept_boards(recipe: Recipe, games: Mapping[int, PlayedGame], counts: Explorer) -> dict[int, Board]:
    """Return the positions of the file by key, most games first: those with enough games, as far as they fit."""
    found: dict[int, tuple[int, Board]] = {}
    for number in range(recipe.games):
        board = Board(recipe.layout(number), rules=RULES)
        for move in games[number].moves:
            if (reached := counts.find(board).games) >= recipe.fewest_games:
                found.setdefault(key_of(board), (reached, board.canonical()))
            board.play(move)
    order = sorted(found, key=lambda key: (-found[key][0], key))
    return {key: found[key][1] for key in order[:MOST_POSITIONS]}


def _evaluated(engine: Engine, board: Board, nodes: int) -> int:
    """Return the score of a position for the player to move, in hundredths of a marble."""
    engine.forget()  # so that a score does not depend on earlier searches
    score = engine.analyse(board, Limit(nodes=nodes)).score.value
    return max(-MOST_SCORE, min(MOST_SCORE, score))


def _file(games: int, counts: Explorer, boards: Mapping[int, Board], scores: Mapping[int, int]) -> bytes:
    data = bytearray(MAGIC + _HEAD.pack(len(boards), games))
    for key, board in sorted(boards.items()):
        found = counts.find(board)
        data += _ENTRY.pack(key.to_bytes(_KEY, "little"), found.games, found.wins, found.draws, scores[key])
    return bytes(data + _CHECKSUM.pack(zlib.crc32(data)))


def positions_in(data: bytes) -> int:
    """Return the number of positions in a data file."""
    return (len(data) - len(MAGIC) - _HEAD.size - _CHECKSUM.size) // _ENTRY.size
