/** What another player asks, with the buttons to answer, and the claim after a player has left. It covers the strip. */
import { timeText } from '../game/time_words.js';
import { h } from '../shell/dom.js';
import { bind, say } from '../shell/i18n.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../net/protocol.js').CommandKind} CommandKind */
/** @typedef {import('../game/remote_session.js').RemoteSession} RemoteSession */
/** @typedef {{text: () => string, buttons: [CommandKind, string][]}} Content */

/** Until a later claim there is nothing to do. */
const SHOWN_MS = 3_600_000;
const SECOND_MS = 1000;
const TOPICS = /** @type {const} */ (['takeback', 'draw']);

export class Question {
  #session;
  #nameOf;
  #words = h('p');
  #row = h('div', { class: 'row' });
  /** The kinds of the buttons that are shown. @type {string|null} */ #shown = null;
  /** The topics of the open offers that this player has made or accepted, and the ply at which. */ #asked = new Map();
  /** Called with the message of an own offer that was made or declined. @type {(message: string) => void} */
  onNews = () => {};
  element = h(
    'div',
    { class: 'question-bar', role: 'group', 'aria-live': 'polite', hidden: true },
    this.#words,
    this.#row,
  );

  /** @param {RemoteSession} session @param {(color: Color) => string} nameOf */
  constructor(session, nameOf) {
    this.#session = session;
    this.#nameOf = nameOf;
    session.on('change', () => {
      this.#followOwn();
      this.#show();
    });
    setInterval(() => this.#show(), SECOND_MS); // a claim becomes possible with time
    this.#show();
  }

  /** Report the own offers: made, or declined in the same position. Of several players one can accept in vain. */
  #followOwn() {
    const { offers, seats, plies, outcome } = this.#session;
    const own = seats.findIndex(({ you }) => you);
    for (const topic of TOPICS) {
      const isOpen = own >= 0 && offers[topic].includes(own);
      const made = this.#asked.get(topic);
      if (isOpen && made === undefined) {
        this.#asked.set(topic, plies.length);
        if (offers[topic][0] === own) this.onNews(`online.${topic}.offered`);
      }
      if (isOpen || made === undefined) continue;
      this.#asked.delete(topic);
      if (made === plies.length && !outcome) this.onNews(`online.${topic}.declined`);
    }
  }

  #show() {
    const content = this.#content();
    this.element.hidden = content === null;
    if (!content) {
      this.#shown = null;
      return;
    }
    bind(this.#words, '', () => void (this.#words.textContent = content.text()));
    const shown = content.buttons.join(' ');
    if (shown === this.#shown) return; // a button with the focus stays
    this.#shown = shown;
    this.#row.replaceChildren(
      ...content.buttons.map(([kind, message], at) =>
        h('button', {
          type: 'button',
          class: at === 0 ? 'small primary' : 'small',
          say: message,
          onclick: () => this.#session.command(kind),
        }),
      ),
    );
  }

  /** @returns {Content|null} */
  #content() {
    const { outcome, offers, seats } = this.#session;
    if (outcome) return null;
    for (const topic of TOPICS) {
      if (!this.#session.can(`accept_${topic}`)) continue;
      const [asker] = offers[topic];
      return {
        text: () =>
          [say(`online.${topic}.asked`, { name: this.#nameOf(seats[asker].color) }), ...this.#others(topic)].join(' '),
        buttons: [
          [`accept_${topic}`, 'online.accept'],
          [`decline_${topic}`, 'online.decline'],
        ],
      };
    }
    return this.#claim() ?? this.#waiting();
  }

  /** Return who else has to agree, if more than two play. @param {'takeback'|'draw'} topic @returns {string[]} */
  #others(topic) {
    const missing = this.#session.missing(topic).filter(({ you }) => !you);
    if (!this.#session.isOfSeveral || !missing.length) return [];
    const names = missing.map(({ color }) => this.#nameOf(color)).join(', ');
    return [say('online.agree.missing', { names })];
  }

  /** An open offer to which this player has agreed, and others of several have not. @returns {Content|null} */
  #waiting() {
    const { offers, seats, isOfSeveral } = this.#session;
    const topic = isOfSeveral && TOPICS.find((each) => offers[each].some((seat) => seats[seat].you));
    if (!topic || this.#session.can('move')) return null; // a player who moves needs the strip
    const [asker] = offers[topic];
    return {
      text: () => {
        const own = seats[asker].you;
        const asked = own
          ? say(`online.${topic}.offered`)
          : say(`online.${topic}.asked`, { name: this.#nameOf(seats[asker].color) });
        return [asked, ...this.#others(topic)].join(' ');
      },
      buttons: [],
    };
  }

  /** @returns {Content|null} */
  #claim() {
    if (!this.#session.isPlayer) return null;
    if (this.#session.isOfSeveral) return this.#dismissal();
    const away = this.#session.seats.find(({ you, here }) => !you && !here);
    const left = away && this.#session.claimIn(away.color);
    if (!away || left === null || left === undefined || left > SHOWN_MS) return null;
    const name = () => this.#nameOf(away.color);
    const isTime = this.#session.can('claim_win');
    // A player who is to move can only claim after the move.
    if (isTime || left === 0 || this.#session.can('move'))
      return {
        text: () => say('online.claim.now', { name: name() }),
        buttons: isTime
          ? [
              ['claim_win', 'online.claim.win'],
              ['claim_draw', 'online.claim.draw'],
            ]
          : [],
      };
    const time = timeText(Math.max(1, Math.ceil(left / SECOND_MS)) * SECOND_MS);
    return { text: () => say('online.claim.soon', { name: name(), time }), buttons: [] };
  }

  /** Of several players, the one to move can be dismissed after a time of absence. @returns {Content|null} */
  #dismissal() {
    const { seats, game } = this.#session;
    const own = seats.find(({ you }) => you);
    const side = game.sides.find((each) => each.some((color) => color === own?.color)) ?? [];
    const left = this.#session.claimIn(game.turn);
    if (!own || own.left || side.includes(game.turn) || left === null || left > SHOWN_MS) return null;
    const name = () => this.#nameOf(game.turn);
    const isLast = game.sides.length === 2 || game.active.length === 2; // nobody is left to play on with
    if (this.#session.can('dismiss'))
      return {
        text: () => say('online.dismiss.now', { name: name() }),
        buttons: [['dismiss', isLast ? 'online.claim.win' : 'online.dismiss']],
      };
    const time = timeText(Math.max(1, Math.ceil(left / SECOND_MS)) * SECOND_MS);
    const words = isLast ? 'online.dismiss.last' : 'online.dismiss.soon';
    return { text: () => say(words, { name: name(), time }), buttons: [] };
  }
}
