"""Draw the other icons of the web app from its icon.svg: PNG with resvg, and the icon for the own turn.

usage: icons.py

The repository contains the icons, so that the site needs no build step for them.
"""

import re
from pathlib import Path

import resvg_py

WEB = Path(__file__).resolve().parent.parent / "src/sumito/web"
GROUND = "#f3efe8"
DOT = "#e8590c"
# Only a circle of 80 % of a maskable icon is always visible.
SAFE = 0.74


def png(drawing: str, size: int) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=drawing, width=size, height=size))


def maskable(drawing: str) -> str:
    inside = re.sub(r"^\s*<svg[^>]*>|</svg>\s*$", "", drawing)
    shift = 256 * (1 - SAFE)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">'
        f'<rect width="512" height="512" fill="{GROUND}"/>'
        f'<g transform="translate({shift} {shift}) scale({SAFE})">{inside}</g></svg>'
    )


def with_dot(drawing: str) -> str:
    """Return the icon with a dot, which shows that it is the player's turn."""
    dot = f'  <circle cx="396" cy="116" r="104" fill="{DOT}" stroke="#fff" stroke-width="24"/>\n'
    return drawing.replace("</svg>", f"{dot}</svg>")


def main() -> None:
    drawing = (WEB / "icon.svg").read_text(encoding="utf-8")
    (WEB / "icon-turn.svg").write_text(with_dot(drawing), encoding="utf-8")
    for name, source, size in (
        ("icon-192.png", drawing, 192),
        ("icon-512.png", drawing, 512),
        ("icon-maskable.png", maskable(drawing), 512),
    ):
        (WEB / name).write_bytes(png(source, size))


if __name__ == "__main__":
    main()
