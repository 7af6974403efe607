// The opening explorer: how often positions were played, and how those games ended. Positions that are images of each
// other under a symmetry of the board count as one.
import { pointer } from './memory.js';

/** @typedef {import('./study.js').Study} Study */
/**
 * A finished game of two players. `winner` is 0, 1 or, for a draw, -1.
 * @typedef {{start: string, moves: number[], winner: number}} EndedGame
 */
/**
 * The games that reached a position, from the point of view of one player. `evaluation` is the engine's score in
 * hundredths of a marble; null if it is not known.
 * @typedef {{games: number, wins: number, draws: number, evaluation: number|null}} Games
 */
/**
 * A move that was played in a position, with the other moves that lead to an image of the same position, and the games
 * that reached the position after it, from the point of view of the player who moves.
 * @typedef {{move: number, same: number[], after: Games}} PlayedMove
 */

const ROW = 28;

/** Return the points of a player: 1 for a win, a half for a draw. @param {Games} games */
export const pointsOf = ({ wins, draws }) => wins + draws / 2;

export class Explorer {
  #memory;
  #at;

  /** @param {Study} study */
  constructor({ memory }) {
    this.#memory = memory;
    this.#at = pointer(memory.calls.sumito_explorer_new());
  }

  free() {
    this.#memory.calls.sumito_explorer_free(this.#at);
    this.#at = 0;
  }

  /** The number of games counted. @returns {number} */
  get games() {
    return this.#memory.calls.sumito_explorer_games(this.#at);
  }

  /**
   * Add a data file: the evaluations of its positions and, if `withGames`, its games.
   * @param {Uint8Array} data @param {boolean} withGames @returns {boolean} false: the file is damaged
   */
  read(data, withGames) {
    const at = this.#memory.give(data, 'explorer');
    return this.#memory.calls.sumito_explorer_read(this.#at, at, data.length, Number(withGames)) === 0;
  }

  /** Count a game. @param {EndedGame} game @returns {boolean} false: a move is not legal */
  add({ start, moves, winner }) {
    const list = this.#memory.giveNumbers(moves, 'moves');
    return (
      this.#memory.calls.sumito_explorer_add(this.#at, ...this.#memory.giveText(start), list, moves.length, winner) ===
      1
    );
  }

  /** Return the games that reached a position, for the player to move. @param {string} position */
  find(position) {
    const out = this.#memory.buffer('explored', ROW);
    if (!this.#memory.calls.sumito_explorer_find(this.#at, ...this.#memory.giveText(position), out))
      throw new Error(`not a position of two players: ${position}`);
    return this.#row(out).after;
  }

  /** Return the moves that were played in a position, most games first. @param {string} position */
  moves(position) {
    const { count, at } = this.#memory.fill('sumito_explorer_moves', ROW, this.#at, ...this.#memory.giveText(position));
    /** @type {PlayedMove[]} */ const found = [];
    for (let i = 0; i < count; ++i) {
      const { move, sameAs, after } = this.#row(at + ROW * i);
      if (move === sameAs) found.push({ move, same: [], after });
      else found[found.length - 1].same.push(move); // it follows the first of them
    }
    return found;
  }

  /** @param {number} at */
  #row(at) {
    const view = this.#memory.view();
    const [move, sameAs, games, wins, draws, evaluated, score] = [0, 4, 8, 12, 16, 20, 24].map((each) =>
      view.getInt32(at + each, true),
    );
    return { move, sameAs, after: { games, wins, draws, evaluation: evaluated ? score : null } };
  }
}
