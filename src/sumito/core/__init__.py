"""The rules: cells, moves, boards, verdicts, outcomes, layouts, clocks. Imports the native module only."""

from sumito.core.board import Board
from sumito.core.cells import (
    BLACK,
    CELLS,
    WHITE,
    Color,
    Direction,
    cell_name,
    next_cell,
    parse_cell,
    parse_direction,
)
from sumito.core.clock import Clock, ClockKind, TimeControl
from sumito.core.errors import (
    GameOverError,
    IllegalMoveError,
    NotationError,
    PositionError,
    PositionProblem,
    SumitoError,
)
from sumito.core.layout import LAYOUTS, MULTI_LAYOUTS, Layout
from sumito.core.legal_moves import LegalMoves
from sumito.core.move import MOVES, Move, MoveKind
from sumito.core.outcome import Outcome, Rules, Termination
from sumito.core.perft import perft
from sumito.core.symmetry import SYMMETRIES, Symmetry
from sumito.core.text import Dialect, PositionForm
from sumito.core.verdict import IllegalReason, Verdict

__all__ = [
    "BLACK",
    "CELLS",
    "LAYOUTS",
    "MOVES",
    "MULTI_LAYOUTS",
    "SYMMETRIES",
    "WHITE",
    "Board",
    "Clock",
    "ClockKind",
    "Color",
    "Dialect",
    "Direction",
    "GameOverError",
    "IllegalMoveError",
    "IllegalReason",
    "Layout",
    "LegalMoves",
    "Move",
    "MoveKind",
    "NotationError",
    "Outcome",
    "PositionError",
    "PositionForm",
    "PositionProblem",
    "Rules",
    "SumitoError",
    "Symmetry",
    "Termination",
    "TimeControl",
    "Verdict",
    "cell_name",
    "next_cell",
    "parse_cell",
    "parse_direction",
    "perft",
]
