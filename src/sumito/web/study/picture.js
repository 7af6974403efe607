/** Pictures of positions and of games, made from the drawing of the board itself. */
import { BoardView } from '../board/board.js';
import { boardConfig } from '../shell/board_config.js';
import { h } from '../shell/dom.js';
import { difference, joinFrames } from './apng.js';

/** @typedef {import('../board/board.js').BoardMove} BoardMove */
/** @typedef {import('../core/cells.js').Color} Color */
/** A position, and the move that led to it. */
/** @typedef {{marbles: Partial<Record<Color, readonly number[]>>, last: BoardMove|null}} Diagram */

/** The space around the board, as a part of its width. */
const MARGIN = 0.02;
const MOVE_MS = 700;
const LAST_MS = 3000;
/** The properties that are copied from the style sheet into each element, because a picture has no style sheet. */
const PROPERTIES = [
  ...[
    'display',
    'visibility',
    'opacity',
    'fill',
    'fill-opacity',
    'stroke',
    'stroke-width',
    'stroke-opacity',
    'stroke-linecap',
  ],
  ...['stroke-linejoin', 'stroke-dasharray', 'stop-color', 'stop-opacity', 'transform', 'paint-order'],
  ...['font-family', 'font-size', 'font-weight', 'text-anchor', 'dominant-baseline'],
];

export class Painter {
  #host = h('div', { class: 'board unseen-board', 'aria-hidden': 'true' });
  #view;
  #canvas;
  #box;
  /** The board without marbles, painted once. @type {HTMLCanvasElement|null} */ #wood = null;

  /** @param {number} width of the pictures in px @param {number} rotation of the board */
  constructor(width, rotation) {
    document.body.append(this.#host);
    this.#view = new BoardView(this.#host, boardConfig, { picture: true, rotation });
    const [x, y, across, down] = (this.#view.element.getAttribute('viewBox') ?? '').split(' ').map(Number);
    const margin = across * MARGIN;
    this.#box = { x: x - margin, y: y - margin, width: across + 2 * margin, height: down + 2 * margin };
    const height = Math.round((width * this.#box.height) / this.#box.width);
    this.#canvas = h('canvas', { width, height });
  }

  /** Paint a position. @param {Diagram} shown @returns {Promise<HTMLCanvasElement>} which the next call paints again */
  async paint({ marbles, last }) {
    this.#view.setPosition(marbles);
    this.#view.mark({ last });
    const [base, grid] = this.#host.querySelectorAll(':scope > svg');
    if (!this.#wood) {
      this.#wood = h('canvas', { width: this.#canvas.width, height: this.#canvas.height });
      const context = contextOf(this.#wood);
      context.fillStyle = getComputedStyle(this.#host).backgroundColor;
      context.fillRect(0, 0, this.#wood.width, this.#wood.height);
      await this.#draw(context, base);
    }
    const context = contextOf(this.#canvas);
    context.drawImage(this.#wood, 0, 0);
    await this.#draw(context, grid);
    return this.#canvas;
  }

  /** @param {CanvasRenderingContext2D} context @param {Element} layer */
  async #draw(context, layer) {
    const { width, height } = this.#canvas;
    const image = new Image(width, height);
    image.src = `data:image/svg+xml,${encodeURIComponent(this.#standalone(layer))}`;
    await image.decode();
    context.drawImage(image, 0, 0, width, height);
  }

  close() {
    this.#view.destroy();
    this.#host.remove();
  }

  /** Return an SVG with the styles of this page in its attributes. @param {Element} layer */
  #standalone(layer) {
    const copy = /** @type {Element} */ (layer.cloneNode(true));
    const copies = copy.querySelectorAll('*');
    layer.querySelectorAll('*').forEach((element, i) => {
      const style = getComputedStyle(element);
      copies[i].removeAttribute('style');
      for (const name of PROPERTIES) {
        const value = style.getPropertyValue(name);
        if (value && value !== 'none') copies[i].setAttribute(name, value.replaceAll('px', ''));
        else if (name !== 'transform') copies[i].setAttribute(name, 'none');
      }
    });
    const { x, y, width, height } = this.#box;
    for (const name of ['class', 'style', 'role', 'aria-label']) copy.removeAttribute(name);
    copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    copy.setAttribute('viewBox', `${x} ${y} ${width} ${height}`);
    copy.setAttribute('width', String(this.#canvas.width));
    copy.setAttribute('height', String(this.#canvas.height));
    return new XMLSerializer().serializeToString(copy);
  }
}

/** @param {HTMLCanvasElement} canvas */
const contextOf = (canvas) =>
  /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', { willReadFrequently: true }));

/** @param {HTMLCanvasElement} canvas @returns {Promise<Blob>} */
function pngOf(canvas) {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser made no picture'))), 'image/png');
  });
}

/** Return the picture of a position as PNG. @param {Diagram} shown @param {number} width @param {number} rotation */
export async function pictureOf(shown, width, rotation) {
  const painter = new Painter(width, rotation);
  try {
    return await pngOf(await painter.paint(shown));
  } finally {
    painter.close();
  }
}

/**
 * Return a game as an animated PNG. Each frame holds only the pixels that change.
 * @param {readonly Diagram[]} positions @param {number} width @param {number} rotation
 * @param {(done: number) => void} report called after each frame
 */
export async function animationOf(positions, width, rotation, report) {
  const painter = new Painter(width, rotation);
  /** @type {import('./apng.js').Frame[]} */ const frames = [];
  /** @type {ImageData|null} */ let before = null;
  try {
    for (const shown of positions) {
      const canvas = await painter.paint(shown);
      const now = contextOf(canvas).getImageData(0, 0, canvas.width, canvas.height);
      const part = before ? difference(before, now) : { x: 0, y: 0, ...pixelsOf(now) };
      before = now;
      const own = h('canvas', { width: part.width, height: part.height });
      const data = new ImageData(/** @type {any} */ (part.data), part.width, part.height);
      contextOf(own).putImageData(data, 0, 0);
      const png = new Uint8Array(await (await pngOf(own)).arrayBuffer());
      const ms = frames.length === positions.length - 1 ? LAST_MS : MOVE_MS;
      frames.push({ png, x: part.x, y: part.y, ms });
      report(frames.length);
    }
  } finally {
    painter.close();
  }
  return new Blob([/** @type {any} */ (joinFrames(frames))], { type: 'image/png' });
}

/** @param {ImageData} image */
const pixelsOf = ({ data, width, height }) => ({ data, width, height });
