/** The first move on the board of the home page: the core and the input, for a visitor who touches the board. */

import { openCore } from '../core/core.js';
import { MOVE, STAGE } from '../figures/demo.js';
import { StageBoard } from '../figures/stage_board.js';
import { h } from '../shell/dom.js';
import { bind, label } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';
import { link } from '../shell/shell.js';

/** @typedef {import('../board/board.js').BoardView} BoardView */

/**
 * Let the user move on the board. After the ejection, links take the place of the button that shows the move.
 * @param {BoardView} view @param {HTMLElement} caption @param {HTMLElement} showIt the button after the caption
 */
export async function startFirstMove(view, caption, showIt) {
  const further = [
    h('a', { class: 'button small primary', href: link('learn'), say: 'home.learn' }),
    h('a', { class: 'button small', href: `${link('play')}?now`, say: 'home.play' }),
    h(
      'button',
      { type: 'button', class: 'small', onclick: () => again() },
      icon('undo'),
      h('span', { say: 'home.demo.again' }),
    ),
  ];
  const board = new StageBoard(
    await openCore(),
    { view },
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
        const hadFocus = document.activeElement === showIt;
        showIt.replaceWith(...further);
        if (hadFocus) further[0].focus();
      },
    },
  );
  function again() {
    caption.parentElement?.replaceChildren(caption, showIt);
    board.again();
    board.focus();
  }
  board.load(STAGE);
  return board;
}
