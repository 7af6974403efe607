/**
 * Games and progress, in the browser's own database. Each write is one transaction that is on the disk before it is
 * said to be done: a reload or a crash finds either the old or the new record, never a half. Where the browser keeps
 * nothing, the page works from memory and `problem` says so.
 */

import { COLORS } from '../core/cells.js';

/** @typedef {import('../core/cells.js').Color} Color */
/**
 * @typedef {{
 *   id: string, kind: 'engine'|'local', start: string, moves: number[], rules: Record<string, any>,
 *   players: {black: string, white: string}, level?: any, control?: any, clockState?: any,
 *   outcome: {termination: string, winner: Color|null}|null, created: number, changed: number,
 *   [other: string]: any
 * }} GameRecord
 */
/**
 * One that has no id yet.
 * @typedef {Pick<GameRecord, 'kind'|'start'|'moves'|'rules'|'players'|'outcome'|'created'|'changed'> & {[other:
 *   string]: any}} NewGame
 */
/** @typedef {'unavailable'|'full'} Problem nothing is kept at all; there is no room for more */

const DATABASE = 'sumito';
/** One step a version: what is there is carried along. @type {((database: IDBDatabase) => void)[]} */
const STEPS = [
  (database) => {
    database.createObjectStore('games', { keyPath: 'id' }).createIndex('changed', 'changed');
    database.createObjectStore('progress');
  },
];

/** @param {unknown} value */
const isTime = (value) => typeof value === 'number' && !Number.isNaN(new Date(value).getTime());

/**
 * Whether pages can show it. What else is found is left alone: it may be of a newer version of the site.
 * @param {any} kept @returns {kept is GameRecord}
 */
function isGame(kept) {
  const { kind, side, level, start, moves, players, outcome, created, changed } = kept;
  return (
    (kind === 'local' ||
      (kind === 'engine' && COLORS.includes(side) && Number.isInteger(level) && level >= 1 && level <= 12)) &&
    typeof start === 'string' &&
    Array.isArray(moves) &&
    moves.every(Number.isInteger) &&
    COLORS.every((color) => typeof players?.[color] === 'string') &&
    isTime(created) &&
    isTime(changed) &&
    (outcome === null || (typeof outcome?.termination === 'string' && [null, ...COLORS].includes(outcome.winner)))
  );
}

/** @param {unknown} error @returns {Problem} */
const problemOf = (error) =>
  error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'unavailable';

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @returns {Promise<IDBDatabase>} */
async function openDatabase() {
  const request = indexedDB.open(DATABASE, STEPS.length);
  request.onupgradeneeded = ({ oldVersion }) => {
    for (const step of STEPS.slice(oldVersion)) step(request.result);
  };
  return done(request);
}

class Store {
  /** @type {IDBDatabase|null} */
  #database = null;
  /** What could not be written: read before the database. @type {Record<'games'|'progress', Map<string, any>>} */
  #memory = { games: new Map(), progress: new Map() };
  /** @type {Set<() => void>} */
  #listeners = new Set();
  #channel = openChannel('sumito.store');
  /** @type {Problem|null} */
  problem = null;

  /** @param {IDBDatabase|null} database */
  constructor(database) {
    this.#database = database;
    if (!database) this.problem = 'unavailable';
    // A newer version of the site in another tab needs the database: let it go, and open it again when it is needed.
    else this.#letGo(database);
    if (this.#channel) this.#channel.onmessage = () => this.#tell();
  }

  /**
   * Keeps a game; one without an id gets one. It is on the disk when the promise holds.
   * @param {Omit<GameRecord, 'id'|'created'|'changed'> & Partial<GameRecord>} record
   * @returns {Promise<string>} the id
   */
  async saveGame(record) {
    const now = Date.now();
    const id = record.id ?? newId();
    await this.#put('games', id, structuredClone({ ...record, id, created: record.created ?? now, changed: now }));
    return id;
  }

  /**
   * Adds games, all at once.
   * @param {NewGame[]} games
   * @returns {Promise<boolean>} whether they are here now; if not, none is, and `problem` says why
   */
  async addGames(games) {
    const added = games.map((game) => ({ ...game, id: newId() }));
    try {
      if (this.#database)
        await this.#write('games', (store) => {
          for (const game of added) store.put(game);
        });
      else for (const game of added) this.#memory.games.set(game.id, game);
    } catch (error) {
      this.problem = problemOf(error);
      return false;
    }
    this.#changed();
    return true;
  }

  /**
   * Keeps a game that was kept before, unless it has been deleted since.
   * @param {GameRecord} record
   * @returns {Promise<boolean>} whether it is still there
   */
  async updateGame(record) {
    const { id } = record,
      value = structuredClone({ ...record, changed: Date.now() });
    let there = true;
    await this.#put('games', id, value, (games) => {
      if (this.#memory.games.has(id)) return void games.put(value);
      const known = games.getKey(id);
      known.onsuccess = () => {
        there = known.result !== undefined;
        if (there) games.put(value);
      };
    });
    return there;
  }

  /** Whether a game is on the disk as it was written last. @param {string} id */
  keeps(id) {
    return this.#database !== null && !this.#memory.games.has(id);
  }

  /** All games, the last touched first. @returns {Promise<GameRecord[]>} */
  async games() {
    const kept = await this.#read('games', (store) => store.getAll()).catch(() => void (this.problem = 'unavailable'));
    const all = new Map((kept ?? []).filter(isGame).map((/** @type {GameRecord} */ game) => [game.id, game]));
    for (const [id, game] of this.#memory.games) all.set(id, game);
    return [...all.values()].sort((a, b) => b.changed - a.changed);
  }

  /** @param {string} id @returns {Promise<GameRecord|null>} */
  async game(id) {
    const kept = this.#memory.games.get(id) ?? (await this.#read('games', (store) => store.get(id)));
    return kept && isGame(kept) ? kept : null;
  }

  /** @param {string} id */
  async removeGame(id) {
    this.#memory.games.delete(id);
    await this.#write('games', (store) => store.delete(id));
    this.#changed();
  }

  /** @param {string} name @returns {Promise<any>} null where there is none yet */
  async progress(name) {
    return this.#memory.progress.get(name) ?? (await this.#read('progress', (store) => store.get(name))) ?? null;
  }

  /** @param {string} name @param {any} value */
  async setProgress(name, value) {
    await this.#put('progress', name, structuredClone(value));
  }

  /** How many bytes the site uses here, and of how many; null where the browser does not say. */
  async usage() {
    const { usage, quota } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {};
    return usage === undefined || quota === undefined ? null : { used: usage, quota };
  }

  /** Whether the browser has promised not to clear it by itself. @returns {Promise<boolean>} */
  async lasting() {
    return (await navigator.storage?.persisted?.().catch(() => false)) ?? false;
  }

  /** Asks the browser for that promise. @returns {Promise<boolean>} */
  async askToLast() {
    return (await navigator.storage?.persist?.().catch(() => false)) ?? false;
  }

  /**
   * @param {() => void} callback called when something was written, here or in another tab
   * @returns {() => void} ends it
   */
  on(callback) {
    this.#listeners.add(callback);
    return () => void this.#listeners.delete(callback);
  }

  /**
   * @param {'games'|'progress'} name
   * @param {string} key
   * @param {any} value
   * @param {(store: IDBObjectStore) => unknown} [run]
   */
  async #put(name, key, value, run = (store) => store.put(value, ...(store.keyPath ? [] : [key]))) {
    try {
      if (!this.#database) throw new DOMException('no database', 'InvalidStateError');
      await this.#write(name, run);
      this.#memory[name].delete(key);
      if (this.#memory.games.size + this.#memory.progress.size === 0) this.problem = null;
    } catch (error) {
      this.#memory[name].set(key, value);
      this.problem = problemOf(error);
    }
    this.#changed();
  }

  /**
   * @template T
   * @param {'games'|'progress'} name
   * @param {(store: IDBObjectStore) => IDBRequest<T>} run
   * @returns {Promise<T|undefined>}
   */
  async #read(name, run) {
    if (!this.#database) return undefined;
    return done(run((await this.#transaction(name, 'readonly')).objectStore(name)));
  }

  /** @param {'games'|'progress'} name @param {(store: IDBObjectStore) => unknown} run @returns {Promise<void>} */
  async #write(name, run) {
    if (!this.#database) return;
    const transaction = await this.#transaction(name, 'readwrite');
    await new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(undefined);
      transaction.onerror = transaction.onabort = () => reject(transaction.error);
      run(transaction.objectStore(name));
    });
  }

  /** @param {string} name @param {IDBTransactionMode} mode */
  async #transaction(name, mode) {
    const options = { durability: /** @type {const} */ ('strict') };
    try {
      return /** @type {IDBDatabase} */ (this.#database).transaction(name, mode, options);
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
      this.#letGo((this.#database = await openDatabase())); // it was closed under us
      return this.#database.transaction(name, mode, options);
    }
  }

  /** @param {IDBDatabase} database */
  #letGo(database) {
    database.onversionchange = () => database.close();
  }

  #changed() {
    this.#channel?.postMessage('changed');
    this.#tell();
  }

  #tell() {
    for (const callback of this.#listeners) callback();
  }
}

/** To the other tabs; null where the browser allows none, as it may where nothing is kept. @param {string} name */
export function openChannel(name) {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}

/** Short enough for an address, and never given twice. */
function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36).padStart(2, '0'))
    .join('')
    .slice(0, 16);
}

/** @type {Promise<Store>|null} */
let opened = null;

/** The one store of this page. @returns {Promise<Store>} */
export function openStore() {
  opened ??= openDatabase().then(
    (database) => new Store(database),
    () => new Store(null),
  );
  return opened;
}
