/** The number of players of a new online game, and the own colour if there are more than two. */
import { layoutPicture } from '../game/layout_picture.js';
import { part, segments } from '../game/new_game.js';
import { RequestError } from '../net/online_requests.js';
import { h } from '../shell/dom.js';
import { notice } from '../shell/shell.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../core/multi_layouts.js').MultiLayout} MultiLayout */

const TWO = 'two';
/** The layouts of several players with the words for their number. @type {readonly (readonly [string, string])[]} */
const CHOICES = [
  [TWO, 'online.players.two'],
  ['three-players', 'online.players.three'],
  ['four-players-teams', 'online.players.teams'],
  ['four-players-pbmserv', 'online.players.four'],
  ['five-players-pbmserv', 'online.players.five'],
  ['six-players-pbmserv', 'online.players.six'],
];
/** The parts of the sheet that are for two players. */
const FOR_TWO = '[aria-labelledby="play-layout"], [aria-labelledby="play-side"]';

export class PlayersChoice {
  #form;
  #more = h('div', { class: 'several-choice' });
  /** @type {Promise<unknown>} */ #loading = Promise.resolve();
  /** The name of the choice, to be kept for the next time. @type {string} */ value = TWO;
  /** The layout of several players; null for two. @type {MultiLayout|null} */ layout = null;
  /** The own color; null for any. @type {Color|null} */ color = null;

  /** @param {HTMLFormElement} form the sheet @param {unknown} last value */
  constructor(form, last) {
    this.#form = form;
    const known = CHOICES.find(([value]) => value === last)?.[0] ?? TWO;
    form.prepend(
      part(
        'online.players',
        segments('players', 'online.players', CHOICES, known, (value) => this.#choose(value)),
        this.#more,
      ),
    );
    this.#choose(known);
    form.dispatchEvent(new Event('change')); // other parts of the sheet have words for the number of players
  }

  /** Resolves when the layout is there. */
  get ready() {
    return this.#loading;
  }

  /** @param {string} value */
  #choose(value) {
    this.value = value;
    this.layout = null;
    this.color = null;
    this.#show();
    if (value !== TWO) this.#loading = this.#load(value);
  }

  /** @param {string} value */
  async #load(value) {
    try {
      const { loadSeveral } = await import('../game/several_parts.js');
      const layouts = await loadSeveral();
      if (value !== this.value) return; // another one was chosen meanwhile
      this.layout = layouts.find(({ slug }) => slug === value) ?? null;
      this.#show();
    } catch (error) {
      console.info(error);
      notice(new RequestError(0, '').words, { kind: 'bad' });
    }
  }

  #show() {
    for (const each of this.#form.querySelectorAll(FOR_TWO))
      /** @type {HTMLElement} */ (each).hidden = this.value !== TWO;
    this.#more.hidden = this.layout === null;
    if (!this.layout) return this.#more.replaceChildren();
    const { marbles, teams } = this.layout;
    const colors = /** @type {Color[]} */ (Object.keys(marbles));
    return this.#more.replaceChildren(
      layoutPicture(marbles),
      segments(
        'seat',
        'play.side',
        [...colors.map((color) => /** @type {const} */ ([color, `color.${color}`])), ['random', 'play.side.random']],
        'random',
        (value) => void (this.color = colors.find((color) => color === value) ?? null),
      ),
      ...(teams ? [h('p', { class: 'dim', say: 'online.players.teams.note' })] : []),
    );
  }
}
