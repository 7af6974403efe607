/** A game that is played on this machine and saved in this browser after every ply. */
import { History } from './history.js';
import { Keeper } from './keeper.js';
import { seatTerms } from './several_terms.js';
import { Listeners } from '../net/listeners.js';
import { Ticker } from './ticker.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../core/core.js').Core} Core */
/** @typedef {import('../net/platform.js').Platform} Platform */
/** @typedef {import('../shell/store.js').GameRecord} GameRecord */
/** @typedef {import('./claims.js').Claims} Claims */
/** @typedef {import('./keeper.js').Store} Store */
/** @typedef {import('./keeper.js').Terms} Terms */
/** @typedef {import('./session.js').Session} Session */
/** @typedef {{core: Pick<Core, 'game'|'clock'>, store: Store, claims: Claims, platform: Platform}} Surroundings */

/** @implements {Session} */
export class LocalSession {
  #core;
  #record;
  #game;
  /** @type {History} */ #history;
  #clock;
  #ticker;
  #keeper;
  /** @type {Listeners<import('./session.js').Events>} */ #listeners = new Listeners();

  /** @param {Surroundings} surroundings @param {Terms} record of a new game, or of one that goes on */
  constructor({ core, store, claims, platform }, record) {
    this.#core = core;
    this.#record = record;
    this.#game = core.game(record.start, record.rules);
    this.#history = new History(this.#game);
    for (const number of record.moves) {
      if (!this.#history.play(number)) throw new RangeError(`move ${number} is not legal in ${this.#game.position()}`);
    }
    this.#clock = core.clock(record.control ?? { kind: 'untimed' }, this.#game.players);
    if (record.clockState) this.#clock.restore({ ...record.clockState, runs: false, since: 0 });
    if (record.outcome) this.#game.declare(record.outcome);
    this.#ticker = new Ticker(this.#clock, this.#game.players, platform, {
      tick: () => this.#listeners.send('clock'),
      low: (color, seconds) => this.#listeners.send('low', color, seconds),
      flag: () => this.#flag(),
      rest: () => (this.plies.length > 0 || record.id) && this.#save(),
    });
    this.#keeper = new Keeper({ store, claims, platform }, record, {
      saved: () => this.#listeners.send('change'),
      away: (why) => this.#leave(why),
      problem: (problem) => this.#listeners.send('problem', problem),
    });
    if (!this.outcome) this.#ticker.start(this.#game.turn);
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
  get plies() {
    return this.#history.plies;
  }
  get last() {
    return this.plies.at(-1) ?? null;
  }
  get outcome() {
    return this.#game.outcome;
  }
  get timed() {
    return this.#ticker.timed;
  }
  get running() {
    return this.#ticker.running;
  }
  get away() {
    return this.#keeper.away;
  }
  get saved() {
    return this.#keeper.saved;
  }
  /** A move on this machine is played at once. */
  get pending() {
    return null;
  }

  /** @param {import('../net/protocol.js').CommandKind} kind */
  can(kind) {
    if (this.away) return false;
    // A game that was lost on time stays lost.
    if (kind === 'ask_takeback') return this.plies.length > 0 && this.outcome?.termination !== 'time';
    return !this.outcome && (kind === 'move' || kind === 'offer_draw' || kind === 'resign');
  }

  explainOutcome() {
    return this.#game.explainOutcome();
  }

  /** @param {number} ply */
  positionAfter(ply) {
    return this.#history.positionAfter(ply);
  }

  /** @param {Color} color */
  remaining(color) {
    return this.#ticker.remaining(color);
  }

  async nameInAddress() {
    await this.saved;
    if (this.#keeper.isKept) return /** @type {string} */ (this.#record.id);
    const { gameWriter } = await import('../study/kept_record.js');
    return (await gameWriter(/** @type {Core} */ (this.#core)))(/** @type {GameRecord} */ (this.#record));
  }

  /** @type {Session['on']} */
  on(name, callback) {
    return this.#listeners.add(name, callback);
  }

  /** @param {number} number @returns {'accepted'|'refused'} */
  play(number) {
    this.#ticker.wake();
    if (this.away || this.#flag() || this.outcome) return 'refused';
    const ply = this.#history.play(number);
    if (!ply) return 'refused';
    this.#ticker.press(ply.color, this.#game.turn);
    this.#save();
    this.#listeners.send('move', ply);
    if (this.outcome) this.#finish();
    this.#listeners.send('change');
    return 'accepted';
  }

  /** @param {number} plies */
  undo(plies) {
    if (!this.can('ask_takeback')) return;
    const undone = this.#history.undo(plies);
    if (!undone.length) return;
    this.#ticker.start(this.#game.turn);
    this.#save();
    this.#listeners.send('undo', undone);
    this.#listeners.send('change');
  }

  /** @param {Color} color */
  resign(color) {
    if (!this.away && this.#game.resign(color)) this.#left(color);
  }

  /** Let a computer play on for a person. @param {Color} color @param {string} level its id */
  handOver(color, level) {
    if (this.away || this.outcome) return;
    const { players, seats } = this.#record;
    Object.assign(this.#record, seatTerms({ ...seats, [color]: level }));
    this.#record.players = { ...players, [color]: '' };
    this.#save();
    this.#listeners.send('change');
  }

  agreeDraw() {
    if (!this.away && this.#game.agreeDraw()) this.#end();
  }

  /** The other commands are for online games. */
  command() {}

  restore() {
    if (this.away !== 'unsaved') return;
    this.#keeper.restore(this.#state());
    if (!this.outcome) this.#ticker.start(this.#game.turn);
    this.#listeners.send('back');
    this.#listeners.send('change');
  }

  close() {
    this.#ticker.close();
    this.#keeper.close();
    this.#listeners.clear();
  }

  #flag() {
    const { running } = this.#ticker;
    if (!running || !this.#ticker.flag(this.#game)) return false;
    this.#left(running);
    return true;
  }

  /** A player has resigned, or has no time left. With two players the game is over, of several the others play on. */
  #left(/** @type {Color} */ color) {
    const ply = this.#history.leave(color);
    if (this.outcome) return this.#end();
    this.#ticker.start(this.#game.turn);
    this.#save();
    if (ply) this.#listeners.send('move', ply);
    return this.#listeners.send('change');
  }

  /** The game has ended without a move. */
  #end() {
    this.#save();
    this.#finish();
    this.#listeners.send('change');
  }

  #finish() {
    this.#ticker.stop();
    this.#listeners.send('clock');
    this.#listeners.send('end');
  }

  /** @param {import('./keeper.js').Absence} why */
  #leave(why) {
    this.#ticker.stop();
    this.#listeners.send('clock');
    this.#listeners.send('away', why);
  }

  #save() {
    this.#keeper.save(this.#state());
  }

  #state() {
    return {
      moves: this.plies.map(({ number }) => number),
      outcome: this.outcome,
      clockState: this.#ticker.state(),
    };
  }
}
