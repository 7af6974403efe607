/**
 * A first move, to try on the home page and to preview the settings. It is plain data, so that these pages do not need
 * the core. A test plays it.
 */

import { parseCell, positionText } from '../core/cells.js';

/** @param {string} names */
const cells = (names) => names.split(' ').map((name) => /** @type {number} */ (parseCell(name)));

export const POSITION = Object.freeze({
  black: cells('a2 a3 a4 b3 b4 b5 c4 c5 c6 d6 e4 e5 f6 g7'),
  white: cells('c7 h4 g4 g5 g6 h5 h6 h7 i5 i6 i7 f8 h8 i9'),
});

/** The move to find. @type {import('../board/board.js').BoardMove} */
export const MOVE = Object.freeze({
  cells: cells('e5 f6 g7'),
  direction: 1,
  inLine: true,
  pushed: cells('h8 i9'),
  ejects: true,
  ejected: 'white',
});

/** The stage of this position. @type {import('./stage.js').Stage} */
export const STAGE = {
  id: 'demo',
  position: positionText(POSITION),
  goal: { ejects: true },
  solution: 'e5f6',
};
