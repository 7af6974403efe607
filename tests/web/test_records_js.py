"""Game records in the web app: the core's events become the same trees and errors as in Python."""

from __future__ import annotations

import io
import random
from collections.abc import Sequence
from typing import Final

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sumito import LAYOUTS, WHITE, Board, Dialect, Rules
from sumito.learn.catalogue import catalogue
from sumito.learn.sentence import Sentence
from sumito.notation.record_fault import RecordFault
from sumito.notation.records import Node, Record, RecordError, format_record, read_records
from test_records import EXAMPLE, PGN, random_records
from web.core_js import DIALECTS, answers, plain


def node_values(each: Node) -> dict[str, object]:
    return {
        "move": each.move.number,
        "glyphs": each.glyphs,
        "comments": each.comments,
        "commentsBefore": each.comments_before,
        "commentsAfter": each.comments_after,
        "children": [node_values(child) for child in each.children],
    }


def formatted(record: Record, dialect: Dialect) -> str:
    try:
        return format_record(record, dialect)
    except ValueError:
        return "RangeError"


def record_values(record: Record) -> dict[str, object]:
    return {
        "headers": list(record.headers.items()),
        "start": record.start.position(),
        "marblesToEject": record.start.rules.marbles_to_eject,
        "result": record.result,
        "dialect": DIALECTS[record.dialect],
        "variant": record.variant,
        "comments": record.comments,
        "closingComments": record.closing_comments,
        "children": [node_values(child) for child in record.children],
        "texts": [formatted(record, dialect) for dialect in DIALECTS],
        "own": format_record(record) + "\n",
    }


def assert_read_alike(texts: Sequence[bytes], *, transposed: bool = False) -> list[list[str]]:
    """Return the codes of the errors in each text."""
    met = []
    found = answers([{"ask": "read", "bytes": list(text), "transposed": transposed} for text in texts])
    for text, answer in zip(texts, found, strict=True):
        met.append([each["code"] for each in answer if "code" in each])
        for expected, one in zip(read_records(io.BytesIO(text), transposed=transposed), answer, strict=True):
            if isinstance(expected, RecordError):
                place = [expected.game, expected.line, expected.column, expected.ply]
                assert [one["game"], one["line"], one["column"], one["ply"]] == place, (text, expected, one)
                assert one["headers"] == [list(each) for each in expected.headers.items()]
                assert one["code"] == expected.code
            else:
                assert one == plain(record_values(expected)), text
    return met


INCOMPLETE: Final = [
    "1. a1b2 i9h8 *",
    '[Black "Ada"]\n\n1. a1b2 i9h8 1-0',
    '[Notation "Nacre"]\n\n*',
    '[Variant "belgian"]\n\n1. a1b2 *',
    '[Position "5/6/7/8/2bbww3/8/7/6/5 b"]\n\n1. e3d3 *',
    "1. a1b2 a2b3 *",
    '[Variant "Abalone"]\n\n*',
]


def test_missing_tags_are_filled_alike() -> None:
    met = assert_read_alike([text.encode() for text in INCOMPLETE])
    assert met == [[], [], [], [], [], ["illegal_move"], []]


@given(st.lists(random_records(), min_size=10, max_size=10), st.randoms(use_true_random=False))
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
def test_records_are_read_and_written_alike(records: list[Record], rng: random.Random) -> None:
    texts = [format_record(record, rng.choice(list(DIALECTS))).encode() for record in records]
    assert_read_alike([*texts, b"\n".join(texts)])


@given(st.lists(random_records(), min_size=8, max_size=8), st.randoms(use_true_random=False))
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
def test_damaged_records_are_refused_alike(records: list[Record], rng: random.Random) -> None:
    texts = []
    for record in records:
        text = bytearray(format_record(record).encode())
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(text))
            text[at : at + rng.randrange(3)] = rng.choice(
                [b"", b"(", b")", b"{", b'"', b"[", b"9", b"\xff", b"!", b" * "]
            )
        texts.append(bytes(text))
    assert_read_alike(texts)


HEAD: Final = EXAMPLE.partition("\n\n")[0]
CUSTOM: Final = HEAD.replace('"belgian"', '"custom"') + '\n[SetUp "1"]\n[Position "%s"]'
WON: Final = CUSTOM % "5/6/7/8/4w4/8/7/bb4/wbb2-0b5w b"
BLOCKED: Final = CUSTOM % "5/6/7/8/9/8/w6/ww4/bw3 b"
PGN_HEAD: Final = PGN.partition("\n\n")[0]
FAULTY: Final[dict[str, str | bytes]] = {
    "bad_tag": f"{HEAD}\n[Odd]\n\n*",
    "open_comment": f"{HEAD}\n\n{{not closed *",
    "bad_character": f"{HEAD}\n\n@ *",
    "token_too_long": f"{HEAD}\n\n{{{'x' * (1 << 20)}}} *",
    "utf16": '[Event "x"]\n\n*'.encode("utf-16"),
    "not_utf8": HEAD.encode() + b"\n\n{\xff} *",
    "tag_twice": f'{HEAD}\n[Event "x"]\n\n*',
    "tag_line_break": f'{HEAD}\n[Odd "x\ry"]\n\n*',
    "bad_result": HEAD.replace('"*"', '"2-0"') + "\n\n*",
    "bad_number": f'{HEAD}\n[MarblesToEject "62"]\n\n*',
    "bad_notation": HEAD.replace("Aba-Pro", "Chess") + "\n\n*",
    "unknown_variant": HEAD.replace('"belgian"', '"french"') + "\n\n*",
    "needs_position": HEAD.replace('"belgian"', '"accelium"') + "\n\n*",
    "grand_abalone": PGN_HEAD.replace('"Abalone"', '"Grand Abalone"') + "\n\n1-0",
    "same_tags": f'{PGN_HEAD}\n[Black "x"]\n\n1-0',
    "bad_position": f"{CUSTOM % '5/6'}\n\n*",
    "impossible_position": f"{CUSTOM % '5/6/7/8/9/8/7/6/5 b'}\n\n*",
    "after_result": f"{HEAD}\n\n* 1. a1b2",
    "not_a_move": f"{HEAD}\n\n1. a1b9 *",
    "illegal_move": f"{HEAD}\n\n1. a4a3 *",
    "game_over": f"{WON.replace('*', '1-0')}\n\n1. a3a2 e5e6 1-0",
    "glyph_without_move": f"{HEAD}\n\n! *",
    "variation_without_move": f"{HEAD}\n\n( 1. a1b2 ) *",
    "variation_not_opened": f"{HEAD}\n\n1. a1b2 ) *",
    "empty_variation": f"{HEAD}\n\n1. a1b2 ( ) *",
    "variation_not_closed": f"{HEAD}\n\n1. a1b2 ( 1. a2b3 *",
    "result_missing": f"{HEAD}\n\n1. a1b2",
    "result_differs": f"{HEAD}\n\n1. a1b2 1-0",
    "ejection_result": f"{WON}\n\n1. a3a2 *",
    "blocked_result": BLOCKED.replace('"*"', '"1-0"') + '\n[Termination "blocked"]\n\n1-0',
    "other_end": BLOCKED + '\n[Termination "ejection"]\n\n*',
    "not_over": f'{HEAD}\n[Termination "ejection"]\n\n*',
    "occurs_once": f'{HEAD}\n[Termination "repetition"]\n\n*',
    "plies_differ": f'{HEAD}\n[Plies "4"]\n\n1. a1b2 *',
}


def test_every_problem_of_a_record_is_told_where_it_is() -> None:
    assert FAULTY.keys() == {fault.name.lower() for fault in RecordFault if 0 < fault <= RecordFault.PLIES_DIFFER}
    texts = [text if isinstance(text, bytes) else text.encode() for text in FAULTY.values()]
    assert assert_read_alike(texts) == [[code] for code in FAULTY]


def test_every_problem_of_a_record_has_words() -> None:
    texts = [text if isinstance(text, bytes) else text.encode() for text in FAULTY.values()]
    found = answers([{"ask": "read", "bytes": list(text), "transposed": False} for text in texts])
    messages = {code: [each["message"] for each in one["said"]] for code, [one] in zip(FAULTY, found, strict=True)}
    assert all(said[0] == "record.at" for said in messages.values())
    unreadable = {code for code, said in messages.items() if said[1] == "record.unreadable"}
    assert unreadable == {"bad_tag", "open_comment", "bad_character", "token_too_long"}
    assert messages["illegal_move"] == ["record.at", "record.illegal", "refusal.not_yours"]
    words = catalogue("en")
    for one in (each for [each] in found):
        assert words.sentences(Sentence(said["message"], said["parameters"]) for said in one["said"][:2])


def test_a_game_at_fault_leaves_the_next_one_alone() -> None:
    texts = [text for text in FAULTY.values() if isinstance(text, str) and len(text) < 1000]
    file = "".join(f"{text}\n\n{EXAMPLE}" for text in texts)
    [met] = assert_read_alike([file.encode()])
    assert len(met) == len(texts)


def test_playstrategy_records() -> None:
    old = PGN.replace("a1d4 i5f5 2. a2c4", "a1d4 e9e6 2. b1d3")
    assert assert_read_alike([PGN.encode()]) == [[]]
    assert assert_read_alike([old.encode()], transposed=True) == [[]]


def test_records_of_games() -> None:
    rng = random.Random(17)
    questions, expected = [], []
    for slug in LAYOUTS:
        board = Board(slug, rules=Rules(marbles_to_eject=rng.choice([2, 6])))
        for _ in range(rng.randrange(60)):
            if board.outcome is None:
                board.play(rng.choice(list(board.legal_moves)))
        question: dict[str, object] = {
            "ask": "record",
            "start": board.start().position(),
            "rules": {"marbles_to_eject": board.rules.marbles_to_eject},
            "moves": [move.number for move in board.history],
            "headers": [["Black", "Ada"], ["Site", "żółw"]],
        }
        if board.outcome is None and rng.random() < 0.5:
            board.resign(WHITE)
            question["resigns"] = "white"
        questions.append(question)
        expected.append(format_record(Record.from_board(board, black="Ada", headers={"Site": "żółw"})))
    assert answers(questions) == expected


def test_a_record_that_cannot_be_written_is_not_a_lack_of_memory() -> None:
    changes: list[dict[str, object]] = [{"start": "x"}, {"marblesToEject": 0}, {"dialect": "any"}, {"result": "2-0"}]
    (errors,) = answers([{"ask": "unwritable", "text": EXAMPLE, "changes": changes}])
    assert [error.partition(": start")[0] for error in errors] == [
        *["RangeError: the record cannot be written"] * 3,
        "RangeError: the record cannot be written: bad result",
    ]


def test_records_are_resumed_alike() -> None:
    rng = random.Random(3)
    texts, expected = [], []
    for result, termination in [("*", None), ("1-0", None), ("0-1", "time"), ("1/2-1/2", "time"), ("1/2-1/2", None)]:
        for plies in (0, 30):
            board = Board(rng.choice(list(LAYOUTS)))
            for _ in range(plies):
                board.play(rng.choice(list(board.legal_moves)))
            record = Record.from_board(board, headers={"Termination": termination} if termination else {})
            record.result = result
            texts.append(format_record(record))
            outcome = record.resume().outcome
            winner = str(outcome.winner) if outcome and outcome.winner else None
            ended = {"termination": str(outcome.termination), "winner": winner} if outcome else None
            expected.append([{"rules": {}, "outcome": ended}])
    assert answers([{"ask": "resume", "text": text} for text in texts]) == expected
