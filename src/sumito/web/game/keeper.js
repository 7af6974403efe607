/**
 * Saves the record of a game after every change, in the order of the changes. It stops if another tab opens the game,
 * or if the game is no longer in the database. The player can then save it again.
 */

/** @typedef {import('../shell/store.js').GameRecord} GameRecord */
/** @typedef {import('../shell/store.js').Problem} Problem */
/**
 * @typedef {Pick<import('../shell/store.js').Store, 'game'|'saveGame'|'updateGame'|'keeps'|'newProblem'|'onClear'>}
 *   Store
 */
/** @typedef {import('./claims.js').Claims} Claims */
/** @typedef {Pick<import('../net/platform.js').Platform, 'date'>} Platform */
/** @typedef {{store: Store, claims: Claims, platform: Platform}} Surroundings */
/**
 * A record. A new game has no id and no date yet.
 * @typedef {Pick<GameRecord, 'kind'|'start'|'moves'|'rules'|'players'|'outcome'> & {id?: string, created?: number,
 *   [other: string]: any}} Terms
 */
/**
 * Why the game cannot be played here: another tab has opened it; it was deleted from the server; it was deleted from
 * this browser, in another tab or with all data of the site.
 * @typedef {'elsewhere'|'deleted'|'unsaved'} Absence
 */
/**
 * @typedef {object} Callbacks
 * @property {() => void} saved
 * @property {(why: Absence) => void} away
 * @property {(problem: Problem) => void} problem
 */

export class Keeper {
  #store;
  #platform;
  #record;
  #callbacks;
  #ends;
  /** @type {Promise<void>} */ #saving = Promise.resolve();
  /** @type {Absence|null} */ #away = null;

  /** @param {Surroundings} surroundings @param {Terms} record @param {Callbacks} callbacks */
  constructor({ store, claims, platform }, record, callbacks) {
    this.#store = store;
    this.#platform = platform;
    this.#record = record;
    this.#callbacks = callbacks;
    this.#ends = [
      claims.on((id) => {
        if (id === record.id) this.#leave('elsewhere');
      }),
      store.onClear(() => {
        this.#saving = this.#saving.then(() => this.#check());
      }),
    ];
  }

  /** @returns {Absence|null} */
  get away() {
    return this.#away;
  }

  /** Resolves when everything is saved. */
  get saved() {
    return this.#saving;
  }

  /** Whether the record as it is now is on the disk, once `saved` has resolved. */
  get isKept() {
    return this.#record.id !== undefined && this.#store.keeps(this.#record.id);
  }

  /**
   * Change the record and save it. A game that was deleted is not saved again.
   * @param {Partial<GameRecord>} changes
   */
  save(changes) {
    if (this.#away) return;
    Object.assign(this.#record, changes);
    const record = structuredClone(this.#record);
    this.#saving = this.#saving.then(() => this.#write(record));
  }

  /** Save a game again that was deleted. @param {Partial<GameRecord>} changes */
  restore(changes) {
    if (this.#away !== 'unsaved') return;
    this.#away = null;
    this.save(changes);
  }

  close() {
    for (const end of this.#ends) end();
  }

  /** Look whether the game is still in the database. */
  async #check() {
    const { id } = this.#record;
    if (id === undefined || this.#away) return;
    const kept = await this.#store.game(id).catch(() => null);
    if (kept === null) this.#lose();
  }

  /** @param {Terms} record as it was when the save was requested */
  async #write(record) {
    if (this.#away === 'unsaved') return;
    const { id } = this.#record; // the first save gives one
    if (id === undefined) {
      this.#record.created ??= this.#platform.date();
      this.#record.id = await this.#store.saveGame({ ...record, created: this.#record.created });
    } else {
      const { created } = this.#record;
      if (!(await this.#store.updateGame(/** @type {GameRecord} */ ({ ...record, id, created })))) {
        this.#lose();
        return;
      }
    }
    const problem = this.#store.newProblem();
    if (problem) this.#callbacks.problem(problem);
    this.#callbacks.saved();
  }

  #lose() {
    delete this.#record.id;
    this.#leave('unsaved');
  }

  /** @param {Absence} why */
  #leave(why) {
    this.#away = why;
    this.#callbacks.away(why);
  }
}
