// Random walks: players, tabs and a watcher on a network that loses, repeats and reorders messages.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Connection } from '../../../src/sumito/web/net/connection.js';
import { RemoteSession } from '../../../src/sumito/web/game/remote_session.js';
import { FakeServer, GAME } from './fakes/server.mjs';

const STEPS = 4000;
const KINDS = ['offer_draw', 'decline_draw', 'ask_takeback', 'accept_takeback', 'decline_takeback', 'phrase'];

/** A generator of numbers from 0 to 1 (mulberry32). */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A page that checks itself after every event. */
class Page {
  /** The newest version that this page has shown. */ newest = 0;

  constructor(server, guest, random) {
    this.server = server;
    this.guest = guest;
    this.random = random;
  }

  async open() {
    this.tab = this.server.openTab(this.guest, Math.floor(this.random() * 1e6));
    this.tab.random = this.random;
    this.connection = new Connection(this.tab, '/socket');
    const opening = RemoteSession.open(
      { core: this.server.rules, connection: this.connection, platform: this.tab },
      GAME,
    );
    this.server.pass(1000);
    this.session = await opening;
    for (const name of ['refusal', 'change', 'end']) this.session.on(name, () => this.check());
  }

  /** A new page of the same guest. An unanswered command is lost with the old one. */
  async reload() {
    this.close();
    await this.open();
  }

  close() {
    this.session.close();
    this.connection.close();
    this.server.tabs.splice(this.server.tabs.indexOf(this.tab), 1);
  }

  get texts() {
    return this.session.plies.map(({ text }) => text);
  }

  /** The position shown is the server's at some version, and perhaps the own move on top. */
  check() {
    const { session, texts } = this;
    const stored = session.pending ? texts.slice(0, -1) : texts;
    assert.deepEqual(stored, this.server.versions[session.version]);
    assert.equal(session.game.ply, texts.length);
    assert.ok(session.version >= this.newest, 'the game does not go backwards');
    this.newest = session.version;
  }

  act() {
    const { session, random } = this;
    if (random() < 0.5) {
      const legal = session.can('move') ? session.game.legalMoves() : [];
      if (legal.length) session.play(legal[Math.floor(random() * legal.length)].number);
    } else {
      const kinds = KINDS.filter((kind) => session.can(kind));
      const kind = kinds[Math.floor(random() * kinds.length)];
      if (kind) session.command(kind, 'hello');
    }
  }
}

/** Do something to the network or the server. */
function disturb(server, random) {
  const { wires } = server;
  const wire = wires[Math.floor(random() ** 2 * wires.length)];
  const chance = random();
  if (chance < 0.003) server.restart({ stored: random() < 0.5, code: random() < 0.5 ? 1012 : 1006 });
  else if (chance < 0.006) server.isDown = random() < 0.3;
  else if (chance < 0.008 && server.moves.length) server.takeBack(Math.floor(random() * 2));
  else if (chance < 0.2) server.wait(Math.floor(random() * 700));
  else if (wire && wire.message !== 'open' && chance < 0.25) server.wires.splice(wires.indexOf(wire), 1);
  else if (wire && wire.message !== 'open' && chance < 0.3) server.carry(wire, { keep: true });
  else if (wire) server.carry(wire);
  server.commit();
}

for (const [seed, options] of [
  [1, {}],
  [2, { strict: false }],
  [3, { commitMs: 400 }],
  [4, { commitMs: 1500, strict: false }],
]) {
  test(`all pages show the game of the server in the end: walk ${seed}`, async () => {
    const random = generator(seed);
    const server = Object.assign(new FakeServer(), options);
    const pages = ['ada', 'ada', 'bea', 'cleo'].map((guest) => new Page(server, guest, random));
    for (const page of pages) await page.open();
    for (let step = 0; step < STEPS; step++) {
      if (random() < 0.15) pages[Math.floor(random() * pages.length)].act();
      else disturb(server, random);
      for (const page of pages) page.check();
      if (step % 1000 === 999) {
        server.isDown = false;
        server.pass(40_000);
        for (const { texts, session, connection } of pages) {
          assert.deepEqual([texts, session.version], [server.moves, server.version]);
          assert.deepEqual([session.pending, connection.state], [null, 'online']);
        }
        await pages[Math.floor(random() * pages.length)].reload();
      }
    }
    const lengths = server.versions.map(({ length }) => length);
    const [moves, takebacks] = [1, -1].map((sign) => lengths.filter((n, i) => sign * (n - lengths[i - 1]) > 0).length);
    assert.ok(moves > 15 && takebacks > 3, `${moves} moves and ${takebacks} takebacks`);
    assert.deepEqual(server.outcome, null);
  });
}
