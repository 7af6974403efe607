/** The own games and open seeks above the lobby, and what to do while one waits. */
import { ownGame, ownSeek } from '../game/own_games.js';
import { isTable } from '../game/table_seek.js';
import { withdrawSeek } from '../net/online_requests.js';
import { isLive } from '../net/yours.js';
import { h } from '../shell/dom.js';
import { link } from '../shell/shell.js';

/** @typedef {import('../core/layouts.js').Layout} Layout */
/** @typedef {import('../net/protocol.js').Seek} Seek */
/** @typedef {import('../net/yours.js').Yours} Yours */

/** The times that are left are written again after this time. */
const REFRESH_MS = 20_000;

export class OwnSection {
  #yours;
  #layouts;
  /** @type {readonly Layout[]} */ #several = [];
  #fail;
  #shown = '';
  #list = h('ul');
  #meanwhile = h(
    'p',
    { class: 'meanwhile', hidden: true },
    h('span', { say: 'online.meanwhile' }),
    ' ',
    h('a', { href: link('play'), say: 'home.play' }),
    ' · ',
    h('a', { href: link('puzzles'), say: 'home.puzzles' }),
    ' · ',
    h('a', { href: link('rules'), say: 'home.rules' }),
  );
  element = h(
    'section',
    { class: 'yours', 'aria-labelledby': 'yours', hidden: true },
    h('h2', { id: 'yours', say: 'online.yours' }),
    this.#list,
    this.#meanwhile,
  );

  /** @param {Yours} yours @param {readonly Layout[]} layouts @param {(error: unknown) => void} fail */
  constructor(yours, layouts, fail) {
    this.#yours = yours;
    this.#layouts = layouts;
    this.#fail = fail;
    yours.on('change', () => this.#show());
    setInterval(() => this.#write(), REFRESH_MS);
    this.#show();
  }

  #show() {
    const { games, seeks } = this.#yours;
    const shown = JSON.stringify([games, seeks]);
    if (shown === this.#shown) return; // a button keeps the focus
    this.#shown = shown;
    this.element.hidden = games.length + seeks.length === 0;
    this.#meanwhile.hidden = !seeks.some(isLive);
    this.#write();
    if (seeks.some(isTable)) void this.#nameTables();
  }

  /** The layouts of several players are loaded when there is such a table. */
  async #nameTables() {
    try {
      const { loadSeveral } = await import('../game/several_parts.js');
      this.#several = await loadSeveral();
      this.#write();
    } catch (error) {
      console.info(error); // the tables have no names
    }
  }

  #write() {
    const { games, seeks } = this.#yours;
    this.#list.replaceChildren(
      ...games.map((game) => h('li', {}, ownGame(game))),
      ...seeks.map((seek) =>
        h(
          'li',
          {},
          ownSeek(seek, (each) => void this.#withdraw(each), [...this.#layouts, ...this.#several]),
        ),
      ),
    );
  }

  /** @param {Seek} seek */
  async #withdraw({ id }) {
    try {
      await withdrawSeek(id);
      document.getElementById('main')?.focus(); // the focused button goes away
    } catch (error) {
      this.#fail(error);
    }
  }
}
