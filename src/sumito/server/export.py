"""The site as a folder of files, for any host that sends files."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from sumito.server.files import SiteFiles

# What an export has written, a line a file: only that is replaced by the next one.
_RECEIPT: Final = ".sumito-site"
_ADDRESS: Final = re.compile(r"[\w.-]+(/[\w.-]+)*", re.ASCII)


class ExportError(ValueError):
    """The folder holds something that is not ours to replace."""


def write_site(folder: Path, files: SiteFiles | None = None) -> int:
    """Write all files of the site into a folder, that may be there: how many.

    A former export is replaced: files of it that the site no longer has are removed, and what somebody else has put
    there stays.

    Raises:
        ExportError: the folder holds other things.
        OSError: it cannot be written.
    """
    shown = SiteFiles() if files is None else files
    former = _former(folder)
    addresses = shown.addresses()
    folder.mkdir(parents=True, exist_ok=True)
    # The receipt first, and for both: an export that is cut off can be done again.
    receipt = folder / _RECEIPT
    _write_receipt(receipt, {*former, *addresses})
    for address in addresses:
        path = folder / address
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(shown.read(address) or b"")
    for address in former - set(addresses):
        _remove(folder, address)
    _write_receipt(receipt, set(addresses))
    return len(addresses)


def _former(folder: Path) -> set[str]:
    """The files of the export that is there already."""
    receipt = folder / _RECEIPT
    if receipt.is_file():
        names = receipt.read_bytes().decode(errors="replace").splitlines()
        if any(not _ADDRESS.fullmatch(name) or ".." in name.split("/") for name in names):
            raise ExportError(f"{receipt}: not what an export has written")
        return set(names)
    if folder.exists() and not folder.is_dir():
        raise ExportError(f"{folder}: not a folder")
    if folder.is_dir() and any(folder.iterdir()):
        raise ExportError(f"{folder}: not empty, and no former export: name another folder")
    return set()


def _write_receipt(path: Path, addresses: set[str]) -> None:
    path.write_text("".join(f"{address}\n" for address in sorted(addresses)), encoding="utf-8")


def _remove(folder: Path, address: str) -> None:
    (folder / address).unlink(missing_ok=True)
    for parent in Path(address).parents:
        inner = folder / parent
        if parent != Path() and inner.is_dir() and not any(inner.iterdir()):
            inner.rmdir()
