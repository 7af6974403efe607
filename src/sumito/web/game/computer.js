/** The decisions of a computer player: moves at its level within the time of its clock, hints, draw offers. */
import { playLevel } from '../core/levels.js';
import { budget, limitOfClock } from '../core/limits.js';

/** @typedef {import('../core/engine.js').Engine} Engine */
/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {import('../core/levels.js').Level} Level */
/** @typedef {import('./seats.js').Brain} Brain */
/** @typedef {import('./session.js').Session} Session */

const HINT_NODES = 300_000;
const DRAW_NODES = 100_000;
const QUIET_PLIES = 20;
/** Time that the page may lose between the clock and the search. */
const OVERHEAD_MS = 150;

/** @implements {Brain} */
export class Computer {
  #engine;
  #level;
  #platform;

  /**
   * @param {Engine} engine
   * @param {Level} level
   * @param {Pick<import('../shell/platform.js').Platform, 'now'>} platform
   */
  constructor(engine, level, platform) {
    this.#engine = engine;
    this.#level = level;
    this.#platform = platform;
  }

  /** @param {Session} session */
  choose(session) {
    return playLevel(this.#engine, session.game, this.#levelInTime(session), Math.random);
  }

  /** @param {Game} game */
  async hint(game) {
    const { variations } = await this.#engine.search(game.snapshot(), { nodes: HINT_NODES });
    return variations[0].moves[0];
  }

  /** @param {Game} game */
  async acceptsDraw(game) {
    const { variations } = await this.#engine.search(game.snapshot(), { nodes: DRAW_NODES });
    return game.quiet >= QUIET_PLIES && variations[0].score >= 0;
  }

  stop() {
    this.#engine.stop();
  }

  /** Return the level with less time if the clock leaves less. @param {Session} session @returns {Level} */
  #levelInTime({ clock, game }) {
    const { hard } = budget(limitOfClock(clock, game.turn, this.#platform.now()));
    if (!hard) return this.#level;
    const time = Math.floor(Math.max(hard - OVERHEAD_MS, hard / 2));
    return { ...this.#level, time_ms: Math.max(1, Math.min(this.#level.time_ms ?? Infinity, time)) };
  }
}
