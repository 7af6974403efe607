// The types of the core's data, for type comments only.

/** @typedef {import('./cells.js').Color} Color */
/** @typedef {import('./cells.js').Sentence} Sentence */
/**
 * A move. In a game it has its effect on the position too.
 * @typedef {{readonly number: number, readonly cells: readonly number[], readonly direction: number,
 *   readonly inLine: boolean, readonly pushed: readonly number[], readonly ejects: boolean,
 *   readonly ejected: Color | null}} MoveInfo ejected: the colour of the ejected marble
 */
/**
 * The verdict on cells and a direction. `reason` is null if it is legal; `move` is null if the cells cannot make a
 * move.
 * @typedef {{reason: string | null, cells: number[], n: number, standing: number, enemies: number,
 *   move: number | null}} Verdict
 */
/**
 * Sentences for a learner; the verdict is null if a tap names no move.
 * @typedef {{verdict: Verdict | null, sentences: Sentence[], cells: number[], figure: string | null,
 *   instead: number | null}} Explanation
 */
/** @typedef {{move: number | null, problem: string | null, explanation: Explanation}} Tap */
/**
 * @typedef {{marbles_to_eject: number, repetition: number, ply_cap: number, quiet_cap: number,
 *   adjudication: 'draw' | 'more_ejections', blocked: 'loses' | 'draws', mixed_moves: boolean}} Rules mixed_moves: only
 *   teams have them
 */
/**
 * The end of a game. The winner of a team is its player who moves first: game.winners has all.
 * @typedef {{termination: string, winner: Color | null}} Outcome
 */
/** @typedef {{move?: number, verdict?: Verdict, error?: {code: string, column: number}}} Reading */
/**
 * @typedef {{kind: string, color: Color | null, cells: number[], enemies: number[], directions: number[],
 *   room: boolean, inside: boolean, sentence: Sentence}} Formation
 */
/** @typedef {{player: Color, moves: number[], pushed: number[], ejected: number | null}} Push */
/** @typedef {{move: number, kind: string, saved: number[], exposed: number[]}} Defence */
/**
 * @typedef {{turn: Color, pushes: Push[], endangered: number[], defences: Defence[], wins: boolean}} Threats
 */
/**
 * A player who has left a game of several, after how many moves, and why. Automatic: without marbles or moves, so not
 * an entry of the history.
 * @typedef {{color: Color, cause: 'resigns' | 'time' | 'blocked' | 'empty', after: number, automatic: boolean}} Leaving
 */
/** @typedef {{goal: 'eject' | 'save', moves: number, marbles?: number}} Task */
/** @typedef {{solves: boolean, variation: number[], task: Task | null}} Attempt */
/** @typedef {'fen' | 'apgn' | 'factored' | 'digits'} Form */
/** @typedef {'aba_pro' | 'nacre' | 'playstrategy'} Dialect */
/**
 * A game as plain data, for records and workers.
 * @typedef {{start: string, moves: number[], rules: Partial<Rules>}} Snapshot
 */

/**
 * How a level chooses: hundredths of a marble, except `sight` and `attention`, which are percentages. docs/levels.md
 * describes them.
 * @typedef {{temperature: number, margin: number, eagerness: number, sight: number, attention: number, push: number,
 *   centre: number}} Taste
 */

export {};
