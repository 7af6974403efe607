/**
 * The page of a game: of the one that the address names, or of a new one, for which the set-up sheet is filled in
 * first.
 */
import { loadLayouts } from '../core/layouts.js';
import { h } from '../shell/dom.js';
import { fragment, notice, showFailure, startPage } from '../shell/shell.js';
import { openStore } from '../shell/store.js';
import { claimGame } from './claim.js';
import { playersOf, resumeLink } from './kept_game.js';
import { openSheet } from './new_game.js';

/** @typedef {import('../core/layouts.js').Layout} Layout */
/** @typedef {import('../shell/store.js').GameRecord} GameRecord */
/** @typedef {import('./new_game.js').Chosen} Chosen */
/** @typedef {import('./session.js').Agreed} Agreed */
/** @typedef {import('./session.js').Store} Store */
/** A game on its table. @typedef {{element: HTMLElement, close: () => void}} Playing */
/** @typedef {(store: Store, record: Agreed, again: () => void) => Playing|Promise<Playing>} Begin */

/**
 * On its way before it is needed: what goes wrong is said by whoever waits for it.
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
 * @param {(chosen: Chosen, layout: Layout) => Agreed} page.agree the game that was chosen
 * @param {(record: Agreed) => Agreed} page.next the game after one, with the colors changed
 * @param {() => Promise<Begin>} page.load the core and what else a board needs: most of the bytes, which come while the
 *   sheet
 *   is filled in
 */
export function startGamePage({ name, kind, agree, next, load }) {
  addEventListener('hashchange', () => location.reload());
  startPage({ name, title: `${name}.title`, needs, init });

  async function needs() {
    const asked = fragment().get('game');
    const loading = asked ? ahead(load()) : null;
    const layouts = asked ? null : ahead(loadLayouts());
    const games = await openGames(kind, asked);
    return { asked, loading, layouts: games.kept ? [] : await (layouts ?? loadLayouts()), ...games };
  }

  /** @param {HTMLElement} main @param {Awaited<ReturnType<typeof needs>>} needed */
  async function init(main, { asked, loading, layouts, store, kept, unfinished, chosen }) {
    if (kept) return start(kept);
    if (asked) notice('play.gone', { kind: 'bad' });
    const agreed = openSheet(main, kind, layouts, chosen, unfinished && unfinishedLine(unfinished));
    loading ??= ahead(load());
    agreed
      .then(async (terms) => {
        await store.setProgress(progressOf(kind), terms.chosen);
        await start(agree(terms.chosen, terms.layout));
      })
      .catch((error) => showFailure(main, error));

    /** @param {Agreed} record */
    async function start(record) {
      const begin = await /** @type {Promise<Begin>} */ (loading);
      const playing = await begin(store, record, () => {
        main.inert = true; // until the next board is there
        playing.close();
        history.replaceState(null, '', location.pathname + location.search);
        start(next(record))
          .catch((error) => showFailure(main, error))
          .finally(() => {
            main.inert = false;
          });
      });
      main.replaceChildren(h('h1', { class: 'unseen', say: `${name}.title` }), playing.element);
      scrollTo(0, 0);
    }
  }
}

/** @param {'engine'|'local'} kind */
const progressOf = (kind) => `new_game.${kind}`;

/**
 * What is kept of games of a kind, and of the one that is asked for.
 * @param {'engine'|'local'} kind
 * @param {string|null} asked
 */
async function openGames(kind, asked) {
  if (asked) claimGame(asked);
  const store = await openStore();
  const [game, games, chosen] = await Promise.all([
    asked ? store.game(asked) : null,
    store.games(),
    store.progress(progressOf(kind)),
  ]);
  const ours = games.filter((each) => each.kind === kind);
  return {
    store,
    kept: game?.kind === kind ? game : null,
    unfinished: ours.find(({ outcome }) => !outcome) ?? null,
    chosen,
  };
}

/** Above the sheet: the last game that was not finished. @param {GameRecord} game */
function unfinishedLine(game) {
  return h(
    'p',
    { class: 'card unfinished' },
    playersOf(game, 'span'),
    h('a', { class: 'button', href: resumeLink(game), say: 'games.resume' }),
  );
}
