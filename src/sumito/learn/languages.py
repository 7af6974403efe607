"""The languages: one for each catalogue. This module imports little, because the help of the commands lists them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

CATALOGUES: Final = Path(__file__).parents[1] / "data/catalogues"
"""The folder of the catalogues."""

LANGUAGES: Final = tuple(
    sorted((path.stem for path in CATALOGUES.glob("*.mo")), key=lambda language: (language != "en", language))
)
"""The code of every language: English, then the others in alphabetical order."""
