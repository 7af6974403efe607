/** The coach of a game against the computer: warns before a move that gives a marble away, and explains moves. */
import { asSeen } from '../board/words.js';
import { giveawayOf } from '../core/coach.js';
import { openStudy } from '../core/study.js';
import { h } from '../shell/dom.js';
import { bind, loadLanguage, sentences } from '../shell/i18n.js';
import { loadStyle } from '../shell/late_style.js';
import { settings } from '../shell/settings.js';
import { sound } from '../shell/sound.js';
import { explainMove } from '../study/motive.js';

/** @typedef {import('../board/board.js').BoardView} BoardView */
/** @typedef {import('../core/cells.js').Sentence} Sentence */
/** @typedef {import('../core/coach.js').Giveaway} Giveaway */
/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {import('../core/study.js').Study} Study */
/** @typedef {import('../core/types.js').MoveInfo} MoveInfo */
/** @typedef {import('./session.js').Session} Session */

export class Coach {
  #session;
  #warns;
  #study;
  /** Takes a warning off the screen. @type {(() => void)|null} */ #dismiss = null;
  /** The ply before which the last warning was given: there is one a move. */ #warned = -1;
  #words = h('span');
  #details = h('span', { class: 'unseen' });
  #again = h('button', { type: 'button', class: 'small primary', say: 'coach.again' });
  #anyway = h('button', { type: 'button', class: 'small', say: 'coach.anyway' });
  /** Covers the strip while it warns. Screen readers interrupt what they say. */
  element = h(
    'div',
    { class: 'warning-bar', hidden: true },
    h('p', { role: 'alert' }, this.#words, ' ', this.#details),
    h('div', { class: 'row' }, this.#again, this.#anyway),
  );

  /**
   * Load what the coach needs.
   * @param {Session} session @param {boolean} warns whether it warns before moves
   */
  static async open(session, warns) {
    const [study] = await Promise.all([
      openStudy(),
      loadLanguage(settings.get('language'), 'coach'),
      loadStyle('style/coach.css'),
    ]);
    return new Coach(session, study, warns);
  }

  /** @param {Session} session @param {Study} study @param {boolean} warns */
  constructor(session, study, warns) {
    this.#session = session;
    this.#study = study;
    this.#warns = warns;
    for (const event of /** @type {const} */ (['undo', 'end', 'away'])) session.on(event, () => this.dismiss());
    session.on('undo', () => void (this.#warned = -1));
  }

  /** Whether a warning is on the screen. The board then shows the position after the move. */
  get isAsking() {
    return this.#dismiss !== null;
  }

  /** Take a warning off the screen, because something else is shown. The move is not played. */
  dismiss() {
    this.#dismiss?.();
  }

  /**
   * Warn before a move that gives a marble away, once a move. Resolve to how far the marbles have moved already, from 0
   * to 1, or to null if the player chooses again.
   * @param {BoardView} view @param {MoveInfo} move @param {number} from how far the marbles have been dragged
   * @returns {Promise<number|null>}
   */
  async admit(view, move, from) {
    const { game } = this.#session;
    if (!this.#warns || this.#warned === game.ply) return from;
    const found = giveawayOf(this.#study, game, move.number);
    if (!found) return from;
    this.#warned = game.ply;
    const { marbles } = this.#session.positionAfter(this.#session.plies.length);
    const animation = view.animate(move, { from });
    const answer = await this.#ask(view, move, found, animation, () => view.setPosition(marbles));
    if (answer === 'again') await view.animate(move, { back: true });
    if (answer === 'anyway') view.setPosition(marbles);
    return answer === 'anyway' ? 1 : null;
  }

  /**
   * @param {BoardView} view @param {MoveInfo} move @param {Giveaway} found
   * @param {Promise<void>} animation of the move @param {() => void} restore show the position before the move
   * @returns {Promise<'again'|'anyway'|'dismissed'>}
   */
  async #ask(view, move, { push, lost }, animation, restore) {
    const after = this.#session.game.copy();
    after.play(move.number);
    const { cells: line, direction } = after.move(push);
    const enemy = { color: after.turn };
    after.free();
    /** @type {Sentence} */
    const warning = { message: 'coach.careful', parameters: { enemy, n: lost.length } };
    /** @type {Sentence} */
    const how = {
      message: 'unseen.how',
      parameters: { cells: { cells: lost }, line: { cells: [...line] }, direction: { directions: [direction] } },
    };
    const byKeyboard = document.activeElement?.matches(':focus-visible') ?? false;
    const focused = /** @type {HTMLElement|null} */ (document.activeElement);
    const ends = new AbortController();
    const { signal } = ends;
    /** @type {'again'|'anyway'|'dismissed'} */
    const answer = await new Promise((resolve) => {
      this.#dismiss = () => {
        restore();
        resolve('dismissed');
      };
      this.#again.addEventListener('click', () => resolve('again'), { signal });
      this.#anyway.addEventListener('click', () => resolve('anyway'), { signal });
      document.addEventListener('keydown', (event) => event.key === 'Escape' && resolve('again'), { signal });
      view.element.addEventListener('pointerdown', () => resolve('again'), { signal });
      void animation.then(() => {
        if (signal.aborted) return;
        view.outline([{ cells: lost, className: 'said-cells' }]);
        view.arrows([{ from: line, direction, className: 'draw1' }]);
      });
      this.element.hidden = false;
      bind(this.#words, '', () => void (this.#words.textContent = sentences([warning])));
      bind(this.#details, '', () => void (this.#details.textContent = sentences(asSeen(view, [how]))));
      sound('refusal');
      if (byKeyboard) this.#again.focus();
    });
    ends.abort();
    this.#dismiss = null;
    this.element.hidden = true;
    this.#words.textContent = this.#details.textContent = ''; // the next warning is announced again
    view.outline([]);
    view.arrows([]);
    if (byKeyboard) focused?.focus();
    return answer;
  }

  /** Explain a move. @param {Game} before @param {number} move @param {number} best */
  why(before, move, best) {
    return explainMove(this.#study, before, move, best);
  }
}
