/**
 * The interface of a game in progress. `LocalSession` plays it on this machine; a session of an online game sends the
 * moves to a server instead.
 */

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {import('../core/types.js').Outcome} Outcome */
/** @typedef {import('../shell/store.js').Problem} Problem */
/** @typedef {import('./history.js').Ply} Ply */
/** @typedef {import('./history.js').Position} Position */
/** @typedef {import('./keeper.js').Absence} Absence */
/** @typedef {import('./keeper.js').Terms} Terms */
/**
 * The answer to a move. `accepted`: the move has been played, and the event `move` has been sent. `refused`: nothing
 * has changed. `pending`: the session does not know yet; the event `move` or `refusal` tells later.
 * @typedef {'accepted'|'pending'|'refused'} Answer
 */
/**
 * @typedef {object} Events
 * @property {(ply: Ply) => void} move
 * @property {(number: number) => void} refusal a pending move was refused
 * @property {(undone: Ply[]) => void} undo the last ply first
 * @property {() => void} end the game has an outcome
 * @property {() => void} clock the remaining times have changed
 * @property {(color: Color, seconds: number) => void} low a player has little time left
 * @property {() => void} change anything else may have changed
 * @property {(why: Absence) => void} away the game can no longer be played here
 * @property {(problem: Problem) => void} problem the game cannot be saved
 */
/**
 * @typedef {object} Session
 * @property {Game} game to ask only: `play` and the other methods here change it
 * @property {Terms} record the terms of the game, and its moves
 * @property {readonly Ply[]} plies
 * @property {Ply|null} last
 * @property {Outcome|null} outcome
 * @property {boolean} timed
 * @property {Color|null} running the player whose clock runs
 * @property {import('../core/clock.js').Clock} clock
 * @property {Absence|null} away
 * @property {boolean} canUndo
 * @property {Promise<void>} saved resolves when every change is saved
 * @property {(ply: number) => Position} positionAfter
 * @property {(color: Color) => number|null} remaining the time of a player in ms; null in an untimed game
 * @property {(number: number) => Answer} play
 * @property {(plies: number) => void} undo also takes back an end that players declared
 * @property {(color: Color) => void} resign
 * @property {() => void} agreeDraw
 * @property {() => Promise<string>} nameInAddress the id of the game, or its whole record if the browser cannot save it
 * @property {<K extends keyof Events>(name: K, callback: Events[K]) => () => void} on
 * @property {() => void} close stops timers and listeners
 */

/** The callbacks of a session by event. */
export class Listeners {
  /** @type {Map<keyof Events, Set<(...values: any[]) => void>>} */ #callbacks = new Map();

  /** @template {keyof Events} K @param {K} name @param {Events[K]} callback @returns {() => void} ends it */
  add(name, callback) {
    const callbacks = this.#callbacks.get(name) ?? new Set();
    this.#callbacks.set(name, callbacks.add(callback));
    return () => void callbacks.delete(callback);
  }

  /** @template {keyof Events} K @param {K} name @param {Parameters<Events[K]>} values */
  send(name, ...values) {
    for (const callback of [...(this.#callbacks.get(name) ?? [])]) callback(...values);
  }

  clear() {
    this.#callbacks.clear();
  }
}

/**
 * Play a move and wait until the session knows the answer.
 * @param {Pick<Session, 'play'|'on'>} session @param {number} number
 * @returns {Promise<'accepted'|'refused'>}
 */
export function playAndWait(session, number) {
  const answer = session.play(number);
  if (answer !== 'pending') return Promise.resolve(answer);
  return new Promise((resolve) => {
    /** @param {'accepted'|'refused'} known */
    const finish = (known) => {
      for (const end of ends) end();
      resolve(known);
    };
    const ends = [
      session.on('move', () => finish('accepted')),
      session.on('refusal', () => finish('refused')),
      session.on('end', () => finish('refused')),
      session.on('away', () => finish('refused')),
    ];
  });
}
