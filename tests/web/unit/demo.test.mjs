// The first move on the home page.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { Core } from '../../../src/sumito/web/core/core.js';
import { MOVE, POSITION, STAGE } from '../../../src/sumito/web/figures/demo.js';
import { missing } from '../../../src/sumito/web/figures/goal.js';

const core = await Core.open(
  new WebAssembly.Module(await readFile(new URL('../../../src/sumito/web/core/sumito.wasm', import.meta.url))),
);

test('the outlined move of the home page ejects a marble, and is the solution', () => {
  const game = core.game(STAGE.position);
  assert.deepEqual(game.problems(), []);
  assert.deepEqual(
    game.placement(),
    Object.fromEntries(Object.entries(POSITION).map(([color, cells]) => [color, cells.toSorted((a, b) => a - b)])),
  );
  const { move } = game.verdict(MOVE.cells, MOVE.direction);
  const { number: _, ...info } = game.move(/** @type {number} */ (move));
  assert.deepEqual(info, MOVE);
  assert.equal(game.readMove(STAGE.solution).move, move);
  assert.equal(missing(game, /** @type {number} */ (move), STAGE.goal), null);
});
