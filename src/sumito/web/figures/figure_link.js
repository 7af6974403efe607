/** A link to a figure of the rulebook. It opens the figure over the page, so that a game goes on. */

import { h } from '../shell/dom.js';
import { link } from '../shell/shell.js';

/** @param {MouseEvent} event */
const isPlain = ({ button, ctrlKey, metaKey, shiftKey, altKey }) =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;

export class FigureLink {
  #figure = '';
  element;

  /** @param {string} message */
  constructor(message) {
    this.element = h('a', {
      class: 'figure-link',
      hidden: true,
      say: message,
      onclick: (/** @type {MouseEvent} */ event) => {
        if (!isPlain(event)) return; // the rulebook in another tab
        event.preventDefault();
        void this.#open();
      },
    });
  }

  /** Lead to another figure; null hides the link. @param {string|null} figure */
  show(figure) {
    this.element.hidden = figure === null;
    if (figure === null) return;
    this.#figure = figure;
    this.element.href = link('rules', `figure-${figure}`);
  }

  async #open() {
    const figure = this.#figure;
    try {
      const { showFigure } = await import('./figure_dialog.js');
      await showFigure(figure);
    } catch (error) {
      console.warn(error); // it could not be loaded
      open(link('rules', `figure-${figure}`), '_blank');
    }
  }
}
