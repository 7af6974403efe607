"""Matches: colours, counts, journals, failures, records, and the command that plays them."""

from __future__ import annotations

import hashlib
import io
import json
import re
import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from command_line import Run, read_games, runner
from scripted_players import BOOK, QUICK, Scripted, ScriptedPlayer, match, played
from sumito import BLACK, WHITE, Board, Move, NotationError
from sumito.cli import main
from sumito.cli.options.match import ending_lines
from sumito.cli.progress import Progress
from sumito.engine import Engine, Limit
from sumito.lab import LabError, players
from sumito.lab import games as lab_games
from sumito.lab.book import Book
from sumito.lab.journal import Journal
from sumito.lab.match import RULES, Match, MatchRun, Result, result_entry
from sumito.lab.players import PlayerSpec
from sumito.lab.statistics import Decision, Sprt
from sumito.notation.records import Record

run = pytest.fixture(runner)

# ---- games and counts


def test_each_opening_is_played_twice_with_colours_exchanged() -> None:
    one, two = Scripted("one"), Scripted("two")
    result = MatchRun(match(one, two), pairs=3).play()
    first_plies = 4  # of the openings, after which Black is to move
    begins = [color for ply, color in one.seen if ply in (first_plies, first_plies + 1)]
    assert begins == [BLACK, WHITE] * 3
    assert [color for ply, color in two.seen if ply in (first_plies, first_plies + 1)] == [WHITE, BLACK] * 3
    for pair in result.pairs:
        assert [game.black for game in pair.games] == [0, 1]
        opening = match(one, two).opening(pair.number)
        for game in pair.games:
            board = Board(pair.layout)
            for text in game.moves.split()[:first_plies]:
                board.play(text)
            assert board.position() == opening.board().position()


def test_an_engine_against_itself_is_even() -> None:
    test = Sprt(0, 20)
    result = MatchRun(match("default", ""), pairs=10, sprt=test).play()
    # Without randomness both games of a pair are the same, so every pair is even.
    assert result.pentanomial.counts == (0, 0, 10, 0, 0)
    assert result.distinct_games == 10
    assert ending_lines(result)[1].endswith(" plies a game, 10 distinct games")
    one = MatchRun(match("default", ""), pairs=1).play()
    assert ending_lines(one)[1].endswith(" plies a game, 1 distinct game")
    assert result.scores[1.0] == result.scores[0.0]
    assert sum(result.scores.values()) == sum(result.terminations.values()) == sum(result.results.values()) == 20
    assert test.lower < result.llr <= 0
    assert result.decision is None


def test_counts_are_those_of_the_games() -> None:
    result = MatchRun(match("nodes=60", "nodes=20"), pairs=8).play()
    first_won = {(0, "1-0"), (1, "0-1")}
    games = [(game.black, game.result) for pair in result.pairs for game in pair.games]
    assert result.scores[1.0] == sum(game in first_won for game in games)
    assert result.scores[0.5] == sum(game[1] == "1/2-1/2" for game in games)
    total = sum(score * count for score, count in result.scores.items())
    counts = result.pentanomial
    assert total == sum(2 * share * count for share, count in zip((0, 0.25, 0.5, 0.75, 1), counts.counts, strict=True))
    assert counts.pairs == 8
    assert result.mean_plies == sum(game.plies for pair in result.pairs for game in pair.games) / 16
    assert counts.mean > 0.5  # three times the nodes


def test_a_game_ends_by_the_rules_of_the_match() -> None:
    quick = match(Scripted("one"), Scripted("two"))
    capped = Match(quick.players, BOOK, QUICK, rules=replace(RULES, ply_cap=20))
    result = MatchRun(capped, pairs=2).play()
    assert result.terminations == {"ply_cap": 4}
    assert {game.plies for pair in result.pairs for game in pair.games} == {20}


def test_the_result_does_not_depend_on_how_many_play_at_once() -> None:
    one = MatchRun(match("nodes=30", "nodes=60"), pairs=6).play()
    three = MatchRun(match("nodes=30", "nodes=60"), pairs=6, concurrency=3).play()
    assert played(one) == played(three)


def test_the_seed_chooses_openings() -> None:
    orders = [[match("", "", seed=seed).opening(number) for number in range(len(BOOK))] for seed in (0, 1)]
    assert orders[0] != orders[1]
    assert set(orders[0]) == set(orders[1]) == set(BOOK)
    assert [match("", "").opening(number) for number in range(24, 48)] != orders[0]


def test_the_test_ends_a_match() -> None:
    loser = Scripted("loser", fails_at=4)
    result = MatchRun(match(Scripted("winner"), loser), sprt=Sprt(0, 200), concurrency=2).play()
    assert result.decision is Decision.ACCEPTED
    assert result.llr >= 2.944 > Sprt(0, 200).llr(type(result.pentanomial)((0, 0, 0, 0, len(result.pairs) - 1)))
    result = MatchRun(match(loser, Scripted("winner")), sprt=Sprt(0, 200)).play()
    assert result.decision is Decision.REJECTED
    assert MatchRun(match(loser, loser), pairs=3, sprt=Sprt(0, 200)).play().decision is None


def test_a_match_needs_an_end_and_a_test_two_players() -> None:
    with pytest.raises(ValueError, match="needs a number of pairs or a test"):
        MatchRun(match("", ""))
    three = Match((PlayerSpec(),) * 3, BOOK, QUICK, pairings=((0, 1), (0, 2), (1, 2)))
    with pytest.raises(ValueError, match="two players"):
        MatchRun(three, sprt=Sprt(0, 10))


def test_limits_of_a_player_stand_above_those_of_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[tuple[int | None, int | None]] = []
    search = Engine.play

    def noted(engine: Engine, board: Board, limit: Limit | None = None) -> Move:
        assert limit is not None
        limits.append((limit.nodes, limit.time_ms))
        return search(engine, board, Limit(nodes=1))

    monkeypatch.setattr(Engine, "play", noted)
    MatchRun(match("nodes=70", "time=9"), pairs=1).play()
    assert set(limits) == {(70, None), (None, 9)}
    limits.clear()
    MatchRun(match("", "hash=1", limit=Limit(time_ms=5000)), pairs=1).play()
    assert set(limits) == {(None, 5000)}


# ---- failures


@pytest.mark.parametrize("fault", ["raise", "illegal"])
def test_a_player_that_fails_loses_and_the_match_goes_on(fault: str, tmp_path: Path) -> None:
    bad = Scripted("bad", fails_at=9, fault=fault)
    path = tmp_path / "journal"
    result = MatchRun(match(bad, Scripted("good")), pairs=3, journal=str(path)).play()
    assert result.pentanomial.counts == (3, 0, 0, 0, 0)
    assert result.terminations == {"failure": 6}
    for pair in result.pairs:
        black, white = pair.games
        assert (black.result, white.result) == ("0-1", "1-0")
        assert (black.plies, white.plies) == (10, 9)
    said = {"raise": "RuntimeError: out of ideas", "illegal": "IllegalMoveError: illegal move "}[fault]
    assert len(result.failures) == 6
    assert result.failures[0].startswith(f"black failed at ply 11: {said}")
    assert path.read_text(encoding="utf-8").count(said) == 6


def test_a_player_that_is_late_by_far_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_games, "overdue_ms", lambda time_ms: -1)
    result = MatchRun(match("nodes=10", "time=1"), pairs=1).play()
    assert result.pentanomial.counts == (0, 0, 0, 0, 1)
    assert "TimeoutError: took " in result.failures[0]


def test_a_player_that_cannot_start_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(LabError, match="player 'hash=1048576' cannot start: "):
        MatchRun(match("hash=1048576", ""), pairs=1).play()


def test_a_player_that_failed_is_started_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[ScriptedPlayer] = []
    begin = ScriptedPlayer.__init__

    def noted(player: ScriptedPlayer, spec: Scripted) -> None:
        started.append(player)
        begin(player, spec)

    monkeypatch.setattr(ScriptedPlayer, "__init__", noted)
    MatchRun(match(Scripted("one"), Scripted("two")), pairs=2).play()
    usual = len(started)
    started.clear()
    MatchRun(match(Scripted("one"), Scripted("two", fails_at=6)), pairs=2).play()
    assert (usual, len(started)) == (4, 2 + 2 * 4)  # two that test whether they start, then those that play


# ---- other engines, levels


class FakeOutside:
    made: list[FakeOutside] = []  # noqa: RUF012

    def __init__(self, command: Sequence[str], *, options: Mapping[str, str | int], timeout_s: float) -> None:
        if command[0] == "missing":
            raise OSError("no such program: missing")
        self.command, self.options, self.timeout_s = tuple(command), dict(options), timeout_s
        self.games = 0
        self.closed = False
        FakeOutside.made.append(self)

    def play(self, board: Board, limit: Limit) -> Move:
        return min(board.legal_moves)

    def stop(self) -> None: ...

    def forget(self) -> None:
        self.games += 1

    def close(self) -> None:
        self.closed = True


def test_an_outside_engine_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "OutsideEngine", FakeOutside)
    monkeypatch.setattr(FakeOutside, "made", [])
    text = "command=\"engine --flag 'a b'\",option.Hash=64,option.Own Book=off,time=200"
    result = MatchRun(match(text, "nodes=30"), pairs=2).play()
    assert result.terminations["failure"] == 0
    engine = FakeOutside.made[-1]
    assert engine.command == ("engine", "--flag", "a b")
    assert engine.options == {"Hash": "64", "Own Book": "off"}
    assert engine.timeout_s >= 10
    assert engine.games == 4
    assert all(each.closed for each in FakeOutside.made)
    with pytest.raises(LabError, match="cannot start: no such program: missing"):
        MatchRun(match("command=missing", "nodes=30"), pairs=1).play()


def test_a_level_plays_with_the_dice_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    levels: set[str] = set()

    def play_level(engine: Engine, board: Board, level: str, random: Random) -> Move:
        levels.add(level)
        return random.choice(sorted(board.legal_moves))

    monkeypatch.setattr(players, "play_level", play_level)
    results = [MatchRun(match("level=3", "level=4"), pairs=2, concurrency=n).play() for n in (1, 2)]
    assert played(results[0]) == played(results[1])
    assert levels == {"hazelnut", "walnut"}
    assert results[0].distinct_games == 4


# ---- texts of players


def test_texts_name_players() -> None:
    assert PlayerSpec.parse(" default ") == PlayerSpec.parse("") == PlayerSpec()
    spec = PlayerSpec.parse('network = "a,b.net" , hash=64,threads=2,nodes=500')
    assert (spec.network, spec.hash_mb, spec.threads, spec.nodes) == ("a,b.net", 64, 2, 500)
    assert PlayerSpec.parse("level=12").level == PlayerSpec.parse("level=sun").level == "sun"
    assert PlayerSpec.parse("level=r1-3").level == "r1-3"
    assert PlayerSpec.parse("command=engine").command == ("engine",)
    assert PlayerSpec.parse("network=none").network == "none"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nonsense", "no such key of a player: 'nonsense'"),
        ('command="a\nb"', "a player must be one line of printable text"),
        ("hash=64,,threads=2", "no such key of a player: ''"),
        ("Level=3", "no such key of a player: 'Level'"),
        ("level", "level needs a value"),
        ("level=", "level needs a value"),
        ('command=""x', "a player must be KEY=VALUE"),
        ('command="x', "a player must be KEY=VALUE"),
        ('command=""', "command needs a program"),
        ('command="a \'b"', "not a command (No closing quotation)"),
        ("level=13", "a level must be a number from 1 to 12 or an id, not 13"),
        ("hash=lots", "hash must be a whole number from 1 to 1048576, not 'lots'"),
        ("threads=0", "threads must be a whole number from 1 to 512, not '0'"),
        ("hash=1,hash=2", "hash occurs twice"),
        ("nodes=1,time=1", "nodes and time cannot be combined"),
        ("level=1,nodes=5", "a level has its own limits"),
        ("option.x=1", "option.NAME needs command="),
        ("command=x,hash=3", "hash is for sumito"),
        ("command=x,option.=3", "no such key of a player: 'option.'"),
    ],
)
def test_bad_texts_get_one_clear_error(text: str, said: str) -> None:
    with pytest.raises(NotationError, match=re.escape(said)) as caught:
        PlayerSpec.parse(text)
    assert repr(text) in str(caught.value)


def test_a_player_is_described_by_what_it_depends_on(tmp_path: Path) -> None:
    network = tmp_path / "a.net"
    network.write_bytes(b"weights")
    told = PlayerSpec.parse(f"network={network}").description()
    assert told["network"] == hashlib.sha256(b"weights").hexdigest()
    network.write_bytes(b"other weights")
    assert PlayerSpec.parse(f"network={network}").description() != told
    assert len(PlayerSpec().description()["core"]) == 64
    assert PlayerSpec.parse("command=x").description() == {"player": "command=x"}


# ---- journals


class Break(Exception):
    pass


@pytest.mark.parametrize("concurrency", [1, 2])
def test_a_broken_match_goes_on_to_the_same_result(tmp_path: Path, concurrency: int) -> None:
    whole = match("nodes=30", "nodes=60")
    sure = MatchRun(whole, pairs=7).play()
    path = str(tmp_path / "journal")

    def break_off(result: Result) -> None:
        if len(result.pairs) % 3 == 0:
            raise Break

    for _ in range(2):
        broken = MatchRun(whole, pairs=7, concurrency=concurrency, journal=path)
        with pytest.raises(Break):
            broken.play(break_off)
    kept = Path(path).read_bytes()
    assert kept.count(b"\n") in range(4, 8)
    result = MatchRun(whole, pairs=7, concurrency=concurrency, journal=path).play()
    assert played(result) == played(sure)
    assert result_entry(whole, result) == result_entry(whole, sure)
    # Finished pairs are not played again.
    assert Path(path).read_bytes().startswith(kept)
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    numbers = [json.loads(line)["pair"] for line in lines[1:]]
    assert len(numbers) == len(set(numbers)) >= 7


def test_a_finished_match_is_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    done = MatchRun(match("nodes=30", "nodes=60"), pairs=2, journal=str(path)).play()
    before = path.read_bytes()
    again = MatchRun(match("nodes=30", "nodes=60"), pairs=2, journal=str(path))
    assert played(again.play()) == played(done)
    assert path.read_bytes() == before


def test_a_torn_last_line_is_played_again(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    done = MatchRun(match("nodes=30", "nodes=60"), pairs=3, journal=str(path)).play()
    before = path.read_bytes()
    for torn in (before[:-1], before[:-200], before[: len(before) // 2]):
        path.write_bytes(torn)
        assert played(MatchRun(match("nodes=30", "nodes=60"), pairs=3, journal=str(path)).play()) == played(done)
        assert path.read_bytes() == before


@pytest.mark.parametrize("cut", [0, 5, 40])
def test_a_torn_header_begins_anew(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "journal"
    MatchRun(match("nodes=30", "nodes=60"), pairs=1, journal=str(path)).play()
    before = path.read_bytes()
    path.write_bytes(before[:cut])
    MatchRun(match("nodes=30", "nodes=60"), pairs=1, journal=str(path)).play()
    assert path.read_bytes() == before


def test_a_journal_of_another_match_is_refused(tmp_path: Path) -> None:
    path = str(tmp_path / "journal")
    MatchRun(match("nodes=30", "nodes=60"), pairs=1, journal=path).play()
    small = Book(BOOK[:5])
    books = f"book is {BOOK.sha256[:12]}, not {small.sha256[:12]}; openings is {len(BOOK)}, not 5"
    others = {
        "player 2 is nodes=60, not nodes=61": match("nodes=30", "nodes=61"),
        "player 1 is nodes=30, not nodes=60; player 2 is nodes=60, not nodes=30": match("nodes=60", "nodes=30"),
        "seed is 0, not 1": match("nodes=30", "nodes=60", seed=1),
        f"limit nodes is {QUICK.nodes}, not 41": match("nodes=30", "nodes=60", limit=Limit(nodes=41)),
        "rules ply_cap is 300, not 299": match("nodes=30", "nodes=60", rules=replace(RULES, ply_cap=299)),
        books: Match(match("nodes=30", "nodes=60").players, small, QUICK),
    }
    for what, other in others.items():
        with pytest.raises(LabError, match=rf"a journal of other work: {what}; choose a new file$"):
            MatchRun(other, pairs=1, journal=path).play()
    three = Match((*match("nodes=30", "nodes=60").players, PlayerSpec()), Book(BOOK), QUICK)
    with pytest.raises(LabError, match=r"a journal of other work: players differ; choose a new file$"):
        MatchRun(three, pairs=1, journal=path).play()
    with pytest.raises(LabError, match=r"sprt differs; choose a new file$"):
        MatchRun(match("nodes=30", "nodes=60"), pairs=1, sprt=Sprt(0, 10), journal=path).play()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"hello", "not a journal"),
        (b"hello\n", ":1: not a line of a journal"),
        (b"[]\n", ":1: not a line of a journal"),
        (b'{"sumito":1}\n', "a journal of other work"),
    ],
)
def test_other_files_are_no_journals_and_stay_as_they_are(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(LabError, match=re.escape(said)):
        Journal(path, {"sumito": "test"})
    assert path.read_bytes() == content


def test_lines_that_are_no_pairs_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    MatchRun(match("nodes=30", "nodes=60"), pairs=1, journal=str(path)).play()
    good = path.read_bytes()
    for bad in (
        b"{}\n",
        b'{"pair":1,"layout":"x","games":[]}\n',
        good.splitlines()[1].replace(b'"black":1', b'"black":0'),
    ):
        path.write_bytes(good + bad.rstrip() + b"\n")
        with pytest.raises(LabError, match=r"journal:3: not a pair of games"):
            MatchRun(match("nodes=30", "nodes=60"), pairs=2, journal=str(path)).play()


# ---- the command


def test_the_command_plays_and_writes(run: Run) -> None:
    words = ["lab", "match", "nodes=60", "nodes=20", "--games", "6", "--sprt", "-20", "20"]
    done = run(*words, "--journal", "j", "--apgn", "games.apgn", "--json", "result.json", "--concurrency", "2")
    assert (done.code, done.err) == (0, "")
    assert done.lines[:2] == ["A nodes=60", "B nodes=20"]
    assert re.fullmatch(r"games 6: A won \d, B won \d, drawn \d", done.lines[2])
    assert re.fullmatch(r"pairs 3 as A scored them: LL \d, LD \d, LW\+DD \d, DW \d, WW \d", done.lines[3])
    assert done.lines[4].startswith("A over B: Elo ")
    assert re.fullmatch(r"LLR [+-]\d\.\d\d in \[-2\.94, 2\.94\] for -20 or 20 nElo: undecided", done.lines[5])
    told = json.loads(Path("result.json").read_text(encoding="utf-8"))
    assert (told["games"], told["limit"], told["rules"]["ply_cap"]) == (6, {"nodes": 5000}, 300)
    assert len(told["book"]) == 64
    records = read_games(Path("games.apgn"))
    lines = [json.loads(line) for line in Path("j").read_text(encoding="utf-8").splitlines()[1:]]
    pairs = sorted(lines, key=lambda line: line["pair"])
    games = [game for line in pairs for game in line["games"]]
    assert len(records) == len(games) == 6
    for record, game in zip(records, games, strict=True):
        assert isinstance(record, Record)
        names = ["nodes=60", "nodes=20"]
        assert [record.headers[color] for color in ("Black", "White")] == (names if not game["black"] else names[::-1])
        assert (record.result, record.headers["Termination"]) == (game["result"], game["termination"])
        texts = [ply.board.format_move(ply.move) for ply in record.plies()]
        assert " ".join(texts) == game["moves"]
    assert run("check", "games.apgn").code == 0
    assert run(*words, "--journal", "j").lines == done.lines


def test_games_that_failed_are_written_too(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    class Dying(FakeOutside):
        def play(self, board: Board, limit: Limit) -> Move:
            raise RuntimeError("the engine {died}")

    monkeypatch.setattr(players, "OutsideEngine", Dying)
    done = run("lab", "match", "command=x", "", "--nodes", "20", "--games", "2", "--apgn", "games.apgn")
    assert done.code == 0
    assert re.match(
        r"failures 2, the last one: \w+ failed at ply \d+: RuntimeError: the engine \{died\}", done.lines[-1]
    )
    for record in read_games(Path("games.apgn")):
        assert isinstance(record, Record)
        assert record.headers["Termination"] == "failure"
        assert "the engine {died}" in record.closing_comments[0]


def test_interrupted_match_keeps_what_is_done(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["lab", "match", "nodes=30", "nodes=20", "--games", "8", "--journal", "j", "--apgn", "games.apgn"]
    shown = []

    def interrupt(progress: Progress, *lines: str) -> None:
        shown.append(lines)
        if len(shown) == 2:
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Progress, "show", interrupt)
        done = run(*words)
    assert (done.code, done.err) == (130, "sumito lab match: interrupted\n")
    assert done.lines[2].startswith("games 4: ")
    assert len(read_games(Path("games.apgn"))) == 4
    assert run(*words).lines[2].startswith("games 8: ")
    assert len(read_games(Path("games.apgn"))) == 8


def test_a_table_lives_on_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.StringIO()
    monkeypatch.setattr(screen, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", screen)
    assert main(["lab", "match", "nodes=30", "nodes=20", "--games", "2"]) == 0
    shown = screen.getvalue()
    assert shown.startswith("\rA nodes=30\nB nodes=20\ngames 2: ")
    lines = shown.partition("\x1b")[0].count("\n")
    assert shown.endswith(f"\x1b[{lines}A\r")


COMPLAINTS = [
    (
        "match x y --games 2",
        "no such key of a player: 'x' (level, network, hash, threads, search.NAME, nodes, time, command, option",
    ),
    ("match default default", "expected --games N, --sprt ELO0 ELO1, or both"),
    ("match default --games 2", "the following arguments are required: PLAYER"),
    (
        "match default default --games 3",
        "argument --games: expected an even number, since games come in pairs, not '3'",
    ),
    ("match default default --games 0", "argument --games: expected a whole number from 2 to 999999998, not '0'"),
    ("match default default --sprt 5 x", "argument --sprt: expected a number, not 'x'"),
    ("match default default --sprt 5 0", "--sprt: bounds must be two numbers from -200 to 200, the lower first: 5 0"),
    (
        "match default default --sprt nan 0",
        "--sprt: bounds must be two numbers from -200 to 200",
    ),
    ("match default default --games 2 --book empty", "empty: not a book of openings"),
    ("match default default --games 2 --book missing", "missing: no such file or directory"),
    ("match default default --games 2 --journal .", ".: is a directory"),
    ("match default default --games 2 --journal no/where", "no/where: no such file or directory"),
    ("match default default --games 2 --apgn no/where", "no/where: no such file or directory"),
    ("match default default --games 2 --nodes 5 --time-ms 3", "argument --time-ms: not allowed with argument --nodes"),
    ("match default network=missing --games 2 --journal j", "missing: no such file or directory"),
    ("nonsense", "argument COMMAND: expected one of "),
    ("", "expected a command (see sumito lab --help)"),
]


@pytest.mark.parametrize(("words", "said"), COMPLAINTS, ids=[words for words, _ in COMPLAINTS])
def test_bad_input_gets_one_line(run: Run, words: str, said: str) -> None:
    Path("empty").touch()
    done = run("lab", *words.split())
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert re.match(r"sumito lab( match)?: ", done.err)
    assert said in done.err
    assert [path.name for path in Path().iterdir()] == ["empty"]


@pytest.mark.parametrize("command", ["match", "tournament", "book", "openings"])
def test_help_has_an_example_that_runs(run: Run, command: str, repository: Path) -> None:
    page = run("lab", command, "--help").out
    assert page.startswith(f"usage: sumito lab {command} ")
    assert all(len(line) <= 80 for line in page.splitlines())
    (example,) = re.findall(r"^  (sumito .*)$", page.partition("example:\n")[2], re.M)
    assert run(*shlex.split(example)[1:]).code == 0
    guide = (repository / "docs/command-line.md").read_text(encoding="utf-8")
    assert f"\n### `sumito lab {command}`\n" in guide
