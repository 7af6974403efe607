"""Enumerations whose members can be given by their text."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Self


def listed(words: Iterable[str], last: str = "or") -> str:
    """Join words into a list.

    >>> listed(["E", "NE", "NW"])
    'E, NE or NW'
    """
    *head, tail = words
    return f"{', '.join(head)} {last} {tail}" if head else tail


class Choice(StrEnum):
    """A set of named values. Every function that takes one also takes its text, in upper or lower case.

    >>> Color("White")
    <Color.WHITE: 'white'>
    >>> ClockKind("hourglass")
    Traceback (most recent call last):
    ValueError: 'hourglass' is not a ClockKind: use 'untimed', 'total', 'per_move' or 'shared'
    """

    @classmethod
    def _missing_(cls, value: object) -> Self:
        if isinstance(value, str) and value.isascii():
            for member in cls:
                if member.value == value.lower():
                    return member
        raise ValueError(f"{value!r} is not a {cls.__name__}: use {listed(repr(member.value) for member in cls)}")
