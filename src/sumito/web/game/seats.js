/** The seats of a table, one for each player: people at this screen, computers, people elsewhere. */

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {import('./session.js').Session} Session */
/**
 * A player's place at the table.
 * @typedef {object} Seat
 * @property {Color} color
 * @property {boolean} here whether a person at this screen plays this color
 * @property {() => string} name in the language of the page
 * @property {string} [short] the name in a narrow bar
 * @property {() => boolean} [isAway] whether a person elsewhere has left the game
 * @property {SVGElement} [face] a picture of the player
 * @property {Brain} [brain] of a computer; the moves of people elsewhere come from the session
 */
/**
 * The decisions of a computer.
 * @typedef {object} Brain
 * @property {(session: Session) => Promise<number>} choose a move for the player to move
 * @property {(game: Game) => Promise<number>} hint a good move for the player to move
 * @property {(game: Game) => Promise<boolean>} acceptsDraw whether it accepts the offer of the player to move
 * @property {() => void} stop end the current decision
 */

export class Seats {
  #seats;

  /** @param {readonly Seat[]} seats in the order of play */
  constructor(seats) {
    this.#seats = seats;
  }

  get all() {
    return this.#seats;
  }

  /** The seats of people at this screen. */
  get here() {
    return this.#seats.filter(({ here }) => here);
  }

  /** The seats of computers. */
  get computers() {
    return this.#seats.filter(({ brain }) => brain);
  }

  /** The only person at this screen; null if there are several. */
  get alone() {
    const { here } = this;
    return here.length === 1 ? here[0] : null;
  }

  /** @param {Color} color */
  of(color) {
    const seat = this.#seats.find((each) => each.color === color);
    if (!seat) throw new RangeError(`no seat has the color ${color}`);
    return seat;
  }

  /**
   * Return the seat `steps` places after the seat of a color, in the order of play.
   * @param {Color} color
   * @param {number} steps
   */
  after(color, steps = 1) {
    return this.#seats[(this.#seats.indexOf(this.of(color)) + steps) % this.#seats.length];
  }

  /**
   * Return the person at this screen who plays now or, if it is another player's turn, plays next.
   * @param {Color} turn
   * @param {readonly Color[]} [active] the players who have not left
   */
  nextHere(turn, active = this.#seats.map(({ color }) => color)) {
    const order = this.#seats.map((_, steps) => this.after(turn, steps));
    return order.find(({ here, color }) => here && active.includes(color)) ?? null;
  }
}
