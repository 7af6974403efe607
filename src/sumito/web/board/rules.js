/** What a board asks of a game: the answers of the core, in the form that selection.js and input.js take them. */
import { DIRECTIONS } from './geometry.js';

/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {import('../core/game.js').Verdict} Verdict */

/**
 * Spread this into the host of a BoardInput; a page that knows better (an engine to move, a puzzle) gives its own
 * `color`.
 * @param {() => Game} game the game that is on the board now
 */
export function rulesOf(game) {
  return {
    color: () => (game().outcome ? null : game().turn),
    over: () => game().outcome !== null,
    /** @param {number} cell */
    at: (cell) => game().at(cell),
    /** @param {readonly number[]} cells */
    verdicts: (cells) =>
      DIRECTIONS.map((direction) => {
        const verdict = game().verdict(cells, direction);
        return {
          direction,
          verdict,
          move: verdict.reason === null && verdict.move !== null ? game().move(verdict.move) : null,
        };
      }),
    /** @param {readonly number[]} line @param {number} cell */
    tap: (line, cell) => {
      const found = game().tap(line, cell);
      return { ...found, move: found.move === null ? null : game().move(found.move) };
    },
    /** @param {Verdict} verdict @param {number|null} direction */
    explain: (verdict, direction) => game().explain(verdict, direction),
    /** @param {string} text a typed move */
    read: (text) => {
      const { move, verdict, error } = game().readMove(text);
      return { move: move === undefined ? null : game().move(move), verdict: verdict ?? null, error: error ?? null };
    },
  };
}
