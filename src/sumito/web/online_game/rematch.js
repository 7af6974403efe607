/** The rematch on the card at the end: offer, answer, and the way to the next game. */
import { gameLink } from '../net/online_requests.js';
import { h } from '../shell/dom.js';
import { bind, say } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../net/protocol.js').CommandKind} CommandKind */
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
    if (state === this.#shown) return;
    this.#shown = state;
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
      bind(words, '', () => void (words.textContent = say('online.rematch.asked', { name: this.#nameOf(color) })));
      this.element.replaceChildren(
        words,
        this.#button('accept_rematch', 'online.accept', true),
        this.#button('decline_rematch', 'online.decline', false),
      );
    } else if (state === 'waiting') this.element.replaceChildren(h('p', { say: 'online.rematch.waiting' }));
    else this.element.replaceChildren(this.#button('offer_rematch', 'online.rematch', true));
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
