/** The engine's best variations as text and arrows, the evaluation bar, and the button that starts and stops it. */

import { Engine } from '../core/engine.js';
import { chanceOf } from '../core/scores.js';
import { h } from '../shell/dom.js';
import { bind, number, say } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';

/** @typedef {import('../core/core.js').Core} Core */
/** @typedef {import('../core/engine.js').Analysis} Analysis */
/** @typedef {import('../core/engine.js').Variation} Variation */
/** @typedef {import('../core/limits.js').Limits} Limits */
/** @typedef {import('../core/types.js').Snapshot} Snapshot */
/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../board/board.js').Arrow} Arrow */
/**
 * `arrows` draws arrows. `chosen` is called with the moves of a variation up to the clicked one.
 * @typedef {{arrows: (arrows: Arrow[]) => void, chosen: (moves: number[]) => void}} Page
 */

const VARIATIONS = 3;
const SHOWN = 10; // plies of a variation
/** Long enough for any position, and a limit for a page that is left open. @type {Limits} */
const LIMITS = { time_ms: 120_000 };

/** Return Black's score of a variation. @param {Variation} variation @param {Color} turn */
const ofBlack = ({ score }, turn) => (turn === 'black' ? score : 0 - score);

/**
 * Return Black's score as text, such as +0.42, or the number of moves that the winner needs.
 * @param {Variation} variation
 * @param {Color} turn
 */
function scoreText(variation, turn) {
  if (variation.winIn !== null) {
    const winner = variation.winIn >= 0 === (turn === 'black') ? 'black' : 'white';
    return say('analysis.wins_in', { winner: { color: winner }, n: Math.ceil(Math.abs(variation.winIn) / 2) });
  }
  const score = ofBlack(variation, turn);
  const marbles = number(Math.abs(score) / 100, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return `${score < 0 ? '−' : '+'}${marbles}`;
}

export class EngineVariations {
  #core;
  #page;
  #limits;
  /** @type {Engine|null} */ #engine = null;
  /** @type {Snapshot|null} */ #game = null;
  /** @type {Analysis|null} */ #found = null;
  /** @type {Color} */ #turn = 'black';
  #on = false;
  /** The number of the current search. Results of earlier searches are ignored. */ #search = 0;
  #failed = false;
  #bar;
  #share = h('i');
  /** The winning chance of the player who is ahead, at that player's end of the bar. */ #number = h('b');
  #list = h('ol', { class: 'variations' });
  #state = h('p', { class: 'dim variations-state' });
  #view;
  #button = h('button', { type: 'button', class: 'small', 'aria-pressed': 'false', onclick: () => this.toggle() });

  /**
   * @param {HTMLElement} host for variations and button
   * @param {HTMLElement} bar for the evaluation
   * @param {Core} core
   * @param {Page} page
   * @param {Limits} [limits]
   */
  constructor(host, bar, core, page, limits = LIMITS) {
    this.#core = core;
    this.#page = page;
    this.#limits = limits;
    this.#bar = bar;
    bar.classList.add('evaluation');
    bar.setAttribute('role', 'img');
    bar.append(this.#share, this.#number);
    host.append(
      h('div', { class: 'row variations-head' }, this.#button, this.#state),
      this.#list,
      (this.#view = h('p', { class: 'dim variations-view', hidden: true, say: 'analysis.engine.view' })),
    );
    bind(this.#button, '', () => this.#showButton());
    bind(this.#list, '', () => this.#render());
    document.addEventListener('visibilitychange', () => {
      if (this.#on && document.hidden) this.#engine?.stop();
      else if (this.#on && !document.hidden) this.#think();
    });
  }

  get on() {
    return this.#on;
  }
  /** The analysis so far. */
  get found() {
    return this.#found;
  }
  /** Whether a search is running. */
  searching = false;

  toggle(on = !this.#on) {
    if (on === this.#on) return;
    this.#on = on;
    if (on) this.#think();
    else this.#engine?.stop();
    this.#showButton();
    this.#render();
  }

  /** Put Black's end of the bar at Black's side of the board. @param {boolean} blackOnTop */
  flip(blackOnTop) {
    this.#bar.classList.toggle('rotated', blackOnTop);
  }

  /** Show and search another position. @param {Snapshot|null} game null: nothing to search */
  show(game) {
    this.#game = game;
    this.#found = null;
    this.#search += 1;
    this.searching = false;
    if (this.#on) this.#think();
    this.#render();
  }

  #think() {
    const game = this.#game,
      mine = ++this.#search;
    [this.searching, this.#failed] = [false, false];
    if (!game || document.hidden) return void this.#engine?.stop();
    const board = this.#core.replay(game);
    this.#turn = board.turn;
    const over = board.outcome !== null;
    board.free();
    if (over) return void this.#engine?.stop();
    this.#engine ??= new Engine();
    const show = (/** @type {Analysis} */ found) => {
      if (mine !== this.#search || found.variations.length === 0) return;
      this.#found = found;
      this.#render();
    };
    this.searching = true;
    const ended = () => {
      if (mine !== this.#search) return;
      this.searching = false;
      this.#render();
    };
    return void this.#engine
      .search(game, this.#limits, { variations: VARIATIONS, onInfo: show })
      .then(show, () => {
        this.#failed = true;
      })
      .then(ended);
  }

  /** Label the button. Reports leave it alone, because WebKit drops a click on replaced content. */
  #showButton() {
    const label = this.#on ? 'analysis.engine.stop' : 'analysis.engine.start';
    this.#button.replaceChildren(icon(this.#on ? 'close' : 'play'), say(label));
    this.#button.setAttribute('aria-pressed', String(this.#on));
  }

  #render() {
    const found = this.#found;
    this.#state.textContent = this.#failed
      ? say('analysis.engine.failed')
      : found
        ? say('analysis.engine.state', {
            depth: found.depth,
            nodes: number(found.nodes, { notation: 'compact', maximumFractionDigits: 1 }),
          })
        : this.#on && this.searching
          ? say('analysis.engine.thinks')
          : '';
    this.#list.replaceChildren(...(found?.variations ?? []).map((variation, i) => this.#item(variation, i)));
    this.#list.hidden = this.#view.hidden = !found && !this.#on; // while it is on they keep their place: nothing jumps
    this.#showBar(found);
    this.drawArrows();
  }

  /** Draw the first moves of the variations on the board. */
  drawArrows() {
    const variations = this.#on ? (this.#found?.variations ?? []) : [];
    this.#page.arrows(
      variations.map((variation, i) => {
        const { cells, direction } = this.#core.moveInfo(variation.moves[0]);
        return { from: cells, direction, className: `engine-variation engine-variation${i + 1}` };
      }),
    );
  }

  /** @param {Variation} variation @param {number} rank */
  #item(variation, rank) {
    const board = this.#core.replay(/** @type {Snapshot} */ (this.#game));
    const moves = variation.moves.slice(0, SHOWN).map((move, i) => {
      const text = board.writeMove(move);
      board.play(move);
      return h(
        'button',
        { type: 'button', class: 'ply', onclick: () => this.#page.chosen(variation.moves.slice(0, i + 1)) },
        text,
      );
    });
    board.free();
    return h(
      'li',
      { class: `variation${rank + 1}` },
      h('strong', { class: 'score', dir: 'auto' }, scoreText(variation, this.#turn)),
      h('span', { class: 'variation-moves', dir: 'ltr' }, ...moves),
    );
  }

  /** @param {Analysis|null} found */
  #showBar(found) {
    const variation = found?.variations[0] ?? null;
    const chance = found && variation ? chanceOf(this.#core, ofBlack(variation, this.#turn), found.scale) : 0.5;
    this.#share.style.setProperty('block-size', `${(100 * chance).toFixed(1)}%`);
    this.#bar.setAttribute(
      'aria-label',
      variation
        ? say('analysis.chance', {
            chance: number(chance, { style: 'percent' }),
            score: scoreText(variation, this.#turn),
          })
        : say('analysis.chance.unknown'),
    );
    this.#bar.classList.toggle('known', variation !== null);
    this.#bar.classList.toggle('behind', chance < 0.5);
    this.#number.replaceChildren(
      ...(variation ? [h('span', {}, number(Math.round(100 * Math.max(chance, 1 - chance)))), '%'] : []),
    );
  }
}
