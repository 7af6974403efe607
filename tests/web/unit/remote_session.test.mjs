// Online games: two pages and a server whose network fails in every way.
import assert from 'node:assert/strict';
import test from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Connection } from '../../../src/sumito/web/net/connection.js';
import { GoneError, RemoteSession } from '../../../src/sumito/web/game/remote_session.js';
import { THREE, core, threeCore } from './fakes/core.mjs';
import { fetchFile } from './fakes/fetch.mjs';
import { MINUTE, MOVES, open, table } from './fakes/online_table.mjs';
import { FakeServer, GAME } from './fakes/server.mjs';

test('the own move is shown at once, and acknowledged later', async () => {
  const { server, ada, bea } = await table();
  assert.equal(ada.play('a3b4'), 'pending');
  assert.deepEqual([ada.texts(), ada.session.pending.text, ada.session.game.turn], [['a3b4'], 'a3b4', 'white']);
  assert.deepEqual([bea.texts(), server.moves], [[], []]);
  server.pass(10);
  assert.deepEqual([ada.session.pending, ada.names()], [null, ['move']]);
  assert.deepEqual([bea.texts(), bea.names(), bea.session.pending], [['a3b4'], ['move'], null]);
  assert.deepEqual(ada.session.record.moves, [ada.session.last.number]);
});

test('a whole game, one move after the other', async () => {
  const { server, ada, bea } = await table();
  for (const [ply, text] of MOVES.entries()) {
    assert.equal([ada, bea][ply % 2].play(text), 'pending');
    server.pass(100);
  }
  assert.deepEqual([ada.texts(), bea.texts(), server.moves], [MOVES, MOVES, MOVES]);
  assert.equal(ada.session.game.position(), bea.session.game.position());
  assert.equal(server.commands.length, MOVES.length, 'each command is sent once');
});

test('nothing is sent before the own turn', async () => {
  const { server, ada, bea } = await table();
  assert.deepEqual([bea.session.can('move'), bea.play('i7h6')], [false, 'refused']);
  ada.play('a3b4');
  assert.equal(ada.session.can('move'), false);
  assert.equal(ada.session.play(ada.session.game.legalMoves()[0].number), 'refused', 'not for the other player');
  server.pass(10);
  assert.deepEqual(
    server.commands.map(({ do: { move } }) => move),
    ['a3b4'],
  );
  assert.equal(bea.session.can('move'), true);
});

test('a premove that is played in the event of a move waits until the message is taken over', async () => {
  const { server, ada, bea } = await table();
  const answers = [];
  bea.session.on('move', () => answers.push(bea.play('i7h6')));
  bea.session.on('change', () => bea.session.plies.length === 1 && answers.push(bea.play('i7h6')));
  ada.play('a3b4');
  server.pass(10);
  assert.deepEqual(
    [answers, server.moves],
    [
      ['refused', 'refused', 'pending'],
      ['a3b4', 'i7h6'],
    ],
  );
});

test('an illegal move is refused here', async () => {
  const { server, ada } = await table();
  assert.equal(ada.session.play(0), 'refused');
  assert.deepEqual([ada.names(), ada.session.plies.length], [[], 0]);
  server.pass(10);
  assert.equal(server.commands.length, 0);
});

test('a refused move is undone, and the reason is told', async () => {
  const { server, ada } = await table();
  server.canOf = () => []; // the server knows better
  ada.play('a3b4');
  server.pass(10);
  assert.deepEqual([ada.texts(), ada.session.pending, ada.names()], [[], null, ['move', 'undo', 'refusal']]);
  assert.deepEqual(ada.events.at(-1)[1], [{ message: 'online.refused.other', parameters: {} }]);
  server.pass(5000);
  assert.equal(server.commands.length, 1, 'it is not sent again');
});

test('a move without an answer is sent again after a second, as the same command', async () => {
  const { server, ada } = await table();
  ada.play('a3b4');
  server.wires = []; // lost
  server.pass(990);
  assert.equal(server.commands.length, 0);
  server.pass(20);
  assert.deepEqual([server.moves, ada.session.pending], [['a3b4'], null]);
  server.pass(5000);
  assert.equal(server.commands.length, 1);
});

test('a move whose answer is lost is not played twice', async () => {
  const { server, ada, bea } = await table();
  ada.play('a3b4');
  server.carry(server.wires.find(({ message }) => message.t === 'do'));
  server.commit();
  server.wires = [];
  server.pass(4000);
  assert.equal(server.commands.length, 2);
  assert.deepEqual(server.commands[0], server.commands[1]);
  assert.deepEqual([server.moves, ada.texts(), bea.texts()], [['a3b4'], ['a3b4'], ['a3b4']]);
  assert.deepEqual([ada.session.pending, ada.names()], [null, ['move']]);
});

test('slow commits keep the move on the board', async () => {
  const { server, ada, bea } = await table();
  server.commitMs = 3500;
  ada.play('a3b4');
  server.pass(3400);
  assert.deepEqual([ada.texts(), ada.session.pending.text, bea.texts()], [['a3b4'], 'a3b4', []]);
  server.pass(4000);
  assert.deepEqual([ada.session.pending, bea.texts(), server.moves], [null, ['a3b4'], ['a3b4']]);
  assert.deepEqual(ada.names(), ['move']);
});

for (const stored of [true, false]) {
  test(`a server that dies ${stored ? 'after' : 'before'} storing a move`, async () => {
    const { server, ada, bea } = await table();
    server.commitMs = 50;
    ada.play('a3b4');
    server.flush();
    server.restart({ stored });
    assert.deepEqual([server.moves.length, ada.texts()], [stored ? 1 : 0, ['a3b4']]);
    assert.equal(ada.session.connection, 'lost');
    server.pass(5000);
    assert.deepEqual([server.moves, ada.texts(), bea.texts()], [['a3b4'], ['a3b4'], ['a3b4']]);
    assert.deepEqual([ada.session.pending, ada.names(), bea.names()], [null, ['move'], ['move']]);
  });
}

test('a move during a planned restart arrives afterwards', async () => {
  const { server, ada, bea } = await table();
  server.announceStop();
  server.flush();
  assert.equal(ada.session.connection, 'stopping');
  assert.equal(ada.play('a3b4'), 'pending');
  server.restart({ code: 1012 });
  server.isDown = true;
  server.pass(1000);
  server.isDown = false;
  server.pass(4000);
  assert.deepEqual([ada.session.connection, server.moves, bea.texts()], ['online', ['a3b4'], ['a3b4']]);
  assert.deepEqual(ada.names(), ['move']);
});

test('a page that was away for many moves gets them all', async () => {
  const { server, ada } = await table();
  server.isDown = true;
  server.restart();
  for (const text of MOVES) server.play(text);
  server.pass(1000);
  assert.deepEqual([ada.texts(), ada.session.connection], [[], 'lost']);
  server.isDown = false;
  server.pass(5000);
  assert.deepEqual([ada.texts(), ada.session.version], [MOVES, server.version]);
});

test('a reload in the middle of a move shows what the server has', async () => {
  const { server, ada, bea } = await table();
  server.commitMs = 500;
  ada.play('a3b4');
  server.flush();
  ada.session.close();
  ada.connection.close();
  const again = await open(server, 'ada');
  assert.deepEqual([again.texts(), again.session.can('move')], [[], true]);
  server.pass(1000);
  assert.deepEqual([again.texts(), bea.texts(), again.session.can('move')], [['a3b4'], ['a3b4'], false]);
});

test('two tabs of one player: the first move counts', async () => {
  const { server, ada } = await table();
  const second = await open(server, 'ada');
  ada.play('a3b4');
  second.play('a2b3');
  server.pass(10);
  assert.deepEqual([server.moves, ada.texts(), second.texts()], [['a3b4'], ['a3b4'], ['a3b4']]);
  assert.deepEqual(second.names(), ['move', 'undo', 'move']);
  assert.equal(second.session.pending, null);
  server.pass(5000);
  assert.deepEqual(server.moves, ['a3b4']);
});

test('two tabs of one player with the same move', async () => {
  const { server, ada } = await table();
  const second = await open(server, 'ada');
  ada.play('a3b4');
  second.play('a3b4');
  server.pass(5000);
  assert.deepEqual([server.moves, ada.names(), second.names()], [['a3b4'], ['move'], ['move']]);
  assert.deepEqual([ada.session.pending, second.session.pending], [null, null]);
});

test('tabs do not use the same ids', async () => {
  const { server, ada } = await table();
  const second = await open(server, 'ada');
  ada.play('a3b4');
  second.play('a2b3');
  server.flush();
  const [one, other] = server.commands.map(({ id }) => id);
  assert.notEqual(one, other);
});

test('a takeback is asked for, accepted and shown', async () => {
  const { server, ada, bea } = await table();
  assert.equal(ada.session.can('ask_takeback'), false);
  ada.play('a3b4');
  server.pass(10);
  ada.session.undo(1);
  server.pass(10);
  assert.deepEqual([ada.session.offers.takeback, bea.session.offers.takeback], [[0], [0]]);
  assert.deepEqual([bea.session.can('accept_takeback'), ada.session.can('accept_takeback')], [true, false]);
  bea.session.command('accept_takeback');
  server.pass(10);
  assert.deepEqual([ada.texts(), bea.texts(), ada.session.game.turn], [[], [], 'black']);
  assert.deepEqual(
    [ada.names(), bea.names()],
    [
      ['move', 'undo'],
      ['move', 'undo'],
    ],
  );
  assert.deepEqual(
    bea.events.at(-1)[1].map(({ text }) => text),
    ['a3b4'],
  );
});

test('a takeback overtakes a move', async () => {
  const { server, ada, bea } = await table();
  ada.play('a3b4');
  server.pass(10);
  bea.play('i7h6');
  server.takeBack(0);
  server.pass(5000);
  assert.deepEqual([server.moves, ada.texts(), bea.texts()], [[], [], []]);
  assert.deepEqual([bea.session.pending, bea.names()], [null, ['move', 'move', 'undo']]);
});

test('a move that was stored and taken back while the page was away is not played again', async () => {
  const { server, ada } = await table();
  ada.play('a3b4');
  server.flush();
  ada.play('a2b3');
  server.isDown = true;
  server.restart();
  server.takeBack(0);
  server.isDown = false;
  server.pass(5000);
  assert.deepEqual([server.moves, ada.texts(), ada.session.pending], [[], [], null]);
});

test('a move is sent again for the new version if only a phrase came between', async () => {
  const { server, ada, bea } = await table();
  bea.session.command('phrase', 'good_luck');
  ada.play('a3b4');
  server.pass(10);
  assert.deepEqual([server.moves, ada.names()], [['a3b4'], ['move']]);
  assert.deepEqual(ada.session.phrases, [{ seat: 1, phrase: 'good_luck', version: 1 }]);
  assert.equal(new Set(server.commands.map(({ id }) => id)).size, 3, 'the new version is a new command');
});

test('a command that was given without a connection is kept beside later ones', async () => {
  const { server, ada, bea } = await table();
  ada.play('a3b4');
  server.pass(10);
  server.isDown = true;
  server.restart();
  ada.session.resign();
  ada.session.resign();
  ada.session.command('phrase', 'well_played');
  server.pass(3000);
  assert.equal(server.commands.length, 1);
  server.isDown = false;
  server.strict = false;
  server.pass(5000);
  assert.deepEqual(bea.session.outcome, { termination: 'resignation', winner: 'white' });
  assert.deepEqual(
    server.commands.slice(1).map(({ do: { kind } }) => kind),
    ['resign', 'phrase'],
  );
  assert.equal(bea.session.phrases.length, 1);
});

test('a command whose socket dies unnoticed is sent again, with the later ones', async () => {
  const { server, ada } = await table();
  server.strict = false;
  ada.session.command('offer_draw');
  server.wires = [];
  ada.session.command('phrase', 'good_luck');
  server.wires = [];
  server.pass(1100);
  assert.deepEqual([server.offers.draw, server.phrases.length], [[0], 1]);
});

test('without an answer, only a few commands wait', async () => {
  const { server, ada } = await table();
  server.isDown = true;
  server.restart();
  for (const phrase of ['good_luck', 'hello', 'thanks', 'well_played', 'sorry']) ada.session.command('phrase', phrase);
  server.isDown = false;
  server.strict = false;
  server.pass(5000);
  assert.equal(server.phrases.length, 4);
});

test('a move follows a command that has no answer yet', async () => {
  const { server, ada } = await table();
  ada.session.command('offer_draw');
  assert.equal(ada.play('a3b4'), 'pending');
  assert.equal(ada.session.can('resign'), false, 'until the move is stored');
  ada.session.resign();
  server.pass(10);
  assert.deepEqual([server.moves, server.outcome, ada.session.can('resign')], [['a3b4'], null, true]);
});

test('a draw is offered, declined, offered again and accepted', async () => {
  const { server, ada, bea } = await table();
  ada.session.agreeDraw();
  server.pass(10);
  assert.deepEqual([bea.session.offers.draw, bea.session.outcome], [[0], null]);
  bea.session.command('decline_draw');
  server.pass(10);
  assert.deepEqual(ada.session.offers.draw, []);
  ada.session.agreeDraw();
  server.pass(10);
  bea.session.agreeDraw();
  server.pass(10);
  for (const { session, names } of [ada, bea]) {
    assert.deepEqual([session.outcome, names()], [{ termination: 'agreement', winner: null }, ['end']]);
    assert.deepEqual([session.status, session.game.outcome.termination], ['over', 'agreement']);
    assert.deepEqual(session.record.outcome, session.outcome);
  }
});

test('a command that is not possible is not sent', async () => {
  const { server, ada } = await table();
  for (const kind of ['accept_draw', 'claim_win', 'offer_rematch', 'move']) ada.session.command(kind);
  server.pass(2000);
  assert.equal(server.commands.length, 0);
});

test('a player resigns', async () => {
  const { server, ada, bea } = await table();
  ada.session.resign('black');
  server.pass(10);
  assert.deepEqual(bea.session.outcome, { termination: 'resignation', winner: 'white' });
  assert.deepEqual([bea.session.can('move'), ada.play('a3b4')], [false, 'refused']);
});

test('a game that the server opens again goes on', async () => {
  const { server, ada, bea } = await table();
  ada.play('a3b4');
  server.pass(10);
  ada.session.resign();
  server.pass(10);
  Object.assign(server, { outcome: null, status: 'playing' });
  server.play('i7h6');
  server.pass(10);
  for (const { session, texts } of [ada, bea])
    assert.deepEqual([session.outcome, session.game.outcome, texts()], [null, null, ['a3b4', 'i7h6']]);
  assert.equal(ada.session.can('move'), true);
});

test('an outcome that the rules do not know ends the session, not the game', async () => {
  const { server, ada } = await table();
  ada.session.command('abort');
  server.pass(10);
  assert.deepEqual(ada.session.outcome, { termination: 'aborted', winner: null });
  assert.deepEqual([ada.session.game.outcome, ada.names()], [null, ['end']]);
});

test('a rematch is offered and accepted', async () => {
  const { server, ada, bea } = await table();
  ada.session.resign();
  server.pass(10);
  ada.session.command('offer_rematch');
  server.pass(10);
  assert.deepEqual([bea.session.offers.rematch, bea.session.rematch], [[0], null]);
  bea.session.command('accept_rematch');
  server.pass(10);
  assert.deepEqual([ada.session.rematch, bea.session.rematch], ['g2', 'g2']);
});

test('a rematch that was created while the page was away is known after it', async () => {
  const { server, ada } = await table();
  ada.session.resign();
  server.pass(10);
  server.restart();
  server.rematch = 'g2'; // without a new version
  server.pass(5000);
  assert.equal(ada.session.rematch, 'g2');
});

test('a player who is away can be claimed against', async () => {
  const { server, ada, bea } = await table();
  ada.play('a3b4');
  server.pass(10);
  let changes = 0;
  ada.session.on('change', () => changes++);
  server.setPresence('bea', server.time + 30_000);
  server.pass(10);
  assert.deepEqual([ada.session.seats[1].here, ada.session.watchers, changes], [false, 3, 1]);
  assert.ok(Math.abs(ada.session.claimIn('white') - 29_990) <= 10);
  assert.equal(ada.session.claimIn('black'), null);
  assert.deepEqual([ada.session.can('claim_win'), ada.session.can('claim_draw')], [false, false]);
  server.pass(40_000);
  assert.equal(ada.session.claimIn('white'), 0);
  assert.deepEqual([bea.session.can('claim_win'), changes], [false, 2]);
  ada.session.command('claim_win');
  server.pass(10);
  assert.deepEqual(bea.session.outcome, { termination: 'absence', winner: 'black' });
});

test('nobody can claim on the own turn', async () => {
  const { server, ada } = await table();
  server.setPresence('bea', server.time);
  server.pass(10);
  assert.deepEqual([ada.session.claimIn('white'), ada.session.can('claim_win')], [0, false]);
  assert.equal(server.canOf('ada').includes('claim_win'), false);
  ada.play('a3b4');
  server.pass(10);
  assert.equal(ada.session.can('claim_draw'), true);
});

test('the time of a claim is told when it comes, and not after the session is closed', async () => {
  const { server, ada, bea } = await table();
  ada.play('a3b4');
  server.pass(10);
  const changes = [];
  ada.session.on('change', () => changes.push(ada.session.can('claim_draw')));
  for (const guest of ['ada', 'bea']) server.setPresence(guest, server.time + 1000);
  server.pass(1010);
  assert.deepEqual(changes, [false, false, true]);
  server.play('i7h6');
  server.setPresence('ada', server.time + 1000);
  server.flush();
  bea.session.close();
  bea.connection.close();
  assert.equal(bea.tab.timers.size, 0);
});

test('the server is ahead: the page asks for the game', async () => {
  const { server, ada } = await table();
  server.play('a3b4');
  server.play('i7h6');
  server.wires = [];
  assert.deepEqual(ada.texts(), []);
  server.pass(3000);
  assert.deepEqual(ada.texts(), ['a3b4', 'i7h6']);
});

test('the server is behind: old messages change nothing', async () => {
  const { server, ada } = await table();
  const old = server.gameFor('ada');
  ada.play('a3b4');
  server.pass(10);
  ada.session.receive(old);
  ada.session.receive({ t: 'current', game: GAME, version: 0 });
  server.pass(10);
  assert.deepEqual([ada.texts(), ada.session.version], [['a3b4'], 1]);
});

test('a page that is behind asks once in a second', async () => {
  const { server, ada } = await table();
  for (let i = 0; i < 5; i++) ada.session.receive({ t: 'current', game: GAME, version: 9 });
  assert.equal(server.wires.filter(({ message }) => message.t === 'state').length, 1);
  server.pass(1000);
  ada.session.receive({ t: 'current', game: GAME, version: 9 });
  assert.equal(server.wires.filter(({ message }) => message.t === 'state').length, 1);
});

test('the answer before the move that it answers', async () => {
  const { server, ada } = await table();
  ada.play('a3b4');
  server.carry(server.wires.find(({ message }) => message.t === 'do'));
  server.commit();
  server.carry(server.wires.find(({ message }) => message.t === 'done'));
  assert.deepEqual([ada.texts(), ada.session.pending.text], [['a3b4'], 'a3b4']);
  server.pass(10);
  assert.deepEqual([ada.texts(), ada.session.pending, ada.names()], [['a3b4'], null, ['move']]);
});

test('a busy server is asked again', async () => {
  const { server, ada } = await table();
  ada.play('a3b4');
  const { message } = server.wires.find(({ message: { t } }) => t === 'do');
  server.wires = [];
  ada.session.receive({ t: 'refused', game: GAME, id: message.id, version: 0, code: 'busy' });
  assert.deepEqual([ada.texts(), ada.names()], [['a3b4'], ['move']]);
  server.pass(1100);
  assert.deepEqual(server.moves, ['a3b4']);
});

test('a game that is gone cannot be played', async () => {
  const { server, ada } = await table();
  ada.play('a3b4');
  ada.session.receive({ t: 'gone', game: GAME });
  assert.deepEqual([ada.session.away, ada.names(), ada.texts()], ['deleted', ['move', 'undo', 'away'], []]);
  assert.deepEqual([ada.play('a3b4'), ada.session.can('resign')], ['refused', false]);
  server.wires = [];
  server.restart();
  server.pass(3000);
  assert.deepEqual([ada.session.connection, server.commands.length], ['online', 0]);
  const { session } = await open(server, 'bea');
  server.play('a3b4');
  server.pass(5000);
  assert.deepEqual([session.plies.length, ada.texts()], [1, []], 'the page does not join it again');
});

test('a game that does not exist is not opened', async () => {
  const server = new FakeServer();
  await assert.rejects(() => open(server, 'ada', { id: 'unknown' }), GoneError);
});

test('a game is opened although a part of it comes first', async () => {
  const server = new FakeServer();
  for (const text of MOVES) server.play(text);
  const tab = server.openTab('ada');
  const connection = new Connection(tab, '/socket');
  const opening = RemoteSession.open({ core, connection, platform: tab }, GAME);
  server.carry(server.wires[0]);
  server.sockets.values().next().value.watches = true;
  server.play(server.game.writeMove(server.game.legalMoves()[0].number));
  server.carry(server.wires.find(({ message: { t } }) => t === 'game'));
  server.pass(10);
  assert.equal((await opening).plies.length, MOVES.length + 1);
});

test('a watcher sees the game and cannot change it', async () => {
  const { server, ada } = await table();
  const watcher = await open(server, 'cleo');
  ada.play('a3b4');
  server.pass(10);
  assert.deepEqual(watcher.texts(), ['a3b4']);
  assert.deepEqual([watcher.session.can('move'), watcher.session.can('resign')], [false, false]);
  assert.equal(watcher.play('i7h6'), 'refused');
});

test('a game that waits for players cannot be played', async () => {
  const server = new FakeServer();
  server.status = 'waiting';
  const { session, play } = await open(server, 'ada');
  assert.deepEqual([session.status, session.can('move'), play('a3b4')], ['waiting', false, 'refused']);
});

test('a closed session leaves the game and has no timers', async () => {
  const { server, ada } = await table({ control: MINUTE });
  ada.play('a3b4');
  ada.session.close();
  ada.connection.close();
  assert.equal(ada.tab.timers.size, 0);
  server.pass(10);
  assert.deepEqual(ada.names(), ['move']);
});

test('the state of the connection is told as a change', async () => {
  const { server, ada } = await table();
  let changes = 0;
  ada.session.on('change', () => changes++);
  server.isDown = true;
  server.restart();
  assert.deepEqual([changes, ada.session.connection], [1, 'lost']);
});

test('a game is named by its record', async (t) => {
  t.mock.method(globalThis, 'fetch', fetchFile);
  const { server, ada } = await table();
  ada.play('a3b4');
  server.pass(10);
  const name = await ada.session.nameInAddress();
  assert.match(name, /\[Black "ada"\]\n\[White "bea"\]/);
  assert.match(name, /^1\. a3b4/m);
  assert.equal(ada.session.record.id, undefined, 'the browser does not keep it');
});

// ---- three players

test('three players take turns, and one of them takes back', async () => {
  const server = new FakeServer({ guests: ['ada', 'bea', 'cleo'], rules: threeCore });
  const pages = [];
  for (const guest of server.guests) pages.push(await open(server, guest));
  for (const [ply, text] of ['m1', 'm3', 'm5', 'm7'].entries()) {
    assert.equal(pages[ply % 3].play(text), 'pending');
    server.pass(10);
  }
  for (const { session } of pages) {
    assert.deepEqual(
      session.plies.map(({ color }) => color),
      [...THREE, 'black'],
    );
  }
  pages[1].session.undo();
  server.pass(10);
  pages[2].session.command('accept_takeback');
  server.pass(10);
  await turn();
  for (const { session, texts } of pages) assert.deepEqual([texts(), session.game.turn], [['m1'], 'white']);
  pages[1].session.resign();
  server.pass(10);
  assert.deepEqual(pages[0].session.outcome, { termination: 'resignation', winner: null }, 'two players have won');
});
