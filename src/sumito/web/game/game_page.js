/** The page of a game: the game that the address names, or a new one after its set-up sheet. */
import { loadLayouts } from '../core/layouts.js';
import { h } from '../shell/dom.js';
import { browser } from '../net/platform.js';
import { fragment, notice, showFailure, startPage } from '../shell/shell.js';
import { openStore } from '../shell/store.js';
import { Claims } from './claims.js';
import { playersOf, resumeLink } from './kept_game.js';
import { openSheet } from './new_game.js';
import { rematch, termsOf } from './terms.js';

/** @typedef {import('../shell/store.js').GameRecord} GameRecord */
/** @typedef {import('./keeper.js').Terms} Terms */
/** @typedef {import('./new_game.js').Choices} Choices */
/** @typedef {import('./local_table.js').Page} Page */
/** @typedef {import('./local_table.js').PageTable} PageTable */
/** @typedef {(page: Page, record: Terms) => PageTable|Promise<PageTable>} OpenTable */

const TITLES = { play: 'play.title', local: 'local.title' };
const claims = new Claims(browser.openChannel('sumito.playing'));

/**
 * Load something before it is needed. The code that awaits it handles its errors.
 * @template T
 * @param {Promise<T>} promise
 */
function ahead(promise) {
  promise.catch(() => {});
  return promise;
}

/**
 * @param {object} page
 * @param {'play'|'local'} page.name
 * @param {'engine'|'local'} page.kind
 * @param {() => Promise<OpenTable>} page.load load the core and everything else that a table needs: most of the bytes,
 *   which come while the player fills in the sheet
 * @param {() => Promise<Partial<Choices>>} [page.defaults] choices for a player who has not chosen yet
 */
export function startGamePage({ name, kind, load, defaults = async () => ({}) }) {
  addEventListener('hashchange', () => location.reload());
  startPage({ name, title: TITLES[name], needs, init });

  async function needs() {
    const asked = fragment().get('game');
    const loading = asked ? ahead(load()) : null;
    const data = asked ? null : ahead(sheetData());
    const games = await openGames(kind, asked);
    return { asked, loading, data: games.kept ? null : await (data ?? sheetData()), ...games };
  }

  async function sheetData() {
    const [layouts, own] = await Promise.all([loadLayouts(), defaults()]);
    return { layouts, defaults: own };
  }

  /** @param {HTMLElement} main @param {Awaited<ReturnType<typeof needs>>} needed */
  async function init(main, { asked, loading, data, store, kept, unfinished, last }) {
    if (kept || !data) return start(/** @type {Terms} */ (kept));
    if (asked) notice('play.gone', { kind: 'bad' });
    main.append(h('h1', { say: TITLES[name] }));
    if (unfinished) main.append(unfinishedLine(unfinished));
    const sheet = openSheet(main, kind, data, last);
    loading ??= ahead(load());
    sheet
      .then(async ({ choices, layout, byKeyboard }) => {
        await store.setProgress(progressOf(kind), choices);
        await start(termsOf(kind, choices, layout, Math.random));
        /** @type {SVGElement|null} */
        const cell = main.querySelector('[role="gridcell"][tabindex="0"]');
        if (byKeyboard) cell?.focus({ preventScroll: true });
      })
      .catch((error) => showFailure(main, error));

    /** @param {Terms} record */
    async function start(record) {
      const openTable = await /** @type {Promise<OpenTable>} */ (loading);
      const again = () => {
        main.inert = true; // until the next table is there
        table.close();
        history.replaceState(null, '', location.pathname + location.search);
        start(rematch(record))
          .catch((error) => showFailure(main, error))
          .finally(() => {
            main.inert = false;
          });
      };
      const table = await openTable({ store, claims, again }, record);
      main.replaceChildren(h('h1', { class: 'unseen', say: TITLES[name] }), table.element);
      scrollTo(0, 0);
    }
  }
}

/** @param {'engine'|'local'} kind */
const progressOf = (kind) => `new_game.${kind}`;

/**
 * Return the game with the id `asked`, the last unfinished game of a kind and the last choices on its sheet.
 * @param {'engine'|'local'} kind
 * @param {string|null} asked
 */
async function openGames(kind, asked) {
  if (asked) claims.claim(asked);
  const store = await openStore();
  const [game, games, last] = await Promise.all([
    asked ? store.game(asked) : null,
    store.games(),
    store.progress(progressOf(kind)),
  ]);
  const ours = games.filter((each) => each.kind === kind);
  return {
    store,
    kept: game?.kind === kind ? game : null,
    unfinished: ours.find(({ outcome }) => !outcome) ?? null,
    last,
  };
}

/** Make the line above the sheet with the last unfinished game. @param {GameRecord} game */
function unfinishedLine(game) {
  return h(
    'p',
    { class: 'card unfinished' },
    playersOf(game, 'span'),
    h('a', { class: 'button', href: resumeLink(game), say: 'games.resume' }),
  );
}
