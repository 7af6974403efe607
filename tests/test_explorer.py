"""The opening explorer: counts folded by the symmetries, data files, `sumito explore` and `sumito lab explorer`."""

from __future__ import annotations

import json
import random
import re
import struct
import zlib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from command_line import Run, random_record, runner, write_games
from sumito import BLACK, LAYOUTS, MOVES, SYMMETRIES, WHITE, Board, Move, Symmetry
from sumito.lab import LabError, explorer_maker
from sumito.lab.explorer import LARGEST, Explorer, ExplorerError, Games, key_of, shipped_data
from sumito.lab.explorer_maker import MAGIC, MOST_GAMES, Recipe, make_explorer, positions_in
from sumito.lab.random_opening import USUAL_LAYOUTS
from sumito.notation.records import Record

run = pytest.fixture(runner)

RECIPE = Recipe(games=6, nodes=20, evaluation_nodes=50, fewest_games=2, varied_plies=4)

Game = tuple[str, list[Move], int]
"""Layout, moves, winner."""


# ---- a slow count that shares nothing with the core: hexagonal coordinates, and a dictionary of whole positions


def cell_images() -> list[list[int]]:
    """Return the twelve symmetries as permutations of cells."""
    places = [(x, y) for y in range(-4, 5) for x in range(-4, 5) if abs(x - y) <= 4]
    images = []
    for mirrored in (False, True):
        for turns in range(6):
            image = []
            for x, y in places:
                if mirrored:
                    x, y = x - y, -y
                for _ in range(turns):
                    x, y = x - y, x
                image.append(places.index((x, y)))
            images.append(image)
    return images


IMAGES = cell_images()


def shape_of(board: Board) -> tuple[object, ...]:
    """Return a value that is equal for exactly the images of a position."""
    sides = [board.marbles(color) for color in (BLACK, WHITE)]
    images = ([sum(1 << image[cell] for cell in side) for side in sides] for image in IMAGES)
    return (board.turn, board.ejected(BLACK), board.ejected(WHITE), *min(images))


class SlowCount:
    def __init__(self, games: Sequence[Game]) -> None:
        self.games: Counter[object] = Counter()
        self.points: Counter[object] = Counter()  # of Black, in halves
        self.draws: Counter[object] = Counter()
        for layout, moves, winner in games:
            board = Board(layout)
            shapes = {shape_of(board)}
            for move in moves:
                board.play(move)
                shapes.add(shape_of(board))
            for shape in shapes:
                self.games[shape] += 1
                self.draws[shape] += winner < 0
                self.points[shape] += {0: 2, 1: 0, -1: 1}[winner]

    def find(self, board: Board, player: object) -> tuple[int, float, int]:
        shape = shape_of(board)
        points = self.points[shape] if player is BLACK else 2 * self.games[shape] - self.points[shape]
        return self.games[shape], points / 2, self.draws[shape]


def random_games(seed: int, games: int, layouts: Sequence[str] = USUAL_LAYOUTS) -> list[Game]:
    """Return short games with few different moves, so that they share positions in several ways."""
    dice = random.Random(seed)
    found: list[Game] = []
    for number in range(games):
        layout = layouts[number % len(layouts)]
        board = Board(layout)
        for _ in range(dice.randrange(2, 8)):
            board.play(dice.choice(sorted(board.legal_moves)[:: max(1, len(board.legal_moves) // 4)]))
            if dice.random() < 0.3:  # an image of the same game
                symmetry = dice.choice(SYMMETRIES)
                if Board(layout).transformed(symmetry) == Board(layout):
                    moves = [symmetry.move(move) for move in board.history]
                    board = Board(layout)
                    for move in moves:
                        board.play(move)
        found.append((layout, list(board.history), dice.choice((0, 1, -1))))
    return found


def explorer_of(games: Sequence[Game]) -> Explorer:
    explorer = Explorer()
    for layout, moves, winner in games:
        explorer.add_game(Board(layout), moves, winner)
    return explorer


def points(found: Games) -> float:
    return found.wins + found.draws / 2


@pytest.mark.parametrize("seed", range(2))
def test_counts_are_those_of_a_slow_count(seed: int) -> None:
    games = random_games(seed, 45)
    explorer, slow = explorer_of(games), SlowCount(games)
    assert explorer.games == 45
    shared = together = 0
    for layout, moves, _ in games:
        board = Board(layout)
        for move in [*moves, None]:
            found = explorer.find(board)
            assert (found.games, points(found), found.draws) == slow.find(board, board.turn)
            shared += found.games > 1
            rows = explorer.moves(board)
            listed = {each: row for row in rows for each in (row.move, *row.same)}
            assert len(listed) == sum(1 + len(row.same) for row in rows)
            for legal in board.legal_moves:
                after = board.copy()
                after.play(legal)
                expected = slow.find(after, board.turn)
                if not expected[0]:
                    assert legal not in listed
                    continue
                row = listed[legal]
                assert (row.after.games, points(row.after), row.after.draws) == expected
                twin = board.copy()
                twin.play(row.move)
                assert shape_of(twin) == shape_of(after), "moves count together exactly if their positions are images"
                together += legal != row.move
            assert [row.after.games for row in rows] == sorted((row.after.games for row in rows), reverse=True)
            if move is not None:
                board.play(move)
    assert shared > 45
    assert together > 100


def test_a_half_turn_makes_two_moves_of_the_belgian_daisy_one() -> None:
    board = Board("belgian-daisy")
    half_turn = SYMMETRIES[3]
    assert board.transformed(half_turn) == board
    moves = sorted(board.legal_moves)
    first, twin = moves[0], half_turn.move(moves[0])
    assert first is not twin
    explorer = explorer_of([("belgian-daisy", [first], 0), ("belgian-daisy", [twin], 1)])
    (row,) = explorer.moves(board)
    assert {row.move, *row.same} >= {first, twin}
    assert (row.after.games, row.after.wins, row.after.draws) == (2, 1, 0)
    assert explorer.find(board) == Games(2, 1, 0, None)


@pytest.mark.parametrize("symmetry", SYMMETRIES, ids=lambda each: str(each.number))
def test_symmetric_games_give_the_same_table_with_the_moves_mapped(symmetry: Symmetry) -> None:
    games = random_games(5, 9)
    here, there = Explorer(), Explorer()
    for layout, moves, winner in games:
        here.add_game(Board(layout), moves, winner)
        there.add_game(Board(layout).transformed(symmetry), map(symmetry.move, moves), winner)
    for layout, moves, _ in games:
        board = Board(layout)
        for move in moves:
            rows = {frozenset(map(symmetry.move, (row.move, *row.same))): row.after for row in here.moves(board)}
            mapped = board.transformed(symmetry)
            assert {frozenset((row.move, *row.same)): row.after for row in there.moves(mapped)} == rows
            assert here.moves(mapped) == there.moves(mapped)
            board.play(move)


def test_a_position_that_occurs_twice_in_a_game_counts_once() -> None:
    start = Board.from_position("5/6/7/8/S7s/8/7/6/5 0 0 b 0 1")
    board = start.copy()
    there_and_back = [board.play(text) for text in ("e1e2", "e9e8", "e2e1", "e8e9")]
    assert board == start
    explorer = Explorer()
    explorer.add_game(start, there_and_back, -1)
    assert explorer.find(start) == Games(1, 0, 1, None)


def test_colours_and_lost_marbles_are_part_of_a_position() -> None:
    board = Board()
    explorer = explorer_of([("standard", [sorted(board.legal_moves)[0]], 0)])
    rows = board.position().split()
    white = Board.from_position(" ".join([rows[0], "0", "0", "w", "0", "1"]))
    one_lost = Board.from_position(" ".join([rows[0], "1", "0", "b", "0", "1"]))
    assert [explorer.find(each).games for each in (board, white, one_lost)] == [1, 0, 0]
    assert Games(0, 0, 0, None).points is None


def test_records_without_a_result_or_of_several_players_do_not_count() -> None:
    explorer = Explorer()
    assert not explorer.add(Record(result="*"))
    assert not explorer.add(Record("three-players"))
    assert explorer.add(Record(result="1/2-1/2"))
    assert explorer.games == 1
    with pytest.raises(ValueError, match="illegal"):
        explorer.add_game(Board(), [Board().play("a1b2")] * 2, 0)
    assert explorer.games == 1
    assert explorer.find(Board()) == Games(1, 0, 1, None)


# ---- data files


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, Path]:
    journal = tmp_path_factory.mktemp("explorer") / "journal.jsonl"
    return make_explorer(RECIPE, str(journal)), journal


def test_a_made_file_has_the_games_of_its_journal(made: tuple[bytes, Path]) -> None:
    data, journal = made
    entries = [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()[1:]]
    played = {entry["game"]: entry for entry in entries if "game" in entry}
    assert set(played) == set(range(RECIPE.games))
    counted = Explorer()
    read = Explorer()
    read.read(data, "file")
    only_scores = Explorer()
    only_scores.read(data, "file", with_games=False)
    assert (read.games, only_scores.games) == (RECIPE.games, 0)
    for number, entry in sorted(played.items()):
        moves = [MOVES[move] for move in entry["moves"]]
        counted.add_game(Board(RECIPE.layout(number)), moves, entry["winner"])
    scores = {entry["position"]: entry["score"] for entry in entries if "position" in entry}
    kept = 0
    for number, entry in played.items():
        board = Board(RECIPE.layout(number))
        for move in entry["moves"]:
            expected = counted.find(board)
            found = read.find(board)
            if expected.games >= RECIPE.fewest_games:
                assert (found.games, found.wins, found.draws) == (expected.games, expected.wins, expected.draws)
                assert found.evaluation == scores[key_of(board)] == only_scores.find(board).evaluation
                assert only_scores.find(board).games == 0
                kept += 1
            else:
                assert found == Games(0, 0, 0, None)
            board.play(MOVES[move])
    assert kept >= 6


def test_the_same_recipe_makes_the_same_file_in_any_number_of_threads(made: tuple[bytes, Path], tmp_path: Path) -> None:
    data, journal = made
    assert make_explorer(RECIPE, str(tmp_path / "new.jsonl"), concurrency=3) == data
    # Stopped in the middle of a line.
    lines = journal.read_bytes().splitlines(keepends=True)
    (tmp_path / "part.jsonl").write_bytes(b"".join(lines[:4]) + lines[4][:10])
    reports: list[tuple[str, int, int]] = []
    again = make_explorer(RECIPE, str(tmp_path / "part.jsonl"), report=lambda *each: reports.append(each))
    assert again == data
    assert [each for each in reports if each[0] == "games"] == [("games", n, 6) for n in (4, 5, 6)]
    with pytest.raises(LabError, match="a journal of other work: games is 6, not 7"):
        make_explorer(Recipe(games=7, nodes=20, evaluation_nodes=50, fewest_games=2, varied_plies=4), str(journal))
    (tmp_path / "part.jsonl").write_bytes(lines[0] + b'{"game": 0}\n')
    with pytest.raises(LabError, match=r"part\.jsonl:2: not a game or an evaluation"):
        make_explorer(RECIPE, str(tmp_path / "part.jsonl"))


@pytest.mark.parametrize("what", ["core", "network"])
def test_another_engine_does_not_continue_the_work(made: tuple[bytes, Path], tmp_path: Path, what: str) -> None:
    head, *rest = made[1].read_text(encoding="utf-8").splitlines()
    header = json.loads(head)
    assert len(header[what]) == 64
    journal = tmp_path / "other.jsonl"
    journal.write_text("\n".join([json.dumps({**header, what: "0" * 64}), *rest, ""]), encoding="utf-8")
    with pytest.raises(LabError, match=f"a journal of other work: {what} is 000000000000, not {header[what][:12]}"):
        make_explorer(RECIPE, str(journal))


def test_a_damaged_file_is_refused_and_changes_nothing(made: tuple[bytes, Path]) -> None:
    data, _ = made
    explorer = Explorer()
    for at in range(0, len(data), 37):
        broken = bytearray(data)
        broken[at] ^= 4
        with pytest.raises(ExplorerError, match=r"^my\.explorer: "):
            explorer.read(bytes(broken), "my.explorer")
    for length in (0, 5, len(MAGIC), len(MAGIC) + 11, len(data) // 2, len(data) - 1):
        with pytest.raises(ExplorerError):
            explorer.read(data[:length], "my.explorer")
    with pytest.raises(ExplorerError, match="damaged"):
        explorer.read(data + b"\0", "my.explorer")
    # A file that lies about its length, with a right checksum.
    lie = bytearray(data[:-4])
    lie[len(MAGIC) : len(MAGIC) + 4] = struct.pack("<I", 2**31)
    with pytest.raises(ExplorerError, match="damaged"):
        explorer.read(bytes(lie) + struct.pack("<I", zlib.crc32(lie)), "my.explorer")
    # An entry with more wins and draws than games, with a right checksum.
    entry = len(MAGIC) + 8
    lie = bytearray(data[:-4])
    games, wins, _ = struct.unpack_from("<HHH", lie, entry + 6)
    struct.pack_into("<HHH", lie, entry + 6, games, wins, games - wins + 1)
    with pytest.raises(ExplorerError, match="damaged"):
        explorer.read(bytes(lie) + struct.pack("<I", zlib.crc32(lie)), "my.explorer")
    with pytest.raises(ExplorerError, match="not a data file"):
        explorer.read(b"sumito explorer 2\n" + data[len(MAGIC) :], "my.explorer")
    assert explorer.games == 0
    assert explorer.find(Board()) == Games(0, 0, 0, None)


def test_a_recipe_is_checked() -> None:
    with pytest.raises(ValueError, match="no such layout of two players: 'three-players'"):
        Recipe(games=1, layouts=("three-players",))
    with pytest.raises(ValueError, match="at least one layout"):
        Recipe(games=1, layouts=())
    with pytest.raises(ValueError, match="games must be from 1 to 65535, not 65536"):
        Recipe(games=65_536)


def test_the_shipped_file_is_small_and_has_the_main_layouts() -> None:
    data = shipped_data()
    assert len(data) <= LARGEST == 300_000
    explorer = Explorer()
    explorer.read(data, "shipped")
    assert positions_in(data) > 100
    for slug in USUAL_LAYOUTS:
        board = Board(LAYOUTS[slug])
        here, rows = explorer.find(board), explorer.moves(board)
        assert here.games >= 20
        assert here.evaluation is not None
        assert rows
        assert 0 < sum(row.after.games for row in rows) <= here.games
        assert all(row.after.evaluation is not None for row in rows)


# ---- the commands


def test_explore_prints_the_moves_with_their_games(run: Run) -> None:
    done = run("explore", "--layout", "belgian-daisy")
    assert (done.code, done.err) == (0, "")
    explorer = Explorer()
    explorer.read(shipped_data(), "shipped")
    board = Board("belgian-daisy")
    lines = done.out.splitlines()
    assert lines[0] == f"the engine: {explorer.games} games"
    here = explorer.find(board)
    assert lines[2].startswith(f"Black to move: {here.games} games, points ")
    first = explorer.moves(board)[0]
    assert lines[5].split()[0] == board.format_move(first.move)
    assert f" {first.after.games} " in lines[5]
    assert len(lines) == 5 + len(explorer.moves(board))


def test_explore_counts_files_alone_or_with_the_engine(run: Run) -> None:
    records = [random_record(seed, 12) for seed in range(4)]
    for record, result in zip(records, ("1-0", "0-1", "1/2-1/2", "*"), strict=True):
        record.result = result
    write_games(Path("mine.apgn"), *records)
    done = run("explore", "--layout", "belgian-daisy", "--file", "mine.apgn", "--files-only", "--json")
    answer = json.loads(done.out)
    assert (done.code, done.err) == (0, "")
    assert answer["files"] == [{"name": "mine.apgn", "games": 3, "not_counted": 1, "invalid": 0}]
    assert (answer["engine_games"], answer["games"], answer["wins"], answer["draws"]) == (0, 3, 1, 1)
    assert answer["points"] == 0.5
    assert sum(each["games"] for each in answer["moves"]) == 3
    alone = json.loads(run("explore", "--layout", "belgian-daisy", "--json").out)
    both = json.loads(run("explore", "--layout", "belgian-daisy", "--file", "mine.apgn", "--json").out)
    assert both["games"] == alone["games"] + 3
    text = run("explore", "--layout", "belgian-daisy", "--file", "mine.apgn", "--files-only").out
    assert "mine.apgn: 3 games, 1 game without a result or with more players\n" in text


def test_explore_says_when_there_are_no_games(run: Run) -> None:
    done = run("explore", "--position", "5/6/7/8/5SSSs/8/7/6/5 0 0 b 0 1")
    assert done.code == 0
    assert "Black to move: no games reached this position\nno games after this position\n" in done.out
    moved = json.loads(run("explore", "--moves", "a1b2 i9h8", "--json").out)
    board = Board()
    for text in ("a1b2", "i9h8"):
        board.play(text)
    assert moved["position"] == board.position()


def test_explore_reports_bad_files_in_one_line(run: Run) -> None:
    write_games(Path("games.apgn"), random_record(1, 3), random_record(2, 4))
    texts = Path("games.apgn").read_text(encoding="utf-8").split("\n\n")
    texts[3] = "1. a1b2 i5h5 2. e5e6 *"
    bad = "\n\n".join(texts)
    Path("games.apgn").write_text(bad, encoding="utf-8")
    done = run("explore", "--layout", "belgian-daisy", "--file", "games.apgn")
    assert done.code == 1
    assert done.err.startswith("sumito explore: games.apgn:")
    assert done.err.count("\n") == 1
    assert "games.apgn: 0 games, 1 game without" in done.out
    assert Path("games.apgn").read_text(encoding="utf-8") == bad
    for words, message in (
        (("--file", "nowhere.apgn"), "nowhere.apgn: no such file"),
        (("--files-only",), "--files-only needs --file"),
        (("--moves", "a1b2 a1b2"), "a1b2"),
        (("--layout", "three-players"), "two players"),
    ):
        done = run("explore", *words)
        assert (done.code, done.out) == (2, "")
        assert message in done.err
        assert done.err.count("\n") == 1


def test_the_options_of_lab_explorer_have_the_defaults_of_a_recipe(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    recipes: list[Recipe] = []

    def make(recipe: Recipe, journal: str, **_: object) -> bytes:
        recipes.append(recipe)
        return shipped_data()

    monkeypatch.setattr(explorer_maker, "make_explorer", make)
    words = ("lab", "explorer", "-o", "my.explorer", "--journal", "my.jsonl", "--games")
    assert run(*words, str(MOST_GAMES)).code == 0
    assert recipes == [Recipe(games=MOST_GAMES)]
    assert f"expected a whole number from 1 to {MOST_GAMES}" in run(*words, str(MOST_GAMES + 1)).err
    page = run("lab", "explorer", "--help").out
    for option in ("layouts", "nodes", "evaluation-nodes", "fewest-games", "seed", "concurrency"):
        assert re.search(rf"--{option} N[^-]*\(default:", page), option


def test_lab_explorer_writes_a_file_and_leaves_the_old_one_after_an_error(run: Run) -> None:
    options = "--games 3 --nodes 10 --evaluation-nodes 20 --fewest-games 1 --layouts standard,german-daisy"
    words = ("lab", "explorer", "-o", "my.explorer", "--journal", "my.jsonl", *options.split())
    done = run(*words)
    data = Path("my.explorer").read_bytes()
    assert done.out == f"games 3 positions {positions_in(data)} bytes {len(data)}\n"
    assert run(*words).out == done.out
    assert Path("my.explorer").read_bytes() == data
    explorer = Explorer()
    explorer.read(data, "my.explorer")
    assert [explorer.find(Board(slug)).games for slug in ("standard", "german-daisy", "belgian-daisy")] == [2, 1, 0]
    refused = run(*words, "--seed", "5")
    assert refused.code == 2
    assert "a journal of other work: seed is 0, not 5" in refused.err
    assert Path("my.explorer").read_bytes() == data
    assert run(*words[:4], "--journal", "my.explorer", "--games", "1").code == 2
    assert Path("my.explorer").read_bytes() == data
