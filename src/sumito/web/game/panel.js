/** The bar of a player: the turn, the name, the marbles that the player has ejected, the clock. */
import { h } from '../shell/dom.js';
import { bind, label } from '../shell/i18n.js';
import { clockText } from './time.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('./session.js').Session} Session */

/** Below this time the clock is highlighted. */
const LOW_MS = 20_000;

export class Panel {
  #session;
  #color;
  #slots;
  #clock;
  #tray = h('span', { class: 'tray', dir: 'ltr', role: 'img' });
  #mark = h('span', { class: 'turn-mark', 'aria-hidden': 'true' });
  element;

  /** @param {Session} session @param {Color} color @param {() => string} name */
  constructor(session, color, name) {
    this.#session = session;
    this.#color = color;
    const nameLabel = h('bdi', { class: 'player-name' });
    bind(nameLabel, '', () => void (nameLabel.textContent = name()));
    this.#slots = Array.from({ length: session.game.rules.marbles_to_eject }, () => h('i'));
    this.#tray.append(...this.#slots);
    this.#clock = session.timed ? h('span', { class: 'clock', role: 'timer', 'aria-live': 'off', dir: 'ltr' }) : null;
    this.element = h(
      'div',
      { class: `player-bar ${color}` },
      h('span', { class: `dot ${color}`, 'aria-hidden': 'true' }),
      nameLabel,
      this.#mark,
      this.#tray,
      this.#clock,
    );
    this.update();
    this.tick();
  }

  /** @param {boolean} thinking whether the computer that plays this color chooses a move now */
  think(thinking) {
    this.element.classList.toggle('thinking', thinking);
  }

  /**
   * @param {readonly Color[]} [ejections] the colors of the marbles that this player had ejected in the position shown
   */
  update(ejections = this.#session.game.ejections(this.#color)) {
    const { outcome, game } = this.#session;
    this.#slots.forEach((slot, i) => {
      slot.className = i < ejections.length ? `dot ${ejections[i]}` : 'slot';
    });
    label(this.#tray, 'play.ejected', { player: { color: this.#color }, n: ejections.length }, 'aria-label');
    this.element.classList.toggle('to-move', !outcome && game.turn === this.#color);
    this.element.classList.toggle('winner', outcome?.winner === this.#color);
  }

  /** Show the remaining time. */
  tick() {
    if (!this.#clock) return;
    const left = this.#session.remaining(this.#color) ?? 0;
    const text = clockText(left);
    if (this.#clock.textContent !== text) this.#clock.textContent = text;
    const running = this.#session.running === this.#color;
    this.#clock.classList.toggle('running', running);
    this.#clock.classList.toggle('low', running && left < LOW_MS);
  }
}
