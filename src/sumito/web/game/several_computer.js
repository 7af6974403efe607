/** The decisions of a computer in a game of several players. */
import { Computer } from './computer.js';

/** @typedef {import('../core/cells.js').Color} Color */

export class SeveralComputer extends Computer {
  #color;

  /** @param {Color} color its own @param {ConstructorParameters<typeof Computer>} computer */
  constructor(color, ...computer) {
    super(...computer);
    this.#color = color;
  }

  /** @override @param {import('../core/game.js').Game} game */
  async acceptsDraw(game) {
    return /** @type {import('../core/multi_game.js').MultiGame} */ (game).acceptsDrawOfSeveral(this.#color);
  }
}
