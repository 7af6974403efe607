/** A person against the computer on one table: whose turn it is, hints, takebacks, the end. */
import { sentenceOf } from '../board/words.js';
import { other } from '../core/cells.js';
import { playLevel } from '../core/levels.js';
import { budget, limitOfClock } from '../core/limits.js';
import { h } from '../shell/dom.js';
import { say } from '../shell/i18n.js';
import { link, testHook } from '../shell/shell.js';
import { action, twoStepAction } from './actions.js';
import { showEnd } from './end.js';
import { Session } from './session.js';
import { Table } from './table.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../core/core.js').Core} Core */
/** @typedef {import('../core/engine.js').Engine} Engine */
/** @typedef {import('../core/levels.js').Level} Level */
/** @typedef {import('./session.js').Agreed} Agreed */
/** @typedef {import('./session.js').Store} Store */

/** @typedef {{ply: number, move: number, steps: number}} Hint */

const HINT_NODES = 200_000;
/** What may pass in the page, in ms, between the clock and the search and back. */
const OVERHEAD = 150;

export class Duel {
  #engine;
  #level;
  #session;
  #table;
  #again;
  /** @type {Color} */ #you;
  /** Counts what the computer was asked: an answer to an older question is nobody's. */
  #asked = 0;
  #thinking = false;
  /** @type {Hint|null} */ #hint = null;
  #buttons;

  /**
   * @param {Core} core
   * @param {Store} store
   * @param {Engine} engine
   * @param {Level} level
   * @param {Agreed} record
   * @param {{again: () => void}} page
   */
  constructor(core, store, engine, level, record, { again }) {
    this.#engine = engine;
    this.#level = level;
    this.#again = again;
    this.#you = record.side;
    this.#session = new Session(core, store, record);
    this.#table = new Table(this.#session, {
      name: (color) => (color === this.#you ? say('play.you') : say('play.computer', { n: level.number })),
      color: () => (this.#session.game.turn === this.#you ? this.#you : null),
      canPremove: () => (this.#session.game.turn === this.#you ? null : this.#you),
      near: () => this.#you,
      standing: () => this.#standing(),
      takeBack: () => this.#takeBack(),
    });
    const why = h('a', { class: 'button small', say: 'play.why', hidden: true });
    this.#buttons = {
      hint: action('hint', 'play.hint', () => void this.#giveHint()),
      back: action('undo', 'play.takeback', () => this.#takeBack()),
      turn: action('turn', 'play.turn_board', () => this.#table.turnBoard()),
      resign: twoStepAction('flag', 'play.resign', 'play.resign.sure', () => this.#resign()),
      why,
    };
    this.#buttons.back.hidden = !record.takebacks;
    const { hint, back, turn, resign } = this.#buttons;
    this.#table.actions.append(hint, back, turn, resign, why);
    this.#session.on('move', () => this.#next());
    this.#session.on('undo', () => this.#next());
    this.#session.on('end', () => this.#ended());
    this.#session.on('away', () => this.#forget());
    this.#session.on('change', () => this.#show());
    testHook({ thinking: { get: () => this.#thinking, configurable: true } });
    this.#show();
    if (this.#session.outcome) this.#ended();
    else this.#next();
  }

  get element() {
    return this.#table.element;
  }

  close() {
    this.#forget();
    this.#table.close();
  }

  // ------------------------------------------------------------------------------------------------------------ inside

  #standing() {
    const { game, last, played } = this.#session,
      yours = game.turn === this.#you;
    const turn = {
      message: !yours ? 'play.thinking' : played.length < 2 ? 'play.first_turn' : 'play.your_turn',
      parameters: {},
    };
    return last && yours ? [sentenceOf(last), turn] : [turn];
  }

  #forget() {
    this.#asked++;
    this.#hint = null;
    if (this.#thinking) this.#engine.stop();
    this.#thinking = false;
    this.#table.think(null);
  }

  #next() {
    this.#forget();
    const { game, outcome } = this.#session;
    if (!outcome && game.turn !== this.#you) void this.#think();
  }

  async #think() {
    const mine = this.#asked,
      { game } = this.#session,
      computer = other(this.#you);
    this.#thinking = true;
    this.#table.think(computer);
    try {
      const move = await playLevel(this.#engine, game, this.#inTime(computer), Math.random);
      await this.#table.settled; // the move before it is seen to its end
      if (mine === this.#asked) this.#session.play(move);
    } catch (error) {
      if (mine !== this.#asked) return;
      console.error(error);
      this.#forget();
      this.#table.strip.say('play.engine_failed');
    }
  }

  /** The level, within what the clock leaves. @param {Color} color @returns {Level} */
  #inTime(color) {
    const { hard } = budget(limitOfClock(this.#session.clock, color, performance.now()));
    if (!hard) return this.#level;
    const time = Math.floor(Math.max(hard - OVERHEAD, hard / 2));
    return { ...this.#level, time_ms: Math.max(1, Math.min(this.#level.time_ms ?? Infinity, time)) };
  }

  /** First the marbles, then the move. */
  async #giveHint() {
    const { game } = this.#session,
      ply = game.ply,
      mine = this.#asked;
    if (this.#session.outcome || game.turn !== this.#you) return;
    this.#table.now();
    if (this.#hint?.ply !== ply) {
      this.#buttons.hint.disabled = true;
      try {
        const { variations } = await this.#engine.search(game.snapshot(), { nodes: HINT_NODES });
        if (mine !== this.#asked) return;
        this.#hint = { ply, move: variations[0].moves[0], steps: 0 };
      } catch {
        return this.#table.strip.say('play.engine_failed');
      } finally {
        this.#show();
      }
    }
    const hint = /** @type {Hint} */ (this.#hint),
      info = game.move(hint.move);
    hint.steps++;
    this.#table.input.forgive();
    const cells = { cells: [...info.cells] },
      { view, strip } = this.#table;
    view.outline([{ cells: info.cells }]);
    if (hint.steps === 1) return strip.say('play.hint.marbles', { cells });
    view.arrows([{ from: info.cells, direction: info.direction }]);
    return strip.say('play.hint.move', { cells, directions: { directions: [info.direction] } });
  }

  /** To the turn of the person before this one. */
  #pliesBack() {
    const { played, record, mayUndo } = this.#session;
    if (!record.takebacks || !mayUndo) return 0;
    const at = played.findLastIndex(({ color }) => color === this.#you);
    return at < 0 ? 0 : played.length - at;
  }

  #takeBack() {
    this.#session.undo(this.#pliesBack());
  }

  #resign() {
    this.#forget();
    this.#session.resign(this.#you);
  }

  #ended() {
    this.#forget();
    const winner = this.#session.outcome?.winner ?? null;
    const title = winner === null ? 'play.drawn' : winner === this.#you ? 'play.won' : 'play.lost';
    showEnd(this.#table, [title], this.#again);
    this.#show();
  }

  #show() {
    const { outcome, game, record, played } = this.#session,
      { hint, back, resign, why } = this.#buttons;
    hint.hidden = !record.hints || outcome !== null;
    hint.disabled = game.turn !== this.#you;
    back.disabled = this.#pliesBack() === 0;
    resign.hidden = outcome !== null;
    const theirs = played.findLastIndex(({ color }) => color !== this.#you);
    why.hidden = theirs < 0;
    if (why.hidden) return;
    const mine = this.#asked;
    void this.#session.nameInAddress().then((game) => {
      if (mine === this.#asked) why.href = link('analysis', { game, ply: theirs, engine: 'on' });
    });
  }
}
