/**
 * A game in progress: the game, its clock and what is agreed for it. It is kept after every ply, so that a reload or a
 * crash finds it where it was; while the page is hidden, closed or asleep the clock stands still. One tab plays it: the
 * one that opened it last.
 */
import { COLORS, other } from '../core/cells.js';
import { onClaim } from './claim.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../core/core.js').Core} Core */
/** @typedef {import('../core/game.js').MoveInfo} MoveInfo */
/** @typedef {import('../core/clock.js').TimeControl} TimeControl */
/** @typedef {import('../shell/store.js').GameRecord} GameRecord */
/** @typedef {Awaited<ReturnType<typeof import('../shell/store.js').openStore>>} Store */
/**
 * A record, of which a new game has only what was agreed.
 * @typedef {Pick<GameRecord, 'kind'|'start'|'moves'|'rules'|'players'|'outcome'> & {id?: string, created?: number,
 *   [other: string]: any}} Agreed
 */
/** @typedef {{number: number, text: string, info: MoveInfo, color: Color}} Played a ply as it was played */
/** @typedef {{black: number[], white: number[], score: Record<Color, number>}} Marbles */
/**
 * @typedef {{move: (played: Played) => void, undo: (undone: Played[]) => void, end: () => void, clock: () => void,
 *   low: (color: Color, seconds: number) => void, change: () => void,
 *   away: (why: 'elsewhere'|'deleted') => void, unkept: (problem: import('../shell/store.js').Problem) => void}} Events
 */

const TICK = 100; // ms
/** So long without a tick, in ms, the machine was asleep. */
const ASLEEP = 5000;
/** What is left when it is said, in seconds. */
const LOW = [60, 30, 10];
/** Once a page is enough. @type {string|null} */
let toldProblem = null;

export class Session {
  #core;
  #store;
  #record;
  #game;
  #clock;
  /** @type {Played[]} */ #played = [];
  /** The marbles after so many plies. @type {Marbles[]} */ #marbles = [];
  /** @type {Map<keyof Events, Set<(...given: any[]) => void>>} */ #listeners = new Map();
  /** @type {ReturnType<typeof setInterval>|null} */ #timer = null;
  /** The lowest warning that was given, or was past before. @type {Record<Color, number>} */ #warned = {
    black: Infinity,
    white: Infinity,
  };
  #saving = Promise.resolve();
  #ticked = 0;
  /** @type {'elsewhere'|'deleted'|null} */ #away = null;
  #ends = new AbortController();

  /** @param {Core} core @param {Store} store @param {Agreed} record of a new game, or of one that goes on */
  constructor(core, store, record) {
    this.#core = core;
    this.#store = store;
    this.#record = record;
    this.#game = core.game(record.start, record.rules);
    this.#marbles.push(this.#standing());
    for (const number of record.moves) {
      if (!this.#add(number)) throw new RangeError(`move ${number} is not legal in ${this.#game.position()}`);
    }
    this.#clock = core.clock(record.control ?? { kind: 'untimed' });
    if (record.clockState) this.#clock.restore({ ...record.clockState, runs: false, since: 0 });
    if (record.outcome) this.#declare(record.outcome);
    for (const color of COLORS) this.#startWarnings(color);
    this.#run();
    const options = { signal: this.#ends.signal };
    addEventListener('pagehide', () => this.#hide(), options);
    document.addEventListener('visibilitychange', () => (isHidden() ? this.#hide() : this.#run()), options);
    onClaim((id) => {
      if (id === this.#record.id) this.#leave('elsewhere');
    }, this.#ends.signal);
  }

  get game() {
    return this.#game;
  }
  get clock() {
    return this.#clock;
  }
  get record() {
    return this.#record;
  }
  get outcome() {
    return this.#game.outcome;
  }
  /** The plies so far. @returns {readonly Played[]} */
  get played() {
    return this.#played;
  }
  /** @returns {Played|null} */
  get last() {
    return this.#played.at(-1) ?? null;
  }
  /** Where the marbles stood after so many plies. @param {number} ply */
  marblesAfter(ply) {
    return this.#marbles[ply];
  }
  get timed() {
    return this.#clock.control.kind !== 'untimed';
  }
  /** Why nothing more can be done with the game here: another tab has taken it, or it was deleted there. */
  get away() {
    return this.#away;
  }
  /** Time that is over stays over. */
  get mayUndo() {
    return !this.#away && this.#played.length > 0 && this.outcome?.termination !== 'time';
  }
  /** Fulfilled when all is on the disk. */
  get saved() {
    return this.#saving;
  }

  /**
   * What stands for the game in an address: its id, or all of it where the browser could not keep it.
   * @returns {Promise<string>}
   */
  async nameInAddress() {
    await this.#saving;
    const { id } = this.#record;
    if (id && this.#store.keeps(id)) return id;
    const { gameWriter } = await import('../study/kept_record.js');
    return (await gameWriter(this.#core))(/** @type {GameRecord} */ (this.#record));
  }

  /** What is left to a player in ms; null in an untimed game. @param {Color} color */
  remaining(color) {
    return this.#clock.remaining(color, performance.now());
  }

  /** @template {keyof Events} K @param {K} name @param {Events[K]} callback @returns {() => void} ends it */
  on(name, callback) {
    const callbacks = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, callbacks.add(callback));
    return () => void callbacks.delete(callback);
  }

  /** @param {number} number @returns {boolean} whether it was played */
  play(number) {
    this.#wake();
    if (this.#away || this.#fallen() || this.outcome || !this.#add(number)) return false;
    const played = /** @type {Played} */ (this.last);
    this.#press(played.color);
    if (this.#clock.control.kind === 'per_move') this.#startWarnings(this.#game.turn);
    this.#save();
    this.#tell('move', played);
    if (this.outcome) this.#finish();
    this.#tell('change');
    return true;
  }

  /** Takes back so many plies, and an end that was declared after them. @param {number} plies */
  undo(plies) {
    if (!this.mayUndo) return;
    const wasOver = this.outcome !== null;
    /** @type {Played[]} */ const undone = [];
    for (; plies > 0 && this.#played.length; plies--) {
      this.#game.undo();
      undone.push(/** @type {Played} */ (this.#played.pop()));
      this.#marbles.pop();
    }
    if (!undone.length) return;
    if (wasOver || undone.length % 2) this.#clock.stop(performance.now());
    this.#run();
    if (this.#clock.control.kind === 'per_move') this.#startWarnings(this.#game.turn);
    this.#save();
    this.#tell('undo', undone);
    this.#tell('change');
  }

  /** @param {Color} color */
  resign(color) {
    if (!this.#away && this.#game.resign(color)) this.#over();
  }

  agreeDraw() {
    if (!this.#away && this.#game.agreeDraw()) this.#over();
  }

  /** Nothing of it goes on: another game takes its place. */
  close() {
    this.#stopTimer();
    this.#ends.abort();
    this.#listeners.clear();
  }

  // ------------------------------------------------------------------------------------------------------------ inside

  /** @param {number} number */
  #add(number) {
    const game = this.#game,
      info = game.move(number),
      color = game.turn;
    const text = game.isLegal(number) ? game.writeMove(number) : '';
    if (!game.play(number)) return false;
    this.#played.push({ number, text, info, color });
    this.#marbles.push(this.#standing());
    return true;
  }

  /** @returns {Marbles} */
  #standing() {
    const game = this.#game;
    return {
      black: game.marbles('black'),
      white: game.marbles('white'),
      score: { black: game.score('black'), white: game.score('white') },
    };
  }

  /** The end of a kept game, where it was declared. @param {NonNullable<GameRecord['outcome']>} outcome */
  #declare({ termination, winner }) {
    if (termination === 'resignation' && winner) this.#game.resign(other(winner));
    else if (termination === 'agreement') this.#game.agreeDraw();
    else if (termination === 'time' && this.#clock.control.kind === 'shared') this.#game.flagShared();
    else if (termination === 'time' && winner) this.#game.flag(other(winner));
  }

  #run() {
    if (!this.timed || this.outcome || this.#away || isHidden()) return;
    const now = performance.now();
    this.#ticked = now;
    if (this.#clock.running !== this.#game.turn) this.#clock.start(this.#game.turn, now);
    this.#timer ??= setInterval(() => this.#tick(), TICK);
  }

  /** @param {Color} color who has moved, perhaps while nobody looked */
  #press(color) {
    if (!this.timed) return;
    const now = performance.now();
    if (!this.#clock.running) this.#clock.start(color, now);
    this.#clock.press(now);
    if (isHidden()) this.#clock.stop(now);
  }

  #rest() {
    this.#stopTimer();
    if (this.timed) this.#clock.stop(performance.now());
  }

  #hide() {
    if (!this.timed || this.outcome || this.#away) return;
    this.#rest();
    if (this.#record.id) this.#save();
  }

  /** @param {'elsewhere'|'deleted'} why */
  #leave(why) {
    this.#rest();
    this.#away = why;
    this.#tell('clock');
    this.#tell('away', why);
  }

  /** What a machine has slept is nobody's time. */
  #wake() {
    const now = performance.now();
    if (this.#timer !== null && now - this.#ticked > ASLEEP) {
      this.#clock.stop(this.#ticked);
      this.#clock.start(this.#game.turn, now);
    }
    this.#ticked = now;
  }

  #stopTimer() {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #tick() {
    this.#wake();
    if (this.#fallen()) return;
    const color = this.#clock.running;
    if (color) this.#warn(color);
    this.#tell('clock');
  }

  /** The lowest of a few seconds that are left, if there was more at the beginning. @param {Color} color */
  #reached(color) {
    const left = (this.remaining(color) ?? Infinity) / 1000,
      whole = (this.#clock.control.time_ms ?? 0) / 1000;
    return LOW.filter((seconds) => left <= seconds && seconds < whole).at(-1) ?? Infinity;
  }

  /** @param {Color} color */
  #startWarnings(color) {
    this.#warned[color] = this.#reached(color);
  }

  /** Once for each of them in a game, or in a move that has its own time. @param {Color} color */
  #warn(color) {
    const reached = this.#reached(color);
    if (reached >= this.#warned[color]) return;
    for (const each of this.#clock.control.kind === 'shared' ? COLORS : [color]) this.#warned[each] = reached;
    this.#tell('low', color, reached);
  }

  /** Ends the game where the time is over. */
  #fallen() {
    if (!this.#clock.flag(this.#game, performance.now())) return false;
    this.#over();
    return true;
  }

  #over() {
    this.#save();
    this.#finish();
    this.#tell('change');
  }

  #finish() {
    this.#rest();
    this.#tell('clock');
    this.#tell('end');
  }

  /** The clock as it would be if it stood still now. */
  #clockState() {
    if (!this.timed) return null;
    const still = this.#clock.copy();
    still.stop(performance.now());
    const state = still.state();
    still.free();
    return state;
  }

  /** In the order of the plies; a game that was deleted in another tab is not made again. */
  #save() {
    if (this.#away) return;
    this.#record.moves = this.#played.map(({ number }) => number);
    this.#record.outcome = this.outcome;
    this.#record.clockState = this.#clockState();
    this.#saving = this.#saving.then(async () => {
      const record = this.#record;
      if (this.#away === 'deleted') return;
      if (record.id === undefined) {
        record.id = await this.#store.saveGame(record);
        record.created ??= Date.now();
      } else if (!(await this.#store.updateGame(/** @type {GameRecord} */ (record)))) {
        delete record.id;
        return this.#leave('deleted');
      }
      this.#tellProblem();
      this.#tell('change');
    });
  }

  #tellProblem() {
    const { problem } = this.#store;
    if (problem && problem !== toldProblem) this.#tell('unkept', problem);
    toldProblem = problem;
  }

  /** @param {keyof Events} name @param {...any} given */
  #tell(name, ...given) {
    for (const callback of [...(this.#listeners.get(name) ?? [])]) callback(...given);
  }
}

const isHidden = () => document.visibilityState === 'hidden';
