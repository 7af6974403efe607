/** Warns players of little time: each warning once in a game, or once in a move that has its own time. */

/** @typedef {import('../core/cells.js').Color} Color */

/** Remaining seconds at which a player is warned. */
const WARNINGS = [60, 30, 10];

export class LowTime {
  #control;
  #players;
  #remaining;
  /** The lowest warning that each player was given, or had passed before. @type {Map<Color, number>} */
  #warned = new Map();

  /**
   * @param {import('../core/clock.js').TimeControl} control
   * @param {readonly Color[]} players
   * @param {(color: Color) => number|null} remaining
   */
  constructor(control, players, remaining) {
    this.#control = control;
    this.#players = players;
    this.#remaining = remaining;
    for (const color of players) this.skip(color);
  }

  /** Skip the warnings that apply already. @param {Color} color */
  skip(color) {
    this.#warned.set(color, this.#warningOf(color));
  }

  /** Return the remaining seconds if a player is to be warned now; null if not. @param {Color} color */
  check(color) {
    const warning = this.#warningOf(color);
    if (warning >= /** @type {number} */ (this.#warned.get(color))) return null;
    const warned = this.#control.kind === 'shared' ? this.#players : [color];
    for (const each of warned) this.#warned.set(each, warning);
    return warning;
  }

  /**
   * Return the lowest warning that applies to a player. Times above the initial time never apply.
   * @param {Color} color
   */
  #warningOf(color) {
    const left = (this.#remaining(color) ?? Infinity) / 1000;
    const initial = (this.#control.time_ms ?? 0) / 1000;
    return WARNINGS.filter((seconds) => left <= seconds && seconds < initial).at(-1) ?? Infinity;
  }
}
