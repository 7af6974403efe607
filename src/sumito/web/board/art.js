/**
 * Draw the board: paints, the wooden base with its wells, the marbles. The colors are in board.css, by class. The light
 * comes from the upper left of the screen for every rotation of the board.
 */
import { cellName, nextCell } from '../core/cells.js';
import { CELLS, ROW } from './geometry.js';

/** @typedef {import('./geometry.js').Geometry} Geometry */

const SVG = 'http://www.w3.org/2000/svg';
/** The radius of a marble. */
export const MARBLE = 45.5;
const WELL = 44;
/** An arrow to the right, around its centre. */
export const ARROW = 'M-19 -8.5 H3 V-20.5 L26 0 L3 20.5 V8.5 H-19 Z';

/**
 * @param {string} name @param {Record<string, string|number>} [attributes] @param {Element|null} [parent]
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, parent = null) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  parent?.append(element);
  return element;
}

/**
 * @param {SVGElement} defs
 * @param {string} id
 * @param {Record<string, number|string>} shape
 * @param {[number, string][]} stops
 */
export function radial(defs, id, shape, stops) {
  const paint = svg('radialGradient', { id, ...shape }, defs);
  for (const [offset, name] of stops) svg('stop', { offset, class: name }, paint);
}

/**
 * @param {SVGElement} defs
 * @param {string} id
 * @param {Record<string, number|string>} shape
 * @param {[number, string][]} stops
 */
function linear(defs, id, shape, stops) {
  const paint = svg('linearGradient', { id, ...shape }, defs);
  for (const [offset, name] of stops) svg('stop', { offset, class: name }, paint);
}

/** Draw the marbles that only some pages have: more_marbles.js. @type {((defs: SVGElement, id: string) => void)[]} */
export const others = [];

/**
 * Define the marbles `#ID-black`, `#ID-white` and `#ID-shadow`: glass and pearl.
 * @param {SVGElement} defs @param {string} id
 */
export function drawMarbles(defs, id) {
  radial(defs, `${id}-sh`, {}, [
    [0.35, 'sh0'],
    [0.72, 'sh1'],
    [1, 'sh2'],
  ]);
  radial(defs, `${id}-b`, { cx: 0.37, cy: 0.3, r: 0.8 }, [
    [0, 'b0'],
    [0.22, 'b1'],
    [0.55, 'b2'],
    [0.9, 'b3'],
    [1, 'b4'],
  ]);
  radial(defs, `${id}-bc`, { cx: 0.67, cy: 0.79, r: 0.46 }, [
    [0, 'bc0'],
    [0.55, 'bc1'],
    [1, 'bc2'],
  ]);
  radial(defs, `${id}-w`, { cx: 0.37, cy: 0.28, r: 0.84 }, [
    [0, 'w0'],
    [0.26, 'w1'],
    [0.62, 'w2'],
    [0.9, 'w3'],
    [1, 'w4'],
  ]);
  radial(defs, `${id}-wc`, { cx: 0.69, cy: 0.82, r: 0.38 }, [
    [0, 'wc0'],
    [1, 'wc1'],
  ]);
  linear(defs, `${id}-wi`, { x1: 0, y1: 1, x2: 1, y2: 0 }, [
    [0, 'wi0'],
    [0.5, 'wi1'],
    [1, 'wi2'],
  ]);
  radial(defs, `${id}-gl`, { cx: 0.42, cy: 0.36, r: 0.62 }, [
    [0, 'gl0'],
    [0.45, 'gl1'],
    [1, 'gl2'],
  ]);
  linear(defs, `${id}-ed`, { x1: 0.2, y1: 0.05, x2: 0.8, y2: 0.95 }, [
    [0, 'ed0'],
    [0.5, 'ed1'],
    [1, 'ed2'],
  ]);

  const shadow = svg('symbol', { id: `${id}-shadow`, overflow: 'visible' }, defs);
  svg('ellipse', { cx: 7, cy: 13, rx: 52, ry: 49, fill: `url(#${id}-sh)` }, shadow);
  drawMarble(defs, id, 'black', ['b', 'bc'], (marble) => {
    svg('path', { d: 'M0 -25 V25 M-21.7 -12.5 L21.7 12.5 M-21.7 12.5 L21.7 -12.5', class: 'pattern inlaid' }, marble);
  });
  drawMarble(defs, id, 'white', ['w', 'wi', 'wc'], (marble) => {
    svg('circle', { r: 23, class: 'pattern engraved-light' }, marble);
    svg('circle', { r: 23, class: 'pattern engraved' }, marble);
  });
  for (const draw of others) draw(defs, id);
}

/**
 * Define the marble `#ID-COLOR`.
 * @param {SVGElement} defs @param {string} id @param {string} color
 * @param {string[]} paints of its body, one over the other
 * @param {(marble: SVGElement) => void} sign for people who cannot or do not want to distinguish the marbles by color
 */
export function drawMarble(defs, id, color, paints, sign) {
  const marble = svg('symbol', { id: `${id}-${color}`, overflow: 'visible' }, defs);
  for (const paint of paints) svg('circle', { r: MARBLE, fill: `url(#${id}-${paint})` }, marble);
  sign(marble);
  svg('circle', { r: MARBLE - 0.9, class: `edge edge-${color}`, stroke: `url(#${id}-ed)` }, marble);
  svg('circle', { r: MARBLE - 1.4, class: `hard-edge hard-edge-${color}` }, marble);
  // The reflection of a window, and the light that has passed through the marble.
  svg(
    'path',
    {
      d: 'M-32 -12 C-30 -28 -17 -37 -2 -37 C8 -36 8 -27 0 -24 C-12 -20 -20 -14 -24 -5 C-27 1 -33 -3 -32 -12 Z',
      class: `window window-${color}`,
      fill: `url(#${id}-gl)`,
    },
    marble,
  );
  svg(
    'ellipse',
    { cx: -16, cy: -23, rx: 8.5, ry: 5, transform: 'rotate(-38 -16 -23)', class: `spark spark-${color}` },
    marble,
  );
  svg('circle', { cx: 19, cy: 26, r: 2.6, class: `glint glint-${color}` }, marble);
}

/**
 * Return the sizes of the board around its cells, with coordinates or slim.
 * @param {Geometry} geometry
 * @param {boolean} slim
 */
export function sizes(geometry, slim) {
  const gap = slim ? 51 : 58,
    edge = slim ? 8 : 27,
    k = Math.sqrt(3) / 2;
  const face = (4 * ROW + gap - 22) / k,
    rim = (4 * ROW + gap + edge - 30) / k;
  const wide = rim + 32,
    tall = rim * k + 32;
  return { face, rim, width: geometry.upright ? tall : wide, height: geometry.upright ? wide : tall };
}

/** @param {Geometry} geometry @param {number} radius */
const corners = (geometry, radius) =>
  geometry
    .hexagon(radius)
    .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
    .join(' ');

/**
 * Draw the board without marbles.
 * @param {SVGElement} base @param {string} id @param {Geometry} geometry @param {boolean} slim
 */
export function drawBase(base, id, geometry, slim) {
  base.replaceChildren();
  const { face, rim, height } = sizes(geometry, slim);
  const defs = svg('defs', {}, base);
  const down = { gradientUnits: 'userSpaceOnUse', x1: -height * 0.3, y1: -height, x2: height * 0.3, y2: height };
  linear(defs, `${id}-face`, down, [
    [0, 'face0'],
    [0.5, 'face1'],
    [1, 'face2'],
  ]);
  linear(defs, `${id}-rim`, down, [
    [0, 'rim0'],
    [0.45, 'rim1'],
    [1, 'rim2'],
  ]);
  linear(defs, `${id}-bevel`, down, [
    [0, 'bevel0'],
    [0.5, 'bevel1'],
    [1, 'bevel2'],
  ]);
  linear(defs, `${id}-trough`, down, [
    [0, 'trough0'],
    [1, 'trough1'],
  ]);
  radial(defs, `${id}-sheen`, { gradientUnits: 'userSpaceOnUse', cx: -190, cy: -230, r: 640 }, [
    [0, 'sheen0'],
    [0.35, 'sheen1'],
    [1, 'sheen2'],
  ]);
  radial(defs, `${id}-well`, { cx: 0.56, cy: 0.64, r: 0.66 }, [
    [0, 'well0'],
    [0.55, 'well1'],
    [0.86, 'well2'],
    [1, 'well3'],
  ]);
  linear(defs, `${id}-lip`, { x1: 0.25, y1: 0, x2: 0.75, y2: 1 }, [
    [0, 'lip0'],
    [0.5, 'lip1'],
    [1, 'lip2'],
  ]);

  const ring = (/** @type {number} */ radius, /** @type {string} */ name, /** @type {string} */ paint, width = 0) =>
    svg(
      'polygon',
      {
        points: corners(geometry, radius),
        class: name,
        ...(width ? { 'stroke-width': width } : {}),
        ...(name.includes('line')
          ? { stroke: `url(#${paint})` }
          : { fill: `url(#${paint})`, stroke: `url(#${paint})` }),
      },
      base,
    );
  // A soft shadow without a filter: filters are slow without a graphics card. The wide part is the shade of the whole
  // board, the narrow part is where it touches the table.
  const cast = (/** @type {string} */ name, /** @type {number} */ width, /** @type {number} */ down) =>
    svg(
      'polygon',
      {
        points: corners(geometry, rim),
        class: name,
        'stroke-width': width,
        transform: `translate(${down / 3},${down})`,
      },
      base,
    );
  for (let i = 1; i <= 16; i++) cast('cast', 36 + 90 * (i / 16) ** 1.6, 19);
  for (let i = 1; i <= 5; i++) cast('cast contact', 55 + 3 * i, 4);
  ring(rim, 'rim', `${id}-rim`, 60);
  ring(rim + 33, 'line bevel', `${id}-bevel`, 2.4);
  ring(face, 'trough', `${id}-trough`, 54);
  ring(face, 'face', `${id}-face`, 44);
  const clip = svg('clipPath', { id: `${id}-clip` }, defs);
  svg('polygon', { points: corners(geometry, face + 22) }, clip);
  const wood = svg('g', { class: 'grain', 'clip-path': `url(#${id}-clip)` }, base);
  for (const [start, width] of [
    [0, 1.2],
    [1, 2.6],
    [2, 4.5],
  ])
    svg('path', { d: grain(start), 'stroke-width': width }, wood);
  ring(face + 24.2, 'line edge-line', `${id}-bevel`, 1.6);
  ring(face, 'sheen', `${id}-sheen`, 44);

  const wells = svg('g', { class: 'wells' }, base);
  for (const cell of CELLS) {
    const { x, y } = geometry.point(cell);
    svg('circle', { cx: x, cy: y, r: WELL, fill: `url(#${id}-well)` }, wells);
    svg('circle', { cx: x, cy: y, r: WELL, class: 'lip', stroke: `url(#${id}-lip)` }, wells);
  }
  drawCoordinates(svg('g', { class: 'coordinates' }, base), geometry);
}

/**
 * Draw every third line of the grain. Lines come in bundles around a heart at the lower left, and most of them end
 * within the board: lines at equal distances would look like ruled paper.
 * @param {number} start
 */
function grain(start) {
  let path = '';
  for (let i = start; i < 48; i += 3) {
    const wave = Math.sin(i * 2.4),
      y = -430 + i * 18.2 + 13 * wave + 9 * Math.sin(i * 0.7),
      rise = (26 * (y - 120)) / 430 + 9 * Math.sin(i * 1.7 + 0.6),
      from = -520 + (i % 4) * (150 + 60 * wave),
      to = 520 - ((i * 7) % 5) * (110 + 40 * wave);
    const at = (/** @type {number} */ part) => (from + part * (to - from)).toFixed(0);
    const [first, second, third, last] = [0.25 * rise, rise, 0.7 * rise, -0.5 * rise].map((off) =>
      (y + off).toFixed(1),
    );
    path += `M${at(0)} ${first}C${at(0.3)} ${second} ${at(0.6)} ${third} ${at(1)} ${last}`;
  }
  return path;
}

/** @param {SVGElement} layer @param {Geometry} geometry */
function drawCoordinates(layer, geometry) {
  const write = (
    /** @type {number} */ cell,
    /** @type {number} */ dx,
    /** @type {number} */ dy,
    /** @type {string} */ text,
  ) => {
    const at = geometry.point(cell),
      off = geometry.place(dx, dy);
    svg('text', { x: at.x + off.x, y: at.y + off.y }, layer).textContent = text;
  };
  for (const cell of CELLS) {
    const name = cellName(cell);
    if (nextCell(cell, 3) === null) write(cell, -82, 0, name[0]);
    if (nextCell(cell, 5) === null) write(cell, 41, 71, name[1]);
  }
}
