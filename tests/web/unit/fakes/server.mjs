// A server of one online game, and the network between it and the pages. The test moves time and messages.
import { core } from './core.mjs';
import { FakeTab } from './platform.mjs';

export const GAME = 'g1';

/** @template T @param {readonly T[]} one @param {readonly T[]} other */
const common = (one, other) => {
  const at = one.findIndex((value, i) => value !== other[i]);
  return at < 0 ? one.length : at;
};

export class FakeServer {
  time = 1_700_000_000_000;
  rules;
  guests;
  terms;
  /** The moves at each version. @type {string[][]} */ versions = [[]];
  outcome = null;
  /** The players who have left a game of several. */ leavings = [];
  offers = { draw: [], takeback: [], rematch: [] };
  phrases = [];
  rematch = null;
  status = 'playing';
  deadline = null;
  /** Whether a command needs the newest version, even if only a phrase came between. */ strict = true;
  /** The time to store a command. */ commitMs = 0;
  /** The time of a message on its way, by direction. */ latency = { up: 0, down: 0 };
  isDown = false;
  /** Messages on their way. @type {{socket: any, up: boolean, message: any, due: number}[]} */ wires = [];
  /** Every command that arrived. */ commands = [];
  /** @type {Map<any, {guest: string, watches: boolean}>} */ sockets = new Map();
  /** @type {FakeTab[]} */ tabs = [];
  #stored = new Map();
  /** Commands that are being stored. */ #commits = [];
  #claims = new Map();

  constructor({
    guests = ['ada', 'bea'],
    control = { kind: 'untimed' },
    rules = core,
    start = '',
    takebacks = true,
  } = {}) {
    this.rules = rules;
    this.guests = guests;
    this.start = rules.game(start).position();
    this.game = rules.game(start);
    this.terms = { start: this.start, layout: null, rules: {}, control, takebacks, watchers: true };
    this.clock = rules.clock(control, this.game.players);
    if (control.kind !== 'untimed') this.clock.start(this.game.turn, this.time);
  }

  get version() {
    return this.versions.length - 1;
  }
  get moves() {
    return this.versions.at(-1);
  }
  get turn() {
    return this.game.players.indexOf(this.game.turn);
  }

  /** Open a tab of a guest, whose clock has any time. */
  openTab(guest, skew = 0) {
    const tab = new FakeTab();
    tab.time += skew;
    let ids = this.tabs.length;
    tab.random = () => (ids = (ids * 0.618 + 0.1) % 1);
    tab.server = {
      connect: (socket) => {
        this.sockets.set(socket, { guest, watches: false });
        this.wires.push({ socket, up: false, message: 'open', due: this.time });
      },
      receive: (socket, message) => this.#put(socket, true, message),
      disconnect: (socket) => this.#forget(socket),
    };
    this.tabs.push(tab);
    return tab;
  }

  // ---- the network

  #put(socket, up, message) {
    const due = this.time + (up ? this.latency.up : this.latency.down);
    this.wires.push({ socket, up, message: structuredClone(message), due });
  }

  #forget(socket) {
    this.sockets.delete(socket);
    this.wires = this.wires.filter((wire) => wire.socket !== socket);
  }

  /** Deliver one message. */
  carry(wire, { keep = false } = {}) {
    if (!keep) this.wires.splice(this.wires.indexOf(wire), 1);
    const { socket, up, message } = wire;
    if (message === 'open') return this.isDown ? this.#end(socket, 1006) : socket.open();
    return up ? this.#receive(socket, message) : socket.deliver(message);
  }

  #end(socket, code) {
    this.#forget(socket);
    socket.end(code);
  }

  /** Deliver every message whose time has come, in order. */
  flush() {
    for (;;) {
      this.commit();
      const wire = this.wires.find(({ due }) => due <= this.time);
      if (!wire) return;
      this.carry(wire);
    }
  }

  /** Let time pass for the server and all tabs, with a network in order. */
  pass(ms) {
    const end = this.time + ms;
    for (this.flush(); this.time < end; this.flush()) this.wait(this.#untilNext(end - this.time));
  }

  /** Return the time until the next message or timer, at most `ms`. */
  #untilNext(ms) {
    const dues = [...this.wires, ...this.#commits].map(({ due }) => due - this.time);
    const timers = this.tabs.flatMap((tab) => [...tab.timers].map(({ next }) => next - tab.time));
    return Math.max(1, Math.min(ms, ...dues, ...timers));
  }

  /** Let time pass without the network. */
  wait(ms) {
    this.time += ms;
    this.tick();
    for (const tab of this.tabs) tab.pass(ms);
  }

  /** Cut all connections. With `stored`, commands that arrived are stored first. */
  restart({ stored = true, code = 1006 } = {}) {
    if (stored) this.commit(Infinity);
    this.#commits = [];
    for (const socket of [...this.sockets.keys()]) {
      if (socket.isOpen) this.#end(socket, code);
    }
  }

  /** Tell everybody that the server stops. */
  announceStop() {
    for (const socket of this.sockets.keys()) this.#put(socket, false, { t: 'stopping' });
  }

  // ---- the game

  #receive(socket, message) {
    const door = this.sockets.get(socket);
    const reply = (answer) => this.#put(socket, false, answer);
    if (message.game !== undefined && message.game !== GAME) return reply({ t: 'gone', game: message.game });
    if (message.t === 'ping') {
      const games = Object.fromEntries(Object.keys(message.games).map((game) => [game, this.version]));
      return reply({ t: 'pong', n: message.n, now: this.time, games });
    }
    if (message.t === 'leave') door.watches = false;
    if (message.t === 'state') reply(this.gameFor(door.guest));
    if (message.t === 'watch') {
      door.watches = true;
      const current = { t: 'current', game: GAME, version: this.version };
      const knows = message.version === this.version && this.status === 'playing';
      reply(knows ? current : this.gameFor(door.guest));
    }
    if (message.t === 'do') {
      this.commands.push(message);
      this.#commits.push({ socket, guest: door.guest, message, due: this.time + this.commitMs });
    }
    return undefined;
  }

  /** Store the commands whose time has come. */
  commit(time = this.time) {
    while (this.#commits.length && this.#commits[0].due <= time) {
      const { socket, guest, message } = this.#commits.shift();
      const { id, version, do: command } = message;
      const name = `${guest} ${id}`;
      const refusal = this.#stored.has(name) ? null : this.#refusalOf(guest, version, command);
      const reply = (answer) => this.sockets.has(socket) && this.#put(socket, false, { game: GAME, id, ...answer });
      if (refusal) {
        reply({ t: 'refused', version: this.version, code: refusal });
        continue;
      }
      if (!this.#stored.has(name)) {
        this.#apply(this.guests.indexOf(guest), command);
        this.#stored.set(name, this.version);
      }
      reply({ t: 'done', version: this.#stored.get(name) });
    }
  }

  #refusalOf(guest, version, { kind, move }) {
    const isStale = this.strict ? version !== this.version : this.versions[version] !== this.moves;
    if (!this.guests.includes(guest)) return 'not_allowed';
    if (isStale) return 'stale';
    if (kind === 'move' && !this.outcome) {
      if (this.guests[this.turn] !== guest) return 'not_your_turn';
      const { move: number } = this.game.readMove(move);
      if (number === undefined || !this.game.isLegal(number)) return 'illegal_move';
    }
    if (!this.canOf(guest).includes(kind)) return this.outcome ? 'over' : 'not_allowed';
    return null;
  }

  canOf(guest) {
    const all = this.guests;
    const seat = all.indexOf(guest);
    if (seat < 0) return [];
    const asks = (kind) => this.offers[kind].some((other) => other !== seat);
    const answers = (kind) => (asks(kind) ? [`accept_${kind}`, `decline_${kind}`] : []);
    if (this.outcome) return [...(asks('rematch') ? answers('rematch') : ['offer_rematch']), 'phrase'];
    return [
      ...(this.guests[this.turn] === guest ? ['move'] : []),
      'resign',
      'phrase',
      'add_time',
      ...(this.moves.length < 2 ? ['abort'] : []),
      ...(asks('draw') ? answers('draw') : ['offer_draw']),
      ...(asks('takeback') ? answers('takeback') : this.moves.length && this.terms.takebacks ? ['ask_takeback'] : []),
      ...(this.#canClaim(seat) ? (all.length > 2 ? ['dismiss'] : ['claim_win', 'claim_draw']) : []),
    ];
  }

  /** As in sumito.play: nobody claims on the own turn, and the player to move must be away. */
  #canClaim(seat) {
    return this.turn !== seat && (this.#claims.get(this.guests[this.turn]) ?? Infinity) <= this.time;
  }

  #apply(seat, { kind, move, phrase }) {
    const all = this.guests.map((_, i) => i);
    const others = all.filter((each) => each !== seat);
    if (kind === 'move') return this.play(move);
    if (kind === 'resign' && 'leaving' in this.game) return this.leave(seat, 'resignation');
    if (kind === 'dismiss') return this.leave(this.turn, 'absence');
    if (kind === 'resign') return this.end('resignation', others);
    if (kind === 'accept_draw') return this.end('agreement', all);
    if (kind === 'abort') return this.end('aborted', []);
    if (kind === 'claim_win') return this.end('absence', [seat]);
    if (kind === 'claim_draw') return this.end('absence', all);
    if (kind === 'accept_takeback') return this.takeBack(this.offers.takeback[0]);
    if (kind === 'accept_rematch') this.rematch = 'g2';
    if (kind === 'phrase') this.phrases = [...this.phrases, { seat, phrase, version: this.version + 1 }];
    if (kind === 'offer_draw') this.offers.draw = [seat];
    if (kind === 'decline_draw') this.offers.draw = [];
    if (kind === 'ask_takeback') this.offers.takeback = [seat];
    if (kind === 'decline_takeback') this.offers.takeback = [];
    if (kind === 'offer_rematch') this.offers.rematch = [seat];
    return this.#publish(this.moves);
  }

  /** Play a move for the player to move. */
  play(text) {
    this.game.play(this.game.readMove(text).move);
    this.clock.press?.(this.time);
    this.offers = { draw: [], takeback: [], rematch: [] };
    if (this.game.outcome) {
      const { termination, winner } = this.game.outcome;
      this.#setOutcome(termination, [this.game.players.indexOf(winner)]);
    }
    this.#publish([...this.moves, text]);
  }

  /** Take back the moves from the last one of a seat on. */
  takeBack(seat) {
    let { length } = this.moves;
    do {
      this.game.undo();
      length--;
    } while (length && this.turn !== seat);
    this.offers = { draw: [], takeback: [], rematch: [] };
    if (this.terms.control.kind !== 'untimed') this.clock.start(this.game.turn, this.time);
    this.#publish(this.moves.slice(0, length));
  }

  /** Let a player leave a game of several. */
  leave(seat, cause) {
    const { game } = this;
    const color = game.players[seat];
    game[cause === 'resignation' ? 'resign' : 'flag'](color);
    this.leavings = [...this.leavings, { seat, ply: this.moves.length, cause }];
    if (game.outcome)
      this.#setOutcome(
        cause,
        game.winners.map((each) => game.player(each)),
      );
    this.#publish([...this.moves]);
  }

  end(termination, winners) {
    this.#setOutcome(termination, winners);
    this.#publish(this.moves);
  }

  #setOutcome(termination, winners) {
    this.outcome = { termination, winners };
    this.status = 'over';
    this.clock.stop(this.time);
  }

  /** End the game if the time of a player is over. */
  tick() {
    const { running } = this.clock;
    if (this.outcome || running === null || !this.clock.flagged(this.time)) return;
    const loser = this.game.players.indexOf(running);
    this.end(
      'time',
      this.guests.map((_, i) => i).filter((seat) => seat !== loser),
    );
  }

  /** Somebody has come or gone. */
  setPresence(guest, claimAt) {
    if (claimAt === null) this.#claims.delete(guest);
    else this.#claims.set(guest, claimAt);
    const seats = this.guests.map((each) => this.#presenceOf(each));
    for (const [socket, { watches }] of this.sockets) {
      const message = { t: 'presence', game: GAME, version: this.version, seats, watchers: 3 };
      if (watches) this.#put(socket, false, message);
    }
  }

  #presenceOf(guest) {
    const at = this.#claims.get(guest) ?? null;
    return { here: at === null, claim_at: at };
  }

  #publish(moves) {
    const from = common(this.moves, moves);
    const kept = moves.slice(0, from);
    this.versions.push(moves);
    // The first version since when these moves have stood.
    let base = this.version;
    while (base > 0 && common(kept, this.versions[base - 1]) === from) base--;
    for (const [socket, { guest, watches }] of this.sockets) {
      if (watches) this.#put(socket, false, this.gameFor(guest, from, base));
    }
  }

  /** Return the whole game; or with `from` a change, which has no terms. */
  gameFor(guest, from = null, base = 0) {
    const { players } = this.game;
    return {
      t: 'game',
      game: GAME,
      version: this.version,
      base: from ? base : 0,
      from_ply: from ?? 0,
      moves: this.moves.slice(from ?? 0),
      ...(from === null && { terms: this.terms }),
      status: this.status,
      seats: this.guests.map((each, seat) => ({
        color: players[seat],
        name: each,
        guest: 1000 + seat,
        you: each === guest,
        ...this.#presenceOf(each),
        ...(this.guests.length > 2 && { left: this.game.active?.includes(players[seat]) === false }),
      })),
      ...(this.guests.length > 2 && { leavings: this.leavings }),
      clock: this.clockValues(),
      turn: this.turn,
      offers: this.offers,
      can: this.canOf(guest),
      outcome: this.outcome,
      rematch: this.rematch,
      deadline: this.deadline,
      phrases: this.phrases,
      watchers: 0,
    };
  }

  clockValues() {
    const { clock, time } = this;
    if (clock.control.kind === 'untimed') return null;
    const { players } = this.game;
    return {
      remaining: players.map((color) => clock.remaining(color, time)),
      running: clock.running === null ? null : players.indexOf(clock.running),
      at: time,
      delay_left: 0,
    };
  }
}
