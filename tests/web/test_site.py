"""Test the site: the served files and headers, and the export for other hosts."""

from __future__ import annotations

import gzip
import http.client
import json
import re
import socket
import struct
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit

import pytest

from sumito.server.export import ExportError, write_site
from sumito.server.files import SiteFiles
from sumito.server.listening import listen, served
from sumito.server.site import make_site

LOST = b'<div class="plain">'
EVERYWHERE = {
    "content-security-policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; font-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
}


class Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes


def ask(site: str, path: str, method: str = "GET", **headers: str) -> Answer:
    """Send one request, with the path unchanged."""
    connection = http.client.HTTPConnection(urlsplit(site).netloc, timeout=20)
    try:
        connection.request(method, path, headers={name.replace("_", "-"): text for name, text in headers.items()})
        answer = connection.getresponse()
        return Answer(answer.status, {name.lower(): text for name, text in answer.getheaders()}, answer.read())
    finally:
        connection.close()


def write(folder: Path, files: Mapping[str, str | bytes]) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


def write_small_site(folder: Path) -> SiteFiles:
    """Write a small site, with files beside and in it that must not be served."""
    write(
        folder,
        {
            "secret.json": "{}",
            "web/home/page.js": "import '../core/core.js';",
            "web/lost/page.js": "",
            "web/play/page.js": "import '../core/core.js';",
            "web/rules/glossary/page.js": "import '../../play/page.js';",
            "web/style/a.css": "a {}",
            "web/sw.js": "importScripts('files.js');",
            "web/core/core.js": "export {};",
            "web/core/sumito.wasm": b"\0asm" + bytes(5000),
            "web/manifest.webmanifest": "{}",
            "web/icon.svg": "<svg/>",
            "web/icon.png": bytes(range(256)),
            "web/core/old.py": "secret",
            "web/core/.hidden.js": "secret",
            "web/.git/config.json": "secret",
            "web/core/core.js~": "secret",
            "data/layouts.json": '{"layouts": []}',
            "data/sumito.network": b"\1\2",
            "data/openings.book": b"secret",
            "data/rulebook.css": "secret",
            "data/catalogues/en.json": "{}",
            "data/catalogues/en.po": "secret",
            "data/catalogues/en.mo": b"secret",
        },
    )
    return SiteFiles(folder / "web", folder / "data")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture
def files(folder: Path) -> SiteFiles:
    """Write a small site for this test."""
    return write_small_site(folder)


@pytest.fixture
def small(files: SiteFiles) -> Iterator[str]:
    """The same, served."""
    with served(make_site(files)) as address:
        yield address


@pytest.fixture(scope="module")
def steady_files(tmp_path_factory: pytest.TempPathFactory) -> SiteFiles:
    """Write a small site that no test changes."""
    return write_small_site(tmp_path_factory.mktemp("steady"))


@pytest.fixture(scope="module")
def steady(steady_files: SiteFiles) -> Iterator[str]:
    """The same, served."""
    with served(make_site(steady_files)) as address:
        yield address


# ---- files


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/index.html", "text/html; charset=utf-8"),
        ("/play/", "text/html; charset=utf-8"),
        ("/rules/glossary/", "text/html; charset=utf-8"),
        ("/style/a.css", "text/css; charset=utf-8"),
        ("/core/core.js", "text/javascript; charset=utf-8"),
        ("/core/sumito.wasm", "application/wasm"),
        ("/manifest.webmanifest", "application/manifest+json"),
        ("/icon.svg", "image/svg+xml"),
        ("/icon.png", "image/png"),
        ("/data/layouts.json", "application/json"),
        ("/data/sumito.network", "application/octet-stream"),
        ("/data/catalogues/en.json", "application/json"),
        ("/files.js", "text/javascript; charset=utf-8"),
    ],
)
def test_files_have_their_type_and_every_header(steady: str, steady_files: SiteFiles, path: str, kind: str) -> None:
    answer = ask(steady, path)
    assert answer.status == 200
    assert answer.headers["content-type"] == kind
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["vary"] == "Accept-Encoding"
    assert has_every_header(answer)
    name = path[1:] + ("index.html" if path.endswith("/") else "")
    assert answer.body == steady_files.read(name)


def has_every_header(answer: Answer) -> bool:
    assert {name: answer.headers.get(name) for name in EVERYWHERE} == EVERYWHERE
    assert re.fullmatch(r"([a-z-]+=\(\)(, |$))+", answer.headers["permissions-policy"])
    assert "server" not in answer.headers
    return True


@pytest.mark.parametrize("path", ["/play", "/rules/glossary"])
def test_a_page_without_its_slash_leads_to_it(steady: str, path: str) -> None:
    answer = ask(steady, f"{path}?test&a=1")
    assert answer.status == 307
    assert urljoin(urljoin(steady, path), answer.headers["location"]) == urljoin(steady, f"{path}/?test&a=1")
    assert has_every_header(answer)
    assert ask(steady, path).headers["location"] == f"{path.rpartition('/')[2]}/"


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere", "/nowhere/", "/play/nowhere/", "/core", "/core/", "/style/", "/data", "/data/", "/data/catalogues/",
        "/core/old.py", "/core/.hidden.js", "/.git/config.json", "/core/core.js~", "/data/openings.book",
        "/data/rulebook.css", "/data/catalogues/en.po", "/data/catalogues/en.mo", "/core/core.js/",
        "/core/core.js/x.js",
        "/../secret.json", "/data/../../secret.json", "/%2e%2e/secret.json", "/data/%2e%2e%2fsecret.json",
        "/..%2fsecret.json", "/data/..%5c..%5csecret.json", "//play", "//icon.svg", "/data//layouts.json", "/play/./",
        "/data/%00.json", "/data/%ff.json", "/data/layouts.json%0a", "//example.org/play", "/%D7%90",
    ],
)  # fmt: skip
def test_nothing_else_is_there(steady: str, path: str) -> None:
    answer = ask(steady, path)
    assert answer.status == 404
    assert LOST in answer.body
    assert b"secret" not in answer.body
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert has_every_header(answer)


def test_an_address_may_be_long(steady: str) -> None:
    for path in (f"/{'a' * 5000}.js", f"/{'a/' * 2000}", f"/{'a' * 5000}"):
        answer = ask(steady, path)
        assert (answer.status, LOST in answer.body) == (404, True)
        assert len(answer.body) < 13_000, "the answer does not grow with the question"


@pytest.mark.parametrize(("path", "up"), [("/x", ""), ("/x/", "../"), ("/a/b/c", "../../"), ("/data/x.json", "../")])
def test_links_of_the_lost_page_lead_home_from_anywhere(steady: str, path: str, up: str) -> None:
    body = ask(steady, path).body.decode()
    styles = re.findall(r'rel="stylesheet" href="([^"]*)"', body)
    assert styles == [f"{up}style/tokens.css", f"{up}style/shell.css", f"{up}lost/page.css"]
    assert re.findall(r'src="([^"]*)"', body) == [f"{up}shell/start.js", f"{up}lost/page.js", f"{up}icon.svg"]
    assert set(re.findall(r'<a href="([^"]*)">', body)) == {"../"}
    assert urljoin(urljoin(steady, path), f"{up}icon.svg") == f"{steady}icon.svg"


def test_without_a_lost_page_it_is_said_in_words(small: str, folder: Path) -> None:
    (folder / "web/lost/page.js").unlink()
    answer = ask(small, "/x")
    assert (answer.status, answer.body) == (404, b"There is no such page.\n")
    assert has_every_header(answer)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_files_are_only_asked_for(steady: str, method: str) -> None:
    answer = ask(steady, "/", method)
    assert answer.status == 405
    assert set(answer.headers["allow"].split(", ")) == {"GET", "HEAD"}
    assert has_every_header(answer)


# ---- headers


def test_an_answer_does_not_wait_for_its_own_beginning() -> None:
    with listen("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        connection, _ = listening.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_head_tells_what_get_would_send(steady: str) -> None:
    for path in ("/", "/play", "/core/sumito.wasm", "/nowhere"):
        for coding in ("identity", "gzip"):
            got, told = (ask(steady, path, method, accept_encoding=coding) for method in ("GET", "HEAD"))
            assert told.body == b""
            unstable = {"date"}
            assert told.status == got.status
            assert {n: t for n, t in told.headers.items() if n not in unstable} == {
                n: t for n, t in got.headers.items() if n not in unstable
            }


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [
        ("gzip", True),
        ("gzip, deflate, br, zstd", True),
        ("br;q=1.0, GZIP;q=0.5", True),
        ("*", True),
        ("", False),
        ("identity", False),
        ("br", False),
        ("gzip;q=0", False),
        ("gzip; q=0.000", False),
        ("*, gzip;q=0", False),
        ("*;q=0, gzip", True),
    ],
)
def test_text_and_wasm_are_packed_for_those_who_can_unpack(steady: str, accepted: str, packed: bool) -> None:
    for path in ("/", "/core/sumito.wasm"):
        plain = ask(steady, path)
        answer = ask(steady, path, accept_encoding=accepted)
        assert answer.headers.get("content-encoding") == ("gzip" if packed else None)
        assert (len(answer.body) < len(plain.body)) == packed
        assert (gzip.decompress(answer.body) if packed else answer.body) == plain.body
        assert answer.headers["content-length"] == str(len(answer.body))
        assert (answer.headers["etag"] == plain.headers["etag"]) != packed


def test_what_does_not_shrink_is_sent_as_it_is(steady: str) -> None:
    assert "content-encoding" not in ask(steady, "/icon.png", accept_encoding="gzip").headers


def test_a_browser_that_has_it_gets_no_more(small: str, folder: Path) -> None:
    for coding in ("identity", "gzip"):
        tag = ask(small, "/play/", accept_encoding=coding).headers["etag"]
        for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
            answer = ask(small, "/play/", accept_encoding=coding, if_none_match=known)
            assert (answer.status, answer.body, answer.headers["etag"]) == (304, b"", tag)
            assert "content-length" not in answer.headers
            assert has_every_header(answer)
        assert ask(small, "/play/", accept_encoding=coding, if_none_match='"other"').status == 200
        assert ask(small, "/nowhere/", if_none_match="*").status == 404
        # Only the content counts, not the modification time. A change takes effect at once.
        page = folder / "web/play/page.js"
        page.write_bytes(page.read_bytes())
        assert ask(small, "/play/", accept_encoding=coding, if_none_match=tag).status == 304
        page.write_text("import './new.js';" if coding == "gzip" else "import './newer.js';")
        answer = ask(small, "/play/", accept_encoding=coding, if_none_match=tag)
        assert answer.status == 200
        assert answer.headers["etag"] != tag


def test_new_files_are_there_at_once(small: str, folder: Path) -> None:
    assert ask(small, "/games/").status == 404
    write(folder, {"web/games/page.js": ""})
    assert b'src="../games/page.js"' in ask(small, "/games/").body


@pytest.mark.parametrize(
    ("problem", "answered", "logged"),
    [
        (PermissionError(13, "Permission denied"), b"This file cannot be read now.\n", "[Errno 13] Permission denied"),
        (RuntimeError("a bug"), b"Something went wrong here.\n", "RuntimeError: a bug"),
    ],
)
def test_what_cannot_be_answered_is_a_plain_failure(
    problem: Exception, answered: bytes, logged: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(files: SiteFiles, address: str) -> bytes:
        raise problem

    with served(make_site()) as site:
        monkeypatch.setattr(SiteFiles, "read", fail)
        answer = ask(site, "/play/")
    assert (answer.status, answer.body) == (500, answered)
    assert has_every_header(answer)
    assert logged in caplog.text
    assert caplog.text.count("\n") == 1 or isinstance(problem, RuntimeError)


def test_many_ask_at_once(steady: str, steady_files: SiteFiles) -> None:
    wanted = ["/", "/play/", "/core/sumito.wasm", "/data/layouts.json"] * 8
    answers: dict[int, Answer] = {}

    def get(number: int) -> None:
        answers[number] = ask(steady, wanted[number])

    threads = [threading.Thread(target=get, args=(number,)) for number in range(len(wanted))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [answers[number].status for number in range(len(wanted))] == [200] * len(wanted)


def test_garbage_ends_one_connection_only(steady: str) -> None:
    place = urlsplit(steady)
    assert place.port is not None
    with socket.create_connection(("127.0.0.1", place.port), timeout=20) as connection:
        connection.sendall(b"\x16\x03\x01 not a request\r\n\r\n")
        assert connection.recv(100).startswith(b"HTTP/1.1 400")
    assert ask(steady, "/").status == 200


# ---- the list for the service worker


def listed(text: bytes) -> tuple[str, dict[str, str]]:
    match = re.fullmatch(rb"self\.SUMITO_FILES = (\{.*\});\n", text, re.S)
    assert match
    found = json.loads(match[1])
    return found["version"], found["files"]


def test_the_list_names_every_address_but_the_worker(files: SiteFiles, folder: Path) -> None:
    version, names = listed(files.read("files.js") or b"")
    assert list(names) == [
        "404.html", "core/core.js", "core/sumito.wasm", "data/catalogues/en.json", "data/layouts.json",
        "data/sumito.network", "home/page.js", "icon.png", "icon.svg", "./", "lost/page.js", "manifest.webmanifest",
        "play/", "play/page.js", "rules/glossary/", "rules/glossary/page.js", "style/a.css",
    ]  # fmt: skip
    write(folder, {"web/sw.js": "// new"})
    assert listed(files.read("files.js") or b"") == (version, names)
    write(folder, {"web/style/a.css": "b {}"})
    newer, changed = listed(files.read("files.js") or b"")
    assert newer != version
    assert {name for name in names if names[name] != changed[name]} == {"style/a.css"}


# ---- pages from one template


def test_links_have_a_preview() -> None:
    files = SiteFiles()
    for address, up in (("index.html", ""), ("play/index.html", "../"), ("rules/glossary/index.html", "../../")):
        page = (files.read(address) or b"").decode()
        tags = dict(re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)">', page))
        assert tags["image"] == f"{up}preview.png"
        assert {"title", "description"} <= set(tags)
        assert '<meta name="twitter:card" content="summary_large_image">' in page
    picture = files.read("preview.png") or b""
    width, height = struct.unpack(">II", picture[16:24])
    assert (width, height) == (1200, 630)
    assert len(picture) < 100_000
    assert b"preview.png" not in (files.read("files.js") or b""), "browsers keep what their users see"


@pytest.mark.parametrize("home", ["https://abalone.example", "https://abalone.example/"])
def test_a_game_on_a_server_has_a_preview_with_whole_addresses(home: str) -> None:
    page = (SiteFiles().with_online_play(home).read("g/index.html") or b"").decode()
    tags = dict(re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)">', page))
    assert tags["image"] == "https://abalone.example/preview.png"
    assert tags["title"] == "A game of Abalone"


def test_a_page_preloads_every_module_that_it_imports(steady_files: SiteFiles) -> None:
    text = (steady_files.read("rules/glossary/index.html") or b"").decode()
    assert re.findall(r'rel="modulepreload" href="([^"]*)"', text) == ["../../core/core.js", "../../play/page.js"]
    assert re.findall(r'type="module" src="([^"]*)"', text) == ["../../rules/glossary/page.js"]
    assert "{{" not in text


# ---- the export


def tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_export_has_what_the_site_has(files: SiteFiles, tmp_path: Path, small: str) -> None:
    out = tmp_path / "new/public"
    assert write_site(out, files) == len(files.addresses())
    kept = tree(out)
    receipt = kept.pop(".sumito-site").decode()
    assert receipt.splitlines() == sorted(kept) == files.addresses()
    assert not [name for name, content in kept.items() if b"secret" in content]
    for name, content in kept.items():
        assert ask(small, f"/{name}").body == content


def test_export_replaces_a_former_one_and_nothing_else(files: SiteFiles, folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "public"
    write_site(out, files)
    (out / "CNAME").write_text("mine")
    (out / "rules/mine.html").write_text("mine")
    (folder / "web/rules/glossary/page.js").unlink()
    (folder / "web/style/a.css").write_text("new")
    write_site(out, files)
    assert not (out / "rules/glossary").exists()
    assert (out / ".sumito-site").read_text().splitlines() == files.addresses()
    assert (out / "style/a.css").read_text() == "new"
    assert {(out / name).read_text() for name in ("CNAME", "rules/mine.html")} == {"mine"}
    assert write_site(out, files) == len(files.addresses())


def test_export_spares_a_folder_that_is_not_its_own(files: SiteFiles, tmp_path: Path) -> None:
    out = tmp_path / "mine"
    write(out, {"thesis": "years of work"})
    with pytest.raises(ExportError, match="mine: not empty, and not an earlier export"):
        write_site(out, files)
    assert tree(out) == {"thesis": b"years of work"}
    for bad in (b"../thesis", b"/etc/passwd", b"", b"a//b", b"\xff\xfe"):
        write(out, {".sumito-site": b"index.html\n%b\n" % bad})
        with pytest.raises(ExportError, match="not the file list of an export"):
            write_site(out, files)


class FullDisk(SiteFiles):
    """A disk that is full at one file."""

    def read(self, address: str) -> bytes | None:
        if address == "play/index.html":
            raise OSError(28, "No space left on device")
        return super().read(address)


def test_export_that_was_cut_off_can_be_done_again(files: SiteFiles, folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "public"
    with pytest.raises(OSError, match="No space"):
        write_site(out, FullDisk(folder / "web", folder / "data"))
    assert (out / "404.html").is_file()
    assert not (out / "play/index.html").exists()
    assert write_site(out, files) == len(files.addresses())
    assert sorted(tree(out)) == sorted([".sumito-site", *files.addresses()])


def test_export_that_was_cut_off_forgets_no_file(files: SiteFiles, folder: Path, tmp_path: Path) -> None:
    """Neither a file of the previous export, nor one that it has already written."""
    out = tmp_path / "public"
    write_site(out, files)
    (folder / "web/rules/glossary/page.js").unlink()
    write(folder / "web", {"early.js": "new"})
    with pytest.raises(OSError, match="No space"):
        write_site(out, FullDisk(folder / "web", folder / "data"))
    assert (out / "early.js").is_file()
    (folder / "web/early.js").unlink()
    write_site(out, files)
    assert sorted(tree(out)) == sorted([".sumito-site", *files.addresses()])
    assert not (out / "rules/glossary").exists()
