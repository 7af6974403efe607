"""Matches: games that are conceded, and results by layout."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from command_line import Run, runner
from scripted_players import Scripted, match
from sumito.lab import LabError
from sumito.lab.match import RULES, MatchRun

run = pytest.fixture(runner)


def test_a_game_is_conceded_if_both_players_agree_for_six_plies() -> None:
    # At the even plies Black moves. White leads by four marbles from ply 10 on, then Black by three from ply 20 on.
    says = {ply: -400 if ply % 2 == 0 else 400 for ply in range(10, 15)}
    says |= {ply: 300 if ply % 2 == 0 else -300 for ply in range(20, 100)}
    quick = match(Scripted("one", says=says), Scripted("two", says=says), concede=3)
    result = MatchRun(quick, pairs=2).play()
    assert result.terminations == {"conceded": 4}
    assert {(game.result, game.plies) for pair in result.pairs for game in pair.games} == {("1-0", 26)}
    assert {pair.score for pair in result.pairs} == {0.5}
    for pair in result.pairs:
        assert [record.result for record in pair.records(["one", "two"], "test", date(2026, 1, 1))] == ["1-0", "1-0"]


@pytest.mark.parametrize(("lead", "ending"), [(300, "1-0"), (-300, "0-1"), (299, None), (-299, None)])
def test_the_player_who_leads_by_enough_wins(lead: int, ending: str | None) -> None:
    says = {ply: lead if ply % 2 == 0 else -lead for ply in range(100)}  # Black's lead, as each player sees it
    quick = match(Scripted("one", says=says), Scripted("two", says=says), concede=3)
    result = MatchRun(replace(quick, rules=replace(RULES, ply_cap=40)), pairs=1).play()
    if ending is None:
        assert result.terminations == {"ply_cap": 2}
    else:
        assert result.terminations == {"conceded": 2}
        assert {(game.result, game.plies) for pair in result.pairs for game in pair.games} == {(ending, 10)}


def test_a_lead_that_one_player_does_not_see_is_not_conceded() -> None:
    one = Scripted("one", says=dict.fromkeys(range(300), 900))
    optimists, silent = match(one, one, concede=3), match(one, Scripted("two"), concede=3)
    for each in (optimists, silent):
        capped = replace(each, rules=replace(RULES, ply_cap=40))
        assert MatchRun(capped, pairs=1).play().terminations == {"ply_cap": 2}


@pytest.mark.parametrize("strong", ["nodes=400", f'command="{sys.executable} -m sumito engine",nodes=400'])
def test_an_engine_concedes_only_with_the_option(strong: str) -> None:
    engines = (strong, "nodes=20")
    whole, early = (MatchRun(match(*engines, concede=lead), pairs=3).play() for lead in (0, 2))
    assert whole.terminations["conceded"] == 0 < early.terminations["conceded"]
    for long, short in zip(whole.pairs, early.pairs, strict=True):
        for one, other in zip(long.games, short.games, strict=True):
            assert one.moves.startswith(other.moves)
            assert (one.moves == other.moves) == (other.termination != "conceded")


def test_players_without_scores_play_to_the_end() -> None:
    lone = replace(match("level=3", "random", concede=1), rules=replace(RULES, ply_cap=60))
    assert MatchRun(lone, pairs=2).play().terminations["conceded"] == 0


def test_the_results_by_layout_are_those_of_the_games() -> None:
    result = MatchRun(match("nodes=60", "nodes=20"), pairs=8).play()
    layouts = result.scores_by_layout()
    assert list(layouts) == sorted(layouts, key=lambda layout: (-layouts[layout].total(), layout))
    for layout, points in layouts.items():
        scores = [game.score for pair in result.pairs if pair.layout == layout for game in pair.games]
        assert sorted(points.elements()) == sorted(scores)
    assert sum(points.total() for points in layouts.values()) == 16
    assert {layout: points[1.0] for layout, points in layouts.items()} == {
        layout: told["wins"] for layout, told in result.summary()["layouts"].items()
    }


def test_the_command_prints_the_results_by_layout(run: Run) -> None:
    done = run(
        "lab", "match", "nodes=60", "nodes=20", "--games", "6", "--concede", "2", "--by-layout", "--json", "m.json"
    )
    assert done.code == 0
    told = json.loads(Path("m.json").read_text(encoding="utf-8"))
    head = "| layout | games | A won | drawn | B won | A's share |"
    rows = [line.strip("| ").split(" | ") for line in done.lines[done.lines.index(head) + 2 :]]
    assert [row[0] for row in rows] == list(told["layouts"])
    for row, counts in zip(rows, told["layouts"].values(), strict=True):
        assert [int(each) for each in row[2:5]] == [counts["wins"], counts["draws"], counts["losses"]]
        assert row[5] == f"{(counts['wins'] + counts['draws'] / 2) / int(row[1]):.0%}"
    assert told["concede"] == 2
    assert head not in run("lab", "match", "nodes=60", "nodes=20", "--games", "2").lines


@pytest.mark.parametrize("lead", ["0", "-1", "1.5", "x"])
def test_a_lead_that_is_no_number_of_marbles_is_refused(run: Run, lead: str) -> None:
    done = run("lab", "match", "nodes=60", "nodes=20", "--games", "2", "--concede", lead)
    assert done.code == 2
    assert f"argument --concede: expected a whole number from 1 to 100, not '{lead}'" in done.err


def test_a_journal_of_conceded_games_is_not_one_of_whole_games(tmp_path: Path) -> None:
    journal = str(tmp_path / "match.jsonl")
    MatchRun(match("nodes=60", "nodes=20"), pairs=1, journal=journal).play()
    with pytest.raises(LabError, match="a journal of other work: concede is none, not 3"):
        MatchRun(match("nodes=60", "nodes=20", concede=3), pairs=1, journal=journal).play()
