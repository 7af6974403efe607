/**
 * One puzzle on a board. A right move gets a reply, and the task continues. A wrong move is played and refuted on the
 * board, and can be retried. The core judges each move. Only the first moves of a solution come from the data.
 */

import { BoardView } from '../board/board.js';
import { BoardInput } from '../board/input.js';
import { MoveBox } from '../board/move_box.js';
import { Rose } from '../board/rose.js';
import { rulesOf } from '../board/rules.js';
import { mayMove } from '../board/config.js';
import { asSeen, sentenceOf } from '../board/words.js';
import { opponent } from '../core/cells.js';
import { notation, sentences } from '../shell/i18n.js';
import { boardConfig, shownSentences } from '../shell/board_config.js';
import { boardRotation, onBoardRotation } from '../shell/rotation.js';
import { sound, soundMove } from '../shell/sound.js';
import { shapesOf } from '../figures/highlights.js';
import { adviceOf } from './puzzle_book.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../core/cells.js').Sentence} Sentence */
/** @typedef {import('../core/core.js').Core} Core */
/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {import('../core/types.js').MoveInfo} MoveInfo */
/** @typedef {import('../core/types.js').Attempt} Attempt */
/** @typedef {import('./puzzle_book.js').Puzzle} Puzzle */
/** @typedef {'open'|'judging'|'refuted'|'solved'|'shown'} Phase shown: the solution was shown */
/**
 * `words` are for screen readers, `shown` for the screen, `figure` is of the rulebook.
 * @typedef {{words: () => string, shown: () => string, kind: 'plain'|'good'|'bad', figure: string|null}} Comment
 */

const PAUSE = 500; // ms before a reply, so that the user sees the move
const STEP = 900; // ms between moves of a solution

/** @param {number} time */
const pause = (time) => new Promise((resolve) => setTimeout(resolve, mayMove(boardConfig) ? time : time / 4));

export class PuzzleBoard {
  #core;
  #events;
  #view;
  #input;
  /** @type {Game} */ #game;
  /** The position before the try. @type {Game} */ #before;
  /** @type {Puzzle|null} */ #puzzle = null;
  /** @type {import('../core/types.js').Task|null} */ #task = null;
  /** A move that keeps the task solvable. @type {number|null} */ #solution = null;
  /** The number of the current puzzle or try. Late results of an earlier one are ignored. */
  #round = 0;
  /** @type {Phase} */ phase = 'open';
  /** @type {Comment} */ comment = { words: () => '', shown: () => '', kind: 'plain', figure: null };
  /** The comment to restore after a temporary one. */ #lasting = this.comment;
  /** @type {{info: MoveInfo, color: Color}|null} */ #last = null;
  hints = 0;
  #helped = false;

  /**
   * @param {Core} core @param {{board: HTMLElement, rose: HTMLElement, typed: HTMLElement}} places
   * @param {{
   *   changed: () => void,
   *   solved: (puzzle: Puzzle, how: 'clean'|'helped') => void,
   *   missed: (puzzle: Puzzle) => void,
   * }} events `missed` comes once for a puzzle: a wrong try, a hint or the solution
   */
  constructor(core, { board, rose, typed }, events) {
    this.#core = core;
    this.#events = events;
    this.#game = this.#before = core.game();
    this.#view = new BoardView(board, boardConfig, { label: 'puzzles.board' });
    this.#input = new BoardInput(this.#view, {
      ...rulesOf(() => this.#game),
      color: () => (this.#puzzle && this.phase === 'open' ? this.#game.turn : null),
      play: (move, from) => this.#try(move, from),
      refuse: (explanation) => {
        sound('refusal');
        this.#mention(explanation.sentences, 'bad', explanation.figure);
      },
      say: (message, parameters) =>
        message === 'board.cleared' ? this.#tellAgain() : this.#mention([{ message, parameters }]),
      report: (what) => this.#mention([this.#report(what)]),
      rotateBoard: () => this.#view.rotate(this.#view.rotation + 6),
    });
    new Rose(rose, this.#input);
    new MoveBox(typed, this.#input);
    this.#view.onRotate(() => this.#events.changed());
    onBoardRotation(() => this.#rotate());
  }

  get busy() {
    return this.#input.busy || this.phase === 'judging';
  }
  get position() {
    return this.#game.position();
  }
  /** Whether the game has ended in the position on the board. */
  get isOver() {
    return this.#game.outcome !== null;
  }
  get puzzle() {
    return this.#puzzle;
  }
  get line() {
    return this.#input.state.line;
  }
  get player() {
    return this.#before.turn;
  }
  /** @param {number} cell */
  pixelOf(cell) {
    return this.#view.pixelOf(cell);
  }

  /** Highlight the shapes that a term names, while the pointer is on it. @param {string|null} term */
  light(term) {
    const marbles =
      this.hints > 1 && this.phase === 'open' && this.#solution !== null
        ? [{ cells: [...this.#core.moveInfo(this.#solution).cells] }]
        : [];
    this.#view.outline(term ? shapesOf(this.#game, term) : marbles);
  }

  focus() {
    this.#view.focusCell(this.#view.cursor);
  }

  /** @param {Puzzle} puzzle */
  load(puzzle) {
    this.#puzzle = puzzle;
    this.hints = 0;
    this.#helped = false;
    this.#begin();
    this.#rotate();
    this.#tell(() => [{ message: 'puzzles.your_move', parameters: {} }]);
  }

  /** Start the puzzle again; after a wrong try, go back to the position before it. */
  retry() {
    if (this.phase === 'refuted') {
      this.#round++;
      this.#game = this.#before.copy();
      this.#open();
    } else this.#begin();
    this.#tell(() => [{ message: 'puzzles.your_move', parameters: {} }]);
  }

  /** Give a hint: first what to look for, then the marbles to move. */
  hint() {
    if (this.phase !== 'open' || !this.#puzzle) return;
    this.#miss();
    this.hints++;
    const words = adviceOf(this.#puzzle, 'hint');
    if (this.hints === 1) {
      this.#tell(() => [{ message: words, parameters: {} }]);
      return;
    }
    if (this.#solution === null) return;
    const cells = [...this.#core.moveInfo(this.#solution).cells];
    this.#view.outline([{ cells }]);
    this.#tell(() => [{ message: 'puzzle.hint_marbles', parameters: { n: cells.length, cells: { cells } } }]);
  }

  /** Play the solution from the beginning. */
  async solution() {
    const puzzle = this.#puzzle;
    if (!puzzle) return;
    this.#miss();
    this.#begin();
    const round = this.#round,
      game = this.#game,
      first = this.#solution;
    this.phase = 'judging';
    this.#input.refresh();
    this.#events.changed();
    const found = first === null ? null : game.attempt(puzzle.task, first);
    /** @type {string[]} */ const texts = [];
    // Without a proof only the first move is known.
    for (const number of first === null ? [] : [first, ...(found?.variation ?? [])]) {
      await pause(STEP);
      if (round !== this.#round) return;
      texts.push(game.writeMove(number));
      await this.#show(game.move(number));
    }
    if (round !== this.#round) return;
    this.phase = 'shown';
    const others = puzzle.solutions.slice(1).join(' ');
    this.#tell(() => {
      const line = notation(texts.join(' ') || puzzle.solutions[0]);
      /** @type {Sentence[]} */
      const said = [{ message: 'puzzle.solution', parameters: { line } }];
      if (others) said.push({ message: 'puzzle.solution_other', parameters: { moves: notation(others) } });
      return [...said, { message: adviceOf(puzzle, 'reason'), parameters: {} }];
    });
  }

  #miss() {
    if (this.#helped) return;
    this.#helped = true;
    this.#events.missed(/** @type {Puzzle} */ (this.#puzzle));
  }

  #begin() {
    const { position, task, solutions } = /** @type {Puzzle} */ (this.#puzzle);
    this.#round++;
    this.#game = this.#core.game(position);
    this.#task = task;
    this.#solution = this.#game.readMove(solutions[0]).move ?? null;
    this.#open();
  }

  /** Let the user move in the current position. */
  #open() {
    this.#before = this.#game.copy();
    this.phase = 'open';
    this.#last = null;
    this.#view.setPosition(this.#game.placement());
    this.#view.mark({ last: null });
    this.#view.outline([]);
    this.#input.clear();
    this.#input.refresh();
  }

  #rotate() {
    this.#view.rotate(boardRotation(this.player));
  }

  /** @param {() => Sentence[]} said in the language of the page @param {Comment['kind']} [kind] */
  #tell(said, kind = 'plain') {
    this.#lasting = {
      words: () => sentences(said()),
      shown: () => sentences(shownSentences(this.#view, said())),
      kind,
      figure: null,
    };
    this.#tellAgain();
  }

  #tellAgain() {
    this.comment = this.#lasting;
    this.#events.changed();
  }

  /**
   * Show a temporary comment.
   * @param {readonly Sentence[]} list
   * @param {Comment['kind']} [kind]
   * @param {string|null} [figure]
   */
  #mention(list, kind = 'plain', figure = null) {
    const say = (/** @type {readonly Sentence[]} */ said) => sentences(asSeen(this.#view, said));
    this.comment = { words: () => say(list), shown: () => say(shownSentences(this.#view, list)), kind, figure };
    this.#events.changed();
  }

  /** @param {'last'|'clocks'|'score'} what @returns {Sentence} */
  #report(what) {
    if (what === 'clocks') return { message: 'clock.none', parameters: {} };
    if (what === 'last') return this.#last ? sentenceOf(this.#last) : { message: 'play.no_moves', parameters: {} };
    return {
      message: 'play.score',
      parameters: { black: this.#game.score('black'), white: this.#game.score('white') },
    };
  }

  /** @param {MoveInfo} move */
  async #show(move, from = 0) {
    this.#last = { info: move, color: this.#game.turn };
    this.#game.play(move.number);
    this.#view.outline([]);
    this.#view.mark({ last: move });
    soundMove(move);
    await this.#view.animate(move, { from });
  }

  /** @param {MoveInfo} move @param {number} from */
  async #try(move, from) {
    const round = this.#round,
      task = this.#task;
    if (!task) return;
    this.#before = this.#game.copy();
    this.phase = 'judging';
    this.#events.changed();
    const text = this.#game.writeMove(move.number);
    await this.#show(move, from);
    if (round !== this.#round) return;
    const found = this.#before.attempt(task, move.number);
    if (!found) {
      this.#game = this.#before.copy();
      this.#open();
      this.#tell(() => [{ message: 'puzzle.not_proved', parameters: { move: notation(text) } }]);
    } else if (found.solves) await this.#goOn(found, round);
    else await this.#refute(found, text, round);
  }

  /** @param {Attempt} found @param {number} round */
  async #goOn({ task, variation }, round) {
    const puzzle = /** @type {Puzzle} */ (this.#puzzle),
      enemy = this.#game.turn;
    if (task === null) {
      this.phase = 'solved';
      const clean = !this.#helped;
      sound('solved');
      const said = [clean ? 'puzzles.first_try' : 'puzzle.solved', adviceOf(puzzle, 'reason')];
      this.#tell(() => said.map((message) => ({ message, parameters: {} })), 'good');
      this.#events.solved(puzzle, clean ? 'clean' : 'helped');
      return;
    }
    await pause(PAUSE);
    if (round !== this.#round) return;
    const reply = this.#game.writeMove(variation[0]);
    await this.#show(this.#game.move(variation[0]));
    if (round !== this.#round) return;
    this.#task = task;
    this.#solution = variation[1] ?? null;
    this.hints = Math.min(this.hints, 1); // the marbles of the next move are a new hint
    this.#before = this.#game.copy();
    this.phase = 'open';
    const parameters = () => ({ enemy: { color: enemy }, reply: notation(reply) });
    this.#tell(() => [{ message: 'puzzle.right', parameters: parameters() }], 'good');
  }

  /** @param {Attempt} found @param {string} move @param {number} round */
  async #refute({ variation }, move, round) {
    const { task } = /** @type {Puzzle} */ (this.#puzzle),
      enemy = opponent(this.#before.turn);
    this.#miss();
    /** @type {string[]} */ const texts = [];
    for (const number of variation) {
      await pause(PAUSE);
      if (round !== this.#round) return;
      texts.push(this.#game.writeMove(number));
      await this.#show(this.#game.move(number));
    }
    if (round !== this.#round) return;
    this.phase = 'refuted';
    const answer = texts.join(' ');
    const message = task.goal === 'save' ? 'puzzle.lost' : answer ? 'puzzle.refuted' : 'puzzle.too_late';
    this.#tell(() => {
      const line = notation(answer);
      return [{ message, parameters: { move: notation(move), enemy: { color: enemy }, line, reply: line } }];
    }, 'bad');
  }
}
