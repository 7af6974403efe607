/** The form of My games: a search by words, and a filter by result, kind and review. */

import { h } from '../shell/dom.js';
import { bind, say } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';
import { ANYTHING, CHOICES } from './filter.js';

/** @typedef {import('./filter.js').GameSearch} GameSearch */

/** The messages of choices that are not named after the form. @type {Record<string, string>} */
const NAMED = {
  engine: 'games.kind.engine',
  local: 'games.kind.local',
  online: 'app.nav.online',
};

export class SearchForm {
  #changed;
  #words = h('input', {
    type: 'search',
    name: 'words',
    autocomplete: 'off',
    enterkeyhint: 'search',
    'say:aria-label': 'games.find.words',
    'say:placeholder': 'games.find.words',
    oninput: () => this.#changed(this.wanted),
  });
  #selects = Object.entries(CHOICES).map(([name, values]) =>
    h(
      'select',
      { name, 'say:aria-label': `games.find.${name}`, onchange: () => this.#changed(this.wanted) },
      ...['', ...values].map((value) =>
        h('option', { value, say: NAMED[value] ?? `games.find.${name}${value && `.${value}`}` }),
      ),
    ),
  );
  /** How many games were found, also for screen readers. */
  #count = h('p', { class: 'dim', role: 'status' });
  element = h(
    'search',
    { 'say:aria-label': 'games.find' },
    h('span', { class: 'search-words' }, icon('find'), this.#words),
    ...this.#selects,
    this.#count,
  );

  /** @param {GameSearch} wanted @param {(wanted: GameSearch) => void} changed called when the user changes something */
  constructor(wanted, changed) {
    this.#changed = changed;
    this.#set(wanted);
  }

  /** @returns {GameSearch} */
  get wanted() {
    const chosen = Object.fromEntries(this.#selects.map(({ name, value }) => [name, value]));
    return /** @type {GameSearch} */ ({ words: this.#words.value, ...chosen });
  }

  /** Look for anything again. The words get the focus. */
  clear() {
    this.#set(ANYTHING);
    this.#words.focus();
    this.#changed(this.wanted);
  }

  /** Say how many games were found. @param {number} found @param {number} all */
  count(found, all) {
    bind(this.#count, '', () => {
      const words = found === all ? '' : say('games.find.count', { found, all });
      if (this.#count.textContent !== words) this.#count.textContent = words;
    });
  }

  /** @param {Readonly<GameSearch>} wanted */
  #set(wanted) {
    this.#words.value = wanted.words;
    for (const select of this.#selects) select.value = wanted[/** @type {keyof GameSearch} */ (select.name)];
  }
}
