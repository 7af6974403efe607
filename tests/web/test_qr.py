"""Test that the page draws the same QR codes as another program."""

from __future__ import annotations

import subprocess
from pathlib import Path

import segno

from web.test_units import node

# One text for each version, which it fills: programs may fill the rest of a code in several ways.
FULL = (14, 26, 42, 62, 84, 106, 122, 152, 180, 213)


def test_codes_of_every_version_are_those_of_segno() -> None:
    texts = [("http://127.0.0.1:6161/g/" + "Xy7-" * 60)[:length] for length in FULL]
    command = [node(), str(Path(__file__).with_name("qr.mjs")), *texts]
    written = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    for version, (text, code) in enumerate(zip(texts, written.strip().split("\n\n"), strict=True), 1):
        expected = segno.make_qr(text, error="m", mask=0, mode="byte", boost_error=False)
        assert expected.version == version
        assert code == "\n".join("".join(str(int(module)) for module in row) for row in expected.matrix)
