/** Two players at one screen. */
import { startGamePage } from '../game/game_page.js';
import { controlOf, startsOf } from '../game/new_game.js';

/** @typedef {import('../core/layouts.js').Layout} Layout */
/** @typedef {import('../game/new_game.js').Chosen} Chosen */
/** @typedef {import('../game/session.js').Agreed} Agreed */
/** @typedef {import('../game/session.js').Store} Store */

startGamePage({ name: 'local', kind: 'local', agree, next, load });

/** @param {Chosen} chosen @param {Layout} layout @returns {Agreed} */
function agree(chosen, layout) {
  return {
    kind: 'local',
    ...startsOf(layout, chosen.handicap > 0 ? 'white' : 'black', Math.abs(chosen.handicap)),
    moves: [],
    rules: {},
    players: { black: chosen.black, white: chosen.white },
    control: controlOf(chosen),
    outcome: null,
    turning: chosen.turning,
    layout: layout.slug,
  };
}

/** @param {Agreed} record @returns {Agreed} */
function next({ id: _, created: __, clockState: ___, ...terms }) {
  const {
    players: { black, white },
    start,
    startAgain,
  } = terms;
  return {
    ...terms,
    moves: [],
    outcome: null,
    players: { black: white, white: black },
    start: startAgain ?? start,
    startAgain: start,
  };
}

async function load() {
  const [{ openCore }, { HotSeat }] = await Promise.all([import('../core/core.js'), import('../game/hot_seat.js')]);
  const core = await openCore();
  return (/** @type {Store} */ store, /** @type {Agreed} */ record, /** @type {() => void} */ again) =>
    new HotSeat(core, store, record, { again });
}
