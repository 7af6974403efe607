// Cells, names, neighbours, position texts and sentences. Pure, without the module.
import assert from 'node:assert/strict';
import test from 'node:test';

import {
  CELLS,
  cellName,
  directionTo,
  nextCell,
  opposite,
  opponent,
  parseCell,
  parseSentences,
  placeOf,
  positionText,
} from '../../../src/sumito/web/core/cells.js';

const all = Array.from({ length: CELLS }, (_, cell) => cell);

test('cells have names, row by row', () => {
  assert.deepEqual(['a1', 'a5', 'b1', 'e1', 'e5', 'e9', 'i5', 'i9'].map(parseCell), [0, 4, 5, 26, 30, 34, 56, 60]);
  for (const cell of all) assert.equal(parseCell(cellName(cell)), cell);
  assert.equal(parseCell('E5'), 30);
  for (const wrong of ['a6', 'j1', 'e', '', 'e55', 'a0']) assert.equal(parseCell(wrong), null);
  for (const wrong of [-1, 61, 0.5]) assert.throws(() => cellName(wrong), RangeError);
  assert.deepEqual(placeOf(30), [4, 4]);
});

test('neighbours lie in six directions', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5].map((direction) => cellName(nextCell(30, direction))),
    ['e6', 'f6', 'f5', 'e4', 'd4', 'd5'],
  );
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5].map((direction) => nextCell(0, direction)),
    [1, 6, 5, null, null, null],
  );
  let pairs = 0;
  for (const cell of all) {
    for (let direction = 0; direction < 6; direction++) {
      const next = nextCell(cell, direction);
      if (next === null) continue;
      pairs += 1;
      assert.equal(nextCell(next, opposite(direction)), cell);
      assert.equal(directionTo(cell, next), direction);
    }
  }
  assert.equal(pairs, 312);
  assert.equal(directionTo(0, 30), null);
  assert.equal(nextCell(61, 0), null);
  assert.equal(opponent('black'), 'white');
});

test('position texts', () => {
  const cells = (names) => names.split(' ').map(parseCell);
  const black = cells('a1 a2 a3 a4 a5 b1 b2 b3 b4 b5 b6 c3 c4 c5');
  const white = cells('g5 g6 g7 h4 h5 h6 h7 h8 h9 i5 i6 i7 i8 i9');
  assert.equal(positionText({ black, white }), 'sssss/ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSSS 0 0 b 0 1');
  const edited = { black: [30], white: [31], turn: 'white', score: { black: 2, white: 3 }, quiet: 7, move: 9 };
  assert.equal(positionText(edited), '5/6/7/8/4Ss3/8/7/6/5 2 3 w 7 9');
});

test('sentences of the core', () => {
  assert.deepEqual(parseSentences('refusal.pac n=2 own=e3,e4 by=black to=NE,E\nx\n'), [
    {
      message: 'refusal.pac',
      parameters: { n: 2, own: { cells: [28, 29] }, by: { color: 'black' }, to: { directions: [1, 0] } },
    },
    { message: 'x', parameters: {} },
  ]);
  assert.deepEqual(parseSentences(''), []);
  assert.deepEqual(parseSentences('a n=-3 to=E')[0].parameters, { n: -3, to: { directions: [0] } });
  assert.throws(() => parseSentences('a b=what'), /not a value/);
});
