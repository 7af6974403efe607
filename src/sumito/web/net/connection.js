/**
 * The socket of a page, for all its games and the lobby. It reconnects by itself, measures the server's clock, and
 * keeps no messages: after a reconnect each game subscribes again and repeats its own unanswered command.
 */
import { Listeners } from './listeners.js';
import { browser } from './platform.js';

/** @typedef {import('./platform.js').Platform} Platform */
/** @typedef {import('./platform.js').Socket} Socket */
/** @typedef {import('./protocol.js').Message} Message */
/** @typedef {import('./protocol.js').Seek} Seek */
/** @typedef {import('./protocol.js').YoursMessage} YoursMessage */
/**
 * - `connecting`: for the first time.
 * - `online`
 * - `lost`: and trying again.
 * - `stopping`: the server restarts.
 * - `refused`: the server does not want this page now.
 * @typedef {'connecting'|'online'|'lost'|'stopping'|'refused'} State
 */
/** A game of the page. @typedef {{version: number|null, receive: (message: Message) => void}} Client */
/**
 * @typedef {object} Events
 * @property {() => void} state the state has changed
 * @property {() => void} time the server's time is known better
 * @property {(seeks: Seek[]) => void} seeks all open seeks
 * @property {(yours: YoursMessage) => void} yours the games in progress and the open seeks of this player
 */

const PROTOCOL = 'sumito.1';
const PING_MS = 2500;
/** A socket whose ping has no answer for this time is dead. */
const SILENCE_MS = 7500;
/** The longest time to open a socket. */
const OPENING_MS = 10_000;
/** The number of pings from which the fastest gives the server's time. Clocks drift, so old ones do not count. */
const PINGS = 8;
/** The shortest and the longest wait before a new attempt, by close code. */
const WAITS = /** @type {Record<number, [number, number]>} */ ({
  1012: [200, 2000], // the server restarts
  1013: [5000, 10_000], // the page was too slow
  1008: [30_000, 60_000], // too many messages, or a bad one
});
const STOPPED = 1012;
const REFUSED = 1008;
/** The close code of a socket that has failed. */
const FAILED = 1006;
/** The messages that ask for what the server tells besides games. */
const FOLLOW = Object.freeze({ lobby: { t: 'lobby', on: true, several: true }, yours: { t: 'yours', on: true } });
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 16_000;

export class Connection {
  #platform;
  #address;
  /** @type {Socket|null} */ #socket = null;
  /** Whether the socket has been opened. */ #isOpen = false;
  /** Whether the socket has to be replaced as soon as it is open. */ #isStale = false;
  /** @type {State} */ #state = 'connecting';
  /** Attempts since the last answer of the server. */ #attempts = 0;
  /** Ends the timer of the socket: for its opening, or for its pings. */ #endTimer = () => {};
  /** Ends the wait for the next attempt. @type {(() => void)|null} */ #endWait = null;
  #ends;
  /** @type {Map<string, Client>} */ #clients = new Map();
  /** What the server tells besides games: the lobby, the player's own games. @type {Set<'lobby'|'yours'>} */
  #topics = new Set();
  #lastPing = 0;
  /** The times of unanswered pings by their number. @type {Map<number, number>} */ #pings = new Map();
  /** @type {{trip: number, offset: number}[]} */ #measured = [];
  /** Whether this socket has measured the server's time. Until then, the last socket's time counts. */
  #isMeasured = false;
  /** @type {Listeners<Events>} */ #listeners = new Listeners();

  /** @param {Platform} platform @param {string} address of the socket */
  constructor(platform, address) {
    this.#platform = platform;
    this.#address = address;
    const hurry = () => this.#endWait && this.#state !== 'refused' && this.retry();
    this.#ends = [platform.onShow(hurry), platform.onNetwork(hurry)];
    this.#open();
  }

  get state() {
    return this.#state;
  }

  /** The server's time; null before it is known. */
  get serverTime() {
    if (!this.#measured.length) return null;
    const fastest = this.#measured.reduce((best, each) => (each.trip < best.trip ? each : best));
    return this.#platform.now() + fastest.offset;
  }

  /** @template {keyof Events} K @param {K} name @param {Events[K]} callback @returns {() => void} ends it */
  on(name, callback) {
    return this.#listeners.add(name, callback);
  }

  /**
   * Deliver the messages about a game to `client`, beginning with `open` as soon as the socket is open. A second client
   * of the same game takes over from the first, without `open`.
   * @param {string} game @param {Client} client
   */
  join(game, client) {
    const isNew = !this.#clients.has(game);
    this.#clients.set(game, client);
    if (isNew && this.#state === 'online') client.receive({ t: 'open' });
  }

  /** @param {string} game */
  leave(game) {
    if (this.#clients.delete(game)) this.send({ t: 'leave', game });
  }

  /** Start the messages about the lobby, or about the player's own games. @param {'lobby'|'yours'} topic */
  follow(topic) {
    this.#topics.add(topic);
    this.send(FOLLOW[topic]);
  }

  /** Send a message, or forget it if the socket is not open. @param {object} message */
  send(message) {
    if (this.#state === 'online') this.#socket?.send(JSON.stringify(message));
  }

  /** Connect again now, even if the socket is open. */
  renew() {
    if (this.#socket && !this.#isOpen) {
      this.#isStale = true; // browsers complain of a socket that is closed before it is open
      return;
    }
    this.#endWait?.();
    this.#endWait = null;
    this.#abandon();
    this.#attempts = 0;
    this.#turn('connecting');
    this.#open();
  }

  /** Connect now instead of later. */
  retry() {
    if (this.#socket) return;
    this.#endWait?.();
    this.#endWait = null;
    this.#open();
  }

  close() {
    this.#listeners.clear();
    this.#clients.clear();
    this.#ends.forEach((end) => end());
    this.#endWait?.();
    this.#endWait = null;
    this.#abandon();
  }

  #open() {
    const socket = this.#platform.openSocket(this.#address, PROTOCOL);
    this.#socket = socket;
    this.#isOpen = this.#isStale = false;
    this.#attempts++;
    socket.onopen = () => this.#start();
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(data));
    socket.onclose = ({ code }) => this.#lose(code);
    this.#endTimer = this.#platform.after(OPENING_MS, () => this.#lose(FAILED));
  }

  #start() {
    this.#isOpen = true;
    if (this.#isStale) return this.renew();
    this.#endTimer();
    this.#endTimer = this.#platform.every(PING_MS, () => this.#checkAndPing());
    this.#isMeasured = false; // the computer may have been asleep
    this.#turn('online');
    this.#ping();
    for (const topic of this.#topics) this.send(FOLLOW[topic]);
    for (const client of [...this.#clients.values()]) client.receive({ t: 'open' });
  }

  /** @param {any} message */
  #receive(message) {
    if (message.t === 'pong') return this.#measure(message);
    if (message.t === 'stopping') return this.#turn('stopping');
    if (message.t === 'seeks') return this.#listeners.send('seeks', message.seeks);
    if (message.t === 'yours') return this.#listeners.send('yours', message);
    return this.#clients.get(message.game)?.receive(message);
  }

  #checkAndPing() {
    const now = this.#platform.now();
    const isDead = [...this.#pings.values()].some((sent) => now - sent >= SILENCE_MS);
    if (isDead) this.#lose(FAILED);
    else this.#ping();
  }

  #ping() {
    const known = [...this.#clients].filter(([, { version }]) => version !== null);
    const games = Object.fromEntries(known.map(([game, { version }]) => [game, version]));
    this.#pings.set(++this.#lastPing, this.#platform.now());
    this.send({ t: 'ping', n: this.#lastPing, games });
  }

  /** @param {{n: number, now: number, games: Record<string, number>}} pong */
  #measure({ n, now, games }) {
    const sent = this.#pings.get(n);
    if (sent === undefined) return;
    this.#attempts = 0;
    // Answers come in the order of the pings. An older ping without an answer gets none.
    for (const each of [...this.#pings.keys()]) if (each <= n) this.#pings.delete(each);
    const trip = this.#platform.now() - sent;
    const before = this.#isMeasured ? this.#measured : [];
    this.#isMeasured = true;
    this.#measured = [...before, { trip, offset: now - (sent + trip / 2) }].slice(-PINGS);
    this.#listeners.send('time');
    for (const [game, version] of Object.entries(games))
      this.#clients.get(game)?.receive({ t: 'current', game, version });
  }

  /** The socket is closed, or dead. @param {number} code */
  #lose(code) {
    const isStopped = code === STOPPED || this.#state === 'stopping';
    this.#abandon();
    if (code === REFUSED) this.#turn('refused');
    else this.#turn(isStopped && this.#attempts <= 1 ? 'stopping' : 'lost');
    const wait = this.#wait(isStopped ? STOPPED : code);
    this.#endWait = this.#platform.after(wait, () => this.retry());
  }

  /** Return the time before the next attempt. The jitter keeps pages from coming all at once. @param {number} code */
  #wait(code) {
    const back = Math.min(FIRST_WAIT_MS * 2 ** (this.#attempts - 1), LONGEST_WAIT_MS);
    const [shortest, longest] = WAITS[code] ?? [back / 2, back];
    return shortest + (longest - shortest) * this.#platform.random();
  }

  /** Forget the socket, which may still be open. */
  #abandon() {
    this.#endTimer();
    this.#pings.clear();
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  /** @param {State} state */
  #turn(state) {
    if (state === this.#state) return;
    this.#state = state;
    this.#listeners.send('state');
  }
}

/** @type {Connection|null} */
let opened = null;

/** Return the connection of this page. */
export function connect() {
  opened ??= new Connection(browser, `${new URL('../', import.meta.url).href}socket`);
  return opened;
}

/** The server's time; the time of this computer, which can be wrong, until it is known. */
export const serverNow = () => opened?.serverTime ?? Date.now();

/** Connect again as the guest whom the server has just made of this browser, if the page is connected. */
export const renewConnection = () => opened?.renew();
