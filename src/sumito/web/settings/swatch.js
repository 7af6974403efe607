/** A small picture of a board and its marbles. */

import { drawBase, drawMarbles, svg } from '../board/art.js';
import { Geometry } from '../board/geometry.js';
import { parseCell } from '../core/cells.js';
import { h } from '../shell/dom.js';

const MARBLES = /** @type {const} */ ([
  ['white', 'i6'],
  ['black', 'i5'],
]);

/**
 * Draw the upper left corner of the board, with a marble of each colour. The attributes `data-board` and
 * `data-marbles` of the element decide how it looks.
 * @param {string} id of the drawing, for its paints
 */
export function drawSwatch(id) {
  const geometry = new Geometry();
  const picture = svg('svg', { viewBox: '-312 -446 330 220', 'aria-hidden': 'true', focusable: 'false' });
  const base = svg('g', { class: 'board-base' }, picture);
  drawBase(base, id, geometry, false);
  drawMarbles(svg('defs', {}, picture), id);
  for (const [color, name] of MARBLES) {
    const { x, y } = geometry.point(/** @type {number} */ (parseCell(name)));
    for (const part of ['shadow', color])
      svg('use', { href: `#${id}-${part}`, transform: `translate(${x},${y})` }, picture);
  }
  const element = h('span', { class: 'board-view swatch' });
  element.append(picture);
  return element;
}
