/**
 * The rules of a table, for any mixture of seats: who moves by hand, when computers think, how many plies are taken
 * back, who resigns, who agrees to a draw. The screen is a `View`.
 */
import { sentenceOf } from '../board/words.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../core/cells.js').Sentence} Sentence */
/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {import('../core/types.js').MoveInfo} MoveInfo */
/** @typedef {import('./seats.js').Seat} Seat */
/** @typedef {import('./seats.js').Seats} Seats */
/** @typedef {import('./session.js').Session} Session */
/**
 * Commands that a table passes on to its session: answers to other players, and commands of online games only.
 * @typedef {'accept_draw'|'decline_draw'|'accept_takeback'|'decline_takeback'|'add_time'|'abort'|'claim_win'|
 *   'claim_draw'|'offer_rematch'|'accept_rematch'|'decline_rematch'} DirectCommand
 */
/** @typedef {'hint'|'takeBack'|'draw'|'resign'|'why'|DirectCommand} Command */
/** @typedef {'ready'|'disabled'|'hidden'} Readiness of a command */
/**
 * A result: a message and its parameters.
 * @typedef {[string, (() => Record<string, import('../core/cells.js').Value>)?]} Title
 */
/**
 * The answers and commands that a view gets from its table.
 * @typedef {object} Host
 * @property {Seats} seats
 * @property {() => Color|null} hand the color that can be moved by hand now
 * @property {() => Color|null} premove the color that can plan a move now
 * @property {() => Color} near the color that sits below the board
 * @property {() => Sentence[]} status the sentences about the game as it is now
 * @property {() => Sentence[]} ending how the game ended
 * @property {() => Sentence[]} ended the same with the result, for a place without a title
 * @property {Record<Command, () => void>} commands
 * @property {(phrase: string) => void} sendPhrase to the other players
 */
/**
 * The table on the screen.
 * @typedef {object} View
 * @property {Promise<void>} settled resolves when no marble moves
 * @property {number} pause how long a computer lets the last move be seen before it answers, in ms
 * @property {(color: Color|null) => void} think show who thinks
 * @property {(message: string, parameters?: Record<string, import('../core/cells.js').Value>) => void} say
 * @property {(move: MoveInfo, whole: boolean) => void} showHint the marbles of a move, or the whole move
 * @property {(commands: Record<Command, Readiness>) => void} showCommands
 * @property {(ply: number, before: Game, best: number) => Promise<void>} showWhy why the move after `ply` plies was
 *   played, compared with the best move
 * @property {(...title: Title) => void} showEnd
 * @property {() => Promise<boolean>} confirmDraw whether the people at this screen agree to a draw
 * @property {() => void} seatAgain the player near the board can have changed
 * @property {() => void} showNow leave earlier positions
 * @property {() => void} close
 */

/** A computer pauses for at most this part of the time on its clock. */
const HURRY = 40;
/** The ends of games that do not count. */
const VOID = ['aborted', 'expired'];
/** @type {DirectCommand[]} */
const DIRECT = [
  'accept_draw',
  'decline_draw',
  'accept_takeback',
  'decline_takeback',
  'add_time',
  'abort',
  'claim_win',
  'claim_draw',
  'offer_rematch',
  'accept_rematch',
  'decline_rematch',
];

/**
 * Return a value for each direct command.
 * @template T @param {(kind: DirectCommand) => T} value @returns {Record<DirectCommand, T>}
 */
const byDirect = (value) => /** @type {any} */ (Object.fromEntries(DIRECT.map((kind) => [kind, value(kind)])));

export class Table {
  #session;
  #seats;
  #view;
  /** Counts the questions to computers. An answer to an old question is dropped. */ #question = 0;
  /** The computer that decides now. @type {Seat|null} */ #busy = null;
  #thinking = false;
  /** @type {{ply: number, move: number, steps: number}|null} */ #hint = null;

  #platform;

  /**
   * @param {Session} session @param {Seats} seats @param {(host: Host) => View} openView
   * @param {Pick<import('../net/platform.js').Platform, 'after'>} platform
   */
  constructor(session, seats, openView, platform) {
    this.#session = session;
    this.#seats = seats;
    this.#platform = platform;
    this.#view = openView({
      seats,
      hand: () => (session.can('move') && seats.of(session.game.turn).here ? session.game.turn : null),
      premove: () => (seats.of(session.game.turn).here ? null : this.#person()),
      near: () => this.#near(),
      status: () => this.#status(),
      ending: () => this.#ending(),
      ended: () => this.#ended(),
      commands: {
        hint: () => void this.#giveHint(),
        takeBack: () => this.#takeBack(),
        draw: () => void this.#draw(),
        resign: () => this.#resign(),
        why: () => void this.#explain(),
        ...byDirect((kind) => () => session.command(kind)),
      },
      sendPhrase: (phrase) => session.command('phrase', phrase),
    });
    session.on('move', () => this.#next());
    session.on('undo', () => this.#next());
    session.on('end', () => this.#end());
    session.on('away', () => this.#forget());
    session.on('back', () => this.#goOn());
    session.on('change', () => this.#show());
    this.#goOn();
    this.#show();
  }

  /** Whether a computer chooses a move now. */
  get thinking() {
    return this.#thinking;
  }

  close() {
    this.#forget();
    this.#view.close();
  }

  /** The color of the person at this screen who moves next. */
  #person() {
    const { turn, active } = this.#session.game;
    return this.#seats.nextHere(turn, active)?.color ?? null;
  }

  #near() {
    const { alone, all } = this.#seats;
    if (alone) return alone.color;
    return this.#session.record.turning ? this.#session.game.turn : all[0].color;
  }

  /** @returns {Sentence[]} */
  #status() {
    const { game, last, plies } = this.#session;
    const seat = this.#seats.of(game.turn);
    const first = plies.length < this.#seats.all.length;
    if (seat.brain) return [{ message: 'play.thinking', parameters: {} }];
    /** @type {Sentence} */
    const turn =
      seat === this.#seats.alone
        ? { message: first ? 'play.first_turn' : 'play.your_turn', parameters: {} }
        : {
            message: 'local.turn',
            parameters: { name: this.#seats.all.length > 2 ? { color: game.turn } : seat.name() },
          };
    if (!last) return [turn];
    const losses = this.#losses(game.turn);
    return [...(losses.length ? losses : [sentenceOf(last)]), turn];
  }

  /** Tell a person who is to move which of several opponents have ejected their marbles. @param {Color} color */
  #losses(color) {
    const { plies } = this.#session;
    if (this.#seats.all.length === 2 || !this.#seats.of(color).here) return [];
    const since = plies.slice(plies.findLastIndex((ply) => ply.color === color) + 1);
    return since
      .filter(({ info }) => info.ejected === color)
      .map((ply) => ({ message: 'several.lost', parameters: { player: { color: ply.color } } }));
  }

  /** End every question to a computer. */
  #forget() {
    this.#question++;
    this.#hint = null;
    if (this.#thinking) this.#busy?.brain?.stop();
    this.#busy = null;
    this.#thinking = false;
    this.#view.think(null);
  }

  #next() {
    this.#forget();
    const { game, outcome, record } = this.#session;
    const seat = this.#seats.of(game.turn);
    if (!outcome && seat.brain) void this.#think(seat);
    if (!outcome && record.turning) void this.#view.settled.then(() => this.#view.seatAgain());
  }

  #goOn() {
    if (this.#session.outcome) this.#end();
    else this.#next();
  }

  /** @param {Seat} seat */
  async #think(seat) {
    const question = this.#question;
    this.#busy = seat;
    this.#thinking = true;
    this.#view.think(seat.color);
    try {
      const [move] = await Promise.all([seat.brain?.choose(this.#session), this.#lookAtTheLastMove(seat)]);
      if (question === this.#question && move !== undefined) this.#session.play(move);
    } catch (error) {
      this.#fail(question, error);
    }
  }

  /** Wait until the last move has been seen, and for a moment more if the clock allows. @param {Seat} seat */
  async #lookAtTheLastMove({ color }) {
    await this.#view.settled;
    if (!this.#session.last) return;
    const pause = Math.min(this.#view.pause, (this.#session.remaining(color) ?? Infinity) / HURRY);
    if (pause > 0)
      await new Promise((resolve) => {
        this.#platform.after(pause, () => resolve(null));
      });
  }

  /** @param {number} question @param {unknown} error @param {string} [message] */
  #fail(question, error, message = 'play.engine_failed') {
    if (question !== this.#question) return;
    console.error(error);
    this.#forget();
    this.#view.say(message);
    this.#show();
  }

  /**
   * Ask a computer something while a person is to move; null if the answer comes too late.
   * @template T @param {Seat} seat @param {(brain: import('./seats.js').Brain) => Promise<T>} ask
   * @returns {Promise<T|null>}
   */
  async #consult(seat, ask) {
    const question = this.#question;
    this.#busy = seat;
    this.#show();
    try {
      const answer = await ask(/** @type {import('./seats.js').Brain} */ (seat.brain));
      if (question !== this.#question) return null;
      this.#busy = null;
      this.#show();
      return answer;
    } catch (error) {
      this.#fail(question, error);
      return null;
    }
  }

  /** Show the marbles of a good move first, then the move. */
  async #giveHint() {
    const { game, outcome } = this.#session;
    const [adviser] = this.#seats.computers;
    if (outcome || this.#busy || !adviser || !this.#seats.of(game.turn).here) return;
    this.#view.showNow();
    if (this.#hint?.ply !== game.ply) {
      const move = await this.#consult(adviser, (brain) => brain.hint(game));
      if (move === null) return;
      this.#hint = { ply: game.ply, move, steps: 0 };
    }
    this.#hint.steps++;
    this.#view.showHint(game.move(this.#hint.move), this.#hint.steps > 1);
  }

  /** The number of plies before the last move of a computer; -1 for none. */
  #computersPly() {
    return this.#session.plies.findLastIndex(({ color }) => this.#seats.of(color).brain);
  }

  /** Show why a computer has played its last move. */
  async #explain() {
    const ply = this.#computersPly();
    if (ply < 0 || this.#busy) return;
    const { game, plies } = this.#session;
    const before = game.copy();
    for (let left = plies.length; left > ply; left--) before.undo();
    const best = await this.#consult(this.#seats.of(plies[ply].color), (brain) => brain.hint(before));
    if (best === null) return;
    const question = this.#question;
    await this.#view.showWhy(ply, before, best).catch((error) => this.#fail(question, error, 'app.not_loaded'));
  }

  /** The plies from the last move of a person at this screen on. */
  #pliesBack() {
    const { plies, record } = this.#session;
    if (record.takebacks === false || !this.#session.can('ask_takeback')) return 0;
    const at = plies.findLastIndex(({ color }) => this.#seats.of(color).here);
    return at < 0 ? 0 : plies.length - at;
  }

  #takeBack() {
    const plies = this.#pliesBack();
    if (plies) this.#session.undo(plies);
  }

  /** Whether a draw can be offered or accepted. A computer that is to move cannot be asked. */
  #canDraw() {
    const { game } = this.#session;
    const possible = this.#session.can('offer_draw') || this.#session.can('accept_draw');
    return possible && !this.#busy && !this.#seats.of(game.turn).brain;
  }

  /** Offer a draw: every other player has to agree. The session asks people elsewhere. */
  async #draw() {
    if (!this.#canDraw()) return;
    const { game } = this.#session;
    const ply = game.ply;
    if (!this.#seats.alone && !(await this.#view.confirmDraw())) return;
    for (const seat of this.#seats.computers) {
      this.#view.say('play.draw.asked');
      const agrees = await this.#consult(seat, (brain) => brain.acceptsDraw(game));
      if (agrees === null) return;
      if (!agrees) return this.#view.say('play.draw.declined');
    }
    if (ply === this.#session.game.ply) this.#session.agreeDraw();
  }

  #resign() {
    const color = this.#person();
    this.#forget();
    if (color) this.#session.resign(color);
    if (!this.#session.outcome) this.#next(); // of several players the others play on
  }

  #end() {
    this.#forget();
    this.#view.showEnd(...this.#result());
    this.#show();
  }

  /** The message that names the result, and its parameters. @returns {Title} */
  #result() {
    const { winner = null, termination = '' } = this.#session.outcome ?? {};
    const { alone, computers } = this.#seats;
    if (VOID.includes(termination)) return ['online.over.title'];
    if (winner === null) return ['play.drawn'];
    const { players, winners } = this.#session.game;
    const own = alone && winners.includes(alone.color);
    if (players.length > 2) return this.#severalResult(own ?? false);
    if (own) return ['play.won'];
    if (alone) return [computers.length ? 'play.lost' : 'play.defeat'];
    return ['local.won', () => ({ name: this.#seats.of(winner).name() })];
  }

  /**
   * The result of a game of several: the person at this screen, alone or with a partner, or the winners by colour.
   * @param {boolean} own whether the only person here has won
   * @returns {Title}
   */
  #severalResult(own) {
    const { winners } = this.#session.game;
    const team = winners.length > 1;
    if (own) return [team ? 'several.won.own' : 'play.won'];
    const [winner, partner] = winners.map((color) => ({ color }));
    return team ? ['several.won', () => ({ name: winner, partner })] : ['several.wins', () => ({ player: winner })];
  }

  /** How the game ended. The only person at this screen is addressed, not named by a color. @returns {Sentence[]} */
  #ending() {
    const { alone } = this.#seats;
    return this.#session.explainOutcome().map((sentence) => {
      const { winner } = sentence.parameters;
      if (!alone || this.#seats.all.length > 2 || typeof winner !== 'object' || !('color' in winner)) return sentence;
      const { termination } = /** @type {import('../core/types.js').Outcome} */ (this.#session.outcome);
      const message = `ended.${termination}.${winner.color === alone.color ? 'won' : 'lost'}`;
      return { message, parameters: sentence.parameters };
    });
  }

  /** @returns {Sentence[]} */
  #ended() {
    const { alone } = this.#seats;
    const isDecided = alone && this.#seats.all.length === 2 && this.#session.outcome?.winner;
    return isDecided ? [{ message: this.#result()[0], parameters: {} }, ...this.#ending()] : this.#ending();
  }

  #show() {
    const { outcome, game, record } = this.#session;
    const over = outcome !== null;
    const watches = this.#person() === null;
    /** @param {boolean} hidden @param {boolean} ready @returns {Readiness} */
    const state = (hidden, ready) => (hidden ? 'hidden' : ready ? 'ready' : 'disabled');
    this.#view.showCommands({
      hint: state(
        over || watches || !record.hints || !this.#seats.computers.length,
        this.#seats.of(game.turn).here && !this.#busy,
      ),
      takeBack: state(!this.#seats.here.length || record.takebacks === false, this.#pliesBack() > 0),
      draw: state(over || watches, this.#canDraw()),
      resign: state(
        over || watches || this.#session.can('abort'),
        this.#session.can('resign') && this.#person() !== null,
      ),
      why: state(this.#computersPly() < 0 || record.seats !== undefined, !this.#busy),
      ...byDirect((kind) => state(!this.#session.can(kind), true)),
    });
  }
}
