"""Network files: read, check and write the weights of the evaluation. docs/training.md describes the format."""

from __future__ import annotations

import hashlib
import os
import struct
from pathlib import Path
from typing import Final

from sumito import _native
from sumito.core import SumitoError

SHIPPED_NETWORK: Final = Path(__file__).parent.parent / "data/sumito.network"
"""The shipped network."""
NO_NETWORK: Final = "none"
"""The name of the hand-made evaluation, in place of a network file."""

_MAGIC_N1: Final = b"sumitoN1"
_MAGIC_N2: Final = b"sumitoN2"
_CHECKSUM_BYTES_N1: Final = 32  # SHA-256
_CHECKSUM_BYTES: Final = 8
_MOST_BYTES: Final = 1 << 20  # larger files are refused; a device could be endless


class NetworkError(SumitoError, ValueError):
    """A file is not a network file, or it is damaged. The message names it."""


def read_network(path: Path | str) -> _native.Network:
    """Read a network file.

    Raises:
        NetworkError: this is not a network file, or it is damaged.
        ValueError: this cannot be the name of a file.
        OSError: the file cannot be read.
    """
    try:
        named = os.fspath(path) != "" and "\0" not in os.fspath(path)
    except TypeError:
        named = False
    if not named:
        raise ValueError(f"a network must be the name of a file, not {path!r}")
    with open(path, "rb") as file:
        data = file.read(_MOST_BYTES)
    return _checked(data, str(path))


def _checked(data: bytes, name: str) -> _native.Network:
    network, damaged = _native.Network.read(data)
    if network is not None and data.startswith(_MAGIC_N1):
        damaged = hashlib.sha256(data[:-_CHECKSUM_BYTES_N1]).digest() != data[-_CHECKSUM_BYTES_N1:]
    if damaged:
        raise NetworkError(f"{name} is damaged: its checksum does not fit")
    if network is None:
        raise NetworkError(f"{name} is not a network file")
    return network


def network_file(weights: bytes, *, inputs: int, filters: int, buckets: int, scale: int) -> bytes:
    """Return the bytes of a network file of format N2.

    Args:
        weights: the weights and biases, in the order of the file.
        inputs: the number of inputs of a filter.
        filters: the number of filters.
        buckets: the number of stages of the game, each with its own output weights.
        scale: the scale of the scores, in hundredths of a marble for one unit of log odds.

    Raises:
        ValueError: `scale` is out of range.
    """
    if type(scale) is not int or not 1 <= scale <= _native.MOST_SCALE:
        raise ValueError(f"a scale must be a whole number from 1 to {_native.MOST_SCALE}, not {scale!r}")
    data = _MAGIC_N2 + struct.pack("<HHHH", inputs, filters, buckets, scale) + weights
    return data + struct.pack("<Q", _native.Network.checksum(data))


def with_scale(network: bytes, scale: int) -> bytes:
    """Return a network file with another scale, in format N2. The given file can have an older format.

    Raises:
        NetworkError: this is not a network file, or it is damaged.
        ValueError: `scale` is out of range.
    """
    _checked(network, "the network")
    inputs, filters, buckets = struct.unpack_from("<HHH", network, len(_MAGIC_N1))
    old = network.startswith(_MAGIC_N1)
    weights = network[14:-_CHECKSUM_BYTES_N1] if old else network[16:-_CHECKSUM_BYTES]
    return network_file(weights, inputs=inputs, filters=filters, buckets=buckets, scale=scale)
