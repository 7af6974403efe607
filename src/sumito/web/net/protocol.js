/** The messages between a page and the server of online games, for type comments only. */

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../core/clock.js').TimeControl} TimeControl */
/** @typedef {import('../core/types.js').Rules} Rules */
/**
 * What a player can do. In a game on one machine, `ask_takeback` takes back at once and `offer_draw` agrees on a draw.
 * @typedef {'move'|'resign'|'offer_draw'|'accept_draw'|'decline_draw'|'ask_takeback'|'accept_takeback'|
 *   'decline_takeback'|'add_time'|'abort'|'claim_win'|'claim_draw'|'dismiss'|'offer_rematch'|
 *   'accept_rematch'|'decline_rematch'|'phrase'} CommandKind
 */
/** @typedef {{kind: CommandKind, move?: string, phrase?: string}} Command */
/**
 * A seat of an online game. `guest` is the number of a guest; null if the seat is free. Times are those of the server.
 * `left`, only of several players: this one plays no more, and the others go on.
 * @typedef {{color: Color, name: string, guest: number|null, you: boolean, here: boolean, claim_at: number|null,
 *   left?: boolean}} OnlineSeat
 */
/**
 * A player who has left a game of several after `ply` moves.
 * @typedef {{seat: number, ply: number, cause: 'resignation'|'time'|'absence'}} Leaving
 */
/**
 * @typedef {{start: string, layout: string|null, rules: Partial<Rules>, control: TimeControl, takebacks: boolean,
 *   watchers: boolean, appointment_ms: number|null}} OnlineTerms
 */
/**
 * The clocks at the server's time `at`.
 * @typedef {{remaining: number[], running: number|null, at: number, delay_left: number}} ClockValues
 */
/** The seats that offer a draw or a rematch, or ask for a takeback.
 * @typedef {{draw: number[], takeback: number[], rematch: number[]}} Offers */
/** @typedef {{seat: number, phrase: string, version: number}} Phrase */
/**
 * A game, without its first `from_ply` moves. Only a page whose version is at least `base` has these moves right. The
 * terms come only with a whole game.
 * @typedef {object} GameMessage
 * @property {'game'} t
 * @property {string} game
 * @property {number} version
 * @property {number} base
 * @property {number} from_ply
 * @property {string[]} moves
 * @property {OnlineTerms} [terms]
 * @property {'waiting'|'playing'|'over'} status
 * @property {OnlineSeat[]} seats in the order of play
 * @property {ClockValues|null} clock
 * @property {number} turn
 * @property {number|null} deadline when the player to move loses, or the game is aborted before every player has moved
 * @property {Offers} offers
 * @property {CommandKind[]} can
 * @property {{termination: string, winners: number[]}|null} outcome
 * @property {Leaving[]} [leavings] in order; only of several players, without those who leave by the rules
 * @property {string|null} rematch the id of the next game
 * @property {Phrase[]} phrases
 * @property {number} watchers
 */
/** @typedef {{t: 'done', game: string, id: number, version: number}} DoneMessage */
/** @typedef {{t: 'refused', game: string, id: number, version: number, code: string}} RefusedMessage */
/** @typedef {{t: 'current', game: string, version: number}} CurrentMessage */
/** @typedef {{t: 'gone', game: string}} GoneMessage */
/** @typedef {{t: 'presence', game: string, version: number, seats: {here: boolean, claim_at: number|null}[],
 *   watchers: number}} PresenceMessage */
/** The connection is open, at first or again. @typedef {{t: 'open'}} OpenMessage */
/** Every message that concerns one game.
 * @typedef {GameMessage|DoneMessage|RefusedMessage|CurrentMessage|GoneMessage|PresenceMessage|OpenMessage} Message */
/**
 * A running game of this player. `opponents` are numbers of guests; null for a free seat. A game with an `appointment`
 * waits for that time.
 * @typedef {{game: string, status: 'waiting'|'playing', your_turn: boolean, deadline: number|null, color: Color,
 *   ply: number, layout: string|null, opponents: (number|null)[], appointment: number|null}} OwnGame
 */
/**
 * An open seek. `guest` is the number of the guest who seeks, and `color` the one that this guest wants. A seek of
 * several players is a table: it needs `players`, and `seekers` wait at it.
 * @typedef {{id: number, guest: number, yours: boolean, terms: OnlineTerms, color: Color|null, players?: number,
 *   seekers?: {guest: number, color: Color|null, you: boolean}[]}} Seek
 */
/** @typedef {{t: 'seeks', seeks: Seek[]}} SeeksMessage */
/** The games with the own turn come first. @typedef {{t: 'yours', games: OwnGame[], seeks: Seek[]}} YoursMessage */

export {};
