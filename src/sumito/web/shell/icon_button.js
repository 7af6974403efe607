/** Buttons with an icon and words. */

import { h } from './dom.js';
import { icon } from './icons.js';

/** @param {string} message @param {string} picture @param {() => void} onclick */
export function iconButton(message, picture, onclick) {
  return h('button', { type: 'button', class: 'small', onclick }, icon(picture), h('span', { say: message }));
}
