/**
 * Runs the clock of a game in real time. The clock stops while the page is hidden, and the time that the computer
 * sleeps is not counted.
 */
import { LowTime } from './low_time.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../core/clock.js').Clock} Clock */
/** @typedef {import('../net/platform.js').Platform} Platform */
/**
 * @typedef {object} Callbacks
 * @property {() => void} tick the remaining times have changed
 * @property {(color: Color, seconds: number) => void} low a player has only `seconds` left
 * @property {() => boolean} flag end the game if the time of a player is over; return whether it was
 * @property {() => void} rest the page was hidden and the clock has stopped
 */

const TICK_MS = 100;
/** After a longer pause between two ticks the computer was asleep. */
const SLEEP_MS = 5000;

export class Ticker {
  #clock;
  #platform;
  #callbacks;
  /** The player to move; null if the game does not go on. @type {Color|null} */ #color = null;
  /** Ends the timer. @type {(() => void)|null} */ #endTimer = null;
  #lastTick = 0;
  #lowTime;
  /** @type {(() => void)[]} */ #ends;

  /** @param {Clock} clock @param {readonly Color[]} players @param {Platform} platform @param {Callbacks} callbacks */
  constructor(clock, players, platform, callbacks) {
    this.#clock = clock;
    this.#platform = platform;
    this.#callbacks = callbacks;
    this.#lowTime = new LowTime(clock.control, players, (color) => this.remaining(color));
    this.#ends = [platform.onHide(() => this.#hide()), platform.onShow(() => this.#show())];
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
    return this.#clock.remaining(color, this.#platform.now());
  }

  /** Run the clock of the player to move, at the start or after an undo. @param {Color} color */
  start(color) {
    this.#color = color;
    this.#show();
    if (this.#clock.control.kind === 'per_move') this.#lowTime.skip(color);
  }

  /**
   * A player has moved, perhaps while the page was hidden.
   * @param {Color} color
   * @param {Color} next the player to move now
   */
  press(color, next) {
    this.#color = next;
    if (!this.timed) return;
    const now = this.#platform.now();
    this.#clock.start(color, now); // on a hidden page it had stopped
    this.#clock.press(now, next);
    if (this.#platform.isHidden()) this.#clock.stop(now);
    if (this.#clock.control.kind === 'per_move') this.#lowTime.skip(next);
  }

  /** Stop the clock: the game is over, or is no longer played here. */
  stop() {
    this.#color = null;
    this.#pause();
  }

  /** Give back the time that passed while the computer was asleep. */
  wake() {
    const now = this.#platform.now();
    const color = this.#clock.running;
    if (color && now - this.#lastTick > SLEEP_MS) {
      this.#clock.stop(this.#lastTick);
      this.#clock.start(color, now);
    }
    this.#lastTick = now;
  }

  /** Return the state of the clock as if it stopped now; null in an untimed game. */
  state() {
    if (!this.timed) return null;
    const copy = this.#clock.copy();
    copy.stop(this.#platform.now());
    const state = copy.state();
    copy.free();
    return state;
  }

  /**
   * End the game if the time of the player to move is over; return whether it was.
   * @param {import('../core/game.js').Game} game
   */
  flag(game) {
    return this.#clock.flag(game, this.#platform.now());
  }

  /** Stop all timers and listeners. */
  close() {
    this.#stopTimer();
    for (const end of this.#ends) end();
  }

  #show() {
    if (!this.timed || this.#color === null || this.#platform.isHidden()) return;
    const now = this.#platform.now();
    this.#lastTick = now;
    this.#clock.start(this.#color, now);
    this.#endTimer ??= this.#platform.every(TICK_MS, () => this.#tick());
  }

  #hide() {
    if (!this.timed || this.#color === null) return;
    this.#pause();
    this.#callbacks.rest();
  }

  #pause() {
    this.#stopTimer();
    this.#clock.stop(this.#platform.now());
  }

  #stopTimer() {
    this.#endTimer?.();
    this.#endTimer = null;
  }

  #tick() {
    this.wake();
    if (this.#callbacks.flag()) return;
    const color = this.#clock.running;
    const seconds = color && this.#lowTime.check(color);
    if (color && seconds) this.#callbacks.low(color, seconds);
    this.#callbacks.tick();
  }
}
