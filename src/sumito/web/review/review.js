/** A game and its review: the graph, the turning points, the accuracy of each player, and better variations. */

import { BoardView } from '../board/board.js';
import { stepByWheel } from '../board/wheel.js';
import { asSeen } from '../board/words.js';
import { annotated } from '../core/annotate.js';
import { Engine } from '../core/engine.js';
import { analyseGame, summary, turningPoints } from '../core/judge.js';
import { COLORS } from '../core/cells.js';
import { snapshotOf } from '../core/record_tree.js';
import { boardConfig, shownSentences } from '../shell/board_config.js';
import { h } from '../shell/dom.js';
import { bind, notation, number, say, sentences } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';
import { boardRotation, onBoardRotation } from '../shell/rotation.js';
import { fragment, link, playOnLink, setFragment, testHook } from '../shell/shell.js';
import { fitting, whoPlayed, write } from '../study/exchange.js';
import { keepReview, reviewOf } from '../study/kept_review.js';
import { explainMove } from '../study/motive.js';
import { keepOwnPuzzles } from '../study/own_puzzles.js';
import { exactness, glyphMark } from './exactness.js';
import { Graph } from './graph.js';

/** @typedef {import('../core/core.js').Core} Core */
/** @typedef {import('../core/records.js').Records} Records */
/** @typedef {import('../core/records.js').TreeRecord} TreeRecord */
/** @typedef {import('../core/study.js').Study} Study */
/** @typedef {import('../core/judge.js').MoveAnalysis} MoveAnalysis */
/** @typedef {import('../core/judge.js').SearchResult} SearchResult */
/** @typedef {import('../core/types.js').MoveInfo} MoveInfo */
/** @typedef {import('../core/types.js').Snapshot} Snapshot */
/** @typedef {import('../board/board.js').Arrow} Arrow */

/** The limit of each position. A game of a hundred plies takes about 15 seconds. */
const LIMITS = { nodes: 100_000 };

/** The mark of a best move. The core has the glyphs of the other judgements: ?!, ? and ??. */
const BEST = '✓';

export class ReviewPage {
  #core;
  #study;
  #records;
  #record;
  #moves;
  #view;
  #graph;
  /**
   * The moves with their effects, texts and numbers.
   * @type {{info: MoveInfo, text: string, number: string}[]}
   */
  #played = [];
  /** @type {(MoveAnalysis|null)[]} */ #found;
  /** Black's chance at the start. @type {number|null} */ #start = null;
  #ply = 0;
  /** @type {Engine|null} */ #engine = null;
  /** What was found in the position after each ply. @type {(SearchResult|null)[]} */ #analyses = [];
  /** The id of the game if this browser keeps it. */ #kept;
  #running = false;
  #stopped = false;
  #done = false;
  /** The game for the address of this page, and for the analysis page with annotations. */ #game;
  #annotated;
  /** @type {MoveAnalysis[]} */ #turningPoints = [];
  #progress = h('progress', { value: 0, 'say:aria-label': 'review.progress' });
  #button = h('button', { type: 'button', class: 'small', onclick: () => this.#toggle() });
  #problem = h('p', { class: 'problem', role: 'alert', hidden: true, say: 'analysis.engine.failed' });
  #open = h('a', { class: 'button small' }, icon('analyse'), h('span', { say: 'review.open' }));
  #playOn = h('a', { class: 'button small' }, icon('play'), h('span', { say: 'play.on' }));
  #pointList = h('ol', { class: 'turning-points' });
  #accuracy = h('div', { class: 'accuracy' });
  #words = h('p', { role: 'status' });
  #show = h('button', {
    type: 'button',
    class: 'small',
    hidden: true,
    say: 'review.show_better',
    onclick: () => this.#showBetter(),
  });
  #why = h('button', {
    type: 'button',
    class: 'small',
    hidden: true,
    say: 'review.why',
    onclick: () => this.#showWhy(),
  });
  /** The answer to the question why the move was played. @type {import('../study/motive.js').Motive|null} */
  #motive = null;
  #table = h('tbody');
  /** @type {Record<string, HTMLButtonElement>} */ #buttons = {};
  /** Whether the board shows the better move, in the position before the move. */ #better = false;

  /**
   * @param {HTMLElement} main @param {Core} core @param {Study} study @param {Records} records
   * @param {TreeRecord} record @param {string|null} kept the id of the game if this browser keeps it
   */
  constructor(main, core, study, records, record, kept) {
    this.#kept = kept;
    this.#core = core;
    this.#study = study;
    this.#records = records;
    this.#record = record;
    this.#moves = snapshotOf(record).moves;
    this.#found = this.#moves.map(() => null);
    const game = core.replay({ ...snapshotOf(record), moves: [] });
    for (const move of this.#moves) {
      const number = records.moveNumber(this.#played.length, game.turn);
      this.#played.push({ info: game.move(move), text: game.writeMove(move), number });
      game.play(move);
    }
    game.free();
    this.#game = fitting(write(core, records, record), fragment().get('game') ?? '');
    this.#annotated = this.#game;
    const board = h('div', { class: 'board' }),
      graph = h('div');
    const players = h('p', { class: 'dim' });
    bind(players, '', () => void (players.textContent = whoPlayed(core, record)));
    players.hidden = players.textContent === '';
    main.append(
      h(
        'div',
        { class: 'review-head' },
        h('h1', { say: 'review.title' }),
        players,
        h('div', { class: 'row' }, this.#progress, this.#button, this.#open, this.#playOn),
      ),
      this.#problem,
      h(
        'div',
        { class: 'review' },
        h(
          'div',
          { class: 'board-side' },
          board,
          graph,
          h('div', { class: 'under' }, h('div', { class: 'strip' }, this.#words, this.#why, this.#show), this.#steps()),
        ),
        h(
          'div',
          { class: 'panel' },
          h(
            'section',
            { class: 'card', 'aria-labelledby': 'turning' },
            h('h2', { id: 'turning', say: 'review.turning' }),
            this.#pointList,
          ),
          h(
            'section',
            { class: 'card', 'aria-labelledby': 'accuracy' },
            h('h2', { id: 'accuracy', say: 'review.accuracy' }),
            this.#accuracy,
          ),
          h(
            'section',
            { class: 'card course', tabindex: '0', 'say:aria-label': 'review.graph' },
            h(
              'table',
              {},
              h('caption', { class: 'unseen', say: 'review.graph' }),
              h(
                'thead',
                {},
                h(
                  'tr',
                  {},
                  ...['move', 'judgement', 'chance_of_black', 'better'].map((each) =>
                    h('th', { scope: 'col', say: `review.column.${each}` }),
                  ),
                ),
              ),
              this.#table,
            ),
          ),
        ),
      ),
    );
    this.#view = new BoardView(board, boardConfig, { picture: true, rotation: boardRotation() });
    this.#view.onRotate(() => this.#sayPly());
    onBoardRotation(() => this.#view.rotate(boardRotation()));
    stepByWheel(board, (plies) => this.go(this.#ply + plies));
    this.#setPosition(0);
    this.#graph = new Graph(graph, (ply) => this.go(ply));
    this.#progress.max = this.#moves.length;
    this.#table.append(...this.#moves.map((_, i) => this.#row(i)));
    bind(this.#table, '', () => {
      this.#turningPoints = []; // write them again
      this.#moves.forEach((_, i) => this.#write(i));
      this.#render();
    });
    document.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest('input, textarea, select, dialog')) return;
      if (event.key === 'ArrowLeft') this.go(this.#ply - 1);
      else if (event.key === 'ArrowRight') this.go(this.#ply + 1);
    });
    window.addEventListener('hashchange', () => location.reload()); // another game
    testHook({
      done: { get: () => this.#done },
      running: { get: () => this.#running },
      ply: { get: () => this.#ply },
      found: { get: () => this.#found },
    });
  }

  /** @param {number} wanted */
  go(wanted) {
    const ply = Math.max(0, Math.min(this.#moves.length, wanted));
    const before = this.#better || this.#motive ? -1 : this.#ply;
    this.#ply = ply;
    this.#better = false;
    this.#motive = null;
    this.#view.arrows([]);
    this.#view.outline([]);
    if (ply === before + 1 && before >= 0) void this.#view.animate(this.#played[before].info);
    else this.#setPosition(ply);
    this.#view.mark({ last: ply ? this.#played[ply - 1].info : null });
    this.#graph.go(ply);
    this.#sayPly();
    this.#reveal(this.#table.children[ply - 1]);
    this.#writeAddress();
  }

  /** Write the game itself into the address, so that other people see it too. */
  #writeAddress() {
    const place = { ...(this.#kept && { kept: this.#kept }), ply: this.#ply };
    setFragment(link('review', { game: this.#game, ...place }));
    this.#open.href = link('analysis', { game: this.#annotated, ...place });
    this.#offerToPlay(this.#ply);
  }

  /** Link to a game from the position on the board, unless the game is over there. @param {number} ply */
  #offerToPlay(ply) {
    const game = this.#core.replay({ ...snapshotOf(this.#record), moves: this.#moves.slice(0, ply) });
    this.#playOn.hidden = game.outcome !== null;
    this.#playOn.href = playOnLink(game.position(), this.#record.marblesToEject);
    game.free();
  }

  /** Scroll the list, not the page. @param {Element|undefined} row */
  #reveal(row) {
    const box = this.#table.closest('.course'),
      head = this.#table.parentElement?.firstElementChild?.nextElementSibling;
    if (!row || !box || !head) return;
    const { top, bottom } = row.getBoundingClientRect(),
      within = box.getBoundingClientRect();
    const above = within.top + head.getBoundingClientRect().height - top,
      below = bottom - within.bottom + 8;
    if (above > 0) box.scrollTop -= above;
    else if (below > 0) box.scrollTop += below;
  }

  /** @param {number} ply */
  #setPosition(ply) {
    const game = this.#core.replay({ ...snapshotOf(this.#record), moves: this.#moves.slice(0, ply) });
    this.#view.setPosition(game.placement());
    game.free();
  }

  /** Show the position before the move, with the played move and the better one. */
  #showBetter() {
    const found = this.#found[this.#ply - 1];
    if (this.#better || !found) return this.go(this.#ply);
    this.#better = true;
    this.#motive = null;
    this.#view.outline([]);
    this.#setPosition(this.#ply - 1);
    this.#offerToPlay(this.#ply - 1);
    this.#view.mark({ last: null });
    const arrow = (/** @type {number} */ move, /** @type {Partial<Arrow>} */ look) => {
      const { cells, direction } = this.#core.moveInfo(move);
      return { from: cells, direction, ...look };
    };
    this.#view.arrows([
      arrow(found.best.moves[0], { className: 'better', badge: { text: BEST, at: 'tail' } }),
      arrow(this.#moves[this.#ply - 1], { className: 'worse', badge: { text: found.glyph, at: 'tip' } }),
    ]);
    return this.#sayPly();
  }

  /** Say why the move was played, or take the answer away. A better move is shown in the position before it. */
  #showWhy() {
    if (this.#motive) return this.go(this.#ply);
    const [last, best] = [this.#played[this.#ply - 1].info, this.#found[this.#ply - 1]?.best.moves[0]];
    const game = this.#core.replay({ ...snapshotOf(this.#record), moves: this.#moves.slice(0, this.#ply - 1) });
    const motive = explainMove(this.#study, game, last.number, best);
    game.free();
    this.go(this.#ply);
    this.#motive = motive;
    const isBefore = motive.arrows.length > 0;
    this.#setPosition(isBefore ? this.#ply - 1 : this.#ply);
    this.#view.mark({ last: isBefore ? null : last });
    this.#view.arrows(motive.arrows);
    this.#view.outline(motive.outlines);
    return this.#sayPly();
  }

  #steps() {
    const step = (/** @type {string} */ name, /** @type {() => void} */ run) =>
      (this.#buttons[name] = h(
        'button',
        {
          type: 'button',
          class: 'quiet',
          dataset: { does: name },
          'say:aria-label': `analysis.do.${name}`,
          'say:title': `analysis.do.${name}`,
          onclick: run,
        },
        icon(name),
      ));
    return h(
      'div',
      { class: 'row steps', dir: 'ltr' },
      step('first', () => this.go(0)),
      step('back', () => this.go(this.#ply - 1)),
      step('next', () => this.go(this.#ply + 1)),
      step('last', () => this.go(this.#moves.length)),
    );
  }

  async analyse() {
    this.#stopped = false;
    this.#problem.hidden = true;
    this.#render();
    if (this.#running) return; // it was stopped, but has not ended yet
    this.#running = true;
    try {
      const known = this.#kept && !this.#analyses.length ? await this.#known(this.#kept) : null;
      if (known) this.#analyses = known.positions;
      const analysis = await analyseGame(
        this.#core,
        this.#study,
        snapshotOf(this.#record),
        (position) => this.#search(position),
        (found, left) => {
          if (this.#found[left]) return; // known before the stop
          this.#found[left] = found;
          this.#write(left);
          if (!known) this.#render(); // what is known is shown once, below
        },
      );
      this.#start = analysis.chance;
      this.#done = true;
      if (this.#kept && !known?.whole) void this.#keep(this.#kept, analysis.moves);
      this.#annotated = fitting(
        write(this.#core, this.#records, annotated(this.#core, this.#study, this.#record, analysis)),
        this.#game,
      );
      this.#writeAddress();
    } catch (error) {
      this.#stopped = true;
      this.#problem.hidden = error instanceof StopSignal;
      if (!this.#problem.hidden) console.error(error);
    }
    this.#running = false;
    this.#render();
    this.#reveal(this.#table.children[this.#ply - 1]); // the list has become shorter, so scroll again
  }

  /**
   * Search a position. A running search is not stopped: it is short, and a partial result is useless.
   * @param {Snapshot} position
   */
  async #search(position) {
    const plies = position.moves.length;
    if (!this.#analyses[plies]) {
      if (this.#stopped) throw new StopSignal();
      this.#engine ??= new Engine();
      this.#analyses[plies] = await this.#engine.search(position, LIMITS);
    }
    return /** @type {SearchResult} */ (this.#analyses[plies]);
  }

  /** Return the review that was kept with the game. @param {string} id */
  async #known(id) {
    try {
      return await reviewOf(id, this.#moves, LIMITS.nodes);
    } catch (error) {
      console.warn(error); // it is computed again
      return null;
    }
  }

  /**
   * Keep the review with the game, and then make puzzles of its mistakes.
   * @param {string} id @param {MoveAnalysis[]} moves
   */
  async #keep(id, moves) {
    const players = COLORS.map((color) => {
      const { accuracy, judgements } = summary(this.#study, moves, color);
      const { inaccuracy, mistake, blunder } = judgements;
      return [color, { accuracy, inaccuracy, mistake, blunder }];
    });
    const found = { moves: this.#moves, players: Object.fromEntries(players) };
    const keep = (/** @type {boolean} */ puzzles) => keepReview(id, LIMITS.nodes, this.#analyses, found, puzzles);
    try {
      await keep(false); // the proofs of puzzles take a while, and the user can leave
      await keepOwnPuzzles(this.#core, id, snapshotOf(this.#record), moves);
      await keep(true);
    } catch (error) {
      console.warn(error); // no room: the next visit computes it again
    }
  }

  #toggle() {
    if (this.#stopped) return void this.analyse();
    this.#stopped = true;
    return this.#render();
  }

  /** Return Black's chance after a ply. @param {number} ply @returns {number|null} */
  #chance(ply) {
    if (ply === 0) return this.#start;
    const found = this.#found[ply - 1];
    if (!found) return null;
    return found.color === 'black' ? found.chance : 1 - found.chance;
  }

  #render() {
    const known = this.#found.filter((each) => each !== null);
    const points = turningPoints(this.#study, known);
    this.#progress.value = known.length;
    this.#progress.hidden = this.#done;
    this.#button.hidden = this.#done;
    const words = say(this.#stopped ? 'review.go_on' : 'review.stop');
    // WebKit drops a click on replaced content.
    if (this.#button.textContent !== words) this.#button.textContent = words;
    /** @type {import('./graph.js').Mark[]} */
    const marks = points.map(({ ply, color, glyph }) => ({ ply, kind: 'turning-point', by: color, glyph }));
    this.#played.forEach(({ info }, i) => {
      if (info.ejects) marks.push({ ply: i + 1, kind: /** @type {import('../core/cells.js').Color} */ (info.ejected) });
    });
    this.#graph.show(
      [0, ...this.#moves.map((_, i) => i + 1)].map((ply) => this.#chance(ply)),
      marks,
    );
    this.#showTurningPoints(points);
    const unfinished = this.#running && !this.#stopped;
    this.#accuracy.replaceChildren(...COLORS.map((color) => exactness(this.#study, known, color, unfinished)));
    this.#sayPly();
  }

  /** Show the turning points. Buttons that stay keep the focus. @param {MoveAnalysis[]} points */
  #showTurningPoints(points) {
    if (points.length === 0)
      this.#pointList.replaceChildren(
        h('li', { class: 'dim' }, say(this.#done ? 'review.turning.none' : 'review.turning.wait')),
      );
    else if (points.some((each, i) => each !== this.#turningPoints[i])) {
      const focused = [...this.#pointList.children].findIndex((item) => item.contains(document.activeElement));
      this.#pointList.replaceChildren(...points.map((each) => h('li', {}, this.#turningPoint(each))));
      const kept = points.indexOf(this.#turningPoints[focused]);
      if (focused >= 0)
        this.#pointList
          .querySelectorAll('button')
          [kept < 0 ? Math.min(focused, points.length - 1) : kept].focus({ preventScroll: true });
    }
    this.#turningPoints = points;
  }

  /** Make a button that shows a turning point. @param {MoveAnalysis} found */
  #turningPoint(found) {
    const { color, glyph, judgement, loss, ply } = found;
    return h(
      'button',
      { type: 'button', class: 'turning-point', 'aria-label': this.#verdict(found), onclick: () => this.go(ply) },
      h('span', { class: `dot ${color}` }),
      h('strong', { dir: 'ltr' }, numbered(this.#played[ply - 1])),
      h(
        'span',
        { class: `judged ${judgement}` },
        glyphMark(glyph),
        say(`review.judgement.${judgement}`),
        ' ',
        h('bdi', {}, `−${number(loss, { style: 'percent' })}`),
      ),
      h(
        'span',
        { class: 'dim' },
        say('review.column.better'),
        ' ',
        h('bdi', { dir: 'ltr' }, this.#betterVariation(found)),
      ),
    );
  }

  /** @param {number} i */
  #row(i) {
    return h(
      'tr',
      {},
      h(
        'th',
        { scope: 'row' },
        h('button', { type: 'button', class: 'ply', dir: 'ltr', onclick: () => this.go(i + 1) }),
      ),
      h('td'),
      h('td'),
      h('td'),
    );
  }

  /** Write the analysis of a move into its row. @param {number} i */
  #write(i) {
    const row = this.#table.children[i],
      [, judged, chance, better] = row.children,
      found = this.#found[i],
      black = this.#chance(i + 1);
    row.className = found ? `is-${found.judgement}` : '';
    /** @type {HTMLElement} */ (row.querySelector('.ply')).textContent =
      `${numbered(this.#played[i])}${found ? (found.judgement === 'best' ? ` ${BEST}` : found.glyph) : ''}`;
    if (!found || black === null) return;
    judged.replaceChildren(
      h('span', { class: `judged ${found.judgement}` }, say(`review.judgement.${found.judgement}`)),
    );
    chance.textContent = number(black, { style: 'percent' });
    better.replaceChildren(h('bdi', { dir: 'ltr' }, found.glyph ? this.#betterVariation(found) : ''));
  }

  /** Return the better variation as text. @param {MoveAnalysis} found */
  #betterVariation(found) {
    const game = this.#core.replay({ ...snapshotOf(this.#record), moves: this.#moves.slice(0, found.ply - 1) });
    const texts = found.best.moves.slice(0, 4).map((move) => {
      const text = game.writeMove(move);
      game.play(move);
      return text;
    });
    game.free();
    return texts.join(' ');
  }

  /** @param {MoveAnalysis} found */
  #verdict(found) {
    return say('review.verdict', {
      move: notation(numbered(this.#played[found.ply - 1])),
      judgement: say(`review.judgement.${found.judgement}`),
      loss: number(found.loss, { style: 'percent' }),
      better: notation(this.#betterVariation(found)),
    });
  }

  #sayPly() {
    const ply = this.#ply,
      found = ply ? this.#found[ply - 1] : null,
      chance = this.#chance(ply);
    const head = ply ? notation(numbered(this.#played[ply - 1])) : say('review.start');
    const words = this.#motive
      ? sentences(shownSentences(this.#view, this.#motive.sentences))
      : found?.glyph && this.#better
        ? say('review.better', { move: head, better: notation(this.#betterVariation(found)) })
        : found?.glyph
          ? this.#verdict(found)
          : chance === null
            ? head
            : [
                head,
                ...(found ? [say(`review.judgement.${found.judgement}`)] : []),
                say('review.chance_of_black', { chance: number(chance, { style: 'percent' }) }),
              ].join(' · ');
    const marks = this.#motive ? sentences(asSeen(this.#view, this.#motive.sentences.slice(1))) : '';
    const all = marks ? `${words} ${marks}` : words;
    if (this.#words.textContent !== all)
      this.#words.replaceChildren(words, ...(marks ? [h('span', { class: 'unseen' }, ` ${marks}`)] : [])); // announced
    this.#why.hidden = ply === 0;
    this.#why.setAttribute('aria-pressed', String(this.#motive !== null));
    this.#show.hidden = !found?.glyph;
    this.#show.setAttribute('aria-pressed', String(this.#better));
    for (const name of ['first', 'back']) this.#buttons[name].disabled = ply === 0;
    for (const name of ['next', 'last']) this.#buttons[name].disabled = ply === this.#moves.length;
    [...this.#table.children].forEach((row, i) => {
      if (i + 1 === ply) row.setAttribute('aria-current', 'step');
      else row.removeAttribute('aria-current');
    });
  }
}

class StopSignal extends Error {}

/** Return a move with its number. @param {{number: string, text: string}} move */
function numbered({ number: before, text }) {
  return `${before} ${text}`;
}
