/** The moves so far, two plies a line, with a marble where one was ejected; a ply leads to the position after it. */
import { h } from '../shell/dom.js';
import { label } from '../shell/i18n.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./session.js').Played} Played */

export class MoveList {
  #session;
  #choose;
  /** @type {{played: Played, button: HTMLButtonElement}[]} */ #plies = [];
  #list = h('ol', { class: 'plies', dir: 'ltr' });
  #none = h('p', { class: 'dim', say: 'play.no_moves' });
  element = h('section', { class: 'moves', 'say:aria-label': 'play.moves' }, this.#none, this.#list);

  /** @param {Session} session @param {(ply: number) => void} choose */
  constructor(session, choose) {
    this.#session = session;
    this.#choose = choose;
  }

  /** @param {number} shown the ply after which the board stands */
  update(shown) {
    const { played } = this.#session,
      plies = this.#plies;
    while (plies.length && plies[plies.length - 1].played !== played[plies.length - 1]) this.#remove();
    while (plies.length < played.length) this.#add(played[plies.length]);
    this.#none.hidden = played.length > 0;
    this.#list.hidden = played.length === 0;
    const focused = this.#list.contains(document.activeElement),
      at = Math.max(0, shown - 1);
    plies.forEach(({ button }, i) => {
      if (i === shown - 1) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
      button.tabIndex = i === at ? 0 : -1; // one stop of the Tab key: the arrows do the rest
    });
    if (focused) plies[at]?.button.focus({ preventScroll: true });
    this.#scrollTo(plies[at]?.button);
  }

  /** Within the list: the page stays where it is. @param {HTMLElement|undefined} button */
  #scrollTo(button) {
    if (!button) return;
    const { element } = this,
      line = button.getBoundingClientRect(),
      box = element.getBoundingClientRect();
    if (line.top < box.top + line.height) element.scrollTop -= box.top + line.height - line.top;
    else if (line.bottom > box.bottom - line.height) element.scrollTop += line.bottom + line.height - box.bottom;
  }

  #remove() {
    const { button } = /** @type {{button: HTMLButtonElement}} */ (this.#plies.pop()),
      line = button.parentElement;
    button.remove();
    if (!line?.childElementCount) line?.remove();
  }

  /** @param {Played} played */
  #add(played) {
    const { text, info, color } = played,
      ply = this.#plies.length + 1;
    const button = h(
      'button',
      { type: 'button', class: `ply ${color}`, onclick: () => this.#choose(ply) },
      h('bdi', { dir: 'ltr' }, text),
    );
    if (info.ejects)
      button.append(label(h('span', { class: `dot ${info.ejected}`, role: 'img' }), 'play.ejects', {}, 'aria-label'));
    if (color === 'black' || !this.#plies.length) this.#list.append(h('li'));
    this.#list.lastElementChild?.append(button);
    this.#plies.push({ played, button });
  }
}
