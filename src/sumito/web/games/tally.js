/** What a player has achieved, counted from the kept games: results, wins in a row, accuracy. */

import { isOwnGame, isSeveral } from '../game/kept_game.js';
import { levelNow } from '../game/won_levels.js';
import { summaryOf } from '../study/kept_review.js';
import { resultFor } from './filter.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../core/levels.js').LevelData} LevelData */
/** @typedef {import('../shell/store.js').GameRecord} GameRecord */
/** @typedef {{won: number, drawn: number, lost: number}} Results */
/**
 * `levels` has the results against each level of the computer, by its id, the lowest first. `streak` counts wins in a
 * row, now and at best. `accuracies` are those of the reviewed games in percent, the newest last.
 * @typedef {{results: Results, levels: {level: string, results: Results}[],
 *   streak: {now: number, best: number}, accuracies: number[]}} Tally
 */

/** @param {GameRecord[]} games @returns {Results} */
function resultsOf(games) {
  const count = (/** @type {string} */ result) => games.filter((game) => resultFor(game) === result).length;
  return { won: count('won'), drawn: count('drawn'), lost: count('lost') };
}

/**
 * Count the finished games of a player. A game against a level of version 0.1 counts for the level in its place.
 * @param {readonly GameRecord[]} kept @param {LevelData} data @returns {Tally}
 */
export function tallyOf(kept, data) {
  // A win against one opponent and a win against several do not compare.
  const two = kept.filter((game) => !isSeveral(game));
  const own = two.filter((game) => isOwnGame(game) && resultFor(game) !== null).sort((a, b) => a.changed - b.changed);
  const engine = own.filter(({ kind }) => kind === 'engine');
  const streak = { now: 0, best: 0 };
  for (const game of own) {
    streak.now = resultFor(game) === 'won' ? streak.now + 1 : 0;
    streak.best = Math.max(streak.best, streak.now);
  }
  return {
    results: resultsOf(own),
    levels: data.levels.flatMap(({ id }) => {
      const games = engine.filter(({ level }) => levelNow(data, level) === id);
      return games.length ? [{ level: id, results: resultsOf(games) }] : [];
    }),
    streak,
    accuracies: own
      .map((game) => summaryOf(game)?.players[/** @type {Color} */ (game.side)].accuracy)
      .filter((accuracy) => typeof accuracy === 'number'),
  };
}
