/** Kept games as records, for files and for the pages that take a game apart. */

import { levelName } from '../core/levels.js';
import { recordOf, tagOf } from '../core/record_tree.js';
import { Records } from '../core/records.js';
import { openStudy } from '../core/study.js';

/** @typedef {import('../core/core.js').Core} Core */
/** @typedef {import('../core/record_tree.js').TreeRecord} TreeRecord */
/** @typedef {import('../shell/store.js').GameRecord} GameRecord */

/**
 * Return a function that writes a kept game as a record.
 * @param {Core} core @returns {Promise<(kept: GameRecord, coreOfGame?: Core) => string>} with another core for a game
 *   of another number of players
 */
export async function gameWriter(core) {
  const records = new Records(core, await openStudy());
  return (kept, coreOfGame = core) => records.formatAll([recordOfKept(coreOfGame, kept)]);
}

/** @param {Core} core the one for its start @param {GameRecord} kept @returns {TreeRecord} */
export function recordOfKept(core, { kind, side, level, seats, start, moves, rules, players, outcome, created }) {
  const day = new Date(created);
  const date = [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((each) => String(each).padStart(2, '0'));
  /** @param {import('../core/cells.js').Color} color */
  const nameOf = (color) => {
    const computer = kind === 'engine' && color !== side ? level : seats?.[color];
    return computer ? levelName(core, computer) : players[color] || '?';
  };
  const game = core.replay({ start, moves, rules });
  if (outcome) game.declare(outcome); // does nothing if the moves show the end
  const record = recordOf(game, [
    ['Event', '?'],
    ['Date', date.join('.')],
    ...game.players.map((color) => /** @type {[string, string]} */ ([tagOf(color), nameOf(color)])),
  ]);
  game.free();
  return record;
}
