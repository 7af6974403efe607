"""The strength of the gentle levels, in games with fixed seeds."""

from __future__ import annotations

from random import Random

import pytest

from simple_players import SIMPLE, results
from sumito import Board, Rules
from sumito.engine import Engine, play_level


@pytest.mark.parametrize("player", SIMPLE)
def test_level_1_loses_most_games_against_players_without_foresight(player: str) -> None:
    found = list(results(1, SIMPLE[player], 24))
    assert found.count("lost") >= 0.55 * len(found), found


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("player", SIMPLE)
def test_level_1_loses_at_least_half_of_many_games(player: str) -> None:
    found = list(results(1, SIMPLE[player], 200))
    assert found.count("lost") >= 0.5 * len(found)


def score_against(level: int, other: int, games: int) -> float:
    """Return the part of the points that a level wins. After 300 plies more ejections win, as in matches of the lab."""
    points = 0.0
    with Engine(hash_mb=1) as engine:
        for game in range(games):
            random = Random(game)
            board = Board("belgian-daisy", rules=Rules(ply_cap=300, adjudication="more_ejections"))
            color = board.players[game % 2]
            while board.outcome is None:
                board.play(play_level(engine, board, level if board.turn is color else other, random))
            winners = board.outcome.winners
            points += 0.5 if not winners else float(color in winners)
    return points / games


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("level", range(2, 10))
def test_every_level_clearly_beats_the_one_below(level: int) -> None:
    assert score_against(level, level - 1, 60) >= 0.62
