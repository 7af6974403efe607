// A board on a page that has no settings and no words of the web app.
import './fakes/page.mjs';
import assert from 'node:assert/strict';
import test from 'node:test';
import { fixedConfig } from '../../../src/sumito/web/board/config.js';

/** @type {any} */ (globalThis).matchMedia = () => ({ matches: false });
/** @type {any} */ (globalThis).ResizeObserver = class {
  observe() {}
  disconnect() {}
};
const { BoardView } = await import('../../../src/sumito/web/board/board.js');

/** @returns {any} the view, and the element that holds it */
function open(config = fixedConfig()) {
  const host = /** @type {any} */ (document.createElement('div'));
  return { host, view: new BoardView(host, config) };
}

test('a board shows the marbles of every color in a position', () => {
  const { view } = open();
  view.setPosition({ black: [1, 2], white: [30], blue: [60] });
  assert.deepEqual(
    [1, 2, 30, 60, 31].map((cell) => view.at(cell)),
    ['black', 'black', 'white', 'blue', null],
  );
  view.setPosition({ blue: [1] });
  assert.deepEqual(
    [1, 2, 30, 60].map((cell) => view.at(cell)),
    ['blue', null, null, null],
  );
});

test('a board takes its look and its words from its configuration', () => {
  const { host, view } = open(fixedConfig({ marbles: 'patterned' }, (message) => `<${message}>`));
  assert.deepEqual([host.dataset.marbles, host.dataset.board], ['patterned', 'walnut']);
  assert.equal(view.element.getAttribute('aria-label'), '<board.label>');
});
