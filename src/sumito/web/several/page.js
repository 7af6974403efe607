/** The page of a game of three to six players at one screen, people and computers. */
import { ALL_COLORS } from '../core/cells.js';
import { loadLevels } from '../core/levels.js';
import { loadMultiLayouts } from '../core/multi_layouts.js';
import { startGamePage } from '../game/game_page.js';
import { playerCount } from '../game/player_count.js';
import { say } from '../shell/i18n.js';

startGamePage({
  name: 'several',
  kind: 'several',
  words: ['game', 'several'],
  load,
  loadLevels,
  layouts: loadMultiLayouts,
  colors: ALL_COLORS,
  above: () => playerCount('several'),
});

async function load() {
  const [
    { MULTI_WASM, openMultiCore },
    { Engine },
    { SeveralComputer },
    { levelFace },
    { openLocalTable },
    { browser },
  ] = await Promise.all([
    import('../core/multi_core.js'),
    import('../core/engine.js'),
    import('../game/several_computer.js'),
    import('../game/level_face.js'),
    import('../game/local_table.js'),
    import('../net/platform.js'),
    import('../board/more_marbles.js'),
  ]);
  const [core, levels] = await Promise.all([openMultiCore(), loadLevels()]);
  /** For all computers: they think one after the other. @type {import('../core/engine.js').Engine|null} */
  let made = null;
  /** @type {import('../game/game_page.js').OpenTable} */
  return (page, record) =>
    openLocalTable(core, { ...page, levels }, record, (color) => {
      const level = record.seats[color];
      const engine = (made ??= new Engine({ wasm: MULTI_WASM, network: null }));
      return {
        brain: new SeveralComputer(color, core, engine, levels, level, browser),
        name: () => say(`level.${level}`), // the bars have little room, and the face says the rest
        face: levelFace(level),
      };
    });
}
