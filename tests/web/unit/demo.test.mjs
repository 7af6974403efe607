// The moves of the demo on the home page are legal.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { Core, positionText } from '../../../src/sumito/web/core/core.js';
import { MOVES, POSITION } from '../../../src/sumito/web/figures/demo.js';

const core = await Core.open(
  new WebAssembly.Module(await readFile(new URL('../../../src/sumito/web/core/sumito.wasm', import.meta.url))),
);

test('the moves of the example are legal, and do what they show', () => {
  const game = core.game(positionText(POSITION));
  for (const { caption, ...shown } of MOVES) {
    const { move } = game.verdict(shown.cells, shown.direction);
    const { number, ...info } = game.move(/** @type {number} */ (move));
    assert.deepEqual(info, shown, caption);
    assert.ok(game.play(number), caption);
  }
  assert.equal(game.score('black'), 1);
});
