/** The time for the first move of each player. Without it the game is aborted. */
import { timeText } from '../game/time_words.js';
import { h } from '../shell/dom.js';
import { bind, say } from '../shell/i18n.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../game/remote_session.js').RemoteSession} RemoteSession */

/** A longer time needs no countdown. */
const SHOWN_MS = 3_600_000;
const SECOND_MS = 1000;

export class Opening {
  #session;
  #nameOf;
  element = h('p', { class: 'opening', hidden: true });

  /** @param {RemoteSession} session @param {(color: Color) => string} nameOf */
  constructor(session, nameOf) {
    this.#session = session;
    this.#nameOf = nameOf;
    session.on('change', () => this.#show());
    session.on('clock', () => this.#show());
    const timer = setInterval(() => {
      if (session.outcome || session.running) clearInterval(timer);
      this.#show();
    }, SECOND_MS);
    bind(this.element, '', () => this.#show());
  }

  #show() {
    const { deadline, serverTime, running, outcome, plies, seats, game } = this.#session;
    const left = deadline === null || serverTime === null ? null : Math.max(0, deadline - serverTime);
    const isFirst = plies.length < seats.length && running === null && outcome === null;
    this.element.hidden = !isFirst || left === null || left > SHOWN_MS;
    if (this.element.hidden || left === null) return;
    const time = timeText(Math.ceil(left / SECOND_MS) * SECOND_MS);
    const own = seats.find(({ color }) => color === game.turn)?.you;
    this.element.textContent = own
      ? say('online.first.you', { time })
      : say('online.first.other', { name: this.#nameOf(game.turn), time });
  }
}
