"""Test the search in the browser: same results as the native engine, immediate stop, error reports."""

from __future__ import annotations

from random import Random
from statistics import median
from typing import Any, Final

import pytest
from playwright.sync_api import Error, Page, Route, expect

from sumito import LAYOUTS, MOVES, MULTI_LAYOUTS, Board, Rules
from sumito.engine import LEVELS, MULTI_LEVELS, Analysis, Engine, Level, Limit, play_level
from sumito.engine.levels import FORMER_LEVELS
from sumito.engine.network import SHIPPED_NETWORK
from web.complaints import Complaints
from web.conftest import EMPTY
from web.game import Game

HASH_MB: Final = 4
WAYS: Final = ("atomics", "suspend", "terminate")
# The ways to stop a search in browsers with fewer features, and the features that they lack.
LESS: Final = {
    "suspend": ("SharedArrayBuffer",),
    "terminate": ("SharedArrayBuffer", "WebAssembly.Suspending", "WebAssembly.promising"),
}
MOST_MS: Final = 50

MODULES: Final = """
const { openCore } = await import('./core/core.js');
const { Engine } = await import('./core/engine.js');
const { levelOf, loadLevels, playLevel } = await import('./core/levels.js');
"""


def run(page: Page, script: str, argument: object = None) -> Any:  # noqa: ANN401 - whatever the script returns
    return page.evaluate(f"async argument => {{ {MODULES} {script} }}", argument)


def random_board(seed: int) -> Board:
    random = Random(seed)
    layout = random.choice(list(LAYOUTS.values()))
    board = Board(layout, rules=Rules(marbles_to_eject=random.choice([3, 6])))
    for _ in range(random.randrange(8, 60)):
        if board.outcome is None:
            board.play(random.choice(list(board.legal_moves)))
    if board.outcome is not None:
        board.undo()
    return board


def snapshot(board: Board) -> dict[str, object]:
    return {
        "start": board.start().position(),
        "moves": [move.number for move in board.history],
        "rules": {"marbles_to_eject": board.rules.marbles_to_eject},
    }


def values(analysis: Analysis) -> dict[str, object]:
    lines = [
        {
            "score": each.score.value,
            "winIn": each.score.win_in,
            "depth": each.depth,
            "moves": [move.number for move in each.moves],
        }
        for each in analysis.variations
    ]
    first = analysis.variations[0]
    return {
        "nodes": analysis.nodes,
        "depth": first.depth,
        "scale": first.score.scale,
        "stopped": analysis.stopped,
        "variations": lines,
    }


def comparable(found: dict[str, object]) -> dict[str, object]:
    assert found.pop("time_ms") is not None
    found.pop("hashfull")
    return found


def test_a_search_finds_what_the_native_engine_finds(workbench: Page) -> None:
    random = Random(7)
    tasks: list[tuple[Board, Limit, int, list[int]]] = []
    for seed in range(5):
        board = random_board(seed)
        legal = [move.number for move in board.legal_moves]
        tasks += [
            (board, Limit(nodes=random.randrange(5_000, 40_000)), 1, []),
            (board, Limit(depth=3), min(4, len(legal)), []),
            (board, Limit(nodes=5_000), 2, random.sample(legal, min(5, len(legal)))),
        ]
    asked = [
        {
            "game": snapshot(board),
            "limits": {"nodes": limit.nodes, "depth": limit.depth},
            "variations": variations,
            "moves": moves,
        }
        for board, limit, variations, moves in tasks
    ]
    script = """
      const engine = new Engine({ hashMb: argument.hash });
      await engine.ready;
      const found = [];
      for (const { game, limits, variations, moves } of argument.asked) {
        const infos = [];
        const analysis = await engine.search(game, limits, { variations, moves, onInfo: (info) => infos.push(info) });
        found.push({ infos, analysis });
      }
      engine.close();
      return found;"""
    answers = run(workbench, script, {"asked": asked, "hash": HASH_MB})
    with Engine(hash_mb=HASH_MB) as engine:
        for (board, limit, variations, moves), answer in zip(tasks, answers, strict=True):
            infos: list[Analysis] = []
            only = [MOVES[number] for number in moves] or None
            analysis = engine.analyse(board, limit, variations=variations, moves=only, report=infos.append)
            assert comparable(answer["analysis"]) == values(analysis)
            assert [comparable(each) for each in answer["infos"]] == [values(each) for each in infos]
            assert infos


def test_a_forgetful_engine_finds_the_same_again(workbench: Page) -> None:
    script = """
      const engine = new Engine();
      const search = () => engine.search(argument, { nodes: 20000 });
      const found = [await search(), await search()];
      engine.forget();
      found.push(await search());
      engine.close();
      return found.map(({ depth, variations }) => JSON.stringify([depth, variations]));"""
    first, second, third = run(workbench, script, snapshot(random_board(3)))
    assert first == third
    assert first != second


@pytest.mark.timing
@pytest.mark.parametrize("way", WAYS)
def test_a_search_stops_at_once(workbench: Page, way: str) -> None:
    script = """
      const engine = new Engine({ stopBy: argument.way });
      await engine.ready;
      const found = [];
      for (let i = 0; i < 7; i++) {
        let told;
        const first = new Promise((resolve) => { told = resolve; });
        const search = engine.search(argument.game, {}, { variations: 2, onInfo: told });
        await first;
        const asked = performance.now();
        engine.stop();
        const { stopped, variations } = await search;
        found.push({ took: performance.now() - asked, stopped, lines: variations.length });
      }
      const after = await engine.search(argument.game, { depth: 2 });
      engine.close();
      return { how: engine.how, found, after: after.depth };"""
    answer = run(workbench, script, {"way": way, "game": snapshot(Board("belgian-daisy"))})
    assert answer["how"] == way
    assert all((each["stopped"], each["lines"]) == (True, 2) for each in answer["found"])
    assert median(each["took"] for each in answer["found"]) < MOST_MS, answer
    assert answer["after"] == 2


@pytest.mark.parametrize("way", WAYS)
def test_a_search_that_is_stopped_before_it_begins_has_a_move(workbench: Page, way: str) -> None:
    script = """
      const engine = new Engine({ stopBy: argument.way });
      const early = engine.search(argument.game, {});
      engine.stop();
      await engine.ready;
      const late = engine.search(argument.game, {});
      engine.stop();
      const found = [await early, await late];
      engine.close();
      return found.map(({ variations }) => variations[0].moves[0]);"""
    board = random_board(4)
    for number in run(workbench, script, {"way": way, "game": snapshot(board)}):
        assert MOVES[number] in board.legal_moves


@pytest.mark.parametrize("way", WAYS)
def test_a_new_search_stops_those_before_it(workbench: Page, way: str) -> None:
    script = """
      const engine = new Engine({ stopBy: argument.way });
      const first = engine.search(argument.games[0], {});
      const second = engine.search(argument.games[1], {});
      const third = engine.search(argument.games[2], { depth: 3 });
      const found = await Promise.all([first, second, third]);
      engine.close();
      return found.map(({ depth, variations }) => ({ depth, move: variations[0].moves[0] }));"""
    boards = [random_board(seed) for seed in (5, 6, 8)]
    fetched: list[str] = []
    workbench.context.on("request", lambda request: fetched.append(request.url.rpartition("/")[2]))
    answers = run(workbench, script, {"way": way, "games": [snapshot(board) for board in boards]})
    for board, answer in zip(boards, answers, strict=True):
        assert MOVES[answer["move"]] in board.legal_moves
    assert answers[-1]["depth"] == 3
    # All stops came while the engine was being opened: they need no second worker.
    assert fetched.count("worker.js") == fetched.count("sumito.network") == 1


def test_a_page_that_is_not_isolated_suspends_the_search(page: Page) -> None:
    page.route("**/plain", lambda route: route.fulfill(body=EMPTY, content_type="text/html"))
    page.goto("plain")
    script = """
      const engine = new Engine();
      let told;
      const first = new Promise((resolve) => { told = resolve; });
      const search = engine.search(argument, {}, { onInfo: told });
      await first;
      engine.stop();
      const { stopped } = await search;
      engine.close();
      return { isolated: crossOriginIsolated, how: engine.how, stopped };"""
    answer = run(page, script, snapshot(Board()))
    assert answer == {"isolated": False, "how": "suspend", "stopped": True}


def without(page: Page, *features: str) -> None:
    """Remove features from pages, and from the engine's worker, which init scripts do not reach."""
    script = "".join(f"delete globalThis.{each};" for each in features)
    page.add_init_script(script)

    def serve(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=script + answer.text())

    page.route("**/core/worker.js", serve)


@pytest.mark.parametrize(("way", "features"), LESS.items())
def test_a_browser_without_shared_memory_replies_and_stops(page: Page, way: str, features: tuple[str, ...]) -> None:
    without(page, *features)
    Game(page).begin("play/?test", side="black", level=1).click("a1", "c3", "d4").plies(2)
    assert page.evaluate("[crossOriginIsolated, typeof SharedArrayBuffer]") == [True, "undefined"]
    page.goto("analysis/?test")
    button = page.locator(".variations-head button")
    button.click()
    page.wait_for_function("() => __sumito.found?.depth >= 2 && __sumito.searching")
    button.click()
    page.wait_for_function("() => !__sumito.searching")
    page.goto("")
    assert run(page, "const engine = new Engine(); await engine.ready; engine.close(); return engine.how;") == way


def test_the_page_is_never_blocked(workbench: Page) -> None:
    script = """
      const engine = new Engine();
      await engine.ready;
      let done = false;
      let turns = 0;
      const search = engine.search(argument, { time_ms: 500 }).then(() => { done = true; });
      const { port1, port2 } = new MessageChannel();
      await new Promise((resolve) => {
        port1.onmessage = () => {
          turns += 1;
          if (done) resolve(); else port2.postMessage(0);
        };
        port2.postMessage(0);
      });
      await search;
      engine.close();
      return turns;"""
    assert run(workbench, script, snapshot(Board())) > 20  # in the page's event loop, while the worker searched


def test_time_ends_a_search(workbench: Page) -> None:
    script = """
      const engine = new Engine();
      await engine.ready;
      const { time_ms, depth } = await engine.search(argument, { time_ms: 200 });
      engine.close();
      return { time_ms, depth };"""
    answer = run(workbench, script, snapshot(Board()))
    assert 90 < answer["time_ms"] < 1000
    assert answer["depth"] > 1


def some_always(levels: tuple[Level, ...]) -> list[Any]:
    """Mark levels as long, except the weakest, the strongest and two between."""
    always = ("pea", "walnut", "orange", "sun")
    return [pytest.param(each, marks=() if each.id in always else pytest.mark.long) for each in levels]


@pytest.mark.parametrize("level", some_always((*LEVELS, *FORMER_LEVELS)), ids=lambda level: level.id)
def test_a_level_plays_the_move_that_it_plays_in_python(workbench: Page, level: Level) -> None:
    boards = [random_board(100 + seed) for seed in range(6 if (level.nodes or 0) < 100_000 else 2)]
    chances = [Random(level.number * 100 + i).random() for i in range(len(boards))]
    script = """
      const [core, data] = [await openCore(), await loadLevels()];
      const engine = new Engine({ hashMb: argument.hash });
      const found = [];
      for (const [i, snapshot] of argument.games.entries()) {
        const game = core.replay(snapshot);
        found.push(await playLevel(engine, game, levelOf(data, argument.level), () => argument.chances[i]));
      }
      engine.close();
      return found;"""
    games = [snapshot(board) for board in boards]
    argument = {"games": games, "chances": chances, "level": level.id, "hash": HASH_MB}
    found = [MOVES[number] for number in run(workbench, script, argument)]
    if level.time_ms is not None:  # limited by time, so the moves can differ
        assert all(move in board.legal_moves for move, board in zip(found, boards, strict=True))
        return
    with Engine(hash_mb=HASH_MB) as engine:
        assert found == [
            play_level(engine, board, level.id, FixedRandom(chance))
            for board, chance in zip(boards, chances, strict=True)
        ]


SEVERAL: Final = "const { MULTI_WASM, openMultiCore } = await import('./core/multi_core.js');"


def test_levels_play_with_several_players_as_in_python(workbench: Page) -> None:
    boards = [Board(layout) for layout in sorted(MULTI_LAYOUTS)]
    script = f"""{SEVERAL}
      const [core, data] = [await openMultiCore(), await loadLevels()];
      const engine = new Engine({{ hashMb: argument.hash, wasm: MULTI_WASM, network: null }});
      const found = [];
      for (const start of argument.starts)
        for (const id of data.several_players)
          found.push(await playLevel(engine, core.game(start), levelOf(data, id), () => 0.4));
      engine.close();
      return found;"""
    argument = {"starts": [board.position() for board in boards], "hash": HASH_MB}
    found = [MOVES[number] for number in run(workbench, script, argument)]
    with Engine(hash_mb=HASH_MB) as engine:
        assert found == [
            play_level(engine, board, level.id, FixedRandom(0.4)) for board in boards for level in MULTI_LEVELS
        ]


@pytest.mark.parametrize("way", WAYS)
def test_a_search_of_several_players_stops(workbench: Page, way: str) -> None:
    script = f"""{SEVERAL}
      const engine = new Engine({{ stopBy: argument.way, wasm: MULTI_WASM, network: null }});
      await engine.ready;
      let told;
      const first = new Promise((resolve) => {{ told = resolve; }});
      const search = engine.search(argument.game, {{}}, {{ onInfo: told }});
      await first;
      engine.stop();
      const {{ stopped, variations }} = await search;
      engine.close();
      return {{ how: engine.how, stopped, variation: variations[0] }};"""
    board = Board("four-players-teams")
    answer = run(workbench, script, {"way": way, "game": snapshot(board)})
    assert (answer["how"], answer["stopped"]) == (way, True)
    variation = answer["variation"]
    assert MOVES[variation["moves"][0]] in board.legal_moves
    assert variation["scores"][0] == variation["scores"][2] == variation["score"]  # partners share it
    assert variation["scores"][1] == variation["scores"][3]


class FixedRandom(Random):
    """A generator with one fixed number."""

    def __init__(self, chance: float) -> None:
        super().__init__()
        self._chance = chance

    def random(self) -> float:
        return self._chance


def test_a_damaged_network_is_refused(workbench: Page) -> None:
    data = bytearray(SHIPPED_NETWORK.read_bytes())
    data[len(data) // 2] ^= 1
    workbench.route("**/sumito.network", lambda route: route.fulfill(body=bytes(data)))
    with pytest.raises(Error, match=r"sumito\.network is damaged"):
        run(workbench, "await new Engine().ready;")
    with pytest.raises(Error, match=r"sumito\.network is damaged"):
        run(workbench, "await new Engine().search(argument, {});", snapshot(Board()))


@pytest.mark.parametrize("missing", ["core/worker.js", "core/engine.wasm", "data/sumito.network"])
def test_an_engine_that_cannot_be_loaded_says_so_every_time_and_is_tried_again(
    workbench: Page, complaints: Complaints, missing: str
) -> None:
    complaints.expect(missing)
    script = """
      const [core, { levels: [level] }] = [await openCore(), await loadLevels()];
      globalThis.engine ??= new Engine();
      const errors = [];
      const noted = (error) => { errors.push(error.message); };
      addEventListener('unhandledrejection', ({ reason }) => errors.push(`unhandled: ${reason.message}`));
      await engine.search(argument, { depth: 1 }).catch(noted);
      await playLevel(engine, core.replay(argument), level, () => 0).catch(noted);
      await engine.ready.catch(noted);
      await engine.search(argument, { depth: 1 }).catch(noted);
      await new Promise((resolve) => setTimeout(resolve)); // what nobody handles is told later
      return errors;"""
    workbench.route(f"**/{missing}", lambda route: route.abort("failed"))
    errors = run(workbench, script, snapshot(Board()))
    assert len(errors) == 4
    assert not any(error.startswith("unhandled") for error in errors)
    workbench.unroute(f"**/{missing}")
    assert run(workbench, script, snapshot(Board())) == []


def test_a_game_says_that_the_engine_cannot_be_loaded_and_tries_again(page: Page, complaints: Complaints) -> None:
    complaints.expect("core/worker.js")
    complaints.expect("console error: Error: ")
    page.route("**/core/worker.js", lambda route: route.abort("failed"))
    game = Game(page).begin("play/?test", side="black")
    hint = page.get_by_role("button", name="Hint")
    hint.click()
    expect(page.locator(".strip")).to_contain_text("The computer cannot play here")
    game.click("a1", "c3", "d4")
    page.wait_for_function("() => __sumito.moves.length === 1 && !__sumito.thinking")
    expect(page.locator(".strip")).to_contain_text("The computer cannot play here")
    page.unroute("**/core/worker.js")
    page.get_by_role("button", name="Take back").click()
    game.plies(0).click("a1", "c3", "d4").plies(2)


def test_what_cannot_be_searched_is_an_error_and_the_engine_goes_on(workbench: Page) -> None:
    board = Board.from_position("5/6/7/8/6SSs/8/7/6/ss3 5 0 b 0 1")
    board.play("e7e8")
    illegal = next(move.number for move in MOVES if move not in Board().legal_moves)
    script = """
      const engine = new Engine();
      const errors = [];
      const tries = [
        () => engine.search(argument.over, {}),
        () => engine.search(argument.game, {}, { moves: [argument.illegal] }),
        () => engine.search({ ...argument.game, moves: [argument.illegal] }, {}),
        () => engine.search({ ...argument.game, start: 'nonsense' }, {}),
      ];
      for (const each of tries) await each().catch((error) => errors.push(error.message));
      const { depth } = await engine.search(argument.game, { depth: 2 });
      engine.close();
      await engine.search(argument.game, {}).catch((error) => errors.push(error.message));
      return { errors, depth };"""
    argument = {"over": snapshot(board), "game": snapshot(Board()), "illegal": illegal}
    answer = run(workbench, script, argument)
    for error, word in zip(
        answer["errors"], ("over", "not legal", "not legal", "not a position", "closed"), strict=True
    ):
        assert word in error
    assert answer["depth"] == 2
