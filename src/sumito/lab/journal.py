"""Journals: files of JSON lines from which long work can be resumed."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self, TypeGuard

from sumito.lab import LabError

Entry = dict[str, Any]


class Journal:
    """A file with a header that describes the work, and a line for each finished part.

    `entries` has the parts that were in the file already. An incomplete last line is dropped.
    """

    def __init__(self, path: str | os.PathLike[str], header: Mapping[str, Any]) -> None:
        """Begin a journal, or resume one that has the same header.

        Raises:
            LabError: the file is not a journal, or it belongs to other work.
            OSError: the file cannot be read or written. The error names it.
        """
        self.path = Path(path)
        self.entries: list[Entry] = []
        wanted = json.loads(json.dumps(header))
        kept = self._read(wanted) if self.path.exists() else 0
        self._file: IO[bytes] = open(self.path, "r+b" if kept else "wb")  # noqa: SIM115  closed by close()
        self._file.seek(kept)
        self._file.truncate()
        if not kept:
            self._write(wanted)

    def _read(self, wanted: Entry) -> int:
        """Read the complete lines. Return their length in bytes."""
        data = self.path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if data and not whole and not data.startswith(b'{"'):
            raise LabError(f"{self.path}: not a journal")
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                entry = json.loads(line)
                if not isinstance(entry, dict):
                    raise ValueError("not an object")
            except ValueError:
                raise LabError(f"{self.path}:{number}: not a line of a journal") from None
            if number > 1:
                self.entries.append(entry)
            elif entry != wanted:
                different = "; ".join(_differences("", entry, wanted))
                raise LabError(f"{self.path}: a journal of other work: {different}; choose a new file")
        return len(whole)

    def add(self, entry: Mapping[str, Any]) -> None:
        """Write a line and flush it."""
        self._write(entry)

    def _write(self, entry: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(entry, separators=(",", ":")).encode() + b"\n")
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _differences(name: str, there: object, here: object) -> Iterator[str]:
    """Describe the differences between two headers. Objects and lists of objects are compared part by part."""
    if there == here:
        return
    if isinstance(there, dict) and isinstance(here, dict):
        for key in sorted(there.keys() | here.keys()):
            # The field that an object is named after does not repeat in its name.
            part = name if re.fullmatch(rf"{key} \d+", name) else f"{name} {key}".lstrip()
            yield from _differences(part, there.get(key), here.get(key))
    elif _is_table(there) and _is_table(here) and len(there) == len(here):
        for number, (one, other) in enumerate(zip(there, here, strict=True), 1):
            yield from _differences(f"{name.removesuffix('s')} {number}", one, other)
    elif any(isinstance(value, dict | list) for value in (there, here)):
        yield f"{name} {'differ' if name.endswith('s') else 'differs'}"
    else:
        yield f"{name} is {_shown(there)}, not {_shown(here)}"


def _is_table(value: object) -> TypeGuard[list[Entry]]:
    return isinstance(value, list) and all(isinstance(each, dict) for each in value)


def _shown(value: object) -> str:
    text = "none" if value is None else str(value)
    return text[:12] if re.fullmatch(r"[0-9a-f]{64}", text) else text
