/**
 * Six finger-sized buttons for the six directions: another way to move the selected line. If moves need a confirmation,
 * its two buttons replace them.
 */
import { ARROW, svg } from './art.js';
import { element } from './element.js';
import { DIRECTIONS } from './geometry.js';

/** @typedef {import('./input.js').BoardInput} BoardInput */

/** @param {string} d @param {string} name */
function icon(d, name) {
  const picture = svg('svg', { viewBox: '-30 -30 60 60', 'aria-hidden': 'true', class: name });
  svg('path', { d }, picture);
  return picture;
}

export class Rose {
  #input;
  #buttons = DIRECTIONS.map((direction) =>
    element(
      'button',
      {
        type: 'button',
        dataset: { direction },
        onclick: () => this.#input.act({ type: 'direction', direction }, this.#pointer),
        onpointerdown: (/** @type {PointerEvent} */ event) => {
          this.#pointer = event.pointerType;
        },
      },
      icon(ARROW, 'rose-arrow'),
    ),
  );
  #number = element('output', { 'aria-hidden': 'true' });
  #yes = element(
    'button',
    {
      type: 'button',
      class: 'confirm-yes',
      onclick: () => this.#input.dispatch({ type: 'confirm' }),
    },
    icon('M-18 1 L-6 13 L18 -13', 'stroke'),
  );
  #no = element(
    'button',
    {
      type: 'button',
      class: 'confirm-no',
      onclick: () => this.#input.dispatch({ type: 'cancel' }),
    },
    icon('M-14 -14 L14 14 M14 -14 L-14 14', 'stroke'),
  );
  #answers = element('div', { class: 'rose-answers', hidden: true }, this.#yes, this.#no);
  #ways = element('div', { class: 'rose-ways' }, ...this.#buttons, this.#number);
  #pointer = '';

  /** @param {HTMLElement} host @param {BoardInput} input */
  constructor(host, input) {
    this.#input = input;
    host.classList.add('rose');
    host.dir = 'ltr';
    host.setAttribute('role', 'group');
    host.append(this.#ways, this.#answers);
    input.onChange(() => this.#update());
    input.view.onRotate(() => this.#update());
    const { say, bind } = input.view.config;
    bind(host, 'aria-label', () => {
      host.setAttribute('aria-label', say('board.rose'));
      this.#yes.setAttribute('aria-label', say('board.confirm.yes'));
      this.#no.setAttribute('aria-label', say('board.confirm.no'));
      this.#update();
    });
  }

  #update() {
    const { line, name } = this.#input.state,
      { geometry, config } = this.#input.view,
      rulings = this.#input.rulings();
    const confirming = name === 'confirming';
    if (this.#answers.hidden === confirming) {
      const focused = this.#ways.contains(document.activeElement);
      this.#answers.hidden = !confirming;
      this.#ways.hidden = confirming;
      if (confirming && focused) this.#yes.focus();
    }
    this.#number.textContent = line.length ? String(line.length) : '';
    this.#buttons.forEach((button, direction) => {
      const unit = geometry.unit(direction),
        move = rulings[direction]?.move,
        way = config.say(geometry.word(direction));
      button.style.setProperty('--x', unit.x.toFixed(3));
      button.style.setProperty('--y', unit.y.toFixed(3));
      button.style.setProperty('--angle', `${geometry.angle(direction)}deg`);
      button.disabled = !line.length;
      button.classList.toggle('no', line.length > 0 && !move);
      button.classList.toggle('push', Boolean(move?.pushed.length));
      button.setAttribute(
        'aria-label',
        move?.pushed.length
          ? config.say('board.rose.push', { way, own: move.cells.length, enemies: move.pushed.length })
          : config.say(line.length && !move ? 'board.rose.no' : 'board.rose.way', { way }),
      );
    });
  }
}
