/** Play as the same guest on another device: the link on this device, and the question on the other one. */
import { sharedLink } from '../game/shared_link.js';
import { clockText } from '../game/time.js';
import { serverNow } from '../net/connection.js';
import { pageStorage } from '../net/known_guest.js';
import { createTransfer, lookAtTransfer, redeemTransfer, RequestError } from '../net/online_requests.js';
import { forgetYours } from '../net/yours.js';
import { h } from '../shell/dom.js';
import { bind, label, say } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';
import { link, notice } from '../shell/shell.js';

/** @typedef {import('../net/online_requests.js').Transfer} Transfer */

const SECOND_MS = 1000;

/** The entry at the end of the page. It asks for a link when it is opened. */
export class DeviceEntry {
  #content = h('div', { class: 'device-link' });
  #timer = 0;
  element = h(
    'details',
    { class: 'device', hidden: true, ontoggle: () => void this.#toggle() },
    h('summary', {}, icon('phone'), h('span', { say: 'online.device' })),
    this.#content,
  );

  async #toggle() {
    clearInterval(this.#timer);
    this.#content.replaceChildren();
    if (this.element.open) await this.#make();
  }

  async #make() {
    try {
      const { secret, expires } = await createTransfer();
      const left = h('p', { class: 'dim', role: 'timer' });
      this.#content.replaceChildren(
        h('p', { say: 'online.device.text' }),
        sharedLink(link('online', { device: secret }), { name: 'online.device.link' }),
        left,
      );
      const show = () => {
        const ms = expires - serverNow();
        if (ms <= 0) this.#expire();
        else bind(left, '', () => void (left.textContent = say('online.device.left', { time: clockText(ms) })));
      };
      this.#timer = setInterval(show, SECOND_MS);
      show();
    } catch (error) {
      notice(error instanceof RequestError ? error.words : 'online.problem.server', { kind: 'bad' });
      this.element.open = false;
    }
  }

  #expire() {
    clearInterval(this.#timer);
    this.#content.replaceChildren(
      h('p', { say: 'online.device.expired' }),
      h('button', { type: 'button', class: 'small', say: 'online.device.again', onclick: () => void this.#make() }),
    );
  }
}

/**
 * Make the card of a link from another device: who this browser would become, and a button. The secret leaves the
 * address when the player has answered.
 * @param {string} secret
 */
export async function transferCard(secret) {
  const card = h('section', { class: 'card meeting' });
  try {
    const transfer = await lookAtTransfer(secret);
    if (transfer.yours) leave(transfer.guest);
    else card.append(...question(secret, transfer));
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    if (error.status === 404) card.append(...used());
    else notice(error.words, { kind: 'bad', action: 'app.reload', run: () => location.reload() });
  }
  return card;
}

/** @param {string} secret @param {Transfer} transfer */
function question(secret, { guest, games, here }) {
  const name = () => ({ name: say('play.guest', { n: guest }) });
  const yes = h('button', {
    type: 'button',
    class: 'primary',
    say: ['online.device.yes', name],
    onclick: async () => {
      yes.disabled = true;
      try {
        await redeemTransfer(secret);
        forgetYours(pageStorage());
        leave(guest);
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        if (error.status === 404) location.reload();
        else notice(error.words, { kind: 'bad' });
        yes.disabled = false;
      }
    },
  });
  const title = label(h('h1'), 'online.device.title', name);
  const warning =
    here && here.games > 0
      ? h(
          'p',
          { class: 'problem', role: 'alert' },
          icon('warning'),
          h('span', {
            say: ['online.device.lose', () => ({ n: here.games, name: say('play.guest', { n: here.guest }) })],
          }),
        )
      : null;
  return [
    title,
    h('p', { say: ['online.device.games', { n: games }] }),
    ...(warning ? [warning] : []),
    h('div', { class: 'row' }, yes, h('button', { type: 'button', say: 'app.cancel', onclick: () => leave(null) })),
  ];
}

function used() {
  return [
    h('h1', { say: 'online.device.used.title' }),
    h('p', { say: 'online.device.used.text' }),
    h('div', { class: 'row' }, h('a', { class: 'button', href: link('online'), say: 'online.title' })),
  ];
}

/** Go to the lobby, without the secret in the address. @param {number|null} guest who this browser is now */
function leave(guest) {
  history.replaceState(guest, '', location.pathname + location.search);
  location.reload();
}
