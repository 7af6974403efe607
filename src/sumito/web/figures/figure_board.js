/**
 * An interactive figure: a small board with the position before the move, an arrow for the move, and the same input as
 * in a game. It is always Black's turn, so that the user can try more moves. The core explains refused moves. The rules
 * and the marbles of several players are loaded for the first figure that needs them.
 */

import { BoardView } from '../board/board.js';
import { BoardInput } from '../board/input.js';
import { rulesOf } from '../board/rules.js';
import { asSeen } from '../board/words.js';
import { coreFor, hasPlayers } from '../core/core_for.js';
import { boardConfig } from '../shell/board_config.js';
import { h } from '../shell/dom.js';
import { bind, label, labelRich, loadLanguage, sentences } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';
import { settings } from '../shell/settings.js';
import { link } from '../shell/shell.js';
import { soundMove } from '../shell/sound.js';
import { parametersOf } from './figures.js';
import { shapesOf } from './highlights.js';

/** @typedef {import('../core/core.js').Core} Core */
/** @typedef {import('../core/types.js').MoveInfo} MoveInfo */
/** @typedef {import('../core/types.js').Explanation} Explanation */
/** @typedef {import('../board/selection.js').Refusal} Refusal */
/** @typedef {import('./figures.js').Figure} Figure */

/**
 * Boards are built when they are about to become visible, because a page has about thirty of them.
 * @type {WeakMap<Element, () => void>}
 */
const waiting = new WeakMap();
const nearing = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      nearing.unobserve(target);
      waiting.get(target)?.(); // a failure is shown in the figure
    }
  },
  { rootMargin: '600px 0px' },
);

/** @param {readonly number[]} a @param {readonly number[]} b */
const sameCells = (a, b) => a.length === b.length && a.every((cell) => b.includes(cell));

/** Return whether the sentences name at most one direction. @param {Explanation} explanation */
const namesOneMove = ({ sentences: said }) =>
  said.every(({ parameters }) =>
    Object.values(parameters).every(
      (value) => typeof value !== 'object' || !('directions' in value) || value.directions.length === 1,
    ),
  );

export class FigureBoard {
  #core;
  #figure;
  /** The game, once the board is built. @type {import('../core/game.js').Game|null} */ #game = null;
  /** @type {Promise<boolean>|null} */ #building = null;
  /** @type {BoardView|null} */ #view = null;
  /** @type {BoardInput|null} */ #input = null;
  /** @type {Explanation|null} */ #explanation = null;
  #moved = false;
  /** The term that the pointer is on. @type {string|null} */ #term = null;
  #host = h('div', { class: 'board' });
  #verdict = h('span', { class: 'verdict', hidden: true });
  #why = h('p', { class: 'why', hidden: true });
  #seen = h('p', { class: 'seen', hidden: true });
  /** The text for screen readers. */ #heard = h('p', { class: 'unseen', role: 'status' });
  #about = h('a', { class: 'see', hidden: true });
  #show = h('button', { type: 'button', class: 'small show', onclick: () => void this.show() });
  #again = h(
    'button',
    { type: 'button', class: 'small again', disabled: true, onclick: () => this.reset() },
    icon('undo'),
    h('span', { say: 'rules.again' }),
  );
  #instead = h('button', {
    type: 'button',
    class: 'small instead',
    hidden: true,
    say: 'rules.instead',
    onclick: () => this.#playInstead(),
  });

  /**
   * @param {Core} core
   * @param {Figure} figure
   * @param {{number?: number, numbers?: ReadonlyMap<string, number>}} [places] the number of this figure, and those of
   *   all figures for links
   */
  constructor(core, figure, { number, numbers = new Map() } = {}) {
    this.#core = core;
    this.#figure = figure;
    this.numbers = numbers;
    this.element = h(
      'figure',
      {
        class: 'figure',
        id: figure.task && `figure-${figure.id}`,
        dataset: { figure: figure.id, state: 'ready' },
      },
      this.#host,
      this.#caption(number),
    );
    waiting.set(this.#host, () => void this.#build());
    nearing.observe(this.#host);
  }

  get busy() {
    return this.#input?.busy ?? true;
  }
  get position() {
    return this.#game?.position() ?? this.#figure.position;
  }
  get line() {
    return this.#input?.state.line ?? [];
  }
  /** @param {number} cell */
  pixelOf(cell) {
    return this.#view?.pixelOf(cell) ?? null;
  }

  /** Play the move of the figure. */
  async show() {
    const { task, line, direction, tap } = this.#figure;
    if (!(await this.#build())) return undefined;
    this.#host.scrollIntoView({ block: 'nearest' }); // on a low screen the button is below it
    await this.#view?.settled;
    this.reset();
    if (task === 'look') return this.#done();
    const input = /** @type {BoardInput} */ (this.#input);
    input.dispatch({ type: 'select', line });
    if (task === 'tap') return input.dispatch({ type: 'tap', cell: tap });
    return input.dispatch({ type: 'direction', direction: /** @type {number} */ (direction) });
  }

  /** Highlight the shapes that a term names, while the pointer is on it. @param {string|null} term */
  light(term) {
    const { line, direction } = this.#figure,
      view = this.#view,
      game = this.#game;
    this.#term = term;
    if (!view || !game) return; // it is shown when they are there
    if (term === null) view.outline(this.#moved ? [] : this.#outlines);
    else {
      const number = this.#moved || direction === null ? null : game.verdict(line, direction).move;
      view.outline(shapesOf(game, term, number === null ? null : game.move(number)));
    }
  }

  /** Reset the figure. */
  reset() {
    this.#game = this.#core.game(this.#figure.position);
    this.#moved = false;
    this.#input?.clear();
    this.#setUp();
    this.#say(null);
    for (const each of [this.#seen, this.#verdict]) each.hidden = true;
    this.element.dataset.state = 'ready';
    this.#again.disabled = true;
    this.#input?.refresh();
  }

  /** @param {number|undefined} number */
  #caption(number) {
    const { id, task, direction } = this.#figure;
    if (task || direction !== null) {
      label(this.#show, task === 'look' ? 'rules.answer' : task === 'play' || !task ? 'rules.show' : 'rules.try');
    } else this.#show.hidden = true;
    const status = h('div', { class: 'answer', role: 'status' }, this.#why, this.#seen);
    const row = h('div', { class: 'row' }, this.#show, this.#again, this.#instead, this.#about);
    if (!task) return h('figcaption', {}, this.#text('caption', `glossary.${id}.example`), status, row, this.#heard);
    return h(
      'figcaption',
      {},
      h('p', { class: 'about' }, number && h('span', { say: ['rulebook.figure', { number }] }), this.#verdict),
      this.#text('caption', `figure.${id}.caption`),
      h(
        'p',
        { class: 'task' },
        h('strong', { say: 'rulebook.task' }),
        ' ',
        this.#text('', `figure.${id}.task`, 'span'),
      ),
      row,
      status,
      this.#heard,
    );
  }

  /** @param {string} name @param {string} message @param {'p'|'span'} [tag] */
  #text(name, message, tag = 'p') {
    return labelRich(h(tag, { class: name }), message, parametersOf(this.#figure, []));
  }

  /** The parameters of the answer, which can name the cells that stop the move. */
  get #answered() {
    const { task, line, direction, position } = this.#figure;
    const refused = task === 'try' && direction !== null;
    return parametersOf(this.#figure, refused ? this.#core.game(position).verdict(line, direction).cells : []);
  }

  /** Build the board, once. @returns {Promise<boolean>} whether it is there */
  #build() {
    this.#building ??= this.#load().then(
      () => true,
      (error) => {
        console.warn(error);
        this.#building = null; // the next press of the button tries again
        this.#say(() => sentences([{ message: 'app.not_loaded' }]), 'refused');
        return false;
      },
    );
    return this.#building;
  }

  async #load() {
    const { position } = this.#figure;
    if (hasPlayers(position)) {
      [this.#core] = await Promise.all([
        coreFor(this.#core, position),
        import('../shell/more_colors.js').then(({ prepareColors }) => prepareColors()),
        loadLanguage(settings.get('language'), 'several'),
      ]);
    }
    this.#game = this.#core.game(position);
    this.#say(null);
    const view = (this.#view = new BoardView(this.#host, boardConfig, { label: 'rules.board', named: true }));
    this.#setUp();
    this.#input = new BoardInput(view, {
      ...rulesOf(() => /** @type {import('../core/game.js').Game} */ (this.#game)),
      play: (move, from) => this.#play(move, from),
      refuse: (explanation, refusal) => this.#refused(explanation, refusal),
      // Confirm moves at once: a mistake costs nothing in a figure, and it has no room for the two buttons.
      changed: ({ name }) => {
        if (name === 'confirming') queueMicrotask(() => this.#input?.dispatch({ type: 'confirm' }));
      },
      say: (message, parameters) => void label(this.#heard, message, parameters),
      takeBack: () => this.reset(),
    });
  }

  /** The outlines of the highlighted cells. */
  get #outlines() {
    const { highlights, line } = this.#figure;
    return (highlights.length ? highlights : line.length ? [line] : []).map((cells) => ({ cells }));
  }

  /** Show the position and its marks. */
  #setUp() {
    const { line, direction, task } = this.#figure,
      view = this.#view;
    if (!view || !this.#game) return;
    view.setPosition(this.#game.placement());
    view.mark({ last: null });
    this.light(this.#term);
    view.arrows(direction === null || task === 'tap' ? [] : [{ from: line, direction, className: 'ghost' }]);
  }

  /** @param {MoveInfo} move @param {number} from */
  async #play(move, from) {
    const { line, direction, task, position } = this.#figure,
      view = /** @type {BoardView} */ (this.#view),
      game = /** @type {import('../core/game.js').Game} */ (this.#game);
    const asked = !this.#moved && direction === move.direction && sameCells(line, move.cells);
    game.play(move.number);
    const [rows] = game.position().split(' ');
    this.#game = this.#core.game(position.replace(/^\S+/, rows)); // with the turn and the scores of the figure
    this.#moved = true;
    this.#again.disabled = false;
    this.#say(null);
    view.outline([]);
    view.arrows([]);
    view.mark({ last: move });
    soundMove(move);
    if (asked && (task === 'play' || task === null)) this.#done();
    else if (task && task !== 'look' && this.element.dataset.state !== 'done')
      this.#say(() => sentences([{ message: 'rules.other' }]), 'other');
    await view.animate(move, { from });
  }

  /** @param {Explanation} explanation @param {Refusal} refusal */
  #refused(explanation, { line, verdict, problem }) {
    const { task, reason, problem: expected, line: asked } = this.#figure;
    this.#again.disabled = false;
    this.#view?.arrows([]); // the marks of the refusal replace them
    const view = /** @type {BoardView} */ (this.#view);
    this.#say(() => sentences(asSeen(view, explanation.sentences)), 'refused', explanation);
    if (this.#moved || !sameCells(line, asked)) return;
    if ((task === 'try' && verdict?.reason === reason) || (task === 'tap' && problem === expected)) this.#done();
  }

  /** Mark the figure as done. */
  #done() {
    const { id, task } = this.#figure;
    this.element.dataset.state = 'done';
    this.#again.disabled = false;
    if (!task) return;
    labelRich(this.#seen, `figure.${id}.seen`, this.#answered);
    this.#seen.hidden = false;
    if (task === 'look') return;
    const allowed = task === 'play';
    label(this.#verdict, allowed ? 'figure.allowed' : 'figure.refused');
    this.#verdict.className = `verdict ${allowed ? 'allowed' : 'refused'}`;
    this.#verdict.hidden = false;
  }

  /** @param {(() => string)|null} words @param {string} [kind] @param {Explanation|null} [explanation] */
  #say(words, kind = '', explanation = null) {
    this.#why.hidden = !words;
    this.#why.className = `why ${kind}`;
    bind(this.#why, '', () => void (this.#why.textContent = words?.() ?? ''));
    this.#explanation = explanation;
    this.#instead.hidden = !explanation || explanation.instead === null || !namesOneMove(explanation);
    const number =
      explanation?.figure && explanation.figure !== this.#figure.id ? this.numbers.get(explanation.figure) : undefined;
    this.#about.hidden = number === undefined;
    if (number === undefined) return;
    this.#about.href = link('rules', `figure-${explanation?.figure}`);
    label(this.#about, 'rulebook.figure', { number });
  }

  #playInstead() {
    const move = this.#explanation?.instead ?? null;
    if (move !== null && this.#game?.isLegal(move)) this.#input?.act({ type: 'choose', move: this.#game.move(move) });
  }
}
