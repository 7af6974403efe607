// QR codes: their size and limits. The tests in Python compare them with those of another program.
import assert from 'node:assert/strict';
import test from 'node:test';
import { qrModules } from '../../../src/sumito/web/game/qr.js';

test('a code is as small as its text allows', () => {
  for (const [bytes, version] of [
    [1, 1],
    [14, 1],
    [15, 2],
    [122, 7],
    [180, 9],
    [181, 10],
    [213, 10],
  ])
    assert.equal(qrModules('x'.repeat(bytes)).length, 17 + 4 * version, `${bytes} bytes`);
  assert.equal(qrModules('é'.repeat(8)).length, 25, 'letters of two bytes');
});

test('a text that is too long is refused', () => {
  assert.throws(() => qrModules('x'.repeat(214)), new RangeError('a text of 214 bytes is too long for a QR code'));
});

test('three corners have the finder pattern', () => {
  const code = qrModules('sumito');
  const line = (y, from) =>
    code[y]
      .slice(from, from + 7)
      .map(Number)
      .join('');
  for (const [x, y] of [
    [0, 0],
    [14, 0],
    [0, 14],
  ])
    assert.deepEqual([line(y, x), line(y + 1, x), line(y + 3, x)], ['1111111', '1000001', '1011101']);
});
