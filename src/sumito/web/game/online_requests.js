/** The requests of online play that need no socket: create and join games, list the own ones. */
import { link } from '../shell/shell.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('./protocol.js').OnlineTerms} OnlineTerms */
/** @typedef {{game: string, invitation: string, color: Color}} CreatedGame */
/** `inviter` is the number of a guest. @typedef {{game: string, color: Color, terms: OnlineTerms, inviter: number|null,
 *   yours: boolean}} Invitation */
/**
 * A running game of this player. `opponents` are numbers of guests; null for a free seat.
 * @typedef {{game: string, status: 'waiting'|'playing', your_turn: boolean, deadline: number|null, color: Color,
 *   ply: number, layout: string|null, opponents: (number|null)[]}} OwnGame
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

/** Take the seat of an invitation. @param {string} secret @returns {Promise<{game: string, color: Color}>} */
export const redeemInvitation = (secret) => request('online/invitations/redeem', { secret });

/** Return the running games of this player, those with the own turn first. @returns {Promise<OwnGame[]>} */
export const ownGames = async () => (await request('online/yours')).games;

/** Return the address of a game, or of an invitation to it. @param {string} game @param {string} [secret] */
export const gameLink = (game, secret = '') => link('g') + game + (secret && `#${secret}`);

/**
 * @param {string} address @param {object} [body] of a POST
 * @returns {Promise<any>}
 * @throws {RequestError}
 */
async function request(address, body) {
  /** @type {Response} */ let answer;
  try {
    answer = await fetch(link('home') + address, {
      cache: 'no-store',
      ...(body && { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
  } catch (error) {
    throw new RequestError(0, String(error));
  }
  if (!answer.ok) throw new RequestError(answer.status, `${address}: ${answer.status}`);
  return answer.json();
}
