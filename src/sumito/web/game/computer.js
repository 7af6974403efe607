/** The decisions of a computer player: moves at its level within the time of its clock, hints, draw offers. */
import { acceptsDraw, levelOf, playLevel } from '../core/levels.js';
import { budget } from '../core/limits.js';

/** @typedef {import('../core/engine.js').Engine} Engine */
/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {import('../core/core.js').Core} Core */
/** @typedef {import('../core/levels.js').Level} Level */
/** @typedef {import('../core/levels.js').LevelData} LevelData */
/** @typedef {import('./seats.js').Brain} Brain */
/** @typedef {import('./session.js').Session} Session */

/** Time that the page may lose between the clock and the search. */
const OVERHEAD_MS = 150;

/** @implements {Brain} */
export class Computer {
  #core;
  #engine;
  #data;
  #level;
  #platform;

  /**
   * @param {Core} core
   * @param {Engine} engine
   * @param {LevelData} data
   * @param {string} level its id
   * @param {Pick<import('../net/platform.js').Platform, 'now'>} platform
   */
  constructor(core, engine, data, level, platform) {
    this.#core = core;
    this.#engine = engine;
    this.#data = data;
    this.#level = levelOf(data, level);
    this.#platform = platform;
  }

  /** @param {Session} session */
  choose(session) {
    return playLevel(this.#engine, session.game, this.#levelInTime(session), Math.random);
  }

  /** @param {Game} game */
  async hint(game) {
    const { variations } = await this.#engine.search(game.snapshot(), { nodes: this.#data.hint_nodes });
    return variations[0].moves[0];
  }

  /** @param {Game} game */
  acceptsDraw(game) {
    return acceptsDraw(this.#engine, game, this.#data);
  }

  stop() {
    this.#engine.stop();
  }

  /** Return the level with less time if the clock leaves less. @param {Session} session @returns {Level} */
  #levelInTime({ clock, game }) {
    const { hard } = budget(this.#core, clock.limits(game.turn, this.#platform.now()));
    if (!hard) return this.#level;
    const time = Math.floor(Math.max(hard - OVERHEAD_MS, hard / 2));
    return { ...this.#level, time_ms: Math.max(1, Math.min(this.#level.time_ms ?? Infinity, time)) };
  }
}
