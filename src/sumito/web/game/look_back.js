/**
 * Shows earlier positions of a game, chosen by its moves, by buttons or by the arrow keys. The game goes on meanwhile.
 */
import { h } from '../shell/dom.js';
import { icon } from '../shell/icons.js';
import { MoveList } from './move_list.js';

/** @typedef {import('./session.js').Session} Session */

/** Elements in which the arrow keys do something else. */
const OTHERS = '.board, input, select, textarea, dialog, [popover]';

export class LookBack {
  #session;
  #changed;
  /** @type {number|null} */ #ply = null;
  #buttons;
  #steps;
  #list;
  element;

  /** @param {Session} session @param {(before: number, ply: number) => void} changed called to show another position */
  constructor(session, changed) {
    this.#session = session;
    this.#changed = changed;
    this.#list = new MoveList(session, (ply) => this.go(ply));
    /** @param {string} picture @param {string} message @param {() => void} onclick */
    const button = (picture, message, onclick) =>
      h(
        'button',
        { type: 'button', class: 'quiet', 'say:aria-label': message, 'say:title': message, onclick },
        icon(picture),
      );
    this.#buttons = {
      first: button('first', 'analysis.do.first', () => this.go(0)),
      back: button('back', 'analysis.do.back', () => this.go(this.shown - 1)),
      next: button('next', 'analysis.do.next', () => this.go(this.shown + 1)),
      last: button('last', 'play.look.now', () => this.go(Infinity)),
    };
    this.#steps = h(
      'div',
      { class: 'steps', role: 'group', dir: 'ltr', 'say:aria-label': 'play.look.steps' },
      ...Object.values(this.#buttons),
    );
    this.element = h('div', { class: 'history' }, this.#steps, this.#list.element);
    this.update();
  }

  /** The number of plies before an earlier position on the board; null for the current position. */
  get ply() {
    return this.#ply;
  }
  /** The number of plies before the position on the board. */
  get shown() {
    return this.#ply ?? this.#session.plies.length;
  }

  /** Show the position after `ply` plies; the current one if there are fewer. @param {number} ply */
  go(ply) {
    const before = this.shown;
    const last = this.#session.plies.length;
    this.#ply = ply >= last ? null : Math.max(0, ply);
    this.update();
    if (this.shown !== before) this.#changed(before, this.shown);
  }

  /** The board shows the current position already. */
  forget() {
    this.#ply = null;
  }

  /** @param {KeyboardEvent} event anywhere on the page */
  press(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key === 'Escape' && this.#ply !== null) return this.go(Infinity);
    const to = { ArrowLeft: this.shown - 1, ArrowRight: this.shown + 1, Home: 0, End: Infinity }[event.key];
    if (
      to === undefined ||
      !this.#session.plies.length ||
      (event.target instanceof Element && event.target.closest(OTHERS))
    )
      return;
    event.preventDefault();
    this.go(to);
  }

  update() {
    const { first, back, next, last } = this.#buttons;
    this.#list.update(this.shown);
    first.disabled = back.disabled = this.shown === 0;
    next.disabled = last.disabled = this.#ply === null;
    this.#steps.hidden = this.#session.plies.length === 0;
  }
}
