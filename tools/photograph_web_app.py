"""Take a screenshot of the web app: a game, an analysis in dark colours, and a phone in Hebrew. Needs Chromium.

usage: photograph_web_app.py [FILE.jpg]
"""

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from sumito.server.listening import served
from sumito.server.site import make_site

# The environment variable CHROMIUM names another browser.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FILE = Path(__file__).resolve().parents[1] / "docs/pictures/web-app.jpg"
DESKTOP, PHONE = {"width": 1180, "height": 800}, {"width": 390, "height": 844}
WIDTH, HEIGHT = 1640, 860
POSITION = "3s1/1ss1s1/1ssSs2/3sss2/1sSSsSsS1/2SS1SSs/2S1SS1/1S2S1/5 0 0 b 0 31"
BOTH = f"""<!DOCTYPE html><html><style>
body {{ margin: 0; width: {WIDTH}px; height: {HEIGHT}px; background: #cfc8bd; position: relative; overflow: hidden; }}
img {{ position: absolute; border-radius: 14px; box-shadow: 0 10px 36px #0006; }}
</style><body>
<img src="analysis.png" style="right: 24px; top: 24px; width: 1000px">
<img src="game.png" style="left: 24px; bottom: 24px; width: 1000px">
<img src="phone.png" style="right: 60px; bottom: 24px; width: 310px; border-radius: 22px">
</body></html>"""


def opened(browser: Browser, place: str, settings: str, **options: Any) -> Page:  # noqa: ANN401 - Playwright's own
    page = browser.new_context(reduced_motion="reduce", **options).new_page()
    page.add_init_script(f"localStorage.setItem('sumito.settings', '{settings}')")
    page.goto(place)
    page.wait_for_selector("body[data-ready]")
    return page


def tap(page: Page, *cells: str) -> None:
    for cell in cells:
        page.wait_for_function("() => !__sumito.busy")
        at = page.evaluate("cell => __sumito.at(cell)", cell)
        page.mouse.click(at["x"], at["y"])


def main(file: Path) -> None:
    chromium = os.environ.get("CHROMIUM") or next((path for each in BROWSERS if (path := shutil.which(each))), None)
    if chromium is None:
        sys.exit("photograph_web_app.py: Chromium is not installed")
    with served(make_site()) as place, sync_playwright() as playwright, tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])

        page = opened(browser, f"{place}local/?test", '{"language": "en"}', viewport=DESKTOP, color_scheme="light")
        page.locator(".start .primary").click()
        page.wait_for_selector(".table")
        tap(page, "a1", "c3", "d4", "i9", "g7", "f6", "b2", "d4", "e5", "h8", "f6", "f5", "c3", "e5")
        page.screenshot(path=folder / "game.png")

        fragment = f"analysis/?test#pos={POSITION.replace(' ', '%20')}"
        page = opened(browser, place + fragment, '{"language": "en"}', viewport=DESKTOP, color_scheme="dark")
        page.get_by_role("button", name="Start engine").click()
        page.wait_for_function("() => (__sumito.found?.depth ?? 0) >= 10")
        page.screenshot(path=folder / "analysis.png")

        page = opened(browser, f"{place}puzzles/?test", '{"language": "he"}', viewport=PHONE, color_scheme="light")
        page.screenshot(path=folder / "phone.png")

        (folder / "both.html").write_text(BOTH, encoding="utf-8")
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        page.goto((folder / "both.html").as_uri())
        page.screenshot(path=file, type="jpeg", quality=82)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else FILE)
