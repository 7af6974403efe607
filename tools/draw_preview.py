"""Draw the picture that other sites show beside a link to the web app.

usage: draw_preview.py

The repository contains the picture, so that the site needs no build step for it.
"""

import re
from io import BytesIO
from pathlib import Path

from PIL import Image

from sumito import Board
from sumito.notation.png import render_png
from sumito.notation.svg import draw_svg

WEB = Path(__file__).resolve().parent.parent / "src/sumito/web"
WIDTH, HEIGHT = 1200, 630
GROUND = "#f3efe8"
COLORS = 256
# Two lines that meet in the centre.
POSITION = "2sss/2ssss/2sss2/2SssS2/2SSSss2/2SSS3/2SSS2/1SSS2/5 0 0 b 0 1"


def main() -> None:
    drawing = draw_svg(Board.from_position(POSITION), coordinates=False)
    box = re.search(r'viewBox="(\S+) (\S+) (\S+) (\S+)"', drawing)
    assert box
    x, y, width, height = map(float, box.groups())
    scale = 590 / height
    left, top = WIDTH / 2 - (x + width / 2) * scale, HEIGHT / 2 - (y + height / 2) * scale + 6
    inside = re.sub(r"^<svg[^>]*>|</svg>$", "", drawing)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">'
        '<defs><radialGradient id="ground" cx=".5" cy=".42" r=".75"><stop offset="0" stop-color="#fffdf8"/>'
        f'<stop offset="1" stop-color="#e4d9c8"/></radialGradient></defs>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{GROUND}"/>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#ground)"/>'
        f'<g transform="translate({left} {top}) scale({scale})">{inside}</g></svg>'
    )
    picture = Image.open(BytesIO(render_png(svg, width=WIDTH))).convert("RGB")
    picture.quantize(COLORS, dither=Image.Dither.FLOYDSTEINBERG).save(WEB / "preview.png", optimize=True)


if __name__ == "__main__":
    main()
