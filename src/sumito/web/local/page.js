/** The page of a game between people at one screen. */
import { startGamePage } from '../game/game_page.js';
import { playerCount } from '../game/player_count.js';

startGamePage({ name: 'local', kind: 'local', words: ['game'], load, above: () => playerCount('local') });

async function load() {
  const [{ openCore }, { openLocalTable }] = await Promise.all([
    import('../core/core.js'),
    import('../game/local_table.js'),
  ]);
  const core = await openCore();
  /** @type {import('../game/game_page.js').OpenTable} */
  return (page, record) => openLocalTable(core, page, record);
}
