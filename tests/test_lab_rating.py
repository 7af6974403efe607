"""Ratings of several players: compared with another algorithm and with simulations, and the tournament."""

from __future__ import annotations

import json
import math
import re
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from command_line import Run, read_games, runner
from sumito.cli.progress import Progress
from sumito.lab.rating import fit_ratings
from sumito.lab.statistics import SCORES, Pentanomial, elo_of
from sumito.notation.records import Record

run = pytest.fixture(runner)

Counts = dict[tuple[int, int], Pentanomial]
STRENGTHS = (-150.0, -40.0, 0.0, 60.0, 130.0)


def simulated(dice: Random, pairs: int, pairings: list[tuple[int, int]]) -> Counts:
    """Return pairs of two independent games without draws."""
    counts = {}
    for i, j in pairings:
        chance = 1 / (1 + 10 ** ((STRENGTHS[j] - STRENGTHS[i]) / 400))
        results = Pentanomial()
        for _ in range(pairs):
            results = results.plus(((dice.random() < chance) + (dice.random() < chance)) / 2)
        counts[i, j] = results
    return counts


def ratings_by_majorisation(players: int, counts: Counts) -> list[float]:
    """Return Bradley-Terry ratings by Zermelo's iteration: another algorithm, with the same half of a drawn pair."""
    strength = [1.0] * players
    for _ in range(5000):
        updated = []
        for place in range(players):
            points = meetings = 0.0
            for (i, j), each in counts.items():
                if place in (i, j):
                    share = each.mean if place == i else 1 - each.mean
                    points += each.pairs * share + 0.25
                    meetings += (each.pairs + 0.5) / (strength[i] + strength[j])
            updated.append(points / meetings)
        strength = updated
    logs = [400 * math.log10(each) for each in strength]
    return [each - sum(logs) / players for each in logs]


@pytest.mark.parametrize("pairings", [list(combinations(range(5), 2)), [(0, 1), (1, 2), (2, 3), (3, 4), (0, 2)]])
def test_ratings_are_those_of_another_algorithm(pairings: list[tuple[int, int]]) -> None:
    counts = simulated(Random(5), 40, pairings)
    ratings = fit_ratings(5, counts)
    assert [rating.elo for rating in ratings] == pytest.approx(ratings_by_majorisation(5, counts), abs=1e-3)
    assert sum(rating.elo for rating in ratings) == pytest.approx(0, abs=1e-6)


def test_two_players_are_apart_by_the_elo_of_their_match() -> None:
    results = Pentanomial((10, 200, 500, 300, 40))
    one, two = fit_ratings(2, {(0, 1): results})
    assert one.elo - two.elo == pytest.approx(results.elo().value, abs=0.1)
    # The error of each is half of the error of the difference.
    width = (results.elo().high - results.elo().low) / 2
    assert one.error == pytest.approx(width / 2, rel=0.02)
    assert (one.pairs, one.score, two.score) == (1050, results.mean, 1 - results.mean)


def test_somebody_who_wins_everything_has_a_rating() -> None:
    one, two = fit_ratings(2, {(0, 1): Pentanomial((0, 0, 0, 0, 100))})
    assert one.elo - two.elo == pytest.approx(elo_of(100.25 / 100.5))
    assert one.error > 100


def test_intervals_hold_the_truth_in_19_of_20_cases() -> None:
    dice, held, runs = Random(11), 0, 120
    pairings = [(i, j) for i, j in combinations(range(5), 2) if j - i <= 2]
    for _ in range(runs):
        ratings = fit_ratings(5, simulated(dice, 60, pairings))
        held += sum(abs(rating.elo - truth) <= rating.error for rating, truth in zip(ratings, STRENGTHS, strict=True))
    assert 0.92 <= held / (5 * runs) <= 0.98


def test_players_who_never_met_cannot_be_compared() -> None:
    results = Pentanomial((1, 1, 1, 1, 1))
    with pytest.raises(ValueError, match="never met"):
        fit_ratings(4, {(0, 1): results, (2, 3): results})
    with pytest.raises(ValueError, match="never met"):
        fit_ratings(3, {(0, 1): results, (1, 2): Pentanomial()})


def test_points_are_those_of_the_pairs() -> None:
    counts = {(0, 1): Pentanomial((0, 0, 0, 2, 2)), (0, 2): Pentanomial((4, 0, 0, 0, 0))}
    ratings = fit_ratings(3, counts)
    assert [rating.score for rating in ratings] == [(2 * SCORES[3] + 2) / 8, 0.125, 1.0]
    assert [rating.pairs for rating in ratings] == [8, 4, 4]


# ---- the command

WORDS = ["lab", "tournament", "nodes=40", "nodes=10", "nodes=120", "nodes=20", "--games", "2"]


def test_everybody_meets_everybody(run: Run) -> None:
    done = run(*WORDS, "--json", "result.json", "--apgn", "games.apgn")
    assert done.code == 0
    assert done.lines[0].split() == ["player", "Elo", "+-", "games", "score"]
    rows = [line.split() for line in done.lines[1:5]]
    assert {row[0] for row in rows} == {"nodes=40", "nodes=10", "nodes=120", "nodes=20"}
    elos = [int(row[1]) for row in rows]
    assert elos == sorted(elos, reverse=True)
    assert all(row[3] == "6" for row in rows)
    told = json.loads(Path("result.json").read_text(encoding="utf-8"))
    assert [line[:2] for line in told["pentanomials"]] == [list(pair) for pair in combinations(range(4), 2)]
    assert told["games"] == 12
    records = [record for record in read_games(Path("games.apgn")) if isinstance(record, Record)]
    met = {frozenset((record.headers["Black"], record.headers["White"])) for record in records}
    assert (len(records), len(met)) == (12, 6)


def test_neighbours_only_and_markdown(run: Run) -> None:
    done = run(*WORDS, "--neighbours", "1", "--markdown", "--json", "result.json")
    told = json.loads(Path("result.json").read_text(encoding="utf-8"))
    assert [line[:2] for line in told["pentanomials"]] == [[0, 1], [1, 2], [2, 3]]
    assert done.lines[:2] == ["| player | Elo | +- | games | score |", "| --- | ---: | ---: | ---: | ---: |"]
    assert len(done.lines) == 6
    assert all(re.fullmatch(r"\| nodes=\d+ \| [+-]\d+ \| \d+ \| [24] \| \d+\.\d% \|", line) for line in done.lines[2:])


def test_an_interrupted_tournament_goes_on(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = run(*WORDS)

    def interrupt(progress: Progress, *lines: str) -> None:
        assert lines == ("pairs 1 of 6",)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Progress, "show", interrupt)
        done = run(*WORDS, "--journal", "j")
    assert (done.code, done.lines[0]) == (130, "pairs 1: too few for ratings")
    assert run(*WORDS, "--journal", "j").out == whole.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("default --games 2", "a tournament needs two players or more"),
        ("default default --games 2", "a player is named twice"),
        ("default nodes=5", "the following arguments are required: --games"),
        (
            "default nodes=5 --games 2 --neighbours 0",
            "argument --neighbours: expected a whole number from 1 to 1000, not '0'",
        ),
    ],
)
def test_bad_input_gets_one_line(run: Run, words: str, said: str) -> None:
    done = run("lab", "tournament", *words.split())
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert done.err.startswith(f"sumito lab tournament: {said}")
