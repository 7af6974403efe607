// Warnings before moves that give a marble away, and the motives of moves. The core judges; `study.wasm` has this part.
import { parseSentences } from './cells.js';
import { cellsAt } from './memory.js';

/** @typedef {import('./cells.js').Sentence} Sentence */
/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./study.js').Study} Study */
/**
 * A move that gives a marble away: the number of the opponent's push, and the own marbles that it can win, on their
 * cells after the move.
 * @typedef {{push: number, lost: number[]}} Giveaway
 */

const GIVEAWAY = 16;

/**
 * Return what a legal move gives away; null if nothing.
 * @param {Study} study @param {Game} game @param {number} move @returns {Giveaway|null}
 */
export function giveawayOf({ memory }, game, move) {
  const out = memory.buffer('giveaway', GIVEAWAY);
  const found = memory.calls.sumito_find_giveaway(...positionOf(memory, game), move, out);
  if (found < 0) throw new RangeError(`move ${move} is not legal in ${game.position()}`);
  const view = memory.view();
  return found ? { push: view.getInt32(out + 8, true), lost: cellsAt(view, out) } : null;
}

/**
 * Return a sentence about the motive of a legal move.
 * @param {Study} study @param {Game} game before the move @param {number} move
 * @param {number} [best] the best move, if it is known
 * @returns {Sentence}
 */
export function motiveOf({ memory }, game, move, best = -1) {
  const values = [...positionOf(memory, game), move, best];
  const [sentence] = parseSentences(memory.fillText('sumito_explain_choice', ...values));
  if (!sentence) throw new RangeError(`move ${move} or ${best} is not legal in ${game.position()}`);
  return sentence;
}

/** @param {import('./memory.js').Memory} memory @param {Game} game @returns {[number, number, number]} */
function positionOf(memory, game) {
  return [...memory.giveText(game.position()), game.rules.marbles_to_eject];
}
