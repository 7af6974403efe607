"""Self-play: samples from games of the engine against itself. All randomness comes from one seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from sumito.core import BLACK, WHITE, Rules
from sumito.engine import Engine, Limit
from sumito.engine.network import NO_NETWORK
from sumito.lab.random_opening import pick, random_opening
from sumito.lab.samples import BEST_EJECTS, Sample, pack_samples

HASH_MB: Final = 4
PLY_CAP: Final = 240
USUAL_SHARE: Final = 0.7
"""The share of games that begin with one of the usual layouts. The others begin with any layout."""
FEWEST_RANDOM_PLIES: Final = 4
MOST_RANDOM_PLIES: Final = 12
"""The most random plies at the beginning of a game. Without them, games would repeat."""
RANDOM_SHARE: Final = 0.03
"""The share of random moves while the game is open."""
OPEN_BELOW: Final = 400
"""A game is open while its score is below this, in hundredths of a marble."""

OPTIONS: Final = {
    "hash_mb": HASH_MB,
    "ply_cap": PLY_CAP,
    "usual_layouts": USUAL_SHARE,
    "random_plies": [FEWEST_RANDOM_PLIES, MOST_RANDOM_PLIES],
    "random_moves": RANDOM_SHARE,
    "random_below": OPEN_BELOW,
}
"""The settings besides the task that decide the games. They are part of the manifest."""

RULES: Final = Rules(ply_cap=PLY_CAP, adjudication="more_ejections")
"""The rules of these games. At the cap, more ejections win."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A number of games to play. Equal tasks give equal bytes."""

    seed: int
    games: int
    first_game: int
    """The number of the first game. The others follow."""
    nodes: int
    """The number of nodes that the engine searches for a move."""
    network: str | None
    """The network file. "none" selects the hand-made evaluation, None the shipped network."""

    def play(self) -> Iterator[bytes]:
        """Play the games. Yield the samples of each."""
        dice = random.Random(self.seed)  # noqa: S311  no secret
        with engine_with(self.network) as engine:
            for game in range(self.first_game, self.first_game + self.games):
                yield _play_game(engine, Limit(nodes=self.nodes), game, dice)


def play_chunk(task: Task) -> bytes:
    """Play a task. Return all its samples."""
    return b"".join(task.play())


def engine_with(network: str | None) -> Engine:
    """Return an engine with this network."""
    if network is None:  # the engine chooses its network
        return Engine(hash_mb=HASH_MB)
    return Engine(hash_mb=HASH_MB, network=None if network == NO_NETWORK else network)


def _play_game(engine: Engine, limit: Limit, game: int, dice: random.Random) -> bytes:
    plies = range(FEWEST_RANDOM_PLIES, MOST_RANDOM_PLIES + 1)
    board = random_opening(dice, RULES, usual_share=USUAL_SHARE, plies=plies)
    engine.forget()  # so that a game does not depend on earlier ones
    samples: list[Sample] = []
    while board.outcome is None:
        analysis = engine.analyse(board, limit)
        move, score = analysis.best, analysis.score.value
        samples.append(
            Sample(
                _bits(board.marbles(BLACK)),
                _bits(board.marbles(WHITE)),
                game,
                score,
                board.ply,
                move.number,
                0,  # filled in at the end of the game
                0 if board.turn is BLACK else 1,
                board.ejected(BLACK),
                board.ejected(WHITE),
                BEST_EJECTS if board.is_ejection(move) else 0,
            )
        )
        if dice.random() < RANDOM_SHARE and abs(score) < OPEN_BELOW:
            move = pick(list(board.legal_moves), dice)
        board.play(move)
    winner = board.outcome.winner
    results = (0, 0) if winner is None else (1, -1) if winner is BLACK else (-1, 1)
    return pack_samples(sample._replace(result=results[sample.turn]) for sample in samples)


def _bits(cells: tuple[int, ...]) -> int:
    return sum(1 << cell for cell in cells)
