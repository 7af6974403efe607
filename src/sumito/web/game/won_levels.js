/** The levels that the player of this browser has beaten. */
import { isOwnGame } from './kept_game.js';

/** @typedef {import('../core/levels.js').LevelData} LevelData */
/** @typedef {import('../shell/store.js').GameRecord} GameRecord */

/** Return the level in the place of one of version 0.1, by id. @param {LevelData} data @param {string} id */
export function levelNow({ former }, id) {
  return former.find((level) => level.id === id)?.now ?? id;
}

/**
 * Return the ids of the levels that lost a kept game of this player, or of the levels in their places.
 * @param {readonly GameRecord[]} games @param {LevelData} data @returns {Set<string>}
 */
export function wonLevels(games, data) {
  const won = games.filter((game) => game.kind === 'engine' && isOwnGame(game) && game.outcome?.winner === game.side);
  return new Set(won.map(({ level }) => levelNow(data, level)));
}
