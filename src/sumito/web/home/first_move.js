/** The first move on the board of the home page: the core and the input, for a visitor who touches the board. */

import { openCore } from '../core/core.js';
import { MOVE, STAGE } from '../figures/demo.js';
import { StageBoard } from '../figures/stage_board.js';
import { bind, label } from '../shell/i18n.js';

/** @typedef {import('../board/board.js').BoardView} BoardView */

/**
 * Let the user move on the board.
 * @param {BoardView} view @param {HTMLElement} caption @param {() => void} done called after the ejection
 */
export async function startFirstMove(view, caption, done) {
  const board = new StageBoard(
    await openCore(),
    { board: view },
    {
      opened: () => {
        label(caption, 'home.demo.start');
        view.outline([{ cells: MOVE.cells }]);
        view.arrows([{ from: MOVE.cells, direction: MOVE.direction, className: 'ghost' }]);
      },
      said: ({ shown }) => {
        view.outline([]);
        view.arrows([]);
        bind(caption, '', () => void (caption.textContent = shown()));
      },
      missed: () => void label(caption, 'home.demo.other'),
      solved: () => {
        label(caption, 'home.demo.done');
        done();
      },
    },
  );
  board.load(STAGE);
  return board;
}
