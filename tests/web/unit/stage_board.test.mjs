// A stage of the course on a board: hints while a wrong move is shown, and words after a rotation.
import './fakes/page.mjs';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';

const page = /** @type {any} */ (globalThis);
page.window = page;
page.localStorage = { getItem: () => JSON.stringify({ motion: 'none' }), setItem() {} };
page.addEventListener = page.document.addEventListener = () => {};
page.matchMedia = () => ({ matches: false, addEventListener() {} });
page.ResizeObserver = class {
  observe() {}
  disconnect() {}
};
const { BoardView } = await import('../../../src/sumito/web/board/board.js');
const { fixedConfig } = await import('../../../src/sumito/web/board/config.js');
const { parseCell } = await import('../../../src/sumito/web/core/cells.js');
const { Core } = await import('../../../src/sumito/web/core/core.js');
const { STAGE } = await import('../../../src/sumito/web/figures/demo.js');
const { StageBoard } = await import('../../../src/sumito/web/figures/stage_board.js');

const core = await Core.open(
  new WebAssembly.Module(await readFile(new URL('../../../src/sumito/web/core/sumito.wasm', import.meta.url))),
);

function open() {
  const view = new BoardView(document.createElement('div'), fixedConfig());
  /** @type {string[]} */ const events = [];
  const board = new StageBoard(
    core,
    { view },
    {
      opened: () => void events.push('opened'),
      said: () => void events.push('said'),
      missed: () => void events.push('missed'),
      solved: () => void events.push('solved'),
      changed: () => void events.push(board.phase),
    },
  );
  board.load(STAGE);
  events.length = 0;
  return { board, events, view };
}

test('a hint is said again when the board is turned', () => {
  const { board, events, view } = open();
  board.hint();
  assert.deepEqual(events, ['said']);
  view.rotate(6);
  assert.deepEqual(events, ['said', 'said']);
  board.again();
  view.rotate(0);
  assert.deepEqual(events.slice(2), ['opened']);
});

test('there is no hint and no solution while a wrong move is shown', async (t) => {
  /** @type {(() => void)[]} */ const waiting = [];
  t.mock.method(globalThis, 'setTimeout', (/** @type {() => void} */ run) => waiting.push(run));
  const { board, events, view } = open();
  view.animate = async () => {};
  const settled = async () => {
    for (let i = 0; i < 20; i++) await Promise.resolve();
  };
  for (const name of ['e4', 'e3']) board.tap(parseCell(name));
  await settled();
  assert.deepEqual([board.phase, events.filter((each) => each !== 'said')], ['moving', ['moving', 'missed']]);
  events.length = 0;
  board.hint();
  board.show();
  assert.deepEqual([events, board.helped], [[], false]);
  for (const run of waiting) run();
  await settled();
  assert.deepEqual([board.phase, events], ['open', ['open']]);
  board.hint();
  assert.deepEqual([events.at(-1), board.helped], ['said', true]);
});
