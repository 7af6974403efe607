/** Kept games as records, for files and for the pages that take a game apart. */

import { loadLayouts } from '../core/layouts.js';
import { recordOf, resultOf } from '../core/record_tree.js';
import { Records } from '../core/records.js';

/** @typedef {import('../core/core.js').Core} Core */
/** @typedef {import('../core/record_tree.js').TreeRecord} TreeRecord */
/** @typedef {import('../store.js').GameRecord} GameRecord */

/**
 * What makes of a game that the browser keeps a part of a file.
 * @param {Core} core @returns {Promise<(kept: GameRecord) => string>}
 */
export async function gameWriter(core) {
  const records = new Records(core, await loadLayouts());
  return (kept) => records.formatAll([recordOfKept(core, kept)]);
}

/** @param {Core} core @param {GameRecord} kept @returns {TreeRecord} */
export function recordOfKept(core, { start, moves, rules, players, outcome, created }) {
  const day = new Date(created);
  const date = [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((each) => String(each).padStart(2, '0'));
  const game = core.replay({ start, moves, rules });
  const record = recordOf(game, [
    ['Event', '?'], ['Date', date.join('.')], ['Black', players.black || '?'], ['White', players.white || '?'],
  ]);
  game.free();
  if (outcome) {
    record.result = resultOf(outcome.winner);
    record.headers.set('Termination', outcome.termination);
  }
  return record;
}
