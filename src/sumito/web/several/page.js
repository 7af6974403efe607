/** The page of a game of three to six players at one screen, people and computers. */
import { ALL_COLORS } from '../core/cells.js';
import { loadLevels } from '../core/levels.js';
import { loadMultiLayouts } from '../core/multi_layouts.js';
import { startGamePage } from '../game/game_page.js';
import { playerCount } from '../game/player_count.js';
import { seatRows } from '../game/seat_rows.js';
import { playableSeats, severalTerms } from '../game/several_terms.js';
import { say } from '../shell/i18n.js';

/** @typedef {import('../core/multi_layouts.js').MultiLayout} MultiLayout */

/** @type {import('../core/levels.js').LevelData|null} */
let levels = null;
/** The ids of the levels that can be chosen. */
const ids = () => levels?.several_players ?? [];
/** All layouts of this page are of several players. @param {import('../core/layouts.js').Layout} layout */
const several = (layout) => /** @type {MultiLayout} */ (layout);

startGamePage({
  name: 'several',
  kind: 'several',
  words: ['game', 'several'],
  load,
  loadLevels: async () => (levels = await loadLevels()),
  layouts: loadMultiLayouts,
  colors: ALL_COLORS,
  above: () => playerCount('several'),
  seats: (layout, choices) => seatRows(several(layout), choices, ids()),
  terms: (choices, layout) => severalTerms(choices, several(layout), ids()),
});

async function load() {
  const [{ MULTI_WASM, openMultiCore }, { Engine }, { SeveralComputer }, faces, tables, { browser }, buttons] =
    await Promise.all([
      import('../core/multi_core.js'),
      import('../core/engine.js'),
      import('../game/several_computer.js'),
      import('../game/level_face.js'),
      import('../game/local_table.js'),
      import('../net/platform.js'),
      import('./hand_over.js'),
      import('../board/more_marbles.js'),
    ]);
  const [core, data] = await Promise.all([openMultiCore(), loadLevels()]);
  /** For all computers: they think one after the other. @type {import('../core/engine.js').Engine|null} */
  let made = null;
  /** @type {import('../game/game_page.js').OpenTable} */
  return (page, record) => {
    if (!record.outcome) record.seats = playableSeats(record.seats, data);
    /** @param {import('../core/cells.js').Color} color */
    const makeComputer = (color) => {
      const level = record.seats[color];
      const engine = (made ??= new Engine({ wasm: MULTI_WASM, network: null }));
      return {
        brain: new SeveralComputer(color, core, engine, data, level, browser),
        name: () => say(`level.${level}`), // the bars have little room, and the face says the rest
        face: faces.levelFace(level),
      };
    };
    return tables.openLocalTable(core, { ...page, levels: data }, record, makeComputer, undefined, (session, seats) =>
      buttons.seatButtons(session, seats, data.several_players[0], page.reopen),
    );
  };
}
