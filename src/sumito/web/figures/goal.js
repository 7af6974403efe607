/** Judge a move by the goal of a stage, with the answers of the core. */

import { GROUPS } from './highlights.js';
import { ringsOf } from './stage.js';

/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {import('./stage.js').Condition} Condition */
/** @typedef {import('./stage.js').Goal} Goal */

/**
 * Return the first condition of a goal that a legal move does not meet; null if it meets all.
 * @param {Game} game before the move @param {number} number of the move @param {Goal} goal
 * @returns {Condition|null}
 */
export function missing(game, number, goal) {
  const player = game.turn,
    move = game.move(number),
    after = game.copy();
  after.play(number);
  const { pushes } = after.threats();
  const own = pushes.filter((push) => push.player === player),
    enemy = pushes.filter((push) => push.player !== player);
  /** @type {Record<Condition, () => boolean>} */
  const holds = {
    reach: () => ringsOf(goal).every((cell) => after.at(cell) === player),
    pushes: () => move.pushed.length === goal.pushes,
    ejects: () => move.ejects,
    ready: () => own.length > 0,
    threatens: () => own.some(({ ejected }) => ejected !== null),
    held: () => enemy.length === 0,
    safe: () => enemy.every(({ ejected }) => ejected === null),
    together: () =>
      after.formations().filter(({ kind, color }) => color === player && GROUPS.includes(kind)).length === 1,
    wins: () => after.outcome?.winner === player,
  };
  const found = /** @type {Condition[]} */ (Object.keys(goal)).find((condition) => !holds[condition]());
  after.free();
  return found ?? null;
}
