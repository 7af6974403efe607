/** The bar of a player: whose turn it is, the name, what was ejected, the clock. */
import { other } from '../core/cells.js';
import { h } from '../shell/dom.js';
import { bind, label } from '../shell/i18n.js';
import { clockText } from './time.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('./session.js').Session} Session */

const LOW = 20_000; // ms: from here on the clock is to be seen

export class Panel {
  #session;
  #color;
  #slots;
  #clock;
  #tray = h('span', { class: 'tray', dir: 'ltr', role: 'img' });
  #mark = h('span', { class: 'turn-mark', 'aria-hidden': 'true' });
  /** What a page puts in a corner for all to see. */
  element;

  /** @param {Session} session @param {Color} color @param {() => string} name */
  constructor(session, color, name) {
    this.#session = session;
    this.#color = color;
    const called = h('bdi', { class: 'player-name' });
    bind(called, '', () => void (called.textContent = name()));
    this.#slots = Array.from({ length: session.game.rules.marbles_to_eject }, () => h('i'));
    this.#tray.append(...this.#slots);
    this.#clock = session.timed ? h('span', { class: 'clock', role: 'timer', 'aria-live': 'off', dir: 'ltr' }) : null;
    this.element = h(
      'div',
      { class: `player-bar ${color}` },
      h('span', { class: `dot ${color}`, 'aria-hidden': 'true' }),
      called,
      this.#mark,
      this.#tray,
      this.#clock,
    );
    this.update();
    this.tick();
  }

  /** @param {boolean} thinking whether this player is a computer at work */
  think(thinking) {
    this.element.classList.toggle('thinking', thinking);
  }

  /** @param {number} [score] what was ejected by then, where the board shows an earlier position */
  update(score = this.#session.game.score(this.#color)) {
    const { game } = this.#session,
      enemy = other(this.#color);
    this.#slots.forEach((slot, i) => {
      slot.className = i < score ? `dot ${enemy}` : 'slot';
    });
    label(this.#tray, 'play.ejected', { player: { color: this.#color }, n: score }, 'aria-label');
    const toMove = !game.outcome && game.turn === this.#color,
      won = game.outcome?.winner === this.#color;
    this.element.classList.toggle('to-move', toMove);
    this.element.classList.toggle('winner', won);
  }

  tick() {
    if (!this.#clock) return;
    const left = this.#session.remaining(this.#color) ?? 0,
      text = clockText(left);
    if (this.#clock.textContent !== text) this.#clock.textContent = text;
    const running = this.#session.clock.running === this.#color;
    this.#clock.classList.toggle('running', running);
    this.#clock.classList.toggle('low', running && left < LOW);
  }
}
