/** A small picture of a layout: dots on a hexagon. */
import { CELLS, Geometry } from '../board/geometry.js';
import { svg } from '../shell/dom.js';

/** @param {import('../core/layouts.js').Layout['marbles']} marbles @param {number} [rotation] as for `BoardView` */
export function layoutPicture(marbles, rotation = 0) {
  const geometry = new Geometry(rotation);
  const colors = new Map(Object.entries(marbles).flatMap(([color, cells]) => cells.map((cell) => [cell, color])));
  const edge = geometry
    .hexagon(520)
    .map(({ x, y }) => `${x.toFixed(0)},${y.toFixed(0)}`)
    .join(' ');
  return svg(
    'svg',
    { class: 'layout-picture', viewBox: '-530 -465 1060 930', 'aria-hidden': 'true' },
    svg('polygon', { points: edge, class: 'wood' }),
    ...CELLS.map((cell) => {
      const { x, y } = geometry.point(cell);
      const color = colors.get(cell);
      return svg('circle', { cx: x.toFixed(0), cy: y.toFixed(0), r: color ? 43 : 26, class: color ?? 'well' });
    }),
  );
}
