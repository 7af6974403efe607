/** A puzzle rush on the screen: a card that starts it, and a bar above the board while it runs. */

import { clockText } from '../game/time.js';
import { h } from '../shell/dom.js';
import { bind, number, say } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';
import { afterAnswer, puzzleOf, startRush } from './rush.js';

/** @typedef {import('./puzzle_book.js').Puzzle} Puzzle */

const PAUSE = 700; // ms, so that the user sees how the puzzle ended
const TICK = 200;

export class RushView {
  #puzzles;
  #events;
  /** @type {import('./rush.js').Rush|null} */ #rush = null;
  /** Whether the next puzzle is on its way. */ #going = false;
  #timer = 0;
  #best = 0;
  #time = h('strong', { class: 'time', role: 'timer' });
  #solved = h('strong', {});
  #missed = h('strong', {});
  #result = h('p', { class: 'result', role: 'status' });
  #bestLine = h('p', { class: 'dim' });

  /**
   * @param {readonly Puzzle[]} puzzles
   * @param {{show: (puzzle: Puzzle) => void, changed: () => void, ended: (solved: number) => void}} events
   */
  constructor(puzzles, events) {
    this.#puzzles = puzzles;
    this.#events = events;
    const count = (/** @type {string} */ message, /** @type {string} */ picture, /** @type {HTMLElement} */ value) =>
      h('span', { class: 'tally' }, icon(picture), h('span', { class: 'unseen', say: message }), value);
    this.bar = h(
      'div',
      { class: 'rush-bar', hidden: true },
      h('span', { class: 'tally' }, h('span', { class: 'unseen', say: 'puzzles.rush.left' }), this.#time),
      count('puzzles.rush.solved', 'check', this.#solved),
      count('puzzles.rush.missed', 'close', this.#missed),
      h('button', { type: 'button', class: 'small', onclick: () => this.#end(), say: 'puzzles.rush.stop' }),
    );
    this.card = h(
      'section',
      { class: 'card rush', 'aria-labelledby': 'puzzle-rush' },
      h('h2', { id: 'puzzle-rush', say: 'puzzles.rush' }),
      h('p', { say: 'puzzles.rush.text' }),
      this.#result,
      this.#bestLine,
      h('button', { type: 'button', class: 'small', onclick: () => this.#start(), say: 'puzzles.rush.start' }),
    );
  }

  get running() {
    return this.#rush !== null;
  }

  /** @param {number} best */
  showBest(best) {
    this.#best = best;
    bind(
      this.#bestLine,
      '',
      () => void (this.#bestLine.textContent = best ? say('puzzles.rush.best', { n: best }) : ''),
    );
  }

  /** Count the answer to the current puzzle. @param {boolean} right */
  answer(right) {
    if (!this.#rush || this.#going) return;
    this.#going = true;
    this.#rush = afterAnswer(this.#rush, right);
    this.#tick();
  }

  /** Go to the next puzzle, once the current one has been answered and the board is still. */
  goOn() {
    const rush = this.#rush;
    if (!rush || !this.#going) return;
    this.#going = false;
    setTimeout(() => rush.endsAt === this.#rush?.endsAt && this.#next(), PAUSE);
  }

  /** Stop without a result. */
  stop() {
    this.#rush = null;
    clearInterval(this.#timer);
    this.bar.hidden = true;
  }

  #start() {
    this.stop();
    this.#going = false;
    this.#result.textContent = '';
    this.#rush = startRush(this.#puzzles, Date.now(), Math.random);
    this.bar.hidden = false;
    this.#timer = setInterval(() => this.#tick(), TICK);
    this.#tick();
    this.#next();
    this.bar.scrollIntoView({ block: 'nearest' });
  }

  #next() {
    const puzzle = this.#rush && puzzleOf(this.#rush, Date.now());
    if (puzzle) this.#events.show(puzzle);
    else this.#end();
  }

  #tick() {
    if (!this.#rush) return;
    const left = this.#rush.endsAt - Date.now();
    this.#time.textContent = clockText(Math.max(0, left));
    this.#solved.textContent = number(this.#rush.solved);
    this.#missed.textContent = number(this.#rush.missed);
    if (left <= 0) this.#end();
  }

  #end() {
    if (!this.#rush) return;
    const { solved } = this.#rush,
      record = solved > this.#best;
    this.stop();
    bind(this.#result, '', () => {
      const text = say('puzzles.rush.result', { n: solved });
      this.#result.textContent = record ? `${text} ${say('puzzles.rush.record')}` : text;
    });
    this.#events.ended(solved);
    this.card.scrollIntoView({ block: 'nearest' });
  }
}
