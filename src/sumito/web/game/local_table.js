/** Opens a table for a game that is played and saved in this browser. */
import { h } from '../shell/dom.js';
import { say } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';
import { browser } from '../net/platform.js';
import { testHook } from '../shell/shell.js';
import { colorsOf, nameOf } from './kept_game.js';
import { LocalSession } from './local_session.js';
import { Seats } from './seats.js';
import { Table } from './table.js';
import { TableView } from './table_view.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../core/core.js').Core} Core */
/** @typedef {import('./claims.js').Claims} Claims */
/** @typedef {import('./keeper.js').Store} Store */
/** @typedef {import('./keeper.js').Terms} Terms */
/** @typedef {import('./seats.js').Brain} Brain */
/** A table on the page. @typedef {{element: HTMLElement, close: () => void}} PageTable */
/** The parts of a page that a table uses. @typedef {{store: Store, claims: Claims, again: () => void}} Page */

/**
 * @param {Core} core @param {Page} page @param {Terms} record
 * @param {() => Brain} [makeBrain] for each computer
 * @returns {PageTable}
 */
export function openLocalTable(core, { store, claims, again }, record, makeBrain) {
  const session = new LocalSession({ core, store, claims, platform: browser }, record);
  const seats = new Seats(
    colorsOf(record).map((color) => {
      const here = record.kind === 'local' || color === record.side;
      const name = () => (record.kind === 'engine' && here ? say('play.you') : nameOf(record, color));
      return { color, here, name, ...(!here && { brain: makeBrain?.() }) };
    }),
  );
  /** @type {HTMLElement|null} */ let element = null;
  const table = new Table(session, seats, (host) => {
    const button = h(
      'button',
      { type: 'button', class: 'primary small', onclick: again },
      icon('play'),
      h('span', { say: 'play.again' }),
    );
    const view = new TableView(session, host, { again: button, newGame: location.pathname + location.search });
    element = view.element;
    return view;
  });
  testHook({ thinking: { get: () => table.thinking, configurable: true } });
  return { element: /** @type {any} */ (element), close: () => table.close() };
}
