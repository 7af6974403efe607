// The clock of a game as pure state. Time is an argument, in milliseconds from any fixed point.
import { byColor, nextColor } from './cells.js';
import { pointer } from './memory.js';
import { CLOCK_KINDS } from './names.js';

/** @typedef {import('./cells.js').Color} Color */
/** @typedef {import('./core.js').Core} Core */
/**
 * A time control. Only `total` can have an increment or a delay, and not both. `untimed` has no time.
 * @typedef {{kind: 'untimed' | 'total' | 'per_move' | 'shared', time_ms?: number, increment_ms?: number,
 *   delay_ms?: number}} TimeControl
 */
/**
 * The state of a clock, for a record: the player whose turn it is or was, whether the clock runs, when it was started,
 * and the delay and the time of each player left at that time.
 * @typedef {{player: Color | null, runs: boolean, since: number, delay: number, left: Record<Color, number>}}
 *   ClockState
 */

const STATE = 72;
const ALLOWANCE = 32;
const LEFT = 16;

export class Clock {
  #core;
  #memory;
  #calls;

  /** @param {Core} core @param {TimeControl} control @param {readonly Color[]} players */
  static of(core, control, players) {
    const { kind, time_ms: time = 0, increment_ms: increment = 0, delay_ms: delay = 0 } = control;
    const values = [CLOCK_KINDS.indexOf(kind), time, increment, delay];
    const at = core.memory.calls.sumito_clock_new(...values, players.length) >>> 0;
    if (!at) throw new RangeError(`not a time control: ${JSON.stringify(control)}`);
    return new Clock(core, at, control, players);
  }

  /**
   * Use core.clock().
   * @param {Core} core @param {number} at @param {TimeControl} control @param {readonly Color[]} players
   */
  constructor(core, at, control, players) {
    this.#core = core;
    this.#memory = core.memory;
    this.#calls = core.memory.calls;
    /** The context in the module. */
    this.context = pointer(at);
    this.control = control;
    /** The colors in the order of play. */
    this.players = players;
    core.dropped.register(this, { call: 'sumito_clock_free', at: this.context }, this);
  }

  /** Return an independent copy. */
  copy() {
    return new Clock(this.#core, this.#calls.sumito_clock_copy(this.context), this.control, this.players);
  }

  free() {
    this.#core.dropped.unregister(this);
    this.#calls.sumito_clock_free(this.context);
    this.context = 0;
  }

  /** The player on the clock; null if no clock runs. @returns {Color | null} */
  get running() {
    return this.players[this.#calls.sumito_clock_running(this.context)] ?? null;
  }

  /**
   * Start the clock of a player. A player who was stopped in the middle of a turn continues it.
   * @param {Color} color
   * @param {number} now
   */
  start(color, now) {
    done(this.#calls.sumito_clock_start(this.context, this.players.indexOf(color), now));
  }

  /**
   * End the turn of the player on the clock, and start the next player's. Do nothing if no clock runs or the time is
   * over.
   * @param {number} now
   * @param {Color | null} next the player who moves next; by default the one who follows in the order of play
   */
  press(now, next = null) {
    const { running } = this;
    if (!running) return;
    const after = this.players.indexOf(next ?? nextColor(running, this.players));
    done(this.#calls.sumito_clock_press(this.context, after, now));
  }

  /** Stop the clock until the next start. @param {number} now */
  stop(now) {
    done(this.#calls.sumito_clock_stop(this.context, now));
  }

  /**
   * Return the time that a player has left, at least 0; null in an untimed game.
   * @param {Color} color
   * @param {number} now
   */
  remaining(color, now) {
    if (this.control.kind === 'untimed') return null;
    return /** @type {number} */ (this.#calls.sumito_clock_remaining(this.context, this.players.indexOf(color), now));
  }

  /** Return whether the time of the player on the clock is over. @param {number} now */
  flagged(now) {
    return this.#calls.sumito_clock_flagged(this.context, now) === 1;
  }

  /**
   * End the game on time if the time is over. Return whether it was.
   * @param {import('./game.js').Game} game @param {number} now
   */
  flag(game, now) {
    const { running } = this;
    if (!running || !this.flagged(now)) return false;
    return this.control.kind === 'shared' ? game.flagShared() : game.flag(running);
  }

  /** The time at which the player on the clock will run out of time; null if never. */
  get deadline() {
    if (this.control.kind === 'untimed' || !this.running) return null;
    return /** @type {number} */ (this.#calls.sumito_clock_deadline(this.context));
  }

  /**
   * Return the limits that a player's clock gives for a move.
   * @param {Color} color
   * @param {number} now
   * @returns {import('./limits.js').Limits}
   */
  limits(color, now) {
    const out = this.#memory.buffer('allowance', ALLOWANCE);
    done(this.#calls.sumito_clock_allowance(this.context, this.players.indexOf(color), now, out));
    const view = this.#memory.view();
    const [time, remaining, increment, delay] = [0, 8, 16, 24].map((each) => view.getFloat64(out + each, true));
    return { time_ms: time || null, remaining_ms: remaining || null, increment_ms: increment, delay_ms: delay };
  }

  /** Add `by` to a player's time. It can be negative. @param {Color} color @param {number} by */
  adjust(color, by) {
    done(this.#calls.sumito_clock_adjust(this.context, this.players.indexOf(color), by));
  }

  /** @returns {ClockState} */
  state() {
    const out = this.#memory.buffer('clock', STATE);
    done(this.#calls.sumito_clock_read(this.context, out));
    const view = this.#memory.view();
    const [since, delay] = [0, 8].map((each) => view.getFloat64(out + each, true));
    const left = byColor(this.players, (color) => view.getFloat64(out + LEFT + 8 * this.players.indexOf(color), true));
    const [player, runs] = [64, 68].map((each) => view.getInt32(out + each, true));
    return { player: this.players[player] ?? null, runs: runs === 1, since, delay, left };
  }

  /** @param {ClockState} state */
  restore({ player, runs, since, delay, left }) {
    const at = this.#memory.buffer('clock', STATE);
    this.#memory.bytes(at, STATE).fill(0);
    const view = this.#memory.view();
    const times = this.players.map((color) => left[color]);
    [since, delay, ...times].forEach((value, i) => view.setFloat64(at + 8 * i, value, true));
    view.setInt32(at + 64, player === null ? -1 : this.players.indexOf(player), true);
    view.setInt32(at + 68, Number(runs), true);
    done(this.#calls.sumito_clock_restore(this.context, at));
  }
}

/** @param {number} answer */
function done(answer) {
  if (answer !== 1) throw new RangeError('no such player or no such time');
}
