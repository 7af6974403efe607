/** The plies of a game and the position after each of them. Time, storage and the screen are elsewhere. */
import { byColor } from '../core/cells.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../core/types.js').MoveInfo} MoveInfo */
/** @typedef {import('../core/game.js').Game} Game */
/**
 * One move of one player, or a player who leaves.
 * @typedef {{number: number, text: string, info: MoveInfo, color: Color}} Ply
 */
/**
 * Where the marbles of each player are, and the colors of the marbles that each player has ejected.
 * @typedef {{marbles: Record<Color, number[]>, ejections: Record<Color, Color[]>}} Position
 */
/**
 * The part of a game that a history uses.
 * @typedef {Pick<Game, 'players'|'turn'|'placement'|'ejections'|'isLegal'|'move'|'writeMove'|'play'
 *   |'undo'|'history'>} PlayableGame
 */

export class History {
  #game;
  /** @type {Ply[]} */ #plies = [];
  /** One more than plies: the first is the start. @type {Position[]} */ #positions;

  /** @param {PlayableGame} game with no move played yet */
  constructor(game) {
    this.#game = game;
    this.#positions = [positionOf(game)];
  }

  /** @returns {readonly Ply[]} */
  get plies() {
    return this.#plies;
  }

  /** Return the position after `ply` plies. @param {number} ply */
  positionAfter(ply) {
    return this.#positions[ply];
  }

  /** Play a move; return its ply, or null if the move is not legal. @param {number} number */
  play(number) {
    const game = this.#game;
    if (!game.isLegal(number)) return null;
    const ply = { number, text: game.writeMove(number), info: game.move(number), color: this.#mover(number) };
    game.play(number);
    return this.#add(ply);
  }

  /**
   * Take over a leaving that the game has entered itself; return its ply, or null if it has not: with two players a
   * game ends instead.
   * @param {Color} color who has left
   */
  leave(color) {
    const game = this.#game;
    const number = game.history().at(-1);
    if (number === undefined || game.history().length === this.#plies.length) return null;
    return this.#add({ number, text: game.writeMove(number), info: game.move(number), color });
  }

  /** @param {Ply} ply */
  #add(ply) {
    this.#plies.push(ply);
    this.#positions.push(positionOf(this.#game));
    return ply;
  }

  /** Return whose entry a number is: a move of the player to move, or a leaving, whose text names the player. */
  #mover(/** @type {number} */ number) {
    const { players, turn } = this.#game;
    const [, leaver] = /^-(\w+):/.exec(this.#game.writeMove(number)) ?? [];
    return players.find((color) => color === leaver) ?? turn;
  }

  /** Undo up to `count` plies; return them, the last one first. @param {number} count */
  undo(count) {
    /** @type {Ply[]} */ const undone = [];
    while (undone.length < count && this.#plies.length) {
      this.#game.undo();
      this.#positions.pop();
      undone.push(/** @type {Ply} */ (this.#plies.pop()));
    }
    return undone;
  }
}

/** @param {PlayableGame} game @returns {Position} */
function positionOf(game) {
  return { marbles: game.placement(), ejections: byColor(game.players, (color) => game.ejections(color)) };
}
