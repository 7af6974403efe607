/** The page of a game against the computer. */
import { loadLevels } from '../core/levels.js';
import { startGamePage } from '../game/game_page.js';
import { say } from '../shell/i18n.js';

startGamePage({ name: 'play', kind: 'engine', words: ['game'], load, loadLevels });

async function load() {
  const [{ openCore }, { Engine }, { Computer }, { hasFace, levelFace }, { openLocalTable }, { browser }] =
    await Promise.all([
      import('../core/core.js'),
      import('../core/engine.js'),
      import('../game/computer.js'),
      import('../game/level_face.js'),
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
    const makeComputer = () => ({
      brain: new Computer(core, engine, levels, record.level, browser),
      ...(hasFace(record.level) && {
        name: () => say(`level.${record.level}`), // the bar has little room, and the face says the rest
        face: levelFace(record.level),
      }),
    });
    return openLocalTable(core, { ...page, levels }, record, makeComputer, async (session) =>
      (await import('../game/coach.js')).Coach.open(session, record.coach === true && !timed),
    );
  };
}
