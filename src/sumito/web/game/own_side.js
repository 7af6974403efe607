/** Where the players of several sit around the board. */
import { Geometry } from '../board/geometry.js';

/** The rotations that put a side of the board at the bottom, in steps of 30 degrees. */
const SIDES = [0, 2, 4, 6, 8, 10];

/**
 * Return the rotation of a board that puts marbles at the bottom: the own marbles at the start. Marbles around the
 * centre have no side.
 * @param {readonly number[]} marbles @returns {number} for `BoardView`
 */
export function ownSide(marbles) {
  const low = SIDES.map((rotation) => {
    const geometry = new Geometry(rotation);
    return marbles.reduce((sum, cell) => sum + geometry.point(cell).y, 0) / Math.max(1, marbles.length);
  });
  const lowest = Math.max(...low);
  return SIDES[low.findIndex((y) => lowest - y < 1)];
}
