/** What a player has achieved, counted from the kept games: results, wins in a row, accuracy. */

import { summaryOf } from '../study/kept_review.js';
import { resultFor } from './filter.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../shell/store.js').GameRecord} GameRecord */
/** @typedef {{won: number, drawn: number, lost: number}} Results */
/**
 * `levels` has the results against each level of the computer, the lowest first, with one of the games. `streak` counts
 * wins in a row, now and at best. `accuracies` are those of the reviewed games in percent, the newest last.
 * @typedef {{results: Results, levels: {level: number, sample: GameRecord, results: Results}[],
 *   streak: {now: number, best: number}, accuracies: number[]}} Tally
 */

/** Whether the player of this browser has played it. A game from a file has names. @param {GameRecord} game */
const isOwn = ({ kind, side, players }) =>
  kind === 'online' || (kind === 'engine' && !players[/** @type {Color} */ (side)]);

/** @param {GameRecord[]} games @returns {Results} */
function resultsOf(games) {
  const count = (/** @type {string} */ result) => games.filter((game) => resultFor(game) === result).length;
  return { won: count('won'), drawn: count('drawn'), lost: count('lost') };
}

/** Count the finished games of a player. @param {readonly GameRecord[]} kept @returns {Tally} */
export function tallyOf(kept) {
  const own = kept.filter((game) => isOwn(game) && resultFor(game) !== null).sort((a, b) => a.changed - b.changed);
  const engine = own.filter(({ kind }) => kind === 'engine');
  const levels = [...new Set(engine.map(({ level }) => /** @type {number} */ (level)))].sort((a, b) => a - b);
  const streak = { now: 0, best: 0 };
  for (const game of own) {
    streak.now = resultFor(game) === 'won' ? streak.now + 1 : 0;
    streak.best = Math.max(streak.best, streak.now);
  }
  return {
    results: resultsOf(own),
    levels: levels.map((level) => {
      const games = engine.filter((game) => game.level === level);
      return { level, sample: games[0], results: resultsOf(games) };
    }),
    streak,
    accuracies: own
      .map((game) => summaryOf(game)?.players[/** @type {Color} */ (game.side)].accuracy)
      .filter((accuracy) => typeof accuracy === 'number'),
  };
}
