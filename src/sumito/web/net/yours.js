/** The player's games in progress and open seeks, as every page follows them, and what has changed in them. */
import { isCorrespondence } from '../core/correspondence.js';
import { connect } from './connection.js';
import { KEY, pageStorage } from './known_guest.js';
import { Listeners } from './listeners.js';

/** @typedef {import('./connection.js').Connection} Connection */
/** @typedef {import('./protocol.js').OwnGame} OwnGame */
/** @typedef {import('./protocol.js').Seek} Seek */
/** @typedef {{games: OwnGame[], seeks: Seek[]}} State */
/**
 * - `accepted`: somebody has taken the other seat, of a seek or of an invitation.
 * - `begun`: the time of an appointment has come.
 * - `turn`: it is this player's turn.
 * @typedef {{kind: 'accepted'|'begun'|'turn', game: OwnGame}} News
 */
/**
 * @typedef {object} Events
 * @property {() => void} change
 * @property {(news: News[]) => void} news after `change`
 */

/** Whether a seek waits for an opponent who plays at once. @param {Seek} seek */
export function isLive({ terms: { appointment_ms: appointment, control } }) {
  return appointment === null && control.kind !== 'untimed' && !isCorrespondence(control);
}

/** @param {OwnGame} game */
const isFull = ({ opponents }) => !opponents.includes(null);

/** Return what the player has to know. @param {State} before @param {State} now @returns {News[]} */
export function newsOf(before, now) {
  const gone = before.seeks.filter(({ id }) => !now.seeks.some((seek) => seek.id === id));
  // A game without a seek that it answers was begun here, in another tab or on another device.
  let answered = gone.length;
  return now.games.flatMap((game) => {
    const old = before.games.find((each) => each.game === game.game);
    /** @type {News['kind']|null} */ let kind = null;
    if (old ? !isFull(old) && isFull(game) : isFull(game) && answered-- > 0) kind = 'accepted';
    else if (old?.status === 'waiting' && game.status === 'playing') kind = 'begun';
    else if (old && !old.your_turn && game.your_turn) kind = 'turn';
    return kind ? [{ kind, game }] : [];
  });
}

/**
 * Return the last known games and seeks; null if this browser has never had any.
 * @param {Pick<Storage, 'getItem'>|null} storage
 * @returns {State|null}
 */
export function keptYours(storage) {
  try {
    const { games, seeks } = JSON.parse(storage?.getItem(KEY) ?? '') ?? {};
    return Array.isArray(games) && Array.isArray(seeks) ? { games, seeks } : null;
  } catch {
    return null; // not our text
  }
}

/**
 * Keep the games and seeks for the next page.
 * @param {Pick<Storage, 'setItem'>|null} storage @param {State} state
 */
function keepYours(storage, state) {
  try {
    storage?.setItem(KEY, JSON.stringify(state));
  } catch {
    // There is no room: the next page does not ask.
  }
}

/** Forget the games of the guest whom this browser was. @param {Pick<Storage, 'setItem'>|null} storage */
export const forgetYours = (storage) => keepYours(storage, { games: [], seeks: [] });

export class Yours {
  #connection;
  #storage;
  /** @type {State|null} */ #state;
  #isCurrent = false;
  /** @type {Listeners<Events>} */ #listeners = new Listeners();

  /** @param {Connection} connection @param {Pick<Storage, 'getItem'|'setItem'>|null} storage */
  constructor(connection, storage) {
    this.#connection = connection;
    this.#storage = storage;
    this.#state = keptYours(storage);
    connection.on('yours', ({ games, seeks }) => this.#receive({ games, seeks }));
    connection.follow('yours');
  }

  get connection() {
    return this.#connection;
  }
  /** Those that the server has sent; at first those that the last page knew. */
  get games() {
    return this.#state?.games ?? [];
  }
  get seeks() {
    return this.#state?.seeks ?? [];
  }
  /** Whether the server has sent them to this page. */
  get isCurrent() {
    return this.#isCurrent;
  }

  /** @template {keyof Events} K @param {K} name @param {Events[K]} callback @returns {() => void} ends it */
  on(name, callback) {
    return this.#listeners.add(name, callback);
  }

  /**
   * Take over the state of a game from the page that shows it: it knows more than the list of the server.
   * @param {string} id @param {Partial<OwnGame>|null} changes null if the game has ended
   */
  update(id, changes) {
    const game = this.games.find((each) => each.game === id);
    if (!game) return;
    const others = this.games.filter((each) => each !== game);
    this.#become({ games: changes ? [...others, { ...game, ...changes }] : others, seeks: this.seeks });
  }

  /** @param {State} state */
  #receive(state) {
    const news = this.#state ? newsOf(this.#state, state) : [];
    this.#isCurrent = true;
    this.#become(state);
    if (news.length) this.#listeners.send('news', news);
  }

  /** @param {State} state */
  #become(state) {
    // A browser that has never played stays unknown.
    if (this.#state || state.games.length || state.seeks.length) keepYours(this.#storage, state);
    this.#state = state;
    this.#listeners.send('change');
  }
}

/** @type {Yours|null} */
let followed = null;

/** Return the own games of this page's player. */
export function followYours() {
  followed ??= new Yours(connect(), pageStorage());
  return followed;
}
