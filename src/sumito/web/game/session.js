/**
 * The interface of a game in progress. `LocalSession` plays it on this machine. `RemoteSession` sends the moves to a
 * server.
 */

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {import('../core/cells.js').Sentence} Sentence */
/** @typedef {import('../core/types.js').Outcome} Outcome */
/** @typedef {import('../shell/store.js').Problem} Problem */
/** @typedef {import('./history.js').Ply} Ply */
/** @typedef {import('./history.js').Position} Position */
/** @typedef {import('./keeper.js').Absence} Absence */
/** @typedef {import('./keeper.js').Terms} Terms */
/** @typedef {import('../net/protocol.js').CommandKind} CommandKind */
/**
 * The answer to a move. `accepted`: the move has been played, and the event `move` has been sent. `pending`: the same,
 * but the session can still undo it, with the events `undo` and `refusal`. `refused`: nothing has changed.
 * @typedef {'accepted'|'pending'|'refused'} Answer
 */
/**
 * @typedef {object} Events
 * @property {(ply: Ply) => void} move
 * @property {(sentences: Sentence[]) => void} refusal a pending move or command was refused, for these reasons
 * @property {(undone: Ply[]) => void} undo the last ply first
 * @property {() => void} end the game has an outcome
 * @property {() => void} clock the remaining times have changed
 * @property {(color: Color, seconds: number) => void} low a player has little time left
 * @property {() => void} change anything else may have changed
 * @property {(why: Absence) => void} away the game can no longer be played here
 * @property {() => void} back the game is played here again
 * @property {(problem: Problem) => void} problem the game cannot be saved
 */
/**
 * @typedef {object} Session
 * @property {Game} game to ask only: `play` and the other methods here change it
 * @property {Terms} record the terms of the game, and its moves
 * @property {readonly Ply[]} plies
 * @property {Ply|null} last
 * @property {Ply|null} pending the last ply, if the server has not stored it yet
 * @property {Outcome|null} outcome
 * @property {boolean} timed
 * @property {Color|null} running the player whose clock runs
 * @property {import('../core/clock.js').Clock} clock
 * @property {Absence|null} away
 * @property {Promise<void>} saved resolves when every change is saved
 * @property {(ply: number) => Position} positionAfter
 * @property {() => Sentence[]} explainOutcome how the game ended; no sentences if it goes on
 * @property {(color: Color) => number|null} remaining the time of a player in ms; null in an untimed game
 * @property {(kind: CommandKind) => boolean} can whether a command is possible now
 * @property {(number: number) => Answer} play
 * @property {(plies: number) => void} undo take back plies, or ask for it; also takes back an end that players declared
 * @property {(color: Color) => void} resign
 * @property {() => void} agreeDraw end the game if everybody has agreed, or offer a draw
 * @property {(kind: CommandKind, phrase?: string) => void} command send another command, if it is possible
 * @property {() => void} restore save a game again that is `unsaved`, and go on with it
 * @property {() => Promise<string>} nameInAddress the id of the game, or its whole record if the browser cannot save it
 * @property {<K extends keyof Events>(name: K, callback: Events[K]) => () => void} on
 * @property {() => void} close stops timers and listeners
 */

export {};
