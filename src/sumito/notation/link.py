"""Pack games into short texts for links, and unpack them. The core defines the format."""

from __future__ import annotations

import re
from typing import Final

from sumito import _native
from sumito.core import NotationError, Termination
from sumito.core.text import for_core
from sumito.notation.record_tree import Node, Record, entry_of, start_at

__all__ = ["format_link", "parse_link"]

# The codes of the core's PackingProblem, in its order, and the words of each in an error.
PROBLEMS: Final = {
    "none": "",
    "empty": "nothing to read",
    "bad_character": "a character that no link has",
    "unknown_version": "a link of an unknown version",
    "bad_checksum": "the link is not complete, or was changed",
    "too_long": "more than 4096 plies",
    "impossible_position": "the start cannot be played",
    "illegal_move": "a move cannot be played",
    "bad_end": "the result contradicts the moves",
    "not_canonical": "the game has another link",
}
_CODES: Final = tuple(PROBLEMS)
_TERMINATIONS: Final = (None, *Termination)


def format_link(record: Record) -> str:
    """Return a short text that holds the start, the main line and the end of a game.

    The text has letters, digits, `-` and `_` only, so it can stand in an address. Names, comments, variations and the
    counters of the start are left out. A termination without a known name is left out too.

    >>> record = Record()
    >>> node = record.add_move("a1b2")
    >>> format_link(record)
    '18J4Jvvu'

    Raises:
        ValueError: the game has more than 4096 plies, or was built by hand and cannot be replayed.
    """
    start = record.start
    ending = record.headers.get("Termination")
    termination = next((i for i, each in enumerate(_TERMINATIONS) if each is not None and each.value == ending), 0)
    problem, text = _native.pack(
        start._game.start,
        [node.number(start.players) for node in record.main_line()],
        start.rules.marbles_to_eject,
        record.result.encode(errors="surrogatepass"),
        termination,
    )
    if problem:
        raise ValueError(f"this game cannot be a link: {PROBLEMS[_CODES[problem]]}")
    return text


def parse_link(text: str) -> Record:
    """Return the game of a link: the text of `format_link`, or an address with `#g=` and this text.

    >>> parse_link("https://example.org/analysis/#g=18J4Jvvu").moves()
    [Move.of((0, 6, 13), Direction.NE)]

    Raises:
        NotationError: the text does not hold a game. `code` has the reason.
    """
    found = re.search(r"[#&]g=([^&]*)", text)
    packed = (found[1] if found else text).strip()
    problem, position, numbers, marbles_to_eject, result, termination = _native.unpack(for_core(packed))
    if problem:
        code = _CODES[problem]
        raise NotationError(f"not the link of a game, {PROBLEMS[code]}", packed, 1, code)
    start = start_at(position, marbles_to_eject)
    record = Record(start, result=result)
    if (ending := _TERMINATIONS[termination]) is not None:
        record.headers["Termination"] = ending.value
    children = record.children
    for number in numbers:
        children.append(Node(entry_of(number, start.players)))
        children = children[0].children
    return record
