// Online games of several players: leavings between moves, agreements of all, absent players.
import assert from 'node:assert/strict';
import test from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { coreFor, startOf } from '../../../src/sumito/web/core/core_for.js';
import { reconcile } from '../../../src/sumito/web/game/reconcile.js';
import { core } from './fakes/core.mjs';
import { fetchFile } from './fakes/fetch.mjs';
import { begin, MINUTE, open } from './fakes/online_table.mjs';
import { FakeServer } from './fakes/server.mjs';

const GUESTS = ['ada', 'bea', 'cleo'];
globalThis.fetch = fetchFile;
const THREE = await startOf('three-players');
const TEAMS = await startOf('four-players-teams');

/** Open the pages of all players, with the real rules. */
async function table({ start = THREE, guests = GUESTS, control = { kind: 'untimed' } } = {}) {
  const rules = await coreFor(core, start);
  const server = new FakeServer({ guests, rules, start, control });
  const pages = [];
  for (const guest of guests) pages.push(await page(server, guest));
  return { server, pages };
}

/** A page is open when its module is. */
async function page(server, guest) {
  const opened = open(server, guest);
  await turn();
  return opened;
}

const legal = ({ session: { game } }, at = 0) => game.writeMove(game.legalMoves()[at].number);
const colors = ({ session }) => session.plies.map(({ color }) => color);

test('three players move in turn, and everybody sees the same position', async () => {
  const { server, pages } = await table();
  for (let ply = 0; ply < 9; ply++) {
    assert.equal(pages[ply % 3].play(legal(pages[ply % 3], ply)), 'pending');
    server.pass(10);
  }
  const positions = new Set(pages.map(({ session }) => session.game.position()));
  assert.deepEqual([positions.size, server.moves.length], [1, 9]);
  assert.deepEqual(colors(pages[0]).slice(0, 4), ['black', 'blue', 'white', 'black']);
});

test('a player who leaves stands between the moves, and the others play on', async () => {
  const { server, pages } = await table();
  const [ada, bea, cleo] = pages;
  for (const each of pages) {
    each.play(legal(each));
    server.pass(10);
  }
  cleo.session.resign(); // not on the own turn
  server.pass(10);
  assert.deepEqual(ada.session.outcome, null);
  assert.deepEqual(ada.texts().at(-1), '-white:resigns');
  assert.deepEqual([ada.session.last.color, ada.session.game.turn], ['white', 'black']);
  assert.deepEqual(ada.session.positionAfter(4).marbles.white, []);
  assert.deepEqual(
    cleo.session.seats.map(({ left }) => left),
    [false, false, true],
  );
  ada.play(legal(ada));
  server.pass(10);
  assert.equal(bea.session.game.turn, 'blue');
  bea.play(legal(bea));
  server.pass(10);
  assert.equal(ada.session.game.turn, 'black', 'white is left out');
  assert.equal(ada.texts()[3], '-white:resigns');
  const late = await page(server, 'cleo');
  assert.deepEqual(late.texts(), ada.texts());
  assert.equal(late.session.game.position(), ada.session.game.position());
  assert.equal(late.session.can('move'), false);
  assert.deepEqual(ada.session.record.moves, ada.session.game.history());
});

test('the last player wins', async () => {
  const { server, pages } = await table();
  for (const each of pages) {
    each.play(legal(each));
    server.pass(10);
  }
  pages[2].session.resign();
  server.pass(10);
  pages[0].session.resign();
  server.pass(10);
  for (const { session } of pages) {
    assert.deepEqual(session.outcome, { termination: 'resignation', winner: 'blue' });
    assert.deepEqual(session.game.winners, ['blue']);
  }
});

test('a team wins together', async () => {
  const guests = [...GUESTS, 'dora'];
  const { server, pages } = await table({ start: TEAMS, guests });
  pages[0].play(legal(pages[0]));
  server.pass(10);
  pages[0].session.resign();
  server.pass(10);
  assert.deepEqual(pages[2].session.outcome, { termination: 'resignation', winner: 'blue' });
  assert.deepEqual(pages[2].session.game.winners, ['blue', 'red']);
});

test('a pending move is dropped when somebody leaves before it is stored', async () => {
  const { server, pages } = await table();
  const [ada] = pages;
  server.latency = { up: 100, down: 0 };
  ada.play(legal(ada));
  server.leave(2, 'resignation');
  server.pass(10);
  assert.deepEqual([ada.texts(), ada.session.pending], [['-white:resigns'], null]);
  server.pass(2000);
  assert.deepEqual([server.moves, ada.texts()], [[], ['-white:resigns']]);
});

test('a stored move stays when somebody leaves after it', () => {
  const local = {
    version: 3,
    moves: ['a'],
    leavings: [],
    pending: { id: 1, version: 3, command: { kind: 'move', move: 'b' } },
  };
  const message = {
    t: 'game',
    version: 5,
    base: 3,
    from_ply: 1,
    moves: ['b'],
    leavings: [{ seat: 2, ply: 2, cause: 'time' }],
  };
  assert.deepEqual(
    reconcile(local, message).map((action) => action.do),
    ['update', 'settle'],
  );
});

test('the clock of the next player who is left runs after the own move', async () => {
  const { server, pages } = await table({ control: MINUTE });
  const [ada] = pages;
  server.leave(1, 'resignation');
  server.pass(10);
  server.latency = { up: 100, down: 100 };
  ada.play(legal(ada));
  assert.equal(ada.session.running, 'white');
});

test('an opponent who is away on the own turn is dismissed', async () => {
  const { server, pages } = await table();
  const [ada, bea, cleo] = pages;
  server.setPresence('cleo', server.time);
  server.pass(10);
  assert.equal(ada.session.can('dismiss'), false, 'it is not the turn of cleo');
  for (const each of [ada, bea]) {
    each.play(legal(each));
    server.pass(10);
  }
  assert.deepEqual([ada.session.can('dismiss'), ada.session.can('claim_win')], [true, false]);
  assert.equal(cleo.session.can('dismiss'), false);
  bea.session.command('dismiss');
  server.pass(10);
  assert.deepEqual(server.leavings, [{ seat: 2, ply: 2, cause: 'absence' }]);
  assert.deepEqual([ada.session.outcome, ada.session.game.turn], [null, 'black']);
});

test('nobody dismisses a partner', async () => {
  const { server, pages } = await table({ start: TEAMS, guests: [...GUESTS, 'dora'] });
  server.setPresence('ada', server.time);
  server.pass(10);
  assert.deepEqual(
    pages.map(({ session }) => session.can('dismiss')),
    [false, true, false, true],
  );
});

test('an offer needs all who have not left', async () => {
  const { server, pages } = await table();
  const [ada] = pages;
  server.offers = { ...server.offers, draw: [0] };
  server.leave(1, 'resignation');
  server.pass(10);
  assert.deepEqual(
    ada.session.missing('draw').map(({ color }) => color),
    ['white'],
  );
  assert.deepEqual(
    ada.session.missing('rematch').map(({ color }) => color),
    ['black', 'blue', 'white'],
  );
});

test('what happens while the rules are loaded is not lost', async () => {
  const { server } = await table();
  const { opening } = begin(server, 'ada');
  server.flush();
  server.play(server.game.writeMove(server.game.legalMoves()[0].number));
  server.flush();
  const session = await opening;
  server.pass(10);
  assert.equal(session.plies.length, 1);
});
