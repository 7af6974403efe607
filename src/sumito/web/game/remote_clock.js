/**
 * The clock of an online game: the server's values, counted down with the server's time. Only the server ends a game on
 * time.
 */
import { byColor } from '../core/cells.js';
import { LowTime } from './low_time.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../core/clock.js').Clock} Clock */
/** @typedef {import('../net/platform.js').Platform} Platform */
/** @typedef {import('../net/protocol.js').ClockValues} ClockValues */
/**
 * @typedef {object} Callbacks
 * @property {() => void} tick the remaining times have changed
 * @property {(color: Color, seconds: number) => void} low a player has only `seconds` left
 */

const TICK_MS = 100;

export class RemoteClock {
  #clock;
  #players;
  #platform;
  #callbacks;
  #serverTime;
  /** @type {ClockValues|null} */ #values;
  /** The server's time of a move at this screen that the server has not stored. @type {number|null} */
  #pressedAt = null;
  /** Who moves after it. @type {Color|null} */ #next = null;
  #lowTime;
  /** @type {(() => void)|null} */ #endTimer = null;

  /**
   * @param {Clock} clock @param {readonly Color[]} players @param {ClockValues|null} values null in an untimed game
   * @param {Platform} platform @param {() => number|null} serverTime null if it is not known yet
   * @param {Callbacks} callbacks
   */
  constructor(clock, players, values, platform, serverTime, callbacks) {
    this.#clock = clock;
    this.#players = players;
    this.#values = values;
    this.#platform = platform;
    this.#serverTime = serverTime;
    this.#callbacks = callbacks;
    this.#restore();
    this.#lowTime = new LowTime(clock.control, players, (color) => this.remaining(color));
  }

  get timed() {
    return this.#clock.control.kind !== 'untimed';
  }

  /** The player whose clock runs. */
  get running() {
    return this.#clock.running;
  }

  /** Return the remaining time of a player in ms; null in an untimed game. @param {Color} color */
  remaining(color) {
    return this.#clock.remaining(color, this.#now());
  }

  /**
   * Show the values of the server.
   * @param {ClockValues|null} values
   * @param {boolean} isPressed whether a move at this screen is not among them yet
   */
  update(values, isPressed) {
    const before = this.running;
    this.#values = values;
    if (!isPressed) this.#pressedAt = null;
    this.#restore();
    const { running } = this;
    if (running && running !== before && this.#clock.control.kind === 'per_move') this.#lowTime.skip(running);
  }

  /** A player at this screen has moved. Run the next clock until the server sends its values. @param {Color} next */
  press(next) {
    this.#pressedAt = this.#now();
    this.#next = next;
    this.#restore();
  }

  close() {
    this.#endTimer?.();
    this.#endTimer = null;
  }

  /** The server's time. Before it is known, the values of the server are shown as they are. */
  #now() {
    return this.#serverTime() ?? this.#values?.at ?? 0;
  }

  /** The own clock of a move that is not stored yet stands as it was at the move, also in later values. */
  #restore() {
    if (!this.#values) return this.close();
    const { remaining, running, at, delay_left: delay } = this.#values;
    const late = this.#pressedAt === null ? 0 : Math.max(0, at - this.#pressedAt);
    this.#clock.restore({
      player: running === null ? null : this.#players[running],
      runs: running !== null,
      since: at - late,
      delay,
      left: byColor(this.#players, (color) => {
        const seat = this.#players.indexOf(color);
        return remaining[seat] + (seat === running ? late : 0);
      }),
    });
    if (running === null) return this.close();
    if (this.#pressedAt !== null) this.#clock.press(this.#pressedAt, this.#next);
    this.#endTimer ??= this.#platform.every(TICK_MS, () => this.#tick());
    return undefined;
  }

  #tick() {
    const { running } = this;
    const seconds = running && this.#lowTime.check(running);
    if (running && seconds) this.#callbacks.low(running, seconds);
    this.#callbacks.tick();
  }
}
