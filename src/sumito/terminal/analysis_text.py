"""Show an analysed game as text, and as a graph."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from sumito.core import BLACK, WHITE, Color
from sumito.engine.game_analysis import GameAnalysis, Judgement, MoveAnalysis
from sumito.learn.catalogue import Catalogue
from sumito.notation.graph import Mark, draw_graph
from sumito.notation.records import Record
from sumito.terminal.failures import one_line
from sumito.terminal.scores import decimal_text, marbles_text, percent_text, score_text

_PLIES: Final = 4  # plies of a better variation
_NAME: Final = 20  # characters of a player's name
_TERMS: Final = 3  # terms of the evaluation that are named for a loss
_LEAST_LOSS: Final = 0.005  # a smaller loss is 0%
_COLORS: Final = {Judgement.INACCURACY: "#b08900", Judgement.MISTAKE: "#d9822b", Judgement.BLUNDER: "#c8392b"}


def analysis_lines(number: int, analysis: GameAnalysis, words: Catalogue) -> list[str]:
    """Return a game as text: a row for each move, the accuracy of both players, the turning points."""
    return list(_Report(analysis, words).lines(number))


class _Report:
    """The parts of the text."""

    def __init__(self, analysis: GameAnalysis, words: Catalogue) -> None:
        self.analysis = analysis
        self.words = words

    def lines(self, number: int) -> Iterator[str]:
        yield self.heading(number)
        yield ""
        if self.analysis.moves:
            yield from self.rows()
            yield ""
        yield from self.sums()
        yield ""
        points = self.analysis.turning_points()
        if points:
            yield self.words.say("review.turning")
            for each in points:
                yield from self.turning_point(each)
            yield ""

    def heading(self, number: int) -> str:
        record, words = self.analysis.record, self.words
        termination = record.headers.get("Termination")
        start = words.layout(record.layout) if record.layout else words.say("terminal.analysis.position")
        return one_line(
            words.say(
                "terminal.analysis.game",
                number=number,
                black=words.notation(_name(record, BLACK, words)),
                white=words.notation(_name(record, WHITE, words)),
                start=start,
                result=words.notation(f"{record.result} ({termination})" if termination else record.result),
            )
        )

    def rows(self) -> Iterator[str]:
        say = self.words.say
        head = (
            say("review.column.move"),
            say("terminal.analysis.score"),
            say("color.black"),
            say("color.white"),
            say("terminal.analysis.lost"),
            say("review.column.judgement"),
            say("review.column.better"),
        )
        return self.columns([head, *map(self.row, self.analysis.moves)], "<>>>><<")

    def row(self, each: MoveAnalysis) -> Sequence[str]:
        score = each.played.score
        missed = each.missed_win is not None
        good = each.judgement in (Judgement.BEST, Judgement.GOOD)
        return (
            _numbered(each),
            score_text(score.of(BLACK), self.words),
            percent_text(score.of(BLACK).win_probability),
            percent_text(score.of(WHITE).win_probability),
            percent_text(each.loss) if each.loss >= _LEAST_LOSS else "",
            self.words.say("terminal.analysis.missed_win") if missed else self.judgement(each.judgement),
            _better(each) if missed or not good else "",
        )

    def sums(self) -> Iterator[str]:
        head = ("", self.words.say("review.accuracy"), *map(self.judgement, Judgement))
        rows = [self.player_sums(color) for color in (BLACK, WHITE)]
        return self.columns([head, *rows], "<" + ">" * (len(head) - 1))

    def player_sums(self, color: Color) -> Sequence[str]:
        accuracy = self.analysis.accuracy(color)
        counts = self.analysis.judgements(color)
        shown = "-" if accuracy is None else decimal_text(accuracy, self.words)
        return (self.words.say(f"color.{color}"), shown, *(str(counts[judgement]) for judgement in Judgement))

    def turning_point(self, each: MoveAnalysis) -> Iterator[str]:
        before, after = (percent_text(variation.score.win_probability) for variation in (each.best, each.played))
        falls = self.words.say(
            "terminal.analysis.falls",
            judgement=self.judgement(each.judgement),
            player=each.color,
            before=self.words.notation(before),
            after=self.words.notation(after),
        )
        yield f"  {self.words.notation(_numbered(each))}  {falls}"
        yield f"      {self.words.say('terminal.analysis.better', moves=self.words.notation(_better(each)))}"
        if changes := each.changes():
            terms = ", ".join(
                f"{self.words.say(f'terminal.term.{name}')} {self.words.notation(marbles_text(value, self.words))}"
                for name, value in changes[:_TERMS]
            )
            yield f"      {self.words.say('terminal.analysis.cost', terms=terms)}"

    def judgement(self, judgement: Judgement) -> str:
        return self.words.say(f"review.judgement.{judgement}")

    def columns(self, rows: Sequence[Sequence[str]], sides: str) -> Iterator[str]:
        """Yield rows with aligned columns. The columns run from left to right in every language."""
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            cells = (f"{cell:{side}{width}}" for cell, side, width in zip(row, sides, widths, strict=True))
            yield self.words.notation(f"  {'  '.join(cells)}".rstrip())


def _better(each: MoveAnalysis) -> str:
    """Return the first moves of the best variation."""
    return each.board.format_line(each.best.moves[:_PLIES])


def _numbered(each: MoveAnalysis) -> str:
    """Return a move with its number, as records have it."""
    return f"{each.number_text} {each.board.format_move(each.move)}"


def _name(record: Record, color: Color, words: Catalogue) -> str:
    name = record.headers.get(str(color).capitalize(), "?")
    if name == "?":
        return words.say(f"color.{color}")
    return name if len(name) <= _NAME else f"{name[: _NAME - 1]}\N{HORIZONTAL ELLIPSIS}"


def analysis_graph(analysis: GameAnalysis, words: Catalogue) -> str:
    """Return the winning chances of a game as SVG, with the turning points marked."""

    def player(color: Color) -> str:
        name, accuracy = _name(analysis.record, color, words), analysis.accuracy(color)
        if accuracy is None:
            return name
        return f"{name}, {words.say('review.accuracy')} {decimal_text(accuracy, words)}"

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
