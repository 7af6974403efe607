// What the session of an online game tells the page: refusals, ends, terms, claims and events.
import assert from 'node:assert/strict';
import test from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { parseCell } from '../../../src/sumito/web/core/cells.js';
import { GoneError } from '../../../src/sumito/web/game/remote_session.js';
import { begin, MOVES, open, table } from './fakes/online_table.mjs';
import { FakeServer, GAME } from './fakes/server.mjs';

const isA = (type) => (wire) => wire.message.t === type;

/** Refuse the command that a page has just sent. */
function refuse(server, code, version = server.version) {
  const { socket, message } = server.wires.find(isA('do'));
  server.wires = [];
  socket.deliver({ t: 'refused', game: GAME, id: message.id, version, code });
}

for (const [code, words = code] of [
  ['not_your_turn'],
  ['stale'],
  ['illegal_move'],
  ['over'],
  ['time_up'],
  ['too_early'],
  ['too_late'],
  ['nothing_to_accept'],
  ['already_offered'],
  ['too_many'],
  ['not_allowed', 'other'],
]) {
  test(`a refusal has its words: ${code}`, async () => {
    const { server, ada } = await table();
    ada.play('a3b4');
    refuse(server, code);
    assert.deepEqual(ada.events.at(-1), ['refusal', [{ message: `online.refused.${words}`, parameters: {} }]]);
  });
}

test('a refusal by a server that is ahead is told too', async () => {
  const { server, ada } = await table();
  ada.play('a3b4');
  refuse(server, 'over', 1);
  assert.deepEqual(ada.names(), ['move', 'undo', 'refusal']);
  assert.ok(server.wires.some(isA('state')), 'the page asks for the game');
});

for (const termination of ['aborted', 'absence', 'expired']) {
  test(`an end that the rules do not know has its words: ${termination}`, async () => {
    const { server, ada } = await table();
    assert.deepEqual(ada.session.explainOutcome(), []);
    server.end(termination, []);
    server.pass(10);
    assert.deepEqual(ada.session.explainOutcome(), [{ message: `online.ended.${termination}`, parameters: {} }]);
  });
}

test('an end by the rules is explained by the rules', async () => {
  const { server, ada } = await table();
  server.end('resignation', [0]);
  server.pass(10);
  assert.deepEqual(ada.session.explainOutcome(), ada.session.game.explainOutcome());
  assert.equal(ada.session.explainOutcome().length, 1);
});

test('a session knows the game of the server', async () => {
  const server = new FakeServer();
  server.deadline = server.time + 5000;
  const [ada, watcher] = [await open(server, 'ada'), await open(server, 'cleo')];
  const { id, terms, deadline, clock, saved } = ada.session;
  assert.deepEqual([id, terms, deadline, clock.control.kind], [GAME, server.terms, server.deadline, 'untimed']);
  assert.deepEqual([ada.session.isPlayer, watcher.session.isPlayer], [true, false]);
  await assert.doesNotReject(saved);
  const { created, ...record } = ada.session.record;
  assert.equal(typeof created, 'number');
  assert.deepEqual(record, {
    kind: 'local',
    start: server.start,
    moves: [],
    rules: {},
    players: { black: 'ada', white: 'bea' },
    outcome: null,
    control: { kind: 'untimed' },
    takebacks: true,
  });
});

test('a seat without a name has an empty name in the record', async () => {
  const { session } = await open(new FakeServer({ guests: ['ada', null] }), 'ada');
  assert.deepEqual(session.record.players, { black: 'ada', white: '' });
});

test('the positions of the game can be looked at', async () => {
  const { ada } = await table();
  ada.play('a3b4');
  const marbles = [0, 1].map((ply) => ada.session.positionAfter(ply).marbles.black.includes(parseCell('a3')));
  assert.deepEqual(marbles, [true, false]);
});

test('a game that does not exist is named', async () => {
  const opening = open(new FakeServer(), 'ada', { id: 'nowhere' });
  await assert.rejects(opening, (error) => error instanceof GoneError && error.message === 'there is no game nowhere');
});

test('a page that gets a part of a game asks for all of it', async () => {
  const server = new FakeServer();
  for (const text of MOVES) server.play(text);
  const { opening } = begin(server, 'ada');
  let session = null;
  opening.then((opened) => (session = opened));
  server.carry(server.wires[0]);
  assert.ok(!server.wires.some(isA('state')));
  const [socket] = server.sockets.keys();
  socket.deliver(server.gameFor('ada', MOVES.length - 1, server.version));
  server.wires = server.wires.filter(isA('state'));
  server.pass(10);
  await turn();
  assert.equal(session?.plies.length, MOVES.length);
});

test('a page that is back watches the game again', async () => {
  const { server, ada } = await table();
  server.restart();
  server.pass(5000);
  assert.equal(ada.session.connection, 'online');
  server.play('a3b4');
  server.flush();
  assert.deepEqual(ada.texts(), ['a3b4']);
});

test('a page that is back sends its command again as the same one', async () => {
  const { server, ada } = await table();
  server.commitMs = 50;
  ada.play('a3b4');
  server.flush();
  server.restart({ stored: false });
  server.pass(5000);
  const [first, ...more] = server.commands.map(({ id }) => id);
  assert.ok(more.length > 0);
  assert.deepEqual([...new Set(more)], [first]);
});

test('only a player of a game that is played can claim it', async () => {
  const { server, ada } = await table();
  const watcher = await open(server, 'cleo');
  server.play('a3b4');
  server.setPresence('bea', server.time + 1000);
  server.pass(2000);
  assert.deepEqual([ada.session.can('claim_win'), watcher.session.can('claim_win')], [true, false]);
  assert.equal(ada.session.claimIn('blue'), null);
  server.end('agreement', [0, 1]);
  server.pass(10);
  assert.equal(ada.session.can('claim_win'), false);
});

test('before the time of the server is known, no claim has a time', async () => {
  const server = new FakeServer();
  server.play('a3b4');
  server.setPresence('bea', server.time + 1000);
  const { opening } = begin(server, 'ada');
  server.carry(server.wires[0]);
  server.wires = server.wires.filter((wire) => !isA('ping')(wire));
  server.flush();
  const session = await opening;
  assert.deepEqual([session.serverTime, session.claimIn('white')], [null, null]);
  const told = [];
  for (const name of ['clock', 'change']) session.on(name, () => told.push([name, session.can('claim_win')]));
  server.pass(5000); // until the next ping
  assert.deepEqual(told[0], ['clock', true], 'the time is known');
});

test('moves, commands and answers are told as changes', async () => {
  const { server, ada } = await table();
  const told = [];
  for (const name of ['clock', 'change']) ada.session.on(name, () => told.push(name));
  const heard = () => told.splice(0);
  ada.play('a3b4');
  assert.deepEqual(heard(), ['clock', 'change']);
  server.flush();
  heard();
  ada.session.command('offer_draw');
  assert.deepEqual(heard(), ['change']);
  server.flush();
  assert.deepEqual(heard(), ['clock', 'change', 'clock', 'change'], 'the new game, and the answer to the command');
});

test('a move that cannot be played is an error', async () => {
  const { server, ada } = await table();
  const message = { ...server.gameFor('ada'), version: 1, moves: ['e5e6'] };
  assert.throws(() => ada.session.receive(message), { name: 'RangeError', message: /^move e5e6 is not legal in / });
});
