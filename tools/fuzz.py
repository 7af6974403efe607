"""Run every parser, and the server, under a coverage-guided fuzzer. Only the documented failures may occur.

usage: fuzz.py [--seconds N] [TARGET...]
"""

import argparse
import io
import json
import re
import string
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["sumito"]):
    from fuzzed_server import TIMED, FuzzedServer
    from sumito import (
        LAYOUTS,
        MULTI_LAYOUTS,
        Board,
        Dialect,
        IllegalMoveError,
        Layout,
        NotationError,
        PositionError,
        PositionForm,
        parse_cell,
        parse_direction,
    )
    from sumito.engine.protocol import Session
    from sumito.notation.link import format_link, parse_link
    from sumito.notation.records import Record, RecordError, format_record, parse_record, read_records

BOARDS = (Board("belgian-daisy"), Board("four-players-teams"))
BASE64 = string.ascii_uppercase + string.ascii_lowercase + string.digits + "-_"


def position(data: bytes) -> None:
    text = data.decode(errors="replace")
    for form in PositionForm:
        try:
            board = Board.from_position(text, form=form, check=False)
        except NotationError:
            continue
        if form is not PositionForm.FEN or not board.problems():
            assert Board.from_position(board.position(), check=False) == board


def move(data: bytes) -> None:
    text = data.decode(errors="replace")
    for board, dialect in product(BOARDS, (None, *Dialect)):
        try:
            found = board.parse_move(text, dialect)
        except (NotationError, IllegalMoveError):
            continue
        assert board.is_legal(found)


def records(data: bytes) -> None:
    for record in read_records(io.BytesIO(data)):
        if isinstance(record, Record):
            assert parse_record(format_record(record)) == record
        else:
            assert isinstance(record, RecordError)


def links(data: bytes) -> None:
    text = data.decode(errors="replace")
    # Most changes break the checksum, so the body is also tried with the right one.
    for each in (text, *((resealed(text),) if text.isascii() else ())):
        try:
            record = parse_link(each)
        except NotationError:
            continue
        assert format_link(record) == each.strip()


def resealed(text: str) -> str:
    hash_ = 0x811C9DC5
    for byte in text.encode():
        hash_ = ((hash_ ^ byte) * 0x01000193) & 0xFFFFFFFF
    digest = (hash_ ^ hash_ >> 18 if text.startswith("1") else hash_) & 0x3FFFF
    return text + "".join(BASE64[digest >> 6 * i & 63] for i in range(3))


def names(data: bytes) -> None:
    text = data.decode(errors="replace")
    parsers: tuple[Callable[[str], object], ...] = (parse_cell, parse_direction, Layout.from_diagram)
    for parse in parsers:
        try:
            parse(text)
        except (NotationError, PositionError):
            continue


def protocol(data: bytes) -> None:
    said: list[str] = []
    session = Session(said.append)
    session.handle("setoption name Hash value 1")
    for line in data.decode(errors="replace").split("\n"):
        if "hash" not in line.lower() and "threads" not in line.lower():  # these can use all memory and processors
            session.handle(line)
            session.handle("stop")
    session.close()
    assert not [line for line in said if UNEXPECTED.match(line)], said


server = cache(FuzzedServer)
PATHS = ("/online/games", "/online/invitations", "/online/invitations/redeem")


def requests(data: bytes) -> None:
    server().post(PATHS[data[0] % len(PATHS)] if data else PATHS[0], data[1:])


def sockets(data: bytes) -> None:
    server().talk(data)


UNEXPECTED = re.compile(r"info string \w+: \w+(Error|Exception): ")
TARGETS: dict[str, Callable[[bytes], None]] = {
    "position": position,
    "move": move,
    "records": records,
    "links": links,
    "names": names,
    "protocol": protocol,
    "requests": requests,
    "sockets": sockets,
}


def seeds(target: str) -> Iterator[str]:
    """Yield valid inputs to begin with."""
    board = Board("belgian-daisy")
    board.play("a1b2")
    if target == "position":
        yield from (board.position(form) for form in PositionForm)
        yield from (Board(layout).position() for layout in MULTI_LAYOUTS)
    elif target == "move":
        for start, dialect in product(BOARDS, Dialect):
            yield from (start.format_move(each, dialect) for each in list(start.legal_moves)[:8])
    elif target == "records":
        record = Record.from_board(board)
        yield from (format_record(record, dialect) for dialect in Dialect)
        yield format_record(game_of_three())
        yield format_record(Record(Board.from_position("5/6/7/8/5SSSB/8/7/6/4s buw 0,0,0 b 0 1")))
    elif target == "links":
        for record in (Record.from_board(board), game_of_three(), Record("four-players-teams")):
            link = format_link(record)
            yield from (link, link[:-3])
    elif target == "protocol":
        yield "uai\nsetoption name MultiPV value 3\nposition layout snakes moves\ngo nodes 9 searchmoves i9h8"
        yield f"position fen {board.position()}\ngo depth 1 ponder\nponderhit\ngo btime 9 binc 1\nisready\nnewgame"
    elif target == "requests":
        yield "\x00" + json.dumps({"terms": TIMED | {"layout": "snakes", "rules": {"ply_cap": 9}}, "color": "white"})
        yield "\x00" + json.dumps({"terms": {"start": board.position(), "premove_ms": 7, "watchers": False}})
        yield from (f'{path}{{"secret":"x"}}' for path in "\x01\x02")
    elif target == "sockets":
        yield from socket_seeds()
    else:
        yield from ("e5", "NE", str(LAYOUTS["standard"]))


def game_of_three() -> Record:
    """Return a game in which a player leaves."""
    board = Board("three-players")
    board.play("d8d7")
    board.resign("blue")
    return Record.from_board(board)


def socket_seeds() -> Iterator[str]:
    """Yield talks of Black: the first moves with every other command between them."""
    watch, ask = '{"t":"watch","game":"GAME","version":null}', '{"t":"state","game":"GAME"}'
    kinds = ("resign", "offer_draw", "accept_draw", "ask_takeback", "add_time", "abort", "claim_win", "offer_rematch")
    commands = [{"kind": "move", "move": "a1b2"}, {"kind": "phrase", "phrase": "good_luck"}]
    for command in (*commands, *({"kind": kind} for kind in kinds)):
        do = json.dumps({"t": "do", "game": "GAME", "id": 1, "version": 1, "do": command})
        yield "\n".join((watch, do, ask, do, '{"t":"ping","n":1,"games":{"GAME":1}}', '{"t":"leave","game":"GAME"}'))


def run(target: str, seconds: int) -> int:
    """Run a target in its own process, because the fuzzer ends the process."""
    with tempfile.TemporaryDirectory() as folder:
        for i, text in enumerate(seeds(target)):
            Path(folder, str(i)).write_text(text, encoding="utf-8")
        command = [sys.executable, __file__, "--inside", target, folder, f"-max_total_time={seconds}", "-max_len=4096"]
        return subprocess.run(command, check=False).returncode


def main() -> int:
    if sys.argv[1:2] == ["--inside"]:
        atheris.Setup([sys.argv[0], *sys.argv[3:]], TARGETS[sys.argv[2]])
        atheris.Fuzz()
        return 0
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(TARGETS))
    args = parser.parse_args()
    failed = []
    for target in args.targets or TARGETS:
        print(f"fuzzing {target} for {args.seconds} s", flush=True)
        if run(target, args.seconds):
            failed.append(target)
    print("1 or more targets failed: " + " ".join(failed) if failed else "no target failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
