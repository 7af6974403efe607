// Warnings and motives from the real module.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { giveawayOf, motiveOf } from '../../../src/sumito/web/core/coach.js';
import { parseCell } from '../../../src/sumito/web/core/cells.js';
import { readLayouts } from '../../../src/sumito/web/core/layouts.js';
import { Study } from '../../../src/sumito/web/core/study.js';
import { explainMove } from '../../../src/sumito/web/study/motive.js';
import { core } from './fakes/core.mjs';

const read = (path) => readFile(new URL(`../../../src/sumito/${path}`, import.meta.url));
const json = async (path) => JSON.parse((await read(path)).toString());
const study = await Study.open(
  await WebAssembly.compile(await read('web/core/study.wasm')),
  await json('data/records.json'),
  readLayouts(await json('data/layouts.json')),
);
const cells = (...names) => names.map(parseCell);

// White e7 e8 ejects what stands on e9.
const game = core.game('5/6/7/7S/6ss1/8/7/6/SSS2 0 0 b 0 1');
const moveOf = (text, of = game) => of.readMove(text).move;

test('a move that gives a marble away', () => {
  const found = giveawayOf(study, game, moveOf('f9e9'));
  assert.deepEqual(found.lost, cells('e9'));
  const after = game.copy();
  after.play(moveOf('f9e9'));
  assert.equal(after.writeMove(found.push), 'e7e8');
  assert.equal(giveawayOf(study, game, moveOf('f9f8')), null);
  assert.throws(() => giveawayOf(study, game, 1733), RangeError);
});

test('the motive of a move, with marks for the board and words for screen readers', () => {
  assert.equal(motiveOf(study, game, moveOf('f9e9')).message, 'why.gives_away');
  const { sentences, outlines, arrows } = explainMove(study, game, moveOf('f9e9'));
  assert.deepEqual(
    sentences.map(({ message }) => message),
    ['why.gives_away', 'unseen.marked'],
  );
  assert.deepEqual([outlines[0].cells, arrows], [cells('e9'), []]);
  assert.throws(() => motiveOf(study, game, moveOf('f9e9'), 1733), RangeError);
});

test('a better move is an arrow', () => {
  const winning = core.game('5/6/7/8/6SSs/8/2S4/6/s4 0 0 b 0 1');
  const best = moveOf('e7e8', winning);
  const { sentences, arrows } = explainMove(study, winning, moveOf('c3d4', winning), best);
  assert.deepEqual(
    sentences.map(({ message }) => message),
    ['why.none.better', 'unseen.better'],
  );
  assert.deepEqual([arrows.length, arrows[0].from], [1, cells('e7', 'e8')]);
});
