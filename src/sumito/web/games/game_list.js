/** The list of My games: a form to find games, those in progress, and the finished ones. */

import { colorsOf, nameOf } from '../game/kept_game.js';
import { nameLayout } from '../game/layout_name.js';
import { h } from '../shell/dom.js';
import { bind, date } from '../shell/i18n.js';
import { fragment, link, setFragment } from '../shell/shell.js';
import { summaryOf } from '../study/kept_review.js';
import { card } from './card.js';
import { matches, plain, wantedOf } from './filter.js';
import { SearchForm } from './search_form.js';

/** @typedef {import('../core/layouts.js').Layout} Layout */
/** @typedef {import('../shell/store.js').GameRecord} GameRecord */

/** With fewer games there is nothing to find. */
const MANY = 4;
/** Games of a part that are shown at once. */
const AT_ONCE = 30;

export class GameList {
  #actions;
  /** @type {Layout[]} */ #layouts = [];
  /** The name of each layout in the language of the page. @type {Map<Layout, HTMLElement>} */ #names = new Map();
  /** @type {GameRecord[]} */ #games = [];
  /** The games that are shown. @type {GameRecord[]|null} */ #found = null;
  /** The words of each game, to be found. @type {Map<GameRecord, string>} */ #words = new Map();
  #form = new SearchForm(wantedOf(fragment()), (wanted) => {
    const chosen = Object.entries(wanted).filter(([, value]) => value !== '');
    setFragment(link('games', Object.fromEntries(chosen)));
    this.#render();
  });
  #parts = h('div', { class: 'games' });
  element = h('div', { class: 'find-games' }, this.#form.element, this.#parts);

  /** @param {import('./card.js').Actions} actions */
  constructor(actions) {
    this.#actions = actions;
    bind(this.element, 'words', () => this.#words.clear());
  }

  /** @param {GameRecord[]} games all of them, the newest first @param {Layout[]} layouts all that they can have */
  show(games, layouts) {
    this.#games = games;
    this.#layouts = layouts;
    this.#found = null;
    this.#words.clear();
    this.#render();
  }

  #render() {
    const games = this.#games,
      { wanted } = this.#form,
      filtered = games.length >= MANY || Object.values(wanted).some((value) => value !== '');
    this.#form.element.hidden = !filtered || games.length === 0;
    const found = filtered
      ? games.filter((game) => matches(game, wanted, this.#wordsOf(game), summaryOf(game) !== null))
      : games;
    this.#form.count(found.length, games.length);
    if (this.#found?.length === found.length && found.every((game, i) => game === this.#found?.[i])) return;
    this.#found = found;
    this.#parts.replaceChildren(
      ...(games.length === 0
        ? [noGames()]
        : found.length === 0
          ? [this.#noMatch()]
          : [
              this.#part(
                'unfinished',
                found.filter((game) => !game.outcome),
              ),
              this.#part(
                'finished',
                found.filter((game) => game.outcome),
              ),
            ].filter((each) => each !== null)),
    );
  }

  /** @param {GameRecord} game */
  #wordsOf(game) {
    const known = this.#words.get(game);
    if (known !== undefined) return known;
    const layout = this.#layoutOf(game);
    const words = plain(
      [
        ...colorsOf(game).map((color) => nameOf(game, color)),
        ...(layout ? [this.#nameOf(layout), layout.name] : []),
        date(game.changed),
        date(game.changed, { dateStyle: 'full' }),
        new Date(game.changed).toISOString().slice(0, 10),
      ].join(' '),
    );
    this.#words.set(game, words);
    return words;
  }

  /** Return the layout of a game: games from files have only the position. @param {GameRecord} game */
  #layoutOf({ layout, start }) {
    const [marbles] = start.split(' ');
    return (
      this.#layouts.find(({ slug }) => slug === layout) ??
      this.#layouts.find(({ position }) => position.split(' ')[0] === marbles)
    );
  }

  /** @param {Layout} layout */
  #nameOf(layout) {
    const element = this.#names.get(layout) ?? nameLayout(h('span'), layout);
    this.#names.set(layout, element);
    return element.textContent ?? '';
  }

  /** @param {'unfinished'|'finished'} name @param {GameRecord[]} games */
  #part(name, games) {
    if (games.length === 0) return null;
    const list = h('ul');
    const more = h('button', {
      type: 'button',
      say: 'games.find.more',
      onclick: () => add()?.querySelector('a')?.focus(),
    });
    let shown = 0;
    const add = () => {
      const added = games
        .slice(shown, (shown += AT_ONCE))
        .map((game) => card(game, this.#layoutOf(game), this.#actions));
      list.append(...added);
      more.hidden = shown >= games.length;
      return added[0];
    };
    add();
    return h(
      'section',
      { 'aria-labelledby': `games-${name}` },
      h(
        'h2',
        { id: `games-${name}` },
        h('span', { say: `games.${name}` }),
        ' ',
        h('span', { class: 'dim' }, games.length),
      ),
      list,
      more,
    );
  }

  #noMatch() {
    return h(
      'div',
      { class: 'empty card' },
      h('h2', { say: 'games.find.none' }),
      h('p', { class: 'dim', say: 'games.find.none_why' }),
      h(
        'div',
        { class: 'row' },
        h('button', { type: 'button', say: 'games.find.clear', onclick: () => this.#form.clear() }),
      ),
    );
  }
}

function noGames() {
  return h(
    'div',
    { class: 'empty card' },
    h('span', { class: 'wells', 'aria-hidden': 'true' }, ...Array.from({ length: 6 }, () => h('i'))),
    h('h2', { say: 'games.none' }),
    h('p', { class: 'dim', say: 'games.none_why' }),
    h(
      'div',
      { class: 'row' },
      h('a', { class: 'button primary', href: link('play'), say: 'home.play' }),
      h('a', { class: 'button', href: link('local'), say: 'home.local' }),
    ),
  );
}
