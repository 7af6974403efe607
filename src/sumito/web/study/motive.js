/** Why a move was played: the sentence, and the marks on the board that belong to it. */
import { motiveOf } from '../core/coach.js';
import { cellsOf } from '../figures/highlights.js';

/** @typedef {import('../board/board.js').Arrow} Arrow */
/** @typedef {import('../board/board.js').Outline} Outline */
/** @typedef {import('../core/cells.js').Sentence} Sentence */
/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {import('../core/study.js').Study} Study */
/**
 * The sentences, of which the last is for screen readers if it describes marks. A better move is shown in the position
 * before the move, everything else in the position after it.
 * @typedef {{sentences: Sentence[], outlines: Outline[], arrows: Arrow[]}} Motive
 */

/**
 * Explain a legal move.
 * @param {Study} study @param {Game} before @param {number} move @param {number} [best] the best move, if it is known
 * @returns {Motive}
 */
export function explainMove(study, before, move, best) {
  const sentence = motiveOf(study, before, move, best);
  const { parameters } = sentence;
  const outlines = cellsOf(sentence);
  if (best !== undefined && 'line' in parameters) {
    const { cells, direction } = before.move(best);
    return {
      sentences: [sentence, { message: 'unseen.better', parameters }],
      outlines,
      arrows: [{ from: cells, direction, className: 'better' }],
    };
  }
  const marks = outlines.length ? [{ message: 'unseen.marked', parameters }] : [];
  return { sentences: [sentence, ...marks], outlines, arrows: [] };
}
