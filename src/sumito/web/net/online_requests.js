/**
 * The requests of online play that need no socket: create, seek and join games, list the own ones, move to another
 * device.
 */

/** The address of the site. */
const ROOT = new URL('../', import.meta.url).href;

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('./protocol.js').OnlineTerms} OnlineTerms */
/** @typedef {{game: string, invitation: string, color: Color}} CreatedGame */
/**
 * `inviter` is the number of a guest. `color` is that of the first free seat. The guest of a free seat is null.
 * @typedef {{game: string, color: Color, terms: OnlineTerms, inviter: number|null, yours: boolean,
 *   seats: {color: Color, guest: number|null}[]}} Invitation
 */
/** @typedef {import('./protocol.js').GameMessage} GameMessage */
/** @typedef {import('./protocol.js').OwnGame} OwnGame */
/** @typedef {import('./protocol.js').Seek} Seek */
/** A game with a seat for this player. @typedef {{game: string, color: Color}} TakenSeat */
/**
 * What this browser has on the server. `guest` is its number; null if it has none yet. `finished` are the ids of the
 * latest finished games, newest first.
 * @typedef {{guest: number|null, games: OwnGame[], seeks: Seek[], finished: string[]}} Yours
 */
/**
 * Who another browser would become by a transfer. `here` is the guest of this browser, if it is another one.
 * @typedef {{guest: number, games: number, yours: boolean, here: {guest: number, games: number}|null}} Transfer
 */

/** The server did not do what the page asked for. `status` is 0 if it did not answer. */
export class RequestError extends Error {
  /** @param {number} status @param {string} message */
  constructor(status, message) {
    super(message);
    this.status = status;
  }

  /** The words for the player. */
  get words() {
    if (this.status === 0) return 'online.problem.network';
    return this.status === 429 ? 'online.problem.many' : 'online.problem.server';
  }
}

/**
 * Create a game, and invite somebody to it.
 * @param {Partial<OnlineTerms>} terms @param {Color|null} color of this player; null for a random one
 * @returns {Promise<CreatedGame>}
 */
export const createGame = (terms, color) => request('online/games', { terms, color });

/** Look at an invitation, without using it. @param {string} secret @returns {Promise<Invitation>} */
export const lookAtInvitation = (secret) => request('online/invitations', { secret });

/**
 * Take a seat of an invitation.
 * @param {string} secret @param {Color|null} [color] of the seat; null for the first free one
 * @returns {Promise<TakenSeat>}
 */
export const redeemInvitation = (secret, color = null) => request('online/invitations/redeem', { secret, color });

/** Give the own seat back, in a game that waits for more players. @param {string} game @returns {Promise<{}>} */
export const leaveGame = (game) => request('online/games/leave', { game });

/**
 * Seek an opponent in the lobby. With `pair`, an equal seek of somebody else is accepted at once.
 * @param {Partial<OnlineTerms>} terms @param {Color|null} color of this player; null for a random one
 * @param {{pair?: boolean}} [how]
 * @returns {Promise<{seek: number}|TakenSeat>}
 */
export const createSeek = (terms, color, { pair = false } = {}) => request('online/seeks', { terms, color, pair });

/**
 * Accept a seek of somebody else. If the game needs more players, this player waits with them, with an own seek.
 * @param {number} seek @returns {Promise<{seek: number}|TakenSeat>}
 */
export const acceptSeek = (seek) => request('online/seeks/accept', { seek });

/**
 * Withdraw an own seek. One that is gone already, because somebody has just accepted it, is not an error.
 * @param {number} seek @returns {Promise<void>}
 */
export async function withdrawSeek(seek) {
  try {
    await request('online/seeks/withdraw', { seek });
  } catch (error) {
    if (/** @type {RequestError} */ (error).status !== 404) throw error;
  }
}

/** Return what this browser has on the server. @returns {Promise<Yours>} */
export const yours = () => request('online/yours');

/** Return a whole game of this player. @param {string} game @returns {Promise<GameMessage>} */
export const wholeGame = (game) => request(`online/games/${game}`);

/**
 * Make a secret with which another device becomes this guest. It cancels an earlier one.
 * @returns {Promise<{secret: string, expires: number}>}
 */
export const createTransfer = () => request('online/transfers', {});

/** Look at a transfer, without using it. @param {string} secret @returns {Promise<Transfer>} */
export const lookAtTransfer = (secret) => request('online/transfers/look', { secret });

/** Become the guest of another device. @param {string} secret @returns {Promise<{guest: number}>} */
export const redeemTransfer = (secret) => request('online/transfers/redeem', { secret });

/** Return the address of a game, or of an invitation to it. @param {string} game @param {string} [secret] */
export const gameLink = (game, secret = '') => `${ROOT}g/${game}` + (secret && `#${secret}`);

/**
 * @param {string} address @param {object} [body] of a POST
 * @returns {Promise<any>}
 * @throws {RequestError}
 */
async function request(address, body) {
  /** @type {Response} */ let answer;
  try {
    answer = await fetch(ROOT + address, {
      cache: 'no-store',
      ...(body && { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
  } catch (error) {
    throw new RequestError(0, String(error));
  }
  if (!answer.ok) throw new RequestError(answer.status, `${address}: ${answer.status}`);
  return answer.json();
}
