"""The engine with several players: against a search without pruning, forced wins, symmetry, stops, levels."""

from __future__ import annotations

import random
import sys
import threading
import time

import pytest

import multi_search
from positions import rows_of
from sumito import CELLS, MULTI_LAYOUTS, Board, Color, Rules, Symmetry, _native
from sumito.engine import MULTI_LEVELS, Engine, Limit, OutsideEngine, play_level
from sumito.engine.levels import accepts_draw

NO_HISTORY = Rules(repetition=0)


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(hash_mb=4)


def small_board(seed: int, players: str, letters: str, marbles: int) -> Board:
    """Return a position with a few marbles near the edge, and scores one before the end for some."""
    dice = random.Random(seed)
    cells = dice.sample(list(CELLS)[:26], marbles * len(letters))
    taken = {cell: letters[index % len(letters)] for index, cell in enumerate(cells)}
    sides = len(players.split()[1].split(","))
    scores = ",".join(str(dice.choice((0, 3, 5))) for _ in range(sides))
    text = f"{rows_of(taken)} {players.split()[0]} {scores} {dice.choice(players.split()[0])} 0 1"
    return Board.from_position(text, rules=NO_HISTORY)


def searcher() -> _native.Threads:
    return _native.Threads(1 << 20, 1, None)


def exact(board: Board, depth: int, threads: _native.Threads | None = None) -> int:
    """Return the score of a search of the core that prunes only what cannot matter."""
    threads = threads or searcher()
    threads.prepare(False)
    variations, _, stopped = threads.run(board._game, depth, 0, 0, 0, 1, False, [], None)
    assert not stopped
    return variations[0][0]


SEATS = [("buw 0,0,0", "SBs", 3), ("buwr 0,0", "SBsR", 3), ("buwr 0,0,0,0", "SBsR", 2)]


@pytest.mark.parametrize(("players", "letters", "marbles"), SEATS)
@pytest.mark.parametrize(("depth", "seeds"), [(1, 12), (2, 6), (3, 2)])
def test_the_search_finds_the_score_of_one_without_pruning(
    players: str, letters: str, marbles: int, depth: int, seeds: int
) -> None:
    for seed in range(seeds):
        board = small_board(seed, players, letters, marbles)
        if board.outcome is None:
            assert exact(board, depth) == multi_search.value(board, board.turn, depth), board.position()


def teams(seed: int, **rules: bool | int) -> Board:
    text = small_board(seed, "buwr 0,0", "SBsR", 3).position()
    return Board.from_position(text, rules=Rules(repetition=0, adjudication="more_ejections", **rules))  # type: ignore[arg-type]


@pytest.mark.parametrize(("rules", "depth", "seeds"), [({"ply_cap": 2}, 3, 8), ({"quiet_cap": 1}, 2, 40)])
def test_teams_are_searched_exactly_near_a_cap(rules: dict[str, int], depth: int, seeds: int) -> None:
    for seed in range(seeds):
        board = teams(seed, **rules)
        if board.outcome is None:
            assert exact(board, depth) == multi_search.value(board, board.turn, depth), (board.position(), rules)


@pytest.mark.parametrize("cap", ["ply_cap", "quiet_cap"])
@pytest.mark.parametrize(("players", "letters", "marbles"), [SEATS[0], SEATS[2]])
def test_the_one_reply_counts_for_all_opponents_at_a_cap(players: str, letters: str, marbles: int, cap: str) -> None:
    changed = 0
    for seed in range(8):
        board = small_board(seed, players, letters, marbles)
        plies = len(board.players) + (board.ply if cap == "ply_cap" else 0)
        rules = Rules(repetition=0, adjudication="more_ejections", **{cap: plies})  # type: ignore[arg-type]
        capped = Board.from_position(board.position(), rules=rules)
        if capped.outcome is None:
            assert exact(capped, 3) == multi_search.value(capped, capped.turn, 3), capped.position()
            changed += exact(capped, 3) != exact(board, 3)
    assert changed


@pytest.mark.parametrize(
    "rules",
    [{"mixed_moves": True}, {"ply_cap": 3}, {"quiet_cap": 3}, {"marbles_to_eject": 8}],
)
def test_a_table_keeps_no_score_of_other_rules(rules: dict[str, int]) -> None:
    changed = 0
    for seed in range(40):
        board, other = teams(seed, **rules), teams(seed)
        if board.outcome or other.outcome:
            continue
        threads = searcher()
        first, second = exact(board, 3, threads), exact(other, 3, threads)
        assert second == exact(other, 3), (board.position(), rules)
        changed += first != second
    assert changed


def test_a_player_blocked_at_a_cap_loses() -> None:
    rules = Rules(ply_cap=1, adjudication="more_ejections")  # by ejections White and Red would win
    board = Board.from_position("s4/6/7/8/9/8/1s5/s1sS2/RsS2 buwr 0,1 b 0 1", rules=rules)
    assert exact(board, 2) == 30_000 - 1


def test_two_players_who_are_left_are_searched_exactly() -> None:
    for seed in range(4):
        board = small_board(seed, "buw 0,0,0", "SBs", 4)
        board.resign()
        if board.outcome is None:
            assert exact(board, 2) == multi_search.value(board, board.turn, 2), board.position()


WINS = [
    "5/6/7/8/6SSs/8/7/6/BBB2 buw 5,5,5 b 0 1",
    "5/6/7/8/6SSB/8/7/6/ss3 buw 5,0,0 b 0 1",
    "5/6/7/8/5SSSs/8/7/6/BBBRR buwryg 5,5,5,5,5,5 b 0 1",
    # The line needs a partner's marble.
    "5/6/7/8/6SsB/8/7/6/RRB2 buwr 5,5 b 0 1",
]


@pytest.mark.parametrize("position", WINS)
def test_a_win_in_one_is_played(engine: Engine, position: str) -> None:
    board = Board.from_position(position)
    for limit in (Limit(depth=1), Limit(nodes=100), Limit(depth=4)):
        analysis = engine.analyse(board, limit)
        assert analysis.score.win_in == 1
        board.play(analysis.best)
        assert board.outcome is not None
        assert Color.BLACK in board.outcome.winners
        board.undo()


@pytest.mark.parametrize("level", [level.id for level in MULTI_LEVELS])
@pytest.mark.parametrize("position", WINS)
def test_every_level_plays_a_win_in_one(engine: Engine, position: str, level: str) -> None:
    board = Board.from_position(position)
    for seed in range(5):
        assert board.is_ejection(play_level(engine, board, level, random.Random(seed)))


def can_be_beaten(board: Board) -> bool:
    """Return whether somebody wins with the next move, if it is theirs."""
    others = [color for color in board.active if color is not board.turn]
    for color in (board.turn, *others):
        now = multi_search.replying(board, color)
        if board.score(color) == 5 and any(now.is_ejection(move) for move in now.legal_moves):
            return True
    return False


def test_a_win_in_one_of_any_opponent_is_prevented_if_possible(engine: Engine) -> None:
    prevented = 0
    for seed in range(250):
        board = small_board(seed, "buw 0,0,0", "SBs", 4)
        if board.outcome is not None or board.score(board.turn) == 5:
            continue
        safe = []
        for move in board.legal_moves:
            after = board.copy()
            after.play(move)
            if after.outcome is None and not can_be_beaten(after):
                safe.append(move)
        if safe and len(safe) < len(board.legal_moves):
            prevented += 1
            assert engine.analyse(board, Limit(depth=3)).best in safe, board.position()
    assert prevented >= 10


@pytest.mark.parametrize("layout", sorted(MULTI_LAYOUTS))
def test_images_of_a_position_have_the_same_score(layout: str) -> None:
    board = Board(layout, rules=NO_HISTORY)
    for move in random.Random(7).choices(range(30), k=8):
        board.play(list(board.legal_moves)[move % len(board.legal_moves)])
    scores = {exact(board.transformed(Symmetry(number)), 2) for number in range(12)}
    assert len(scores) == 1


def test_equal_players_have_equal_scores() -> None:
    for layout in ("three-players", "four-players-teams", "six-players-pbmserv"):
        assert set(Board(layout)._game.scores()) == {0}  # type: ignore[union-attr]


def test_the_same_nodes_give_the_same_result() -> None:
    for layout in ("three-players", "four-players-teams"):
        found = []
        for _ in range(2):
            with Engine(hash_mb=1) as fresh:
                found.append(fresh.analyse(Board(layout), Limit(nodes=20_000), variations=3))
        assert found[0] == found[1]
        assert found[0].nodes == 20_000


def test_a_result_has_a_playable_line_and_the_scores_of_all_players(engine: Engine) -> None:
    for layout in MULTI_LAYOUTS:
        board = Board(layout)
        analysis = engine.analyse(board, Limit(nodes=5_000), variations=2)
        for variation in analysis.variations:
            board.format_line(variation.moves)  # raises for a move that cannot be played
            assert variation.score.color is board.turn
            values = [variation.score.of(color).value for color in board.players]
            assert values[0] == variation.score.value
            assert len(values) == len(board.players)
    teams = engine.analyse(Board("four-players-teams"), Limit(nodes=5_000)).score
    assert teams.of(Color.WHITE).value == teams.value
    assert len(engine.analyse(Board("four-players-teams"), Limit(nodes=20_000)).variations[0].moves) > 2


def test_losers_have_lost_however_the_game_ends(engine: Engine) -> None:
    # Blue is left without a marble, and Black is the last player.
    last = Board.from_position("5/6/7/8/6SSB/8/7/6/5 buW 0,0,5 b 0 1")
    # White leaves with its last marble, and Blue has left before.
    alone = Board.from_position("5/6/7/8/6SSs/8/7/6/5 bUw 0,0,0 b 0 1")
    capped = Board.from_position(
        "s4/6/7/8/S8/8/7/6/B3s buw 1,0,0 b 0 1", rules=Rules(ply_cap=1, adjudication="more_ejections")
    )
    blocked = Board.from_position("s4/6/7/8/9/8/1s5/s1sS2/RsS2 buwr 0,0 b 0 1")
    for board in (last, alone, capped, blocked):
        score = engine.analyse(board, Limit(depth=4)).score
        assert score.win_in is not None, board.position()
        assert score.win_in > 0, board.position()
        winners = next(side for side in board.sides if board.turn in side)
        for color in set(board.players) - set(winners):
            assert score.of(color).win_in == -score.win_in, (board.position(), color)


def test_a_draw_is_a_draw_for_all_who_play(engine: Engine) -> None:
    text = "s4/6/7/8/S8/8/7/6/B3s buw 1,0,0 b 0 1"
    score = engine.analyse(Board.from_position(text, rules=Rules(ply_cap=1)), Limit(depth=2)).score
    assert [score.of(color).value for color in (Color.BLACK, Color.BLUE, Color.WHITE)] == [0, 0, 0]


def test_a_player_who_has_left_has_lost(engine: Engine) -> None:
    board = Board("three-players")
    board.resign("blue")
    score = engine.analyse(board, Limit(nodes=2_000)).score
    assert (score.of("blue").win_in or 0) < 0
    assert score.of("white").value == -score.of("black").value


def test_an_abort_stops_quickly() -> None:
    with Engine(hash_mb=1) as endless:
        search = endless.search(Board("three-players"))
        outcome = search.start()
        threading.Event().wait(0.2)
        asked = time.monotonic()
        search.stop()
        assert outcome.result(timeout=10).stopped
        assert time.monotonic() - asked < 2


def test_the_search_knows_repetition_and_caps() -> None:
    text = "s4/6/7/8/S8/8/7/6/B3s buw 1,0,0 b 0 1"
    board = Board.from_position(text, rules=Rules(ply_cap=2, adjudication="more_ejections"))
    assert exact(board, 4) >= 30_000 - 4  # more ejections win at the cap
    assert exact(Board.from_position(text, rules=Rules(ply_cap=2)), 4) == 0


def test_what_has_no_meaning_for_several_players_raises(engine: Engine) -> None:
    board = Board("three-players")
    analysis = engine.analyse(board, Limit(nodes=100))
    with pytest.raises(ValueError, match="only scores of two players"):
        _ = analysis.score.win_probability
    with pytest.raises(ValueError, match="red does not play"):
        analysis.score.of(Color.RED)
    with pytest.raises(ValueError, match="only two players have this, not 3"):
        accepts_draw(board, analysis)
    outside = OutsideEngine([sys.executable, "-m", "sumito", "engine"])
    with outside, pytest.raises(ValueError, match="only two players have this, not 3"):
        outside.search(board)


def test_a_level_depends_only_on_the_game_and_the_dice(engine: Engine) -> None:
    board = Board("three-players")
    for level in MULTI_LEVELS:
        moves = [play_level(engine, board, level.id, random.Random(3)) for _ in range(2)]
        assert moves[0] == moves[1]
    chosen = {play_level(engine, board, MULTI_LEVELS[0].id, random.Random(seed)) for seed in range(12)}
    assert len(chosen) > 4
