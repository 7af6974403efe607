"""Links of games in the web app: the same texts, games and refusals as in Python."""

from __future__ import annotations

import random

from effort import LARGE
from sumito import LAYOUTS, MULTI_LAYOUTS, NotationError
from sumito.notation.link import format_link, parse_link
from sumito.notation.records import Record, format_record
from test_link import BAD, BASE64, ENDS, played, sealed
from test_link_several import BAD as BAD_OF_SEVERAL
from test_multi_records import played as played_by_several
from web.core_js import answers

NUMBER = 200 if LARGE else 40  # random texts; many are games of thousands of moves


def test_links_are_read_and_written_alike() -> None:
    rng = random.Random(15)
    records = [
        played(rng.choice(sorted(LAYOUTS)), rng.randrange(120), seed, marbles=rng.choice([1, 6, 9]), end=ENDS[seed % 4])
        for seed in range(60)
    ]
    records += [
        Record.from_board(played_by_several(layout, seed, rng.randrange(120)))
        for layout in MULTI_LAYOUTS
        for seed in range(10)
    ]
    links = [format_link(record) for record in records]
    [found] = answers([{"ask": "links", "texts": links}])
    assert found == [
        {"text": link, "record": format_record(record)} for link, record in zip(links, records, strict=True)
    ]


def test_bad_links_are_refused_alike() -> None:
    rng = random.Random(16)
    texts = [text for text, _ in BAD + BAD_OF_SEVERAL if "\ud800" not in text]
    texts += [sealed(rng.choice("12") + "".join(rng.choices(BASE64, k=rng.randrange(60)))) for _ in range(NUMBER)]
    [found] = answers([{"ask": "links", "texts": texts}])
    expected = [outcome(text) for text in texts]
    assert found == expected
    assert {"empty", "bad_character", "unknown_version", "bad_checksum", "too_long", "bad_end"} <= {
        each for each in expected if isinstance(each, str)
    }


def outcome(text: str) -> str | dict[str, str]:
    """Return the code of the error, or the text of the link and the record."""
    try:
        record = parse_link(text)
    except NotationError as error:
        return error.code
    return {"text": format_link(record), "record": format_record(record)}
