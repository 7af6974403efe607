/**
 * The marbles of games with more than two players. Import this before a board is made; their colours are in
 * style/marbles.css. Every colour has its own lightness and its own sign.
 */
import { drawMarble, others, radial, svg } from './art.js';

/** The sign of each colour, engraved: a triangle, a square, two bars, three dots. */
const SIGNS = {
  blue: 'M0 -24 L21 12.5 H-21 Z',
  red: 'M-17 -17 H17 V17 H-17 Z',
  yellow: 'M-21 -9 H21 M-21 9 H21',
  green: 'M0 -15 h.01 M-14 11 h.01 M14 11 h.01',
};

others.push((defs, id) => {
  for (const [color, d] of Object.entries(SIGNS)) {
    radial(defs, `${id}-${color}-body`, { cx: 0.37, cy: 0.29, r: 0.82 }, [
      [0, `${color}0`],
      [0.24, `${color}1`],
      [0.58, `${color}2`],
      [0.9, `${color}3`],
      [1, `${color}4`],
    ]);
    radial(defs, `${id}-${color}-light`, { cx: 0.68, cy: 0.8, r: 0.44 }, [
      [0, `${color}-light0`],
      [1, `${color}-light1`],
    ]);
    drawMarble(defs, id, color, [`${color}-body`, `${color}-light`], (marble) => {
      svg('path', { d, class: `sign sign-under sign-${color}` }, marble);
      svg('path', { d, class: `sign sign-${color}` }, marble);
    });
  }
});
