// The meaning of scores. A score is for one player: hundredths of a marble, or a proved win or loss. Its scale is the
// score that is one unit of log odds. Each network has its own scale.

/** @typedef {import('./core.js').Core} Core */

/**
 * Return the chance to win, from 0 to 1. A draw counts as half a win.
 * @param {Core} core
 * @param {number} score
 * @param {number} scale
 */
export const chanceOf = ({ memory }, score, scale) => /** @type {number} */ (memory.calls.sumito_chance(score, scale));
