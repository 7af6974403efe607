"""Levels and judgements in the web app: what Python chooses is chosen, and what it says of a game is said."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from sumito import BLACK, LAYOUTS, Board, Move, Rules
from sumito.engine import LEVELS, Analysis, Score, Variation
from sumito.engine.game_analysis import analyse_game
from sumito.engine.levels import choose
from sumito.notation.records import Record, format_record, parse_record
from web.core_js import PLAYERS, answers


def variation(board: Board, value: int, moves: Sequence[Move], depth: int = 4) -> Variation:
    return Variation(Score(board.turn, value), depth, tuple(moves))


def variation_values(each: Variation) -> dict[str, object]:
    return {
        "score": each.score.value,
        "winIn": each.score.win_in,
        "depth": each.depth,
        "moves": [move.number for move in each.moves],
    }


def test_levels_choose_alike() -> None:
    rng = random.Random(19)
    questions: list[dict[str, object]] = []
    expected: list[int] = []
    for _ in range(200):
        board = Board(rng.choice(sorted(LAYOUTS)))
        for _ in range(rng.randrange(120)):
            moves = list(board.legal_moves)
            if moves:
                board.play(rng.choice([move for move in moves if board.is_sumito(move)] or moves))
        legal = list(board.legal_moves)
        if not legal:
            continue
        choices: list[dict[str, object]] = []
        for level in LEVELS[:-1]:
            values = [rng.randrange(-60, 60) for _ in range(min(level.variations, len(legal)))]
            if rng.random() < 0.1:
                values[0] = rng.choice([29_990, -29_990])
            taken = rng.sample(legal, len(values))
            lines = [variation(board, value, [move]) for value, move in zip(values, taken, strict=True)]
            chance = rng.random()
            asked = {"level": level.number, "variations": [variation_values(line) for line in lines], "chance": chance}
            choices.append(asked)
            expected.append(choose(board, lines, level, chance).moves[0].number)
        questions.append({"ask": "choose", "start": board.position(), "choices": choices})
    found = [each for answer in answers(questions) for each in answer]
    assert len(found) > 1000
    assert found == expected


def test_scores_mean_the_same() -> None:
    values = [*range(-400, 401), 29_759, 29_760, 29_761, 29_999, 30_000, -29_759, -29_760, -30_000]
    [found] = answers([{"ask": "scores", "scores": values}])
    for value, (win_in, probability) in zip(values, found, strict=True):
        score = Score(BLACK, value)
        assert win_in == score.win_in
        assert probability == pytest.approx(score.win_probability, abs=1e-14)


def test_games_are_judged_alike() -> None:
    for seed in range(6):
        rng = random.Random(seed)
        start = (
            rng.choice(["belgian-daisy", "standard"])
            if seed % 2
            else Board.from_position("5/6/7/8/4s4/8/7/SS4/sSS2 5 0 b 0 1", rules=Rules(repetition=0))
        )
        record = Record(start)
        for move in ("a3a2",) if not seed % 2 else range(20):
            record.add_move(move if isinstance(move, str) else rng.choice(list(record.board().legal_moves)))
        boards = [ply.board for ply in record.plies()] + [record.board()]
        lines: list[Variation | None] = []
        for board in boards:
            if board.outcome is not None:
                lines.append(None)
                continue
            value = rng.choice([rng.randrange(-120, 120), 0, 29_991, -29_996])
            lines.append(variation(board, value, [rng.choice(list(board.legal_moves))]))

        def search(board: Board, lines: Sequence[Variation | None] = tuple(lines)) -> Analysis:
            line = lines[len(board.history)]
            assert line is not None
            return Analysis((line,), 1, False)

        expected = analyse_game(record, search)
        text = format_record(record)
        asked = [line and variation_values(line) for line in lines]
        [found] = answers([{"ask": "judge", "text": text, "searches": asked}])
        assert len(found["analysis"]["moves"]) == len(expected.moves)
        for one, two in zip(found["analysis"]["moves"], expected.moves, strict=True):
            assert [one["ply"], one["number"], one["color"]] == [two.ply, two.number, two.color.value]
            assert [one["judgement"], one["glyph"], one["missedWin"]] == [two.judgement, two.glyph, two.missed_win]
            assert one["played"] == variation_values(two.played)
            assert one["best"] == variation_values(two.best)
            assert one["loss"] == pytest.approx(two.loss, abs=1e-12)
            assert one["accuracy"] == pytest.approx(two.accuracy)
        assert found["told"] == [[each.ply, each.ply - 1] for each in reversed(expected.moves)]
        assert found["chances"] == [pytest.approx(expected.chances(color)) for color in PLAYERS]
        assert found["accuracy"] == [
            None if value is None else pytest.approx(value) for value in map(expected.accuracy, PLAYERS)
        ]
        assert found["judgements"] == [dict(expected.judgements(color)) for color in PLAYERS]
        assert found["turning"] == [each.ply for each in expected.turning_points()]
        assert found["annotated"] == format_record(expected.annotated())
        assert found["before"] == text == format_record(parse_record(text))
