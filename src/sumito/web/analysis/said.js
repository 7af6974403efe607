/** Sentences beside the board. */

import { asSeen } from '../board/words.js';
import { shownSentences } from '../shell/board_config.js';
import { h } from '../shell/dom.js';
import { sentences } from '../shell/i18n.js';

/** @typedef {import('../board/board.js').BoardView} BoardView */

/**
 * Make a sentence beside the board, which names no cells if it has no coordinates. Screen readers get the cells.
 * @param {BoardView} view @param {import('../core/cells.js').Sentence} sentence
 */
export function said(view, sentence) {
  const [heard, seen] = [[sentence], shownSentences(view, [sentence])].map((each) => sentences(asSeen(view, each)));
  return heard === seen ? [heard] : [h('span', { class: 'unseen' }, heard), h('span', { 'aria-hidden': 'true' }, seen)];
}
