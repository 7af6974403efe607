/** Two players at one screen. */
import { h } from '../dom.js';
import { fragment, notice, startPage } from '../shell.js';
import { openStore } from '../store.js';
import { HotSeat } from '../game/hot_seat.js';
import { controlOf, openSheet, startsOf } from '../game/new_game.js';
import { claimGame } from '../game/session.js';
import { unfinishedLine } from '../game/unfinished.js';

/** @typedef {import('../core/core.js').Core} Core */
/** @typedef {import('../game/session.js').Agreed} Agreed */

startPage({ name: 'local', title: 'local.title', core: true, init });

/** @param {HTMLElement} main @param {Core} core */
async function init(main, core) {
  const store = await openStore();
  const id = fragment().get('game');
  if (id) claimGame(id);
  const kept = id ? await store.game(id) : null;
  addEventListener('hashchange', () => location.reload());
  if (kept?.kind === 'local') return void start(kept);
  if (id) notice('play.gone', { kind: 'bad' });
  const { agreed } = await openSheet(main, 'local', store, await unfinishedLine(store, 'local'));
  return void agreed.then(({ chosen, layout }) => start({
    kind: 'local', ...startsOf(layout, chosen.handicap > 0 ? 'white' : 'black', Math.abs(chosen.handicap)), moves: [], rules: {},
    players: { black: chosen.black, white: chosen.white }, control: controlOf(chosen), outcome: null, turning: chosen.turning, layout: layout.slug,
  }));

  /** @param {Agreed} record */
  function start(record) {
    const seats = new HotSeat(core, store, record, {
      again: () => {
        seats.close();
        history.replaceState(null, '', location.pathname + location.search);
        const { id: _, created: __, clockState: ___, ...terms } = record;
        start({
          ...terms, moves: [], outcome: null, players: { black: record.players.white, white: record.players.black },
          start: record.startAgain ?? record.start, startAgain: record.start,
        });
      },
    });
    main.replaceChildren(h('h1', { class: 'unseen', say: 'local.title' }), seats.element);
    scrollTo(0, 0);
  }
}
