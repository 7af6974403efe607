"""Test the budgets of the site: bytes sent, processor time, frames.

`benchmarks/pages.py` measures the same from the user's point of view.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from conftest import REPOSITORY
from sumito.learn.catalogue import LANGUAGES
from sumito.server.files import SiteFiles, lean
from web.test_units import node
from web.traffic import Traffic, counted_site

WEB = REPOSITORY / "src/sumito/web"
TSC = REPOSITORY / "build/typescript/node_modules/typescript/bin/tsc"
KB = 1000
FILES = SiteFiles()
PAGES = sorted(address for address in FILES.addresses() if address.endswith(".html"))
FURTHER = [
    page.removesuffix("index.html") for page in PAGES if page not in ("index.html", "404.html", "play/index.html")
]
ENGINE = {"core/worker.js", "core/engine.wasm", "data/sumito.network"}
QUICK = ["", "play/", "local/", "learn/"]  # ready within a second on a slow processor
IMPORT = re.compile(r"^(?:import|export)\s(?:[^;'\"]*?\sfrom\s*)?'([^']+)'", re.MULTILINE)
ROUNDS = 5
WATCH_FRAMES = """() => {
  window.intervals = [];
  let last = 0;
  const step = (now) => {
    if (__sumito.busy && last) intervals.push(now - last);
    last = __sumito.busy ? now : 0;
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}"""
SHOWN = "() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))"
# The requests before the page was ready.
EARLY = """() => {
  const [{ startTime: ready }] = performance.getEntriesByName('ready');
  return performance.getEntriesByType('resource').filter((each) => each.startTime < ready).map((each) => each.name);
}"""
OPENED = """() => new Promise(resolve => {
  const look = () => document.body?.dataset.ready ? resolve() : requestAnimationFrame(look);
  look();
})"""


@pytest.fixture(scope="module")
def traffic() -> Iterator[Traffic]:
    with counted_site() as counted:
        yield counted


@pytest.fixture
def open_cold(browser: Browser, traffic: Traffic) -> Iterator[Callable[..., Page]]:
    """Open pages in browsers with an empty cache and without service workers."""
    contexts: list[BrowserContext] = []

    def open_it(language: str = "en") -> Page:
        context = browser.new_context(base_url=traffic.address, locale=language, service_workers="block")
        contexts.append(context)
        return context.new_page()

    yield open_it
    for context in contexts:
        context.close()


def see(page: Page, address: str) -> None:
    page.goto(f"{address}?test")
    page.evaluate(OPENED)


def begin_game(page: Page) -> None:
    """Start a game from the sheet, and select a marble on the board."""
    page.locator(".start .primary").click()
    page.wait_for_selector(".table")
    tap(page, "a1")
    assert page.evaluate("__sumito.selection") == ["a1"]


def tap(page: Page, cell: str) -> None:
    point = page.evaluate("cell => __sumito.at(cell)", cell)
    page.mouse.click(point["x"], point["y"])


# ---- bytes


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_page_and_the_core_are_small(traffic: Traffic, open_cold: Callable[..., Page], language: str) -> None:
    """Include the words of one language, and the core, which the next page needs, though home does not."""
    page = open_cold(language)
    traffic.begin()
    see(page, "")
    assert not traffic.bytes_of(".wasm"), traffic.sent
    assert 20 * KB < traffic.bytes_of(".js", ".css", "/") < 47 * KB, traffic.sent
    assert (
        page.evaluate("import('./core/core.js').then(core => core.openCore()).then(core => core.game().turn)")
        == "black"
    )
    assert not ENGINE & set(traffic.sent)
    # The font of the headings is fetched after the first paint. It has a budget of its own.
    assert 80 * KB < traffic.total - traffic.bytes_of(".woff2") <= 120 * KB, traffic.sent


def test_the_page_where_one_plays_is_small(traffic: Traffic, open_cold: Callable[..., Page]) -> None:
    """Measure until the board responds. The worker fetches the engine during the first move, so it does not count."""
    page = open_cold()
    traffic.begin()
    see(page, "play/")
    assert not ENGINE & set(traffic.sent)
    early = page.evaluate(EARLY)
    assert not any(name.endswith(("/core/core.js", "/game/table.js", ".wasm")) for name in early), early
    assert sum(name.endswith(("/layouts.json", "/levels.json")) for name in early) == 2, early
    assert traffic.bytes_of(".js", ".css", "/") < 80 * KB, traffic.sent
    begin_game(page)
    later = sum(traffic.sent.get(name, 0) for name in ENGINE)
    later += traffic.bytes_of(".woff2")
    assert 100 * KB < traffic.total - later < 175 * KB, traffic.sent


def test_the_course_shows_its_board_before_it_loads_the_core(open_cold: Callable[..., Page]) -> None:
    page = open_cold()
    see(page, "learn/")
    early = page.evaluate(EARLY)
    assert any(name.endswith("/board/board.js") for name in early), early
    assert not any(name.endswith(("/core/core.js", "/board/input.js", "/shell/sound.js", ".wasm")) for name in early), (
        early
    )
    assert page.locator(".board .marble").count() == 1
    page.wait_for_function("() => __sumito.phase === 'open'")


@pytest.fixture(scope="module")
def known(browser: Browser, traffic: Traffic) -> set[str]:
    """Return the files that a browser has after the home page and a game."""
    context = browser.new_context(base_url=traffic.address, locale="en", service_workers="block")
    page = context.new_page()
    traffic.begin()
    see(page, "")
    see(page, "play/")
    begin_game(page)
    context.close()
    return set(traffic.sent)


@pytest.mark.parametrize("address", FURTHER)
def test_every_further_page_adds_little(
    traffic: Traffic, open_cold: Callable[..., Page], known: set[str], address: str
) -> None:
    page = open_cold()
    traffic.begin()
    see(page, address)
    for name in known & set(traffic.sent):
        del traffic.sent[name]
    assert 0 < traffic.bytes_of(".js", ".css", "/") < 27 * KB, traffic.sent


# ---- preloads


def reachable(module: str) -> set[str]:
    """Return a module and all its static imports."""
    found: set[str] = set()
    left = [module]
    while left:
        here = left.pop()
        if here not in found:
            found.add(here)
            text = (FILES.read(here) or b"").decode()
            left += [urljoin(here, name).lstrip("/") for name in IMPORT.findall(text)]
    return found


@pytest.mark.parametrize("address", PAGES)
def test_a_page_announces_exactly_the_modules_that_it_needs(address: str) -> None:
    text = (FILES.read(address) or b"").decode()
    folder = address.removesuffix(Path(address).name)
    announced = [urljoin(f"/{folder}", name)[1:] for name in re.findall(r'rel="modulepreload" href="([^"]+)"', text)]
    entries = [urljoin(f"/{folder}", name)[1:] for name in re.findall(r'<script type="module" src="([^"]+)"', text)]
    assert len(entries) == 1
    needed = reachable(entries[0])
    up = "../" * folder.count("/")
    wanted = "\n".join(f'<link rel="modulepreload" href="{up}{name}">' for name in sorted(needed - set(entries)))
    assert sorted(announced) == sorted(needed - set(entries)), f"{address} has to announce:\n{wanted}"


@pytest.mark.parametrize("address", QUICK)
def test_a_quick_page_waits_for_few_modules(address: str) -> None:
    """Each module takes about a millisecond of the page's thread: six on a slow processor."""
    text = (FILES.read(f"{address}index.html") or b"").decode()
    assert 20 < text.count('rel="modulepreload"') <= 28, "load later what the first paint does not need"


@pytest.mark.parametrize("address", PAGES)
def test_a_page_asks_for_its_styles_before_its_first_script(address: str) -> None:
    """A script stops the parser, and browsers look no further if the content policy is in the HTML."""
    head, _, rest = (FILES.read(address) or b"").decode().partition("<script")
    early = re.findall(r'<link rel="preload" href="([^"]+)" as="style">', head)
    assert early == re.findall(r'<link rel="stylesheet" href="([^"]+)">', rest)
    assert early


@pytest.mark.parametrize("address", PAGES)
def test_the_data_that_a_page_asks_for_early_exists(address: str) -> None:
    text = (FILES.read(address) or b"").decode()
    named = " ".join(re.findall(r'data-preload="([^"]*)"', text)).split()
    assert bool(named) == (address in ("play/index.html", "local/index.html", "several/index.html"))
    assert all(FILES.read(urljoin(f"/{address}", name)[1:]) for name in named)


# ---- comments and indentation are not sent


def test_scripts_and_styles_are_sent_without_comments_and_indents() -> None:
    source = b"""/** What it is. */
const a = 'x'; // why
// whole
  /** @param {number} n
   *  @returns {string} */
  const b = /** @type {any} */ (a), address = 'http://a.b/c';
"""
    assert lean(source) == b"\nconst a = 'x';\n\n\n\nconst b = (a), address = 'http://a.b/c';\n"
    assert lean(b"a { /* why */ color: red }") == b"a { color: red }"


def test_nothing_else_is_taken_away(tmp_path: Path) -> None:
    """Compile each script as it is and as it is sent. The compiler must produce the same."""
    if not TSC.is_file():
        pytest.fail("MISSING  TypeScript, in build/typescript: `make lint` installs it")
    scripts = {str(path.relative_to(WEB)): path.read_bytes() for path in WEB.rglob("*.js")}
    made = []
    for kind, sources in (("whole", scripts), ("lean", {name: lean(source) for name, source in scripts.items()})):
        for name, source in sources.items():
            path = tmp_path / kind / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(source)
        folder = tmp_path / f"{kind} made"
        options = ["--allowJs", "--noCheck", "--removeComments", "--noResolve"]
        modern = ["--target", "esnext", "--module", "esnext"]
        folders = ["--rootDir", str(tmp_path / kind), "--outDir", str(folder)]
        subprocess.run(
            [node(), TSC, *options, *modern, *folders, *(str(tmp_path / kind / name) for name in sources)], check=True
        )
        # Parentheses of a type cast are removed with its comment.
        made.append({name: re.sub(r"[()]", "", (folder / name).read_text(encoding="utf-8")) for name in sources})
    assert made[0] == made[1]
    for source in scripts.values():
        assert len(lean(source)) < len(source)
        assert lean(source).count(b"\n") == source.count(b"\n"), "lines keep their numbers"


# ---- time


# The duration of three runs of the work on the idle reference machine: two cores at 2.8 GHz.
WORK_MS = 36
WORK = """() => {
  const other = document.implementation.createHTMLDocument('');
  let text = '';
  for (let i = 0; i < 3000; i++) {
    const circle = document.createElementNS('http://www.w3.org/2000/svg', 'circle');
    circle.setAttribute('cx', String(i));
    circle.setAttribute('class', `marble-${i % 7}`);
    other.body.append(circle);
    text += JSON.stringify({ i, name: `marble-${i}` });
  }
  return other.body.innerHTML.length + text.split('}').map((each) => each.length).length;
}"""


class Processor:
    """The processor time of a page's thread, which hardly depends on other load on the machine."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._session = page.context.new_cdp_session(page)
        self._session.send("Performance.enable")

    def ms(self) -> float:
        metrics = {each["name"]: each["value"] for each in self._session.send("Performance.getMetrics")["metrics"]}
        return 1000 * float(metrics["ThreadTime"])

    def slower(self) -> float:
        """Return how many times slower the machine is now than the idle reference machine."""
        before = self.ms()
        for _ in range(3):
            assert self._page.evaluate(WORK) > 0
        return (self.ms() - before) / WORK_MS


@pytest.mark.timing
@pytest.mark.parametrize("address", QUICK)
def test_a_page_is_soon_ready_on_a_slow_processor(open_cold: Callable[..., Page], address: str) -> None:
    """Take less than a second on a processor with a sixth of the speed of the reference machine."""
    times = []
    for _ in range(ROUNDS):
        page = open_cold()
        processor = Processor(page)
        before = processor.ms()
        see(page, address)
        times.append((processor.ms() - before) / processor.slower())
        page.context.close()
    assert 6 * median(times) < 1000, times


def begin_hot_seat(page: Page) -> None:
    see(page, "local/")
    page.locator(".start .primary").click()
    page.wait_for_selector(".table")


@pytest.mark.timing
def test_a_tap_is_soon_answered_on_a_slow_processor(open_cold: Callable[..., Page]) -> None:
    """Take less than 50 ms, including the drawing of the board, on a processor with a quarter of this one's speed."""
    page = open_cold()
    begin_hot_seat(page)
    processor = Processor(page)
    point = page.evaluate("__sumito.at('c4')")
    page.mouse.move(point["x"], point["y"])
    times = []
    for i in range(2 * ROUNDS):
        page.evaluate(SHOWN)
        before = processor.ms()
        page.mouse.down()
        page.mouse.up()
        page.evaluate(SHOWN)
        times.append(processor.ms() - before)
        assert page.evaluate("__sumito.selection") == ([] if i % 2 else ["c4"])
    assert 4 * median(times) < 50, times


@pytest.mark.timing
def test_marbles_move_at_every_frame_on_a_slow_processor(open_cold: Callable[..., Page]) -> None:
    """Draw sixty frames a second on a processor with half of this one's speed."""
    page = open_cold()
    begin_hot_seat(page)
    page.evaluate(WATCH_FRAMES)
    processor = Processor(page)
    costs = []
    for cells in (("a1", "c3", "d4"), ("i9", "g7", "f6"), ("b2", "d4", "e5"), ("g5", "f4"), ("c5", "d6")):
        for cell in cells[:-1]:
            tap(page, cell)
        before, seen = processor.ms(), page.evaluate("intervals.length")
        tap(page, cells[-1])
        page.wait_for_function("() => !__sumito.busy")
        frames = page.evaluate("intervals.length") - seen
        assert frames > 0, "the marbles jump"
        costs.append((processor.ms() - before) / frames)
    assert len(page.evaluate("__sumito.moves")) == 5
    assert 2 * median(costs) < 1000 / 60, costs
