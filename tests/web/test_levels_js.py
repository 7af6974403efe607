"""Test that levels, scores and judgements in the web app are the same as in Python."""

from __future__ import annotations

import random
from collections.abc import Sequence

from sumito import BLACK, LAYOUTS, Board, Move, Rules
from sumito.engine import LEVELS, Analysis, Score, Variation
from sumito.engine.game_analysis import analyse_game
from sumito.engine.levels import FORMER_LEVELS, accepts_draw, choose
from sumito.notation.records import Record, format_record, parse_record
from web.core_js import PLAYERS, answers


def variation(board: Board, value: int, moves: Sequence[Move], scale: int = 56) -> Variation:
    return Variation(Score(board.turn, value, scale), 4, tuple(moves))


def variation_values(each: Variation) -> dict[str, object]:
    return {
        "score": each.score.value,
        "winIn": each.score.win_in,
        "depth": each.depth,
        "moves": [move.number for move in each.moves],
    }


def test_levels_choose_what_they_choose_in_python() -> None:
    rng = random.Random(19)
    questions: list[dict[str, object]] = []
    expected: list[int] = []
    for layout in sorted(LAYOUTS)[:6]:
        board = Board(layout)
        for _ in range(rng.randrange(40)):
            board.play(rng.choice(list(board.legal_moves)))
        choices: list[dict[str, object]] = []
        for level in (*LEVELS[:-1], *FORMER_LEVELS[:-1]):
            legal = list(board.legal_moves)
            taken = rng.sample(legal, min(level.variations, len(legal)))
            found = [variation(board, rng.randrange(-60, 60), [move]) for move in taken]
            chance = rng.random()
            asked = {"level": level.id, "variations": [variation_values(each) for each in found], "chance": chance}
            choices.append(asked)
            expected.append(choose(board, found, level, chance).moves[0].number)
        questions.append({"ask": "choose", "start": board.position(), "choices": choices})
    assert [each for answer in answers(questions) for each in answer] == expected


def test_names_and_draws() -> None:
    levels = (*LEVELS, *FORMER_LEVELS)
    texts = [*(level.name for level in levels), "sumito level 0", "sumito level 13", "sumito level 1 ", "", "é", "?"]
    boards = [f"5/6/7/8/3SSS3/8/2sss2/6/5 0 0 b {quiet} 40" for quiet in (19, 20)]
    starts = [(text, score) for text in boards for score in (-1, 0, 1)]
    [names, ids], drawn = answers([{"ask": "names", "texts": texts}, {"ask": "draw", "starts": starts}])
    assert names == texts[:24]
    assert ids == [*(level.id for level in levels), *[None] * 6]
    assert drawn == [
        accepts_draw(Board.from_position(text), Analysis((Variation(Score(BLACK, score), 1, ()),), 1, False))
        for text, score in starts
    ]


def test_scores_mean_what_they_mean_in_python() -> None:
    values = [*range(-400, 401), 29_759, 29_760, 30_000, -29_759, -29_760, -30_000]
    for scale in (56, 71):
        [found] = answers([{"ask": "chances", "scores": values, "scale": scale}])
        assert found == [Score(BLACK, value, scale).win_probability for value in values]


def test_games_are_judged_as_in_python() -> None:
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
        scales = [50 + (seed + 7 * ply) % 40 for ply in range(len(boards))]
        for board, scale in zip(boards, scales, strict=True):
            if board.outcome is not None:
                lines.append(None)
                continue
            value = rng.choice([rng.randrange(-120, 120), 0, 29_991, -29_996])
            lines.append(variation(board, value, [rng.choice(list(board.legal_moves))], scale))

        def search(board: Board, lines: Sequence[Variation | None] = tuple(lines)) -> Analysis:
            line = lines[len(board.history)]
            assert line is not None
            return Analysis((line,), 1, False)

        expected = analyse_game(record, search)
        text = format_record(record)
        asked = [line and variation_values(line) for line in lines]
        [found] = answers([{"ask": "judge", "text": text, "searches": asked, "scales": scales}])
        assert len(found["analysis"]["moves"]) == len(expected.moves)
        for one, two in zip(found["analysis"]["moves"], expected.moves, strict=True):
            assert [one["ply"], one["color"]] == [two.ply, two.color.value]
            assert [one["judgement"], one["glyph"], one["missedWin"]] == [two.judgement, two.glyph, two.missed_win]
            assert [one["loss"], one["accuracy"]] == [two.loss, two.accuracy]
            assert one["chance"] == two.played.score.win_probability
            assert one["played"] == variation_values(two.played)
            assert one["best"] == variation_values(two.best)
        assert found["told"] == [[each.ply, each.ply - 1] for each in reversed(expected.moves)]
        assert found["analysis"]["chance"] == expected.chances(BLACK)[0]
        assert found["numbers"] == [each.number_text for each in expected.moves]
        for color, summary in zip(PLAYERS, found["summaries"], strict=True):
            assert summary == {"accuracy": expected.accuracy(color), "judgements": dict(expected.judgements(color))}
        assert found["turning"] == [each.ply for each in expected.turning_points()]
        assert found["annotated"] == format_record(expected.annotated())
        assert found["before"] == text == format_record(parse_record(text))
