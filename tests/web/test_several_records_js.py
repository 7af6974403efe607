"""Games of several players that the web app keeps: the same records and ends as in Python."""

from __future__ import annotations

import random

from sumito import MULTI_LAYOUTS, Board
from sumito.notation.records import Record, format_record, parse_record
from test_multi_records import EMPTY, played
from web.core_js import answers

AGREED = 5  # every fifth game that goes on ends as a draw


def games() -> list[Board]:
    rng = random.Random(16)
    boards = [played(slug, seed, rng.randrange(90)) for slug in sorted(MULTI_LAYOUTS) for seed in range(6)]
    for board in boards[::AGREED]:
        if board.outcome is None:
            board.agree_draw()
    return [*boards, Board.from_position(EMPTY)]


def test_a_file_is_imported_and_exported_as_python_has_it() -> None:
    records = [Record.from_board(board, date="2026.11.18", headers={"Blue": "sumito pea"}) for board in games()]
    texts = [format_record(record) for record in records]
    [found] = answers([{"ask": "several", "texts": texts}])
    assert {record.result for record in records} >= {"*", "=draw", "=blue+red"}
    for record, text, each in zip(records, texts, found, strict=True):
        assert each["text"] == text
        assert parse_record(each["text"]) == record
        kept, resumed = each["kept"], record.resume()
        assert kept["kind"] == "several"
        assert list(kept["players"]) == [str(color) for color in resumed.players]
        assert kept["seats"] == {color: "pea" if color == "blue" else "" for color in kept["players"]}
        assert kept["teams"] is (len(resumed.sides) < len(resumed.players))
        assert kept["rules"].get("repetition", 3) == resumed.rules.repetition
        if resumed.outcome is None:
            assert kept["outcome"] is None
        else:
            assert kept["outcome"]["termination"] == resumed.outcome.termination.value
            winners = [str(color) for color in resumed.outcome.winners]
            assert kept["outcome"]["winner"] == next((color for color in kept["players"] if color in winners), None)
