"""Write the generated part of docs/atlas.md from the data file: the table of the layouts, and how it was made.

usage: write_atlas.py
"""

from pathlib import Path

from sumito import LAYOUTS
from sumito.lab.atlas import Atlas, Entry, in_words, shipped_atlas

PAGE = Path(__file__).resolve().parents[1] / "docs/atlas.md"
BEGIN = "<!-- Written by tools/write_atlas.py: -->\n"
END = "<!-- end -->\n"
HEAD = ["layout", "words", "Black's share", "draws", "plies", "ejections", "fairer"]


def generated(atlas: Atlas) -> str:
    """Return the generated part of the page."""
    settings, limits = atlas.settings, atlas.limits
    made = (
        f"Made by sumito {settings['sumito']} with the network `{str(settings['network'])[:12]}`: "
        f"{settings['games']} games from each layout,\n"
        f"{settings['nodes']} nodes a move, seed {settings['seed']}. "
        f"Here, sharp means fewer than {limits.sharp_plies:.0f} plies, at least {limits.sharp_ejections:.1f} "
        f"ejections\nand at most {100 * limits.sharp_draws:.0f} % draws. "
        f"Slow means more than {limits.slow_plies:.0f} plies, or at least {100 * limits.slow_draws:.0f} % draws.\n\n"
    )
    rows = [HEAD, ["---"] * len(HEAD), *(row(slug, entry) for slug, entry in atlas.entries.items())]
    return made + "".join(f"| {' | '.join(cells)} |\n" for cells in rows)


def row(slug: str, entry: Entry) -> list[str]:
    figures, remedy = entry.figures, entry.remedy
    shares = [figures.first.percent(), figures.draws.percent()]
    fairer = f"{remedy.kind}: {remedy.first.percent()}" if remedy else ""
    return [
        LAYOUTS[slug].name,
        in_words(entry.words),
        *shares,
        figures.plies.text(0),
        figures.ejections.text(1),
        fairer,
    ]


def written(page: str, atlas: Atlas) -> str:
    """Return the page with a new generated part."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + "\n" + generated(atlas) + "\n" + END + after


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), shipped_atlas()), encoding="utf-8")
