/** The position editor: a palette, marbles placed by tapping or painting, the player to move, scores, and warnings. */

import { byColor, COLORS, positionText } from '../core/cells.js';
import { replayRules } from '../core/record_tree.js';
import { nameLayout } from '../game/layout_name.js';
import { h } from '../shell/dom.js';
import { bind, label, say } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';
import { loadStyle } from '../shell/late_style.js';
import { playOnLink } from '../shell/shell.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../core/core.js').Core} Core */
/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {import('../core/layouts.js').Layout} Layout */
/** @typedef {import('../board/board.js').BoardView} BoardView */
/** @typedef {Color|'erase'} Tool */
/** @typedef {{message: string, parameters?: any, grave: boolean}} Warning grave: cannot be played */

await loadStyle('analysis/editor.css');

const FULL = 14; // marbles of a player in the usual layouts

/** Return the warnings about a position. @param {Game} game @returns {Warning[]} */
function warningsOf(game) {
  /** @type {Warning[]} */
  const found = game.problems().map((problem) => ({ message: `analysis.problem.${problem}`, grave: true }));
  for (const color of COLORS) {
    const marbles = game.marbles(color).length,
      lost = game.ejected(color);
    if (marbles + lost !== FULL)
      found.push({
        message: 'analysis.count',
        parameters: { player: { color }, n: marbles, lost, all: marbles + lost, usual: FULL },
        grave: false,
      });
  }
  return found;
}

export class Editor {
  #core;
  #view;
  /** The marbles that a player must eject to win. */ #goal;
  /** @type {Map<number, Color>} */ #marbles = new Map();
  /** @type {Tool} */ #tool = 'black';
  /** @type {Color} */ #turn = 'black';
  #score = byColor(COLORS, () => 0);
  #ends = new AbortController();
  /** The paint of a stroke; null erases, 'none' if there is none. @type {Color|null|'none'} */ #paint = 'none';
  #lifted = -Infinity;
  #warnings = h('ul', { class: 'warnings' });
  #counts = h('p', { class: 'counts' });
  /** @type {HTMLInputElement[]} */ #turnInputs = [];
  /** @type {Record<Color, HTMLInputElement>} */ #fields;
  #done;
  #playOn = h('a', { class: 'button', say: 'play.on' });

  /**
   * @param {HTMLElement} host
   * @param {Core} core
   * @param {BoardView} view
   * @param {{layouts: Layout[], start: Game, done: (position: string|null) => void}} page
   *   done: called with null if nothing changes
   */
  constructor(host, core, view, { layouts, start, done }) {
    this.#core = core;
    this.#view = view;
    this.#goal = start.rules.marbles_to_eject;
    this.#fields = byColor(COLORS, (color) => this.#scoreField(color));
    this.#done = h('button', {
      type: 'button',
      class: 'primary',
      say: 'analysis.editor.done',
      onclick: () => done(this.position),
    });
    const menu = h(
      'select',
      { onchange: () => this.#take(core.game(layouts.find(({ slug }) => slug === menu.value)?.position)) },
      h('option', { value: '', disabled: true, selected: true, say: 'analysis.editor.layout' }),
      ...layouts.map((layout) => nameLayout(h('option', { value: layout.slug }), layout)),
    );
    host.append(
      h('h2', { say: 'analysis.editor' }),
      h('p', { class: 'dim', say: 'analysis.editor.how' }),
      h(
        'fieldset',
        { class: 'segments' },
        h('legend', { class: 'unseen', say: 'analysis.editor.tool' }),
        .../** @type {Tool[]} */ (['black', 'white', 'erase']).map((tool) => this.#toolChoice(tool)),
      ),
      h(
        'div',
        { class: 'row' },
        h('label', { class: 'unseen', for: 'layout', say: 'analysis.editor.layout' }),
        menu,
        h('button', { type: 'button', class: 'small', say: 'analysis.editor.clear', onclick: () => this.#clear() }),
      ),
      h(
        'fieldset',
        { class: 'segments' },
        h('legend', { class: 'unseen', say: 'analysis.editor.turn' }),
        ...COLORS.map((color) => this.#turnChoice(color)),
      ),
      h(
        'div',
        { class: 'row scores' },
        ...COLORS.map((color) =>
          h(
            'label',
            { class: 'row' },
            h('span', { say: ['analysis.editor.score', { player: { color } }] }),
            this.#fields[color],
          ),
        ),
      ),
      h('div', { role: 'status' }, this.#counts, this.#warnings),
      h(
        'div',
        { class: 'row' },
        this.#done,
        this.#playOn,
        h('button', { type: 'button', say: 'app.cancel', onclick: () => done(null) }),
      ),
    );
    menu.id = 'layout';
    this.#listen();
    this.#take(start);
    bind(this.#warnings, '', () => this.#check());
  }

  get position() {
    const of = (/** @type {Color} */ color) =>
      [...this.#marbles].filter(([, each]) => each === color).map(([cell]) => cell);
    return positionText({ black: of('black'), white: of('white'), turn: this.#turn, score: this.#score });
  }

  destroy() {
    this.#ends.abort();
  }

  /** @param {Tool} tool */
  #toolChoice(tool) {
    const input = h('input', {
      type: 'radio',
      name: 'tool',
      value: tool,
      checked: tool === this.#tool,
      onchange: () => {
        this.#tool = tool;
      },
    });
    const picture = tool === 'erase' ? icon('delete') : h('span', { class: `dot ${tool}`, 'aria-hidden': 'true' });
    const words = tool === 'erase' ? { say: 'analysis.editor.erase' } : { say: `color.${tool}` };
    return h('label', {}, input, h('span', { class: 'row' }, picture, h('span', words)));
  }

  /** @param {Color} color */
  #turnChoice(color) {
    const input = h('input', {
      type: 'radio',
      name: 'turn',
      value: color,
      onchange: () => {
        this.#turn = color;
        this.#check();
      },
    });
    this.#turnInputs.push(input);
    return h('label', {}, input, h('span', { say: ['position.turn', { player: { color } }] }));
  }

  /** @param {Color} color */
  #scoreField(color) {
    const field = h('input', {
      type: 'number',
      min: 0,
      max: 14,
      step: 1,
      oninput: () => {
        this.#score[color] = Math.max(0, Math.min(14, Math.trunc(Number(field.value)) || 0));
        this.#check();
      },
    });
    return field;
  }

  /** @param {Game} game is given back */
  #take(game) {
    this.#marbles = new Map(
      COLORS.flatMap((color) => game.marbles(color).map((cell) => /** @type {[number, Color]} */ ([cell, color]))),
    );
    this.#turn = game.turn;
    this.#score = byColor(COLORS, (color) => game.score(color));
    game.free();
    this.#show();
  }

  #clear() {
    this.#marbles.clear();
    this.#score = byColor(COLORS, () => 0);
    this.#show();
  }

  #show() {
    this.#turnInputs.forEach((input) => {
      input.checked = input.value === this.#turn;
    });
    for (const color of COLORS) this.#fields[color].value = String(this.#score[color]);
    this.#draw();
  }

  #draw() {
    const of = (/** @type {Color} */ color) =>
      [...this.#marbles].filter(([, each]) => each === color).map(([cell]) => cell);
    this.#view.setPosition({ black: of('black'), white: of('white') });
    this.#check();
  }

  #check() {
    const game = this.#core.game(this.position, replayRules(this.#goal));
    const warnings = warningsOf(game);
    const [black, white] = COLORS.map((color) => game.marbles(color).length);
    label(this.#counts, 'analysis.counts', { black, white });
    this.#warnings.replaceChildren(
      ...warnings.map(({ message, parameters, grave }) =>
        h('li', { class: grave ? 'grave' : 'odd' }, icon('warning'), h('span', {}, say(message, parameters))),
      ),
    );
    this.#done.disabled = warnings.some(({ grave }) => grave);
    this.#playOn.hidden = this.#done.disabled || game.outcome !== null;
    this.#playOn.href = playOnLink(this.position, this.#goal);
    game.free();
  }

  /** @param {number} cell @param {Color|null} what */
  #put(cell, what) {
    if ((this.#marbles.get(cell) ?? null) === what) return;
    if (what) this.#marbles.set(cell, what);
    else this.#marbles.delete(cell);
    this.#draw();
  }

  /**
   * Return the new content of a cell after a tap with the tool. A tap on the same marble removes it.
   * @param {number} cell
   * @param {Tool} [tool]
   */
  #meant(cell, tool = this.#tool) {
    return tool === 'erase' || this.#marbles.get(cell) === tool ? null : tool;
  }

  #listen() {
    const options = { signal: this.#ends.signal },
      { element, host } = this.#view;
    element.addEventListener(
      'pointerdown',
      (event) => {
        const { cell } = this.#view.cellAt(event);
        if (!event.isPrimary || event.button !== 0 || cell === null) return;
        element.setPointerCapture(event.pointerId);
        this.#paint = this.#meant(cell);
        this.#put(cell, this.#paint);
        this.#view.focusCell(cell, { focus: false });
      },
      options,
    );
    element.addEventListener(
      'pointermove',
      (event) => {
        const { cell } = this.#view.cellAt(event);
        if (this.#paint !== 'none' && cell !== null) this.#put(cell, this.#paint);
      },
      options,
    );
    for (const type of ['pointerup', 'pointercancel']) {
      element.addEventListener(
        type,
        () => {
          this.#paint = 'none';
          this.#lifted = performance.now();
        },
        options,
      );
    }
    element.addEventListener(
      'click',
      (event) => {
        // The click of a screen reader.
        const cell = this.#view.cellOfTarget(event);
        if (
          cell !== null &&
          !(/** @type {PointerEvent} */ (event).pointerType) &&
          performance.now() - this.#lifted > 700
        )
          this.#put(cell, this.#meant(cell));
      },
      options,
    );
    // Capture the keys before the board, which would move marbles.
    host.addEventListener('keydown', (event) => this.#key(event), { ...options, capture: true });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const cell = this.#view.cellOfTarget(event);
    if (cell === null || event.ctrlKey || event.metaKey || event.altKey || event.key === 'Tab') return;
    const puts = { ' ': this.#meant(cell), Enter: this.#meant(cell), Delete: null, Backspace: null };
    if (event.key in puts) {
      this.#put(cell, puts[/** @type {keyof typeof puts} */ (event.key)]);
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === '/' || event.key.toLowerCase() === 'u') event.stopPropagation();
  }
}
