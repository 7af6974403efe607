/** The levels that the player of this browser has beaten. */

/** @typedef {import('../core/levels.js').LevelData} LevelData */
/** @typedef {import('../shell/store.js').GameRecord} GameRecord */

/**
 * Return the ids of the levels that lost a kept game. A win against a level of version 0.1 counts for the level that
 * has replaced it. Games from files with a name are those of somebody else.
 * @param {readonly GameRecord[]} games @param {LevelData} data @returns {Set<string>}
 */
export function wonLevels(games, { former }) {
  const now = new Map(former.map((level) => [level.id, level.now]));
  const won = games.filter(
    ({ kind, side, players, outcome }) =>
      kind === 'engine' && outcome?.winner === side && !players[/** @type {import('../core/cells.js').Color} */ (side)],
  );
  return new Set(won.map(({ level }) => now.get(level) ?? level));
}
