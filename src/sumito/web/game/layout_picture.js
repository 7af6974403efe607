/** A layout as a small picture: dots on a hexagon. */
import { CELLS, Geometry } from '../board/geometry.js';
import { svg } from '../shell/dom.js';

const geometry = new Geometry();

/** @param {{black: readonly number[], white: readonly number[]}} layout */
export function layoutPicture({ black, white }) {
  const [own, enemies] = [new Set(black), new Set(white)];
  const edge = geometry
    .hexagon(520)
    .map(({ x, y }) => `${x.toFixed(0)},${y.toFixed(0)}`)
    .join(' ');
  return svg(
    'svg',
    { class: 'layout-picture', viewBox: '-530 -465 1060 930', 'aria-hidden': 'true' },
    svg('polygon', { points: edge, class: 'wood' }),
    ...CELLS.map((cell) => {
      const { x, y } = geometry.point(cell),
        color = own.has(cell) ? 'black' : enemies.has(cell) ? 'white' : 'well';
      return svg('circle', { cx: x.toFixed(0), cy: y.toFixed(0), r: color === 'well' ? 26 : 43, class: color });
    }),
  );
}
