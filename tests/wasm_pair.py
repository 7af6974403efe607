"""One game in both builds of the core, and assertions that ask both the same questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumito import MOVES, Rules, _native
from wasm import ANY_DIALECT, DIALECTS, FORMS, Clock, Core, Game

if TYPE_CHECKING:
    import random


class Pair:
    """The same game in both builds of the core."""

    def __init__(self, core: Core, text: str, rules: Rules | None = None) -> None:
        game = core.game(text, rules=rules)
        setup = _native.read_position(0, text)
        assert isinstance(game, Game)
        assert isinstance(setup, _native.Setup)
        self.wasm = game
        self.native = _native.Game(setup, (rules or Rules()).native())

    def close(self) -> None:
        self.wasm.close()

    def legal(self) -> list[int]:
        return [move.number for move in self.native.moves()]

    def play(self, number: int) -> None:
        assert self.wasm.play(number) is self.native.play(number)


class MultiPair:
    """The same game of several players in both builds of the core."""

    def __init__(self, core: Core, text: str, rules: Rules) -> None:
        game = core.game(text, rules=rules)
        assert isinstance(game, Game)
        setup = _native.read_position(0, text)
        assert isinstance(setup, _native.MultiSetup)
        self.wasm = game
        self.native = _native.MultiGame(setup, rules.native(), rules.mixed_moves)

    def close(self) -> None:
        self.wasm.close()

    def legal(self) -> list[int]:
        return [move.number for move in self.native.moves()]

    def play(self, entry: int) -> bool:
        done = self.native.play(entry)
        assert self.wasm.play(entry) is done
        return done


def state(game: Game | _native.Game) -> tuple[object, ...]:
    players = range(2)
    return (
        *(game.turn, game.ply, game.quiet, game.key, game.outcome, game.occurrences(), game.count_moves()),
        *(game.marbles(player) for player in players),
        *(game.ejected(player) for player in players),
    )


def assert_same_state(pair: Pair) -> None:
    assert state(pair.wasm) == state(pair.native)


def assert_same_moves(pair: Pair | MultiPair) -> None:
    expected = []
    for move in pair.native.moves():
        pushed, ejects = pair.native.effect(move.number)
        line = sum(1 << cell for cell in move.cells)
        expected.append((line, pushed, move.number, int(move.direction), move.kind == "in_line", ejects))
    assert pair.wasm.moves() == expected


def assert_same_verdicts(pair: Pair, rng: random.Random, sets: int) -> None:
    """Compare random requests: lines of own marbles, with and without slips, and any cells at all."""
    own = pair.native.marbles(pair.native.turn)
    for _ in range(sets):
        cells = sum(1 << cell for cell in rng.choice(MOVES).cells)
        kind = rng.randrange(4)
        if kind == 0 and (found := pair.legal()):
            cells = sum(1 << cell for cell in MOVES[rng.choice(found)].cells)
        elif kind == 1 and own:
            cells &= own
        elif kind == 2:
            cells |= 1 << rng.randrange(61)
        if rng.random() < 0.05:
            cells = rng.getrandbits(61)
        for direction in range(6):
            if cells:
                assert pair.wasm.verdict(cells, direction) == pair.native.verdict(cells, direction)


def assert_same_reasons(pair: Pair, rng: random.Random, requests: int) -> None:
    """Compare the explanations of random requests as above, and of random taps."""
    assert pair.wasm.explain_outcome() == _native.explain_outcome(pair.native)
    marbles = [pair.native.marbles(player) for player in range(2)]
    for _ in range(requests):
        cells = sum(1 << cell for cell in rng.choice(MOVES).cells)
        if rng.random() < 0.7:
            cells = (cells & marbles[pair.native.turn]) or cells
        if rng.random() < 0.2:
            cells |= rng.getrandbits(61) & rng.getrandbits(61) & marbles[pair.native.turn]
        direction = rng.randrange(6)
        assert pair.wasm.explain(cells, direction) == _native.explain(pair.native, cells, direction)
        target = rng.randrange(61)
        assert pair.wasm.tap(cells, target) == _native.tap(pair.native, cells, target)


def assert_same_text(pair: Pair, rng: random.Random, moves: int) -> None:
    for form in FORMS:
        assert pair.wasm.position(form) == _native.write_position(form, pair.native.setup)
        assert pair.wasm.start_position(form) == _native.write_position(form, pair.native.start)
    legal = pair.legal()
    for number in rng.sample(legal, min(moves, len(legal))):
        text = rng.choice([assert_same_move_text(pair, number, dialect) for dialect in DIALECTS])
        if rng.random() < 0.5:
            text = mutated(text, rng, "abcdefghijx0123456789X é")
        assert_same_reading(pair, text, rng)
    assert_same_move_text(pair, rng.randrange(len(MOVES)), rng.choice(DIALECTS))


def assert_same_move_text(pair: Pair, number: int, dialect: int) -> str:
    text = pair.wasm.write_move(number, dialect)
    assert text == _native.write_move(pair.native, number, dialect)
    return text


def assert_same_reading(pair: Pair | MultiPair, text: str, rng: random.Random) -> None:
    for dialect in (*DIALECTS, ANY_DIALECT):
        transposed = rng.random() < 0.2
        found = pair.wasm.read_move(text, dialect, transposed)
        assert found == _native.read_move(pair.native, text, dialect, transposed)
    explained = _native.explain_text(pair.native, text, ANY_DIALECT, False)
    assert pair.wasm.explain_text(text, ANY_DIALECT, False) == (None if len(explained) == 2 else explained)


def assert_same_threats(pair: Pair) -> None:
    pushes, defences, _ = _native.threats(pair.native)
    assert [pair.wasm.pushes(player) for player in range(2)] == pushes
    assert pair.wasm.defences() == defences
    assert pair.wasm.explain_position() == _native.explain_position(pair.native)


def assert_same(pair: Pair, rng: random.Random, *, sets: int = 3, moves: int = 2) -> None:
    assert_same_state(pair)
    assert_same_moves(pair)
    assert_same_verdicts(pair, rng, sets)
    assert_same_reasons(pair, rng, 4 * sets)
    assert_same_text(pair, rng, moves)
    for inside in (False, True):
        assert pair.wasm.formations(inside) == _native.formations(pair.native, inside)
    assert_same_threats(pair)
    assert pair.wasm.canonical() == _native.canonical_symmetry(pair.native.setup)
    number = rng.randrange(len(MOVES))
    legal = pair.native.is_legal(number)
    assert pair.wasm.is_legal(number) is legal
    assert (pair.wasm.effect(number) is not None) is legal


def mutated(text: str, rng: random.Random, alphabet: str) -> str:
    for _ in range(rng.randint(1, 2)):
        at = rng.randint(0, len(text))
        text = text[:at] + rng.choice(["", rng.choice(alphabet)]) + text[at + rng.randint(0, 1) :]
    return text


def clock_state(clock: Clock | _native.Clock, players: int, now: int) -> tuple[object, ...]:
    return (
        *(clock.running, clock.deadline, clock.flagged(now)),
        clock.state(players) if isinstance(clock, Clock) else clock.state(),
        *(clock.remaining(player, now) for player in range(players)),
    )
