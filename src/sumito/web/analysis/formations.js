/** "Find on board": list the formations of the position, and outline a kind when its button is pressed. */

import { h } from '../shell/dom.js';
import { FORMATIONS } from '../core/names.js';
import { whilePointed } from '../figures/highlights.js';

/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {import('../core/types.js').Formation} Formation */
/** @typedef {import('../board/board.js').BoardView} BoardView */

export class Formations {
  #host;
  #view;
  /** @type {Game|null} */ #game = null;
  /** @type {Formation[]} */ #found = [];
  /** The kinds that the user has chosen; null shows the first kind. @type {Set<string>|null} */ #chosen = null;
  #said;
  #on = false;
  #inside = false;

  /**
   * @param {HTMLElement} host @param {BoardView} view
   * @param {(sentence: import('../core/cells.js').Sentence) => (Node|string)[]} said makes a sentence beside the board
   */
  constructor(host, view, said) {
    this.#host = host;
    this.#view = view;
    this.#said = said;
  }

  get on() {
    return this.#on;
  }

  /** @param {boolean} on @param {Game} game */
  toggle(on, game) {
    this.#on = on;
    this.#host.hidden = !on;
    this.show(game);
  }

  /** @param {Game} game */
  show(game) {
    this.#game = game;
    this.#found = this.#on ? game.formations(this.#inside) : [];
    this.#render();
  }

  /** Restore the outlines of the selected kinds. */
  again() {
    this.#outline(this.#shown);
  }

  /** The kinds of the position, in the order of their buttons. */
  get #kinds() {
    return FORMATIONS.filter((kind) => this.#found.some((each) => each.kind === kind));
  }

  /** The kinds that are shown. A board with all of them outlined would be hard to read, so that it begins with one. */
  get #shownKinds() {
    return this.#chosen ?? new Set(this.#kinds.slice(0, 1));
  }

  get #shown() {
    const kinds = this.#shownKinds;
    return this.#found.filter(({ kind }) => kinds.has(kind));
  }

  #render() {
    const shown = this.#shown;
    this.#outline(shown);
    this.#host.replaceChildren(
      h('div', { class: 'row' }, ...this.#kinds.map((kind) => this.#chip(kind)), this.#insideButton()),
      h('ul', {}, ...shown.map((each) => this.#item(each))),
    );
  }

  /** @param {string} kind */
  #chip(kind) {
    const n = this.#found.filter((each) => each.kind === kind).length;
    return h(
      'button',
      {
        type: 'button',
        class: `small chip formation-${kind}`,
        'aria-pressed': String(this.#shownKinds.has(kind)),
        dataset: { kind },
        onclick: () => {
          this.#chosen = this.#shownKinds;
          if (!this.#chosen.delete(kind)) this.#chosen.add(kind);
          this.#render();
          /** @type {HTMLElement|null} */ (this.#host.querySelector(`[data-kind="${kind}"]`))?.focus();
        },
      },
      h('span', { say: `term.${kind}` }),
      h('span', { class: 'count' }, n),
    );
  }

  /** Make the button for shapes inside larger groups. There are many, so they are shown on request. */
  #insideButton() {
    return h('button', {
      type: 'button',
      class: 'small inside',
      'aria-pressed': String(this.#inside),
      dataset: { kind: 'inside' },
      say: 'analysis.formations.inside',
      onclick: () => {
        this.#inside = !this.#inside;
        if (this.#game) this.show(this.#game);
        /** @type {HTMLElement|null} */ (this.#host.querySelector('[data-kind="inside"]'))?.focus();
      },
    });
  }

  /** @param {Formation} formation */
  #item(formation) {
    const item = h(
      'button',
      { type: 'button', class: `said formation-${formation.kind}` },
      h('span', {}, h('strong', { say: `term.${formation.kind}` }), ' · ', ...this.#said(formation.sentence)),
    );
    whilePointed(
      item,
      () => this.#outline([formation]),
      () => this.again(),
    );
    return h('li', {}, item);
  }

  /** @param {Formation[]} formations */
  #outline(formations) {
    this.#view.outline(
      formations.map(({ kind, cells, enemies }) => ({ cells: [...cells, ...enemies], className: `formation-${kind}` })),
    );
  }
}
