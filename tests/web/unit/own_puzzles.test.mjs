// Puzzles from the user's own mistakes are what the solver proves.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';

import { Core } from '../../../src/sumito/web/core/core.js';
import { readLayouts } from '../../../src/sumito/web/core/layouts.js';
import { themesOf } from '../../../src/sumito/web/core/puzzle_themes.js';
import { Study } from '../../../src/sumito/web/core/study.js';
import { readPuzzles } from '../../../src/sumito/web/puzzles/puzzle_book.js';
import { ownPuzzle, puzzlesOf, withPuzzles } from '../../../src/sumito/web/study/own_puzzles.js';

const root = new URL('../../../src/sumito/', import.meta.url);
const moduleOf = async (name) => new WebAssembly.Module(await readFile(new URL(`web/core/${name}`, root)));
const dataOf = async (name) => JSON.parse(await readFile(new URL(`data/${name}`, root), 'utf8'));
const core = await Core.open(await moduleOf('sumito.wasm'));
const layouts = readLayouts(await dataOf('layouts.json'));
const study = await Study.open(await moduleOf('study.wasm'), await dataOf('records.json'), layouts);
const numberOf = (game, text) => game.readMove(text).move;
const puzzleOf = (position, played) => {
  const game = core.game(position);
  return ownPuzzle(study, game, numberOf(game, played), 'game-3', 7);
};

test('an ejection that was not taken', () => {
  const position = '5/6/7/8/6SSs/8/7/6/ss3 0 0 b 0 1';
  const puzzle = puzzleOf(position, 'e8d7');
  assert.deepEqual(puzzle.task, { goal: 'eject', marbles: 1, moves: 1 });
  assert.deepEqual(puzzle.solutions, ['e7e8']);
  assert.deepEqual([puzzle.themes, puzzle.name, puzzle.id], [['sumito_21'], 'own 7', 'game-3']);
  assert.equal(puzzleOf(position, 'e7e8'), null, 'the played move solves it');
});

test('a marble that could have been saved', () => {
  const puzzle = puzzleOf('5/6/7/8/Sss6/8/7/6/5 0 0 b 0 1', 'e1f2');
  assert.equal(puzzle, null, 'it was saved');
  const lost = puzzleOf('5/6/7/8/Sss6/8/7/6/SS3 0 0 b 0 1', 'a1b1');
  assert.equal(lost.task.goal, 'save');
  assert.deepEqual(lost.themes, ['edge', 'sumito_21', 'quiet', 'escape']);
  const game = core.game(lost.position);
  for (const text of lost.solutions) assert.ok(game.attempt(lost.task, numberOf(game, text)).solves, text);
});

test('the themes are those of the shipped puzzles', async () => {
  for (const { id, position, task, solutions, themes } of readPuzzles(await dataOf('puzzles.json'))) {
    const game = core.game(position);
    const moves = solutions.map((text) => numberOf(game, text));
    assert.deepEqual(themesOf(study, game, task, moves), themes, id);
  }
});

test('moves that are not legal have no themes', () => {
  const game = core.game('5/6/7/8/6SSs/8/7/6/ss3 0 0 b 0 1');
  for (const solutions of [[], [0]]) {
    assert.throws(() => themesOf(study, game, { goal: 'save', marbles: 1, moves: 1 }, solutions), RangeError);
  }
});

test('a position without a task is no puzzle', () => {
  assert.equal(puzzleOf('5/6/7/8/S7s/8/7/6/5 0 0 b 0 1', 'e1e2'), null);
});

test('a game that is reviewed again replaces its puzzles, and the oldest go', () => {
  const list = Array.from({ length: 200 }, (_, i) => ({ id: `${i}`, name: 'own 1' }));
  const after = withPuzzles(list, [
    { id: '5', name: 'own 2' },
    { id: 'new', name: 'own 3' },
  ]);
  assert.equal(after.length, 200);
  assert.deepEqual(after.at(-2), { id: '5', name: 'own 2' });
  assert.equal(after[0].id, '1');
  assert.equal(after.filter(({ id }) => id === '5').length, 1);
});

test('only the mistakes of the player become puzzles', async () => {
  const start = '5/6/7/8/6SSs/8/7/6/ss3 0 0 b 0 1';
  const board = core.game(start);
  const moves = ['e8d7', 'a1b1', 'd7e8', 'b1a1'].map((text) => {
    const number = numberOf(board, text);
    assert.ok(board.play(number), text);
    return number;
  });
  const judged = ['blunder', 'blunder', 'good', 'good'].map((judgement, i) => ({
    color: i % 2 ? 'white' : 'black',
    judgement,
  }));
  const found = await puzzlesOf(core, study, { start, moves, rules: {} }, judged, 'black', 'game');
  assert.deepEqual(
    found.map(({ id, solutions }) => [id, solutions]),
    [['game-1', ['e7e8']]],
  );
});
