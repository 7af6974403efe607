"""Network files: read, check and write the weights of the evaluation. docs/training.md describes the format."""

from __future__ import annotations

import os
import struct
from pathlib import Path
from typing import Final, NamedTuple

from sumito import _native
from sumito.core import SumitoError

SHIPPED_NETWORK: Final = Path(__file__).parent.parent / "data/sumito.network"
"""The shipped network."""
FORMER_NETWORK: Final = SHIPPED_NETWORK.with_name("former.network")
"""The network that was shipped before, for comparisons."""
NO_NETWORK: Final = "none"
"""The name of the hand-made evaluation, in place of a network file."""

_MAGIC: Final = b"sumitoN3"
_SIZES: Final = "<HHHHH"  # inputs, filters, stages, scale, units
_SCALE_AT: Final = 14  # after the magic and three numbers, in every format
_CHECKSUM_BYTES: Final = 8
_MOST_BYTES: Final = 1 << 20  # larger files are refused; a device could be endless


class Sizes(NamedTuple):
    """The sizes of a network with two layers."""

    filters: int
    units: int
    stages: int


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
    if damaged:
        raise NetworkError(f"{name} is damaged: its checksum does not fit")
    if network is None:
        raise NetworkError(f"{name} is not a network file")
    return network


def network_file(weights: bytes, *, inputs: int, filters: int, stages: int, units: int, scale: int) -> bytes:
    """Return the bytes of a network file of format N3.

    Args:
        weights: the weights and biases, in the order of the file.
        inputs: the number of inputs of a filter.
        filters: the number of filters.
        stages: the number of stages of the game, each with its own output weights and second layer.
        units: the number of units of the second layer.
        scale: the scale of the scores, in hundredths of a marble for one unit of log odds.

    Raises:
        ValueError: `scale` is out of range.
    """
    _check_scale(scale)
    return _sealed(_MAGIC + struct.pack(_SIZES, inputs, filters, stages, scale, units) + weights)


def network_weights(network: bytes, name: str) -> tuple[Sizes, bytes]:
    """Return the sizes of a network, and its weights and biases in the order of the file. `name` is for errors.

    Raises:
        NetworkError: this is not a network file of format N3, or it is damaged.
    """
    _checked(network, name)
    if not network.startswith(_MAGIC):
        raise NetworkError(f"{name} has no second layer: only files of format N3 can be trained further")
    _, filters, stages, _, units = struct.unpack_from(_SIZES, network, len(_MAGIC))
    return Sizes(filters, units, stages), network[len(_MAGIC) + struct.calcsize(_SIZES) : -_CHECKSUM_BYTES]


def with_scale(network: bytes, scale: int) -> bytes:
    """Return a network file with another scale, in the same format.

    Raises:
        NetworkError: this is not a network file, or it is damaged.
        ValueError: `scale` is out of range.
    """
    _checked(network, "the network")
    _check_scale(scale)
    rest = network[_SCALE_AT + 2 : -_CHECKSUM_BYTES]
    return _sealed(network[:_SCALE_AT] + struct.pack("<H", scale) + rest)


def _check_scale(scale: int) -> None:
    if type(scale) is not int or not 1 <= scale <= _native.MOST_SCALE:
        raise ValueError(f"a scale must be a whole number from 1 to {_native.MOST_SCALE}, not {scale!r}")


def _sealed(data: bytes) -> bytes:
    """Return these bytes with their checksum."""
    return data + struct.pack("<Q", _native.Network.checksum(data))
