// The socket of a page: states, reconnects, pings, the server's time.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Connection } from '../../../src/sumito/web/net/connection.js';
import { FakeTab } from './fakes/platform.mjs';

/** A connection with its sockets and the messages that it has sent. */
function connect() {
  const tab = new FakeTab();
  const sockets = [];
  tab.server = {
    connect: (socket) => sockets.push(Object.assign(socket, { sent: [] })),
    receive: (socket, message) => socket.sent.push(message),
    disconnect: () => {},
  };
  const connection = new Connection(tab, '/socket');
  const states = [];
  connection.on('state', () => states.push(connection.state));
  const socket = () => sockets.at(-1);
  /** Answer the last ping. */
  const pong = (now, games = {}) => {
    const { n } = socket().sent.findLast(({ t }) => t === 'ping');
    socket().deliver({ t: 'pong', n, now, games });
  };
  return { tab, sockets, socket, connection, states, pong };
}

/** A game that records its messages. */
const client = (version = null) => ({
  version,
  got: [],
  receive(message) {
    this.got.push(message);
  },
});

test('a connection opens one socket with the protocol of the site', () => {
  const { connection, sockets, socket, states } = connect();
  assert.equal(connection.state, 'connecting');
  assert.deepEqual([sockets.length, socket().address, socket().protocol], [1, '/socket', 'sumito.1']);
  socket().open();
  assert.deepEqual(states, ['online']);
});

test('a ping goes out at once and every 2.5 seconds, with the versions of the games', () => {
  const { tab, connection, socket, pong } = connect();
  connection.join('known', client(4));
  connection.join('new', client());
  socket().open();
  assert.deepEqual(socket().sent, [{ t: 'ping', n: 1, games: { known: 4 } }]);
  pong(0);
  tab.pass(2499);
  assert.equal(socket().sent.length, 1);
  tab.pass(1);
  assert.deepEqual(socket().sent.at(-1), { t: 'ping', n: 2, games: { known: 4 } });
});

test('every game hears that the socket is open, at first and again', () => {
  const { tab, connection, socket } = connect();
  const [early, late] = [client(), client()];
  connection.join('early', early);
  assert.deepEqual(early.got, []);
  socket().open();
  connection.join('late', late);
  assert.deepEqual([early.got, late.got], [[{ t: 'open' }], [{ t: 'open' }]]);
  socket().end(1006);
  tab.pass(1000);
  socket().open();
  assert.deepEqual([early.got.length, late.got.length], [2, 2]);
});

test('a game that takes over does not hear it twice', () => {
  const { connection, socket } = connect();
  const [first, second] = [client(), client()];
  connection.join('game', first);
  socket().open();
  connection.join('game', second);
  socket().deliver({ t: 'gone', game: 'game' });
  assert.deepEqual([first.got.length, second.got], [1, [{ t: 'gone', game: 'game' }]]);
});

test('a message goes to its game only', () => {
  const { connection, socket } = connect();
  const [one, other] = [client(1), client(1)];
  connection.join('one', one);
  connection.join('other', other);
  socket().open();
  socket().deliver({ t: 'current', game: 'one', version: 3 });
  socket().deliver({ t: 'current', game: 'unknown', version: 3 });
  assert.deepEqual([one.got.at(-1), other.got.length], [{ t: 'current', game: 'one', version: 3 }, 1]);
  connection.leave('one');
  assert.deepEqual(socket().sent.at(-1), { t: 'leave', game: 'one' });
  const { length } = socket().sent;
  connection.leave('one');
  assert.equal(socket().sent.length, length);
});

test('a pong tells each game the version of the server', () => {
  const { connection, socket, pong } = connect();
  const game = client(4);
  connection.join('game', game);
  socket().open();
  pong(0, { game: 6, left: 2 });
  assert.deepEqual(game.got.at(-1), { t: 'current', game: 'game', version: 6 });
});

test('nothing is sent or kept while the socket is not open', () => {
  const { connection, socket } = connect();
  connection.send({ t: 'state', game: 'game' });
  socket().open();
  assert.deepEqual(
    socket().sent.map(({ t }) => t),
    ['ping'],
  );
});

test('the fastest ping gives the time of the server', () => {
  const { tab, connection, socket, pong } = connect();
  let times = 0;
  connection.on('time', () => times++);
  assert.equal(connection.serverTime, null);
  socket().open();
  tab.pass(300); // there 250, back 50
  pong(500_250);
  assert.equal(connection.serverTime, 500_400, 'the middle, 100 ms wrong');
  tab.pass(2200);
  tab.pass(20);
  pong(502_510);
  assert.equal(connection.serverTime, 502_520, 'a fast answer is better');
  tab.pass(2480);
  tab.pass(400);
  pong(505_390);
  assert.equal(connection.serverTime, 505_400, 'a slow answer changes nothing');
  assert.equal(times, 3);
});

test('only the last eight pings count', () => {
  const { tab, connection, socket, pong } = connect();
  socket().open();
  pong(100_000); // no time at all, then the clocks drift apart by a second
  for (let i = 1; i <= 8; i++) {
    tab.pass(1000 + 2500 * i - tab.time); // until the next ping
    tab.pass(10);
    assert.equal(connection.serverTime - tab.time, 99_000);
    pong(tab.time + 98_000);
  }
  assert.equal(connection.serverTime - tab.time, 98_005);
});

test('a new socket measures the time anew, and the old time counts until then', () => {
  const { tab, connection, socket, pong } = connect();
  socket().open();
  pong(100_000); // in no time at all
  tab.sleep(60_000); // the clock of the page may have stood still
  socket().end(1006);
  tab.pass(1000);
  socket().open();
  assert.equal(connection.serverTime - tab.time, 99_000);
  tab.pass(40);
  pong(tab.time + 130_000);
  assert.equal(connection.serverTime - tab.time, 130_020);
});

test('a repeated or unknown pong is ignored', () => {
  const { tab, connection, socket, pong } = connect();
  socket().open();
  pong(100_000);
  tab.pass(1000);
  pong(999_999);
  socket().deliver({ t: 'pong', n: 77, now: 999_999, games: {} });
  assert.equal(connection.serverTime, 101_000);
});

test('a socket without an answer for 7.5 seconds is dead', () => {
  const { tab, connection, sockets, socket, states } = connect();
  socket().open();
  tab.pass(7499);
  assert.equal(connection.state, 'online');
  tab.pass(1);
  assert.deepEqual([states, sockets[0].isClosed], [['online', 'lost'], true]);
  tab.pass(1000);
  assert.equal(sockets.length, 2);
  sockets[0].open();
  assert.equal(connection.state, 'lost', 'the old socket is forgotten');
});

test('a page whose timers were late is not dead if the answers came', () => {
  const { tab, connection, socket, pong } = connect();
  socket().open();
  pong(0);
  tab.sleep(60_000);
  tab.pass(2500);
  assert.equal(connection.state, 'online');
});

test('a socket that does not open is given up', () => {
  const { tab, connection, sockets } = connect();
  tab.pass(9999);
  assert.equal(connection.state, 'connecting');
  tab.pass(1);
  assert.equal(connection.state, 'lost');
  tab.pass(500);
  assert.equal(sockets.length, 2);
});

test('the waits grow to sixteen seconds, with jitter, and begin anew after an answer', () => {
  const { tab, connection, sockets, socket, pong } = connect();
  /** The time until the next attempt. */
  const wait = () => {
    const [before, { length }] = [tab.time, sockets];
    while (sockets.length === length) tab.pass(1);
    return tab.time - before;
  };
  for (const [random, factor] of [
    [0, 0.5],
    [0.5, 0.75],
    [0.999999, 1],
  ]) {
    tab.random = () => random;
    for (const longest of [250, 500, 1000, 2000, 4000, 8000, 16_000, 16_000]) {
      if (longest === 250) {
        socket().open();
        pong(0);
      }
      socket().end(1006);
      assert.equal(wait(), Math.ceil(longest * factor));
    }
  }
  assert.equal(connection.state, 'lost');
});

test('a server that accepts and closes at once is not stormed', () => {
  const { tab, sockets, socket } = connect();
  for (let ms = 0; ms < 60_000; ms += 10) {
    if (!socket().isOpen && socket().onopen) socket().open();
    if (socket().isOpen) socket().end(1006);
    tab.pass(10);
  }
  assert.ok(sockets.length < 12, `${sockets.length} sockets in a minute`);
});

for (const [random, wait] of [
  [0, 200],
  [0.5, 1100],
  [0.999999, 2000],
]) {
  test(`a server that restarts is called again after ${wait} ms`, () => {
    const { tab, connection, sockets, socket, states } = connect();
    tab.random = () => random;
    socket().open();
    socket().deliver({ t: 'stopping' });
    assert.equal(connection.state, 'stopping');
    const { length } = socket().sent;
    connection.send({ t: 'state', game: 'game' });
    assert.equal(socket().sent.length, length, 'nothing more is sent');
    socket().end(1012);
    tab.pass(wait - 1);
    assert.equal(sockets.length, 1);
    tab.pass(1);
    assert.equal(sockets.length, 2);
    socket().open();
    assert.deepEqual(states, ['online', 'stopping', 'online']);
  });
}

test('a close code says that the server restarts, without a message too', () => {
  const { connection, socket } = connect();
  socket().open();
  socket().end(1012);
  assert.equal(connection.state, 'stopping');
});

test('a server that does not come back is lost', () => {
  const { tab, socket, states, pong } = connect();
  socket().open();
  pong(0);
  socket().deliver({ t: 'stopping' });
  for (let i = 0; i < 3; i++) {
    socket().end(1006);
    tab.pass(2000);
  }
  assert.deepEqual(states, ['online', 'stopping', 'lost']);
});

test('a page that was too slow waits for some seconds', () => {
  const { tab, connection, sockets, socket } = connect();
  socket().open();
  socket().end(1013);
  tab.pass(7499);
  assert.deepEqual([connection.state, sockets.length], ['lost', 1]);
  tab.pass(1);
  assert.equal(sockets.length, 2);
});

test('a page that is refused waits long, also when it is shown', () => {
  const { tab, connection, sockets, socket } = connect();
  socket().open();
  socket().end(1008);
  tab.hide();
  tab.show();
  tab.pass(44_999);
  assert.deepEqual([connection.state, sockets.length], ['refused', 1]);
  tab.pass(1);
  assert.equal(sockets.length, 2);
});

test('a page that is refused is connected at once if it asks for it', () => {
  const { connection, sockets, socket } = connect();
  socket().end(1008);
  connection.retry();
  connection.retry();
  assert.equal(sockets.length, 2);
  socket().open();
  assert.equal(connection.state, 'online');
});

test('a page that is shown again does not wait', () => {
  const { tab, sockets, socket } = connect();
  socket().open();
  tab.hide();
  tab.show();
  assert.equal(sockets.length, 1);
  socket().end(1006);
  tab.show();
  assert.equal(sockets.length, 2);
  tab.pass(5000);
  assert.equal(sockets.length, 2, 'the wait is over');
});

test('a device that has a network again does not wait', () => {
  const { tab, sockets, socket } = connect();
  socket().open();
  tab.findNetwork();
  assert.equal(sockets.length, 1);
  socket().end(1006);
  tab.findNetwork();
  assert.equal(sockets.length, 2);
});

test('the lobby and the own games are followed again after a reconnect', () => {
  const { tab, connection, socket } = connect();
  const got = [];
  connection.on('seeks', (seeks) => got.push(['seeks', seeks]));
  connection.on('yours', ({ games, seeks }) => got.push(['yours', games, seeks]));
  connection.follow('lobby');
  socket().open();
  connection.follow('yours');
  const followed = () => socket().sent.filter(({ t }) => t !== 'ping');
  const both = [
    { t: 'lobby', on: true, several: true },
    { t: 'yours', on: true },
  ];
  assert.deepEqual(followed(), both);
  socket().deliver({ t: 'seeks', seeks: [1] });
  socket().deliver({ t: 'yours', games: [2], seeks: [1] });
  assert.deepEqual(got, [
    ['seeks', [1]],
    ['yours', [2], [1]],
  ]);
  socket().end(1006);
  tab.pass(1000);
  socket().open();
  assert.deepEqual(followed(), both);
});

test('a connection is renewed at once, with a socket of its own', () => {
  const { tab, connection, sockets, socket, states } = connect();
  connection.follow('yours');
  socket().open();
  connection.renew();
  connection.send({ t: 'lost' });
  assert.deepEqual([sockets.length, sockets[0].isClosed], [2, true]);
  socket().open();
  assert.deepEqual(states, ['online', 'connecting', 'online']);
  assert.deepEqual(socket().sent[1], { t: 'yours', on: true });
  socket().end(1006);
  connection.renew();
  socket().open();
  tab.pass(5000);
  assert.equal(sockets.length, 3, 'the wait for another attempt is over');
});

test('a socket that is not open yet is renewed when it is', () => {
  const { connection, sockets, socket, states } = connect();
  connection.renew();
  assert.deepEqual([sockets.length, socket().isClosed], [1, false]);
  socket().open();
  assert.deepEqual([sockets.length, sockets[0].isClosed, states], [2, true, []]);
  socket().open();
  assert.deepEqual([sockets.length, states], [2, ['online']]);
});

test('a closed connection has no timers and does not come back', () => {
  const { tab, connection, sockets, socket } = connect();
  socket().open();
  connection.close();
  tab.pass(60_000);
  tab.show();
  assert.deepEqual([tab.timers.size, sockets.length, sockets[0].isClosed], [0, 1, true]);
  const waiting = connect();
  waiting.socket().end(1006);
  waiting.connection.close();
  waiting.tab.pass(60_000);
  assert.equal(waiting.sockets.length, 1);
});
