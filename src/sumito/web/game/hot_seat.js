/** Two people on one table: names, takebacks, a draw by agreement, the board turned if they want. */
import { sentenceOf } from '../board/words.js';
import { ask } from '../shell/dialog.js';
import { say } from '../shell/i18n.js';
import { action, twoStepAction } from './actions.js';
import { showEnd } from './end.js';
import { Session } from './session.js';
import { Table } from './table.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../core/core.js').Core} Core */
/** @typedef {import('./session.js').Agreed} Agreed */
/** @typedef {import('./session.js').Store} Store */

export class HotSeat {
  #session;
  #table;
  #again;
  #buttons;

  /** @param {Core} core @param {Store} store @param {Agreed} record @param {{again: () => void}} page */
  constructor(core, store, record, { again }) {
    this.#again = again;
    this.#session = new Session(core, store, record);
    this.#table = new Table(this.#session, {
      name: (color) => this.#name(color),
      color: () => this.#session.game.turn,
      near: () => (record.turning ? this.#session.game.turn : 'black'),
      standing: () => this.#standing(),
      takeBack: () => this.#takeBack(),
    });
    this.#buttons = {
      back: action('undo', 'play.takeback', () => this.#takeBack()),
      turn: action('turn', 'play.turn_board', () => this.#table.turnBoard()),
      draw: action('people', 'local.draw', () => void this.#draw()),
      resign: twoStepAction('flag', 'play.resign', 'play.resign.sure', () =>
        this.#session.resign(this.#session.game.turn),
      ),
    };
    this.#table.actions.append(...Object.values(this.#buttons));
    for (const name of /** @type {const} */ (['move', 'undo'])) this.#session.on(name, () => this.#turned());
    this.#session.on('end', () => this.#ended());
    this.#session.on('change', () => this.#show());
    this.#show();
    if (this.#session.outcome) this.#ended();
  }

  get element() {
    return this.#table.element;
  }

  close() {
    this.#table.close();
  }

  /** @param {Color} color */
  #name(color) {
    return this.#session.record.players[color] || say(`color.${color}`);
  }

  #standing() {
    const { game, last } = this.#session;
    const turn = { message: 'local.turn', parameters: { name: this.#name(game.turn) } };
    return last ? [sentenceOf(last), turn] : [turn];
  }

  /** Who is to move sits near the board, if that was chosen. */
  #turned() {
    if (!this.#session.record.turning || this.#session.outcome) return;
    void this.#table.settled.then(() => this.#table.seatAgain());
  }

  #takeBack() {
    this.#session.undo(1);
  }

  async #draw() {
    if (await ask({ title: 'local.draw.ask', text: 'local.draw.why', yes: 'local.draw' })) this.#session.agreeDraw();
  }

  #ended() {
    const winner = this.#session.outcome?.winner;
    showEnd(this.#table, winner ? ['local.won', () => ({ name: this.#name(winner) })] : ['play.drawn'], this.#again);
    this.#show();
  }

  #show() {
    const { outcome, mayUndo } = this.#session,
      { back, draw, resign } = this.#buttons;
    back.disabled = !mayUndo;
    draw.hidden = resign.hidden = outcome !== null;
  }
}
