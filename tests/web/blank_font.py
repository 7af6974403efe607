"""A font with empty letters of one width, so that a page has the same layout on every machine."""

from __future__ import annotations

import struct

UNITS = 1000  # units per em
WIDTH, ASCENT, DESCENT = 520, 900, 250
FIRST, LAST = 0x20, 0x2BFF  # Latin, Hebrew, punctuation, arrows, signs
LETTERS = LAST - FIRST + 2  # and the glyph for everything else


def blank_font() -> bytes:
    """Return the font as a TrueType file."""
    tables = {
        b"OS/2": struct.pack(
            ">HhHHHhhhhhhhhhhh10sIIII4sHHHhhhHHIIhhHHH",
            *(4, WIDTH, 400, 5, 0, *[0] * 11, bytes(10), 1, 0, 0, 0, b"none", 64, FIRST, LAST),
            *(ASCENT, -DESCENT, 0, ASCENT, DESCENT, 1, 0, 500, 700, 0, FIRST, 0),
        ),
        b"cmap": struct.pack(">HHHHI", 0, 1, 3, 10, 12)
        + struct.pack(">HHIII", 12, 0, 28, 0, 1)
        + struct.pack(">III", FIRST, LAST, 1),
        b"glyf": bytes(4),
        b"head": struct.pack(
            ">IIIIHHqqhhhhHHhhh", 0x10000, 0x10000, 0, 0x5F0F3CF5, 11, UNITS, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0
        ),
        b"hhea": struct.pack(">IhhhHhhhhhh8shH", 0x10000, ASCENT, -DESCENT, 0, WIDTH, 0, 0, 0, 1, 0, 0, bytes(8), 0, 1),
        b"hmtx": struct.pack(">Hh", WIDTH, 0) + bytes(2 * (LETTERS - 1)),
        b"loca": bytes(2 * (LETTERS + 1)),
        b"maxp": struct.pack(">IH13H", 0x10000, LETTERS, *[0] * 13),
        b"name": struct.pack(">HHH", 0, 0, 6),
        b"post": struct.pack(">IIhhIIIII", 0x30000, 0, 0, 0, 0, 0, 0, 0, 0),
    }
    exponent = len(tables).bit_length() - 1
    head = struct.pack(">IHHHH", 0x10000, len(tables), 16 << exponent, exponent, 16 * len(tables) - (16 << exponent))
    at = len(head) + 16 * len(tables)
    body = b""
    for tag, table in tables.items():
        padded = table + bytes(-len(table) % 4)
        total = sum(struct.unpack(f">{len(padded) // 4}I", padded)) & 0xFFFFFFFF
        head += struct.pack(">4sIII", tag, total, at + len(body), len(table))
        body += padded
    return head + body
