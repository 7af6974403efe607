/** The marbles that a player or a team has ejected. */
import { h } from '../shell/dom.js';
import { bind, sentences } from '../shell/i18n.js';

/** @typedef {import('../core/cells.js').Color} Color */

export class Tray {
  #session;
  #side;
  #slots;
  element = h('span', { class: 'tray', dir: 'ltr', role: 'img' });

  /**
   * @param {Pick<import('./session.js').Session, 'game'>} session
   * @param {readonly Color[]} side a player, or the partners of a team, who have one score
   */
  constructor(session, side) {
    this.#session = session;
    this.#side = side;
    this.#slots = Array.from({ length: session.game.rules.marbles_to_eject }, () => h('i'));
    this.element.append(...this.#slots);
    this.update();
  }

  /** The marbles ejected before the start of the game. A position text has no colors of them. */
  get #before() {
    const { game } = this.#session;
    return game.score(this.#side[0]) - game.ejections(this.#side[0]).length;
  }

  /** @param {readonly Color[]} [ejections] the colors of the marbles ejected since the start, in the position shown */
  update(ejections = this.#session.game.ejections(this.#side[0])) {
    const before = this.#before;
    this.#slots.forEach((slot, i) => {
      const known = ejections[i - before];
      slot.className = i < before ? 'dot unknown' : known ? `dot ${known}` : 'slot';
    });
    const [color, partner] = this.#side;
    const said = {
      message: partner ? 'several.score.team' : 'play.ejected',
      parameters: { player: { color }, n: before + ejections.length, ...(partner && { partner: { color: partner } }) },
    };
    bind(this.element, 'aria-label', () => this.element.setAttribute('aria-label', sentences([said])));
  }

  /** Return the place in the window of the n-th marble ejected since the start, from 0. @param {number} n */
  slot(n) {
    return this.#slots[this.#before + n]?.getBoundingClientRect() ?? null;
  }
}
