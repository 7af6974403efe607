/**
 * A game on a server. The own move is shown at once, and undone if the server refuses it. Everything else is shown as
 * the server sends it.
 */
import { hasPlayers } from '../core/core.js';
import { coreFor } from '../core/core_for.js';
import { History } from './history.js';
import { Listeners } from '../net/listeners.js';
import { entriesOf, numberOf } from './online_entries.js';
import { reconcile } from './reconcile.js';
import { RemoteClock } from './remote_clock.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../core/cells.js').Sentence} Sentence */
/** @typedef {import('../core/core.js').Core} Core */
/** @typedef {import('../core/types.js').Outcome} Outcome */
/** @typedef {import('../net/platform.js').Platform} Platform */
/** @typedef {import('../net/connection.js').Connection} Connection */
/** @typedef {import('./history.js').Ply} Ply */
/** @typedef {import('./keeper.js').Terms} Terms */
/** @typedef {import('../net/protocol.js').Command} Command */
/** @typedef {import('../net/protocol.js').CommandKind} CommandKind */
/** @typedef {import('../net/protocol.js').GameMessage} GameMessage */
/** @typedef {import('../net/protocol.js').Message} Message */
/** @typedef {import('../net/protocol.js').OnlineTerms} OnlineTerms */
/** @typedef {import('./reconcile.js').Action} Action */
/** @typedef {import('./reconcile.js').Pending} Pending */
/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('../net/protocol.js').Leaving} Leaving */
/** @typedef {{core: Pick<Core, 'game'|'clock'>, connection: Connection, platform: Platform}} Surroundings */
/** @typedef {import('./online_entries.js').Entry} Entry */

/** A command without an answer is sent again after this time. */
const RESEND_MS = 1000;
/** The game is asked for once in this time. */
const ASK_MS = 1000;
/** No further command is taken while so many have no answer: all of them are sent again in one second. */
const MOST_UNANSWERED = 4;
/** Command ids start anywhere below this number, so that two tabs of a player do not use the same ones. */
const FIRST_IDS = 2 ** 40;

/** The ends that the rules do not know. */
const ENDS = ['aborted', 'absence', 'expired'];
/** The refusals that have their own words. */
const REFUSALS = [
  'not_your_turn',
  'stale',
  'illegal_move',
  'over',
  'time_up',
  'too_early',
  'too_late',
  'nothing_to_accept',
  'already_offered',
  'too_many',
];

/** The game does not exist, or not for this player. */
export class GoneError extends Error {}

/** @implements {Session} */
export class RemoteSession {
  #id;
  #core;
  #connection;
  #platform;
  #terms;
  #record;
  #game;
  #history;
  #remoteClock;
  /** @type {import('../core/clock.js').Clock} */ #clock;
  /** The last message about the whole state of the game. @type {GameMessage} */ #known;
  /** The moves that the server has stored. @type {string[]} */ #moves = [];
  /** The commands without an answer, in order. A move is the last one. @type {Pending[]} */ #unanswered = [];
  /** The outcome of the server. @type {Outcome|null} */ #outcome = null;
  #nextId;
  #askedAt = -Infinity;
  /** Whether a message is being taken over. */ #isUpdating = false;
  /** @type {import('./keeper.js').Absence|null} */ #away = null;
  /** Ends the wait for an answer. */ #endResend = () => {};
  /** Ends the wait for a claim. */ #endClaim = () => {};
  /** @type {(() => void)[]} */ #ends;
  /** @type {Listeners<import('./session.js').Events>} */ #listeners = new Listeners();

  /**
   * Join a game, as a player or as a watcher.
   * @param {Surroundings} surroundings @param {string} id
   * @returns {Promise<RemoteSession>}
   * @throws {GoneError}
   */
  static open(surroundings, id) {
    const { connection } = surroundings;
    /** What comes while the rules of several players are loaded. @type {Message[]|null} */ let later = null;
    return new Promise((resolve, reject) => {
      /** @param {GameMessage} message the whole game */
      const begin = (message) => {
        const { start } = /** @type {OnlineTerms} */ (message.terms);
        const create = (/** @type {Surroundings['core']} */ core) => {
          const session = new RemoteSession({ ...surroundings, core }, message);
          for (const each of later ?? []) session.receive(each);
          resolve(session);
        };
        if (!hasPlayers(start)) return create(surroundings.core);
        later = [];
        return void coreFor(/** @type {Core} */ (surroundings.core), start)
          .then(create)
          .catch(reject);
      };
      connection.join(id, {
        version: null,
        receive(message) {
          if (later) return void later.push(message);
          for (const action of reconcile({ version: null, moves: [], pending: null }, message)) {
            if (action.do === 'watch') connection.send({ t: 'watch', game: id, version: null });
            if (action.do === 'ask') connection.send({ t: 'state', game: id });
            if (action.do === 'update') begin(/** @type {any} */ (message));
            if (action.do === 'leave') {
              connection.leave(id);
              reject(new GoneError(`there is no game ${id}`));
            }
          }
        },
      });
    });
  }

  /** Use RemoteSession.open(). @param {Surroundings} surroundings @param {GameMessage} message with the terms */
  constructor({ core, connection, platform }, message) {
    this.#id = message.game;
    this.#core = core;
    this.#connection = connection;
    this.#platform = platform;
    this.#known = message;
    this.#nextId = Math.floor(platform.random() * FIRST_IDS);
    const terms = /** @type {OnlineTerms} */ (message.terms);
    this.#terms = terms;
    this.#game = core.game(terms.start, terms.rules);
    this.#history = new History(this.#game);
    this.#clock = core.clock(terms.control, this.#colors);
    this.#remoteClock = new RemoteClock(this.#clock, this.#colors, message.clock, platform, () => this.serverTime, {
      tick: () => this.#listeners.send('clock'),
      low: (color, seconds) => this.#listeners.send('low', color, seconds),
    });
    /** In records, this is a game of people with names. @type {Terms} */
    this.#record = {
      kind: 'local',
      start: this.#game.position(),
      moves: [],
      rules: terms.rules,
      players: /** @type {any} */ ({}),
      outcome: null,
      control: terms.control,
      takebacks: terms.takebacks,
      created: Date.now(),
    };
    this.#ends = [
      connection.on('state', () => this.#listeners.send('change')),
      connection.on('time', () => {
        this.#listeners.send('clock');
        this.#awaitClaim();
      }),
      () => this.#endClaim(),
    ];
    this.#act({ do: 'update', cut: 0, append: message.moves }, message);
    this.#show();
    connection.join(this.#id, this);
  }

  get id() {
    return this.#id;
  }
  /** The version of the game that the server has sent. @returns {number} */
  get version() {
    return this.#known.version;
  }
  get game() {
    return this.#game;
  }
  get clock() {
    return this.#clock;
  }
  get record() {
    return this.#record;
  }
  get plies() {
    return this.#history.plies;
  }
  get last() {
    return this.plies.at(-1) ?? null;
  }
  get pending() {
    return this.#pendingMove ? this.last : null;
  }
  get outcome() {
    return this.#outcome;
  }
  get timed() {
    return this.#remoteClock.timed;
  }
  get running() {
    return this.#remoteClock.running;
  }
  get away() {
    return this.#away;
  }
  /** The server saves the game. */
  get saved() {
    return Promise.resolve();
  }

  // ---- what only online games have

  /** The state of the connection. */
  get connection() {
    return this.#connection.state;
  }
  /** The server's time; null before it is known. */
  get serverTime() {
    return this.#connection.serverTime;
  }
  /** The terms of the server. */
  get terms() {
    return this.#terms;
  }
  get status() {
    return this.#known.status;
  }
  /** When the player to move loses, or the game is aborted, in the server's time; null if never. */
  get deadline() {
    return this.#known.deadline;
  }
  /** Whether a player sits at this screen. */
  get isPlayer() {
    return this.seats.some(({ you }) => you);
  }
  /** The seats in the order of play. */
  get seats() {
    return this.#known.seats;
  }
  get offers() {
    return this.#known.offers;
  }
  /** The id of the next game; null if there is none yet. */
  get rematch() {
    return this.#known.rematch;
  }
  get phrases() {
    return this.#known.phrases;
  }
  get watchers() {
    return this.#known.watchers;
  }
  /** Whether more than two play: then players leave, and the others go on. */
  get isOfSeveral() {
    return this.seats.length > 2;
  }
  /** Those who have left by choice, by time or by absence, in order. @returns {readonly Leaving[]} */
  get leavings() {
    return this.#known.leavings ?? [];
  }

  /** Return the players whose agreement an open offer still needs. @param {'draw'|'takeback'|'rematch'} topic */
  missing(topic) {
    const agreed = this.offers[topic];
    return this.seats.filter(({ left }, seat) => !agreed.includes(seat) && (topic === 'rematch' || !left));
  }

  /**
   * Return the time until the others can claim the game because a player is away; null if they will not.
   * @param {Color} color
   */
  claimIn(color) {
    const at = this.seats.find((seat) => seat.color === color)?.claim_at ?? null;
    return at === null || this.serverTime === null ? null : Math.max(0, at - this.serverTime);
  }

  // ---- the interface of every session

  explainOutcome() {
    const termination = this.#outcome?.termination ?? '';
    if (!ENDS.includes(termination)) return this.#game.explainOutcome();
    return [{ message: `online.ended.${termination}`, parameters: {} }];
  }

  /** @param {number} ply */
  positionAfter(ply) {
    return this.#history.positionAfter(ply);
  }

  /** @param {Color} color */
  remaining(color) {
    return this.#remoteClock.remaining(color);
  }

  async nameInAddress() {
    const { gameWriter } = await import('../study/kept_record.js');
    return (await gameWriter(/** @type {Core} */ (this.#core)))(/** @type {any} */ (this.#record));
  }

  /** @type {Session['on']} */
  on(name, callback) {
    return this.#listeners.add(name, callback);
  }

  /**
   * Return whether a command is possible: a move in the position that is shown, another command if the server said so.
   * No command can follow a move that is not stored.
   * @param {CommandKind} kind
   */
  can(kind) {
    if (this.#away || this.#pendingMove) return false;
    if (kind === 'claim_win' || kind === 'claim_draw') return !this.isOfSeveral && this.#untilClaim === 0;
    if (kind === 'dismiss') return this.isOfSeveral && this.#untilClaim === 0;
    if (kind !== 'move') return this.#known.can.includes(kind);
    return this.status === 'playing' && this.#isOwnTurn && !this.#isUpdating;
  }

  /** @param {number} number @returns {'pending'|'refused'} */
  play(number) {
    const ply = this.can('move') ? this.#history.play(number) : null;
    if (!ply) return 'refused';
    this.#remoteClock.press(this.#game.turn);
    this.#begin({ kind: 'move', move: ply.text });
    this.#listeners.send('move', ply);
    this.#listeners.send('clock');
    this.#listeners.send('change');
    return 'pending';
  }

  /** Ask the others for a takeback. They and the server decide how many plies it takes back. */
  undo() {
    this.command('ask_takeback');
  }

  resign() {
    this.command('resign');
  }

  agreeDraw() {
    this.command(this.can('accept_draw') ? 'accept_draw' : 'offer_draw');
  }

  /**
   * Give a command. One that has no answer yet is not given a second time.
   * @param {CommandKind} kind @param {string} [phrase]
   */
  command(kind, phrase) {
    const isGiven = this.#unanswered.some(({ command }) => command.kind === kind && command.phrase === phrase);
    if (kind === 'move' || isGiven || this.#unanswered.length >= MOST_UNANSWERED || !this.can(kind)) return;
    this.#begin(phrase === undefined ? { kind } : { kind, phrase });
    this.#listeners.send('change');
  }

  /** The server keeps the game. */
  restore() {}

  close() {
    this.#endResend();
    this.#remoteClock.close();
    for (const end of this.#ends) end();
    this.#connection.leave(this.#id);
    this.#listeners.clear();
  }

  /** Take over a message of the server. @param {Message} message */
  receive(message) {
    const pending = this.#pendingOf(message);
    const { version, leavings } = this;
    const actions = reconcile({ version, moves: this.#moves, leavings, pending }, message);
    const before = this.#outcome;
    for (const action of actions) this.#act(action, message, pending);
    if (!actions.some(({ do: what }) => CHANGES.has(what))) return;
    this.#show();
    if (this.#outcome && !before) this.#listeners.send('end');
    if (actions.some(({ do: what }) => what === 'refuse')) {
      const { code } = /** @type {import('../net/protocol.js').RefusedMessage} */ (message);
      const reason = REFUSALS.includes(code) ? code : 'other';
      this.#listeners.send('refusal', [{ message: `online.refused.${reason}`, parameters: {} }]);
    }
    if (this.#away) this.#listeners.send('away', this.#away);
    this.#listeners.send('clock');
    this.#listeners.send('change');
  }

  // ------------------------------------------------------------------------------------------------------------ inside

  get #colors() {
    return this.#known.seats.map(({ color }) => color);
  }

  /**
   * The time until this player can claim the game, or dismiss an opponent: when the player to move has been away long
   * enough. Infinity if that player is here or on the own side, and for a player who has left.
   */
  get #untilClaim() {
    const own = this.seats.find(({ you }) => you);
    const { turn } = this.#game;
    if (this.status !== 'playing' || !own || own.left || this.#sideOf(own.color).includes(turn)) return Infinity;
    return this.claimIn(turn) ?? Infinity;
  }

  /** Return a player and the partner, if there is one. @param {Color} color */
  #sideOf(color) {
    return this.#game.sides.find((side) => side.includes(color)) ?? [color];
  }

  get #isOwnTurn() {
    return this.seats.some(({ color, you }) => you && color === this.#game.turn);
  }

  /** The server sends nothing when the time of a claim has come. */
  #awaitClaim() {
    this.#endClaim();
    const next = this.#untilClaim;
    if (next > 0 && next < Infinity) this.#endClaim = this.#platform.after(next, () => this.#listeners.send('change'));
  }

  /** The own move that the server has not stored; null if there is none. */
  get #pendingMove() {
    return this.#unanswered.at(-1)?.command.move ?? null;
  }

  /** Return the command that a message can change: the answered one, or the move. @param {any} message */
  #pendingOf({ t, id }) {
    if (t === 'done' || t === 'refused') return this.#unanswered.find((each) => each.id === id) ?? null;
    return this.#unanswered.at(-1) ?? null;
  }

  /** Send a command until it is answered. Earlier ones go on too. @param {Command} command */
  #begin(command) {
    const pending = { id: this.#nextId++, version: this.version, command };
    this.#unanswered.push(pending);
    this.#send([pending]);
  }

  #send(commands = this.#unanswered) {
    for (const { id, version, command } of commands)
      this.#connection.send({ t: 'do', game: this.#id, id, version, do: command });
    this.#endResend();
    if (this.#unanswered.length) this.#endResend = this.#platform.after(RESEND_MS, () => this.#send());
  }

  /** Send a command as a new one, for the current version. @param {Pending} pending */
  #renew(pending) {
    Object.assign(pending, { id: this.#nextId++, version: this.version });
    this.#send([pending]);
  }

  /** @param {Pending|null} pending */
  #forget(pending) {
    this.#unanswered = this.#unanswered.filter((each) => each !== pending);
    if (!this.#unanswered.length) this.#endResend();
  }

  /** @param {Action} action @param {any} message @param {Pending|null} [pending] the command that it is about */
  #act(action, message, pending = null) {
    switch (action.do) {
      case 'watch':
        return this.#connection.send({ t: 'watch', game: this.#id, version: this.version });
      case 'ask':
        return this.#ask();
      case 'send':
        return this.#send();
      case 'renew':
        return pending && this.#renew(pending);
      case 'update':
        this.#moves = [...this.#moves.slice(0, action.cut), ...action.append];
        this.#known = message;
        this.#outcome = this.#outcomeOf(message);
        return undefined;
      case 'presence': {
        const seats = this.seats.map((seat, index) => ({ ...seat, ...message.seats[index] }));
        this.#known = { ...this.#known, seats, watchers: message.watchers };
        return undefined;
      }
      case 'leave':
        this.#away = 'deleted';
        this.#connection.leave(this.#id);
        this.#unanswered = [];
        return this.#endResend();
      default: // settle, drop, refuse
        return this.#forget(pending);
    }
  }

  #ask() {
    const now = this.#platform.now();
    if (now - this.#askedAt < ASK_MS) return;
    this.#askedAt = now;
    this.#connection.send({ t: 'state', game: this.#id });
  }

  /** @param {GameMessage} message @returns {Outcome|null} */
  #outcomeOf({ outcome }) {
    if (!outcome) return null;
    const { termination, winners } = outcome;
    const won = winners.map((seat) => this.#colors[seat]);
    const isSide = won.length > 0 && this.#sideOf(won[0]).length === won.length;
    return { termination, winner: isSide ? won[0] : null };
  }

  /** Change the game into the one of the server, with the own pending move. */
  #show() {
    this.#isUpdating = true;
    try {
      this.#game.reopen(); // undo an outcome that the server had declared
      const pending = this.#pendingMove === null ? [] : [{ text: this.#pendingMove }];
      this.#showEntries([...entriesOf(this.#moves, this.leavings, this.#colors), ...pending]);
    } finally {
      this.#isUpdating = false;
    }
    this.#declare();
    this.#awaitClaim();
    this.#remoteClock.update(this.#away ? null : this.#known.clock, this.#pendingMove !== null);
    Object.assign(this.#record, {
      moves: this.plies.map(({ number }) => number),
      outcome: this.#game.outcome,
      players: Object.fromEntries(this.seats.map(({ color, name }) => [color, name ?? ''])),
    });
  }

  /** @param {readonly Entry[]} entries */
  #showEntries(entries) {
    const different = this.plies.findIndex(({ text }, ply) => text !== entries[ply]?.text);
    const common = different < 0 ? this.plies.length : different;
    const undone = this.#history.undo(this.plies.length - common);
    if (undone.length) this.#listeners.send('undo', undone);
    for (const entry of entries.slice(common)) {
      const ply = this.#history.play(numberOf(this.#game, entry) ?? -1);
      if (!ply) throw new RangeError(`move ${entry.text} is not legal in ${this.#game.position()}`);
      this.#listeners.send('move', ply);
    }
  }

  /** Declare the outcome in the game too, unless a move has brought it about. The core ignores unknown ones. */
  #declare() {
    if (this.#outcome && !this.#game.outcome) this.#game.declare(this.#outcome);
  }
}

/** The actions that change what is shown. @type {Set<Action['do']>} */
const CHANGES = new Set(['update', 'presence', 'settle', 'drop', 'refuse', 'leave']);
