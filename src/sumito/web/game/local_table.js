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
import { levelNow } from './won_levels.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../core/core.js').Core} Core */
/** @typedef {import('./claims.js').Claims} Claims */
/** @typedef {import('./coach.js').Coach} Coach */
/** @typedef {import('./keeper.js').Store} Store */
/** @typedef {import('./keeper.js').Terms} Terms */
/** @typedef {import('./seats.js').Seat} Seat */
/** @typedef {import('./session.js').Session} Session */
/** A table on the page. @typedef {{element: HTMLElement, close: () => void}} PageTable */
/**
 * The parts of a page that a table uses. `again` starts the next game, at another level if one is given; `reopen` opens
 * the table of the same game again; `levels` are those of the computer.
 * @typedef {{store: Store, claims: Claims, again: (level?: string) => void,
 *   reopen: () => void,
 *   levels?: import('../core/levels.js').LevelData}} Page
 */

/**
 * @param {Core} core @param {Page} page @param {Terms} record
 * @param {(color: Color) => Pick<Seat, 'brain'|'face'> & Partial<Pick<Seat, 'name'>>} [makeComputer] for each
 *   computer
 * @param {(session: Session) => Promise<Coach>} [openCoach] loads it after the board
 * @param {(session: LocalSession, seats: Seats) => HTMLElement[]} [makeButtons] more buttons
 * @returns {PageTable}
 */
export function openLocalTable(core, { store, claims, again, levels }, record, makeComputer, openCoach, makeButtons) {
  const session = new LocalSession({ core, store, claims, platform: browser }, record);
  const seats = new Seats(
    colorsOf(record).map((color) => {
      const here = record.seats ? record.seats[color] === '' : record.kind === 'local' || color === record.side;
      const name = () => (record.kind === 'engine' && here ? say('play.you') : nameOf(record, color));
      return { color, here, name, ...(!here && makeComputer?.(color)) };
    }),
  );

  /** @type {HTMLElement|null} */ let element = null;
  const table = new Table(
    session,
    seats,
    (host) => {
      const view = new TableView(session, host, {
        again: h(
          'button',
          { type: 'button', class: 'primary small', onclick: () => again() },
          icon('play'),
          h('span', { say: 'play.again' }),
        ),
        ...(levels && record.kind === 'engine' && { ladder: ladderOf(levels, record.level, again) }),
        ...(makeButtons && { buttons: makeButtons(session, seats) }),
        newGame: location.pathname + location.search,
        ...(openCoach && { loadCoach: () => openCoach(session) }),
      });
      element = view.element;
      return view;
    },
    browser,
  );
  testHook({ thinking: { get: () => table.thinking, configurable: true } });
  return { element: /** @type {any} */ (element), close: () => table.close() };
}

/**
 * Return the levels of the computer for the next game. A former level is where the level in its place is.
 * @param {import('../core/levels.js').LevelData} data @param {string} id @param {Page['again']} again
 * @returns {import('./end.js').Ladder}
 */
function ladderOf(data, id, again) {
  const { levels } = data;
  const now = levelNow(data, id);
  const level = levels.findIndex((each) => each.id === now) + 1;
  return {
    level,
    highest: levels.length,
    play: (wanted) => again(wanted === level ? '' : levels[wanted - 1].id),
  };
}
