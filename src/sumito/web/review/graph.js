/** The graph of a game, for scrubbing: Black's winning chance after each ply, dark from below. */

import { h, svg } from '../shell/dom.js';
import { bind, number, say } from '../shell/i18n.js';

/** @typedef {import('../core/cells.js').Color} Color */
/**
 * A marked ply: the ejection of a marble of a color, or a turning point with its glyph and the player who moved.
 * @typedef {{ply: number, kind: Color|'turning-point', by?: Color, glyph?: string}} Mark
 */

const WIDTH = 1000;
const HEIGHT = 240;

/** Return the x coordinate of a ply. @param {number} ply @param {number} plies */
export const across = (ply, plies) => (WIDTH * ply) / Math.max(plies, 1);

/**
 * Return the path of Black's area, one shape for each run of known plies.
 * @param {readonly (number|null)[]} chances after each ply, from 0 to 1; null if it is not known yet
 */
export function sharePath(chances) {
  const plies = chances.length - 1;
  let path = '';
  let from = -1;
  for (let ply = 0; ply <= plies + 1; ply++) {
    const chance = chances[ply] ?? null;
    if (chance !== null) {
      if (from < 0) path += `M${across((from = ply), plies).toFixed(1)} ${HEIGHT}`;
      path += `L${across(ply, plies).toFixed(1)} ${(HEIGHT * (1 - chance)).toFixed(1)}`;
    } else if (from >= 0) {
      path += `L${across(ply - 1, plies).toFixed(1)} ${HEIGHT}Z`;
      from = -1;
    }
  }
  return path;
}

export class Graph {
  #host;
  #scrub;
  /** @type {readonly (number|null)[]} */ #chances = [null];
  #ply = 0;
  #known = svg('path', { class: 'known' });
  #share = svg('path', { class: 'share' });
  #cursor = h('i', { class: 'cursor' });
  #marks = h('div', { class: 'graph-marks' });
  #down = false;

  /** @param {HTMLElement} host @param {(ply: number) => void} scrub called with the ply under the pointer */
  constructor(host, scrub) {
    this.#host = host;
    this.#scrub = scrub;
    host.classList.add('graph');
    host.dir = 'ltr';
    for (const [name, value] of Object.entries({ role: 'slider', tabindex: '0', 'aria-valuemin': '0' }))
      host.setAttribute(name, value);
    host.append(
      svg(
        'svg',
        { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
        this.#known,
        this.#share,
        svg('path', { class: 'middle', d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
      ),
      this.#cursor,
      this.#marks,
    );
    bind(host, 'aria-label', () => this.#say());
    host.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      this.#down = true;
      host.setPointerCapture(event.pointerId);
      this.#point(event);
    });
    host.addEventListener('pointermove', (event) => {
      if (this.#down) this.#point(event);
    });
    for (const type of ['pointerup', 'pointercancel'])
      host.addEventListener(type, () => {
        this.#down = false;
      });
    host.addEventListener('keydown', (event) => this.#key(event));
  }

  get #plies() {
    return this.#chances.length - 1;
  }

  /** @param {readonly (number|null)[]} chances @param {readonly Mark[]} marks */
  show(chances, marks) {
    this.#chances = chances;
    this.#known.setAttribute('d', sharePath(chances.map((chance) => (chance === null ? null : 1))));
    this.#share.setAttribute('d', sharePath(chances));
    this.#host.setAttribute('aria-valuemax', String(this.#plies));
    this.#marks.replaceChildren(
      ...marks.map(({ ply, kind, by, glyph }) =>
        h('i', { class: `mark-${kind}`, dataset: { by }, style: { 'inset-inline-start': this.#at(ply, 12) } }, glyph),
      ),
    );
    this.go(this.#ply);
  }

  /** @param {number} ply */
  go(ply) {
    this.#ply = ply;
    this.#cursor.style.insetInlineStart = this.#at(ply, 2);
    this.#say();
  }

  /**
   * Return the centre of a mark, moved inwards so that all of it is visible.
   * @param {number} ply
   * @param {number} half its width
   */
  #at(ply, half) {
    return `clamp(${half}px, ${across(ply, this.#plies) / 10}%, 100% - ${half}px)`;
  }

  #say() {
    const chance = this.#chances[this.#ply] ?? null;
    this.#host.setAttribute('aria-label', say('review.graph'));
    this.#host.setAttribute('aria-valuenow', String(this.#ply));
    this.#host.setAttribute(
      'aria-valuetext',
      chance === null
        ? say('review.ply', { ply: this.#ply })
        : say('review.chance', { ply: this.#ply, chance: number(chance, { style: 'percent' }) }),
    );
  }

  /** @param {PointerEvent} event */
  #point(event) {
    const { left, width } = this.#host.getBoundingClientRect();
    this.#ask(Math.round((this.#plies * (event.clientX - left)) / width));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const steps = {
      ArrowLeft: -1,
      ArrowDown: -1,
      ArrowRight: 1,
      ArrowUp: 1,
      PageDown: -10,
      PageUp: 10,
      Home: -this.#plies,
      End: this.#plies,
    };
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in steps)) return;
    event.preventDefault();
    event.stopPropagation();
    this.#ask(this.#ply + steps[/** @type {keyof typeof steps} */ (event.key)]);
  }

  /** @param {number} ply */
  #ask(ply) {
    const wanted = Math.max(0, Math.min(this.#plies, ply));
    if (wanted !== this.#ply) this.#scrub(wanted);
  }
}
