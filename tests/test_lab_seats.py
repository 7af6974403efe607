"""Matches in games of several players: seats, openings, journals, and the strength of the levels."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from command_line import Run, runner
from sumito import MULTI_LAYOUTS
from sumito.engine import MULTI_LEVELS, Limit
from sumito.lab import LabError
from sumito.lab.players import PlayerSpec
from sumito.lab.seats import RULES, SeatMatch, play_seats

run = pytest.fixture(runner)


def match(one: str, two: str, layout: str = "three-players", seed: int = 0) -> SeatMatch:
    return SeatMatch((PlayerSpec.parse(one), PlayerSpec.parse(two)), layout, Limit(nodes=50), seed)


@pytest.mark.parametrize("layout", sorted(MULTI_LAYOUTS))
def test_both_players_have_equally_many_seats_of_each_colour(layout: str) -> None:
    a_match = match("default", "random", layout)
    ways = 2 ** len(set(a_match.opening(0).sides)) - 2
    seatings = [a_match.seating(number) for number in range(ways)]
    assert len(set(seatings)) == ways
    for seat in zip(*seatings, strict=True):
        assert Counter(seat) == {0: ways // 2, 1: ways // 2}
    for number in range(0, ways, 2):
        assert all(one != two for one, two in zip(seatings[number], seatings[number + 1], strict=True))
    if "teams" in layout:
        assert {seats[:2] for seats in seatings} == {seats[2:] for seats in seatings} == {(0, 1), (1, 0)}


def test_two_games_have_the_same_opening_and_another_seed_has_another() -> None:
    a_match = match("default", "random")
    positions = [a_match.opening(number).position() for number in range(4)]
    assert positions[0] == positions[1] != positions[2] == positions[3]
    assert match("default", "random", seed=1).opening(0).position() != positions[0]
    assert len(a_match.opening(0).history) == 6


def test_a_match_continues_from_its_journal(tmp_path: Path) -> None:
    journal = str(tmp_path / "seats.jsonl")
    whole = play_seats(match("nodes=80", "random"), 4).games
    play_seats(match("nodes=80", "random"), 2, journal=journal)
    seen: list[int] = []
    result = play_seats(
        match("nodes=80", "random"), 4, journal=journal, report=lambda so_far: seen.append(len(so_far.games))
    )
    assert result.games == whole
    assert seen == [3, 4]
    with pytest.raises(LabError, match="other work"):
        play_seats(match("nodes=90", "random"), 4, journal=journal)


def test_other_programs_cannot_take_a_seat() -> None:
    with pytest.raises(LabError, match="two players only"):
        play_seats(match('command="sumito engine"', "random"), 2)


def test_the_command_prints_the_score_of_the_first(run: Run) -> None:
    done = run("lab", "seats", "nodes=100", "random", "--games", "2")
    assert done.code == 0
    assert done.lines[:4] == ["A nodes=100", "B random", "games 2: A won 2, B won 0, drawn 0", "A scored 100.0%"]
    assert run("lab", "seats", "nodes=100", "random", "--games", "3").code == 2


def level(number: int) -> str:
    return f"level={MULTI_LEVELS[number].id},hash=1"


def wins_against_random(number: int, layout: str, games: int) -> int:
    """Return the number of games that a level wins if they are not cut short."""
    rules = replace(RULES, ply_cap=3_000)
    return play_seats(replace(match(level(number), "random", layout), rules=rules), games).wins(0)


@pytest.mark.parametrize("layout", ["three-players", "four-players-teams"])
def test_the_weakest_level_beats_random_players(layout: str) -> None:
    assert wins_against_random(0, layout, 12) == 12


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("layout", ["three-players", "four-players-teams"])
@pytest.mark.parametrize("number", range(len(MULTI_LEVELS)))
def test_every_level_always_beats_random_players(layout: str, number: int) -> None:
    assert wins_against_random(number, layout, 60) == 60


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("layout", ["three-players", "four-players-teams"])
@pytest.mark.parametrize(("lower", "higher"), [*pairwise(range(len(MULTI_LEVELS)))])
def test_each_level_beats_the_one_below(layout: str, lower: int, higher: int) -> None:
    assert play_seats(match(level(higher), level(lower), layout), 60).score >= 0.65
