/** A link for another person or device: the text, a button that copies it, the share sheet of a phone, a QR code. */
import { copyField } from '../shell/clipboard.js';
import { h } from '../shell/dom.js';
import { label, say } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';
import { qrPicture } from './qr.js';

const COPIED_MS = 2500;

/**
 * Make the parts of a link to share.
 * @param {string} address @param {{name: string, text?: string}} words the messages of its name, and of a text to share
 */
export function sharedLink(address, { name, text }) {
  const field = h('input', {
    type: 'text',
    class: 'invitation',
    readonly: true,
    dir: 'ltr',
    value: address,
    'say:aria-label': name,
    onclick: () => field.select(),
  });
  return h(
    'div',
    { class: 'shared-link' },
    qrPicture(address),
    h('div', { class: 'link-row' }, field, copyButton(field), text && shareButton(address, text)),
  );
}

/** @param {HTMLInputElement} field */
function copyButton(field) {
  const words = h('span', { say: 'online.invite.copy' });
  const picture = h('span', { class: 'swap' }, icon('link'));
  return h(
    'button',
    {
      type: 'button',
      class: 'primary',
      onclick: async () => {
        await copyField(field);
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

/** @param {string} url @param {string} text a message */
function shareButton(url, text) {
  if (!('share' in navigator)) return null;
  const share = () => navigator.share({ text: say(text), url }).catch(() => {});
  return h(
    'button',
    { type: 'button', onclick: () => void share() },
    icon('up'),
    h('span', { say: 'online.invite.share' }),
  );
}
