/**
 * Arrows and circles that the user draws with the right mouse button, or on a touch screen with the pen. Shift, Alt or
 * both choose another of the four colors. Drawing the same shape again removes it.
 */

import { svg } from './art.js';
import { element } from './element.js';

/** @typedef {import('./board.js').BoardView} BoardView */
/** @typedef {import('./input.js').BoardInput} BoardInput */
/** @typedef {{from: number, to: number|null, color: number}} Shape to null: a circle */

export class Drawing {
  #view;
  #input;
  /** @type {Shape[]} */ #shapes = [];
  /** @type {{id: number, from: number, to: number|null, color: number}|null} */ #stroke = null;
  #pen = false;
  #ends = new AbortController();
  /** Called when the pen is switched on or off. @type {(out: boolean) => void} */
  onPen = () => {};

  /**
   * @param {BoardView} view
   * @param {BoardInput|null} [input] pauses while the pen is on, and its moves clear the drawing
   */
  constructor(view, input = null) {
    this.#view = view;
    this.#input = input;
    const options = { signal: this.#ends.signal },
      element = view.element;
    element.addEventListener('contextmenu', (event) => event.preventDefault(), options);
    element.addEventListener('pointerdown', (event) => this.#down(event), options);
    element.addEventListener('pointermove', (event) => this.#move(event), options);
    element.addEventListener('pointerup', (event) => this.#up(event), options);
    element.addEventListener('pointercancel', () => this.#give(null), options);
  }

  get view() {
    return this.#view;
  }
  get shapes() {
    return this.#shapes;
  }

  /** Whether the pen is on: then every pointer draws. */
  get pen() {
    return this.#pen;
  }
  set pen(out) {
    this.#pen = out;
    if (this.#input) this.#input.paused = out;
    this.#view.host.classList.toggle('drawing', out);
    this.onPen(out);
  }

  /** Clear the drawing. Call this after every move. */
  clear() {
    if (this.#shapes.length === 0) return;
    this.#shapes = [];
    this.#show();
  }

  destroy() {
    this.#ends.abort();
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const { cell } = this.#view.cellAt(event);
    if (!this.#pen && event.button === 0) {
      if (cell === null || this.#view.at(cell) === null) this.clear();
      return;
    }
    if (!event.isPrimary || cell === null || (!this.#pen && event.button !== 2)) return;
    this.#give({ id: event.pointerId, from: cell, to: null, color: (event.shiftKey ? 1 : 0) + (event.altKey ? 2 : 0) });
    this.#view.element.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const stroke = this.#stroke;
    if (!stroke || event.pointerId !== stroke.id) return;
    const { cell } = this.#view.cellAt(event),
      to = cell === stroke.from ? null : cell;
    if (to !== stroke.to) this.#give({ ...stroke, to });
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const stroke = this.#stroke;
    if (!stroke || event.pointerId !== stroke.id) return;
    const { cell } = this.#view.cellAt(event);
    this.#stroke = null;
    if (cell === null) return this.#show(); // released outside the board
    const { from, to, color } = stroke;
    const same = this.#shapes.find((each) => each.from === from && each.to === to);
    this.#shapes = this.#shapes.filter((each) => each !== same);
    if (same?.color !== color) this.#shapes.push({ from, to, color });
    return this.#show();
  }

  /** @param {{id: number, from: number, to: number|null, color: number}|null} stroke */
  #give(stroke) {
    this.#stroke = stroke;
    this.#show();
  }

  #show() {
    const shown = this.#stroke ? [...this.#shapes, this.#stroke] : this.#shapes;
    this.#view.drawn(
      shown
        .filter((each) => each.to !== null)
        .map((each) => ({ from: [each.from], to: each.to, className: `draw${each.color}` })),
      shown.filter((each) => each.to === null).map((each) => ({ cell: each.from, className: `draw${each.color}` })),
    );
  }
}

/** Make a button that switches the pen on and off. @param {Drawing} drawing */
export function penButton(drawing) {
  const picture = svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' });
  svg(
    'path',
    {
      d: 'M4 20 L5.2 15.4 L16 4.6 L19.4 8 L8.6 18.8 Z M14.2 6.4 L17.6 9.8',
      fill: 'none',
      stroke: 'currentColor',
      'stroke-width': 2,
      'stroke-linejoin': 'round',
    },
    picture,
  );
  const button = element(
    'button',
    {
      type: 'button',
      class: 'pen',
      'aria-pressed': 'false',
      onclick: () => {
        drawing.pen = !drawing.pen;
      },
    },
    picture,
  );
  const { say, bind } = drawing.view.config;
  bind(button, 'aria-label', () => {
    button.setAttribute('aria-label', say('board.pen'));
    button.setAttribute('title', say('board.pen'));
  });
  drawing.onPen = (out) => button.setAttribute('aria-pressed', String(out));
  return button;
}
