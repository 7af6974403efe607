// The clocks of online games: the time of the server, pending moves, warnings.
import assert from 'node:assert/strict';
import test from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { begin, MINUTE, open, table } from './fakes/online_table.mjs';
import { FakeServer } from './fakes/server.mjs';

test('clocks run by the time of the server, whatever the clock of the page', async () => {
  const { server, ada, bea } = await table({ control: MINUTE });
  server.pass(5000);
  const left = server.clock.remaining('black', server.time);
  for (const { session } of [ada, bea]) {
    assert.deepEqual([session.timed, session.running], [true, 'black']);
    assert.deepEqual([session.remaining('black'), session.remaining('white')], [left, 60_000]);
  }
});

test('a page that is opened in the middle of a turn shows the right time', async () => {
  const { server } = await table({ control: MINUTE });
  server.pass(20_000);
  const late = await open(server, 'ada', { skew: -500 });
  assert.equal(late.session.remaining('black'), server.clock.remaining('black', server.time));
});

test('a slow network shifts the clock by half of the difference of its ways at most', async () => {
  const server = new FakeServer({ control: MINUTE });
  server.latency = { up: 300, down: 100 };
  const { session } = await open(server, 'ada');
  server.pass(1000);
  assert.equal(session.remaining('black') - server.clock.remaining('black', server.time), -100);
});

test('before the time of the server is known, the clock shows its last values', async () => {
  const server = new FakeServer({ control: MINUTE });
  server.wait(7000);
  const { opening } = begin(server, 'ada');
  server.carry(server.wires[0]);
  const ping = server.wires.findIndex(({ message: { t } }) => t === 'ping');
  server.wires.splice(ping, 1);
  server.flush();
  const session = await opening;
  assert.deepEqual([session.serverTime, session.remaining('black')], [null, 53_000]);
  server.wait(1000);
  assert.equal(session.remaining('black'), 53_000);
  server.pass(3000);
  assert.equal(session.remaining('black'), server.clock.remaining('black', server.time));
});

test('the own move stops the own clock at once, and the server corrects it', async () => {
  const { server, ada } = await table({ control: MINUTE });
  server.pass(4980); // the tables took 20 ms
  server.latency = { up: 200, down: 200 };
  ada.play('a3b4');
  assert.deepEqual([ada.session.running, ada.session.remaining('black')], ['white', 57_000]);
  server.pass(200);
  assert.deepEqual([ada.session.remaining('black'), ada.session.remaining('white')], [57_000, 59_800]);
  server.pass(300);
  assert.equal(ada.session.remaining('black'), 56_800, 'the move was 200 ms on its way');
  assert.equal(ada.session.remaining('white'), server.clock.remaining('white', server.time));
});

test('a phrase does not start the clock of a pending move again', async () => {
  const { server, ada } = await table({ control: MINUTE });
  server.strict = false;
  server.commitMs = 5000;
  ada.play('a3b4');
  server.pass(1000);
  const before = ada.session.remaining('black');
  ada.session.receive({ ...server.gameFor('ada'), version: 0 });
  server.pass(1000);
  assert.deepEqual([ada.session.running, ada.session.remaining('black')], ['white', before]);
});

test('a refused move starts the own clock again', async () => {
  const { server, ada } = await table({ control: MINUTE });
  server.canOf = () => [];
  ada.play('a3b4');
  assert.equal(ada.session.running, 'white');
  server.pass(1000);
  assert.deepEqual(
    [ada.session.running, ada.session.remaining('black')],
    ['black', server.clock.remaining('black', server.time)],
  );
});

test('a clock stops at zero, and only the server ends the game', async () => {
  const { server, ada } = await table({ control: MINUTE });
  server.tick = () => {};
  server.pass(70_000);
  assert.deepEqual([ada.session.remaining('black'), ada.session.outcome], [0, null]);
  assert.equal(ada.play('a3b4'), 'pending', 'the move may be in time for the server');
  delete server.tick;
  server.wires = [];
  server.pass(100);
  assert.deepEqual(ada.session.outcome, { termination: 'time', winner: 'white' });
  assert.deepEqual([ada.texts(), ada.session.pending, ada.session.running], [[], null, null]);
  assert.deepEqual(ada.names().slice(-3), ['move', 'undo', 'end']);
  const timers = [...ada.tab.timers].map(({ ms }) => ms);
  assert.deepEqual(timers, [2500], 'only pings go on');
});

test('players are warned of little time, and ticks are told', async () => {
  const { server, ada } = await table({ control: MINUTE });
  let ticks = 0;
  ada.session.on('clock', () => ticks++);
  server.pass(1000);
  assert.ok(ticks >= 10);
  server.pass(50_000);
  assert.deepEqual(
    ada.events.filter(([name]) => name === 'low'),
    [
      ['low', 'black', 30],
      ['low', 'black', 10],
    ],
  );
});

test('each move with its own time has its own warnings', async () => {
  const { server, ada, bea } = await table({ control: { kind: 'per_move', time_ms: 20_000 } });
  server.pass(11_000);
  ada.play('a3b4');
  server.pass(11_000);
  bea.play('i7h6');
  server.pass(11_000);
  const low = ada.events.filter(([name]) => name === 'low').map(([, color]) => color);
  assert.deepEqual(low, ['black', 'white', 'black']);
});

test('an untimed game has no clock', async () => {
  const { ada } = await table();
  assert.deepEqual([ada.session.timed, ada.session.running, ada.session.remaining('black')], [false, null, null]);
  assert.deepEqual(
    [...ada.tab.timers].map(({ ms }) => ms),
    [2500],
  );
});
