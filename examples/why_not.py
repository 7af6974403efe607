"""Draw why a push is illegal: mark the marbles that block it."""

from pathlib import Path

from sumito import Board, Direction, cell_name, parse_cell
from sumito.notation.svg import draw_svg

board = Board.from_position("5/6/7/8/1SSSsss2/8/7/6/5")
line = [parse_cell(name) for name in ("e2", "e3", "e4")]
verdict = board.verdict(line, Direction.E)
print("e2, e3, e4 to the east:", verdict, "-", " ".join(map(cell_name, verdict.cells)))
Path("why_not.svg").write_text(draw_svg(board, marks=verdict.cells), encoding="utf-8")
print("drawn as why_not.svg")
