// A game on this machine: moves, takebacks, ends, and the record of each in the database.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { parseCell } from '../../../src/sumito/web/core/cells.js';
import { Claims } from '../../../src/sumito/web/game/claims.js';
import { LocalSession } from '../../../src/sumito/web/game/local_session.js';
import { Store } from '../../../src/sumito/web/shell/store.js';
import { core, THREE, threeCore } from './fakes/core.mjs';
import { fetchFile } from './fakes/fetch.mjs';
import { FakeBrowser } from './fakes/platform.mjs';

const STANDARD = core.game().position();
const TERMS = {
  kind: 'local',
  start: STANDARD,
  moves: [],
  rules: {},
  players: { black: '', white: '' },
  outcome: null,
};
const TOTAL = { kind: 'total', time_ms: 60_000 };
const EVENTS = ['move', 'undo', 'end', 'low', 'away', 'back', 'problem'];
const release = JSON.parse(await readFile(new URL('../release_0_1.json', import.meta.url), 'utf8'));

async function open(terms = {}, { browser = new FakeBrowser(), rules = core, colors = undefined } = {}) {
  const tab = browser.openTab();
  const store = await Store.open(tab, colors);
  const claims = new Claims(tab.openChannel('sumito.playing'));
  const surroundings = { core: rules, store, claims, platform: tab };
  const session = new LocalSession(surroundings, structuredClone({ ...TERMS, ...terms }));
  const events = [];
  for (const name of EVENTS) session.on(name, () => events.push(name));
  const play = (text) => session.play(session.game.readMove(text).move);
  /** The record on the disk. */
  const kept = async () => {
    await session.saved;
    return store.game(session.record.id);
  };
  return { browser, tab, disk: browser.indexedDB, store, claims, session, events, play, kept };
}

test('a legal move is accepted, told and saved', async () => {
  const { session, events, play, kept } = await open();
  assert.equal(play('a3b4'), 'accepted');
  assert.deepEqual([session.last.text, session.plies.length, session.game.turn], ['a3b4', 1, 'white']);
  assert.deepEqual(events, ['move']);
  assert.deepEqual((await kept()).moves, [session.last.number]);
});

test('an illegal move is refused and nothing is told', async () => {
  const { session, events, disk } = await open();
  const move = session.game.legalMoves()[0].number;
  session.play(move);
  assert.equal(session.play(move), 'refused');
  await session.saved;
  assert.deepEqual([events, disk.written.length], [['move'], 1]);
});

test('a takeback is saved', async () => {
  const { session, events, play, kept } = await open();
  for (const text of ['a3b4', 'i7h6', 'a2b3']) play(text);
  session.undo(2);
  assert.deepEqual([session.plies.length, session.game.turn], [1, 'white']);
  assert.deepEqual(events, ['move', 'move', 'move', 'undo']);
  assert.deepEqual((await kept()).moves, [session.last.number]);
});

test('a takeback of an ended game is saved as a game that goes on', async () => {
  const { session, play, kept } = await open({ control: TOTAL });
  play('a3b4');
  session.resign('white');
  assert.deepEqual((await kept()).outcome, { termination: 'resignation', winner: 'black' });
  session.undo(1);
  assert.deepEqual([session.outcome, session.running], [null, 'black']);
  assert.deepEqual([(await kept()).outcome, (await kept()).moves], [null, []]);
});

test('nothing can be taken back before the first move', async () => {
  const { session, events } = await open();
  assert.equal(session.can('ask_takeback'), false);
  session.undo(1);
  assert.deepEqual(events, []);
});

test('a draw is agreed once', async () => {
  const { session, events, kept } = await open();
  session.agreeDraw();
  session.agreeDraw();
  session.resign('black');
  assert.deepEqual((await kept()).outcome, { termination: 'agreement', winner: null });
  assert.deepEqual(events, ['end']);
});

test('a game that is lost on time stays lost', async () => {
  const { tab, session, events, play, kept } = await open({ control: TOTAL });
  play('a3b4');
  tab.pass(60_100);
  assert.deepEqual(session.outcome, { termination: 'time', winner: 'black' });
  assert.equal(session.can('ask_takeback'), false);
  session.undo(1);
  assert.equal(session.plies.length, 1);
  assert.deepEqual(events, ['move', 'low', 'low', 'end']);
  assert.deepEqual((await kept()).outcome, { termination: 'time', winner: 'black' });
});

test('a move after the time is refused', async () => {
  const { tab, session, play } = await open({ control: TOTAL });
  tab.hide(); // no tick ends the game
  tab.show();
  tab.pass(59_950);
  tab.time += 100;
  assert.equal(play('a3b4'), 'refused');
  assert.deepEqual(session.outcome, { termination: 'time', winner: 'white' });
});

test('a hidden page saves the clock of a game that was saved before', async () => {
  const { tab, disk, session, play, kept } = await open({ control: TOTAL });
  tab.hide();
  await session.saved;
  assert.equal(disk.written.length, 0, 'a game without moves is not saved');
  tab.show();
  play('a3b4');
  tab.pass(7000);
  tab.hide();
  assert.deepEqual((await kept()).clockState.left, { black: 60_000, white: 53_000 });
});

test('a game goes on from its record', async () => {
  const first = await open({ control: TOTAL });
  first.play('a3b4');
  first.tab.pass(4000);
  first.tab.hide();
  const record = await first.kept();
  const second = await open(record, { browser: first.browser });
  assert.deepEqual(
    second.session.plies.map(({ text }) => text),
    ['a3b4'],
  );
  second.tab.pass(1000);
  assert.deepEqual(
    ['black', 'white'].map((color) => second.session.remaining(color)),
    [60_000, 55_000],
  );
  second.play('i7h6');
  assert.equal((await second.kept()).moves.length, 2);
  assert.equal((await second.store.games()).length, 1, 'it is the same game');
});

test('a record with an illegal move is not opened', async () => {
  await assert.rejects(() => open({ moves: [0, 0] }), { name: 'RangeError', message: /^move 0 is not legal in / });
});

test('a game in another tab cannot be changed here', async () => {
  const { browser, session, events, play } = await open({ control: TOTAL });
  play('a3b4');
  await session.saved;
  const other = await open({}, { browser });
  other.claims.claim(session.record.id);
  assert.deepEqual([session.away, session.running, session.can('ask_takeback')], ['elsewhere', null, false]);
  assert.equal(play('i7h6'), 'refused');
  session.undo(1);
  session.resign('white');
  session.agreeDraw();
  assert.deepEqual([session.plies.length, session.outcome], [1, null]);
  assert.deepEqual(events, ['move', 'away']);
});

test('a game that was deleted in another tab stops here, until it is saved again', async () => {
  const { store, session, events, play, tab } = await open({ control: TOTAL });
  play('a3b4');
  await session.saved;
  await store.removeGame(session.record.id);
  play('i7h6');
  await session.saved;
  assert.deepEqual([session.away, session.running, events], ['unsaved', null, ['move', 'move', 'away']]);
  assert.deepEqual(await store.games(), []);
  tab.pass(5000);
  session.restore();
  session.restore(); // pressed twice
  await session.saved;
  assert.deepEqual([session.away, session.running, events.slice(3)], [null, 'black', ['back']]);
  const [kept] = await store.games();
  assert.equal(kept.id, session.record.id);
  assert.deepEqual(
    kept.moves,
    session.plies.map(({ number }) => number),
  );
  play('b4c5');
  await session.saved;
  assert.equal((await store.games())[0].moves.length, 3);
});

test('a game in memory is on the disk as soon as the disk works', async () => {
  const { disk, session, events, play, kept } = await open();
  disk.failure = new DOMException('no room', 'QuotaExceededError');
  play('a3b4');
  await session.saved;
  assert.deepEqual(events, ['move', 'problem']);
  disk.failure = null;
  play('i7h6');
  await kept();
  assert.equal(disk.written.at(-1).value.moves.length, 2);
  assert.equal(await session.nameInAddress(), session.record.id);
});

test('a game that the disk does not keep is named by its record', async (t) => {
  t.mock.method(globalThis, 'fetch', fetchFile);
  const { disk, session, play } = await open();
  disk.failure = new DOMException('no room', 'QuotaExceededError');
  play('a3b4');
  const name = await session.nameInAddress();
  assert.match(name, /\[Black "\?"\]/);
  assert.match(name, /^1\. a3b4/m);
});

test('ticks and saves are told, and an undo of nothing is not', async () => {
  const { tab, session, events, play } = await open({ control: TOTAL });
  let [ticks, changes] = [0, 0];
  session.on('clock', () => ticks++);
  session.on('change', () => changes++);
  tab.pass(1000);
  assert.equal(ticks, 10);
  play('a3b4');
  assert.equal(changes, 1);
  await session.saved;
  assert.equal(changes, 2);
  session.undo(0);
  assert.deepEqual([changes, events], [2, ['move']]);
  const [a3, d6] = ['a3', 'd6'].map(parseCell);
  assert.deepEqual(
    [0, 1].map((ply) => [a3, d6].map((cell) => session.positionAfter(ply).marbles.black.includes(cell))),
    [
      [true, false],
      [false, true],
    ],
  );
});

test('takebacks, ends and another tab change the screen and the clock', async () => {
  const { browser, session, play } = await open({ control: TOTAL });
  const told = [];
  for (const name of ['clock', 'change']) session.on(name, () => told.push(name));
  const heard = () => told.splice(0);
  play('a3b4');
  assert.deepEqual([heard(), session.pending, session.clock.control], [['change'], null, TOTAL]);
  session.undo(1);
  assert.deepEqual(heard(), ['change']);
  assert.deepEqual(session.explainOutcome(), []);
  session.resign('black');
  assert.deepEqual(heard(), ['clock', 'change']);
  assert.equal(session.explainOutcome().length, 1);
  await session.saved;
  heard();
  (await open({}, { browser })).claims.claim(session.record.id);
  assert.deepEqual(heard(), ['clock']);
});

test('a move that wins ends the game', async () => {
  const start = '5/6/7/8/6SSs/8/7/6/ss3 5 0 b 0 1';
  const { session, events, play, kept } = await open({ start, control: TOTAL });
  assert.equal(play('e7e8'), 'accepted');
  assert.deepEqual([events, session.running, session.outcome.winner], [['move', 'end'], null, 'black']);
  assert.equal((await kept()).outcome.termination, 'ejection');
});

test('a closed session listens to nothing and tells nothing', async () => {
  const { tab, session, events } = await open({ control: TOTAL });
  session.close();
  tab.pass(120_000);
  tab.hide();
  assert.deepEqual([events, tab.timers.size, session.outcome], [[], 0, null]);
});

for (const record of release.database.games) {
  test(`a game of release ${release.version} opens: ${record.id}`, async () => {
    const { session } = await open(record);
    assert.deepEqual(session.outcome, record.outcome);
    assert.deepEqual(
      session.plies.map(({ number }) => number),
      record.moves,
    );
    assert.equal(session.timed, record.control.kind !== 'untimed');
    assert.equal(session.running, session.timed && !record.outcome ? session.game.turn : null);
    if (session.running) assert.equal(session.remaining(session.running), record.clockState.left[session.running]);
    if (!session.outcome) assert.equal(session.play(session.game.legalMoves()[0].number), 'accepted');
  });
}

test('three players take turns, and their game is kept', async () => {
  const players = { black: 'Ada', white: 'Bea', blue: 'Cleo' };
  const { session, kept } = await open({ players }, { rules: threeCore, colors: THREE });
  for (const move of [1, 3, 2]) assert.equal(session.play(move), 'accepted');
  assert.deepEqual(
    session.plies.map(({ color }) => color),
    [...THREE],
  );
  session.undo(1);
  assert.equal(session.game.turn, 'blue');
  session.resign('blue');
  assert.deepEqual((await kept()).outcome, { termination: 'resignation', winner: 'black' });
});
