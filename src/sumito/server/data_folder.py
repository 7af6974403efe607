"""The folder of the server's data."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """Return the folder where the server keeps its data. It need not exist.

    The environment variable SUMITO_DATA names it. Otherwise it is the usual place of the system.
    """
    if named := os.environ.get("SUMITO_DATA"):
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "sumito"
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/sumito"
    named = os.environ.get("XDG_DATA_HOME", "")
    # The specification says that a relative path is to be ignored.
    return (Path(named) if os.path.isabs(named) else Path.home() / ".local/share") / "sumito"
