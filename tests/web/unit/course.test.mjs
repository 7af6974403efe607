// The course: goals judged by the core, stars, and the way through the stages.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { Core } from '../../../src/sumito/web/core/core.js';
import { missing } from '../../../src/sumito/web/figures/goal.js';
import {
  afterStage,
  betterStars,
  marblesOf,
  nextOpen,
  readStars,
  stagesOf,
  sumOf,
} from '../../../src/sumito/web/learn/course.js';

const core = await Core.open(
  new WebAssembly.Module(await readFile(new URL('../../../src/sumito/web/core/sumito.wasm', import.meta.url))),
);
const { chapters } = JSON.parse(
  await readFile(new URL('../../../src/sumito/data/course.json', import.meta.url), 'utf8'),
);
const stages = stagesOf(chapters);

/**
 * @param {string} position @param {string} move
 * @param {import('../../../src/sumito/web/figures/stage.js').Goal} goal
 */
function judge(position, move, goal) {
  const game = core.game(position);
  return missing(game, /** @type {number} */ (game.readMove(move).move), goal);
}

/**
 * A legal move for each condition that misses it, and one that meets it.
 * @type {[string, string, string, import('../../../src/sumito/web/figures/stage.js').Goal][]}
 */
const PAIRS = [
  ['one', 'd4d5', 'd4e5', { reach: ['e5'] }],
  ['push32', 'c6c7', 'c6d6', { pushes: 2 }],
  ['eject', 'e7f7', 'e7e8', { ejects: true }],
  ['pac', 'd1d2', 'd1e2', { ready: true }],
  ['threaten', 'd6d7', 'd6d7e7', { threatens: true }],
  ['hold', 'c5c6', 'd6e7', { held: true }],
  ['escape', 'c4c5', 'e9d8', { safe: true }],
  ['together', 'e6e7', 'e3e4', { together: true }],
  ['win', 'e6e7', 'c3b2', { wins: true }],
];

for (const [id, wrong, right, goal] of PAIRS) {
  const [condition] = Object.keys(goal);
  test(`the core judges whether a move ${condition}`, () => {
    const { position } = stages.find((stage) => stage.id === id) ?? assert.fail(id);
    assert.equal(judge(position, wrong, goal), condition);
    assert.equal(judge(position, right, goal), null);
  });
}

test('every condition of the course is tried above', () => {
  const tried = new Set(PAIRS.flatMap(([, , , goal]) => Object.keys(goal)));
  assert.deepEqual(new Set(stages.flatMap(({ goal }) => Object.keys(goal))), tried);
});

test('a push of another number of marbles is not the goal', () => {
  const { position } = stages.find(({ id }) => id === 'push21') ?? assert.fail();
  assert.equal(judge(position, 'e3e4', { pushes: 1 }), null);
  assert.equal(judge(position, 'e3e4', { pushes: 2 }), 'pushes');
});

test('the first condition that is missing is named, and the game stays as it was', () => {
  const { position, goal } = stages.find(({ id }) => id === 'centre') ?? assert.fail();
  const game = core.game(position);
  assert.equal(missing(game, /** @type {number} */ (game.readMove('b3b4').move), goal), 'reach');
  assert.equal(missing(game, /** @type {number} */ (game.readMove('d4e5').move), goal), 'together');
  assert.equal(game.position(), core.game(position).position());
});

test('the marbles of each stage are known without the core', () => {
  for (const stage of stages) assert.deepEqual(marblesOf(stage), core.game(stage.position).placement(), stage.id);
});

test('the best result of a stage stays', () => {
  assert.deepEqual(afterStage({ one: 1 }, 'one', 3), { one: 3 });
  assert.deepEqual(afterStage({ one: 3 }, 'one', 1), { one: 3 });
  assert.deepEqual(afterStage({ one: 3 }, 'line', 2), { one: 3, line: 2 });
});

test('stars that are none are dropped', () => {
  assert.deepEqual(readStars(null), {});
  assert.deepEqual(readStars({ stars: { one: 3, line: 4, row: 0, gap: '2', pac: 1 } }), { one: 3, pac: 1 });
});

test('the stars are counted for the stages that there are', () => {
  assert.equal(sumOf(stages, { one: 3, win: 1, gone: 3 }), 4);
});

test('the course goes on at the next stage without stars, and ends when all have some', () => {
  const [first, second, third] = stages;
  assert.equal(nextOpen(stages, null, {}), first);
  assert.equal(nextOpen(stages, null, { [first.id]: 1 }), second);
  assert.equal(nextOpen(stages, first.id, { [second.id]: 1 }), third);
  assert.equal(nextOpen(stages, stages[stages.length - 1].id, { [first.id]: 1 }), second);
  assert.equal(nextOpen(stages, first.id, Object.fromEntries(stages.map(({ id }) => [id, 1]))), null);
});

test('the stars of two tabs are joined, the better result of each stage', () => {
  const [here, there] = [
    { one: 3, line: 1 },
    { line: 2, push21: 1 },
  ];
  const joined = { one: 3, line: 2, push21: 1 };
  assert.deepEqual(betterStars(here, there), joined);
  assert.deepEqual(betterStars(there, here), joined);
  assert.deepEqual(
    [here, there],
    [
      { one: 3, line: 1 },
      { line: 2, push21: 1 },
    ],
    'neither changes',
  );
});
