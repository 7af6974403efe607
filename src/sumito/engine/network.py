"""Network files: the weights of the evaluation."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Final

from sumito import _native
from sumito.core import SumitoError

SHIPPED_NETWORK: Final = Path(__file__).parent.parent / "data/sumito.network"
"""The network that comes with the package."""
NO_NETWORK: Final = "none"
"""Where a network is named by a text: the hand-made evaluation."""

_CHECKSUM_BYTES: Final = 32
_MOST_BYTES: Final = 1 << 20  # far more than a network has; a device may have no end


class NetworkError(SumitoError, ValueError):
    """A file is no network, or a damaged one. The message names it."""


def read_network(path: Path | str) -> _native.Network:
    """Read a network file.

    Raises:
        NetworkError: this is no network file, or it is damaged.
        ValueError: not the name of a file.
        OSError: it cannot be read.
    """
    try:
        named = os.fspath(path) != "" and "\0" not in os.fspath(path)
    except TypeError:
        named = False
    if not named:
        raise ValueError(f"a network is the name of a file, not {path!r}")
    with open(path, "rb") as file:
        data = file.read(_MOST_BYTES)
    network = _native.Network.read(data)
    if network is None:
        raise NetworkError(f"{path} is not a network file")
    if hashlib.sha256(data[:-_CHECKSUM_BYTES]).digest() != data[-_CHECKSUM_BYTES:]:
        raise NetworkError(f"{path} is damaged: its checksum does not fit")
    return network
