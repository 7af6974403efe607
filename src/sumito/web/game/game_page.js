/**
 * The page of a game: the game that the address names, or a new one after its set-up sheet. With `?now` in the address,
 * a new game begins without the sheet, on the terms of the last time; `&level=` names another level. With `&coach` it
 * has a coach and no clock, and its terms are not those of the next game.
 */
import { loadLayouts } from '../core/layouts.js';
import { h } from '../shell/dom.js';
import { browser } from '../net/platform.js';
import { drawn, fragment, notice, showFailure, startPage } from '../shell/shell.js';
import { openStore } from '../shell/store.js';
import { Claims } from './claims.js';
import { colorsOf, playersOf, resumeLink } from './kept_game.js';
import { choicesOf, openSheet } from './new_game.js';
import { lastChoices, nextTerms, termsFrom, termsOf } from './terms.js';
import { wonLevels } from './won_levels.js';

/** @typedef {import('../core/levels.js').LevelData} LevelData */
/** @typedef {import('../shell/store.js').GameRecord} GameRecord */
/** @typedef {import('./keeper.js').Terms} Terms */
/** @typedef {import('./new_game.js').Choices} Choices */
/** @typedef {import('./local_table.js').Page} Page */
/** @typedef {import('./local_table.js').PageTable} PageTable */
/** @typedef {import('../core/layouts.js').Layout} Layout */
/** @typedef {(page: Page, record: Terms) => PageTable|Promise<PageTable>} OpenTable */

const TITLES = { play: 'play.title', local: 'local.title', several: 'several.title' };
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
 * @param {'play'|'local'|'several'} page.name
 * @param {'engine'|'local'|'several'} page.kind
 * @param {() => Promise<OpenTable>} page.load load the core and everything else that a table needs: most of the bytes,
 *   which come while the player fills in the sheet
 * @param {import('../shell/i18n.js').Part[]} [page.words] parts of the catalogue that it uses too
 * @param {() => Promise<LevelData>} [page.loadLevels] load the levels of the computer, if it plays
 * @param {() => Promise<Layout[]>} [page.layouts] load the layouts
 * @param {readonly import('../core/cells.js').Color[]} [page.colors] those that its games can have
 * @param {() => HTMLElement} [page.above] make what is above the sheet
 */
export function startGamePage({ name, kind, load, words, loadLevels, layouts = loadLayouts, colors, above }) {
  addEventListener('hashchange', () => location.reload());
  startPage({ name, title: TITLES[name], words, needs, init });

  async function needs() {
    const asked = fragment().get('game'),
      query = new URLSearchParams(location.search);
    const now = asked || !query.has('now') ? null : termsInAddress(query);
    const loading = asked || now ? ahead(load()) : null;
    const data = asked ? null : ahead(sheetData());
    const games = await openGames(kind, asked, colors);
    return { asked, now, loading, data: games.kept ? null : await (data ?? sheetData()), ...games };
  }

  async function sheetData() {
    const state = fragment();
    const start = async () => (state.has('pos') ? (await import('./start_position.js')).startPositionOf(state) : null);
    const [found, levels, from] = await Promise.all([layouts(), loadLevels?.(), start()]);
    return { layouts: found, levels, defaults: {}, from };
  }

  /** @param {HTMLElement} main @param {Awaited<ReturnType<typeof needs>>} needed */
  async function init(main, { asked, now, loading, data, store, ours, kept, unfinished, untouched, last }) {
    if (kept || !data) return start(/** @type {Terms} */ (kept));
    const { levels, from } = data;
    if (now) return begin(choicesOf({ ...last, ...now }, data, kind), 'coach' in now);
    if (asked) notice('play.gone', { kind: 'bad' });
    if (from === undefined) notice('play.position.bad', { kind: 'bad' });
    if (unfinished) main.append(unfinishedLine(unfinished));
    if (above) main.append(above());
    const sheet = openSheet(main, kind, { ...data, won: levels && wonLevels(ours, levels) }, last);
    loading ??= ahead(drawn().then(load)); // the sheet can be used before
    sheet
      .then(async ({ choices, layout, byKeyboard }) => {
        await store.setProgress(lastChoices(kind), from ? { ...last, level: choices.level } : choices);
        await start(
          from && kind !== 'several' ? termsFrom(kind, choices, from, Math.random) : newTerms(choices, layout),
        );
        if (byKeyboard) focusBoard(main);
      })
      .catch((error) => showFailure(main, error));

    /** @param {Choices} choices @param {Layout} layout */
    function newTerms(choices, layout) {
      return termsOf(kind, choices, layout, Math.random, levels?.several_players);
    }

    /**
     * Begin a game at once. It replaces one in which the player has not moved yet.
     * @param {Choices} choices @param {boolean} once whether they are only for this game
     */
    async function begin(choices, once) {
      const layout = /** @type {Layout} */ (data?.layouts.find(({ slug }) => slug === choices.layout));
      const { id, created = browser.date() } = untouched ?? {};
      const record = { ...newTerms(choices, layout), id, created };
      if (!once) await store.setProgress(lastChoices(kind), choices);
      record.id = await store.saveGame(record);
      claims.claim(record.id);
      // From now on a reload goes on with this game.
      history.replaceState(null, '', `${location.pathname}${searchWithoutNow()}#game=${record.id}`);
      return start(record);
    }

    /** @param {Terms} record */
    async function start(record) {
      const openTable = await /** @type {Promise<OpenTable>} */ (loading);
      const again = (/** @type {string} */ level = '') => {
        const byKeyboard = main.querySelector(':focus-visible') !== null;
        main.inert = true; // until the next table is there
        table.close();
        history.replaceState(null, '', location.pathname + location.search);
        nextTerms(store, record, level)
          .then(start)
          .catch((error) => showFailure(main, error))
          .finally(() => {
            main.inert = false;
            if (byKeyboard) focusBoard(main);
          });
      };
      const reopen = () => {
        table.close();
        void start(record).catch((error) => showFailure(main, error));
      };
      const table = await openTable({ store, claims, again, reopen }, record);
      main.replaceChildren(h('h1', { class: 'unseen', say: TITLES[name] }), table.element);
      scrollTo(0, 0);
    }
  }
}

/** @param {HTMLElement} main */
function focusBoard(main) {
  /** @type {SVGElement|null} */
  const cell = main.querySelector('[role="gridcell"][tabindex="0"]');
  cell?.focus({ preventScroll: true });
}

/** Return the terms that an address asks for. @param {URLSearchParams} query */
function termsInAddress(query) {
  return {
    ...(query.has('level') && { level: query.get('level') }),
    ...(query.has('coach') && { coach: 'on', clock: 'untimed' }),
  };
}

/** Return the query of the address without the wish to begin at once. */
function searchWithoutNow() {
  const query = new URLSearchParams(location.search);
  for (const name of ['now', 'level', 'coach']) query.delete(name);
  const left = query.toString();
  return left && `?${left}`;
}

/** Return whether the player has not moved in a game yet. @param {GameRecord} game */
const isUntouched = (game) => !game.outcome && game.moves.length <= Math.max(0, colorsOf(game).indexOf(game.side));

/**
 * Return the game with the id `asked`, the last unfinished game of a kind, one in which the player has not moved, and
 * the last choices on its sheet.
 * @param {'engine'|'local'|'several'} kind
 * @param {string|null} asked
 * @param {readonly import('../core/cells.js').Color[]} [colors] that games of the page can have
 */
async function openGames(kind, asked, colors) {
  if (asked) claims.claim(asked);
  const store = await openStore(colors);
  const [game, games, last] = await Promise.all([
    asked ? store.game(asked) : null,
    store.games(),
    store.progress(lastChoices(kind)),
  ]);
  const ours = games.filter((each) => each.kind === kind);
  return {
    store,
    ours,
    kept: game?.kind === kind ? game : null,
    unfinished: ours.find(({ outcome }) => !outcome) ?? null,
    untouched: ours.find(isUntouched) ?? null,
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
