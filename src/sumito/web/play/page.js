/** The page of a game against the computer. */
import { loadLevels } from '../core/levels.js';
import { startGamePage } from '../game/game_page.js';

startGamePage({ name: 'play', kind: 'engine', load, defaults });

async function defaults() {
  return { level: (await loadLevels()).default };
}

async function load() {
  const [{ openCore }, { Engine }, { Computer }, { openLocalTable }, { browser }] = await Promise.all([
    import('../core/core.js'),
    import('../core/engine.js'),
    import('../game/computer.js'),
    import('../game/local_table.js'),
    import('../net/platform.js'),
  ]);
  const [core, levels] = await Promise.all([openCore(), loadLevels()]);
  /**
   * Created for the first game, because its network is a large download.
   * @type {import('../core/engine.js').Engine|null}
   */
  let made = null;
  /** @type {import('../game/game_page.js').OpenTable} */
  return async (page, record) => {
    const engine = (made ??= new Engine());
    const timed = (record.control?.kind ?? 'untimed') !== 'untimed';
    if (timed && !record.outcome) await engine.ready.catch(() => {}); // the download is not the computer's time
    return openLocalTable(core, page, record, () => new Computer(core, engine, levels, record.level, browser));
  };
}
