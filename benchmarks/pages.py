"""Measure the bytes that a browser fetches and the time until it responds. `make bench` runs this.

Bytes are the compressed answers of the real server. Times are wall times on a processor that Chromium throttles, the
best of several rounds. On a busy machine they measure the machine rather than the pages; the processor time of the
page's thread, which is not throttled, depends less on it. The pages are measured in the full browser and in the
headless shell, which has less to do for each request.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page, Playwright, sync_playwright
from starlette.types import Message, Receive, Scope, Send

from sumito.server.listening import served
from sumito.server.site import make_site

SHELL = "chromium-headless-shell"
FULL = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")
ROUNDS = 5
LATER = ("core/worker.js", "core/engine.wasm", "data/sumito.network")  # fetched in the background
FONT = ".woff2"  # fetched after the first paint
# The page reports when it is ready. Polling would use time of the slow processor.
READY = """new PerformanceObserver((entries) => {
  for (const { name } of entries.getEntries()) if (name === 'ready') console.info('ready');
}).observe({ entryTypes: ['mark'] });"""
WATCH = """() => {
  window.answers = [];
  window.intervals = [];
  addEventListener('pointerup', (event) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel(); // its message comes after the frame is drawn
    port1.onmessage = () => answers.push(performance.now() - event.timeStamp);
    port2.postMessage(0);
  }), true);
  let last = 0;
  const step = (now) => {
    if (__sumito.busy && last) intervals.push(now - last);
    last = __sumito.busy ? now : 0;
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}"""
SHOWN = "() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))"
MOVES = (("a1", "c3", "d4"), ("i9", "g7", "f6"), ("b2", "d4", "e5"), ("h8", "f6", "f5"), ("c4", "d5"), ("g5", "f4"))


class Counted:
    """The site, with the number of bytes sent by address."""

    def __init__(self) -> None:
        self._app = make_site()
        self.sent: dict[str, int] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def counted(message: Message) -> None:
            if message["type"] == "http.response.body":
                path = scope["path"].removeprefix("/")
                self.sent[path] = self.sent.get(path, 0) + len(message.get("body", b""))
            await send(message)

        await self._app(scope, receive, counted)


@contextmanager
def opened(browser: Browser, place: str, slower: int = 1) -> Iterator[Page]:
    """Open a page in a browser with an empty cache."""
    context = browser.new_context(base_url=place, locale="en", service_workers="block")
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.add_init_script(READY)
    yield page
    context.close()


def ready_ms(page: Page, where: str) -> float:
    with page.expect_console_message(lambda message: message.text == "ready"):
        page.goto(f"{where}?test")
    return float(page.evaluate("performance.getEntriesByName('ready')[0].startTime"))


def processor_ms(page: Page, where: str) -> float:
    """Return the processor time of the page's thread until it is ready, without throttling."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def now() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return 1000 * float(next(each["value"] for each in metrics if each["name"] == "ThreadTime"))

    before = now()
    ready_ms(page, where)
    return now() - before


def tap(page: Page, *cells: str) -> None:
    for cell in cells:
        point = page.evaluate("cell => __sumito.at(cell)", cell)
        page.mouse.click(point["x"], point["y"])


def begin(page: Page) -> None:
    page.locator(".start .primary").click()
    page.wait_for_selector(".table")
    tap(page, "a1")


def awaited(site: Counted) -> int:
    """Return the bytes that the page waits for."""
    return sum(size for path, size in site.sent.items() if path not in LATER and not path.endswith(FONT))


def print_bytes(browser: Browser, site: Counted, place: str) -> None:
    with opened(browser, place) as page:
        ready_ms(page, "")
        home = awaited(site)
        page.evaluate("import('./core/core.js').then(core => core.openCore()).then(() => null)")
        row("first page, kB", home / 1000)
        row("first page with the core, kB", awaited(site) / 1000, 120)
    site.sent.clear()
    with opened(browser, place) as page:
        ready_ms(page, "play/")
        begin(page)
        row("play/ with the core, to the first tap, kB", awaited(site) / 1000)


def print_opening(browser: Browser, place: str, name: str) -> None:
    for where in ("", "play/", "local/", "learn/"):
        times, used = [], []
        for _ in range(ROUNDS):
            with opened(browser, place, slower=6) as page:
                times.append(ready_ms(page, where))
            with opened(browser, place) as page:
                used.append(processor_ms(page, where))
        row(f"{where or 'first page'} ready, {name}, processor / 6, ms", min(times), 1000)
        row(f"{where or 'first page'} ready, {name}, processor time, ms", min(used), 1000 / 6)


def print_answers(browser: Browser, place: str) -> None:
    for slower in (1, 4):
        with opened(browser, place, slower) as page:
            ready_ms(page, "local/")
            begin(page)
            tap(page, "a1")
            page.evaluate(WATCH)
            for _ in range(2 * ROUNDS):
                tap(page, "c4")
                page.evaluate(SHOWN)
            row(f"a tap is answered, processor / {slower}, ms", min(page.evaluate("answers")), 50)
            for cells in MOVES:
                tap(page, *cells)
                page.wait_for_function("() => !__sumito.busy")
            frames = sorted(page.evaluate("intervals"))
            row(f"frame of a move, median, processor / {slower}, ms", median(frames), 17 if slower == 1 else None)
            row(f"frame of a move, 95 %, processor / {slower}, ms", frames[int(0.95 * len(frames))])


def row(name: str, value: float, most: float | None = None) -> None:
    limit = "" if most is None else f"<= {most:<8g}"
    print(f"{name:58}{value:12.1f}   {limit}{'' if most is None or value <= most else 'MISSED'}".rstrip())


@contextmanager
def started(playwright: Playwright, program: str) -> Iterator[Browser]:
    """Start a browser. The full one is without a window too, but otherwise as users have it."""
    full = Path(program).name != SHELL
    flags = [*FLAGS, "--headless=new"] if full else list(FLAGS)
    without = ["--headless", "--headless=old"] if full else None
    browser = playwright.chromium.launch(executable_path=program, args=flags, ignore_default_args=without)
    yield browser
    browser.close()


def main() -> None:
    shell = shutil.which(SHELL)
    full = os.environ.get("CHROMIUM") or next((path for name in FULL if (path := shutil.which(name))), None)
    programs = {name: path for name, path in (("headless shell", shell), ("full Chromium", full)) if path}
    if not programs:
        print(f"Chromium is not installed ({', '.join((SHELL, *FULL))}): the pages are not measured")
        return
    site = Counted()
    with served(site) as place, sync_playwright() as playwright:
        first, *_ = programs.values()
        with started(playwright, first) as browser:
            print_bytes(browser, site, place)
            print_answers(browser, place)
        for name, program in programs.items():
            with started(playwright, program) as browser:
                print_opening(browser, place, name)
        if full is None:
            print("The full Chromium is not installed: only the headless shell was measured")
    print(f"The load of the machine was {os.getloadavg()[0]:.1f}, including this program.")


if __name__ == "__main__":
    main()
