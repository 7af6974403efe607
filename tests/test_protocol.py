"""The engine protocol, engine side: without a process, and with one."""

import io
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from command_line import in_process_of_its_own
from dialogue import LONG, Talk, talking
from sumito import LAYOUTS, Board, PositionForm, Rules, __version__
from sumito.engine import Engine
from sumito.engine import protocol as protocol_module
from sumito.engine.protocol import LONGEST_LINE, OPTIONS, OPTIONS_OF_RULES, Session, serve

WIN_IN_ONE = "5/6/7/8/6SSs/8/7/6/ss3 5 0 b 0 1"
WON = "sssss/ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSSS 6 0 w 0 1"
INFO = re.compile(
    r"info depth \d+( multipv \d+)? score (cp -?\d+|win -?\d+) nodes \d+ nps \d+ time \d+ hashfull \d+ pv( \w+)+"
)


talk = pytest.fixture(talking)


# ---- the beginning


def test_it_introduces_itself(talk: Talk) -> None:
    talk.tell("uai")
    assert talk.said == [
        "id name sumito test",
        "id author the sumito authors",
        "option name Hash type spin default 64 min 1 max 1048576",
        "option name Threads type spin default 1 min 1 max 512",
        "option name MultiPV type spin default 1 min 1 max 200",
        "option name Level type spin default 12 min 1 max 12",
        "option name Ponder type check default false",
        "option name EvalFile type string default <default>",
        "option name Repetition type spin default 3 min 0 max 1000000",
        "option name MarblesToEject type spin default 6 min 1 max 61",
        "option name PlyCap type spin default 0 min 0 max 1000000",
        "option name QuietCap type spin default 0 min 0 max 1000000",
        "option name Adjudication type combo default draw var draw var more_ejections",
        "option name Blocked type combo default loses var loses var draws",
        "uaiok",
    ]


def test_it_is_ready_before_and_during_a_search(talk: Talk) -> None:
    assert talk.answer() == []
    talk.tell("go infinite")
    talk.wait_for("info depth 5")
    talk.tell("isready")
    talk.wait_for("readyok")
    assert not [line for line in talk.said if line.startswith("bestmove")]


# ---- positions


def test_positions_of_every_kind(talk: Talk) -> None:
    for start, board in [
        ("startpos", Board()),
        ("layout Belgian Daisy", Board("belgian-daisy")),
        (f"fen {WIN_IN_ONE}", Board.from_position(WIN_IN_ONE)),
        *((f"{form.name.lower()} {Board('the-wall').position(form)}", Board("the-wall")) for form in PositionForm),
    ]:
        assert talk.answer(f"position {start}") == []
        assert talk.session._board == board
        move = sorted(board.legal_moves)[0]
        assert talk.answer(f"position {start} moves {board.format_move(move)}") == []
        board.play(move)
        assert talk.session._board == board


def test_moves_count_for_repetition_and_a_longer_list_goes_on(talk: Talk) -> None:
    moves = ["c3d4", "g7f6", "d4c3", "f6g7"]
    talk.tell(f"position startpos moves {' '.join(moves)}", f"position startpos moves {' '.join(moves * 2)}")
    assert talk.session._board.occurrences() == 3
    assert len(talk.session._board.history) == 8
    talk.tell(f"position startpos moves {' '.join(moves[:2])}")
    assert len(talk.session._board.history) == 2


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("position", "position: it is `position startpos`"),
        ("position moves c3d4", "position: it is `position startpos`"),
        ("position chess", "position: startpos, layout NAME or fen TEXT, not 'chess'"),
        ("position startpos a1b2", "position: startpos, layout NAME or fen TEXT, not 'startpos a1b2'"),
        ("position layout chess", "position: no such layout: 'chess'"),
        ("position fen 5/6/7", "position: not a position, fewer than nine rows: '5/6/7', column 6"),
        ("position fen", "position: not a position, nothing to read: '', column 1"),
        ("position fen 5/6/7/8/9/8/7/6/5", "position: not a position to play, no marbles: "),
        ("position startpos moves c3d4 c3d4", "position: move 2: illegal move 'c3d4' in "),
        ("position startpos moves c3d4 g7f6 zz", "position: move 3: "),
        ("position startpos moves " + "c3d4 g7f6 d4c3 f6g7 " * 2 + "c3d4", "position: move 9: the game is over (draw"),
        (f"position fen {WON} moves a1b2", "position: move 1: the game is over (black wins by ejection)"),
    ],
)
def test_a_bad_position_says_why_and_the_old_one_stays(talk: Talk, line: str, problem: str) -> None:
    talk.tell("position layout belgian-daisy moves a1b2")
    (said,) = talk.answer(line)
    assert said.startswith(f"info string {problem}")
    board = Board("belgian-daisy")
    board.play("a1b2")
    assert talk.session._board == board


# ---- options


def test_options_change_what_they_name(talk: Talk) -> None:
    talk.tell("setoption name threads value 2", "setoption name multipv value 3", "setoption name Ponder value true")
    talk.tell("go depth 4")
    best = talk.wait_for("bestmove")
    assert re.fullmatch(r"bestmove \w+ ponder \w+", best)
    infos = [line for line in talk.said if line.startswith("info depth 4")][-3:]
    assert [line.split()[4] for line in infos] == ["1", "2", "3"]
    assert all(INFO.fullmatch(line) for line in infos)


def test_the_rules_are_options_and_hold_at_once(talk: Talk) -> None:
    assert talk.answer("setoption name MarblesToEject value 1", "position fen 5/6/7/8/6SSs/8/7/6/ss3") == []
    assert talk.best("go depth 3") == "e7e8"
    talk.tell("setoption name PlyCap value 9", "setoption name Repetition value 0", "go depth 1")
    talk.wait_for("bestmove")
    assert talk.session._board.rules == Rules(marbles_to_eject=1, ply_cap=9, repetition=0)
    talk.tell("setoption name Adjudication value More_Ejections", "setoption name Blocked value draws")
    talk.tell("setoption name QuietCap value 7", "go depth 1")
    talk.wait_for("bestmove")
    rules = talk.session._board.rules
    assert (rules.adjudication, rules.blocked, rules.quiet_cap) == ("more_ejections", "draws", 7)


def test_every_rule_of_two_players_is_an_option() -> None:
    assert {*OPTIONS_OF_RULES} == {field.name for field in fields(Rules)} - {"mixed_moves"}
    assert {*OPTIONS_OF_RULES.values()} <= {option.name for option in OPTIONS.values()}


def test_the_ply_of_a_position_counts_for_the_cap(talk: Talk) -> None:
    """Black leads, and the cap comes after two plies: the game is won by count."""
    start = Board().position().replace("0 0 b 0 1", "1 0 b 3 60")
    talk.tell("setoption name PlyCap value 120", "setoption name Adjudication value more_ejections")
    talk.tell(f"position fen {start} moves c3d4 g7f6", "go depth 2")
    assert talk.wait_for("info string") == "info string the game is over: black wins by ply cap"
    talk.tell(f"position fen {start}", "go depth 2")
    assert " score win 2 " in talk.wait_for("info depth 2")


def test_a_position_that_new_rules_forbid_is_not_searched(talk: Talk) -> None:
    talk.tell("setoption name Repetition value 0", "position startpos moves " + "c3d4 g7f6 d4c3 f6g7 " * 2 + "c3d4")
    talk.tell("setoption name Repetition value 3", "go depth 1")
    assert talk.wait_for("info string").startswith("info string go: move 9: the game is over (draw by repetition)")
    assert talk.wait_for("bestmove") == "bestmove none"
    assert talk.best("position startpos", "go depth 1") != "none"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("setoption", "setoption: use `setoption name NAME value VALUE`"),
        ("setoption Hash 3", "setoption: use `setoption name NAME value VALUE`"),
        ("setoption name Contempt value 3", "setoption: no such option: 'Contempt' (there are Hash, Threads, "),
        ("setoption name Hash", "setoption: Hash: must be a whole number from 1 to 1048576, not ''"),
        ("setoption name Hash value 0", "setoption: Hash: must be a whole number from 1 to 1048576, not '0'"),
        ("setoption name Hash value -1", "setoption: Hash: must be a whole number from 1 to 1048576, not '-1'"),
        ("setoption name Threads value two", "setoption: Threads: must be a whole number from 1 to 512, not 'two'"),
        ("setoption name Threads value \u0663", "setoption: Threads: must be a whole number from 1 to 512, not "),
        ("setoption name Level value 13", "setoption: Level: must be a whole number from 1 to 12, not '13'"),
        ("setoption name Ponder value maybe", "setoption: Ponder: must be true or false, not 'maybe'"),
        ("setoption name Repetition value 1", "setoption: Repetition: repetition must be 0 or at least 2"),
        (
            "setoption name Adjudication value toss",
            "setoption: Adjudication: must be draw or more_ejections, not 'toss'",
        ),
        ("setoption name Blocked", "setoption: Blocked: must be loses or draws, not ''"),
        ("setoption name EvalFile", "setoption: EvalFile: must be a file name, <default> or <none>, not empty"),
        (
            "setoption name EvalFile value a\0b",
            "setoption: EvalFile: a network must be the name of a file, not 'a\\x00b'",
        ),
        ("setoption name EvalFile value /", "setoption: EvalFile: '/': is a directory"),
        (f"setoption name EvalFile value {__file__}", f"setoption: EvalFile: {__file__} is not a network file"),
    ],
)
def test_options_that_cannot_be_are_refused(talk: Talk, line: str, problem: str) -> None:
    before = dict(talk.session._values)
    (said,) = talk.answer(line)
    assert said.startswith(f"info string {problem}")
    assert talk.session._values == before


def test_too_little_memory_is_said(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = talk.session._thinker()

    def none_left(**settings: object) -> Engine:
        raise MemoryError("std::bad_alloc")

    monkeypatch.setattr(protocol_module, "Engine", none_left)
    assert talk.answer("setoption name Hash value 4096") == [
        "info string setoption: Hash: not enough memory for 4096 MB (Threads 1)"
    ]
    assert talk.session._engine is engine


def test_a_network_that_cannot_be_read_does_not_end_the_session(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    def unreadable(**settings: object) -> Engine:
        raise FileNotFoundError(2, "No such file or directory", "net.bin")

    talk.session._engine = None
    monkeypatch.setattr(protocol_module, "Engine", unreadable)
    talk.tell("isready", "go depth 1")
    assert talk.said == [
        "info string isready: EvalFile: '<default>': no such file or directory",
        "info string go: EvalFile: '<default>': no such file or directory",
        "bestmove none",
    ]


def test_the_network_is_the_engines(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, object]] = []

    def note(**settings: object) -> Engine:
        asked.append(settings)
        if settings.get("network") == "no such file":
            raise FileNotFoundError(2, "No such file or directory", "no such file")
        return Engine(hash_mb=1)

    monkeypatch.setattr(protocol_module, "Engine", note)
    talk.tell("setoption name EvalFile value some net.bin", "setoption name EvalFile value <none>")
    assert [settings["network"] for settings in asked] == ["some net.bin", None]
    (said,) = talk.answer("setoption name EvalFile value no such file")
    assert said == "info string setoption: EvalFile: 'no such file': no such file or directory"
    talk.tell("setoption name EvalFile value <default>")
    assert "network" not in asked[-1]


# ---- bad input


@pytest.mark.parametrize(
    "line",
    [
        "xyzzy",
        "UAI",
        "\x00\x01\x02",
        "\x1b[31mred",
        "go\x00depth",
        "\N{SNOWMAN}" * 50,
        "'" * 5000,
        "%s {0}",
        "position\x85",
    ],
)
def test_garbage_gets_one_printable_line(talk: Talk, line: str) -> None:
    (said,) = talk.answer(line)
    assert said.startswith("info string ")
    assert said.isprintable()
    assert len(said) < 500


@pytest.mark.parametrize("line", ["", " ", "\t", "\r\n", "\n", "   \r"])
def test_empty_lines_are_skipped(talk: Talk, line: str) -> None:
    assert talk.answer(line) == []


def test_lines_may_end_with_carriage_return_and_be_spaced_out(talk: Talk) -> None:
    assert talk.best("position \t startpos   moves  a1b2\r\n", "  go   depth   2 \r\n") != "none"


COMMANDS = ["uai", "isready", "setoption", "position", "newgame", "stop", "ponderhit"]
ARGUMENTS = ["name", "value", "Level", "startpos", "layout", "standard", "fen", "moves", "a1b2", "c3d4", "-1", "5/6/7"]
WORDS = st.sampled_from([*COMMANDS, *ARGUMENTS, "\x00", "\udcff", "9" * 20])


@given(st.lists(st.lists(WORDS | st.text(max_size=8), max_size=7), max_size=6))
def test_no_line_ends_a_session(lines: list[list[str]]) -> None:
    said: list[str] = []
    session = Session(said.append)
    session.handle("setoption name Hash value 1")
    for words in lines:
        if words and words[0].split()[:1] not in (["quit"], ["go"]):
            assert session.handle(" ".join(words))
    assert session.handle("isready")
    assert said[-1] == "readyok"
    assert all(line.isprintable() for line in said)
    assert not [line for line in said if re.match(r"info string \w+: \w+Error: ", line)]


# ---- streams and processes


def served(text: str) -> list[str]:
    out = io.StringIO()
    serve(io.StringIO(text), out, name="sumito")
    return out.getvalue().splitlines()


def test_a_stream_is_served_to_its_end() -> None:
    assert served("isready\n\nisready") == ["readyok", "readyok"]
    assert served("isready\nquit\nisready\n") == ["readyok"]


def test_the_end_of_the_input_ends_a_search() -> None:
    assert served("go infinite\n")[-1].startswith("bestmove ")


def test_a_line_that_is_too_long_is_skipped_whole() -> None:
    assert served("x" * (3 * LONGEST_LINE) + " isready\nisready\n") == [
        f"info string a line of more than {LONGEST_LINE} characters",
        "readyok",
    ]


def start(tmp_path: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "sumito", "engine"],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_a_process_answers_line_by_line(tmp_path: Path) -> None:
    with start(tmp_path) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        for sent, answer in [
            (b"uai\r\n", b"uaiok"),
            (b"\xff\xfe\x00\x80\n", b"info string no such command"),
            (b"position layout belgian-daisy\ngo infinite\n", b"info depth 4"),
            (b"isready\n", b"readyok"),
            (b"stop\n", b"bestmove"),
        ]:
            process.stdin.write(sent)
            process.stdin.flush()
            while not (line := process.stdout.readline()).startswith(answer):
                assert line
        process.stdin.write(b"go infinite\nquit\n")
        process.stdin.flush()
        assert process.wait(LONG) == 0
        assert process.stderr.read() == b""


def test_a_process_ends_with_its_input(tmp_path: Path) -> None:
    done = in_process_of_its_own("engine", cwd=tmp_path, stdin=None, input="uai\ngo infinite\n", timeout=LONG)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == f"id name sumito {__version__}"
    assert done.stdout.splitlines()[-1].startswith("bestmove ")


def test_a_process_whose_answers_nobody_reads_ends_quietly(tmp_path: Path) -> None:
    with start(tmp_path) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"isready\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"readyok\n"
        process.stdout.close()
        process.stdin.write(b"go depth 8\nisready\n")
        process.stdin.flush()
        assert process.wait(LONG) == 141
        assert process.stderr.read() == b""


# ---- the page


def test_the_dialogue_of_the_page_is_held(repository: Path) -> None:
    page = (repository / "docs/protocol.md").read_text(encoding="utf-8")
    (dialogue,) = re.findall(r"^```uai\n(.*?)^```$", page, re.M | re.S)
    talk = Talk()
    for line in dialogue.splitlines():
        sign, _, text = line.partition(" ")
        if sign == ">":
            before = len(talk.said)
            assert talk.session.handle(text) == (text != "quit")
        elif text == "...":
            continue
        else:
            pattern = re.escape(text).replace(re.escape("..."), ".*")
            assert re.fullmatch(pattern, talk.wait_for(pattern)), line
            if text.startswith(("info string", "bestmove")):
                assert len(talk.said) > before


def test_the_page_names_every_option(repository: Path) -> None:
    page = (repository / "docs/protocol.md").read_text(encoding="utf-8")
    table = page.partition("## Options")[2]
    assert re.findall(r"^\| `(\w+)` \|", table, re.M) == [option.name for option in OPTIONS.values()]
    for option in OPTIONS.values():
        row = re.search(rf"^\| `{option.name}` \| (.*?) \|", table, re.M)
        assert row is not None
        assert str(option.default).lower() in row[1]
        if option.most:
            assert row[1] == f"{option.least} to {option.most}, {option.default}"


def test_layouts_by_every_name(talk: Talk) -> None:
    for layout in list(LAYOUTS.values())[:12]:
        for name in (layout.slug, layout.name, *layout.aliases):
            assert talk.answer(f"position layout {name}") == []
