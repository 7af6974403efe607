/** The message strip: the player to move, the selection, refusals. Screen readers announce it. */
import { asSeen } from '../board/words.js';
import { FigureLink } from '../figures/figure_link.js';
import { shownSentences } from '../shell/board_config.js';
import { h } from '../shell/dom.js';
import { bind, label, rich } from '../shell/i18n.js';

/** @typedef {import('../core/cells.js').Sentence} Sentence */
/** @typedef {import('../core/cells.js').Value} Value */
/** @typedef {import('../core/game.js').Explanation} Explanation */
/** @typedef {import('../board/board.js').BoardView} BoardView */

export class Strip {
  #view;
  /** For screen readers, if `#shown` has other words. */
  #words = h('span', { class: 'words' });
  #shown = h('span', { 'aria-hidden': 'true', hidden: true });
  #figure = new FigureLink('play.figure');
  #link = h('a', { class: 'more-link', hidden: true });
  /** @type {() => void} */ #back = () => {};
  /** @type {() => void} */ #show = () => {};
  #button = h('button', {
    type: 'button',
    class: 'small primary',
    hidden: true,
    say: 'play.look.now',
    onclick: () => this.#back(),
  });
  element = h(
    'div',
    { class: 'strip' },
    h('p', { role: 'status' }, this.#words, this.#shown, ' ', this.#figure.element, this.#link),
    this.#button,
  );

  /** @param {BoardView} view directions are named as they look there */
  constructor(view) {
    this.#view = view;
    view.onRotate(() => this.#show());
  }

  /** @param {string} message @param {Record<string, Value>} [parameters] */
  say(message, parameters = {}) {
    this.tell([{ message, parameters }]);
  }

  /**
   * @param {readonly Sentence[]|(() => readonly Sentence[])} sentences a function if parameters follow the language
   * @param {'plain'|'refusal'|'end'|'past'} [kind]
   * @param {string|null} [figure]
   */
  tell(sentences, kind = 'plain', figure = null) {
    this.element.dataset.kind = kind;
    this.#show = () => {
      const said = typeof sentences === 'function' ? sentences() : sentences;
      this.#write(this.#words, said);
      this.#write(this.#shown, shownSentences(this.#view, said));
      const other = this.#shown.textContent !== this.#words.textContent;
      this.#shown.hidden = !other;
      this.#words.classList.toggle('unseen', other);
    };
    bind(this.#words, '', () => this.#show());
    this.#figure.show(figure);
    this.#link.hidden = true;
  }

  /** Add a link to the sentences. @param {string} message @param {string} href */
  linkTo(message, href) {
    label(this.#link, message);
    this.#link.href = href;
    this.#link.hidden = false;
  }

  /** @param {HTMLElement} place @param {readonly Sentence[]} sentences */
  #write(place, sentences) {
    const parts = asSeen(this.#view, sentences).map(({ message, parameters }) => rich(message, parameters));
    place.replaceChildren(...parts.flatMap((part, i) => (i ? [' ', part] : [part])));
  }

  /** Show a button that leads back to the current position; null removes it. @param {(() => void)|null} back */
  offer(back) {
    this.#button.hidden = back === null;
    if (back) this.#back = back;
  }

  /** @param {Explanation} explanation */
  refuse({ sentences, figure }) {
    this.tell(sentences, 'refusal', figure);
  }
}
