/** The moves so far, two plies a line, with a marble where one was ejected. */
import { other } from '../core/cells.js';
import { h } from '../dom.js';
import { label } from '../i18n.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./session.js').Played} Played */

export class MoveList {
  #session;
  #list = h('ol', { class: 'plies', dir: 'ltr' });
  #none = h('p', { class: 'dim', say: 'play.no_moves' });
  element = h('section', { class: 'moves', tabindex: '0', 'say:aria-label': 'play.moves' }, this.#none, this.#list);

  /** @param {Session} session */
  constructor(session) {
    this.#session = session;
    this.update();
  }

  update() {
    const { played } = this.#session;
    /** @type {Played[][]} */ const lines = [];
    for (const each of played) {
      if (each.color === 'black' || !lines.length) lines.push([]);
      lines[lines.length - 1].push(each);
    }
    this.#none.hidden = played.length > 0;
    this.#list.hidden = played.length === 0;
    this.#list.replaceChildren(...lines.map((line) => h('li', {}, ...line.map((each) => this.#ply(each)))));
    this.element.scrollTop = this.element.scrollHeight;
  }

  /** @param {Played} played */
  #ply({ text, info, color }) {
    const last = this.#session.last?.info === info;
    const element = h('span', { class: `ply ${color}`, 'aria-current': last && 'true' }, h('bdi', { dir: 'ltr' }, text));
    if (info.ejects) element.append(label(h('span', { class: `dot ${other(color)}`, role: 'img' }), 'play.ejects', {}, 'aria-label'));
    return element;
  }
}
