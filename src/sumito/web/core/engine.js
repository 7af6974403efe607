// The page's side of the search. The search runs in a worker, so it never blocks the page. stop() works with and
// without shared memory.

/** @typedef {import('./types.js').Snapshot} Snapshot */
/** @typedef {import('./limits.js').Limits} Limits */
/**
 * The moves that the engine expects. `score` is in hundredths of a marble, for the player to move. `winIn` is the plies
 * to a forced win, negative for a loss, null if neither is proved. Only games of several players have `scores`: of each
 * player, in the order of play.
 * @typedef {{score: number, winIn: number | null, depth: number, moves: number[], scores?: number[]}} Variation
 */
/**
 * The result of a search, final or so far, best variation first. `hashfull` is in thousandths. `scale` is that of the
 * scores.
 * @typedef {{nodes: number, depth: number, stopped: boolean, variations: Variation[], time_ms: number,
 *   hashfull: number, scale: number}} Analysis
 */
/** @typedef {{variations?: number, moves?: number[], onInfo?: (info: Analysis) => void}} SearchOptions */
/**
 * @typedef {{request: any, resolve: (answer: any) => void, reject: (error: Error) => void, known: Analysis | null,
 *   onInfo: ((info: Analysis) => void) | null}} PendingRequest
 */

const WAYS = /** @type {const} */ (['atomics', 'suspend', 'terminate']);

export class Engine {
  #id = 0;
  #stopped = 0;
  /** @type {Map<number, PendingRequest>} */
  #pending = new Map();
  /** @type {Worker} */
  #worker;
  #options;
  /** @type {Int32Array | null} */
  #flag = null;
  #closed = false;
  /** Whether the worker is still starting. Requests wait here until it is ready, so that a stop can reach them. */
  #opening = true;
  /** Whether the worker has failed. The next request tries a new one, because the network may be back. */
  #broken = false;

  /**
   * @param {{hashMb?: number, stopBy?: 'atomics' | 'suspend' | 'terminate', wasm?: URL,
   *   network?: URL | null}} options network: null for several players, whose engine has none;
   *   stopBy: the first way to try; a browser may support only a later one
   */
  constructor({
    hashMb = 16,
    stopBy = 'atomics',
    wasm = new URL('./engine.wasm', import.meta.url),
    network = new URL('../data/sumito.network', import.meta.url),
  } = {}) {
    // WebKitGTK says that the page is isolated, and has no shared memory.
    if (WAYS.indexOf(stopBy) < 1 && globalThis.crossOriginIsolated && typeof SharedArrayBuffer === 'function') {
      this.#flag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    }
    this.#options = { hashMb, wasm: wasm.href, network: network?.href ?? null, suspend: stopBy !== 'terminate' };
    /** How a search is stopped: atomics, suspend or terminate. It is set when the engine is ready. */
    this.how = 'terminate';
    this.#worker = this.#started();
    /**
     * Rejects if the engine cannot start. Searches then reject too, and the next one tries again.
     * @type {Promise<void>}
     */
    this.ready = this.#opened();
    this.ready.catch(() => {}); // the searches tell
  }

  #started() {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    // Ignore messages of a terminated worker.
    worker.onmessage = ({ data }) => {
      if (worker === this.#worker) this.#take(data);
    };
    worker.onerror = (event) => {
      if (worker !== this.#worker) return;
      this.#broken = true;
      this.#fail(event.message || 'the worker of the engine cannot be loaded');
    };
    return worker;
  }

  async #opened() {
    const worker = this.#worker;
    this.#opening = true;
    try {
      const { how } = await this.#ask({ do: 'open', flag: this.#flag, ...this.#options });
      this.how = how;
      this.#opening = false;
      for (const { request } of this.#pending.values()) this.#post(request);
    } catch (error) {
      if (worker === this.#worker) {
        this.#broken = true;
        this.#fail(error instanceof Error ? error.message : String(error));
      }
      throw error;
    }
  }

  /**
   * Search the position of a game. A new search stops the previous one, which resolves with its result so far.
   * @param {Snapshot} game @param {Limits} limits @param {SearchOptions} options
   * @returns {Promise<Analysis>}
   */
  async search(game, limits, { variations = 1, moves = [], onInfo } = {}) {
    this.#stopUpTo(this.#id);
    return this.#ask({ do: 'search', game, limits, variations, moves }, onInfo);
  }

  /** Stop all requested searches. They resolve with their results so far. */
  stop() {
    this.#stopUpTo(this.#id);
  }

  /** Forget all earlier searches, as before a new game. Later requests wait for it. */
  forget() {
    this.#ask({ do: 'forget' }).catch(() => {}); // the searches tell
  }

  /** Close the engine. It cannot be used any more. */
  close() {
    this.#closed = true;
    this.#worker.terminate();
    this.#fail('the engine is closed');
  }

  /** @param {number} id */
  #stopUpTo(id) {
    this.#stopped = id;
    if (this.#opening) return; // see #post
    if (this.#flag) Atomics.store(this.#flag, 0, id);
    else if (this.how === 'suspend') this.#worker.postMessage({ do: 'stop', upTo: id });
    else if (this.#searching()) this.#restart();
  }

  #searching() {
    return [...this.#pending.values()].some(({ request }) => request.do === 'search');
  }

  /** Stop by replacing the worker, which works in every browser. The engine loses its memory. */
  #restart() {
    this.#broken = false;
    this.#worker.terminate();
    const left = [...this.#pending.values()];
    this.#pending.clear();
    this.#worker = this.#started();
    this.ready = this.#opened();
    this.ready.catch(() => {});
    for (const pending of left) {
      const { request, known, resolve } = pending;
      if (request.do === 'search' && request.id <= this.#stopped && known) resolve({ ...known, stopped: true });
      else this.#send(pending);
    }
  }

  /** @param {object} request @param {((info: Analysis) => void) | null} onInfo @returns {Promise<any>} */
  #ask(request, onInfo = null) {
    if (this.#closed) return Promise.reject(new Error('the engine is closed'));
    if (this.#broken) this.#restart();
    this.#id += 1;
    const numbered = { ...request, id: this.#id };
    return new Promise((resolve, reject) => {
      this.#send({ request: numbered, resolve, reject, known: null, onInfo });
    });
  }

  /** @param {PendingRequest} pending */
  #send(pending) {
    this.#pending.set(pending.request.id, pending);
    if (!this.#opening || pending.request.do === 'open') this.#post(pending.request);
  }

  /**
   * Send a request to the worker. A search that has already been stopped is reduced to depth 1, because it needs a
   * result.
   * @param {any} request
   */
  #post(request) {
    const isStopped = request.do === 'search' && request.id <= this.#stopped;
    this.#worker.postMessage(isStopped ? { ...request, limits: { depth: 1 } } : request);
  }

  /** @param {{id: number, info?: Analysis, answer?: any, error?: string, dead?: boolean}} said */
  #take({ id, info, answer, error, dead }) {
    const pending = this.#pending.get(id);
    if (!pending) return;
    if (info) {
      pending.known = info;
      pending.onInfo?.(info);
      return;
    }
    this.#pending.delete(id);
    if (error === undefined) pending.resolve(answer);
    else pending.reject(new Error(error));
    if (dead) this.#restart();
  }

  /** @param {string} message */
  #fail(message) {
    const left = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of left) reject(new Error(message));
  }
}
