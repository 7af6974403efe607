"""An analysed game as a terminal shows it, and as a graph."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sumito.core import BLACK, WHITE, Color
from sumito.engine.game_analysis import GameAnalysis, Judgement, MoveAnalysis
from sumito.notation.graph import Mark, draw_graph
from sumito.notation.records import Record
from sumito.terminal.failures import one_line

_SHOWN: Final = 4  # plies of a line
_NAME: Final = 20  # characters of a name
_TERMS: Final = {  # the evaluation's terms in words
    "material": "marbles",
    "reference": "closeness to the fight",
    "rings": "distance from the edge",
    "contact": "marbles in the fight",
    "sumito": "pushes",
    "ejection_threats": "threats to eject",
}
_COLORS: Final = {Judgement.INACCURACY: "#b08900", Judgement.MISTAKE: "#d9822b", Judgement.BLUNDER: "#c8392b"}


def analysis_lines(number: int, analysis: GameAnalysis) -> Iterator[str]:
    """A game as text: a row a move, then the sums, then the turning points."""
    record = analysis.record
    start = record.layout.name if record.layout else "a position of its own"
    termination = record.headers.get("Termination", "")
    end = f"{record.result}{' by ' * bool(termination)}{termination}"
    yield one_line(f"game {number}: {_name(record, BLACK)} against {_name(record, WHITE)}, {start}, {end}")
    yield ""
    if analysis.moves:
        yield f"  {'move':<16}{'score':>10}{'Black':>7}{'White':>7}{'lost':>7}  {'word':<11} better"
    for each in analysis.moves:
        yield f"  {_row(each)}".rstrip()
    yield ""
    yield "          accuracy  best  good  inaccuracies  mistakes  blunders"
    for color in (BLACK, WHITE):
        accuracy = analysis.accuracy(color)
        counts = analysis.judgements(color).values()
        cells = zip(counts, (6, 6, 14, 10, 10), strict=True)
        shown = "-" if accuracy is None else f"{accuracy:.1f}"
        yield f"  {str(color).capitalize():<8}{shown:>8}{''.join(f'{count:>{width}}' for count, width in cells)}"
    yield ""
    turns = analysis.turning_points()
    if turns:
        yield "turning points"
    for each in turns:
        yield from _turn(each)
    if turns:
        yield ""


def _row(each: MoveAnalysis) -> str:
    score = each.played.score
    chances = "".join(f"{score.of(color).win_probability:>7.0%}" for color in (BLACK, WHITE))
    lost = f"{each.loss:.0%}" if each.loss >= 0.005 else ""
    word: str = each.judgement
    better = ""
    if each.missed_win is not None:
        word = "missed win"
    if each.missed_win is not None or each.judgement not in (Judgement.BEST, Judgement.GOOD):
        better = _line(each)
    return f"{_numbered(each):<16}{score.of(BLACK)!s:>10}{chances}{lost:>7}  {word:<11} {better}"


def _turn(each: MoveAnalysis) -> Iterator[str]:
    owner = str(each.color).capitalize()
    before, after = (variation.score.win_probability for variation in (each.best, each.played))
    yield f"  {_numbered(each):<16}{each.judgement}: {owner}'s chance falls from {before:.0%} to {after:.0%}"
    yield f"{'':18}better: {_line(each)}"
    if changes := each.changes():
        words = ", ".join(f"{_TERMS.get(name, name)} {value / 100:+.2f}" for name, value in changes[:3])
        yield f"{'':18}what it costs: {words}"


def _line(each: MoveAnalysis) -> str:
    """The first moves of the best line."""
    return each.board.format_line(each.best.moves[:_SHOWN])


def _numbered(each: MoveAnalysis) -> str:
    """A move with its number, as records have it."""
    return f"{each.number}{'.' if each.color is BLACK else '...'} {each.board.format_move(each.move)}"


def _name(record: Record, color: Color) -> str:
    name = record.headers.get(str(color).capitalize(), "?")
    if name == "?":
        return str(color).capitalize()
    return name if len(name) <= _NAME else f"{name[: _NAME - 1]}\N{HORIZONTAL ELLIPSIS}"


def analysis_graph(analysis: GameAnalysis) -> str:
    """A game's winning chances as SVG, with its turning points marked."""

    def player(color: Color) -> str:
        accuracy = analysis.accuracy(color)
        return f"{_name(analysis.record, color)}{'' if accuracy is None else f', accuracy {accuracy:.1f}'}"

    marks = [
        Mark(each.ply, f"{_numbered(each)}{each.glyph}", _COLORS[each.judgement]) for each in analysis.turning_points()
    ]
    return draw_graph(
        analysis.chances(BLACK),
        black=player(BLACK),
        white=player(WHITE),
        result=analysis.record.result,
        marks=marks,
        white_begins=analysis.record.start.turn is WHITE,
    )
