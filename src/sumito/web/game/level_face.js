/** The faces of the levels: marbles with eyes, brows and a mouth. */
import { svg } from '../shell/dom.js';

/**
 * `eye` is the size of the eyes, `gaze` where they look, `lid` whether they are half closed. `brow` lifts the brows,
 * and `frown` lowers their inner ends. The mouth is `wide` and bends down by `smile`; it can be open, or higher on one
 * side by `smirk`.
 * @typedef {{color: string, eye: number, gaze?: [number, number], lid?: boolean, brow: number, frown: number,
 *   wide: number, smile: number, open?: boolean, smirk?: number}} Face
 */

/** By the id of the level. @type {Record<string, Face>} */
const FACES = {
  pea: { color: '#86bd4b', eye: 5.6, gaze: [0.6, -1.2], brow: 3, frown: -1.2, wide: 4.6, smile: 9, open: true },
  cherry: { color: '#d8474c', eye: 5.2, gaze: [1.4, 0], brow: 2.2, frown: -0.8, wide: 6.5, smile: 8, open: true },
  hazelnut: { color: '#c58a4d', eye: 4.8, gaze: [-1.3, 0.6], brow: 1.6, frown: -1.4, wide: 4.5, smile: 4 },
  walnut: { color: '#b39467', eye: 4.5, gaze: [0, 1.2], brow: 1.2, frown: 0, wide: 5, smile: 3, smirk: 1 },
  plum: { color: '#9463b5', eye: 4.4, gaze: [1.2, 0.8], brow: 1.4, frown: 0.5, wide: 6, smile: 6 },
  apple: { color: '#c9d04e', eye: 4.3, gaze: [0, 0], brow: 1, frown: -0.6, wide: 6.5, smile: 5 },
  orange: { color: '#f29a3a', eye: 4.2, gaze: [-1, 0.4], brow: 0.8, frown: 0.6, wide: 5.5, smile: 3.5, smirk: 1.4 },
  coconut: { color: '#a9744f', eye: 4, gaze: [0, 0.6], brow: 0.4, frown: 1.2, wide: 5, smile: 0 },
  melon: { color: '#5fa777', eye: 3.9, gaze: [0.8, 0], lid: true, brow: 0.6, frown: 0.4, wide: 6.5, smile: 2.4 },
  boulder: { color: '#98a0a6', eye: 3.6, gaze: [0, 0.5], brow: -0.6, frown: 1.8, wide: 6, smile: -2.6 },
  moon: { color: '#c3cfe6', eye: 4, gaze: [-0.6, 0.8], lid: true, brow: 1.6, frown: -0.6, wide: 4, smile: 2.6 },
  sun: { color: '#f7c83c', eye: 4, gaze: [0, 0], brow: 0, frown: 1.5, wide: 7.5, smile: 5.5, smirk: 1.6 },
};

/** Whether a level has a face: those of version 0.1 have none. @param {string} id */
export const hasFace = (id) => Object.hasOwn(FACES, id);

/** Draw the face of a level. It is decoration: a name stands beside it. @param {string} id */
export function levelFace(id) {
  const { color, eye, gaze: [right, down] = [0, 0], lid, brow, frown, wide, smile, open, smirk = 0 } = FACES[id];
  const ink = { stroke: '#2a1f1a', 'stroke-width': 1.9, 'stroke-linecap': 'round', fill: 'none' };
  const eyes = [-6.4, 6.4].flatMap((x) => [
    svg('ellipse', { cx: x, cy: -2, rx: eye * 0.86, ry: eye, fill: '#fff' }),
    svg('circle', { cx: x + right, cy: -2 + down, r: eye * 0.52, fill: '#2a1f1a' }),
    svg('circle', { cx: x + right - 1, cy: -3 + down, r: eye * 0.17, fill: '#fff' }),
    lid && svg('path', { d: `M${x - eye} -2a${eye} ${eye + 0.6} 0 0 1 ${2 * eye} 0z`, ...ink, fill: color }),
    svg('path', { d: `M${x * 1.55} ${-8 - brow - frown / 2}L${x * 0.5} ${-8 - brow + frown}`, ...ink }),
  ]);
  return svg(
    'svg',
    { class: 'face', viewBox: '-20 -20 40 40', 'aria-hidden': 'true' },
    svg('circle', { r: 19, fill: color }),
    svg('path', { d: 'M-18 6A19 19 0 0 0 18 6A23 23 0 0 1 -18 6z', fill: '#000', opacity: 0.16 }),
    svg('ellipse', { cx: -8, cy: -13, rx: 5.5, ry: 2.6, transform: 'rotate(-32 -8 -13)', fill: '#fff', opacity: 0.55 }),
    ...eyes,
    svg('path', {
      d: `M${-wide} ${8 + smirk / 2}Q0 ${8 + smile} ${wide} ${8 - smirk / 2}${open ? 'z' : ''}`,
      ...ink,
      fill: open ? '#7c2430' : 'none',
    }),
  );
}
