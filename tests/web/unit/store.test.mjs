// The store on a database in memory: a failing disk, other tabs, records that are not games.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Store } from '../../../src/sumito/web/shell/store.js';
import { THREE } from './fakes/core.mjs';
import { FakeBrowser } from './fakes/platform.mjs';

const GAME = { kind: 'local', start: '', moves: [], rules: {}, players: { black: 'Ada', white: '' }, outcome: null };
const FULL = new DOMException('no room', 'QuotaExceededError');
const BROKEN = new DOMException('broken', 'UnknownError');
/** Return a change that adds something to progress. @param {string} name */
const add = (name) => (/** @type {any} */ kept) => ({ ...kept, [name]: true });

async function openStore({ browser = new FakeBrowser(), colors = undefined } = {}) {
  const tab = browser.openTab();
  const store = await Store.open(tab, colors);
  const reopened = () => Store.open(browser.openTab(), colors);
  return { store, tab, browser, disk: browser.indexedDB, reopened };
}

test('the database is the one of earlier releases', async () => {
  const { disk } = await openStore();
  assert.deepEqual([disk.name, disk.version], ['sumito', 1]);
  assert.deepEqual(
    [...disk.stores].map(([name, { keyPath, indices }]) => [name, keyPath, indices]),
    [
      ['games', 'id', [['changed', 'changed']]],
      ['progress', null, []],
    ],
  );
});

test('a game is saved, changed and found again', async () => {
  const { store, tab, reopened } = await openStore();
  tab.epoch = 5000;
  const id = await store.saveGame({ ...GAME, moves: [3] });
  tab.pass(10);
  assert.equal(await store.updateGame({ ...(await store.game(id)), moves: [3, 7] }), true);
  const again = await reopened();
  const [game] = await again.games();
  assert.deepEqual([game.id, game.moves], [id, [3, 7]]);
  assert.match(id, /^[0-9a-z]{16}$/);
  assert.deepEqual([game.created, game.changed], [6000, 6010]);
  assert.equal(store.keeps(id), true);
});

test('progress is kept by its name', async () => {
  const { store, reopened } = await openStore();
  await store.setProgress('puzzles', { solved: 3 });
  await store.setProgress('lessons', { seen: 1 });
  const again = await reopened();
  assert.deepEqual(await again.progress('puzzles'), { solved: 3 });
  assert.deepEqual(await again.progress('lessons'), { seen: 1 });
});

test('progress that two tabs change at once has both changes', async () => {
  const browser = new FakeBrowser();
  const [{ store: one }, { store: other }] = [await openStore({ browser }), await openStore({ browser })];
  await one.changeProgress('course', add('first'));
  await Promise.all([
    one.changeProgress('course', add('second')),
    one.changeProgress('course', add('third')),
    other.changeProgress('course', add('fourth')),
  ]);
  assert.deepEqual(await other.progress('course'), { first: true, second: true, third: true, fourth: true });
});

test('changed progress that cannot be written goes on from the progress on the disk', async () => {
  const { store, disk, reopened } = await openStore();
  await store.changeProgress('course', add('first'));
  disk.failure = FULL;
  await Promise.all([store.changeProgress('course', add('second')), store.changeProgress('course', add('third'))]);
  const three = { first: true, second: true, third: true };
  assert.deepEqual([store.problem, await store.progress('course')], ['full', three]);
  disk.failure = null;
  await store.changeProgress('course', add('fourth'));
  assert.equal(store.problem, null);
  assert.deepEqual(await (await reopened()).progress('course'), { ...three, fourth: true });
});

test('progress that cannot be read is changed in memory', async () => {
  const { store, disk } = await openStore();
  disk.requestFailure = BROKEN;
  await store.changeProgress('course', add('first'));
  await store.changeProgress('course', add('second'));
  assert.deepEqual([store.problem, await store.progress('course')], ['unavailable', { first: true, second: true }]);
});

test('progress on the disk is not kept in memory beside a game that does not fit', async () => {
  const { store, disk, reopened } = await openStore();
  disk.failure = FULL;
  disk.failingStore = 'games';
  await store.saveGame(GAME);
  await store.changeProgress('course', add('first'));
  assert.equal(store.problem, 'full');
  await (await reopened()).changeProgress('course', add('second')); // another tab
  assert.deepEqual(await store.progress('course'), { first: true, second: true });
});

test('writes reach the disk in the order of the calls', async () => {
  const { store, disk } = await openStore();
  const id = await store.saveGame(GAME);
  const game = await store.game(id);
  await Promise.all([1, 2, 3].map((n) => store.updateGame({ ...game, moves: [n] })));
  assert.deepEqual(
    disk.written.map(({ value }) => value.moves),
    [[], [1], [2], [3]],
  );
});

for (const [error, problem] of [
  [FULL, 'full'],
  [BROKEN, 'unavailable'],
]) {
  test(`a game that cannot be written is kept in memory: ${problem}`, async () => {
    const { store, disk, reopened } = await openStore();
    disk.failure = error;
    const id = await store.saveGame({ ...GAME, moves: [1] });
    assert.equal(store.problem, problem);
    assert.deepEqual((await store.game(id)).moves, [1]);
    assert.equal((await store.games()).length, 1);
    assert.equal(store.keeps(id), false);
    assert.deepEqual(await (await reopened()).games(), []);
  });
}

test('a game that was only in memory is written by its next update', async () => {
  const { store, disk, reopened } = await openStore();
  disk.failure = FULL;
  const id = await store.saveGame({ ...GAME, moves: [1] });
  disk.failure = null;
  assert.equal(await store.updateGame({ ...(await store.game(id)), moves: [1, 2] }), true, 'it was not deleted');
  assert.equal(store.problem, null);
  assert.equal(store.keeps(id), true);
  assert.deepEqual((await (await reopened()).game(id)).moves, [1, 2]);
});

test('a game that was only in memory is written when the disk works again for anything else', async () => {
  const { store, disk, reopened } = await openStore();
  disk.failure = FULL;
  const id = await store.saveGame({ ...GAME, moves: [1] });
  await store.setProgress('puzzles', { solved: {} });
  disk.failure = null;
  const other = await store.saveGame({ ...GAME, moves: [2] });
  assert.equal(store.problem, null);
  const again = await reopened();
  assert.deepEqual([(await again.game(id)).moves, (await again.game(other)).moves], [[1], [2]]);
  assert.deepEqual(await again.progress('puzzles'), { solved: {} });
});

test('the problem stays as long as something is only in memory', async () => {
  const { store, disk } = await openStore();
  disk.failure = FULL;
  await store.saveGame(GAME);
  await store.saveGame(GAME);
  assert.equal(store.problem, 'full');
  assert.deepEqual([store.newProblem(), store.newProblem()], ['full', null], 'it is new only once');
  disk.failure = null;
  await store.saveGame(GAME);
  assert.equal(store.newProblem(), null);
  disk.failure = FULL;
  await store.saveGame(GAME);
  assert.equal(store.newProblem(), 'full', 'a problem that comes back is new again');
});

test('a change that fails while an older one is written stays in memory', async () => {
  const { store, disk } = await openStore();
  disk.failure = FULL;
  const id = await store.saveGame({ ...GAME, moves: [1] });
  const old = await store.game(id);
  disk.failure = null;
  const saving = store.saveGame(GAME); // then it writes the old one
  for (let turns = 0; turns < 100 && !disk.written.length; turns++) await new Promise(setImmediate);
  disk.connections[0].close();
  disk.blocked = true;
  await store.updateGame({ ...old, moves: [1, 2] });
  await saving;
  assert.deepEqual(
    disk.written.map(({ value }) => value.moves),
    [[], [1]],
  );
  assert.deepEqual([(await store.game(id)).moves, store.keeps(id), store.problem], [[1, 2], false, 'unavailable']);
});

test('without a database everything stays in memory', async () => {
  const browser = new FakeBrowser();
  browser.indexedDB.blocked = true;
  const { store } = await openStore({ browser });
  assert.equal(store.problem, 'unavailable');
  const id = await store.saveGame(GAME);
  assert.equal(await store.addGames([{ ...GAME, created: 1, changed: 1 }]), true);
  assert.equal((await store.games()).length, 2);
  assert.deepEqual([store.keeps(id), store.keeps('nowhere')], [false, false]);
});

test('a game that another tab has deleted is not saved again', async () => {
  const browser = new FakeBrowser();
  const { store } = await openStore({ browser });
  const { store: other } = await openStore({ browser });
  const id = await store.saveGame(GAME);
  const game = await store.game(id);
  await other.removeGame(id);
  assert.equal(await store.updateGame(game), false);
  assert.deepEqual(await store.games(), []);
});

test('other tabs hear of every write, and this tab too', async () => {
  const browser = new FakeBrowser();
  const { store } = await openStore({ browser });
  const { store: other } = await openStore({ browser });
  let [here, there] = [0, 0];
  store.on(() => here++);
  const end = other.on(() => there++);
  const id = await store.saveGame(GAME);
  assert.deepEqual([here, there], [1, 1]);
  end();
  await store.removeGame(id);
  assert.deepEqual([here, there], [2, 1]);
});

test('games are added all or none, and the last changed is first', async () => {
  const { store, disk } = await openStore();
  const games = [1, 2].map((n) => ({ ...GAME, moves: [n], created: n, changed: n }));
  disk.failure = FULL;
  assert.equal(await store.addGames(games), false);
  assert.deepEqual([store.problem, await store.games()], ['full', []]);
  disk.failure = null;
  assert.equal(await store.addGames(games), true);
  const kept = await store.games();
  assert.deepEqual(
    kept.map(({ moves, created }) => [moves, created]),
    [
      [[2], 2],
      [[1], 1],
    ],
  );
  assert.equal(new Set(kept.map(({ id }) => id)).size, 2);
});

test('a database that a newer version has taken is opened again', async () => {
  const { store, disk } = await openStore();
  for (const connection of disk.connections) connection.onversionchange({ newVersion: 2 });
  const id = await store.saveGame(GAME);
  assert.equal(store.keeps(id), true);
  assert.equal(disk.connections.length, 2);
});

test('the store keeps a copy', async () => {
  const { store } = await openStore();
  const game = { ...GAME, moves: [1] };
  const saving = store.saveGame(game);
  game.moves.push(2);
  assert.deepEqual((await store.game(await saving)).moves, [1]);
});

test('a record that is not a game is left alone', async () => {
  const { store } = await openStore();
  const good = { ...GAME, created: 1, changed: 1 };
  const bad = [
    { kind: 'tournament' },
    { kind: 'tournament', side: 'black', level: 5 },
    { kind: 'engine', side: 'blue', level: 5 },
    { kind: 'engine', side: 'black', level: 13 },
    { kind: 'engine', side: 'black', level: 0 },
    { kind: 'engine', side: 'black', level: 1.5 },
    { kind: 'engine', side: 'black', level: '5' },
    { kind: 'engine', side: 'black' },
    { start: 5 },
    { moves: ['a1b2'] },
    { players: null },
    { players: { black: '' } },
    { players: { black: '', white: 7 } },
    { players: { black: '', white: '', blue: '' } },
    { outcome: { termination: 'time', winner: 'blue' } },
    { outcome: {} },
    { outcome: { winner: 'black' } },
    { outcome: undefined },
    { created: 'yesterday' },
    { created: '1' },
    { changed: 1e17 },
  ];
  await store.addGames([good, ...bad.map((each) => ({ ...good, ...each }))]);
  assert.equal((await store.games()).length, 1);
  const id = await store.saveGame({ ...GAME, start: 5 });
  assert.equal(await store.game(id), null);
  assert.equal(await store.game('nowhere'), null);
});

test('every level and every end of a game can be kept', async () => {
  const { store } = await openStore();
  const good = { ...GAME, created: 1, changed: 1 };
  const kept = [
    { kind: 'engine', side: 'white', level: 'pea' },
    { kind: 'engine', side: 'black', level: 'r1-12' },
    { outcome: { termination: 'agreement', winner: null } },
    { outcome: { termination: 'time', winner: 'white' } },
  ];
  await store.addGames(kept.map((each) => ({ ...good, ...each })));
  assert.equal((await store.games()).length, kept.length);
});

test('the number of a level of version 0.1 is read as its id', async () => {
  const { store } = await openStore();
  const good = { ...GAME, created: 1, changed: 1, kind: 'engine', side: 'white' };
  await store.addGames([1, 7, 12].map((level) => ({ ...good, level })));
  const games = await store.games();
  assert.deepEqual(games.map(({ level }) => level).sort(), ['r1-1', 'r1-12', 'r1-7']);
  for (const { id, level } of games) assert.equal((await store.game(id)).level, level);
});

test('a tab without a channel and without a database works on its own', async () => {
  const browser = new FakeBrowser();
  browser.indexedDB.blocked = true;
  const tab = browser.openTab();
  tab.openChannel = () => null;
  const store = await Store.open(tab);
  let told = 0;
  store.on(() => told++);
  const id = await store.saveGame({ ...GAME, moves: [4] });
  await store.setProgress('puzzles', { solved: 1 });
  await store.changeProgress('course', add('first'));
  await store.changeProgress('course', add('second'));
  assert.deepEqual([(await store.game(id)).moves, await store.progress('puzzles')], [[4], { solved: 1 }]);
  assert.deepEqual(await store.progress('course'), { first: true, second: true });
  assert.deepEqual([await store.game('nowhere'), await store.progress('nowhere')], [null, null]);
  await store.removeGame(id);
  assert.deepEqual([await store.games(), told], [[], 5]);
});

test('a database that cannot be opened or read is a problem, and games in memory are there', async () => {
  const { store, disk } = await openStore();
  const id = await store.saveGame(GAME);
  const [connection] = disk.connections;
  disk.requestFailure = BROKEN;
  await assert.rejects(() => store.game(id), { name: 'UnknownError' });
  disk.requestFailure = null;
  connection.transaction = () => {
    throw BROKEN;
  };
  assert.deepEqual(await store.games(), []);
  assert.equal(store.problem, 'unavailable');
  await store.saveGame({ ...GAME, moves: [9] });
  assert.deepEqual(
    (await store.games()).map(({ moves }) => moves),
    [[9]],
  );
  await assert.rejects(() => store.game(id), { name: 'UnknownError' });
  assert.equal(disk.connections.length, 1, 'it is opened again only if it was closed');
});

test('writes wait for the disk', async () => {
  const { store, disk } = await openStore();
  const [connection] = disk.connections;
  const { transaction } = connection;
  const asked = [];
  connection.transaction = (...given) => {
    asked.push(given);
    return transaction.apply(connection, given);
  };
  await store.saveGame(GAME);
  assert.deepEqual(asked, [['games', 'readwrite', { durability: 'strict' }]]);
});

test('the browser tells how much it keeps and for how long', async () => {
  const { store, tab } = await openStore();
  const told = () => Promise.all([store.usage(), store.lasting(), store.askToLast()]);
  const none = [null, false, false];
  assert.deepEqual(await told(), none);
  assert.equal(store.canAskToLast, false);
  const fail = async () => {
    throw new Error('not here');
  };
  tab.storage = { estimate: fail, persisted: fail, persist: fail };
  assert.deepEqual(await told(), none);
  tab.storage = { estimate: async () => ({ usage: 5 }), persisted: async () => true, persist: async () => true };
  assert.deepEqual(await told(), [null, true, true]);
  assert.equal(store.canAskToLast, true);
  tab.storage.estimate = async () => ({ quota: 5 });
  assert.equal(await store.usage(), null);
  tab.storage.estimate = async () => ({ usage: 0, quota: 70 });
  assert.deepEqual(await store.usage(), { used: 0, quota: 70 });
});

test('a game of three players is kept with three names', async () => {
  const { store, reopened } = await openStore({ colors: THREE });
  const players = { black: 'Ada', white: 'Bea', blue: 'Cleo' };
  const outcome = { termination: 'ejection', winner: 'blue' };
  const id = await store.saveGame({ ...GAME, kind: 'engine', side: 'blue', level: 'hazelnut', players, outcome });
  const game = await (await reopened()).game(id);
  assert.deepEqual(Object.entries(game.players), Object.entries(players), 'in the order of play');
  assert.deepEqual(game.outcome, outcome);
});

test('a review is kept beside its game, which keeps its date, and goes with it', async () => {
  const { store, tab, disk, reopened } = await openStore();
  tab.epoch = 5000;
  const id = await store.saveGame({ ...GAME, moves: [3] });
  const { changed } = await store.game(id);
  tab.pass(10);
  await store.keepReview(id, { positions: [1, 2] }, { moves: [3] });
  const again = await reopened();
  assert.deepEqual(await again.review(id), { positions: [1, 2] });
  const game = await again.game(id);
  assert.deepEqual([game.review, game.changed, game.moves], [{ moves: [3] }, changed, [3]]);
  await again.removeGame(id);
  assert.equal(await again.review(id), null);
  assert.equal(disk.stores.get('progress').values.size, 0);
});

test('a game that was deleted, changed, or could not be written, gets no review', async () => {
  const { store, disk } = await openStore();
  const id = await store.saveGame(GAME);
  await store.keepReview(id, { positions: [] }, { moves: [...GAME.moves, 9] });
  assert.deepEqual([(await store.game(id)).review, await store.review(id)], [undefined, null]);
  await store.removeGame(id);
  await store.keepReview(id, { positions: [] }, { moves: GAME.moves });
  assert.deepEqual([disk.stores.get('games').values.size, disk.stores.get('progress').values.size], [0, 0]);
  disk.failure = FULL;
  const other = await store.saveGame(GAME);
  await assert.doesNotReject(store.keepReview(other, { positions: [] }, { moves: GAME.moves }));
  assert.equal(await store.review(other), null);
});

test('a review for which there is no room is refused and changes nothing', async () => {
  const { store, disk } = await openStore();
  const id = await store.saveGame(GAME);
  disk.failure = FULL;
  await assert.rejects(store.keepReview(id, { positions: [] }, { moves: GAME.moves }), FULL);
  assert.equal((await store.game(id)).review, undefined);
});
