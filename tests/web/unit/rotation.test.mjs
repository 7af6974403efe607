// How boards lie: whose side is at the bottom, and the setting that rotates all boards.
import assert from 'node:assert/strict';
import test from 'node:test';

const kept = JSON.stringify({ rotation: 1, fit: true });
let narrow = false;
/** @type {any} */ (globalThis).localStorage = { getItem: () => kept, setItem: () => {} };
/** @type {any} */ (globalThis).addEventListener = () => {};
/** @type {any} */ (globalThis).matchMedia = () => ({ matches: narrow });
const { boardRotation } = await import('../../../src/sumito/web/shell/rotation.js');

test('the sides of two players lie opposite each other', () => {
  assert.deepEqual([boardRotation(), boardRotation('black'), boardRotation('white')], [1, 1, 7]);
});

test('the sides of three players lie at equal angles', () => {
  const players = /** @type {any[]} */ (['black', 'white', 'blue']);
  assert.deepEqual(
    players.map((color) => boardRotation(color, players)),
    [1, 5, 9],
  );
});

test('a narrow screen has the board upright', () => {
  narrow = true;
  assert.deepEqual([boardRotation('black'), boardRotation('white')], [4, 10]);
  narrow = false;
});
