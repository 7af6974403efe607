"""Take a screenshot of the rulebook page, in English and, in dark colours, in Hebrew. Needs Chromium.

usage: photograph_rulebook.py [FILE.png]
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from sumito.learn.rulebook_page import rulebook_html

FILE = Path(__file__).resolve().parents[1] / "docs/pictures/rulebook-page.png"
WIDTH, HEIGHT = 1112, 324
# The pages are laid out at twice the size, because half a screen is too narrow for their columns.
PAGE = f"""<!DOCTYPE html><html><style>
body {{ margin: 0; display: flex; gap: 12px; overflow: hidden; background: #fff; }}
div {{ width: {(WIDTH - 12) // 2}px; height: {HEIGHT}px; overflow: hidden; }}
iframe {{ width: 200%; height: 200%; border: 0; transform: scale(.5); transform-origin: 0 0; }}
</style><body>
<div><iframe style="color-scheme: light" scrolling="no" src="en.html#sumito"></iframe></div>
<div><iframe style="color-scheme: dark" scrolling="no" src="he.html#sumito"></iframe></div>
</body></html>"""


def main(file: Path) -> None:
    names = ("chromium-headless-shell", "chromium", "google-chrome")
    browser = next((path for name in names if (path := shutil.which(name))), None)
    if browser is None:
        sys.exit("photograph_rulebook.py: Chromium is not installed")
    with tempfile.TemporaryDirectory() as folder:
        for language in ("en", "he"):
            (Path(folder) / f"{language}.html").write_text(rulebook_html(language), encoding="utf-8")
        page = Path(folder) / "both.html"
        page.write_text(PAGE, encoding="utf-8")
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-prefers-reduced-motion"]
        size = f"--window-size={WIDTH},{HEIGHT}"
        subprocess.run(
            [browser, *options, size, f"--screenshot={file.resolve()}", page.as_uri()], check=True, capture_output=True
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else FILE)
