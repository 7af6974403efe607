"""Threats of a position: compared with trying every legal move and every answer; and the sentences."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files

import pytest
from hypothesis import given

from effort import examples
from positions import NO_LIMITS, boards, exchanged, random_game, rows_of
from sumito import BLACK, SYMMETRIES, WHITE, Board, Color, Direction, Move, Rules, next_cell, parse_cell
from sumito.learn.catalogue import catalogue
from sumito.learn.sentence import Sentence
from sumito.learn.threats import Defence, DefenceKind, Push, Threats, explain_position, threats

# Positions that random games hardly ever have.
RARE = (
    "5/6/7/8/5SSSs/8/7/6/5 5 0 b 0 1",  # an immediate win
    "5/6/7/8/5SSSs/8/7/6/5 5 0 w 0 1",  # one marble is threatened
    "sssss/ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSSS 6 0 w 0 1",  # the game is over
    "sSSSs/6/7/8/sSS3SSs/8/7/6/sSS2 0 0 b 0 1",  # five marbles to eject
    "sSSSs/6/7/8/sSS3SSs/8/7/6/sSS2 0 0 w 0 1",  # five marbles in danger
    # d1e2 saves its own marbles, and pushes an attacker of another one in vain
    "1s3/2S3/s1SS1sS/Ssss1S2/SS2s3S/Sss1sSSs/Ss3s1/1sSS1S/ss3 0 0 b 0 1",
)


def other(color: Color) -> Color:
    return WHITE if color is BLACK else BLACK


def with_turn(board: Board, color: Color) -> Board:
    fields = board.position().split()
    fields[3] = str(color)[0]
    return Board.from_position(" ".join(fields), rules=NO_LIMITS, check=False)


@cache
def samples() -> tuple[Board, ...]:
    """Return positions of random games with possible pushes, and the rare ones."""
    found = [Board.from_position(text, rules=NO_LIMITS) for text in RARE]
    for seed in range(40):
        for board in random_game(seed, 120):
            if board.ply % 5 == 0 and board.outcome is None:
                found.append(board.copy())
    # Crowded positions, with defences of every kind.
    rng = random.Random(11)
    for _ in range(400):
        letters = dict(enumerate(rng.choices("1Ss", (5, 4, 4), k=61)))
        text = f"{rows_of(letters)} {rng.randint(0, 5)} {rng.randint(0, 5)} {rng.choice('bw')} 0 1"
        found.append(Board.from_position(text, rules=NO_LIMITS))
    return tuple(found)


# ---- the slow definition


def sumitos(board: Board) -> dict[Move, tuple[tuple[int, ...], int | None]]:
    """Return every push: the marbles that it moves and the one that it ejects."""
    found = {}
    for move in board.legal_moves:
        if board.is_sumito(move):
            pushed = board.pushed(move)
            found[move] = pushed, pushed[-1] if board.is_ejection(move) else None
    return found


def ejectable(board: Board) -> set[int]:
    return {fallen for _, fallen in sumitos(board).values() if fallen is not None}


def slow_defences(board: Board) -> dict[Move, tuple[set[int], set[int]]]:
    """Return every move with the marbles that it saves and those that can be ejected after it, by playing all moves."""
    endangered = ejectable(with_turn(board, other(board.turn)))
    found = {}
    for move in board.legal_moves if endangered else ():
        then = board.copy()
        then.play(move)
        exposed = ejectable(then)
        saved = set()
        for cell in endangered:
            now = next_cell(cell, move.direction) if cell in move.cells else cell
            if now not in exposed:
                saved.add(cell)
        found[move] = saved, exposed
    whole = {move: values for move, values in found.items() if values[0] == endangered}
    return whole or {move: values for move, values in found.items() if values[0]}


def assert_kind(board: Board, attacks: tuple[Push, ...], defence: Defence) -> None:
    """Check that the description of a defence is true."""
    move = defence.move
    then = board.copy()
    then.play(move)
    against = [push for push in attacks if push.ejected in defence.saved]
    ended = then.outcome is not None and then.outcome.termination == "ejection"
    assert ended == (defence.kind is DefenceKind.WINS)
    if not ended:
        assert board.is_ejection(move) == (defence.kind is DefenceKind.EJECTS)
    hit = [push for push in against if {*push.moves[0].cells} & {*board.pushed(move)}]
    match defence.kind:
        case DefenceKind.SUPPORTS | DefenceKind.CUTS:
            assert hit
            in_front = [push for push in hit if then[push.moves[0].head] is board.turn]
            assert bool(in_front) == (defence.kind is DefenceKind.SUPPORTS)
            for push in in_front:
                assert all(then[cell] is board.turn for cell in push.pushed)
        case DefenceKind.AWAY:
            assert {*move.cells} & {*defence.saved}
            assert not hit
        case DefenceKind.GAP:
            assert not {*move.cells} & {*defence.saved}
            assert not hit
            assert any(len(push.pushed) == 2 and then[push.pushed[0]] is None for push in against)


def assert_true_threats(board: Board) -> Threats:
    found = threats(board)
    assert found.turn is board.turn
    if board.outcome is not None:
        assert found == Threats(board.turn, (), (), (), False)
        return found
    for player in board.players:
        pushes = [*found.ejections(player), *found.other_pushes(player)]
        expected = sumitos(with_turn(board, player))
        assert {move: (push.pushed, push.ejected) for push in pushes for move in push.moves} == expected
        assert len({(push.moves[0].head, push.moves[0].direction) for push in pushes}) == len(pushes)
        for push in pushes:
            sizes = [len(move.cells) for move in push.moves]
            assert sizes == sorted(sizes)
            assert push.odds == (len(push.pushed) + 1, len(push.pushed))
            assert len({move.head for move in push.moves}) == 1
        order = [
            (push.ejected is None, push.pushed[0] if push.ejected is None else push.ejected, push.moves[0].direction)
            for push in pushes
        ]
        assert order == sorted(order)
    assert [push.player for push in found.pushes] == sorted((push.player for push in found.pushes), key=str)
    assert {*found.endangered} == ejectable(with_turn(board, other(board.turn)))
    assert list(found.endangered) == sorted(found.endangered)
    assert found.wins == any(
        after.outcome is not None and after.outcome.winner is board.turn and after.outcome.termination == "ejection"
        for after in played(board)
    )
    assert {each.move: ({*each.saved}, {*each.exposed}) for each in found.defences} == slow_defences(board)
    kinds = list(DefenceKind)
    keys = [(len(d.exposed), kinds.index(d.kind), len(d.move.cells), d.move.number) for d in found.defences]
    assert keys == sorted(keys)
    for defence in found.defences:
        assert_kind(board, found.ejections(other(board.turn)), defence)
    return found


def played(board: Board) -> Iterator[Board]:
    for move in board.legal_moves:
        then = board.copy()
        then.play(move)
        yield then


def test_threats_are_what_trying_everything_finds() -> None:
    kinds: Counter[DefenceKind] = Counter()
    partly = 0
    for board in samples():
        found = assert_true_threats(board)
        kinds.update(defence.kind for defence in found.defences)
        partly += bool(found.defences) and found.defences[0].saved != found.endangered
    assert set(kinds) == set(DefenceKind)
    assert partly > 3


@examples(150)
@given(board=boards())
def test_threats_of_any_marbles(board: Board) -> None:
    assert_true_threats(board)
    assert_true_sentences(board)


@pytest.mark.parametrize("marbles", [1, 14])
def test_how_many_marbles_win_is_the_rules_to_say(marbles: int) -> None:
    rules = Rules(marbles_to_eject=marbles)
    board = Board.from_position("5/6/7/8/5SSSs/8/7/6/5 0 0 b 0 1", rules=rules)
    assert threats(board).wins is (marbles == 1)


def test_a_game_that_players_ended_has_no_threats() -> None:
    board = Board.from_position("5/6/7/8/5SSSs/8/7/6/5 0 0 b 0 1")
    assert threats(board).pushes
    board.resign()
    assert threats(board) == Threats(BLACK, (), (), (), False)
    assert explain_position(board) == (Sentence("position.over"),)


# ---- images


def image_of(
    found: Threats, cell: Callable[[int], int], move: Callable[[Move], Move], color: Callable[[Color], Color]
) -> object:
    """Return all of it as sets."""
    return (
        color(found.turn),
        {
            (
                color(push.player),
                tuple(map(move, push.moves)),
                tuple(map(cell, push.pushed)),
                None if push.ejected is None else cell(push.ejected),
            )
            for push in found.pushes
        },
        {cell(each) for each in found.endangered},
        {
            (move(each.move), each.kind, frozenset(map(cell, each.saved)), frozenset(map(cell, each.exposed)))
            for each in found.defences
        },
        found.wins,
    )


def test_images_have_the_images_of_the_threats() -> None:
    for board in samples()[::12]:
        found = threats(board)
        for symmetry in SYMMETRIES:
            there = threats(board.transformed(symmetry))
            assert image_of(there, int, lambda move: move, lambda color: color) == image_of(
                found, symmetry.cell, symmetry.move, lambda color: color
            )


def test_exchanged_colours_have_exchanged_threats() -> None:
    for board in samples()[::3]:
        mirror = exchanged(board)
        assert image_of(threats(mirror), int, lambda move: move, lambda color: color) == image_of(
            threats(board), int, lambda move: move, other
        )
        said = [
            (each.message, {k: other(v) if isinstance(v, Color) else v for k, v in each.parameters.items()})
            for each in explain_position(board)
        ]
        assert said == [(each.message, dict(each.parameters)) for each in explain_position(mirror)]


# ---- sentences

LONGEST = 21


def move_said(sentence: Sentence) -> Move:
    line, ways = sentence.parameters["line"], sentence.parameters["direction"]
    assert isinstance(line, tuple)
    assert isinstance(ways, tuple)
    (way,) = ways
    return Move.of([int(cell) for cell in line], Direction(way))


def cells_said(sentence: Sentence, name: str = "cells") -> tuple[int, ...]:
    value = sentence.parameters[name]
    assert isinstance(value, tuple)
    return tuple(map(int, value))


def assert_true_sentences(board: Board) -> set[str]:
    """Check that the sentences are true and complete. Return their messages."""
    found, said = threats(board), explain_position(board)
    me, foe = board.turn, other(board.turn)
    messages = [each.message.removeprefix("position.") for each in said]
    assert 1 <= len(said) <= LONGEST
    counts = Counter(messages)
    in_english = [catalogue("en").sentence(each) for each in said]
    assert not any("{" in text for text in in_english)
    if board.outcome is not None:
        assert messages == ["over"]
        return {*messages}
    for each, name in zip(said, messages, strict=True):
        if name not in ("no_push", "no_ejection"):
            assert each.parameters["player"] is me
            assert name == "turn" or each.parameters["enemy"] is foe
    if found.wins:
        assert messages == ["turn", "wins"]
        fallen = found.ejections(me)[0]
        assert (move_said(said[1]), cells_said(said[1])) == (fallen.moves[0], (fallen.ejected,))
        assert said[1].parameters["goal"] == board.rules.marbles_to_eject
        return {*messages}
    assert ("no_push" in messages) == (not found.pushes)
    nothing_falls = not found.ejections(me) and not found.endangered
    assert ("no_ejection" in messages) == (nothing_falls and bool(found.pushes))
    assert ("safe" in messages) == (bool(found.ejections(me)) and not found.endangered)
    for player, room in ((me, "eject"), (foe, "danger")):
        pushes = found.ejections(player)
        told = [each for each, name in zip(said, messages, strict=True) if name in (room, f"{room}.also")]
        assert [(move_said(each), cells_said(each)) for each in told] == [
            (push.moves[0], (push.ejected,)) for push in pushes[:3]
        ]
        assert counts[room] == len({push.ejected for push in pushes[:3]})
        rest = sorted({push.ejected for push in pushes if push.ejected is not None} - {p.ejected for p in pushes[:3]})
        more = [each for each, name in zip(said, messages, strict=True) if name == f"{room}.more"]
        assert [(cells_said(each), each.parameters["n"]) for each in more] == (
            [(tuple(rest), len(rest))] if rest else []
        )
    assert_true_defences(board, found, said)
    pushes = found.other_pushes(me)
    told = [each for each, name in zip(said, messages, strict=True) if name in ("push", "push.edge")]
    assert len(told) == min(3, len(pushes))
    edges = {push.moves[0] for push in pushes if lands_on_edge(push)}
    by_move = {push.moves[0]: push for push in pushes}
    names = [each.message for each in told]
    assert names == ["position.push.edge"] * min(3, len(edges)) + ["position.push"] * (len(told) - min(3, len(edges)))
    for each in told:
        push = by_move[move_said(each)]
        assert cells_said(each) == push.pushed
        assert (each.parameters["pushing"], each.parameters["against"]) == push.odds
        assert (each.message == "position.push.edge") == (push.moves[0] in edges)
    left = [each.parameters["n"] for each in said if each.message == "position.push.more"]
    assert left == ([len(pushes) - 3] if len(pushes) > 3 else [])
    theirs = sorted({cell for push in found.other_pushes(foe) for cell in push.pushed})
    enemy = [(cells_said(each), each.parameters["n"]) for each in said if each.message == "position.push.enemy"]
    assert enemy == ([(tuple(theirs), len(theirs))] if theirs else [])
    return {*messages}


def lands_on_edge(push: Push) -> bool:
    landing = next_cell(push.pushed[-1], push.moves[0].direction)
    assert landing is not None
    return any(next_cell(landing, way) is None for way in Direction)


def assert_true_defences(board: Board, found: Threats, said: tuple[Sentence, ...]) -> None:
    one = {each.message: each for each in said}
    clean = [defence for defence in found.defences if not defence.exposed]
    assert ("position.no_defence" in one) == (bool(found.endangered) and not found.defences)
    assert ("position.defences" in one) == bool(clean)
    assert ("position.defences.partly" in one) == (bool(found.defences) and not clean)
    decides = bool(found.endangered) and board.ejected(board.turn) + 1 >= board.rules.marbles_to_eject
    assert ("position.danger.decides" in one) == decides
    if clean:
        assert one["position.defences"].parameters["n"] == len(clean)
    best: dict[DefenceKind, Defence] = {}
    for defence in clean or found.defences:
        best.setdefault(defence.kind, defence)
    chosen = list(best.values())[:3]
    told = [each for each in said if each.message.startswith("position.defend.")]
    names = [f"position.defend.{str(defence.kind).removesuffix('s')}" for defence in chosen]
    assert [each.message for each in told] == names
    assert [(move_said(each), cells_said(each)) for each in told] == [(each.move, each.saved) for each in chosen]
    for each, defence in zip(told, chosen, strict=True):
        pushed = board.pushed(defence.move)
        if defence.kind is DefenceKind.EJECTS:
            assert cells_said(each, "ejected") == pushed[-1:]
        assert ("pushed" in each.parameters) == (defence.kind in (DefenceKind.SUPPORTS, DefenceKind.CUTS))
        if "pushed" in each.parameters:
            assert cells_said(each, "pushed") == pushed
        place = said.index(each) + 1
        assert (place < len(said) and said[place].message == "position.exposes") == bool(defence.exposed)
        if defence.exposed:
            assert cells_said(said[place]) == defence.exposed


def test_every_sentence_holds_and_every_message_is_said() -> None:
    said: set[str] = set()
    for board in samples():
        said |= assert_true_sentences(board)
    catalogued = json.loads((files("sumito") / "data/catalogues/en.study.json").read_text(encoding="utf-8"))["messages"]
    assert {f"position.{each}" for each in said} == {name for name in catalogued if name.startswith("position.")}


WORDS = {
    "5/6/7/8/5SSSs/8/7/6/5 5 0 b 0 1": [
        "It is Black's turn.",
        "Black can win at once: e7 and e8 push right and eject the white marble on e9, number 6 of 6.",
    ],
    "5/6/7/8/5SSSs/8/7/6/5 5 0 w 0 1": [
        "It is White's turn.",
        "In danger: Black can eject the white marble on e9; e7 and e8 push right, 2 against 1.",
        "With one more ejection Black wins.",
        "2 moves leave no white marble in danger.",
        "Move away: e9 goes up left. That saves e9.",
    ],
    "5/6/5S1/6S1/6ssS/8/7/6/5 0 0 b 0 1": [
        "It is Black's turn.",
        "In danger: White can eject the black marble on e9; e7 and e8 push right, 2 against 1.",
        "3 moves leave no black marble in danger.",
        "Support: g8 and f8 push e8 down right and take the attacker's place. "
        "Now e9 cannot be pushed off: the row is too strong.",
        "Move away: e9 goes up left. That saves e9.",
        "Black can push e8 down right to the edge: g8 and f8, 2 against 1.",
    ],
}


@pytest.mark.parametrize("text", WORDS)
def test_words(text: str) -> None:
    assert [catalogue("en").sentence(each) for each in explain_position(Board.from_position(text))] == WORDS[text]


# e9 is in danger, and one move defends it in this way.
@pytest.mark.parametrize(
    ("rows", "move", "kind"),
    [
        ("5/6/5S1/6S1/6ssS/8/7/6/5", "g8f8", DefenceKind.SUPPORTS),
        ("5/6/4S2/5S2/6ssS/8/7/6/5", "g7f7", DefenceKind.CUTS),
        ("5/4S1/5S1/6S1/6ssS/7s/7/6/5", "h8g8", DefenceKind.EJECTS),
        ("5/6/7/8/6ssS/8/7/6/5", "e9d8", DefenceKind.AWAY),
        ("5/6/7/8/4sssSS/8/7/6/5", "e8f8", DefenceKind.GAP),
    ],
)
def test_each_kind_of_defence(rows: str, move: str, kind: DefenceKind) -> None:
    board = Board.from_position(f"{rows} 0 0 b 0 1")
    (defence,) = [each for each in threats(board).defences if board.format_move(each.move) == move]
    assert defence == Defence(board.parse_move(move), kind, (parse_cell("e9"),), ())


def test_text_names_a_player() -> None:
    found = threats(Board.from_position("5/6/7/8/5SSSs/8/7/6/5 0 0 b 0 1"))
    assert found.ejections("black") == found.ejections(BLACK) != ()
    assert found.other_pushes("Black") == found.other_pushes(BLACK)
    with pytest.raises(ValueError, match="'puce' is not a Color"):
        found.ejections("puce")
