// One table for any mixture of seats: people at this screen, computers, people elsewhere.
import assert from 'node:assert/strict';
import test from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Claims } from '../../../src/sumito/web/game/claims.js';
import { Connection } from '../../../src/sumito/web/net/connection.js';
import { LocalSession } from '../../../src/sumito/web/game/local_session.js';
import { RemoteSession } from '../../../src/sumito/web/game/remote_session.js';
import { Seats } from '../../../src/sumito/web/game/seats.js';
import { Table } from '../../../src/sumito/web/game/table.js';
import { Store } from '../../../src/sumito/web/shell/store.js';
import { core, THREE, threeCore } from './fakes/core.mjs';
import { FakeBrowser } from './fakes/platform.mjs';
import { FakeServer, GAME } from './fakes/server.mjs';
import { FakeView } from './fakes/view.mjs';

/** A computer whose answers the test gives. */
class FakeBrain {
  questions = [];
  stops = 0;
  choose = () => this.#ask('choose');
  hint = () => this.#ask('hint');
  acceptsDraw = () => this.#ask('draw');
  stop = () => this.stops++;
  #ask(kind) {
    return new Promise((resolve, reject) => this.questions.push({ kind, resolve, reject }));
  }
  /** Answer the last question. */
  async answer(value) {
    this.questions.at(-1).resolve(value);
    await turn();
  }
  async fail() {
    this.questions.at(-1).reject(new Error('no worker'));
    await turn();
  }
}

/** The messages about the end: without and with the result. */
const told = ({ host }) => [host.ending(), host.ended()].map((list) => list.map(({ message }) => message));

const person = (color) => ({ color, here: true, name: () => `person ${color}` });
const computer = (color, brain = new FakeBrain()) => ({ color, here: false, name: () => `computer ${color}`, brain });
const stranger = (color) => ({ color, here: false, name: () => `stranger ${color}` });

async function open(seats, terms = {}, rules = seats.length === 3 ? threeCore : core) {
  const tab = new FakeBrowser().openTab();
  const store = await Store.open(tab, THREE);
  const players = Object.fromEntries(seats.map(({ color, name }) => [color, name()]));
  const start = core.game().position();
  const record = { kind: 'local', start, moves: [], rules: {}, players, outcome: null, ...terms };
  const surroundings = { core: rules, store, claims: new Claims(null), platform: tab };
  const session = new LocalSession(surroundings, record);
  /** @type {any} */ let view;
  const table = new Table(session, new Seats(seats), (host) => (view = new FakeView(host)), tab);
  const legal = () => session.game.legalMoves()[0].number;
  const messages = () => view.host.status().map(({ message }) => message);
  return { session, table, view, host: view.host, commands: view.host.commands, legal, messages, tab };
}

// ---- a person and a computer

const SOLO = { kind: 'engine', side: 'black', level: 'hazelnut', hints: true, takebacks: true };

async function solo(terms = {}) {
  const brain = new FakeBrain();
  return { brain, ...(await open([person('black'), computer('white', brain)], { ...SOLO, ...terms })) };
}

test('the person moves by hand and the computer answers', async () => {
  const { brain, session, table, view, host, legal, messages } = await solo();
  assert.deepEqual([host.hand(), host.premove(), host.near()], ['black', null, 'black']);
  assert.deepEqual(messages(), ['play.first_turn']);
  session.play(legal());
  assert.deepEqual([host.hand(), host.premove(), table.thinking, view.thinking], [null, 'black', true, 'white']);
  assert.deepEqual(messages(), ['play.thinking']);
  assert.equal(view.commands.hint, 'disabled');
  await brain.answer(legal());
  assert.deepEqual([session.plies.length, table.thinking, view.thinking], [2, false, null]);
  assert.deepEqual(messages(), ['move.goes', 'play.your_turn']);
  assert.equal(view.commands.why, 'ready');
});

test('a move of the computer is explained beside the best move', async () => {
  const { brain, session, view, commands, legal } = await solo();
  const start = session.game.position();
  assert.equal(view.commands.why, 'hidden');
  commands.why();
  assert.equal(brain.questions.length, 0);
  session.play(legal());
  const before = session.game.position();
  assert.notEqual(before, start);
  await brain.answer(legal());
  commands.why();
  assert.deepEqual(
    [brain.questions.at(-1).kind, view.commands.why, view.commands.hint],
    ['hint', 'disabled', 'disabled'],
  );
  await brain.answer(7);
  assert.deepEqual(view.reasons, [[1, before, 7]]);
  assert.equal(view.commands.why, 'ready');
});

test('the answer is dropped if the person has moved meanwhile, and a failure is told', async () => {
  const { brain, session, view, commands, legal } = await solo();
  session.play(legal());
  await brain.answer(legal());
  commands.why();
  session.play(legal());
  const [{ resolve }] = brain.questions.filter(({ kind }) => kind === 'hint');
  resolve(7);
  await turn();
  assert.deepEqual(view.reasons, []);
  await brain.answer(legal());
  view.showWhy = () => Promise.reject(new Error('no module'));
  commands.why();
  await brain.answer(7);
  await turn();
  assert.equal(view.said.at(-1), 'app.not_loaded');
});

test('a reason that fails late does not stop the computer', async () => {
  const { brain, session, table, view, commands, legal } = await solo();
  session.play(legal());
  await brain.answer(legal());
  let fail = () => {};
  view.showWhy = () => new Promise((_, reject) => (fail = reject));
  commands.why();
  await brain.answer(7);
  session.play(legal());
  const { stops } = brain;
  fail(new Error('no module'));
  await turn();
  assert.deepEqual([table.thinking, brain.stops, view.said], [true, stops, []]);
  await brain.answer(legal());
  assert.equal(session.plies.length, 4);
});

test('a computer lets the last move be seen before it answers', async () => {
  const { brain, session, table, view, legal, tab } = await solo();
  view.pause = 500;
  let land = () => {};
  view.settled = new Promise((resolve) => (land = resolve));
  session.play(legal());
  await brain.answer(legal());
  tab.pass(2000);
  await turn();
  assert.equal(session.plies.length, 1, 'the marbles are still moving');
  land();
  await turn();
  tab.pass(499);
  await turn();
  assert.deepEqual([session.plies.length, table.thinking], [1, true]);
  tab.pass(1);
  await turn();
  assert.equal(session.plies.length, 2);
});

test('a computer that has thought for longer answers at once', async () => {
  const { brain, session, view, legal, tab } = await solo();
  view.pause = 500;
  session.play(legal());
  await turn();
  tab.pass(800);
  await brain.answer(legal());
  assert.equal(session.plies.length, 2);
});

test('a takeback during the pause of a computer drops its move', async () => {
  const { brain, session, view, commands, legal, tab } = await solo();
  view.pause = 500;
  session.play(legal());
  await brain.answer(legal());
  commands.takeBack();
  tab.pass(600);
  await turn();
  assert.equal(session.plies.length, 0);
});

test('a computer in time trouble pauses only for a part of its time', async () => {
  const { brain, session, view, legal, tab } = await solo({ control: { kind: 'total', time_ms: 4000 } });
  view.pause = 500;
  session.play(legal());
  await brain.answer(legal());
  tab.pass(99);
  await turn();
  assert.equal(session.plies.length, 1);
  tab.pass(1);
  await turn();
  assert.equal(session.plies.length, 2);
});

test('a computer that begins does not pause', async () => {
  const brain = new FakeBrain();
  const { session, view, legal } = await open([computer('black', brain), person('white')], { ...SOLO, side: 'white' });
  view.pause = 500;
  await brain.answer(legal());
  assert.equal(session.plies.length, 1);
});

test('a computer with the first color begins', async () => {
  const brain = new FakeBrain();
  const { host, table } = await open([computer('black', brain), person('white')], { ...SOLO, side: 'white' });
  assert.deepEqual([table.thinking, host.near(), host.premove()], [true, 'white', 'white']);
  assert.equal(brain.questions.length, 1);
});

test('the first move of a computer is not taken back by a person who has not moved', async () => {
  const brain = new FakeBrain();
  const seats = [computer('black', brain), person('white')];
  const { session, view, commands, legal } = await open(seats, { ...SOLO, side: 'white' });
  await brain.answer(legal());
  assert.equal(view.commands.takeBack, 'disabled');
  commands.takeBack();
  assert.equal(session.plies.length, 1);
  session.play(legal());
  commands.takeBack();
  assert.equal(session.plies.length, 1);
});

test('a computer goes on after a game was lost and saved again', async () => {
  const { brain, session, table, view, legal, tab } = await solo();
  session.play(legal());
  await session.saved;
  tab.indexedDB.clear();
  await session.saved;
  assert.deepEqual([session.away, table.thinking, view.thinking], ['unsaved', false, null]);
  session.restore();
  assert.deepEqual([session.away, table.thinking, brain.questions.length], [null, true, 2]);
  await brain.answer(legal());
  assert.equal(session.plies.length, 2);
});

test('an answer to an old question is dropped', async () => {
  const { brain, session, table, commands, legal } = await solo();
  session.play(legal());
  const answer = legal();
  commands.takeBack();
  assert.deepEqual([session.plies.length, table.thinking, brain.stops], [0, false, 1]);
  await brain.answer(answer);
  assert.equal(session.plies.length, 0);
});

test('a takeback goes back to the last turn of the person', async () => {
  const { brain, session, view, commands, legal } = await solo();
  assert.equal(view.commands.takeBack, 'disabled');
  session.play(legal());
  await brain.answer(legal());
  assert.equal(view.commands.takeBack, 'ready');
  commands.takeBack();
  assert.deepEqual([session.plies.length, session.game.turn], [0, 'black']);
});

test('a takeback in the middle of a game leaves the turns before it', async () => {
  const { brain, session, view, commands, legal } = await solo();
  assert.deepEqual([view.commands.takeBack, view.commands.resign], ['disabled', 'ready']);
  for (let turns = 0; turns < 3; turns++) {
    session.play(legal());
    await brain.answer(legal());
  }
  commands.takeBack();
  assert.equal(session.plies.length, 4);
  session.resign('black');
  assert.equal(view.commands.resign, 'hidden');
});

test('takebacks and hints can be left out', async () => {
  const { brain, session, view, commands, legal } = await solo({ takebacks: false, hints: false });
  assert.deepEqual([view.commands.takeBack, view.commands.hint], ['hidden', 'hidden']);
  session.play(legal());
  await brain.answer(legal());
  commands.takeBack();
  assert.equal(session.plies.length, 2);
});

test('a hint shows the marbles first, then the move', async () => {
  const { brain, view, commands, legal } = await solo();
  commands.hint();
  assert.equal(view.commands.hint, 'disabled', 'while the computer looks for one');
  await brain.answer(legal());
  commands.hint();
  await turn();
  assert.deepEqual(view.hints, [
    [legal(), false],
    [legal(), true],
  ]);
  assert.equal(brain.questions.length, 1);
  assert.equal(view.commands.hint, 'ready');
});

test('no hint is looked for while the computer thinks, for two people, or after the end', async () => {
  const { brain, session, commands, legal } = await solo();
  commands.hint();
  commands.hint();
  await turn();
  assert.equal(brain.questions.length, 1, 'it is looking for one');
  await brain.answer(legal());
  session.play(legal());
  commands.hint();
  await turn();
  assert.deepEqual(
    brain.questions.map(({ kind }) => kind),
    ['hint', 'choose'],
  );
  session.resign('black');
  commands.hint();
  await turn();
  assert.equal(brain.questions.length, 2);
  const two = await open([person('black'), person('white')]);
  two.commands.hint();
  await turn();
  assert.deepEqual(two.view.hints, []);
});

test('a hint that comes after the move is dropped', async () => {
  const { brain, session, view, commands, legal } = await solo();
  commands.hint();
  const [question] = brain.questions;
  session.play(legal());
  question.resolve(legal());
  await turn();
  assert.deepEqual(view.hints, []);
});

test('the computer accepts a draw', async () => {
  const { brain, session, view, commands } = await solo();
  commands.draw();
  await turn();
  assert.deepEqual([view.said, view.commands.draw], [['play.draw.asked'], 'disabled']);
  await brain.answer(true);
  assert.deepEqual(session.outcome, { termination: 'agreement', winner: null });
  assert.deepEqual([view.end, view.commands.draw], [['play.drawn', undefined], 'hidden']);
});

test('the computer declines a draw, and the game goes on', async () => {
  const { brain, session, view, commands, legal } = await solo();
  commands.draw();
  await turn();
  await brain.answer(false);
  assert.deepEqual(view.said, ['play.draw.asked', 'play.draw.declined']);
  assert.deepEqual([session.outcome, view.commands.draw], [null, 'ready']);
  assert.equal(session.play(legal()), 'accepted');
});

test('a draw that is accepted after the next move is no draw', async () => {
  const { brain, session, commands, legal } = await solo();
  commands.draw();
  await turn();
  const [question] = brain.questions;
  session.play(legal());
  question.resolve(true);
  await turn();
  assert.equal(session.outcome, null);
});

test('no draw can be offered while the computer thinks', async () => {
  const { brain, session, view, commands, legal } = await solo();
  session.play(legal());
  assert.equal(view.commands.draw, 'disabled');
  commands.draw();
  await turn();
  assert.deepEqual([brain.questions.length, view.said], [1, []]);
});

test('a computer that fails is told, and can be asked again', async (t) => {
  t.mock.method(console, 'error', () => {});
  const { brain, session, table, view, commands, legal } = await solo();
  commands.hint();
  await brain.fail();
  assert.deepEqual([view.said, view.commands.hint], [['play.engine_failed'], 'ready']);
  session.play(legal());
  await brain.fail();
  assert.deepEqual([view.said.length, table.thinking], [2, false]);
  assert.equal(view.commands.draw, 'disabled', 'it is the turn of the computer');
});

test('the person resigns, whoever is to move', async () => {
  const { brain, session, view, commands, legal } = await solo();
  session.play(legal());
  commands.resign();
  assert.deepEqual(session.outcome, { termination: 'resignation', winner: 'white' });
  assert.deepEqual([view.end[0], view.commands.resign, brain.stops], ['play.lost', 'hidden', 1]);
});

test('a won game says so', async () => {
  const { session, view } = await solo();
  session.resign('white');
  assert.equal(view.end[0], 'play.won');
});

test('a game that has ended asks no computer', async () => {
  const brain = new FakeBrain();
  const outcome = { termination: 'resignation', winner: 'white' };
  const { view } = await open([computer('black', brain), person('white')], { ...SOLO, side: 'white', outcome });
  assert.deepEqual([brain.questions.length, view.end[0]], [0, 'play.won']);
});

test('a closed table stops the computer', async () => {
  const { brain, session, table, view, legal } = await solo();
  session.play(legal());
  const answer = legal();
  table.close();
  await brain.answer(answer);
  assert.deepEqual([brain.stops, view.closed, session.plies.length], [1, true, 1]);
});

// ---- two people

test('two people take turns at one screen', async () => {
  const { session, view, host, commands, legal, messages } = await open([person('black'), person('white')]);
  assert.deepEqual([host.hand(), host.premove(), host.near()], ['black', null, 'black']);
  assert.deepEqual(messages(), ['local.turn']);
  session.play(legal());
  assert.deepEqual([host.hand(), host.premove(), host.near()], ['white', null, 'black']);
  assert.deepEqual(messages(), ['move.goes', 'local.turn']);
  assert.deepEqual([view.commands.hint, view.commands.draw, view.commands.why], ['hidden', 'ready', 'hidden']);
  commands.takeBack();
  assert.equal(session.plies.length, 0);
  commands.resign();
  assert.deepEqual(view.end, ['local.won', { name: 'person white' }]);
  assert.deepEqual(told({ host }), [['outcome.resignation.win'], ['outcome.resignation.win']]);
});

test('two people agree to a draw', async () => {
  const { session, view, commands } = await open([person('black'), person('white')]);
  view.drawAnswer = false;
  commands.draw();
  await turn();
  assert.equal(session.outcome, null);
  view.drawAnswer = true;
  commands.draw();
  await turn();
  assert.equal(session.outcome.termination, 'agreement');
});

test('an agreement that comes after another move is no draw', async () => {
  const { session, view, commands, legal } = await open([person('black'), person('white')]);
  view.drawAnswer = new Promise((resolve) => (view.agree = resolve));
  commands.draw();
  session.play(legal());
  view.agree(true);
  await turn();
  assert.equal(session.outcome, null);
});

test('the board follows the player to move if the terms say so', async () => {
  const { session, view, host, legal } = await open([person('black'), person('white')], { turning: true });
  await turn();
  const before = view.seatings;
  session.play(legal());
  await turn();
  assert.deepEqual([host.near(), view.seatings], ['white', before + 1]);
});

test('the table waits for the moves of people elsewhere', async () => {
  const { session, host, table, legal } = await open([person('black'), stranger('white')]);
  session.play(legal());
  assert.deepEqual([host.hand(), host.premove(), table.thinking], [null, 'black', false]);
});

// ---- three players

test('a person and two computers', async () => {
  const [first, second] = [new FakeBrain(), new FakeBrain()];
  const seats = [person('black'), computer('white', first), computer('blue', second)];
  const { session, view, host, commands } = await open(seats, { ...SOLO });
  session.play(1);
  assert.equal(view.thinking, 'white');
  await first.answer(3);
  assert.equal(view.thinking, 'blue');
  assert.equal(host.premove(), 'black');
  await second.answer(5);
  assert.deepEqual([host.hand(), session.plies.length, view.commands.why], ['black', 3, 'ready']);
  commands.draw();
  await turn();
  await first.answer(true);
  assert.equal(session.outcome, null, 'the second computer has not agreed yet');
  await second.answer(false);
  assert.deepEqual(view.said.at(-1), 'play.draw.declined');
  commands.takeBack();
  assert.deepEqual([session.plies.length, session.game.turn], [0, 'black']);
});

test('two people and a computer between them', async () => {
  const brain = new FakeBrain();
  const { session, view, host, commands, messages } = await open([
    person('black'),
    computer('white', brain),
    person('blue'),
  ]);
  session.play(1);
  assert.deepEqual([host.hand(), host.premove(), messages()], [null, 'blue', ['play.thinking']]);
  await brain.answer(3);
  assert.deepEqual([host.hand(), messages().at(-1)], ['blue', 'local.turn']);
  commands.takeBack();
  assert.deepEqual([session.plies.length, session.game.turn], [0, 'black'], 'to the last turn of a person');
  session.play(1);
  await brain.answer(3);
  commands.draw();
  await turn();
  await brain.answer(true);
  assert.equal(session.outcome.termination, 'agreement');
  assert.equal(view.end[0], 'play.drawn');
});

test('three people', async () => {
  const { session, view, host } = await open(THREE.map(person));
  for (const move of [2, 1, 3, 2, 1, 3, 2]) session.play(move);
  assert.deepEqual(session.outcome, { termination: 'ejection', winner: 'black' });
  assert.deepEqual(view.end, ['several.wins', { player: { color: 'black' } }]);
  assert.equal(host.near(), 'black');
  const { seats } = host;
  assert.deepEqual(
    THREE.map((color) => seats.after(color).color),
    ['white', 'blue', 'black'],
  );
  assert.throws(() => seats.of('red'), RangeError);
});

// ---- people elsewhere, through a server

/** Open a table for each player of a server. */
async function online(options = {}, status = 'playing') {
  const server = Object.assign(new FakeServer(options), { status });
  const tables = [];
  for (const guest of [...server.guests, 'watcher']) {
    const tab = server.openTab(guest);
    const surroundings = { core: server.rules, connection: new Connection(tab, '/socket'), platform: tab };
    const opening = RemoteSession.open(surroundings, GAME);
    server.pass(10);
    const session = await opening;
    const seats = session.seats.map(({ color, you, name }) => ({ color, here: you, name: () => name }));
    /** @type {any} */ let view;
    const table = new Table(session, new Seats(seats), (host) => (view = new FakeView(host)), tab);
    const { host } = view;
    const messages = () => host.status().map(({ message }) => message);
    const ready = () => Object.keys(view.commands).filter((name) => view.commands[name] === 'ready');
    tables.push({ session, table, view, host, commands: host.commands, messages, ready });
  }
  const [ada, bea] = tables;
  return { server, tables, ada, bea, watcher: tables.at(-1) };
}

const firstLegal = ({ session }) => session.game.legalMoves()[0].number;

test('two tables of one online game', async () => {
  const { server, ada, bea, watcher } = await online();
  assert.deepEqual([ada.host.hand(), ada.host.premove(), ada.host.near()], ['black', null, 'black']);
  assert.deepEqual([bea.host.hand(), bea.host.premove(), bea.host.near()], [null, 'white', 'white']);
  assert.deepEqual([watcher.host.hand(), watcher.host.premove(), watcher.host.near()], [null, null, 'black']);
  assert.deepEqual([ada.messages(), bea.messages()], [['play.first_turn'], ['local.turn']]);
  ada.session.play(firstLegal(ada));
  assert.deepEqual([ada.host.hand(), ada.host.premove(), bea.host.hand()], [null, 'black', null]);
  server.pass(10);
  assert.deepEqual([bea.host.hand(), bea.messages()], ['white', ['move.goes', 'play.first_turn']]);
  assert.deepEqual(ada.messages(), ['move.goes', 'local.turn']);
  assert.deepEqual([ada.table.thinking, ada.view.commands.why], [false, 'hidden']);
});

test('nobody moves while a seat is free', async () => {
  const { ada } = await online({}, 'waiting');
  assert.equal(ada.host.hand(), null);
});

test('the server says which commands are possible', async () => {
  const { server, ada, bea, watcher } = await online();
  assert.deepEqual(ada.ready(), ['draw', 'add_time', 'abort']);
  assert.deepEqual([watcher.ready(), watcher.view.commands.draw], [[], 'hidden']);
  ada.session.play(firstLegal(ada));
  assert.deepEqual(ada.ready(), [], 'not before the move is stored');
  server.pass(10);
  assert.deepEqual(ada.ready(), ['takeBack', 'draw', 'add_time', 'abort']);
  assert.deepEqual(bea.ready(), ['draw', 'add_time', 'abort'], 'no own move to take back');
});

test('a takeback is a question to the other player', async () => {
  const { server, ada, bea } = await online();
  ada.session.play(firstLegal(ada));
  server.pass(10);
  ada.commands.takeBack();
  server.pass(10);
  assert.deepEqual([ada.session.plies.length, bea.ready().includes('accept_takeback')], [1, true]);
  bea.commands.decline_takeback();
  server.pass(10);
  assert.deepEqual([ada.session.plies.length, bea.ready().includes('accept_takeback')], [1, false]);
  ada.commands.takeBack();
  server.pass(10);
  bea.commands.accept_takeback();
  server.pass(10);
  assert.deepEqual([ada.session.plies.length, bea.session.plies.length, ada.host.hand()], [0, 0, 'black']);
});

test('a game without takebacks hides the button', async () => {
  const { ada } = await online({ takebacks: false });
  assert.equal(ada.view.commands.takeBack, 'hidden');
});

test('a draw is an offer to the other player, and the same button accepts it', async () => {
  const { server, ada, bea } = await online();
  bea.commands.draw();
  server.pass(10);
  await turn();
  assert.deepEqual([ada.session.outcome, ada.session.offers.draw], [null, [1]]);
  assert.equal(ada.view.commands.decline_draw, 'ready');
  ada.commands.draw();
  await turn();
  server.pass(10);
  assert.deepEqual([ada.view.end[0], bea.view.end[0]], ['play.drawn', 'play.drawn']);
  assert.deepEqual([ada.view.commands.resign, ada.view.commands.offer_rematch], ['hidden', 'ready']);
});

test('a player resigns, and both agree to a rematch', async () => {
  const { server, ada, bea, watcher } = await online();
  bea.commands.resign();
  server.pass(10);
  assert.deepEqual([ada.view.end[0], bea.view.end[0]], ['play.won', 'play.defeat']);
  assert.deepEqual(watcher.view.end, ['local.won', { name: 'ada' }]);
  assert.deepEqual(told(ada), [['ended.resignation.won'], ['play.won', 'ended.resignation.won']]);
  assert.deepEqual(told(bea), [['ended.resignation.lost'], ['play.defeat', 'ended.resignation.lost']]);
  assert.deepEqual(told(watcher), [['outcome.resignation.win'], ['outcome.resignation.win']]);
  ada.commands.offer_rematch();
  server.pass(10);
  assert.deepEqual([bea.view.commands.accept_rematch, bea.view.commands.offer_rematch], ['ready', 'hidden']);
  bea.commands.accept_rematch();
  server.pass(10);
  assert.equal(ada.session.rematch, 'g2');
});

test('a game is aborted before it has begun', async () => {
  const { server, ada, bea } = await online();
  ada.commands.abort();
  server.pass(10);
  assert.equal(bea.session.outcome.termination, 'aborted');
});

test('the game of a player who is away is claimed', async () => {
  const { server, ada, bea, watcher } = await online();
  ada.session.play(firstLegal(ada));
  server.pass(10);
  assert.equal(ada.view.commands.claim_win, 'hidden');
  server.setPresence('bea', server.time + 20_000);
  server.pass(19_900);
  assert.equal(ada.view.commands.claim_win, 'hidden');
  server.pass(200);
  assert.deepEqual([ada.view.commands.claim_win, ada.view.commands.claim_draw], ['ready', 'ready']);
  assert.deepEqual([bea.view.commands.claim_win, watcher.view.commands.claim_win], ['hidden', 'hidden']);
  server.setPresence('bea', null);
  server.pass(10);
  assert.equal(ada.view.commands.claim_win, 'hidden', 'the player has come back');
  server.setPresence('bea', server.time);
  server.pass(10);
  ada.commands.claim_win();
  server.pass(10);
  assert.deepEqual(bea.session.outcome, { termination: 'absence', winner: 'black' });
});

test('phrases go to the other player', async () => {
  const { server, ada, bea } = await online();
  ada.host.sendPhrase('good_luck');
  server.pass(10);
  assert.deepEqual(bea.session.phrases, [{ seat: 0, phrase: 'good_luck', version: 1 }]);
});

test('three tables of one online game', async () => {
  const { server, tables } = await online({ guests: ['ada', 'bea', 'cleo'], rules: threeCore });
  for (const [ply, number] of [1, 3, 5].entries()) {
    tables[ply].session.play(number);
    server.pass(10);
  }
  assert.deepEqual(
    tables.map(({ host }) => [host.hand(), host.premove(), host.near()]),
    [
      ['black', null, 'black'],
      [null, 'white', 'white'],
      [null, 'blue', 'blue'],
      [null, null, 'black'],
    ],
  );
});

test('a game on this machine has no commands of online games', async () => {
  const { session, view, commands } = await open([person('black'), person('white')]);
  commands.abort();
  assert.deepEqual([session.outcome, view.commands.abort, session.can('phrase')], [null, 'hidden', false]);
});
