/**
 * Looking back at earlier positions of a game: by its moves, by buttons or by the arrow keys. What goes on meanwhile
 * goes on.
 */
import { h } from '../shell/dom.js';
import { icon } from '../shell/icons.js';
import { MoveList } from './move_list.js';

/** @typedef {import('./session.js').Session} Session */

/** Where the arrow keys have another meaning. */
const OTHERS = '.board, input, select, textarea, dialog, [popover]';

export class LookBack {
  #session;
  #changed;
  /** @type {number|null} */ #ply = null;
  #buttons;
  #steps;
  #list;
  element;

  /** @param {Session} session @param {(before: number, ply: number) => void} changed another position is to be shown */
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

  /** The ply that is looked at; null where the board shows what is now. */
  get ply() {
    return this.#ply;
  }
  /** The ply after which the board stands. */
  get shown() {
    return this.#ply ?? this.#session.played.length;
  }

  /** @param {number} ply beyond the last one is now */
  go(ply) {
    const before = this.shown,
      last = this.#session.played.length;
    this.#ply = ply >= last ? null : Math.max(0, ply);
    this.update();
    if (this.shown !== before) this.#changed(before, this.shown);
  }

  /** The board shows what is now, by itself. */
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
      !this.#session.played.length ||
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
    this.#steps.hidden = this.#session.played.length === 0;
  }
}
