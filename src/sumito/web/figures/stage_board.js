/**
 * A stage of the course on a board. A legal move that misses the goal is taken back after a moment. A refused move is
 * explained, and costs nothing.
 */

import { mayMove } from '../board/config.js';
import { BoardInput } from '../board/input.js';
import { Rose } from '../board/rose.js';
import { rulesOf } from '../board/rules.js';
import { asSeen } from '../board/words.js';
import { boardConfig, shownSentences } from '../shell/board_config.js';
import { sentences } from '../shell/i18n.js';
import { boardRotation, onBoardRotation } from '../shell/rotation.js';
import { sound, soundMove } from '../shell/sound.js';
import { missing } from './goal.js';
import { drawRings, ringsOf } from './stage.js';

/** @typedef {import('../board/board.js').BoardView} BoardView */
/** @typedef {import('../core/cells.js').Sentence} Sentence */
/** @typedef {import('../core/core.js').Core} Core */
/** @typedef {import('../core/types.js').MoveInfo} MoveInfo */
/** @typedef {import('./stage.js').Condition} Condition */
/** @typedef {import('./stage.js').Stage} Stage */
/** @typedef {'open'|'moving'|'solved'} Phase */
/** The text for screen readers and on the screen. @typedef {{words: () => string, shown: () => string}} Text */
/**
 * @typedef {object} Events
 * @property {() => void} opened the stage was set up, or the selection was cleared
 * @property {(text: Text, kind: 'plain'|'bad', figure: string|null) => void} said figure: of the rulebook. It is said
 *   again when the board is turned, because the text can name directions
 * @property {() => void} [changed] the user can move now, or no longer
 * @property {(condition: Condition) => void} missed
 * @property {(stars: number) => void} solved
 */

const PAUSE = 1100; // ms that a wrong move stays on the board

export class StageBoard {
  #core;
  #view;
  #input;
  #events;
  /** @type {import('../core/game.js').Game} */ #game;
  /** @type {Stage|null} */ #stage = null;
  /** @type {import('../core/cells.js').Color} */ #player;
  #round = 0;
  #misses = 0;
  #helped = false;
  /** Say the current text again. @type {() => void} */ #sayAgain = () => {};
  /** @type {Phase} */ phase = 'open';

  /**
   * @param {Core} core
   * @param {{view: BoardView, rose?: HTMLElement}} places rose: where to put the six directions
   * @param {Events} events
   */
  constructor(core, { view, rose }, events) {
    this.#core = core;
    this.#events = events;
    this.#game = core.game();
    this.#player = this.#game.turn;
    this.#view = view;
    this.#input = new BoardInput(view, {
      ...rulesOf(() => this.#game),
      color: () => (this.#stage && this.phase === 'open' ? this.#game.turn : null),
      play: (move, from) => this.#play(move, from),
      refuse: ({ sentences: said, figure }) => {
        sound('refusal');
        this.#say(said, 'bad', figure);
      },
      say: (message, parameters) =>
        message === 'board.cleared' ? this.#opened() : this.#say([{ message, parameters }], 'plain'),
      takeBack: () => void (this.phase === 'solved' && this.again()),
      rotateBoard: () => view.rotate(view.rotation + 6),
    });
    if (rose) new Rose(rose, this.#input);
    view.onRotate(() => this.#sayAgain());
    onBoardRotation(() => this.#rotate());
  }

  get busy() {
    return this.#input.busy || this.phase === 'moving';
  }
  get position() {
    return this.#game.position();
  }
  get line() {
    return this.#input.state.line;
  }
  get helped() {
    return this.#helped;
  }
  get hasFocus() {
    return this.#view.element.contains(document.activeElement);
  }
  focus() {
    this.#view.focusCell(this.#view.cursor);
  }
  /** Tap a cell, for a tap that came before the board could answer it. @param {number} cell */
  tap(cell) {
    this.#view.focusCell(cell, { focus: false });
    this.#input.act({ type: 'tap', cell });
  }

  /** @param {Stage} stage */
  load(stage) {
    this.#stage = stage;
    this.#misses = 0;
    this.#helped = false;
    this.again();
    this.#player = this.#game.turn;
    this.#rotate();
    this.#view.focusCell(this.#solution.cells[0], { focus: this.hasFocus });
  }

  /** Set up the stage again. */
  again() {
    this.#round++;
    this.#game = this.#core.game(this.#stage?.position);
    this.#open();
    this.#opened();
  }

  /** Outline the marbles of the solution, and show and say where they go. */
  hint() {
    if (this.phase !== 'open') return;
    const { cells, direction } = this.#solution;
    this.#helped = true;
    this.#input.clear();
    this.#view.outline([{ cells }]);
    this.#view.arrows([{ from: cells, direction, className: 'ghost' }]);
    const parameters = { cells: { cells: [...cells] }, directions: { directions: [direction] } };
    const say = (/** @type {string} */ message) => () => sentences(asSeen(this.#view, [{ message, parameters }]));
    this.#tell({ words: say('course.hint'), shown: say('course.hint.shown') }, 'plain', null);
  }

  /** Play the solution. */
  show() {
    if (this.phase !== 'open') return;
    this.#helped = true;
    this.#input.dispatch({ type: 'choose', move: this.#solution });
  }

  get #solution() {
    const { solution = '', position } = this.#stage ?? {};
    const game = this.#core.game(position);
    return game.move(/** @type {number} */ (game.readMove(solution).move));
  }

  #rotate() {
    this.#view.rotate(boardRotation(this.#player));
  }

  #open() {
    this.phase = 'open';
    this.#view.setPosition(this.#game.placement());
    this.#view.mark({ last: null });
    this.#view.arrows([]);
    this.#view.outline([]);
    this.#ring(ringsOf(this.#stage?.goal ?? {}));
    this.#input.clear();
    this.#input.refresh();
  }

  /** @param {readonly number[]} cells */
  #ring(cells) {
    drawRings(this.#view, cells);
  }

  /** @param {readonly Sentence[]} list @param {'plain'|'bad'} kind @param {string|null} [figure] */
  #say(list, kind, figure = null) {
    const say = (/** @type {readonly Sentence[]} */ said) => sentences(asSeen(this.#view, said));
    this.#tell({ words: () => say(list), shown: () => say(shownSentences(this.#view, list)) }, kind, figure);
  }

  /** @param {Text} text @param {'plain'|'bad'} kind @param {string|null} figure */
  #tell(text, kind, figure) {
    this.#sayAgain = () => this.#events.said(text, kind, figure);
    this.#sayAgain();
  }

  #opened() {
    this.#sayAgain = () => {};
    this.#events.opened();
  }

  /** @param {MoveInfo} move @param {number} from */
  async #play(move, from) {
    const round = this.#round,
      condition = missing(this.#game, move.number, this.#stage?.goal ?? {});
    this.phase = 'moving';
    this.#sayAgain = () => {};
    this.#events.changed?.();
    this.#game.play(move.number);
    this.#view.outline([]);
    this.#ring([]);
    this.#view.arrows([]);
    this.#view.mark({ last: move });
    soundMove(move);
    await this.#view.animate(move, { from });
    if (round !== this.#round) return;
    if (condition === null) {
      this.phase = 'solved';
      sound('solved');
      this.#events.solved(this.#helped ? 1 : this.#misses ? 2 : 3);
      return;
    }
    this.#misses++;
    this.#events.missed(condition);
    await new Promise((resolve) => setTimeout(resolve, mayMove(boardConfig) ? PAUSE : PAUSE / 4));
    if (round !== this.#round) return;
    this.#game.undo();
    await this.#view.animate(move, { back: true });
    if (round !== this.#round) return;
    this.#open(); // what was said about the move stays
    this.#events.changed?.();
  }
}
