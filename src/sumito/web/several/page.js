/** The page of a game of three to six players at one screen. */
import { ALL_COLORS } from '../core/cells.js';
import { loadMultiLayouts } from '../core/multi_layouts.js';
import { startGamePage } from '../game/game_page.js';
import { playerCount } from '../game/player_count.js';

startGamePage({
  name: 'several',
  kind: 'several',
  words: ['game', 'several'],
  load,
  layouts: loadMultiLayouts,
  colors: ALL_COLORS,
  above: () => playerCount('several'),
});

async function load() {
  const [{ openMultiCore }, { openLocalTable }] = await Promise.all([
    import('../core/multi_core.js'),
    import('../game/local_table.js'),
    import('../board/more_marbles.js'),
  ]);
  const core = await openMultiCore();
  /** @type {import('../game/game_page.js').OpenTable} */
  return (page, record) => openLocalTable(core, page, record);
}
