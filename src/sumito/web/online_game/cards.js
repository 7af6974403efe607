/** The cards before a game: an invitation, the wait for the opponent, and why a game cannot be opened. */
import { COLORS } from '../core/cells.js';
import { layoutPicture } from '../game/layout_picture.js';
import { RequestError } from '../game/online_requests.js';
import { controlText } from '../game/time_words.js';
import { twoStepAction } from '../game/actions.js';
import { h } from '../shell/dom.js';
import { bind, label, say } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';
import { link, notice } from '../shell/shell.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../core/layouts.js').Layout} Layout */
/** @typedef {import('../game/online_requests.js').Invitation} Invitation */
/** @typedef {import('../game/protocol.js').OnlineTerms} OnlineTerms */
/** @typedef {import('../game/remote_session.js').RemoteSession} RemoteSession */

const COPIED_MS = 2500;

/**
 * Make the card of an invitation.
 * @param {Invitation} invitation @param {readonly Layout[]} layouts @param {() => Promise<void>} play
 */
export function invitationCard({ inviter, color, terms }, layouts, play) {
  const button = h(
    'button',
    { type: 'button', class: 'primary big', onclick: () => void join() },
    icon('play'),
    h('span', { say: 'online.invited.play' }),
  );
  async function join() {
    button.disabled = true;
    try {
      await play();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (error.status === 404 || error.status === 409)
        location.reload(); // somebody was faster
      else notice(error.words, { kind: 'bad' });
      button.disabled = false;
    }
  }
  const title = h('h1');
  bind(title, '', () => {
    const name = inviter === null ? say('online.free') : say('online.guest', { n: inviter });
    title.textContent = say('online.invited.title', { name });
  });
  return card(title, facts(terms, layouts, color), button);
}

/**
 * Make a card with the title and the text of a message, and a link to a new game.
 * @param {'online.used'|'online.gone'} message @param {...Node} buttons
 */
export function messageCard(message, ...buttons) {
  return card(
    h('h1', { say: `${message}.title` }),
    h('p', { say: `${message}.text` }),
    h('div', { class: 'row' }, ...buttons, h('a', { class: 'button', href: link('online'), say: 'play.new' })),
  );
}

/** Make the card for a watcher of a game that has not begun. */
export function watcherCard() {
  return card(h('h1', { say: 'online.wait.title' }), h('p', { say: 'online.wait.text' }));
}

/** The card of a player who waits for the others. */
export class WaitingCard {
  #address;
  #field;
  element;

  /**
   * @param {RemoteSession} session @param {readonly Layout[]} layouts @param {string} address of the invitation, or ''
   * @param {boolean} own whether this browser has opened its own invitation
   */
  constructor(session, layouts, address, own) {
    this.#address = address;
    this.#field = h('input', {
      type: 'text',
      class: 'invitation',
      readonly: true,
      dir: 'ltr',
      value: address,
      'say:aria-label': 'online.invite.link',
      onclick: () => this.#field.select(),
    });
    const color = session.seats.find(({ you }) => you)?.color ?? COLORS[0];
    const cancel = twoStepAction(
      'close',
      'online.invite.cancel',
      'online.invite.cancel.sure',
      () => session.command('abort'),
      'danger',
    );
    this.element = card(
      h('h1', { say: 'online.invite.title' }),
      h('p', { say: !address ? 'online.invite.elsewhere' : own ? 'online.invite.own' : 'online.invite.text' }),
      address && h('div', { class: 'link-row' }, this.#field, this.#copyButton(), this.#shareButton()),
      h('p', { class: 'waiting' }, h('span', { class: 'turn-mark' }), h('span', { say: 'online.invite.waiting' })),
      facts(session.terms, layouts, color),
      cancel,
    );
  }

  #copyButton() {
    const words = h('span', { say: 'online.invite.copy' });
    const picture = h('span', { class: 'swap' }, icon('link'));
    return h(
      'button',
      {
        type: 'button',
        class: 'primary',
        onclick: async () => {
          await this.#copy();
          label(words, 'online.invite.copied');
          picture.replaceChildren(icon('check'));
          setTimeout(() => {
            label(words, 'online.invite.copy');
            picture.replaceChildren(icon('link'));
          }, COPIED_MS);
        },
      },
      picture,
      words,
    );
  }

  /** Copy the link. Without https browsers have only the old way, which copies the selection. */
  async #copy() {
    try {
      await navigator.clipboard.writeText(this.#address);
    } catch {
      this.#field.select();
      document.execCommand('copy');
    }
  }

  #shareButton() {
    if (!('share' in navigator)) return null;
    const share = () => navigator.share({ text: say('online.invite.share_text'), url: this.#address }).catch(() => {});
    return h(
      'button',
      { type: 'button', onclick: () => void share() },
      icon('up'),
      h('span', { say: 'online.invite.share' }),
    );
  }
}

/** @param {...import('../board/element.js').Child} children */
const card = (...children) => h('section', { class: 'card meeting' }, ...children);

/**
 * Make the list of what the players agree on.
 * @param {OnlineTerms} terms @param {readonly Layout[]} layouts @param {Color} color
 */
function facts({ layout: slug, control, takebacks }, layouts, color) {
  const layout = layouts.find((each) => each.slug === slug);
  const time = h('dd');
  bind(time, '', () => void (time.textContent = controlText(control)));
  return h(
    'div',
    { class: 'facts' },
    layout && layoutPicture(layout),
    h(
      'dl',
      {},
      h('dt', { say: 'play.side' }),
      h(
        'dd',
        {},
        h('span', { class: `dot ${color}`, 'aria-hidden': 'true' }),
        ' ',
        h('span', { say: `color.${color}` }),
      ),
      h('dt', { say: 'play.layout' }),
      layout ? h('dd', {}, h('bdi', { lang: 'en' }, layout.name)) : h('dd', { say: 'online.layout.own' }),
      h('dt', { say: 'clock.title' }),
      time,
      h('dt', { say: 'online.takebacks' }),
      h('dd', { say: takebacks ? 'online.takebacks.yes' : 'online.takebacks.no' }),
    ),
  );
}
