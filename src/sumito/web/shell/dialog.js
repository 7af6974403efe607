/** Modal questions. */

import { h } from './dom.js';

/**
 * Ask a question, and return whether the answer was yes. Escape and a click outside the dialog mean no.
 * @param {{title: string, parameters?: any, text?: string, yes: string, no?: string, danger?: boolean}} question
 *   messages
 * @returns {Promise<boolean>}
 */
export function ask({ title, parameters = {}, text, yes, no = 'app.cancel', danger = false }) {
  const heading = h('h2', { id: 'question', say: [title, parameters] });
  const box = h(
    'dialog',
    { class: 'question', 'aria-labelledby': 'question' },
    heading,
    text && h('p', { say: [text, parameters] }),
    h(
      'div',
      { class: 'row' },
      h('button', { type: 'button', say: no, autofocus: true, onclick: () => box.close() }),
      h('button', {
        type: 'button',
        class: danger ? 'primary danger' : 'primary',
        say: yes,
        onclick: () => box.close('yes'),
      }),
    ),
  );
  return showing(box).then((answer) => answer === 'yes');
}

/**
 * Show a dialog until it is closed, then remove it.
 * @param {HTMLDialogElement} box
 * @returns {Promise<string>} its return value; '' for Escape or a click outside
 */
export function showing(box) {
  document.body.append(box);
  box.addEventListener('click', (event) => {
    if (event.target === box && !inside(box, event)) box.close('');
  });
  box.addEventListener('cancel', () => (box.returnValue = ''));
  return new Promise((resolve) => {
    box.addEventListener('close', () => {
      moveNotices(box, document.body);
      box.remove();
      resolve(box.returnValue);
    });
    box.returnValue = '';
    moveNotices(document.body, box);
    box.showModal();
  });
}

/** Keep the notices above the uppermost dialog. @param {Element} from @param {Element} to */
function moveNotices(from, to) {
  const notices = from.querySelector(':scope > .notices');
  if (notices) to.append(notices);
}

/** @param {Element} box @param {MouseEvent} event */
function inside(box, event) {
  const { left, right, top, bottom } = box.getBoundingClientRect();
  return event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom;
}
