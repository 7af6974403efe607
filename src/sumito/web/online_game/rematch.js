/** The rematch on the card at the end: offer, answer, and the way to the next game. */
import { gameLink } from '../net/online_requests.js';
import { h } from '../shell/dom.js';
import { bind, say } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../net/protocol.js').CommandKind} CommandKind */
/** @typedef {import('../net/protocol.js').OnlineSeat} OnlineSeat */
/** @typedef {import('../game/remote_session.js').RemoteSession} RemoteSession */

export class Rematch {
  #session;
  #nameOf;
  #before;
  #shown = '';
  element = h('div', { class: 'rematch' });

  /** @param {RemoteSession} session @param {(color: Color) => string} nameOf */
  constructor(session, nameOf) {
    this.#session = session;
    this.#nameOf = nameOf;
    this.#before = session.rematch;
    session.on('change', () => this.#show());
    this.#show();
  }

  #show() {
    const { rematch, isPlayer, offers, seats } = this.#session;
    // Players who have agreed on it go there at once; a game that is opened later stays.
    if (rematch && !this.#before && isPlayer) location.href = gameLink(rematch) + location.search;
    this.#before = rematch;
    const own = seats.findIndex(({ you }) => you);
    const asker = offers.rematch.find((seat) => seat !== own);
    const state = rematch
      ? 'open'
      : this.#session.can('accept_rematch')
        ? 'asked'
        : offers.rematch.includes(own)
          ? 'waiting'
          : this.#session.can('offer_rematch')
            ? 'offer'
            : 'none';
    const missing = this.#session.isOfSeveral && offers.rematch.length ? this.#session.missing('rematch') : [];
    const now = [state, ...missing.map(({ color }) => color)].join(' ');
    if (now === this.#shown) return;
    this.#shown = now;
    this.element.hidden = state === 'none';
    if (state === 'open')
      this.element.replaceChildren(
        h('a', {
          class: 'button primary small',
          href: gameLink(rematch ?? '') + location.search,
          say: 'online.rematch.open',
        }),
      );
    else if (state === 'asked') {
      const words = h('p');
      const color = seats[asker ?? 0].color;
      bind(words, '', () => {
        const asked = say('online.rematch.asked', { name: this.#nameOf(color) });
        words.textContent = [asked, ...this.#waitingFor(missing)].join(' ');
      });
      this.element.replaceChildren(
        words,
        this.#button('accept_rematch', 'online.accept', true),
        this.#button('decline_rematch', 'online.decline', false),
      );
    } else if (state === 'waiting') {
      const words = h('p');
      bind(words, '', () => {
        words.textContent = [say('online.rematch.waiting'), ...this.#waitingFor(missing)].join(' ');
      });
      this.element.replaceChildren(words);
    } else this.element.replaceChildren(this.#button('offer_rematch', 'online.rematch', true));
  }

  /** Return which others of several have to agree. @param {readonly OnlineSeat[]} missing @returns {string[]} */
  #waitingFor(missing) {
    const others = missing.filter(({ you }) => !you);
    if (!others.length) return [];
    return [say('online.agree.missing', { names: others.map(({ color }) => this.#nameOf(color)).join(', ') })];
  }

  /** @param {CommandKind} kind @param {string} message @param {boolean} isFirst */
  #button(kind, message, isFirst) {
    return h(
      'button',
      { type: 'button', class: isFirst ? 'primary small' : 'small', onclick: () => this.#session.command(kind) },
      isFirst && icon('play'),
      h('span', { say: message }),
    );
  }
}
