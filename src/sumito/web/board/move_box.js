/**
 * The field for typed moves, in any notation that can be read. `/` on the board moves the focus here, and Escape moves
 * it back.
 */
import { element } from './element.js';

/** @typedef {import('./input.js').BoardInput} BoardInput */

let boxes = 0;

export class MoveBox {
  #input;
  #field;

  /** @param {HTMLElement} host @param {BoardInput} input */
  constructor(host, input) {
    this.#input = input;
    input.moveBox = this;
    const id = `move-box-${++boxes}`;
    this.#field = element('input', {
      id,
      type: 'text',
      dir: 'ltr',
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      maxlength: 40,
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key === 'Escape') this.#leave();
      },
      oninput: () => this.#field.removeAttribute('aria-invalid'),
    });
    const { say, bind } = input.view.config,
      label = element('label', { for: id }),
      button = element('button', { type: 'submit' });
    bind(label, '', () => void (label.textContent = say('board.typed')));
    bind(button, '', () => void (button.textContent = say('board.typed.play')));
    const onsubmit = (/** @type {Event} */ event) => this.#enter(event);
    host.append(element('form', { class: 'move-box', onsubmit }, label, this.#field, button));
  }

  open() {
    this.#field.focus();
    this.#field.select();
  }

  /** @param {Event} event */
  #enter(event) {
    event.preventDefault();
    const text = this.#field.value.trim();
    if (!text) return;
    if (this.#input.type(text)) this.#field.value = '';
    else {
      this.#field.setAttribute('aria-invalid', 'true');
      this.#field.select();
    }
  }

  #leave() {
    this.#field.value = '';
    this.#input.view.focusCell(this.#input.view.cursor);
  }
}
