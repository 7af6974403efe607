"""Draw the pictures of the README and the docs, in docs/pictures or another folder.

usage: draw_pictures.py [FOLDER]
"""

import sys
from pathlib import Path

from sumito import Board, Direction, parse_cell
from sumito.learn.formations import formations
from sumito.learn.puzzles import puzzles
from sumito.learn.reasons import tap
from sumito.learn.threats import threats
from sumito.notation.svg import draw_svg

FOLDER = Path(__file__).resolve().parents[1] / "docs/pictures"


def pictures() -> dict[str, str]:
    """Return every picture by file name."""
    ejection = Board.from_position("5/2ss2/3sss1/4sss1/5SSSs/3SSS2/3SS2/2S3/5 3 2 b 0 1")
    falls = [(parse_cell("e6"), parse_cell("e9"))]
    daisy = Board("belgian-daisy")
    refused = Board.from_position("5/6/7/8/2SSss3/8/7/6/5")
    pac = refused.verdict([parse_cell("e3"), parse_cell("e4")], Direction.E)
    together = Board.from_position("5/6/7/4s3/1SSSss3/8/3SS2/3S2/5")
    outlines = [
        ((*each.cells, *each.enemies), color)
        for each in formations(together)
        if (color := {"shield": "#3b82f6", "sumito": "#f97316"}.get(each.kind))
    ]
    # The two lines of an illegal push, each with a band around it.
    weighed = [((*map(parse_cell, ("e3", "e4")),), "highlight"), (pac.cells, "#e5484d")]
    gap = Board.from_position("5/6/7/8/1SSS1ss2/8/7/6/5")
    line = tuple(map(parse_cell, ("e2", "e3", "e4")))
    tapped = tap(gap, line, parse_cell("e6"))
    hanging = Board.from_position("5/6/5S1/6S1/6ssS/8/7/6/5 0 0 b 0 1")
    found = threats(hanging)
    defence = found.defences[0].move
    puzzle = next(each for each in puzzles() if "broken_pac" in each.themes)
    return {
        "refusal.svg": draw_svg(
            refused, attempt=(pac.move.cells if pac.move else (), Direction.E), outlines=weighed, size=420
        ),
        "gap.svg": draw_svg(gap, outlines=[(line, "highlight")], marks=tapped.explanation.cells, size=420),
        "ejection.svg": draw_svg(ejection, arrows=falls, size=480),
        "belgian-daisy.svg": draw_svg(daisy, theme="dark", arrows=[(parse_cell("a1"), parse_cell("d4"))], size=480),
        "pac.svg": draw_svg(refused, marks=pac.cells, size=480),
        "formations.svg": draw_svg(together, outlines=outlines, size=480),
        "threats.svg": draw_svg(hanging, marks=found.endangered, attempt=(defence.cells, defence.direction), size=480),
        "puzzle.svg": draw_svg(puzzle.board(), size=480),
    }


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, svg in pictures().items():
        (folder / name).write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else FOLDER)
