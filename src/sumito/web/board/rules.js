/** The rules of a game for a board: the answers of the core, in the form that selection.js and input.js use. */
import { DIRECTIONS } from './geometry.js';

/** @typedef {import('../core/game.js').Game} Game */

/** The signs that people put between the cells of a move: `a1 d4`, `a1-b2`, `c4 to d5`. */
const SEPARATORS = /\s*(?:->|[>,-]|\bto\b)\s*|\s+/gi;

/**
 * Spread this into the host of a BoardInput. A page with its own rules (an engine to move, a puzzle) overrides `color`.
 * @param {() => Game} game the game that is on the board now
 */
export function rulesOf(game) {
  return {
    color: () => (game().outcome ? null : game().turn),
    over: () => game().outcome !== null,
    /** @param {import('../core/cells.js').Color} color */
    team: (color) => game().sides.find((side) => side.includes(color)) ?? [color],
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
    /** @param {readonly number[]} cells @param {number} direction */
    explain: (cells, direction) => game().explain(cells, direction),
    /** @param {string} text a typed move; null if it names none */
    read: (text) => {
      const explanation = game().explainText(text.replace(SEPARATORS, '')),
        verdict = explanation?.verdict;
      if (!explanation || !verdict) return null;
      return { move: verdict.reason === null && verdict.move !== null ? game().move(verdict.move) : null, explanation };
    },
  };
}
