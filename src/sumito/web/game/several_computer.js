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

  /**
   * It accepts a draw if another side has ejected more marbles.
   * @override @param {import('../core/game.js').Game} game
   */
  async acceptsDraw(game) {
    const own = game.score(this.#color);
    return game.active.some((color) => game.score(color) > own);
  }
}
