/**
 * Games and progress in the browser's database. Each write is one transaction, and its promise resolves when the data
 * is on the disk: after a reload or a crash, a record is either the old one or the new one. If the browser cannot
 * write, the store keeps the data in memory, `problem` gives the reason, and the next successful write saves it too.
 */

import { COLORS } from '../core/cells.js';
import { browser } from '../net/platform.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../net/platform.js').Platform} Platform */
/**
 * A game. `players` has the name of each player, in the order of play; '' for none. In a game against the computer,
 * `side` is the color of the person, and a computer of this `level`, an id, plays the others. In an online game, `side`
 * is the color of this player, and `guests` has the numbers of the guests. In a game of several players at this screen,
 * `seats` has '' for each person and the level of each computer, and `lent` the names of people for whom a computer
 * plays on.
 * @typedef {{
 *   id: string, kind: 'engine'|'local'|'online'|'several', start: string, moves: number[], rules: Record<string, any>,
 *   players: Record<Color, string>, side?: any, level?: any, control?: any, clockState?: any,
 *   outcome: {termination: string, winner: Color|null}|null, created: number, changed: number,
 *   [other: string]: any
 * }} GameRecord
 */
/**
 * A game that has no id yet.
 * @typedef {Pick<GameRecord, 'kind'|'start'|'moves'|'rules'|'players'|'outcome'|'created'|'changed'> & {[other:
 *   string]: any}} NewGame
 */
/**
 * All games and progress as they are kept, also what this version cannot show.
 * @typedef {{games: any[], progress: Record<string, any>}} Everything
 */
/** @typedef {'unavailable'|'full'} Problem the browser keeps nothing; there is no room for more */

const DATABASE = 'sumito';
/**
 * One step for each version of the database. A step keeps the data of the version before.
 * @type {((database: IDBDatabase) => void)[]}
 */
const STEPS = [
  (database) => {
    database.createObjectStore('games', { keyPath: 'id' }).createIndex('changed', 'changed');
    database.createObjectStore('progress');
  },
];

/** @param {unknown} value */
const isTime = (value) => typeof value === 'number' && !Number.isNaN(new Date(value).getTime());

/** Whether every key is a known color and every value a name. @param {any} players @param {readonly Color[]} colors */
function arePlayers(players, colors) {
  const names = Object.entries(players ?? {});
  const known = names.every(
    ([color, name]) => colors.includes(/** @type {Color} */ (color)) && typeof name === 'string',
  );
  return known && names.length >= 2;
}

/**
 * Whether the pages can show a record. Other records stay in the database: a newer version of the site may have written
 * them.
 * @param {any} kept @param {readonly Color[]} colors @returns {kept is GameRecord}
 */
function isGame(kept, colors) {
  const { kind, side, level, seats, start, moves, players, outcome, created, changed } = kept;
  if (!arePlayers(players, colors)) return false;
  return (
    (kind === 'local' ||
      (kind === 'several' && typeof seats === 'object') ||
      (kind === 'online' && outcome !== null) ||
      (kind === 'engine' && side in players && typeof level === 'string' && /^[a-z][a-z0-9-]*$/.test(level))) &&
    typeof start === 'string' &&
    Array.isArray(moves) &&
    moves.every(Number.isInteger) &&
    isTime(created) &&
    isTime(changed) &&
    (outcome === null ||
      (typeof outcome?.termination === 'string' && (outcome.winner === null || outcome.winner in players)))
  );
}

/**
 * Return a record with the id of its level. Version 0.1 kept the number of the level.
 * @template {GameRecord|undefined} T @param {T} kept @returns {T}
 */
const withLevelId = (kept) =>
  kept && Number.isInteger(kept.level) && kept.level >= 1 && kept.level <= 12
    ? { ...kept, level: `r1-${kept.level}` }
    : kept;

/**
 * Return whether both are lists of the same moves. Kept records can be of any version.
 * @param {any} here @param {any} there
 */
export const sameMoves = (here, there) =>
  Array.isArray(here) &&
  Array.isArray(there) &&
  here.length === there.length &&
  here.every((move, i) => move === there[i]);

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

/** @param {Platform} platform @returns {Promise<IDBDatabase>} */
async function openDatabase(platform) {
  const request = platform.indexedDB.open(DATABASE, STEPS.length);
  request.onupgradeneeded = ({ oldVersion }) => {
    for (const step of STEPS.slice(oldVersion)) step(request.result);
  };
  return done(request);
}

export class Store {
  #platform;
  #colors;
  /** @type {IDBDatabase|null} */
  #database = null;
  /**
   * Data that could not be written. It is newer than the database.
   * @type {Record<'games'|'progress', Map<string, any>>}
   */
  #memory = { games: new Map(), progress: new Map() };
  /** @type {Set<() => void>} */
  #listeners = new Set();
  /** @type {Set<() => void>} */
  #clearings = new Set();
  #channel;
  /** @type {Problem|null} */
  problem = null;
  /** @type {Problem|null} */ #lastProblem = null;

  /** @param {Platform} platform @param {readonly Color[]} colors that games can have @returns {Promise<Store>} */
  static async open(platform, colors = COLORS) {
    const database = await openDatabase(platform).catch(() => null);
    return new Store(database, platform, colors);
  }

  /**
   * Use Store.open().
   * @param {IDBDatabase|null} database
   * @param {Platform} platform
   * @param {readonly Color[]} colors
   */
  constructor(database, platform, colors) {
    this.#database = database;
    this.#platform = platform;
    this.#colors = colors;
    this.#channel = platform.openChannel('sumito.store');
    this.#channel?.addEventListener('message', () => this.#tell());
    if (database) this.#letGo(database);
    else this.problem = 'unavailable';
  }

  /** Return the problem if it is new since the last call; otherwise null. */
  newProblem() {
    const [last, now] = [this.#lastProblem, this.problem];
    this.#lastProblem = now;
    return now === last ? null : now;
  }

  /**
   * Save a game. A game without an id gets one.
   * @param {Omit<GameRecord, 'id'|'created'|'changed'> & Partial<GameRecord>} record
   * @returns {Promise<string>} the id
   */
  async saveGame(record) {
    const now = this.#platform.date();
    const id = record.id ?? newId();
    const value = structuredClone({ ...record, id, created: record.created ?? now, changed: now });
    await this.#put('games', id, () => value);
    return id;
  }

  /**
   * Add all of the games, or none of them.
   * @param {NewGame[]} games
   * @returns {Promise<boolean>} false if none was added; then `problem` gives the reason
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
   * Save a game that was saved before, unless it has been deleted since.
   * @param {GameRecord} record
   * @returns {Promise<boolean>} false if it has been deleted
   */
  async updateGame(record) {
    const { id } = record;
    const value = structuredClone({ ...record, changed: this.#platform.date() });
    let there = true;
    await this.#put(
      'games',
      id,
      () => value,
      (games) => {
        if (this.#memory.games.has(id)) return void games.put(value);
        const known = games.getKey(id);
        known.onsuccess = () => {
          there = known.result !== undefined;
          if (there) games.put(value);
        };
      },
    );
    return there;
  }

  /** Whether the last version of a game is on the disk. @param {string} id */
  keeps(id) {
    return this.#database !== null && !this.#memory.games.has(id);
  }

  /** Return all games, the last changed first. @returns {Promise<GameRecord[]>} */
  async games() {
    const kept = await this.#read('games', (store) => store.getAll()).catch(() => void (this.problem = 'unavailable'));
    const all = new Map(
      (kept ?? [])
        .map(withLevelId)
        .filter((game) => isGame(game, this.#colors))
        .map((game) => [game.id, game]),
    );
    for (const [id, game] of this.#memory.games) all.set(id, game);
    return [...all.values()].sort((a, b) => b.changed - a.changed);
  }

  /** @param {string} id @returns {Promise<GameRecord|null>} */
  async game(id) {
    const kept = this.#memory.games.get(id) ?? withLevelId(await this.#read('games', (store) => store.get(id)));
    return kept && isGame(kept, this.#colors) ? kept : null;
  }

  /** @param {string} id */
  async removeGame(id) {
    this.#memory.games.delete(id);
    await this.#write(['games', 'progress'], (games, progress) => {
      games.delete(id);
      progress.delete(reviewName(id));
    });
    this.#changed();
  }

  /** Return the review of a game; null if there is none. @param {string} id @returns {Promise<any>} */
  async review(id) {
    return this.progress(reviewName(id));
  }

  /**
   * Keep the review of a game beside it, and its summary in the record, for lists. The game keeps its date.
   * @param {string} id of a game; one that was deleted, or has other moves than the summary, gets no review
   * @param {any} review
   * @param {{moves: number[], [other: string]: any}} summary
   */
  async keepReview(id, review, summary) {
    await this.#write(['games', 'progress'], (games, progress) => {
      const found = games.get(id);
      found.onsuccess = () => {
        if (!sameMoves(found.result?.moves, summary.moves)) return;
        games.put({ ...found.result, review: summary });
        progress.put(review, reviewName(id));
      };
    });
    this.#changed();
  }

  /** @param {string} name @returns {Promise<any>} null if there is none yet */
  async progress(name) {
    return this.#memory.progress.get(name) ?? (await this.#read('progress', (store) => store.get(name))) ?? null;
  }

  /** @param {string} name @param {any} value */
  async setProgress(name, value) {
    const kept = structuredClone(value);
    await this.#put('progress', name, () => kept);
  }

  /**
   * Change progress in one transaction, so that no other tab can write in between. The change is usually saved even if
   * the user leaves the page immediately.
   * @param {string} name
   * @param {(kept: any) => any} change gets null if there is no progress yet, or if it cannot be read. In the second
   *   case, the next successful write replaces the progress on the disk with what this returns
   */
  async changeProgress(name, change) {
    /** @type {any} */ let value;
    const changed = (/** @type {any} */ found) => (value = change(this.#memory.progress.get(name) ?? found ?? null));
    /** @param {IDBObjectStore} progress */
    const run = (progress) => {
      const found = progress.get(name);
      found.onsuccess = () => progress.put(changed(found.result), name);
    };
    await this.#put('progress', name, () => value ?? changed(null), run);
  }

  /** @returns {Promise<Everything>} */
  async everything() {
    if (!this.#database) return this.#withMemory([], {});
    const transaction = await this.#transaction(['games', 'progress'], 'readonly');
    return new Promise((resolve, reject) => {
      transaction.onerror = transaction.onabort = () => reject(transaction.error);
      this.#readAll(transaction.objectStore('games'), transaction.objectStore('progress'), resolve);
    });
  }

  /**
   * Write games and progress in one transaction, so that no other tab can write in between: all of them, or none.
   * @template {Everything} T
   * @param {(here: Everything) => T} change returns what must be written
   * @returns {Promise<T>} what it returned
   */
  async changeAll(change) {
    if (!this.#database) throw new DOMException('no database', 'InvalidStateError');
    /** @type {any} */ let changed;
    await this.#write(['games', 'progress'], (games, progress) =>
      this.#readAll(games, progress, (here) => {
        changed = change(here);
        for (const game of changed.games) games.put(game);
        for (const [name, value] of Object.entries(changed.progress)) progress.put(value, name);
      }),
    );
    for (const { id } of changed.games) this.#memory.games.delete(id);
    for (const name of Object.keys(changed.progress)) this.#memory.progress.delete(name);
    this.#changed();
    return changed;
  }

  /**
   * Read everything in a transaction.
   * @param {IDBObjectStore} games @param {IDBObjectStore} progress @param {(all: Everything) => unknown} then
   */
  #readAll(games, progress, then) {
    const [records, names, values] = [games.getAll(), progress.getAllKeys(), progress.getAll()];
    values.onsuccess = () => {
      const kept = Object.fromEntries(names.result.map((name, i) => [name, values.result[i]]));
      then(this.#withMemory(records.result, kept));
    };
  }

  /**
   * Return this content of the database, with the data that could not be written.
   * @param {any[]} games @param {Record<string, any>} progress
   */
  #withMemory(games, progress) {
    const all = new Map(games.map((game) => [game.id, game]));
    for (const [id, game] of this.#memory.games) all.set(id, game);
    return { games: [...all.values()], progress: { ...progress, ...Object.fromEntries(this.#memory.progress) } };
  }

  /** Return the bytes that the site uses, and the bytes that it can use; null if the browser does not tell. */
  async usage() {
    const { usage, quota } = (await this.#platform.storage.estimate?.().catch(() => null)) ?? {};
    return usage === undefined || quota === undefined ? null : { used: usage, quota };
  }

  /** Return whether the browser has promised to keep the data. @returns {Promise<boolean>} */
  async lasting() {
    return (await this.#platform.storage.persisted?.().catch(() => false)) ?? false;
  }

  /** Whether the browser can be asked to keep the data. */
  get canAskToLast() {
    return Boolean(this.#platform.storage.persist);
  }

  /** Ask the browser to keep the data. @returns {Promise<boolean>} */
  async askToLast() {
    return (await this.#platform.storage.persist?.().catch(() => false)) ?? false;
  }

  /**
   * @param {() => void} callback called when this or another tab has written something
   * @returns {() => void} ends it
   */
  on(callback) {
    this.#listeners.add(callback);
    return () => void this.#listeners.delete(callback);
  }

  /**
   * @param {() => void} callback called when the user or the browser has cleared the database
   * @returns {() => void} ends it
   */
  onClear(callback) {
    this.#clearings.add(callback);
    return () => void this.#clearings.delete(callback);
  }

  /**
   * @param {'games'|'progress'} name
   * @param {string} key
   * @param {() => any} value returns the value of the key: to write, or to keep in memory after a failure
   * @param {(store: IDBObjectStore) => unknown} [run]
   */
  async #put(name, key, value, run = (store) => store.put(value(), ...(store.keyPath ? [] : [key]))) {
    try {
      if (!this.#database) throw new DOMException('no database', 'InvalidStateError');
      await this.#write(name, run);
    } catch (error) {
      this.#memory[name].set(key, value());
      this.problem = problemOf(error);
      return this.#changed();
    }
    this.#memory[name].delete(key);
    await this.#writeMemory().catch((error) => void (this.problem = problemOf(error)));
    this.#changed();
  }

  /** Write what could not be written before. */
  async #writeMemory() {
    for (const name of /** @type {const} */ (['games', 'progress'])) {
      for (const [key, value] of this.#memory[name]) {
        await this.#write(name, (store) => store.put(value, ...(store.keyPath ? [] : [key])));
        if (this.#memory[name].get(key) === value) this.#memory[name].delete(key);
      }
    }
    if (this.#memory.games.size + this.#memory.progress.size === 0) this.problem = null;
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

  /**
   * @param {'games'|'progress'|('games'|'progress')[]} names
   * @param {(...stores: IDBObjectStore[]) => unknown} run
   * @returns {Promise<void>}
   */
  async #write(names, run) {
    if (!this.#database) return;
    const transaction = await this.#transaction(names, 'readwrite');
    await new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(undefined);
      transaction.onerror = transaction.onabort = () => reject(transaction.error);
      run(...[names].flat().map((name) => transaction.objectStore(name)));
    });
  }

  /** @param {string|string[]} names @param {IDBTransactionMode} mode */
  async #transaction(names, mode) {
    const options = { durability: /** @type {const} */ ('strict') };
    try {
      return /** @type {IDBDatabase} */ (this.#database).transaction(names, mode, options);
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
      this.#letGo((this.#database = await openDatabase(this.#platform))); // see #letGo
      return this.#database.transaction(names, mode, options);
    }
  }

  /**
   * Close the database if a newer version of the site in another tab needs it, or if it is deleted. Browsers that clear
   * the data of a site close it themselves.
   * @param {IDBDatabase} database
   */
  #letGo(database) {
    const cleared = () => this.#clearings.forEach((callback) => callback());
    database.onversionchange = ({ newVersion }) => {
      database.close();
      if (newVersion === null) cleared();
    };
    database.onclose = cleared;
  }

  #changed() {
    this.#channel?.postMessage('changed');
    this.#tell();
  }

  #tell() {
    for (const callback of this.#listeners) callback();
  }
}

/** Return the name under which the review of a game is kept. @param {string} id */
export const reviewName = (id) => `review.${id}`;

/** Return a new id, short enough for an address. */
function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36).padStart(2, '0'))
    .join('')
    .slice(0, 16);
}

/** @type {Promise<Store>|null} */
let opened = null;

/** Return the store of this page. @returns {Promise<Store>} */
export function openStore(colors = COLORS) {
  opened ??= Store.open(browser, colors);
  return opened;
}
