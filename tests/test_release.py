"""Records written by the commands of release 0.1 are still read, and written again byte for byte.

`release_0_1.apgn` holds games of `sumito play`: resigned, unfinished, drawn by repetition and by agreement, against a
level, from a position. An annotated game of `sumito analyse` and games in Nacre notation follow.
`release_0_1.pgn` has games in PlayStrategy's notation.
"""

from __future__ import annotations

import io
import json
import shutil
import sys
from pathlib import Path

import pytest

from conftest import REPOSITORY
from sumito.cli import main
from sumito.notation.records import Record, read_records, write_records
from sumito.terminal.game_file import resumed

APGN = REPOSITORY / "tests/release_0_1.apgn"
PGN = REPOSITORY / "tests/release_0_1.pgn"
WEB = REPOSITORY / "tests/web/release_0_1.json"
ENDS = [  # result, termination, plies
    ("1-0", "resignation", 3),
    ("*", None, 1),
    ("1/2-1/2", "repetition", 8),
    ("1/2-1/2", "agreement", 1),
    ("*", None, 4),
    ("*", None, 1),
    ("1-0", "ejection", 41),
    ("1-0", "resignation", 3),
    ("*", None, 1),
]


def records(path: Path) -> list[Record]:
    found = list(read_records(path))
    assert all(isinstance(each, Record) for each in found), found
    return [each for each in found if isinstance(each, Record)]


def ends(path: Path) -> list[tuple[str, str | None, int]]:
    return [(each.result, each.headers.get("Termination"), len(each.moves())) for each in records(path)]


def test_games_of_the_old_release_are_read() -> None:
    assert ends(APGN) == ENDS
    assert ends(PGN) == ENDS[:2]
    games = records(APGN)
    assert games[4].headers["White"] == "sumito level 2"
    assert games[5].start.score("black") == 2
    assert records(PGN)[0].moves() == games[0].moves() == games[7].moves()


@pytest.mark.parametrize("path", [APGN, PGN], ids=["apgn", "pgn"])
def test_games_of_the_old_release_are_written_as_they_were(path: Path, tmp_path: Path) -> None:
    write_records(records(path), tmp_path / path.name)
    assert (tmp_path / path.name).read_bytes() == path.read_bytes()


def test_a_game_of_the_old_release_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(PGN, tmp_path / "game.pgn")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO("i5h5\nsave more.apgn\n"))
    assert main(["play", "--resume", "game.pgn", "--lang", "en"]) == 0
    assert "White played i5h5." in capsys.readouterr().out
    assert ends(tmp_path / "more.apgn") == [("*", None, 2)]


def test_every_game_that_the_old_web_app_exported_goes_on_at_the_terminal(tmp_path: Path) -> None:
    exported = json.loads(WEB.read_text(encoding="utf-8"))["records"]
    (tmp_path / "all.apgn").write_text("\n".join(exported), encoding="utf-8")
    games = records(tmp_path / "all.apgn")
    assert len(games) == 15
    for record in games:
        write_records([record], tmp_path / "game.apgn")
        board, headers = resumed(str(tmp_path / "game.apgn"))
        assert list(board.history) == list(record.moves())
        assert (board.outcome is None) is (record.result == "*")
        if board.outcome is not None:
            assert board.outcome.termination == record.headers["Termination"]
        assert headers["Black"] == record.headers["Black"]
