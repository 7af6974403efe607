/** The bar of a player: turn, name, ejected marbles, clock, and what the player says. */
import { h } from '../shell/dom.js';
import { bind, say } from '../shell/i18n.js';
import { timeText } from './time_words.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('./seats.js').Seat} Seat */
/** @typedef {import('./session.js').Session} Session */

/** Below this time the clock is highlighted. */
const LOW_MS = 20_000;
const SPEECH_MS = 6000;

export class Panel {
  #session;
  #color;
  #clock;
  #isAway;
  /** @type {HTMLElement|null} */ #absence = null;
  /** @type {HTMLElement|null} */ #speech = null;
  #mark = h('span', { class: 'turn-mark', 'aria-hidden': 'true' });
  element;

  /**
   * @param {Session} session @param {Seat} seat
   * @param {import('./tray.js').Tray} [tray] of the player; that of a team is beside the bars of the partners
   */
  constructor(session, { color, name, short, face, isAway }, tray) {
    this.#session = session;
    this.#color = color;
    this.#isAway = isAway;
    const nameLabel = h('bdi');
    const isSeveral = session.game.players.length > 2; // colours first: several players can have the same name
    bind(nameLabel, '', () => {
      const text = name();
      nameLabel.textContent = isSeveral && text === say(`color.${color}`) ? '' : text;
    });
    const absence = isAway && (this.#absence = h('span', { class: 'absence', say: 'online.away', hidden: true }));
    const speech = isAway && (this.#speech = h('span', { class: 'speech', role: 'status' }));
    this.#clock = session.timed ? h('span', { class: 'clock', role: 'timer', 'aria-live': 'off', dir: 'ltr' }) : null;
    this.element = h(
      'div',
      { class: `player-bar ${color}` },
      h('span', { class: `dot ${color}`, 'aria-hidden': 'true' }),
      h(
        'span',
        { class: 'player-name' },
        isSeveral && h('span', { class: 'color-name', say: `color.${color}` }),
        face,
        nameLabel,
        short && shortName(short),
      ),
      absence,
      this.#mark,
      tray?.element,
      this.#clock,
      speech,
    );
    this.update();
    this.tick();
  }

  /** @param {boolean} thinking whether the computer that plays this color chooses a move now */
  think(thinking) {
    this.element.classList.toggle('thinking', thinking);
  }

  update() {
    const { outcome, game } = this.#session;
    this.element.classList.toggle('left', !game.active.includes(this.#color));
    if (this.#absence) this.#absence.hidden = outcome !== null || !this.#isAway?.();
    this.element.classList.toggle('to-move', !outcome && game.turn === this.#color);
    this.element.classList.toggle('winner', game.winners.includes(this.#color));
  }

  /** Show what the player says, for a while. @param {string} message */
  speak(message) {
    if (!this.#speech) return;
    const words = h('span', { say: message });
    this.#speech.replaceChildren(words);
    setTimeout(() => words.remove(), SPEECH_MS);
  }

  /** Show the remaining time. */
  tick() {
    if (!this.#clock) return;
    const left = this.#session.remaining(this.#color) ?? 0;
    const text = timeText(left);
    if (this.#clock.textContent !== text) this.#clock.textContent = text;
    const running = this.#session.running === this.#color;
    this.#clock.classList.toggle('running', running);
    this.#clock.classList.toggle('low', running && left < LOW_MS);
  }
}

/** Make the name for narrow bars, which the style shows in place of the other. @param {string} name */
const shortName = (name) => h('bdi', { class: 'short', 'aria-hidden': 'true' }, name);
