/** Buttons of a game. */
import { h } from '../shell/dom.js';
import { label } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';

const SURE = 5000; // ms in which a second press counts

/**
 * A button with a picture and words.
 * @param {string} picture
 * @param {string} message
 * @param {() => void} onclick
 * @param {string} [className]
 */
export function action(picture, message, onclick, className = '') {
  return h(
    'button',
    { type: 'button', class: `small ${className}`, onclick },
    icon(picture),
    h('span', { say: message }),
  );
}

/**
 * A button that asks once more: the second press counts; leaving it, Escape or some seconds take the question back.
 * @param {string} picture @param {string} message @param {string} sure @param {() => void} run
 */
export function twoStepAction(picture, message, sure, run) {
  const words = h('span', { say: message }),
    button = h('button', { type: 'button', class: 'small' }, icon(picture), words);
  /** @type {ReturnType<typeof setTimeout>|undefined} */ let timer;
  let asked = false;
  /** @param {boolean} now */
  const ask = (now) => {
    clearTimeout(timer);
    asked = now;
    button.classList.toggle('danger', now);
    button.classList.toggle('primary', now);
    label(words, now ? sure : message);
    if (now) timer = setTimeout(() => ask(false), SURE);
  };
  button.addEventListener('click', () => {
    const really = asked;
    ask(!really);
    if (really) run();
  });
  button.addEventListener('blur', () => ask(false));
  button.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') ask(false);
  });
  return button;
}
