"""Records on the command line: `sumito check`, `sumito convert`, and the files they read and write."""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path
from typing import IO

import pytest

import sumito.notation.records
from command_line import Run, in_process_of_its_own, random_record, read_games, runner, write_games
from sumito import Dialect
from sumito.notation.records import Record
from sumito.terminal.files import output_file

run = pytest.fixture(runner)


# ---- check


def test_check_counts_games_and_plies(run: Run) -> None:
    write_games(Path("one.apgn"), random_record(1, 30), random_record(2, 21, "standard"))
    write_games(Path("two.pgn"), random_record(3, 10), dialect=Dialect.PLAYSTRATEGY)
    assert run("check", "one.apgn", "two.pgn") == (0, "games 3 plies 61 invalid 0\n", "")


def test_check_names_invalid_games(run: Run) -> None:
    write_games(Path("games.apgn"), random_record(1, 3), random_record(2, 4), random_record(3, 5))
    texts = Path("games.apgn").read_text(encoding="utf-8").split("\n\n")
    texts[3] = "1. a1b2 i5h5 2. e5e6 *"  # the moves of the second game
    Path("games.apgn").write_text("\n\n".join(texts), encoding="utf-8")
    done = run("check", "games.apgn")
    line = Path("games.apgn").read_text(encoding="utf-8").splitlines().index(texts[3]) + 1
    assert (done.code, done.out) == (1, "games 3 plies 8 invalid 1\n")
    assert done.err.startswith(f"games.apgn:{line}: game 2, ply 3: illegal move 'e5e6' in ")
    assert done.err.count("\n") == 1


def test_check_names_a_fault_without_a_ply(run: Run) -> None:
    Path("games.apgn").write_text('[Event "x"]\n\n1. a1b2\n', encoding="utf-8")
    done = run("check", "games.apgn")
    assert (done.code, done.out) == (1, "games 1 plies 0 invalid 1\n")
    assert re.fullmatch(r"games\.apgn:\d+: game 1: the result is missing at the end of the moves\n", done.err)


def test_check_reads_transposed_records(run: Run) -> None:
    record = random_record(4, 20)
    write_games(Path("old.apgn"), record)
    text = Path("old.apgn").read_text(encoding="utf-8")
    head, _, moves = text.rpartition("\n1. ")
    swapped = re.sub(r"([a-i])([1-9])", lambda m: f"{'abcdefghi'[int(m[2]) - 1]}{'abcdefghi'.index(m[1]) + 1}", moves)
    Path("old.apgn").write_text(f"{head}\n1. {swapped}", encoding="utf-8")
    assert run("check", "old.apgn").code == 1
    assert run("check", "--transposed", "old.apgn").out == "games 1 plies 20 invalid 0\n"
    assert run("convert", "--transposed", "old.apgn", "new.apgn").code == 0
    assert read_games(Path("new.apgn")) == [record]


def test_check_of_an_empty_file_finds_nothing(run: Run) -> None:
    Path("empty.apgn").touch()
    assert run("check", "empty.apgn") == (0, "games 0 plies 0 invalid 0\n", "")


# ---- convert


@pytest.mark.parametrize(("notation", "tag"), [("aba-pro", "Aba-Pro"), ("nacre", "Nacre"), ("playstrategy", None)])
def test_convert_writes_every_dialect(run: Run, notation: str, tag: str | None) -> None:
    records = [random_record(seed, 25) for seed in range(3)]
    write_games(Path("in.apgn"), *records)
    done = run("convert", "in.apgn", "out", "--notation", notation)
    text = Path("out").read_text(encoding="utf-8")
    assert done == (0, "written 3 left out 0\n", "")
    assert (f'[Notation "{tag}"]' in text) if tag else ('[P1 "Ada 1"]' in text)
    assert read_games(Path("out")) == records


def test_convert_defaults_to_aba_pro(run: Run) -> None:
    write_games(Path("in.pgn"), random_record(1, 12), dialect=Dialect.PLAYSTRATEGY)
    run("convert", "in.pgn", "out.apgn")
    assert '[Notation "Aba-Pro"]' in Path("out.apgn").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "notation", "tag"),
    [
        ("out.pgn", None, '[P1 "Ada 1"]'),
        ("out.PGN", None, '[P1 "Ada 1"]'),
        ("out.txt", None, '[Notation "Aba-Pro"]'),
        ("out.pgn", "nacre", '[Notation "Nacre"]'),
        ("out.apgn", "playstrategy", '[P1 "Ada 1"]'),
    ],
)
def test_convert_goes_by_the_ending_unless_told(run: Run, name: str, notation: str | None, tag: str) -> None:
    write_games(Path("in.apgn"), random_record(1, 12))
    assert run("convert", "in.apgn", name, *(("--notation", notation) if notation else ())).code == 0
    assert tag in Path(name).read_text(encoding="utf-8")


def test_convert_leaves_bad_games_out_and_says_so(run: Run) -> None:
    good = random_record(1, 12)
    write_games(Path("in.apgn"), good)
    bad = Path("in.apgn").read_text(encoding="utf-8").replace("\n1. ", "\n1. e5e6 ").replace("Ada 1", "Bad")
    with open("in.apgn", "a", encoding="utf-8") as file:
        file.write(bad)
    done = run("convert", "in.apgn", "out.apgn")
    assert (done.code, done.out) == (1, "written 1 left out 1\n")
    assert re.fullmatch(r"in\.apgn:\d+: game 2, ply 1: illegal move 'e5e6' in .*\n", done.err)
    assert read_games(Path("out.apgn")) == [good]
    assert sorted(os.listdir()) == ["in.apgn", "out.apgn"]


def test_convert_names_what_a_dialect_cannot_hold(run: Run) -> None:
    record = random_record(1, 3)
    record.headers["P1"] = "somebody"
    write_games(Path("in.apgn"), record)
    done = run("convert", "in.apgn", "out.pgn", "--notation", "playstrategy")
    assert (done.code, done.out) == (1, "")
    assert done.err == (
        "in.apgn: game 1: the tag P1 has another meaning in PGN\n"
        "sumito convert: in.apgn: all games are left out, so out.pgn is not written\n"
    )


@pytest.mark.parametrize("text", ["", "not a record\n", '[Event "?"]\n\n1. e5e6 *\n'])
def test_convert_without_a_valid_game_leaves_the_old_file(run: Run, text: str) -> None:
    Path("in.apgn").write_text(text, encoding="utf-8")
    Path("out.apgn").write_text("precious", encoding="utf-8")
    done = run("convert", "in.apgn", "out.apgn")
    assert (done.code, done.out) == (1, "")
    assert done.err.splitlines()[-1] == "sumito convert: in.apgn: no valid game, so out.apgn is not written"
    assert Path("out.apgn").read_text(encoding="utf-8") == "precious"
    assert run("convert", "in.apgn", "new.apgn").code == 1
    assert sorted(os.listdir()) == ["in.apgn", "out.apgn"]


def test_convert_that_fails_leaves_the_old_file(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    write_games(Path("in.apgn"), random_record(1, 5), random_record(2, 5))
    Path("out.apgn").write_text("precious", encoding="utf-8")
    written: list[Record] = []

    def write_one_only(record: Record, file: IO[bytes], dialect: Dialect) -> None:
        if written:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written.append(record)
        file.write(b"half of it")

    monkeypatch.setattr(sumito.notation.records, "write_record", write_one_only)
    done = run("convert", "in.apgn", "out.apgn")
    assert done == (1, "", "sumito convert: out.apgn: no space left on device\n")
    assert Path("out.apgn").read_text(encoding="utf-8") == "precious"
    assert sorted(os.listdir()) == ["in.apgn", "out.apgn"]


def test_output_file_keeps_links_and_modes(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old", encoding="utf-8")
    target.chmod(0o640)
    link.symlink_to(target)
    with output_file(str(link)) as file:
        file.write(b"new")
        assert target.read_text(encoding="utf-8") == "old"
    assert (link.is_symlink(), target.read_text(encoding="utf-8")) == (True, "new")
    assert target.stat().st_mode & 0o777 == 0o640


def test_output_file_writes_to_a_device() -> None:
    with output_file(os.devnull) as file:
        assert file.write(b"gone") == 4
    assert not Path(os.devnull).is_file()


def test_convert_into_itself_loses_no_game(run: Run) -> None:
    write_games(Path("games.apgn"), random_record(1, 3), random_record(2, 4))
    assert run("convert", "games.apgn", "games.apgn", "--notation", "nacre").code == 0
    assert all(isinstance(game, Record) for game in read_games(Path("games.apgn")))
    damaged = Path("games.apgn").read_bytes() + b"not a record\n"
    Path("games.apgn").write_bytes(damaged)
    done = run("convert", "games.apgn", "games.apgn")
    assert (done.code, done.out) == (1, "")
    assert done.err.splitlines()[-1].endswith("games.apgn: unchanged, since 1 of 2 games would be lost")
    assert Path("games.apgn").read_bytes() == damaged


def test_convert_writes_to_a_pipe(tmp_path: Path) -> None:
    write_games(tmp_path / "games.apgn", random_record(1, 3))
    done = in_process_of_its_own("convert", "games.apgn", "/dev/stdout", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout.startswith('[Event "')
