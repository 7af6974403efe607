"""The tokens of record text: the same however the text is cut into pieces, and bounded however long it is."""

from __future__ import annotations

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumito._native import RecordTokenizer

KINDS: Final = [
    "MORE",
    "TAG",
    "NUMBER",
    "MOVE",
    "COMMENT",
    "GLYPH",
    "OPEN",
    "CLOSE",
    "RESULT",
    "GAME_END",
    "BAD",
    "END",
]
PROBLEMS: Final = ["NONE", "BAD_TAG", "OPEN_COMMENT", "BAD_CHARACTER", "TOKEN_TOO_LONG"]
LONGEST: Final = 1 << 20

PARTS: Final = [
    *(b"[", b"]", b'"', b"{", b"}", b"(", b")", b"\\", b";", b" ", b"\n", b"\r\n", b"\n\n", b"\xef\xbb\xbf", b"\xff"),
    *(b"$1", b"!", b"1.", b"a1b2", b"*", b"1-0", b'[Event "x"]\n', b"[E"),
]

Token = tuple[str, bytes, bytes, int, int, str]

TWO_GAMES: Final = (
    b"\xef\xbb\xbf"
    b'[Event "\xc5\xbb\\"x\\" \\\\"]\r\n[Result "*"]\r\n\r\n'
    b"{first [%clk 0:01]\r\nline} 1. a1b2!? $14 ; to the end )\r\n(1.a2b3 {} i5h5) 1... i5h5 *\r\n\r\n"
    b'[Event "2"]\n[Odd]\n[Result "1-0"]\n\n1. a1b2 1-0\n\n'
    b'[Event "3"]\n\n{not closed 1. a1b2 *\n\n'
    b'[Event "4"]\n\n1/2-1/2 {done}\n'
)


def tokens_of(data: bytes, size: int | None = None) -> list[Token]:
    """Every token, END left out, of a text that comes in pieces of a size."""
    tokenizer = RecordTokenizer()
    step = size or max(len(data), 1)
    pieces = iter([data[i : i + step] for i in range(0, len(data), step)])
    tokens: list[Token] = []
    while True:
        kind, text, name, line, column, problem = tokenizer.next()
        if KINDS[kind] == "END":
            return tokens
        if KINDS[kind] == "MORE":
            piece = next(pieces, None)
            if piece is None:
                tokenizer.finish()
            else:
                tokenizer.feed(piece)
        else:
            tokens.append((KINDS[kind], text, name, line, column, PROBLEMS[problem]))


def brief(data: bytes) -> list[tuple[str, bytes]]:
    return [(kind, text) for kind, text, *_ in tokens_of(data)]


def problems(data: bytes) -> list[tuple[str, int, int]]:
    return [(problem, line, column) for kind, _, _, line, column, problem in tokens_of(data) if kind == "BAD"]


def games(data: bytes) -> list[list[bytes]]:
    """The values of the Event tags, game by game."""
    found: list[list[bytes]] = [[]]
    for kind, text, name, *_ in tokens_of(data):
        if kind == "GAME_END":
            found.append([])
        elif name == b"Event":
            found[-1].append(text)
    return found[:-1]


def test_tokens_do_not_depend_on_pieces() -> None:
    whole = tokens_of(TWO_GAMES)
    assert [kind for kind, *_ in whole].count("GAME_END") == 4
    for size in range(1, len(TWO_GAMES) + 1):
        assert tokens_of(TWO_GAMES, size) == whole, size


@given(st.lists(st.sampled_from(PARTS)), st.integers(1, 7))
def test_tokens_of_any_text_do_not_depend_on_pieces(parts: list[bytes], size: int) -> None:
    data = b"".join(parts)
    assert tokens_of(data, size) == tokens_of(data)


@given(st.binary(max_size=300), st.integers(1, 40))
def test_tokens_of_bytes_do_not_depend_on_pieces(data: bytes, size: int) -> None:
    found = tokens_of(data)
    assert tokens_of(data, size) == found
    assert not found or found[-1][0] == "GAME_END"


def test_kinds_of_tokens() -> None:
    text = b'[Event "E"]\n\n12. a1b2 $7 {c} (12... i5h5!?) 13.a2b3 14 ... h5g5 1/2-1/2\n'
    assert brief(text) == [
        ("TAG", b"E"),
        ("NUMBER", b"12."),
        ("MOVE", b"a1b2"),
        ("GLYPH", b"$7"),
        ("COMMENT", b"c"),
        ("OPEN", b"("),
        ("NUMBER", b"12..."),
        ("MOVE", b"i5h5"),
        ("GLYPH", b"!?"),
        ("CLOSE", b")"),
        ("NUMBER", b"13."),
        ("MOVE", b"a2b3"),
        ("NUMBER", b"14"),
        ("NUMBER", b"..."),
        ("MOVE", b"h5g5"),
        ("RESULT", b"1/2-1/2"),
        ("GAME_END", b""),
    ]


def test_places_count_lines_and_bytes() -> None:
    text = '[Event "Ż"]\n\n1. a1b2\n  {Żó\nł} i5h5\r\n*'.encode()
    assert [(kind, line, column) for kind, _, _, line, column, _ in tokens_of(text)] == [
        ("TAG", 1, 1),
        ("NUMBER", 3, 1),
        ("MOVE", 3, 4),
        ("COMMENT", 4, 3),
        ("MOVE", 5, 5),
        ("RESULT", 6, 1),
        ("GAME_END", 6, 2),
    ]


def test_byte_order_mark_is_passed_over() -> None:
    assert tokens_of(b'\xef\xbb\xbf[Event "E"]\n\n*\n') == tokens_of(b'[Event "E"]\n\n*\n')
    assert brief(b"\xef\xbb\xbf") == []


def test_carriage_returns_are_space() -> None:
    unix = b'[Event "E"]\n[Date "D"]\n\n1. a1b2 ; said\ni5h5 *\n\n[Event "F"]\n\n*\n'
    assert brief(unix.replace(b"\n", b"\r\n")) == brief(unix)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        (rb"plain", b"plain"),
        (rb"", b""),
        (rb"say \"so\"", b'say "so"'),
        (rb"a \\ b", rb"a \ b"),
        (rb"\\", b"\\"),
        (rb"\\\"", b'\\"'),
        (rb"C:\temp\new", rb"C:\temp\new"),
        (rb"a ] b { ( ; $1", rb"a ] b { ( ; $1"),
    ],
)
def test_tag_values_know_two_escapes(written: bytes, value: bytes) -> None:
    assert brief(b'[Event "' + written + b'"]\n\n*')[0] == ("TAG", value)


def test_tags_may_have_blanks_and_share_a_line() -> None:
    found = tokens_of(b'[ A_1\t"x" ] [B "y"]\n\n*')
    assert [(text, name) for kind, text, name, *_ in found if kind == "TAG"] == [(b"x", b"A_1"), (b"y", b"B")]


@pytest.mark.parametrize(
    "tag", [b"[Event]", b"[Event x]", b'[Event "x]', b'[Event "x"', b'["x"]', b'[Ev-ent "x"]', b"["]
)
def test_bad_tag_costs_one_game(tag: bytes) -> None:
    data = b'[Event "1"]\n\n*\n\n[Event "2"]\n' + tag + b'\n[Result "*"]\n\n1. a1b2 *\n\n[Event "3"]\n\n*\n'
    assert problems(data) == [("BAD_TAG", 6, 1)]
    assert games(data) == [[b"1"], [b"2"], [b"3"]]


def test_bad_tag_of_a_game_without_moves_costs_one_game() -> None:
    assert games(b'[Event "1"]\n[Bad]\n[Date "d"]\n\n[Event "2"]\n\n*\n') == [[b"1"], [b"2"]]
    assert games(b'[Event "1"]\r\n[Bad]\r\n\r\n[Event "2"]\r\n\r\n*\r\n') == [[b"1"], [b"2"]]


def test_blank_line_ends_a_game_without_moves() -> None:
    assert games(b'[Event "1"]\n[Date "d"]\n\n[Event "2"]\n\n*\n') == [[b"1"], [b"2"]]


@pytest.mark.parametrize("blanks", [b" ", b"\t ", b"\v"])
def test_tags_behind_blanks_begin_a_game(blanks: bytes) -> None:
    data = b'[Event "1"]\n\n1. a1b2 *\n\n%[Event "2"]\n%[Date "d"]\n\n1. a1b2 *\n\n[Event "3"]\n\n*\n'
    data = data.replace(b"%", blanks)
    assert problems(data) == []
    assert games(data) == [[b"1"], [b"2"], [b"3"]]
    for size in range(1, 9):
        assert tokens_of(data, size) == tokens_of(data)


def test_bad_game_ends_at_tags_behind_blanks() -> None:
    data = b'[Event "1"]\n\n1. a1b2 # *\n\n [Event "2"]\n [Odd]\n [Result "*"]\n \n [Event "3"]\n\n*\n'
    assert problems(data) == [("BAD_CHARACTER", 3, 9), ("BAD_TAG", 6, 2)]
    assert games(data) == [[b"1"], [b"2"], [b"3"]]
    for size in range(1, 9):
        assert tokens_of(data, size) == tokens_of(data)


def test_bracket_inside_a_line_of_moves_is_no_tag() -> None:
    assert problems(b'1. a1b2 [Event "2"]\n\n*') == [("BAD_CHARACTER", 1, 9)]


@pytest.mark.parametrize("tag", [b'["Event" "2"]', b"[%clk 0:01]", b'[1"'])
@pytest.mark.parametrize("end", [b"*\n\n", b"1-0 {said}\n", b"* "])
def test_bad_tag_after_a_result_costs_only_its_own_game(tag: bytes, end: bytes) -> None:
    data = b'[Event "1"]\n\n1. a1b2 ' + end + tag + b'\n[Event "2"]\n\n1. a1b2 *\n\n[Event "3"]\n\n*\n'
    found = tokens_of(data)
    assert [kind for kind, *_ in found if kind in ("RESULT", "BAD", "GAME_END")] == [
        *("RESULT", "GAME_END", "BAD", "GAME_END", "RESULT", "GAME_END")
    ]
    assert games(data) == [[b"1"], [], [b"3"]]


def test_result_before_more_moves_ends_no_game() -> None:
    assert [kind for kind, *_ in tokens_of(b"1. a1b2 * i5h5 [x] *")][2:] == ["RESULT", "MOVE", "BAD", "GAME_END"]


def test_clock_comment_is_no_tag() -> None:
    assert brief(b"1. a1b2 {\n[%clk 0:01]\n[really] } *")[2] == ("COMMENT", b"\n[%clk 0:01]\n[really] ")


def test_comment_keeps_its_text() -> None:
    assert brief(b"{ a  b\r\n\n\tc ; ( $1 \\} *")[0] == ("COMMENT", b" a  b\r\n\n\tc ; ( $1 \\")


def test_semicolon_comment_ends_with_its_line() -> None:
    assert brief(b"1. a1b2;one } {two\r\ni5h5 ;\n*; three") == [
        ("NUMBER", b"1."),
        ("MOVE", b"a1b2"),
        ("COMMENT", b"one } {two"),
        ("MOVE", b"i5h5"),
        ("COMMENT", b""),
        ("RESULT", b"*"),
        ("COMMENT", b" three"),
        ("GAME_END", b""),
    ]


def test_unclosed_comment_ends_at_the_next_game() -> None:
    data = b'[Event "1"]\n\n1. a1b2 {oops i5h5 *\n\n[Event "2"]\n\n1. a1b2 {fine} *\n'
    assert problems(data) == [("OPEN_COMMENT", 3, 9)]
    assert games(data) == [[b"1"], [b"2"]]
    assert ("COMMENT", b"fine") in brief(data)


def test_unclosed_comment_ends_with_the_text() -> None:
    assert problems(b"1. a1b2 {oops") == [("OPEN_COMMENT", 1, 9)]


def test_comment_of_the_greatest_length_is_read() -> None:
    comment = b"x" * (LONGEST - 2)
    assert brief(b"{" + comment + b"} *")[0] == ("COMMENT", comment)


@pytest.mark.parametrize("opening", [b"{", b";"])
@pytest.mark.parametrize("size", [None, 1 << 16])
def test_longer_comment_is_refused(opening: bytes, size: int | None) -> None:
    data = b'[Event "1"]\n\n' + opening + b"x" * (LONGEST - 1) + b'}\n*\n\n[Event "2"]\n\n*\n'
    found = tokens_of(data, size)
    assert [(line, problem) for kind, _, _, line, _, problem in found if kind == "BAD"] == [(3, "TOKEN_TOO_LONG")]
    assert found[-2][:2] == ("RESULT", b"*")


@pytest.mark.parametrize("size", [None, 1 << 16])
def test_longer_word_is_refused(size: int | None) -> None:
    data = b"a" * (LONGEST + 1) + b'\n\n[Event "2"]\n\n*\n'
    found = tokens_of(data, size)
    assert found[0] == ("BAD", b"a" * 16, b"", 1, 1, "TOKEN_TOO_LONG")
    assert found[-2][:2] == ("RESULT", b"*")


@pytest.mark.parametrize("word", [b"#", b"1/2", b"0-0", b"$", b"]", b"}", b"\xc5\xbb", b"-", b'"', b"[%clk]"])
def test_what_begins_no_token_costs_one_game(word: bytes) -> None:
    data = b'[Event "1"]\n\n1. a1b2 ' + word + b' i5h5 *\n\n[Event "2"]\n\n*\n'
    assert problems(data) == [("BAD_CHARACTER", 3, 9)]
    assert games(data) == [[b"1"], [b"2"]]
