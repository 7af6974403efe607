/** A stage of the course: a position, and a goal to reach in one move. The core judges the move. */

import { parseCell } from '../core/cells.js';
import { GROUPS } from './highlights.js';

/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {import('../core/types.js').MoveInfo} MoveInfo */
/**
 * The conditions of a goal. All must hold after the move:
 * reach: own marbles on these cells; pushes: this many enemy marbles are pushed; ejects: one is ejected; ready: a
 * push is possible on the next turn; threatens: an ejection is; held: the enemy cannot push; safe: the enemy cannot
 * eject; together: the own marbles are one group; wins: the game is won.
 * @typedef {{reach?: readonly string[], pushes?: number, ejects?: true, ready?: true, threatens?: true, held?: true,
 *   safe?: true, together?: true, wins?: true}} Goal
 */
/** @typedef {keyof Goal} Condition */
/** @typedef {{id: string, position: string, goal: Goal, solution: string}} Stage */

/** Return the cells that own marbles must reach. @param {Goal} goal */
export const ringsOf = ({ reach = [] }) => reach.map((name) => /** @type {number} */ (parseCell(name)));

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
