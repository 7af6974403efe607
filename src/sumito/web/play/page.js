/** A game against the computer. */
import { other } from '../core/cells.js';
import { startGamePage } from '../game/game_page.js';
import { controlOf, startsOf } from '../game/new_game.js';

/** @typedef {import('../core/layouts.js').Layout} Layout */
/** @typedef {import('../game/new_game.js').Chosen} Chosen */
/** @typedef {import('../game/session.js').Agreed} Agreed */
/** @typedef {import('../game/session.js').Store} Store */

startGamePage({ name: 'play', kind: 'engine', agree, next, load });

/** @param {Chosen} chosen @param {Layout} layout */
function agree(chosen, layout) {
  const side = chosen.side === 'random' ? (Math.random() < 0.5 ? 'black' : 'white') : chosen.side;
  return newGame({
    side,
    level: chosen.level,
    control: controlOf(chosen),
    hints: chosen.hints,
    takebacks: chosen.takebacks,
    ...startsOf(layout, chosen.handicap > 0 ? other(side) : side, Math.abs(chosen.handicap)),
    rules: {},
    layout: layout.slug,
  });
}

/** @param {Agreed} record */
function next({ side, level, control, hints, takebacks, start, startAgain, rules, layout }) {
  return newGame({
    side: other(side),
    level,
    control,
    hints,
    takebacks,
    start: startAgain ?? start,
    startAgain: start,
    rules,
    layout,
  });
}

/**
 * @param {Pick<Agreed, 'side'|'level'|'control'|'hints'|'takebacks'|'start'|'startAgain'|'rules'|'layout'>} terms
 * @returns {Agreed}
 */
function newGame(terms) {
  return { kind: 'engine', moves: [], players: { black: '', white: '' }, outcome: null, ...terms };
}

async function load() {
  const [{ openCore }, { Engine }, { loadLevels }, { Duel }] = await Promise.all([
    import('../core/core.js'),
    import('../core/engine.js'),
    import('../core/levels.js'),
    import('../game/duel.js'),
  ]);
  const [core, levels] = await Promise.all([openCore(), loadLevels()]);
  /**
   * @type {import('../core/engine.js').Engine|null}
   */
  let engine = null; // with the first game: most of it is its own download
  return async (/** @type {Store} */ store, /** @type {Agreed} */ record, /** @type {() => void} */ again) => {
    engine ??= new Engine();
    const timed = (record.control?.kind ?? 'untimed') !== 'untimed';
    if (timed && !record.outcome) await engine.ready.catch(() => {}); // to load it must not cost the computer its time
    return new Duel(core, store, engine, levels[record.level - 1], record, { again });
  };
}
