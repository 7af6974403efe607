"""The atlas: games that can be repeated and resumed, figures with errors, and words that follow from the figures."""

from __future__ import annotations

import importlib.util
import json
import math
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from command_line import Run, runner
from conftest import REPOSITORY
from sumito import BLACK, LAYOUTS, WHITE, Board, Color, Layout, Move, cell_name
from sumito.engine import Analysis, Engine
from sumito.lab import LabError, varied_opening
from sumito.lab.atlas import WORDS, Atlas, Entry, Figures, Limits, Measure, Remedy, shipped_atlas, words_for
from sumito.lab.atlas_games import Game, Start, Task, read_games, start_board
from sumito.lab.atlas_maker import Survey, make_atlas

run = pytest.fixture(runner)

SURVEY = Survey(layouts=("french-daisy", "face-to-face"), games=12, nodes=200)
TASK = Task(layout="belgian-daisy", start="plain", first_game=0, games=6, nodes=200, seed=1, network=None)
DATA: dict[str, Any] = json.loads((REPOSITORY / "src/sumito/data/atlas.json").read_text(encoding="utf-8"))


# ---- games


def test_games_differ_and_do_not_depend_on_each_other() -> None:
    whole = b"".join(TASK.play())
    games = read_games(whole)
    assert [game.number for game in games] == list(range(6))
    assert len({game.key for game in games}) >= 5
    parts = [replace(TASK, first_game=first, games=2) for first in (4, 2, 0)]
    assert b"".join(b"".join(part.play()) for part in reversed(parts)) == whole
    assert b"".join(replace(TASK, seed=2).play()) != whole


def play_fixed_games(monkeypatch: pytest.MonkeyPatch, liked: int, start: str = "swap") -> list[Game]:
    """Play games with an engine that plays the last legal move and likes the player to move by this score."""

    def analyse(engine: Engine, board: Board, limit: object, variations: int = 1, moves: Iterable[Move] = ()) -> object:
        score = SimpleNamespace(value=liked)
        return SimpleNamespace(score=score, variations=[SimpleNamespace(score=score, moves=(move,)) for move in moves])

    def last(engine: Engine, board: Board, *_: object) -> object:
        return list(board.legal_moves)[-1]

    monkeypatch.setattr(Engine, "analyse", analyse)
    monkeypatch.setattr(Engine, "play", last)
    monkeypatch.setattr(varied_opening, "play_level", lambda engine, board, *_, **__: last(engine, board))
    return read_games(b"".join(replace(TASK, start=start, games=12, layout="french-daisy").play()))


def test_the_swap_rule_gives_the_second_player_the_colour_that_it_likes(monkeypatch: pytest.MonkeyPatch) -> None:
    kept, taken = (play_fixed_games(monkeypatch, liked) for liked in (1, -1))
    assert [game.key for game in kept] == [game.key for game in taken], "the same moves"
    assert [1 - game.points for game in kept] == [game.points for game in taken]
    assert {game.points for game in kept} - {0.5}


def test_the_first_moves_of_the_swap_rule_are_not_images_of_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = set()
    analyse = Engine.analyse

    def watched(engine: Engine, board: Board, *args: Any, **options: Any) -> Analysis:  # noqa: ANN401
        if board.ply == 1:
            seen.add(board.canonical().position())
        return analyse(engine, board, *args, **options)

    monkeypatch.setattr(Engine, "analyse", watched)
    monkeypatch.setattr(Engine, "play", lambda engine, board, limit: list(board.legal_moves)[-1])
    list(replace(TASK, start="swap", games=24, nodes=20).play())
    assert len(seen) == 4


def test_the_choices_of_an_opening_are_not_images_of_each_other() -> None:
    board = Board("belgian-daisy")  # a half turn changes nothing, so each first move has a twin
    opening = varied_opening.VariedOpening(nodes=200, choices=4, temperature=10_000, margin=10_000)
    with Engine(hash_mb=1) as engine:
        reached = Counter[str]()
        for seed in range(100):
            after = board.copy()
            after.play(opening.move(engine, board, random.Random(seed)))
            reached[after.canonical().position()] += 1
    assert len(reached) == 4
    assert min(reached.values()) > 10


def final_boards(monkeypatch: pytest.MonkeyPatch, task: Task) -> list[Board]:
    """Play a task, and return the boards at the end of its games."""
    boards: list[Board] = []
    canonical = Board.canonical

    def seen(board: Board) -> Board:
        boards.append(board)
        return canonical(board)

    monkeypatch.setattr(Board, "canonical", seen)
    list(task.play())
    return boards


@pytest.mark.parametrize("start", ["plain", "black_handicap"])
def test_a_game_is_counted_as_it_ended(monkeypatch: pytest.MonkeyPatch, start: str) -> None:
    task = replace(TASK, start=start, layout="scottish-daisy")
    games = read_games(b"".join(task.play()))
    for game, board in zip(games, final_boards(monkeypatch, task), strict=True):
        assert board.outcome is not None
        assert game.points == {BLACK: 1, WHITE: 0, None: 0.5}[board.outcome.winner]
        assert game.plies == board.ply <= 240
        assert game.ejections == board.ejected(BLACK) + board.ejected(WHITE) - (start != "plain")
        if board.outcome.termination == "ply_cap":
            assert board.ply == 240
            assert board.outcome.is_draw == (board.ejected(BLACK) == board.ejected(WHITE))


def distance(cell: int) -> float:
    name = cell_name(cell)
    up, right = ord(name[0]) - ord("e"), int(name[1]) - 5
    return round(abs(right + up * complex(-0.5, math.sqrt(0.75))), 6)


@pytest.mark.parametrize("giver", [BLACK, WHITE])
def test_a_handicap_takes_the_marble_farthest_from_the_centre(giver: Color) -> None:
    for layout in (*LAYOUTS.values(), Layout.from_cells({"black": (0, 1, 2), "white": (59, 60)}, unequal=True)):
        board = start_board(layout, Start(f"{giver}_handicap"))
        other = WHITE if giver == BLACK else BLACK
        (missing,) = set(layout.marbles[giver]) - set(board.marbles(giver))
        assert distance(missing) == max(map(distance, layout.marbles[giver]))
        assert board.marbles(other) == layout.marbles[other]
        assert (board.ejected(giver), board.ejected(other), board.turn) == (1, 0, BLACK)
    assert start_board(LAYOUTS["standard"], Start.PLAIN).position() == Board().position()


# ---- statistics


def test_figures_agree_with_a_computation_by_hand() -> None:
    games = [Game(i, points, plies, ejections, key) for i, (points, plies, ejections, key) in enumerate(
        [(1.0, 90, 8, "a"), (1.0, 110, 9, "b"), (0.5, 240, 4, "c"), (0.0, 100, 7, "b")])]  # fmt: skip
    figures = Figures.of(games)
    assert (figures.games, figures.distinct) == (4, 3)
    # The errors of shares are those of (1, 1, 0.5, 0, 1, 1, 0, 0) and of (0, 0, 1, 0, 1, 1, 0, 0).
    assert [each.value for each in (figures.first, figures.draws, figures.plies, figures.ejections)] == [
        0.625, 0.25, 135, 7]  # fmt: skip
    assert figures.first.error == round(1.959964 * math.sqrt((4.25 / 8 - (4.5 / 8) ** 2) / 8), 4)
    assert figures.draws.error == round(1.959964 * math.sqrt((3 / 8) * (5 / 8) / 8), 4)
    spread = sum((plies - 135) ** 2 for plies in (90, 110, 240, 100)) / 3
    assert figures.plies.error == round(1.959964 * math.sqrt(spread / 4), 4)
    assert figures.ejections.error == round(1.959964 * math.sqrt((1 + 4 + 9 + 0) / 3 / 4), 4)


@pytest.mark.parametrize("chance", [0.5, 0.8, 0.95])
def test_about_95_percent_of_the_intervals_contain_the_truth(chance: float) -> None:
    dice = random.Random(7)
    held = 0
    for _ in range(2000):
        share = Measure.share([float(dice.random() < chance) for _ in range(100)])
        held += abs(share.value - chance) <= share.error
    assert 0.93 <= held / 2000 <= 0.99


# ---- words


def figures(first: float, draws: float, plies: float, ejections: float, error: float = 0.02) -> Figures:
    return Figures(200, 200, *(Measure(value, error) for value in (first, draws, plies, ejections)))


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (figures(0.55, 0, 150, 8), ["fair"]),
        (figures(0.551, 0, 150, 8), ["favours_first"]),
        (figures(0.449, 0, 150, 8), ["favours_second"]),
        (figures(0.551, 0, 150, 8, error=0.06), ["fair"]),
        (figures(0.5, 0.15, 99, 8), ["fair", "sharp"]),
        (figures(0.5, 0.15, 100, 8), ["fair"]),
        (figures(0.5, 0.151, 99, 8), ["fair"]),
        (figures(0.5, 0.15, 99, 7.9), ["fair"]),
        (figures(0.6, 0.29, 201, 8), ["favours_first", "slow"]),
        (figures(0.6, 0.3, 90, 8), ["favours_first", "slow"]),
        (figures(0.6, 0.29, 200, 8), ["favours_first"]),
    ],
)
def test_words_follow_from_figures(found: Figures, words: list[str]) -> None:
    limits = Limits(0.05, sharp_plies=100, sharp_ejections=8, sharp_draws=0.15, slow_plies=200, slow_draws=0.3)
    assert list(words_for(found, limits)) == words


def test_the_remedy_is_the_one_nearest_to_one_half() -> None:
    def best(first: float, handicap: float, swap: float) -> str | None:
        shares = {"handicap": handicap, "swap": swap}
        remedies = tuple(Remedy(kind, 100, Measure(share, 0.1)) for kind, share in shares.items())
        remedy = Entry(figures(first, 0, 150, 8), ("favours_first",), remedies).remedy
        return remedy.kind if remedy else None

    assert best(0.7, 0.45, 0.6) == "handicap"
    assert best(0.7, 0.3, 0.6) == "swap"
    assert best(0.7, 0.1, 0.2) is None, "neither is nearer than the layout itself"


# ---- the shipped atlas


def test_every_layout_is_in_the_shipped_atlas() -> None:
    assert list(DATA["layouts"]) == list(LAYOUTS)
    assert re.fullmatch(r"[0-9a-f]{64}", DATA["network"])
    assert all(entry["games"] == DATA["games"] for entry in DATA["layouts"].values())
    assert all(entry["distinct"] > 0.65 * entry["games"] for entry in DATA["layouts"].values()), "games differ"
    opening = {"plies": 6, "variations": 4, "temperature": 20, "margin": 40}
    assert (DATA["opening"], DATA["rules"]) == (opening, {"ply_cap": 240, "adjudication": "more_ejections"})


def quantile(values: list[float], share: float) -> float:
    place = share * (len(values) - 1)
    low, high = sorted(values)[math.floor(place)], sorted(values)[math.ceil(place)]
    return low + (high - low) * (place - math.floor(place))


def test_the_shipped_words_follow_from_the_shipped_figures() -> None:
    limits, entries = DATA["limits"], DATA["layouts"].values()
    plies = [entry["plies"][0] for entry in entries]
    assert limits["sharp_plies"] == pytest.approx(quantile(plies, 0.25), abs=1e-4)
    assert limits["slow_plies"] == pytest.approx(quantile(plies, 0.75), abs=1e-4)
    assert limits["sharp_ejections"] == pytest.approx(quantile([e["ejections"][0] for e in entries], 0.5), abs=1e-4)
    for entry in entries:
        share, error = entry["first"]
        balance, *pace = entry["words"]
        assert (balance == "fair") == (round(abs(share - 0.5), 4) <= max(limits["fair_within"], error))
        assert balance == "fair" or (balance == "favours_first") == (share > 0.5)
        slow = entry["plies"][0] > limits["slow_plies"] or entry["draws"][0] >= limits["slow_draws"]
        sharp = entry["plies"][0] < limits["sharp_plies"] and entry["draws"][0] <= limits["sharp_draws"]
        sharp = sharp and entry["ejections"][0] >= limits["sharp_ejections"]
        assert pace == (["slow"] if slow else ["sharp"] if sharp else [])
        tried = {kind: abs(first - 0.5) for kind, (_, first, _) in entry.get("tried", {}).items()}
        assert tried.keys() == ({"handicap", "swap"} if balance != "fair" else set())
        nearest = min(tried, key=tried.__getitem__, default=None)
        better = nearest is not None and tried[nearest] < abs(share - 0.5)
        assert entry.get("remedy") == (nearest if better else None)


def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("write_atlas", REPOSITORY / "tools/write_atlas.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_shows_the_shipped_atlas() -> None:
    page = (REPOSITORY / "docs/atlas.md").read_text(encoding="utf-8")
    assert tool().written(page, shipped_atlas()) == page
    rows = dict(re.findall(r"^\| ([^|]+?) \| ([^|]+?) \| \d", page, re.M))
    words = {LAYOUTS[slug].name: ", ".join(entry["words"]).replace("_", " ") for slug, entry in DATA["layouts"].items()}
    assert rows == words


def half_up(share: float) -> str:
    """Return a share in percent, as `Intl.NumberFormat` rounds it."""
    return str((100 * Decimal(str(share))).quantize(Decimal(1), ROUND_HALF_UP))


def test_halves_are_rounded_up() -> None:
    for share in (0.575, 0.285, 0.145, 0.085, 0.535, 0.995, 0.035, 0.0349, 0, 1):
        assert Measure(share, share).percent() == f"{half_up(share)}%±{half_up(share)}"
    assert Measure(8.85, 2.15).text(1) == "8.9±2.2"
    assert Measure(112.5, 2.4999).text(0) == "113±2"


def test_the_command_lists_words_and_figures(run: Run) -> None:
    lines = run("layouts").lines
    for line, (slug, entry) in zip(lines, DATA["layouts"].items(), strict=False):
        assert line.startswith(slug)
        found = re.search(r"  (fair|favours first|favours second)(, sharp|, slow)?  +(\d+)%±(\d+) +(\d+)%±\d+ ", line)
        assert found, line
        assert (found[1] + (found[2] or "")).replace(" ", "_").replace(",_", " ").split() == entry["words"]
        assert [found[3], found[4], found[5]] == [half_up(each) for each in (*entry["first"], entry["draws"][0])]
    assert "fair" not in lines[-1], "several players have no atlas"
    assert "%" not in run("layouts", "six-players-pbmserv").out


# ---- making


@pytest.fixture(scope="module")
def whole() -> Atlas:
    return make_atlas(SURVEY)


def test_the_same_survey_makes_the_same_file(whole: Atlas, tmp_path: Path) -> None:
    assert list(whole.entries) == ["french-daisy", "face-to-face"]
    assert make_atlas(SURVEY, processes=2).written() == whole.written()
    assert make_atlas(replace(SURVEY, seed=1)).written() != whole.written()
    path = tmp_path / "atlas.json"
    path.write_bytes(whole.written())
    assert Atlas.read(path) == whole


def test_remedies_are_tried_for_layouts_that_are_not_fair(whole: Atlas) -> None:
    unfair = whole.entries["french-daisy"]
    assert unfair.words[0] == "favours_first", "Black can eject at once"
    assert [(remedy.kind, remedy.games) for remedy in unfair.remedies] == [("handicap", 6), ("swap", 6)]
    assert whole.entries["face-to-face"].words[0] == "fair"
    assert not whole.entries["face-to-face"].remedies


def lines_of(journal: Path) -> list[bytes]:
    return journal.read_bytes().splitlines(keepends=True)


def test_an_interrupted_survey_goes_on_from_its_journal(whole: Atlas, tmp_path: Path) -> None:
    journal = tmp_path / "atlas.jsonl"

    def interrupt_after(games: int) -> Callable[[int, int], None]:
        def report(played: int, planned: int) -> None:
            if played == games:
                raise KeyboardInterrupt

        return report

    with pytest.raises(KeyboardInterrupt):
        make_atlas(SURVEY, journal=str(journal), report=interrupt_after(15))
    begun = lines_of(journal)
    assert len(begun) == 3, "a header and two chunks, of ten games and of two"
    with journal.open("ab") as file:
        file.write(b'{"layout": "standard", "st')  # a line that was cut off
    seen: list[tuple[int, int]] = []
    again = make_atlas(SURVEY, journal=str(journal), report=lambda played, planned: seen.append((played, planned)))
    assert again.written() == whole.written()
    assert seen[0] == (13, 24)
    assert seen[-1] == (36, 36), "with twelve games of remedies"
    finished = lines_of(journal)
    assert finished[:3] == begun
    make_atlas(SURVEY, journal=str(journal), report=lambda *numbers: pytest.fail("nothing is left to play"))
    assert lines_of(journal) == finished


def test_a_journal_goes_on_with_more_games_but_not_with_other_settings(tmp_path: Path) -> None:
    journal = str(tmp_path / "atlas.jsonl")
    survey = Survey(layouts=("standard",), games=4, nodes=5)
    make_atlas(survey, journal=journal)
    more = replace(survey, games=12, layouts=("standard", "spider"))
    assert make_atlas(more, journal=journal).written() == make_atlas(more).written()
    with pytest.raises(LabError, match="a journal of other work: nodes is 5, not 6"):
        make_atlas(replace(survey, nodes=6), journal=journal)
    with open(journal, "ab") as file:
        file.write(b'{"layout": "standard"}\n')
    with pytest.raises(LabError, match=r"atlas.jsonl:\d+: not games of an atlas$"):
        make_atlas(survey, journal=journal)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"layouts": ()}, "expected at least one layout"),
        ({"layouts": ("standard", "three-players")}, "no such layout of two players: 'three-players'"),
        ({"games": 5}, "games must be an even number of at least 4, not 5"),
    ],
)
def test_a_survey_is_checked(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        replace(SURVEY, **wrong)


@pytest.mark.parametrize("content", [b"", b"[]", b'{"limits": {}}', b"{"])
def test_other_files_are_no_atlas(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(content)
    with pytest.raises(LabError, match=r"a\.json: not an atlas$"):
        Atlas.read(path)


def test_the_command_writes_an_atlas(run: Run, tmp_path: Path) -> None:
    words = (
        "lab",
        "atlas",
        "-o",
        "a.json",
        "--layouts",
        "French Daisy,face-to-face",
        "--games",
        "12",
        "--nodes",
        "200",
    )
    done = run(*words, "--processes", "1", "--journal", "a.jsonl")
    assert (done.code, done.err) == (0, "")
    counts = dict(re.findall(r"(?:: |, )([a-z ]+) (\d+)", done.out))
    assert done.out.startswith("layouts 2: fair 1, favours first 1")
    assert counts.keys() <= {word.replace("_", " ") for word in WORDS}
    assert (tmp_path / "a.json").read_bytes() == make_atlas(SURVEY).written()


def test_the_help_has_an_example_that_runs(run: Run) -> None:
    page = run("lab", "atlas", "--help").out
    assert all(len(line) <= 80 for line in page.splitlines())
    (example,) = re.findall(r"^  (sumito .*)$", page, re.M)
    assert run(*example.split()[1:]).code == 0


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("--games", "2"), "argument --games: expected at least 4 games"),
        (("--games", "5"), "argument --games: expected an even number"),
        (("--layouts", "nothing"), "sumito lab atlas: no such layout: 'nothing'"),
        (("--journal", "a.json"), "--output: a.json is already --journal"),
        (("--network", "nowhere", "--games", "4", "--layouts", "standard"), "nowhere"),
    ],
)
def test_wrong_options_are_one_line(run: Run, words: tuple[str, ...], error: str) -> None:
    done = run("lab", "atlas", "-o", "a.json", *words)
    assert done.code in (1, 2)
    assert error in done.err
    assert len(done.err.splitlines()) == 1
    assert not Path("a.json").exists()
