"""The files of the web app, with their addresses and types."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Final

from sumito.server.pages import GAME_PAGE, PAGES, PREVIEW, write_page

_PACKAGE: Final = Path(str(files("sumito")))
FILE_LIST: Final = "files.js"

# Other files are not part of the site: sources of catalogues, Python, backup files of editors.
_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".explorer": "application/octet-stream",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".network": "application/octet-stream",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
_DATA_ENDINGS: Final = (".explorer", ".json", ".network")
# Data files that only Python uses. Without this, every visitor would fetch and cache them.
_NOT_PUBLISHED: Final = ("data/former.network",)
_NAME: Final = re.compile(r"[a-zA-Z0-9][\w-]*(\.[\w-]+)*", re.ASCII)
_LONGEST: Final = 200  # characters of an address; file systems refuse much longer names
_NEEDED: Final = ("index.html", "404.html", "core/sumito.wasm", "data/catalogues/en.json")
# The service worker does not cache itself. The browser asks the server for it, to detect a newer version.
# The page of a game is shown at many addresses, and only with a connection. The preview is for other sites.
_NOT_KEPT: Final = ("sw.js", FILE_LIST, GAME_PAGE, PREVIEW)


# Comments of scripts and styles: block comments, and line comments on their own line or after punctuation.
_COMMENT: Final = re.compile(rb"/\*.*?\*/ ?|(?:^[ \t]*|(?<=[;,{}()\]\[]) )//[^\n]*$", re.DOTALL | re.MULTILINE)
_INDENT: Final = re.compile(rb"^ +", re.MULTILINE)
_COMMENTED: Final = (".css", ".js")


def media_type(address: str) -> str:
    """Return the Content-Type of a file."""
    return _TYPES[Path(address).suffix]


def digest(content: bytes) -> str:
    """Return a short hash of the content."""
    return sha256(content).hexdigest()[:20]


@lru_cache(maxsize=256)
def lean(content: bytes) -> bytes:
    """Remove comments and indentation from a script or style, about a quarter of its size. Keep the line numbers."""
    return _INDENT.sub(b"", _COMMENT.sub(lambda comment: b"\n" * comment[0].count(b"\n"), content))


class SiteFiles:
    """The files by address, for instance `play/index.html` or `data/layouts.json`.

    Each request reads the file again, so that a developer need not restart the server.
    """

    def __init__(
        self, web: Path = _PACKAGE / "web", data: Path = _PACKAGE / "data", *, online: bool = False, home: str = ""
    ) -> None:
        """Find the files.

        Args:
            web: the folder of the web app.
            data: the folder of the data files.
            online: whether the server has online play, so that the site has its pages and links to them.
            home: the public address of the site; empty if it is not known.
        """
        self._web = web
        self._data = data
        self._online = online
        self._home = home

    def with_online_play(self, home: str = "") -> SiteFiles:
        """Return the same files, with the pages of online play. `home` is the public address of the site."""
        return SiteFiles(self._web, self._data, online=True, home=home)

    def addresses(self) -> list[str]:
        """Return all addresses, sorted."""
        return sorted([*self._found(), FILE_LIST])

    def read(self, address: str) -> bytes | None:
        """Return the content of a file; None if the site has no such file."""
        if address == FILE_LIST:
            return self._file_list()
        if self._has_page(address):
            return write_page(address, self.read, online=self._online, home=self._home)
        path = self._path(address)
        try:
            content = path.read_bytes() if path is not None else None
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            return None
        return lean(content) if content is not None and address.endswith(_COMMENTED) else content

    def is_page(self, address: str) -> bool:
        """Return whether a folder has a page."""
        return self._has_page(f"{address}/index.html")

    def missing(self) -> str | None:
        """Return the first required file that is missing, or None."""
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
        if page is None or (page.needs_server and not self._online):
            return False
        return (self._web / page.module).is_file()

    def _path(self, address: str) -> Path | None:
        names = address.split("/")
        # No name begins with a dot, so no address leads out of the folder.
        if (
            len(address) > _LONGEST
            or address in _NOT_PUBLISHED
            or not all(_NAME.fullmatch(name) for name in names)
            or Path(names[-1]).suffix not in _TYPES
        ):
            return None
        if names[0] != "data":
            return self._web.joinpath(*names)
        return self._data.joinpath(*names[1:]) if names[-1].endswith(_DATA_ENDINGS) else None

    def _file_list(self) -> bytes:
        """Return a script that lists the files to cache: each address as requested, with the digest of its content.

        The service worker imports it, so the browser sees a new worker as soon as any file changes.
        """
        listed = {}
        for address in self._found():
            if address not in _NOT_KEPT:
                folder, _, name = address.rpartition("/")
                asked = address if name != "index.html" else f"{folder}/" if folder else "./"
                listed[asked] = digest(self.read(address) or b"")
        version = digest(json.dumps(listed).encode())
        return f"self.SUMITO_FILES = {json.dumps({'version': version, 'files': listed}, indent=1)};\n".encode()
