/**
 * The moves of a game, a line for each round. A marble marks an ejection. A click on a ply shows the position after it.
 */
import { h } from '../shell/dom.js';
import { label } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';

/** @typedef {import('./history.js').Ply} Ply */
/** @typedef {import('./session.js').Session} Session */

export class MoveList {
  #session;
  #choose;
  /** @type {{ply: Ply, button: HTMLButtonElement}[]} */ #shown = [];
  #list = h('ol', { class: 'plies', dir: 'ltr' });
  #none = h('p', { class: 'dim', say: 'play.no_moves' });
  element = h('section', { class: 'moves', 'say:aria-label': 'play.moves' }, this.#none, this.#list);

  /** @param {Session} session @param {(ply: number) => void} choose */
  constructor(session, choose) {
    this.#session = session;
    this.#choose = choose;
  }

  /** @param {number} current the number of plies before the position on the board */
  update(current) {
    const { plies } = this.#session;
    const shown = this.#shown;
    while (shown.length && shown[shown.length - 1].ply !== plies[shown.length - 1]) this.#remove();
    while (shown.length < plies.length) this.#add(plies[shown.length]);
    this.#none.hidden = plies.length > 0;
    this.#list.hidden = plies.length === 0;
    const focused = this.#list.contains(document.activeElement);
    const at = Math.max(0, current - 1);
    shown.forEach(({ button }, i) => {
      if (i === current - 1) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
      button.tabIndex = i === at ? 0 : -1; // one stop of the Tab key: the arrows do the rest
    });
    if (focused) shown[at]?.button.focus({ preventScroll: true });
    this.#scrollTo(shown[at]?.button);
  }

  /** Scroll the list, not the page. @param {HTMLElement|undefined} button */
  #scrollTo(button) {
    if (!button) return;
    const { element } = this;
    const [line, box] = [button.getBoundingClientRect(), element.getBoundingClientRect()];
    if (line.top < box.top + line.height) element.scrollTop -= box.top + line.height - line.top;
    else if (line.bottom > box.bottom - line.height) element.scrollTop += line.bottom + line.height - box.bottom;
  }

  #remove() {
    const { button } = /** @type {{button: HTMLButtonElement}} */ (this.#shown.pop());
    const line = button.parentElement;
    button.remove();
    if (!line?.childElementCount) line?.remove();
  }

  /** @param {Ply} ply */
  #add(ply) {
    const { text, color, info } = ply;
    const number = this.#shown.length + 1;
    const leaves = !info.cells.length;
    const button = h(
      'button',
      { type: 'button', class: `ply ${color}`, onclick: () => this.#choose(number) },
      leaves ? icon('flag') : h('bdi', { dir: 'ltr' }, text),
    );
    if (leaves) {
      label(button, 'several.left', { player: { color } }, 'aria-label');
      label(button, 'several.left', { player: { color } }, 'title');
    }
    if (info.ejected)
      button.append(label(h('span', { class: `dot ${info.ejected}`, role: 'img' }), 'play.ejects', {}, 'aria-label'));
    const { players } = this.#session.game;
    const before = this.#shown.findLast((each) => each.ply.info.cells.length)?.ply.color;
    // A round ends when the turn passes the last player who is left. Who leaves belongs to the round.
    const isNext = before === undefined || players.indexOf(color) <= players.indexOf(before);
    if (number === 1 || (isNext && !leaves)) this.#list.append(h('li'));
    this.#list.lastElementChild?.append(button);
    this.#shown.push({ ply, button });
  }
}
