/**
 * The geometry of cells, on the board (neighbours and lines) and on the screen (in hundredths of a cell). The board can
 * be rotated by steps of 30 degrees. It is never mirrored.
 *
 * @typedef {0|1|2|3|4|5} Direction  E NE NW W SW SE
 * @typedef {{x: number, y: number}} Point
 */

import { CELLS as COUNT, nextCell, placeOf, STEPS } from '../core/cells.js';

/** The distance between the centres of two adjacent cells. */
export const PITCH = 100;
/** The distance between two rows. */
export const ROW = (PITCH * Math.sqrt(3)) / 2;
export const CELLS = Array.from({ length: COUNT }, (_, cell) => cell);
/** @type {Direction[]} */
export const DIRECTIONS = [0, 1, 2, 3, 4, 5];

const ROWS = CELLS.map((cell) => placeOf(cell)[0]);
const NUMBERS = CELLS.map((cell) => placeOf(cell)[1]);
/** The words for directions, by steps of 30 degrees clockwise from the right. */
const WORDS = ['E', 'SE', 'SE', '', 'SW', 'SW', 'W', 'NW', 'NW', '', 'NE', 'NE'].map((name) => `direction.${name}`);
WORDS[3] = 'board.rose.down';
WORDS[9] = 'board.rose.up';
const BY_PLACE = new Map(CELLS.map((cell) => [ROWS[cell] * 9 + NUMBERS[cell], cell]));

/** @param {number} row 0 to 8 @param {number} number 0 to 8 @returns {number|null} */
const cellOf = (row, number) => (number < 0 || number > 8 ? null : (BY_PLACE.get(row * 9 + number) ?? null));

/**
 * Return the cell `n` steps away; null if it is off the board.
 * @param {number} cell
 * @param {number} direction
 * @param {number} n
 */
export const cellAhead = (cell, direction, n) =>
  cellOf(ROWS[cell] + STEPS[direction][0] * n, NUMBERS[cell] + STEPS[direction][1] * n);

/**
 * Return the direction and the number of steps from one cell to another; null if they are not in a straight line.
 * @param {number} from @param {number} to @returns {{direction: Direction, n: number}|null}
 */
export function ray(from, to) {
  const row = ROWS[to] - ROWS[from],
    number = NUMBERS[to] - NUMBERS[from];
  const n = Math.max(Math.abs(row), Math.abs(number));
  if (!n) return null;
  const direction = DIRECTIONS.find((d) => STEPS[d][0] * n === row && STEPS[d][1] * n === number);
  return direction === undefined ? null : { direction, n };
}

/**
 * Return the cells from one cell to another, both included; null if they are not in a straight line.
 * @param {number} from
 * @param {number} to
 */
export function between(from, to) {
  if (from === to) return [from];
  const path = ray(from, to);
  if (!path) return null;
  return Array.from({ length: path.n + 1 }, (_, i) => /** @type {number} */ (cellAhead(from, path.direction, i)));
}

/**
 * Sort cells along a direction, the foremost last.
 * @param {readonly number[]} cells
 * @param {number} direction
 */
export function along(cells, direction) {
  const [row, number] = STEPS[direction];
  // In line, cells differ along the direction. Broadside, the leading end comes last.
  const key = (/** @type {number} */ cell) => {
    const r = ROWS[cell],
      c = NUMBERS[cell];
    return (c - r / 2) * (number - row / 2) + 0.75 * r * row;
  };
  return [...cells].sort((a, b) => key(a) - key(b));
}

/**
 * Return the marble of a line that leads in a direction: the front, or broadside the end on that side.
 * @param {readonly number[]} line
 * @param {number} direction
 */
export const leader = (line, direction) => along(line, direction)[line.length - 1];

/**
 * Return the cell that the user taps to move the line in this direction: the destination of its leader.
 * @param {readonly number[]} line
 * @param {number} direction
 */
export const targetOf = (line, direction) => nextCell(leader(line, direction), direction);

/** @param {readonly number[]} line @param {number} direction whether the line moves along itself */
export function isInLine(line, direction) {
  if (line.length < 2) return true;
  const axis = ray(line[0], line[line.length - 1]);
  return axis !== null && axis.direction % 3 === direction % 3;
}

/** The points of the cells on the screen for one rotation of the board. The centre of the board is (0, 0). */
export class Geometry {
  #cos;
  #sin;

  /** @param {number} rotation steps of 30 degrees clockwise; 0 has the side of the first player at the bottom */
  constructor(rotation = 0) {
    this.rotation = ((rotation % 12) + 12) % 12;
    const angle = (this.rotation * Math.PI) / 6;
    this.#cos = Math.cos(angle);
    this.#sin = Math.sin(angle);
  }

  /** Whether two sides of the board are vertical. */
  get upright() {
    return this.rotation % 2 === 1;
  }

  /** Convert a point of the unrotated board to the screen. @param {number} x @param {number} y @returns {Point} */
  place(x, y) {
    return { x: x * this.#cos - y * this.#sin, y: x * this.#sin + y * this.#cos };
  }

  /** @param {number} cell */
  point(cell) {
    const row = ROWS[cell] - 4,
      number = NUMBERS[cell] - 4;
    return this.place(PITCH * (number - row / 2), -ROW * row);
  }

  /** Return the unit vector of a direction on the screen. @param {number} direction */
  unit(direction) {
    const angle = (-direction * Math.PI) / 3;
    return this.place(Math.cos(angle), Math.sin(angle));
  }

  /** Return the angle of a direction on the screen, in degrees clockwise from the right. @param {number} direction */
  angle(direction) {
    return (((this.rotation * 30 - direction * 60) % 360) + 360) % 360;
  }

  /** Return the message for a direction as it is on the screen. @param {number} direction */
  word(direction) {
    return WORDS[Math.round(this.angle(direction) / 30) % 12];
  }

  /**
   * Return the direction nearest to a vector on the screen.
   * @param {number} x
   * @param {number} y
   * @returns {Direction}
   */
  snap(x, y) {
    const dots = DIRECTIONS.map((d) => {
      const u = this.unit(d);
      return u.x * x + u.y * y;
    });
    return /** @type {Direction} */ (dots.indexOf(Math.max(...dots)));
  }

  /**
   * Return the direction at one of six places on the screen: 0 is right (on an upright board, lower right), then
   * counter-clockwise. The six keys around S have the same places.
   * @param {number} place @returns {Direction}
   */
  directionAt(place) {
    const angle = ((-place * 60 + (this.upright ? 30 : 0)) * Math.PI) / 180;
    return this.snap(Math.cos(angle), Math.sin(angle));
  }

  /**
   * Return the cell under a point, and the offset of the point in it (in cells, on the unrotated board).
   * @param {number} x @param {number} y @returns {{cell: number|null, offset: Point}}
   */
  pick(x, y) {
    const u = x * this.#cos + y * this.#sin,
      v = -x * this.#sin + y * this.#cos;
    const row = -v / ROW,
      number = u / PITCH + row / 2,
      third = row - number;
    let r = Math.round(row),
      n = Math.round(number);
    const t = Math.round(third);
    const dr = Math.abs(r - row),
      dn = Math.abs(n - number),
      dt = Math.abs(t - third);
    if (dr > dn && dr > dt) r = n + t;
    else if (dn > dt) n = r - t;
    return { cell: cellOf(r + 4, n + 4), offset: { x: u / PITCH - (n - r / 2), y: (v + ROW * r) / PITCH } };
  }

  /**
   * Return the cell to which an arrow key moves the cursor. Rows are offset by half a cell, so a path straight up
   * alternates between two sides. `keep` is a point in the column or row to stay in.
   * @param {number} cell @param {Point} way one of right, left, up, down @param {Point} keep @returns {number|null}
   */
  step(cell, way, keep) {
    let best = null,
      least = Infinity;
    for (const direction of DIRECTIONS) {
      const unit = this.unit(direction),
        to = nextCell(cell, direction);
      if (to === null || unit.x * way.x + unit.y * way.y < 0.6) continue;
      const at = this.point(to),
        off = Math.abs((at.x - keep.x) * way.y - (at.y - keep.y) * way.x);
      if (off < least - 1e-6) [best, least] = [to, off];
    }
    return best;
  }

  /**
   * Return the corners of a hexagon with this radius around the centre, for the rotation of the board.
   * @param {number} radius
   * @returns {Point[]}
   */
  hexagon(radius) {
    return Array.from({ length: 6 }, (_, i) => {
      const angle = (i * Math.PI) / 3;
      return this.place(radius * Math.cos(angle), radius * Math.sin(angle));
    });
  }
}
