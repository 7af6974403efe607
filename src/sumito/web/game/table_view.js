/** A table on the screen: the board, the bars of the players, the strip, the moves, the buttons, the end. */
import { BoardView } from '../board/board.js';
import { Drawing, penButton } from '../board/drawing.js';
import { pushTime } from '../board/motion.js';
import { BoardInput } from '../board/input.js';
import { MoveBox } from '../board/move_box.js';
import { Rose } from '../board/rose.js';
import { rulesOf } from '../board/rules.js';
import { sentenceOf } from '../board/words.js';
import { cellName, parseCell } from '../core/cells.js';
import { browser } from '../net/platform.js';
import { boardConfig } from '../shell/board_config.js';
import { ask } from '../shell/dialog.js';
import { h } from '../shell/dom.js';
import { label } from '../shell/i18n.js';
import { boardRotation, onBoardRotation, rotationOf } from '../shell/rotation.js';
import { settings } from '../shell/settings.js';
import { link, notice, testHook } from '../shell/shell.js';
import { sound, soundMove } from '../shell/sound.js';
import { Actions } from './actions.js';
import { showAway, showEnd } from './end.js';
import { LookBack } from './look_back.js';
import { ownSide } from './own_side.js';
import { pauseAfter } from './pause.js';
import { Panel } from './panel.js';
import { Strip } from './strip.js';
import { scoreSentences } from './score_words.js';
import { clockText } from './time.js';
import { Tray } from './tray.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../core/cells.js').Sentence} Sentence */
/** @typedef {import('../core/types.js').MoveInfo} MoveInfo */
/** @typedef {import('./coach.js').Coach} Coach */
/** @typedef {import('./history.js').Ply} Ply */
/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./table.js').Host} Host */
/** @typedef {import('./table.js').View} View */
/**
 * The parts of a table that its page brings along.
 * @typedef {import('./end.js').Ending & {question?: HTMLElement, more?: HTMLElement[], buttons?: HTMLElement[],
 *   loadCoach?: () => Promise<Coach>}} Parts
 *   `question` covers the strip, `more` stands beside the board, `buttons` among the buttons
 */

/** The title of a game that does not count. It has no scene. */
const VOID_TITLE = 'online.over.title';
/** The message for each reason why a game cannot go on in this tab. */
const AWAY = { elsewhere: 'play.elsewhere', deleted: 'games.deleted', unsaved: 'play.unsaved' };

/** @implements {View} */
export class TableView {
  #session;
  #host;
  #parts;
  /** How many players, or sides of six, further the board is rotated. */ #shift = 0;
  /** How far the marbles have been dragged already, 0 to 1. */ #from = 0;
  /** @type {(() => void)[]} */ #ends = [];
  #gone = new AbortController();
  /** @type {Promise<void>} */ #moving = Promise.resolve();
  /** Whether the game has ended while the table was open. */ #endsNow = false;
  /** @type {{close: () => void}|null} */ #scene = null;
  /** The player whose tray a marble rolls to. @type {Color|null} */ #receiving = null;
  /** @type {Map<Color, Panel>} */ #panels;
  /** Partners have one tray. @type {Map<Color, Tray>} */ #trays;
  /** The bars of each team with its tray. @type {HTMLElement[]} */ #teams = [];
  /** @type {import('../core/types.js').Explanation|null} */ #refusal = null;
  #repeats = h('p', { class: 'repeats', hidden: true });
  #board = h('div', { class: 'board' });
  #bars = { far: h('div', { class: 'far' }), near: h('div', { class: 'near' }) };
  #actions;
  /** @type {Coach|null} */ #coach = null;
  /** @type {Promise<Coach>|undefined} */ #loadingCoach;
  #end = h('section', { class: 'end card', hidden: true, 'aria-labelledby': 'end' });
  element;

  /** @param {Session} session @param {Host} host @param {Parts} parts */
  constructor(session, host, parts) {
    this.#session = session;
    this.#host = host;
    this.#parts = parts;
    const { question, more = [], buttons = [] } = parts;
    const { players, sides } = session.game;
    this.view = new BoardView(this.#board, boardConfig, { rotation: this.#rotation() });
    this.strip = new Strip(this.view);
    const hasTeams = players.length > sides.length;
    this.#trays = new Map(
      sides.flatMap((side) => {
        const tray = new Tray(session, side);
        return side.map((color) => /** @type {const} */ ([color, tray]));
      }),
    );
    this.#panels = new Map(
      host.seats.all.map((seat) => {
        const tray = hasTeams ? undefined : this.#trays.get(seat.color);
        return [seat.color, new Panel(session, seat, tray)];
      }),
    );
    if (hasTeams)
      this.#teams = sides.map(([color], i) =>
        teamBars(['several.team', { n: i + 1 }], /** @type {Tray} */ (this.#trays.get(color))),
      );
    this.look = new LookBack(session, (before, ply) => this.#lookAt(before, ply));
    this.#actions = new Actions(
      { ...host.commands, rotate: () => this.rotate() },
      { alone: host.seats.alone !== null, several: this.#isSeveral, teams: hasTeams },
      buttons,
    );
    const [rose, box] = [h('div'), h('div', { class: 'typed' })];
    this.element = h(
      'div',
      {
        class: hasTeams ? 'table several teams' : this.#isSeveral ? 'table several' : 'table',
        dataset: { players: host.seats.all.length },
      },
      h('div', { class: 'place' }, this.#bars.far, this.#board, this.strip.element, question, this.#bars.near),
      h(
        'div',
        { class: 'side' },
        this.#end,
        rose,
        ...more.slice(0, 1),
        this.#actions.element,
        this.#repeats,
        ...more.slice(1),
        this.look.element,
        box,
      ),
    );
    const rules = rulesOf(() => session.game);
    const canMove = () => !session.outcome && !session.away && this.look.ply === null;
    this.input = new BoardInput(this.view, {
      ...rules,
      color: () => (canMove() ? host.hand() : null),
      over: () => session.outcome !== null && this.look.ply === null,
      canPremove: () => (settings.get('premove') && canMove() ? host.premove() : null),
      read: (text) => {
        this.showNow();
        return rules.read(text);
      },
      play: (move, from) => this.#play(move, from),
      refuse: (explanation) => {
        this.#refusal = explanation;
        sound('refusal');
        this.strip.refuse(explanation);
      },
      say: (message, parameters) =>
        message === 'board.cleared' ? this.#sayStatus() : this.strip.say(message, parameters),
      changed: ({ name, line, refusal }) => {
        if (!refusal) this.#refusal = null;
        this.element.dataset.input = name;
        this.element.classList.toggle('selecting', line.length > 0 || name === 'confirming');
      },
      report: (what) => this.#report(what),
      takeBack: () => host.commands.takeBack(),
      rotateBoard: () => this.rotate(),
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
    this.#sayStatus();
    this.#hook();
  }

  /** Resolves when no marble moves. */
  get settled() {
    return this.#moving;
  }

  get pause() {
    return pauseAfter(pushTime(boardConfig), this.#session.last?.info.ejects ?? false);
  }

  /** @param {Color|null} color */
  think(color) {
    for (const [each, panel] of this.#panels) panel.think(each === color);
  }

  /** @param {string} message @param {Record<string, import('../core/cells.js').Value>} [parameters] */
  say(message, parameters) {
    this.strip.say(message, parameters);
  }

  /** Show the current position instead of an earlier one. */
  showNow() {
    this.look.go(Infinity);
  }

  /** @param {MoveInfo} move @param {boolean} whole the direction too */
  showHint(move, whole) {
    this.#coach?.dismiss();
    const cells = { cells: [...move.cells] };
    this.input.forgive();
    this.view.outline([{ cells: move.cells }]);
    if (!whole) return this.say('play.hint.marbles', { cells });
    this.view.arrows([{ from: move.cells, direction: move.direction }]);
    return this.say('play.hint.move', { cells, directions: { directions: [move.direction] } });
  }

  /** Show what a player says, for a while. @param {Color} color @param {string} message */
  speak(color, message) {
    this.#panel(color).speak(message);
  }

  /** @param {Record<import('./table.js').Command, import('./table.js').Readiness>} commands */
  showCommands(commands) {
    this.#actions.update(commands);
  }

  /** @param {number} ply @param {import('../core/game.js').Game} before @param {number} best */
  async showWhy(ply, before, best) {
    const session = this.#session;
    const { length } = session.plies;
    const [coach, address] = await Promise.all([this.#loadCoach(), session.nameInAddress()]);
    if (!coach || session.plies.length !== length) return; // the player has moved meanwhile
    const { sentences, outlines, arrows } = coach.why(before, session.plies[ply].number, best);
    coach.dismiss();
    this.input.clear();
    this.look.go(arrows.length ? ply : ply + 1); // a better move is shown in the position before
    this.#clearHint();
    this.view.outline(outlines);
    this.view.arrows(arrows);
    this.strip.tell(sentences, this.look.ply === null ? 'plain' : 'past');
    this.strip.linkTo('analysis.title', link('analysis', { game: address, ply, engine: 'on' }));
  }

  /** @param {import('./table.js').Title} result */
  showEnd(...result) {
    void this.#moving.then(() => {
      const words = { title: result, text: this.#host.ending() };
      if (this.#session.outcome) showEnd(this.#end, this.#session, words, this.#parts, () => this.view.rotation);
    });
    // The scene may fail without a network: the card says the result too.
    if (this.#endsNow && result[0] !== VOID_TITLE) this.#showScene(result).catch((error) => console.info(error));
  }

  /**
   * Show the result over the board, after the last marble has landed.
   * @param {import('./table.js').Title} title
   */
  async #showScene(title) {
    const seen = this.#moving.then(() => new Promise((resolve) => void browser.after(this.pause, () => resolve(null))));
    const [{ openScene, prepareScene }] = await Promise.all([import('./scene.js'), seen]);
    await prepareScene();
    if (!this.#endsNow || this.look.ply !== null || this.#gone.signal.aborted) return;
    this.#scene?.close();
    this.#scene = openScene(this.#board, this.#session, this.#parts, title, this.view, this.#winnerNames(title[0]));
  }

  /** The names of the winners of several, if the title has only their colours. @param {string} title */
  #winnerNames(title) {
    const { winners } = this.#session.game;
    return /^several\.(wins|won)$/.test(title) ? winners.map((color) => this.#host.seats.of(color).name) : [];
  }

  confirmDraw() {
    return ask({
      title: 'local.draw.ask',
      text: this.#isSeveral ? 'several.draw.why' : 'local.draw.why',
      yes: 'local.draw',
    });
  }

  /** Rotate the board to the next player; in a game of several by a side of the board. */
  rotate() {
    this.#shift = (this.#shift + 1) % (this.#isSeveral ? 6 : this.#host.seats.all.length);
    this.seatAgain();
  }

  /** Put the panels and the board in place again: the player near the board can have changed. */
  seatAgain() {
    this.view.rotate(this.#rotation());
    this.#seat();
    this.input.refresh();
  }

  /** Remove the listeners outside the table, for a table that is removed before its page. */
  close() {
    for (const end of this.#ends) end();
    this.#gone.abort();
    this.#session.close();
    this.input.destroy();
    this.drawing.destroy();
    this.view.destroy();
  }

  // ------------------------------------------------------------------------------------------------------------ inside

  get #isSeveral() {
    return this.#host.seats.all.length > 2;
  }

  #near() {
    return this.#isSeveral ? this.#host.near() : this.#host.seats.after(this.#host.near(), this.#shift).color;
  }

  #rotation() {
    if (!this.#isSeveral) return boardRotation(this.#near(), this.#session.game.players);
    return rotationOf(ownSide(this.#session.positionAfter(0).marbles[this.#near()]) + 2 * this.#shift);
  }

  #seat() {
    const near = this.#near();
    const [own, ...others] = this.#host.seats.all.map((_, i) => this.#panel(this.#host.seats.after(near, i).color));
    if (this.#teams.length) return this.#seatTeams(near);
    this.#bars.far.replaceChildren(...others.map(({ element }) => element));
    return this.#bars.near.replaceChildren(own.element);
  }

  /** Put the partners beside each other. @param {Color} near */
  #seatTeams(near) {
    const { seats } = this.#host;
    const order = seats.all.map((_, i) => seats.after(near, i).color);
    this.#session.game.sides.forEach((side, i) => {
      const [first, ...partners] = order.filter((color) => side.includes(color));
      const team = this.#teams[i];
      team.prepend(this.#panel(first).element);
      team.append(...partners.map((color) => this.#panel(color).element));
      (side.includes(near) ? this.#bars.near : this.#bars.far).replaceChildren(team);
    });
  }

  /** @param {Color} color */
  #panel(color) {
    return /** @type {Panel} */ (this.#panels.get(color));
  }

  #sayStatus() {
    const session = this.#session;
    this.strip.offer(this.look.ply === null ? null : () => this.showNow());
    if (this.look.ply !== null) return this.#sayPast(this.look.ply);
    if (session.away) return this.strip.say(AWAY[session.away]);
    if (session.outcome) return this.strip.tell(this.#host.ended(), 'end');
    return this.strip.tell(() => this.#host.status());
  }

  /** Load the coach once. If it fails, the next call tries again. */
  #loadCoach() {
    return (this.#loadingCoach ??= this.#parts.loadCoach?.().then(
      (coach) => {
        this.strip.element.append(coach.element);
        return (this.#coach = coach);
      },
      (error) => {
        this.#loadingCoach = undefined;
        throw error;
      },
    ));
  }

  #follow() {
    const session = this.#session;
    const load = () => void this.#loadCoach()?.catch(() => {}); // the game goes on without a coach
    if (session.record.id !== undefined) load();
    else session.on('move', load); // the first move of a game gives no marble away
    session.on('move', (ply) => this.#move(ply));
    session.on('undo', (undone) => void (this.#moving = this.#undo(undone)));
    session.on('refusal', (sentences) => {
      sound('refusal');
      this.strip.tell(sentences, 'refusal');
    });
    session.on('clock', () => {
      for (const panel of this.#panels.values()) panel.tick();
    });
    session.on('low', (color, n) => {
      if (n === 10) sound('tick');
      const { name } = this.#host.seats.of(color);
      this.strip.tell(() => [{ message: 'clock.low', parameters: { name: name(), n } }]);
    });
    session.on('change', () => this.#show());
    session.on('end', () => {
      this.#endsNow = true;
      this.#clearHint();
      this.#show();
      this.input.refresh();
      // The result comes when the last marble has landed.
      void this.#moving.then(() => {
        if (!session.outcome) return;
        sound('end');
        this.#sayStatus();
      });
    });
    session.on('problem', (problem) => notice(`games.problem.${problem}`, { kind: 'bad' }));
    session.on('away', (why) => {
      showAway(this.#end, session, why, AWAY[why], this.#parts.newGame);
      this.element.classList.add('away');
      this.input.refresh();
      this.#sayStatus();
    });
    session.on('back', () => {
      this.#end.hidden = true;
      this.element.classList.remove('away');
      this.input.refresh();
      this.#sayStatus();
      this.view.focusCell(this.view.cursor);
    });
    const options = { signal: this.#gone.signal };
    document.addEventListener('keydown', (event) => this.look.press(event), options);
    this.#board.addEventListener(
      'click',
      () => {
        if (!session.outcome && !this.input.paused) this.showNow();
      },
      options,
    );
    this.#ends.push(onBoardRotation(() => this.seatAgain()));
  }

  /** @param {MoveInfo} move @param {number} from */
  async #play(move, from) {
    const moved = this.#coach ? await this.#coach.admit(this.view, move, from) : from;
    if (moved === null) return;
    this.#from = moved;
    this.#session.play(move.number);
    this.#from = 0;
    await this.#moving;
  }

  /** @param {Ply} ply */
  #move({ info, color }) {
    soundMove(/** @type {any} */ (info));
    this.#clearDrawings();
    const { plies } = this.#session;
    if (this.look.ply !== null) this.view.setPosition(this.#session.positionAfter(plies.length - 1).marbles);
    this.look.forget();
    this.#receiving = null;
    this.view.mark({ last: info });
    const played = plies.length;
    const received = this.#session.positionAfter(played).ejections[color].length;
    const tray = info.ejects ? (this.#trays.get(color)?.slot(received - 1) ?? null) : null;
    this.#receiving = tray && color;
    this.#moving = this.view.animate(info, { from: this.#from, tray });
    void this.#moving.then(() => {
      if (played === this.#session.plies.length) this.#receive();
      this.input.refresh();
    });
    if (!this.#session.outcome) this.#sayStatus();
  }

  /** The ejected marble is in its tray. */
  #receive() {
    if (!this.#receiving) return;
    this.#receiving = null;
    this.#show();
  }

  #clearDrawings() {
    this.drawing.clear();
    this.#clearHint();
  }

  #clearHint() {
    this.view.outline([]);
    this.view.arrows([]);
  }

  /** @param {readonly Ply[]} undone */
  async #undo(undone) {
    this.#end.hidden = true;
    this.#endsNow = false;
    this.#scene?.close();
    this.#receiving = null;
    this.#clearHint();
    this.view.mark({ last: null });
    this.input.clear();
    const isNow = this.look.ply === null;
    this.look.forget();
    this.#sayStatus();
    const { length } = this.#session.plies;
    for (const { info } of isNow ? undone : []) {
      if (this.look.shown === length) await this.view.animate(info, { back: true });
    }
    const { shown } = this.look; // the player can have looked back meanwhile
    this.view.setPosition(this.#session.positionAfter(shown).marbles);
    this.view.mark({ last: this.#session.plies[shown - 1]?.info ?? null });
    this.input.refresh();
  }

  /**
   * Show another position of the game. A step to the next or previous position is animated.
   * @param {number} before
   * @param {number} ply
   */
  #lookAt(before, ply) {
    const { plies } = this.#session;
    this.#scene?.close();
    this.#receiving = null;
    this.#coach?.dismiss();
    this.#clearDrawings();
    this.view.mark({ last: ply ? plies[ply - 1].info : null });
    if (ply === before + 1) void this.view.animate(plies[before].info);
    else if (ply === before - 1) void this.view.animate(plies[ply].info, { back: true });
    else this.view.setPosition(this.#session.positionAfter(ply).marbles);
    this.#show();
    this.input.refresh();
    this.#sayStatus();
    this.#board.scrollIntoView({ block: 'nearest' }); // on a phone the moves are far below it
  }

  /** @param {number} ply */
  #sayPast(ply) {
    const { plies } = this.#session;
    /** @type {Sentence} */
    const where = ply
      ? { message: 'play.look.at', parameters: { n: ply, all: plies.length } }
      : { message: 'play.look.start', parameters: {} };
    this.strip.tell(ply ? [where, sentenceOf(plies[ply - 1])] : [where], 'past');
  }

  #show() {
    const session = this.#session;
    const { game, outcome, record } = session;
    const { marbles, ejections } = session.positionAfter(this.look.shown);
    if (record.id && !location.hash.includes(record.id))
      history.replaceState(null, '', `${location.pathname}${location.search}#game=${record.id}`);
    if (!this.view.busy && !this.#coach?.isAsking) this.view.setPosition(marbles);
    for (const panel of this.#panels.values()) {
      panel.update();
      panel.tick();
    }
    const receiving = this.#receiving && this.#trays.get(this.#receiving);
    for (const [color, tray] of this.#trays)
      tray.update(ejections[color].slice(0, tray === receiving ? -1 : undefined));
    this.look.update();
    this.element.classList.toggle('past', this.look.ply !== null);
    const [n, limit] = [game.occurrences, game.rules.repetition];
    this.#repeats.hidden = outcome !== null || n < 2 || limit === 0;
    if (!this.#repeats.hidden) label(this.#repeats, 'play.repeats', { n, limit });
  }

  /** @param {'last'|'clocks'|'score'} what */
  #report(what) {
    const { game, last, timed } = this.#session;
    if (what === 'score') return this.strip.tell(scoreSentences(game));
    if (what === 'last')
      return this.strip.tell(last ? [sentenceOf(last)] : [{ message: 'play.no_moves', parameters: {} }]);
    if (!timed) return this.strip.say('clock.none');
    return this.strip.tell(() =>
      this.#host.seats.all.map(({ color, name }) => ({
        message: 'clock.left',
        parameters: { name: name(), time: clockText(this.#session.remaining(color) ?? 0) },
      })),
    );
  }

  #hook() {
    const session = this.#session;
    const { game } = session;
    testHook({
      position: { get: () => game.position(), configurable: true },
      turn: { get: () => (session.outcome ? null : game.turn), configurable: true },
      outcome: { get: () => session.outcome, configurable: true },
      moves: { get: () => session.plies.map(({ text }) => text), configurable: true },
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

/**
 * Make the place for the bars of a team, around its name and its tray.
 * @param {[string, {n: number}]} name @param {Tray} tray
 */
function teamBars(name, tray) {
  const words = h('span', { class: 'team-name', 'aria-hidden': 'true', say: name });
  const score = h('span', { class: 'team-score' }, words, tray.element);
  return h('div', { class: 'team-bars', role: 'group', 'say:aria-label': name }, score);
}
