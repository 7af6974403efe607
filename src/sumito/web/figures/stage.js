/** A stage of the course: a position, and a goal to reach in one move. */

import { parseCell } from '../core/cells.js';

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

/** Mark cells with rings. @param {import('../board/board.js').BoardView} view @param {readonly number[]} cells */
export const drawRings = (view, cells) =>
  view.drawn(
    [],
    cells.map((cell) => ({ cell, className: 'goal' })),
  );
