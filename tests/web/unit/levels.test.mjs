// Levels and limits of the computer, with the real core and an engine whose searches the test scripts.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import {
  acceptsDraw,
  choose,
  levelName,
  levelNamed,
  levelOf,
  loadLevels,
  playLevel,
  readLevels,
} from '../../../src/sumito/web/core/levels.js';
import { budget } from '../../../src/sumito/web/core/limits.js';
import { hasFace } from '../../../src/sumito/web/game/level_face.js';
import { wonLevels } from '../../../src/sumito/web/game/won_levels.js';
import { core } from './fakes/core.mjs';

const DATA = JSON.parse(await readFile(new URL('../../../src/sumito/data/levels.json', import.meta.url), 'utf8'));
const data = readLevels(DATA);
const { levels, former } = data;
const MOVES = core
  .game()
  .legalMoves()
  .map(({ number }) => number);

/** Variations of a depth, one for each score. */
const found = (depth, ...scores) => ({
  depth: Math.max(...[depth].flat()),
  variations: scores.map((score, i) => ({ score, depth: [depth].flat()[i] ?? [depth].flat()[0], moves: [MOVES[i]] })),
});

class ScriptedEngine {
  forgets = 0;
  searches = [];
  constructor(...reports) {
    this.reports = reports;
  }
  forget() {
    this.forgets++;
  }
  async search(snapshot, limits, options = {}) {
    this.searches.push({ snapshot, limits, variations: options.variations });
    for (const report of this.reports) options.onInfo?.(report);
    return this.reports.at(-1);
  }
}

test('levels have their numbers and ids', () => {
  for (const list of [levels, former])
    assert.deepEqual(
      list.map(({ number }) => number),
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    );
  assert.deepEqual([levelName(core, 'pea'), levelNamed(core, 'sumito pea')], ['sumito pea', 'pea']);
  assert.deepEqual([levelName(core, 'r1-3'), levelNamed(core, 'sumito level 3')], ['sumito level 3', 'r1-3']);
  assert.deepEqual([levelNamed(core, 'Ada'), levelName(core, 'ada')], [null, '']);
  assert.deepEqual([levelOf(data, 'pea'), levelOf(data, 'r1-3')], [levels[0], former[2]]);
  assert.throws(() => levelOf(data, 'ada'), /no level has the id ada/);
});

test('a gentle level forgets, and looks one move ahead at every move', async () => {
  const engine = new ScriptedEngine(found(1, 0, 0));
  await playLevel(engine, core.game(), levels[0], () => 0);
  const [{ limits, variations }] = engine.searches;
  assert.deepEqual([engine.forgets, variations], [1, MOVES.length]);
  assert.deepEqual(limits, { nodes: null, time_ms: null, depth: 1 });
});

test('a win marks the level, or the one in its place', () => {
  const game = { kind: 'engine', side: 'white', players: { black: '', white: '' }, outcome: { winner: 'white' } };
  const games = [
    { ...game, level: 'pea' },
    { ...game, level: 'r1-2' },
    { ...game, level: 'apple', outcome: { winner: 'black' } },
    { ...game, level: 'orange', outcome: null },
    { ...game, level: 'melon', players: { black: '', white: 'Ada' } },
    { ...game, kind: 'local', level: undefined },
  ];
  assert.deepEqual([...wonLevels(games, data)], ['pea', 'plum']);
});

test('every level has a face', () => {
  assert.deepEqual(
    levels.map(({ id }) => id).filter(hasFace),
    levels.map(({ id }) => id),
  );
  assert.deepEqual(former.map(({ id }) => id).filter(hasFace), []);
});

test('the data is fetched, and a failure says which file', async (t) => {
  const fetched = t.mock.method(globalThis, 'fetch', async () => ({ ok: true, json: async () => DATA }));
  assert.deepEqual(await loadLevels(), readLevels(DATA));
  assert.match(String(fetched.mock.calls[0].arguments[0]), /\/data\/levels\.json$/);
  fetched.mock.mockImplementation(async () => ({ ok: false, status: 404 }));
  await assert.rejects(loadLevels(), /levels\.json cannot be read: 404/);
});

test('a level with nodes forgets, searches its variations and leaves the game alone', async () => {
  const game = core.game();
  const engine = new ScriptedEngine(found(1, 0, -500, -500));
  assert.equal(await playLevel(engine, game, former[3], () => 0), MOVES[0]);
  const [{ snapshot, limits, variations }] = engine.searches;
  assert.deepEqual([engine.forgets, variations], [1, former[3].variations]);
  assert.deepEqual(limits, { nodes: former[3].nodes, time_ms: null, depth: null });
  assert.deepEqual([snapshot.moves, game.ply], [[], 0]);
});

test('the level with a time keeps its memory and plays the first variation', async () => {
  const engine = new ScriptedEngine(found(5, -10));
  assert.equal(await playLevel(engine, core.game(), levels[11], assert.fail), MOVES[0]);
  assert.deepEqual(engine.forgets, 0);
  assert.deepEqual(engine.searches[0].limits, { nodes: null, time_ms: levels[11].time_ms, depth: null });
  assert.equal(engine.searches[0].variations, 1);
});

test('only iterations that finished all variations count', async () => {
  const complete = found(1, 0, -500, -500);
  const mixed = found([2, 1, 1], -300, 0, 0);
  const later = found(2, -500, 0, -500);
  const play = (...reports) => playLevel(new ScriptedEngine(...reports), core.game(), former[3], () => 0.5);
  assert.equal(await play(complete, mixed), MOVES[0]);
  assert.equal(await play(complete, mixed, later, mixed), MOVES[1]);
  assert.equal(await play(mixed), MOVES[0], 'without one, what the search gives');
});

test('reports are passed on', async () => {
  const told = [];
  const reports = [found(1, 0, 0), found(2, 0, 0)];
  await playLevel(
    new ScriptedEngine(...reports),
    core.game(),
    levels[0],
    () => 0,
    (info) => told.push(info),
  );
  assert.deepEqual(told, reports);
});

test('the choice follows the random number, and a proved win is no choice', () => {
  const level = { ...former[0], temperature: 20, margin: 50, eagerness: 0 };
  const { variations } = found(2, 0, -20);
  assert.equal(choose(core.game(), variations, level, 0), variations[0]);
  assert.equal(choose(core.game(), variations, level, 0.99), variations[1]);
  const won = found(2, -3, 29_999).variations;
  assert.equal(choose(core.game(), won, level, 0), won[1]);
});

test('a draw is accepted after twenty quiet moves by a computer that stands no better', async () => {
  const answer = (quiet, score) => {
    const game = core.game(`5/6/7/8/3SSS3/8/2sss2/6/5 0 0 b ${quiet} 40`);
    const engine = new ScriptedEngine(found(9, score));
    return acceptsDraw(engine, game, DATA).then((accepted) => [accepted, engine.searches[0].limits]);
  };
  const limits = { nodes: DATA.draw_nodes };
  assert.deepEqual(await answer(20, 0), [true, limits]);
  assert.deepEqual(await answer(19, 0), [false, limits]);
  assert.deepEqual(await answer(20, -1), [false, limits]);
});

test('limits give a search its time', () => {
  assert.deepEqual(budget(core, {}), { soft: 0, hard: 0 });
  assert.deepEqual(budget(core, { time_ms: 50 }), { soft: 48, hard: 48 });
  assert.deepEqual(budget(core, { remaining_ms: 2000 }), { soft: 30, hard: 125 });
  assert.deepEqual(budget(core, { remaining_ms: 100, increment_ms: 50 }), { soft: 25.5, hard: 38 });
  assert.deepEqual(budget(core, { remaining_ms: 2000, delay_ms: 1000, time_ms: null }), { soft: 1030, hard: 1125 });
  assert.throws(() => budget(core, { time_ms: NaN }), /not a limit of time: NaN, 0, 0, 0/);
});
