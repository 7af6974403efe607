// The search in its own thread. It receives {id, do: open | search | forget, ...} and {do: stop, upTo}. It sends {id,
// info} after each iteration, then {id, answer} or {id, error, dead}.
import { Core } from './core.js';
import { budget } from './limits.js';
import { pointer } from './memory.js';

/** @typedef {import('./engine.js').Analysis} Analysis */
/** @typedef {import('./types.js').Snapshot} Snapshot */

// Browsers that can suspend WebAssembly have both. The type checker does not know them yet.
const { Suspending, promising } = /** @type {any} */ (WebAssembly);
const YIELD_MS = 15;
const RESULT = 24;
const VARIATION = 16;

class Searcher {
  #core;
  #calls;
  #engine;
  #run;
  #out;
  #stopped = 0;
  #yielded = 0;
  #flag;
  /** The current search. @type {{id: number, begun: number, iterations: number} | null} */
  #now = null;

  /**
   * @param {{wasm: string, network: string | null, hashMb: number, flag: Int32Array | null, suspend: boolean}} options
   *   network: null for several players
   * @returns {Promise<Searcher>}
   */
  static async open({ wasm, network, hashMb, flag, suspend }) {
    const [module, weights, { open }] = await Promise.all([
      WebAssembly.compileStreaming(fetch(wasm)),
      network && readNetwork(network),
      network ? Core : import('./multi_core.js').then(({ MultiCore }) => MultiCore),
    ]);
    /** @type {Searcher | null} */
    let searcher = null;
    const poll = () => searcher?.poll() ?? 0;
    const core = await open(module, suspend ? new Suspending(poll) : poll);
    searcher = new Searcher(core, hashMb, flag, suspend);
    if (network) searcher.use(/** @type {Uint8Array} */ (weights), network);
    return searcher;
  }

  /** @param {Core} core @param {number} hashMb @param {Int32Array | null} flag @param {boolean} suspend */
  constructor(core, hashMb, flag, suspend) {
    this.#core = core;
    this.#calls = core.memory.calls;
    this.#flag = flag;
    this.suspend = suspend;
    const at = this.#calls.sumito_engine_new(hashMb * 2 ** 20) >>> 0;
    if (!at) throw new Error(`there is not enough memory for a table of ${hashMb} MB`);
    this.#engine = at;
    this.#run = suspend ? promising(this.#calls.sumito_engine_search) : this.#calls.sumito_engine_search;
    this.#out = pointer(this.#calls.sumito_alloc(RESULT)); // its own buffer: it is read while a search is suspended
  }

  /** @param {Uint8Array} network @param {string} url */
  use(network, url) {
    const done = this.#calls.sumito_engine_use(this.#engine, this.#core.memory.give(network), network.length);
    if (done < 0) throw new Error(`${url} is damaged: its checksum does not fit`);
    if (!done) throw new Error(`${url} is not a network file`);
  }

  /** Stop all searches up to this id. @param {number} id */
  stop(id) {
    this.#stopped = Math.max(this.#stopped, id);
  }

  forget() {
    this.#calls.sumito_engine_forget(this.#engine);
  }

  /**
   * Report a finished iteration. The search calls this now and then; 1 stops it.
   * @returns {number | Promise<number>}
   */
  poll() {
    if (!this.#now) return 0;
    const { iterations } = this.#result();
    if (iterations > this.#now.iterations) {
      this.#now.iterations = iterations;
      postMessage({ id: this.#now.id, info: this.#analysis() });
    }
    const time = performance.now();
    if (!this.suspend || time - this.#yielded < YIELD_MS) return this.#shallStop();
    this.#yielded = time;
    return nextTask().then(() => this.#shallStop());
  }

  #shallStop() {
    const stopped = this.#flag ? Atomics.load(this.#flag, 0) : this.#stopped;
    return this.#now && this.#now.id <= stopped ? 1 : 0;
  }

  /**
   * @param {{id: number, game: Snapshot, limits: import('./limits.js').Limits, variations: number, moves: number[]}}
   *   request
   * @returns {Promise<Analysis>}
   */
  async search({ id, game: snapshot, limits, variations, moves }) {
    const game = this.#core.replay(snapshot);
    try {
      if (game.outcome) throw new RangeError('the game is over: there is nothing to search');
      const { soft, hard } = budget(this.#core, limits);
      const only = moves.length ? this.#core.memory.giveNumbers(moves, 'moves') : 0;
      this.#now = { id, begun: performance.now(), iterations: 0 };
      this.#yielded = this.#now.begun;
      const done = await this.#run(
        this.#engine,
        game.context,
        limits.depth ?? 0,
        limits.nodes ?? 0,
        soft,
        hard,
        variations,
        only,
        moves.length,
      );
      if (!done) throw new RangeError('one of the moves to choose from is not legal');
      return this.#analysis();
    } finally {
      this.#now = null;
      game.free();
    }
  }

  #result() {
    this.#calls.sumito_engine_result(this.#engine, this.#out);
    const view = this.#core.memory.view();
    const [variations, iterations, , stopped] = [8, 12, 16, 20].map((each) => view.getInt32(this.#out + each, true));
    return { nodes: view.getFloat64(this.#out, true), variations, iterations, stopped: stopped === 1 };
  }

  /** @returns {Analysis} */
  #analysis() {
    const { nodes, variations: count, stopped } = this.#result();
    const variations = Array.from({ length: count }, (_, i) => {
      const out = this.#core.memory.buffer('variation', VARIATION);
      this.#calls.sumito_engine_variation(this.#engine, i, out);
      const view = this.#core.memory.view();
      const [score, depth, proved, plies] = [0, 4, 8, 12].map((each) => view.getInt32(out + each, true));
      const moves = this.#core.memory.fillNumbers('sumito_engine_moves', this.#engine, i);
      return { score, winIn: proved ? plies : null, depth, moves };
    });
    return {
      nodes,
      depth: variations[0]?.depth ?? 0,
      stopped,
      variations,
      time_ms: this.#now ? performance.now() - this.#now.begun : 0,
      hashfull: this.#calls.sumito_engine_hashfull(this.#engine),
      scale: this.#calls.sumito_engine_scale(this.#engine),
    };
  }
}

/** Fetch the bytes of a network file. @param {string} url */
async function readNetwork(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} cannot be read: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

const channel = new MessageChannel();
/** @type {() => void} */
let wake = () => {};
channel.port1.onmessage = () => wake();
/** Wait for the next task of the event loop, so that a posted 'stop' is received. @returns {Promise<void>} */
const nextTask = () =>
  new Promise((done) => {
    wake = done;
    channel.port2.postMessage(0);
  });

/** Rejects if the engine cannot start. Every request then gets the error. @type {Promise<Searcher>} */
let opened;
/** @type {Searcher | null} */
let searcher = null;
/** @type {Promise<void>} */
let last = Promise.resolve();

/** @param {any} request */
async function answerTo(request) {
  if (request.do === 'open') {
    const suspend = !request.flag && request.suspend && Boolean(Suspending && promising);
    opened = Searcher.open({ ...request, suspend });
    searcher = await opened;
    return { how: request.flag ? 'atomics' : suspend ? 'suspend' : 'terminate' };
  }
  const open = await opened;
  return request.do === 'forget' ? open.forget() : open.search(request);
}

/** @param {any} request */
async function respond(request) {
  try {
    postMessage({ id: request.id, answer: await answerTo(request) });
  } catch (error) {
    // A rejected promise would not reach the page's onerror.
    const dead = error instanceof WebAssembly.RuntimeError; // after a trap the state of the module cannot be trusted
    postMessage({ id: request.id, error: error instanceof Error ? error.message : String(error), dead });
  }
}

onmessage = ({ data: request }) => {
  // Run requests one after the other, because a search can be suspended when the next request comes.
  if (request.do === 'stop') searcher?.stop(request.upTo);
  else last = last.then(() => respond(request));
};
