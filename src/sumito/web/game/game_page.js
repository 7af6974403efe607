/** The page of a game: of the one that the address names, or of a new one, for which the set-up sheet is filled in first. */
import { loadLayouts } from '../core/layouts.js';
import { h } from '../dom.js';
import { fragment, notice, showFailure, startPage } from '../shell.js';
import { openStore } from '../store.js';
import { claimGame } from './claim.js';
import { playersOf, resumeLink } from './kept_game.js';
import { openSheet } from './new_game.js';

/** @typedef {import('../core/layouts.js').Layout} Layout */
/** @typedef {import('../store.js').GameRecord} GameRecord */
/** @typedef {import('./new_game.js').Chosen} Chosen */
/** @typedef {import('./session.js').Agreed} Agreed */
/** @typedef {import('./session.js').Store} Store */
/** The board with its players. @typedef {{element: HTMLElement, close: () => void}} Seats */

/**
 * @param {object} page
 * @param {'play'|'local'} page.name
 * @param {'engine'|'local'} page.kind
 * @param {(chosen: Chosen, layout: Layout) => Agreed} page.agree the game that was chosen
 * @param {(record: Agreed) => Agreed} page.next the game after one, with the colors changed
 * @param {(store: Store) => Promise<(record: Agreed, again: () => void) => Seats|Promise<Seats>>} page.loadSeats the core and
 *   what else a board needs: most of the bytes, which come while the sheet is filled in
 */
export function startGamePage({ name, kind, agree, next, loadSeats }) {
  startPage({ name, title: `${name}.title`, needs: () => Promise.all([openGames(kind), loadLayouts()]), init });

  /** @param {HTMLElement} main @param {[Awaited<ReturnType<typeof openGames>>, Layout[]]} needed */
  async function init(main, [{ store, asked, kept, unfinished, chosen }, layouts]) {
    addEventListener('hashchange', () => location.reload());
    if (kept) return start(kept, loadSeats(store));
    if (asked) notice('play.gone', { kind: 'bad' });
    const agreed = openSheet(main, kind, layouts, chosen, unfinished && unfinishedLine(unfinished));
    const loading = loadSeats(store);
    loading.catch(() => {}); // said when the game is to begin
    agreed.then(async (terms) => {
      await store.setProgress(progressOf(kind), terms.chosen);
      await start(agree(terms.chosen, terms.layout), loading);
    }).catch((error) => showFailure(main, error));

    /** @param {Agreed} record @param {ReturnType<typeof loadSeats>} loading */
    async function start(record, loading) {
      const open = await loading;
      const seats = await open(record, () => {
        seats.close();
        history.replaceState(null, '', location.pathname + location.search);
        void start(next(record), loading);
      });
      main.replaceChildren(h('h1', { class: 'unseen', say: `${name}.title` }), seats.element);
      scrollTo(0, 0);
    }
  }
}

/** @param {'engine'|'local'} kind */
const progressOf = (kind) => `new_game.${kind}`;

/** What is kept of games of a kind, and of the one that the address asks for. @param {'engine'|'local'} kind */
async function openGames(kind) {
  const asked = fragment().get('game');
  if (asked) claimGame(asked);
  const store = await openStore();
  const [game, games, chosen] = await Promise.all([asked ? store.game(asked) : null, store.games(), store.progress(progressOf(kind))]);
  const ours = games.filter((each) => each.kind === kind);
  return { store, asked, kept: game?.kind === kind ? game : null, unfinished: ours.find(({ outcome }) => !outcome) ?? null, chosen };
}

/** Above the sheet: the last game that was not finished. @param {GameRecord} game */
function unfinishedLine(game) {
  return h('p', { class: 'card unfinished' }, playersOf(game, 'span'), h('a', { class: 'button', href: resumeLink(game), say: 'games.resume' }));
}
