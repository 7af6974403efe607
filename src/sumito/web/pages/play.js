/** A game against the computer: the set-up sheet, then the board. */
import { other } from '../core/cells.js';
import { Engine } from '../core/engine.js';
import { loadLevels } from '../core/levels.js';
import { h } from '../dom.js';
import { say } from '../i18n.js';
import { fragment, notice, startPage } from '../shell.js';
import { openStore } from '../store.js';
import { Duel } from '../game/duel.js';
import { controlOf, openSheet, startsOf } from '../game/new_game.js';
import { claimGame } from '../game/session.js';
import { unfinishedLine } from '../game/unfinished.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../core/core.js').Core} Core */
/** @typedef {import('../game/session.js').Agreed} Agreed */

startPage({ name: 'play', title: 'play.title', core: true, init });

/** @param {HTMLElement} main @param {Core} core */
async function init(main, core) {
  const [store, levels] = await Promise.all([openStore(), loadLevels()]);
  /** @type {Engine|null} */ let engine = null; // for a game, not for the sheet: that is there sooner without it
  const id = fragment().get('game');
  if (id) claimGame(id);
  const kept = id ? await store.game(id) : null;
  addEventListener('hashchange', () => location.reload());
  if (kept?.kind === 'engine') return start(kept);
  if (id) notice('play.gone', { kind: 'bad' });
  const { agreed } = await openSheet(main, 'engine', store, await unfinishedLine(store, 'engine'));
  return void agreed.then(({ chosen, layout }) => {
    const side = chosen.side === 'random' ? (Math.random() < 0.5 ? 'black' : 'white') : chosen.side;
    return start(agree({
      side, level: chosen.level, control: controlOf(chosen), hints: chosen.hints, takebacks: chosen.takebacks,
      ...startsOf(layout, chosen.handicap > 0 ? other(side) : side, Math.abs(chosen.handicap)), rules: {}, layout: layout.slug,
    }));
  });

  /** @param {Agreed} record */
  async function start(record) {
    engine ??= new Engine();
    const timed = (record.control?.kind ?? 'untimed') !== 'untimed';
    if (timed && !record.outcome) await engine.ready.catch(() => {}); // to load it must not cost the computer its time
    const duel = new Duel(core, store, engine, levels[record.level - 1], record, {
      again: () => {
        duel.close();
        history.replaceState(null, '', location.pathname + location.search);
        void start(agree({ ...record, side: other(record.side), start: record.startAgain ?? record.start, startAgain: record.start }));
      },
    });
    main.replaceChildren(h('h1', { class: 'unseen', say: 'play.title' }), duel.element);
    scrollTo(0, 0);
  }
}

/** A new game of what was agreed. @param {{side: Color, level: number, control: any, hints: boolean, takebacks: boolean, start: string, startAgain: string, rules: any, layout: string}|Agreed} agreed @returns {Agreed} */
function agree({ side, level, control, hints, takebacks, start, startAgain, rules, layout }) {
  const computer = say('play.computer', { n: level }), you = say('play.you');
  const players = side === 'black' ? { black: you, white: computer } : { black: computer, white: you };
  return { kind: 'engine', start, startAgain, moves: [], rules, players, level, control, outcome: null, side, hints, takebacks, layout };
}
