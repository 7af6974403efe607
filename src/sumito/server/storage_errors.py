"""The errors of the storage of online games."""

from __future__ import annotations


class StorageError(Exception):
    """The storage cannot do what was asked. The message is one sentence for the host."""


class QueueFullError(StorageError):
    """The queue of the writer is full. Nothing was stored; the player can try again."""
