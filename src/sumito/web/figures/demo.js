/**
 * Three moves that introduce the game. They are plain data, so that the home page does not need the core. A test plays
 * them.
 */

import { parseCell } from '../core/cells.js';

/** @param {string} names */
const cells = (names) => names.split(' ').map((name) => /** @type {number} */ (parseCell(name)));

export const POSITION = Object.freeze({
  black: cells('a2 a3 a4 b3 b4 b5 c4 c5 c6 d4 d6 e4 e5 f6'),
  white: cells('c7 h4 g4 g5 g6 g7 h5 h6 h7 h8 i5 i6 i7 f8'),
});

/**
 * The moves, each with the message that describes it.
 * @type {readonly (import('../board/board.js').BoardMove & {caption: string})[]}
 */
export const MOVES = Object.freeze([
  {
    caption: 'home.demo.sumito',
    cells: cells('d4 e5 f6'),
    direction: 1,
    inLine: true,
    pushed: cells('g7 h8'),
    ejects: false,
    ejected: null,
  },
  {
    caption: 'home.demo.broadside',
    cells: cells('g4 g5 g6'),
    direction: 4,
    inLine: false,
    pushed: [],
    ejects: false,
    ejected: null,
  },
  {
    caption: 'home.demo.ejection',
    cells: cells('e5 f6 g7'),
    direction: 1,
    inLine: true,
    pushed: cells('h8 i9'),
    ejects: true,
    ejected: 'white',
  },
]);
