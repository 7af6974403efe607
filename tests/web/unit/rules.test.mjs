// What a board asks of a game: moves that people type.
import assert from 'node:assert/strict';
import test from 'node:test';
import { rulesOf } from '../../../src/sumito/web/board/rules.js';
import { cellName } from '../../../src/sumito/web/core/cells.js';
import { core } from './fakes/core.mjs';

const read = (text) => rulesOf(() => core.game()).read(text);

test('a typed move is read in every notation, with any sign between its cells', () => {
  const { number } = read('a1b2').move;
  for (const text of ['A1B2', 'a1 b2', 'a1-b2', 'a1->b2', 'a1, b2', 'a1 to b2', 'a1d4', 'a1 d4']) {
    assert.equal(read(text)?.move?.number, number, text);
  }
  assert.equal(read('a1b2').explanation.verdict.reason, null);
});

test('an illegal move is explained, and other text is no move', () => {
  const { move, explanation } = read('e5 e6');
  assert.deepEqual([move, explanation.verdict.reason], [null, 'no_marble']);
  for (const text of ['', 'a1', 'hello', 'a1 z9', 'to', '-']) assert.equal(read(text), null, text);
});

test('a move is described when somebody asks for it, and then kept', () => {
  const { number } = read('a1b2').move;
  const { cells, direction, inLine } = core.moveInfo(number);
  assert.deepEqual([cells.map(cellName), direction, inLine], [['a1', 'b2', 'c3'], 1, true]);
  assert.equal(core.moveInfo(number), core.moveInfo(number));
  for (const none of [-1, 0.5, 1734, NaN]) assert.throws(() => core.moveInfo(none), RangeError, String(none));
});
