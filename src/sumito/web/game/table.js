/**
 * A board with a game on it, and all that stands around it: the players' bars, the strip, the moves, the ways to move.
 */
import { BoardView } from '../board/board.js';
import { Drawing, penButton } from '../board/drawing.js';
import { BoardInput } from '../board/input.js';
import { MoveBox } from '../board/move_box.js';
import { Rose } from '../board/rose.js';
import { rulesOf } from '../board/rules.js';
import { sentenceOf } from '../board/words.js';
import { cellName, COLORS, other, parseCell } from '../core/cells.js';
import { boardConfig } from '../shell/board_config.js';
import { h } from '../shell/dom.js';
import { label } from '../shell/i18n.js';
import { boardRotation, onBoardRotation } from '../shell/rotation.js';
import { settings } from '../shell/settings.js';
import { notice, testHook } from '../shell/shell.js';
import { sound, soundMove } from '../shell/sound.js';
import { AWAY, showAway } from './end.js';
import { LookBack } from './look_back.js';
import { Panel } from './panel.js';
import { Strip } from './strip.js';
import { clockText } from './time.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../core/cells.js').Sentence} Sentence */
/** @typedef {import('../core/game.js').MoveInfo} MoveInfo */
/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./session.js').Played} Played */
/**
 * @typedef {object} Seats who sits where
 * @property {(color: Color) => string} name
 * @property {() => Color|null} color whose marbles may be moved by hand now
 * @property {() => Color|null} [canPremove]
 * @property {() => Color} near who sits below the board
 * @property {() => Sentence[]} standing what the strip says when there is nothing else to say
 * @property {() => void} takeBack
 */

export class Table {
  #session;
  #seats;
  #flipped = false;
  /** How far the marbles have been dragged already, 0 to 1. */ #from = 0;
  /** @type {(() => void)[]} */ #ends = [];
  #gone = new AbortController();
  /** @type {Promise<void>} */ #moving = Promise.resolve();
  /** @type {Record<Color, Panel>} */ #panels;
  /** @type {import('../core/game.js').Explanation|null} */ #refusal = null;
  #repeats = h('p', { class: 'repeats', hidden: true });
  #board = h('div', { class: 'board' });
  #bars = [h('div', { class: 'far' }), h('div', { class: 'near' })];
  /** Where the page puts its buttons. */
  actions = h('div', { class: 'actions' });
  /** Where the page says how it ended. */
  end = h('section', { class: 'end card', hidden: true, 'aria-labelledby': 'end' });
  element;

  /** @param {Session} session @param {Seats} seats */
  constructor(session, seats) {
    this.#session = session;
    this.#seats = seats;
    this.view = new BoardView(this.#board, boardConfig, { rotation: this.#rotation() });
    this.strip = new Strip(this.view);
    this.#panels = {
      black: new Panel(session, 'black', () => seats.name('black')),
      white: new Panel(session, 'white', () => seats.name('white')),
    };
    this.look = new LookBack(session, (before, ply) => this.#looked(before, ply));
    const rose = h('div'),
      box = h('div', { class: 'typed' });
    this.element = h(
      'div',
      { class: 'table' },
      h('div', { class: 'place' }, this.#bars[0], this.#board, this.strip.element, this.#bars[1]),
      h('div', { class: 'side' }, this.end, rose, this.actions, this.#repeats, this.look.element, box),
    );
    const rules = rulesOf(() => session.game),
      mayMove = () => !session.outcome && !session.away && this.look.ply === null;
    this.input = new BoardInput(this.view, {
      ...rules,
      color: () => (mayMove() ? seats.color() : null),
      over: () => session.outcome !== null && this.look.ply === null,
      canPremove: () => (settings.get('premove') && mayMove() ? (seats.canPremove?.() ?? null) : null),
      read: (text) => {
        this.now();
        return rules.read(text);
      },
      play: (move, from) => this.#play(move, from),
      refuse: (explanation) => {
        this.#refusal = explanation;
        sound('refusal');
        this.strip.refuse(explanation);
      },
      say: (message, parameters) => (message === 'board.cleared' ? this.say() : this.strip.say(message, parameters)),
      changed: ({ name, line, refusal }) => {
        if (!refusal) this.#refusal = null;
        this.element.dataset.input = name;
        this.element.classList.toggle('selecting', line.length > 0 || name === 'confirming');
      },
      report: (what) => this.#report(what),
      takeBack: () => seats.takeBack(),
      turnBoard: () => this.turnBoard(),
    });
    this.drawing = new Drawing(this.view, this.input);
    new Rose(rose, this.input);
    new MoveBox(box, this.input);
    box.append(penButton(this.drawing));
    this.#follow();
    this.#seat();
    this.#show();
    this.view.mark({ last: session.last?.info ?? null });
    this.input.refresh();
    this.say();
    this.#hook();
  }

  get session() {
    return this.#session;
  }
  /** Fulfilled when the marbles lie still. */
  get settled() {
    return this.#moving;
  }

  /** @param {Color|null} color who thinks */
  think(color) {
    for (const each of COLORS) this.#panels[each].think(each === color);
  }

  /** The strip says how it stands. */
  say() {
    const session = this.#session;
    this.strip.offer(this.look.ply === null ? null : () => this.now());
    if (this.look.ply !== null) return this.#sayPast(this.look.ply);
    if (session.away) return this.strip.say(AWAY[session.away]);
    if (session.outcome) return this.strip.tell(session.game.explainOutcome(), 'end');
    return this.strip.tell(this.#seats.standing());
  }

  /** The board shows the game as it stands now. */
  now() {
    this.look.go(Infinity);
  }

  /** Ends what reaches beyond the table, for one that goes away before its page. */
  close() {
    for (const end of this.#ends) end();
    this.#gone.abort();
    this.#session.close();
    this.input.destroy();
    this.drawing.destroy();
    this.view.destroy();
  }

  turnBoard() {
    this.#flipped = !this.#flipped;
    this.seatAgain();
  }

  /** Who sits near may have changed. */
  seatAgain() {
    this.view.rotate(this.#rotation());
    this.#seat();
    this.input.refresh();
  }

  // ------------------------------------------------------------------------------------------------------------ inside

  #near() {
    return this.#flipped ? other(this.#seats.near()) : this.#seats.near();
  }

  #rotation() {
    return boardRotation(this.#near());
  }

  #seat() {
    const near = this.#near();
    this.#bars[0].replaceChildren(this.#panels[other(near)].element);
    this.#bars[1].replaceChildren(this.#panels[near].element);
  }

  #follow() {
    const session = this.#session;
    session.on('move', (played) => this.#moved(played));
    session.on('undo', (undone) => void (this.#moving = this.#undone(undone)));
    session.on('clock', () => {
      for (const color of COLORS) this.#panels[color].tick();
    });
    session.on('low', (color, n) => {
      if (n === 10) sound('tick');
      this.strip.say('clock.low', { name: this.#seats.name(color), n });
    });
    session.on('change', () => this.#show());
    session.on('end', () => {
      sound('end');
      this.#show();
      this.say();
      this.input.refresh();
    });
    session.on('unkept', (problem) => notice(`games.problem.${problem}`, { kind: 'bad' }));
    session.on('away', (why) => {
      showAway(this, why);
      this.element.classList.add('away');
      this.input.refresh();
      this.say();
    });
    const options = { signal: this.#gone.signal };
    document.addEventListener('keydown', (event) => this.look.press(event), options);
    this.#board.addEventListener(
      'click',
      () => {
        if (!session.outcome && !this.input.paused) this.now();
      },
      options,
    );
    this.#ends.push(onBoardRotation(() => this.seatAgain()));
  }

  /** @param {MoveInfo} move @param {number} from */
  async #play(move, from) {
    this.#from = from;
    this.#session.play(move.number);
    this.#from = 0;
    await this.#moving;
  }

  /** @param {Played} played */
  #moved({ info }) {
    soundMove(/** @type {any} */ (info));
    this.drawing.clear();
    this.view.outline([]);
    this.view.arrows([]);
    if (this.look.ply !== null) this.view.setPosition(this.#session.marblesAfter(this.#session.played.length - 1));
    this.look.forget();
    this.view.mark({ last: info });
    this.#moving = this.view.animate(info, { from: this.#from });
    void this.#moving.then(() => this.input.refresh());
    if (!this.#session.outcome) this.say();
  }

  /** @param {readonly Played[]} undone */
  async #undone(undone) {
    this.end.hidden = true;
    this.view.outline([]);
    this.view.arrows([]);
    this.view.mark({ last: null });
    this.input.clear();
    const seen = this.look.ply === null;
    this.look.forget();
    this.say();
    const plies = this.#session.played.length;
    for (const { info } of seen ? undone : []) {
      if (this.look.shown === plies) await this.view.animate(info, { back: true });
    }
    const { shown } = this.look; // meanwhile another position may have been asked for
    this.view.setPosition(this.#session.marblesAfter(shown));
    this.view.mark({ last: this.#session.played[shown - 1]?.info ?? null });
    this.input.refresh();
  }

  /**
   * Another position of the game is on the board: a step to the next one is a move.
   * @param {number} before
   * @param {number} ply
   */
  #looked(before, ply) {
    const { played } = this.#session;
    this.drawing.clear();
    this.view.outline([]);
    this.view.arrows([]);
    this.view.mark({ last: ply ? played[ply - 1].info : null });
    if (ply === before + 1) void this.view.animate(played[before].info);
    else if (ply === before - 1) void this.view.animate(played[ply].info, { back: true });
    else this.view.setPosition(this.#session.marblesAfter(ply));
    this.#show();
    this.input.refresh();
    this.say();
    this.#board.scrollIntoView({ block: 'nearest' }); // on a phone the moves are far below it
  }

  /** @param {number} ply */
  #sayPast(ply) {
    const { played } = this.#session;
    /** @type {Sentence} */
    const where = ply
      ? { message: 'play.look.at', parameters: { n: ply, all: played.length } }
      : { message: 'play.look.start', parameters: {} };
    this.strip.tell(ply ? [where, sentenceOf(played[ply - 1])] : [where], 'past');
  }

  #show() {
    const session = this.#session,
      { game, outcome, record } = session,
      shown = session.marblesAfter(this.look.shown);
    if (record.id && !location.hash.includes(record.id))
      history.replaceState(null, '', `${location.pathname}${location.search}#game=${record.id}`);
    if (!this.view.busy) this.view.setPosition(shown);
    for (const color of COLORS) {
      this.#panels[color].update(shown.score[color]);
      this.#panels[color].tick();
    }
    this.look.update();
    this.element.classList.toggle('past', this.look.ply !== null);
    const n = game.occurrences,
      limit = game.rules.repetition;
    this.#repeats.hidden = outcome !== null || n < 2 || limit === 0;
    if (!this.#repeats.hidden) label(this.#repeats, 'play.repeats', { n, limit });
  }

  /** @param {'last'|'clocks'|'score'} what */
  #report(what) {
    const session = this.#session,
      { game } = session;
    if (what === 'score')
      return this.strip.say('play.score', { black: game.score('black'), white: game.score('white') });
    if (what === 'last')
      return this.strip.tell(
        session.last ? [sentenceOf(session.last)] : [{ message: 'play.no_moves', parameters: {} }],
      );
    if (!session.timed) return this.strip.say('clock.none');
    return this.strip.tell(
      COLORS.map((color) => ({
        message: 'clock.left',
        parameters: { name: this.#seats.name(color), time: clockText(session.remaining(color) ?? 0) },
      })),
    );
  }

  #hook() {
    const session = this.#session,
      { game } = session;
    testHook({
      position: { get: () => game.position(), configurable: true },
      turn: { get: () => (session.outcome ? null : game.turn), configurable: true },
      outcome: { get: () => session.outcome, configurable: true },
      moves: { get: () => session.played.map(({ text }) => text), configurable: true },
      legal: {
        get: () => game.legalMoves().map((move) => ({ ...move, text: game.writeMove(move.number) })),
        configurable: true,
      },
      selection: { get: () => this.input.state.line.map(cellName), configurable: true },
      refusal: { get: () => this.#refusal, configurable: true },
      shown: { get: () => this.look.shown, configurable: true },
      busy: { get: () => this.input.busy, configurable: true },
      saved: { get: () => session.saved.then(() => session.record.id), configurable: true },
      at: {
        value: (/** @type {string} */ name) => this.view.pixelOf(/** @type {number} */ (parseCell(name))),
        configurable: true,
      },
    });
  }
}
