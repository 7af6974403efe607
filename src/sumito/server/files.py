"""The files of the web app: which there are, at which addresses, of what type."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Final

from sumito.server.pages import PAGES, write_page

_PACKAGE: Final = Path(str(files("sumito")))
FILE_LIST: Final = "files.js"

# What has another ending is no part of the site: sources of catalogues, Python, what an editor leaves behind.
_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".network": "application/octet-stream",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}
_DATA_ENDINGS: Final = (".json", ".network")
_NAME: Final = re.compile(r"[a-zA-Z0-9][\w-]*(\.[\w-]+)*", re.ASCII)
_LONGEST: Final = 200  # characters of an address; what is longer is none of ours, and no name for a system either
_NEEDED: Final = ("index.html", "404.html", "core/sumito.wasm", "data/catalogues/en.json")
# A worker does not keep itself: the browser asks the server for it, to see whether there is a newer one.
_NOT_KEPT: Final = ("sw.js", FILE_LIST)


# Comments of scripts and styles: in blocks, on lines of their own, and behind the end of a statement or a part of one.
_COMMENT: Final = re.compile(rb"/\*.*?\*/ ?|(?:^[ \t]*|(?<=[;,{}()\]\[]) )//[^\n]*$", re.DOTALL | re.MULTILINE)
_INDENT: Final = re.compile(rb"^ +", re.MULTILINE)
_COMMENTED: Final = (".css", ".js")


def media_type(address: str) -> str:
    """What a browser is told of a file."""
    return _TYPES[Path(address).suffix]


def digest(content: bytes) -> str:
    """A short name for a content: other content, other name."""
    return sha256(content).hexdigest()[:20]


@lru_cache(maxsize=256)
def lean(content: bytes) -> bytes:
    """A script or a style without comments and indents, a quarter of what would be sent. Lines keep their numbers."""
    return _INDENT.sub(b"", _COMMENT.sub(lambda comment: b"\n" * comment[0].count(b"\n"), content))


class SiteFiles:
    """The files by address: `play/index.html` is one, `data/layouts.json` another.

    They are read whenever they are asked for, so that a page that is being worked on needs no restart.
    """

    def __init__(self, web: Path = _PACKAGE / "web", data: Path = _PACKAGE / "data") -> None:
        self._web = web
        self._data = data

    def addresses(self) -> list[str]:
        """All of them, in order."""
        return sorted([*self._found(), FILE_LIST])

    def read(self, address: str) -> bytes | None:
        """What a file holds; None where there is none that a browser may have."""
        if address == FILE_LIST:
            return self._file_list()
        if self._has_page(address):
            return write_page(address, self.read)
        path = self._path(address)
        try:
            content = path.read_bytes() if path is not None else None
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            return None
        return lean(content) if content is not None and address.endswith(_COMMENTED) else content

    def is_page(self, address: str) -> bool:
        """Whether a folder has a page."""
        return self._has_page(f"{address}/index.html")

    def missing(self) -> str | None:
        """The first file without which there is no web app; None where all of them are there."""
        return next((address for address in _NEEDED if self.read(address) is None), None)

    def _found(self) -> list[str]:
        found = [address for address in PAGES if self._has_page(address)]
        for root, prefix in ((self._web, ""), (self._data, "data/")):
            for path in root.rglob("*"):
                address = prefix + path.relative_to(root).as_posix()
                if self._path(address) == path and path.is_file():
                    found.append(address)
        return sorted(found)

    def _has_page(self, address: str) -> bool:
        page = PAGES.get(address)
        return page is not None and (self._web / page.module).is_file()

    def _path(self, address: str) -> Path | None:
        names = address.split("/")
        # No name begins with a dot, so nothing leads out of a folder.
        if (
            len(address) > _LONGEST
            or not all(_NAME.fullmatch(name) for name in names)
            or Path(names[-1]).suffix not in _TYPES
        ):
            return None
        if names[0] != "data":
            return self._web.joinpath(*names)
        return self._data.joinpath(*names[1:]) if names[-1].endswith(_DATA_ENDINGS) else None

    def _file_list(self) -> bytes:
        """What a service worker keeps: each address as a browser asks for it, with a digest of what is there.

        A worker that imports this script is a new one to the browser as soon as any file is another.
        """
        listed = {}
        for address in self._found():
            if address not in _NOT_KEPT:
                folder, _, name = address.rpartition("/")
                asked = address if name != "index.html" else f"{folder}/" if folder else "./"
                listed[asked] = digest(self.read(address) or b"")
        version = digest(json.dumps(listed).encode())
        return f"self.SUMITO_FILES = {json.dumps({'version': version, 'files': listed}, indent=1)};\n".encode()
