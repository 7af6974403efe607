// A game of three to six players in the module `multi.wasm`.
import { ALL_COLORS } from './cells.js';
import { Game } from './game.js';

/** @typedef {import('./cells.js').Color} Color */
/** @typedef {import('./core.js').Core} Core */
/** @typedef {import('./types.js').Leaving} Leaving */
/** @typedef {import('./types.js').MoveInfo} MoveInfo */
/** @typedef {import('./types.js').Rules} Rules */

/** By the numbers of the core. */
const CAUSES = /** @type {const} */ (['resigns', 'time', 'blocked', 'empty']);
// The size of a leaving in multi_api.hpp, in bytes.
const LEAVING = 16;
/** A player who leaves by choice is an entry of the history with a number below this one. */
const NO_ENTRY = -1;
/** The first player resigns. The next cause and the next players have lower numbers. */
const FIRST_LEAVING = -2;

/**
 * The interface is that of a game of two. The history has one more kind of entry: a player who resigns or runs out of
 * time has a number below -1, which `play`, `isLegal`, `move`, `writeMove`, `undo` and `history` take or return like
 * that of a move. The other methods that only two players have throw.
 */
export class MultiGame extends Game {
  #memory;
  #calls;

  /** Use core.game(). @param {Core} core @param {number} at @param {Readonly<Rules>} rules */
  constructor(core, at, rules) {
    super(core, at, rules, playersOf(core, at));
    this.#memory = core.memory;
    this.#calls = core.memory.calls;
  }

  /** The players who play together: each alone, or two teams. @override @returns {readonly (readonly Color[])[]} */
  get sides() {
    const sides = this.#calls.sumito_game_sides(this.context);
    return this.players.slice(0, sides).map((_, side) => this.players.filter((__, i) => i % sides === side));
  }

  /** The players who have not left. @override */
  get active() {
    const bits = this.#calls.sumito_game_active(this.context);
    return this.players.filter((_, i) => bits & (1 << i));
  }

  /** The number of the round, from 1. It ends when the turn passes the last active player. @returns {number} */
  get round() {
    return this.#calls.sumito_game_round(this.context);
  }

  /** Return the number of marbles that the side of a player has ejected. @override @param {Color} color */
  score(color) {
    return this.#calls.sumito_game_score(this.context, this.player(color));
  }

  /**
   * Return the colors of the marbles that the side of a player has ejected since the start, in order. A position text
   * has no colors of earlier ones.
   * @override @param {Color} color @returns {Color[]}
   */
  ejections(color) {
    return this.#memory
      .fillNumbers('sumito_game_ejections', this.context, this.player(color))
      .map((player) => this.players[player]);
  }

  /** Return the players who have left since the start, in order. @returns {Leaving[]} */
  leavings() {
    const { count, at } = this.#memory.fill('sumito_game_leavings', LEAVING, this.context);
    const view = this.#memory.view();
    return Array.from({ length: count }, (_, i) => {
      const [player, cause, after, automatic] = [0, 4, 8, 12].map((each) =>
        view.getInt32(at + LEAVING * i + each, true),
      );
      return { color: this.players[player], cause: CAUSES[cause], after, automatic: automatic === 1 };
    });
  }

  /** Return whether a computer that plays this color accepts a draw. @param {Color} color */
  acceptsDrawOfSeveral(color) {
    return this.#calls.sumito_game_accepts_draw(this.context, this.player(color)) === 1;
  }

  /**
   * Return a move with its effect, or a player who leaves: an entry without cells.
   * @override @param {number} number @returns {MoveInfo}
   */
  move(number) {
    if (number >= NO_ENTRY) return super.move(number);
    return { ...NOTHING, number };
  }

  /** Return the entry of a player who leaves by choice. @param {Color} color @param {'resigns' | 'time'} cause */
  leaving(color, cause) {
    return FIRST_LEAVING - 2 * this.player(color) - CAUSES.indexOf(cause);
  }

  // ---- what only two players have

  /** @override */
  acceptsDraw() {
    return twoOnly();
  }

  /** @override */
  formations() {
    return twoOnly();
  }

  /** @override */
  threats() {
    return twoOnly();
  }

  /** @override */
  explainPosition() {
    return twoOnly();
  }

  /** @override */
  solve() {
    return twoOnly();
  }

  /** @override */
  attempt() {
    return twoOnly();
  }
}

const NOTHING = Object.freeze({
  cells: Object.freeze([]),
  direction: 0,
  inLine: true,
  pushed: Object.freeze([]),
  ejects: false,
  ejected: null,
});

/** @returns {never} */
function twoOnly() {
  throw new RangeError('only games of two players have this');
}

/** @param {Core} core @param {number} at @returns {readonly Color[]} */
function playersOf({ memory: { calls } }, at) {
  const length = calls.sumito_game_players(at);
  return Object.freeze(Array.from({ length }, (_, i) => ALL_COLORS[calls.sumito_game_color(at, i)]));
}
