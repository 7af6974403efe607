// When the coach of a game warns, with the real modules and a fake page.
import './fakes/page.mjs';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { Geometry } from '../../../src/sumito/web/board/geometry.js';
import { readLayouts } from '../../../src/sumito/web/core/layouts.js';
import { Study } from '../../../src/sumito/web/core/study.js';
import { History } from '../../../src/sumito/web/game/history.js';
import { Catalogue, useCatalogue } from '../../../src/sumito/web/shell/i18n.js';
import { core } from './fakes/core.mjs';

const { boardConfig } = await import('../../../src/sumito/web/shell/board_config.js');
const { Coach } = await import('../../../src/sumito/web/game/coach.js');
const read = (path) => readFile(new URL(`../../../src/sumito/${path}`, import.meta.url));
const json = async (path) => JSON.parse((await read(path)).toString());
const [english, own] = [await json('data/catalogues/en.json'), await json('data/catalogues/en.coach.json')];
useCatalogue(new Catalogue({ ...english, messages: { ...english.messages, ...own.messages } }));
const study = await Study.open(
  await WebAssembly.compile(await read('web/core/study.wasm')),
  await json('data/records.json'),
  readLayouts(await json('data/layouts.json')),
);

test('one warning a move, and another after a takeback', async () => {
  // White e7 e8 ejects what stands on e9.
  const game = core.game('5/6/7/7S/6ss1/8/7/6/SSS2 0 0 b 0 1');
  const history = new History(game);
  const listeners = [];
  const session = {
    game,
    plies: history.plies,
    positionAfter: (ply) => history.positionAfter(ply),
    on: (name, callback) => name === 'undo' && listeners.push(callback),
  };
  const coach = new Coach(session, study, true);
  const view = {
    ...{ config: boardConfig, geometry: new Geometry(), element: coach.element },
    animate: async () => {},
    setPosition() {},
    outline() {},
    arrows() {},
  };
  const move = game.move(game.readMove('f9e9').move);
  /** Try the move; if there is a warning, choose again. */
  const warns = async () => {
    const answer = coach.admit(view, move, 0);
    const { isAsking } = coach;
    coach.dismiss();
    assert.equal(await answer, isAsking ? null : 0);
    return isAsking;
  };
  assert.deepEqual([await warns(), await warns()], [true, false]);
  for (const undo of listeners) undo();
  assert.equal(await warns(), true);
});
