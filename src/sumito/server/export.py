"""Write the site to a folder, for any host of static files."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from sumito.server.files import SiteFiles

# Lists the files of an export, one per line. The next export replaces only these.
_RECEIPT: Final = ".sumito-site"
_ADDRESS: Final = re.compile(r"[\w.-]+(/[\w.-]+)*", re.ASCII)


class ExportError(ValueError):
    """The folder contains files that are not from an export."""


def write_site(folder: Path, files: SiteFiles | None = None) -> int:
    """Write all files of the site to a folder. Return their number.

    Replace an earlier export: remove its files that the site no longer has, and keep all other files.

    Raises:
        ExportError: the folder contains files, but no earlier export.
        OSError: the folder cannot be written.
    """
    shown = SiteFiles() if files is None else files
    former = _former(folder)
    addresses = shown.addresses()
    folder.mkdir(parents=True, exist_ok=True)
    # The receipt comes first and lists old and new files, so that an interrupted export can be repeated.
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
    """Return the files of the earlier export in the folder."""
    receipt = folder / _RECEIPT
    if receipt.is_file():
        names = receipt.read_bytes().decode(errors="replace").splitlines()
        if any(not _ADDRESS.fullmatch(name) or ".." in name.split("/") for name in names):
            raise ExportError(f"{receipt}: not the file list of an export")
        return set(names)
    if folder.exists() and not folder.is_dir():
        raise ExportError(f"{folder}: not a folder")
    if folder.is_dir() and any(folder.iterdir()):
        raise ExportError(f"{folder}: not empty, and not an earlier export: choose another folder")
    return set()


def _write_receipt(path: Path, addresses: set[str]) -> None:
    path.write_text("".join(f"{address}\n" for address in sorted(addresses)), encoding="utf-8")


def _remove(folder: Path, address: str) -> None:
    (folder / address).unlink(missing_ok=True)
    for parent in Path(address).parents:
        inner = folder / parent
        if parent != Path() and inner.is_dir() and not any(inner.iterdir()):
            inner.rmdir()
