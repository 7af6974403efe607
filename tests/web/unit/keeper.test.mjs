// Saving in order, a game in two tabs, a game that was deleted, a disk that fails.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Claims } from '../../../src/sumito/web/game/claims.js';
import { Keeper } from '../../../src/sumito/web/game/keeper.js';
import { Store } from '../../../src/sumito/web/shell/store.js';
import { FakeBrowser } from './fakes/platform.mjs';

const TERMS = { kind: 'local', start: '', moves: [], rules: {}, players: { black: '', white: '' }, outcome: null };

async function open(browser = new FakeBrowser(), record = structuredClone(TERMS)) {
  const tab = browser.openTab();
  const store = await Store.open(tab);
  const claims = new Claims(tab.openChannel('sumito.playing'));
  const calls = [];
  const keeper = new Keeper({ store, claims, platform: tab }, record, {
    saved: () => calls.push('saved'),
    away: (why) => calls.push(why),
    problem: (problem) => calls.push(problem),
  });
  return { browser, tab, disk: browser.indexedDB, store, claims, record, keeper, calls };
}

test('the first save gives the record an id and a date', async () => {
  const { keeper, record, store, calls, tab } = await open();
  tab.epoch = 5000;
  keeper.save({ moves: [1] });
  assert.deepEqual([record.id, keeper.isKept], [undefined, false]);
  await keeper.saved;
  assert.ok(record.id);
  assert.equal(record.created, 6000);
  assert.equal((await store.game(record.id)).created, 6000);
  assert.equal(keeper.isKept, true);
  assert.deepEqual(calls, ['saved']);
});

test('changes reach the disk one by one, in their order, as they were', async () => {
  const { keeper, disk } = await open();
  const moves = [];
  for (const number of [5, 6, 7]) {
    moves.push(number);
    keeper.save({ moves });
  }
  keeper.save({ moves: [5, 6] }); // a takeback
  await keeper.saved;
  assert.deepEqual(
    disk.written.map(({ value }) => value.moves),
    [[5], [5, 6], [5, 6, 7], [5, 6]],
  );
  assert.equal(new Set(disk.written.map(({ value }) => value.id)).size, 1, 'they are one game');
});

test('another tab that opens the game takes it', async () => {
  const browser = new FakeBrowser();
  const { keeper, record, calls, disk } = await open(browser);
  keeper.save({ moves: [1] });
  await keeper.saved;
  const second = await open(browser);
  second.claims.claim('another game');
  assert.equal(keeper.away, null);
  second.claims.claim(record.id);
  assert.equal(keeper.away, 'elsewhere');
  keeper.save({ moves: [1, 2] });
  await keeper.saved;
  assert.deepEqual(disk.written.at(-1).value.moves, [1], 'it is no longer saved here');
  assert.deepEqual(calls, ['saved', 'elsewhere']);
});

test('a game that another tab claimed before is away soon', async () => {
  const browser = new FakeBrowser();
  const first = await open(browser);
  const second = await open(browser);
  second.claims.claim('the game');
  const calls = [];
  const record = { ...TERMS, id: 'the game' };
  const keeper = new Keeper(first, record, { away: (why) => calls.push(why) });
  assert.deepEqual([keeper.away, calls], [null, []], 'not while its owner is still being made');
  await Promise.resolve();
  assert.deepEqual([keeper.away, calls], ['elsewhere', ['elsewhere']]);
});

test('a tab that claims a game back has it', async () => {
  const browser = new FakeBrowser();
  const [first, second] = [await open(browser), await open(browser)];
  second.claims.claim('the game');
  first.claims.claim('the game');
  const keeper = new Keeper(first, { ...TERMS, id: 'the game' }, { away: () => assert.fail() });
  await Promise.resolve();
  assert.equal(keeper.away, null);
});

for (const clear of ['delete', 'clear'])
  test(`a game that is gone after ${clear} is noticed at once, and saved again if the player wants it`, async () => {
    const { keeper, record, store, disk, calls } = await open();
    keeper.save({ moves: [1] });
    await keeper.saved;
    disk[clear]();
    await keeper.saved;
    assert.deepEqual([keeper.away, record.id, calls], ['unsaved', undefined, ['saved', 'unsaved']]);
    assert.deepEqual(await store.games(), [], 'nothing is saved without being asked');
    keeper.restore({ moves: [1, 2] });
    await keeper.saved;
    assert.deepEqual([keeper.away, keeper.isKept], [null, true]);
    assert.deepEqual((await store.game(record.id)).moves, [1, 2]);
  });

test('a database that was cleared before the first save does not matter', async () => {
  const { keeper, disk, calls, store } = await open();
  disk.delete();
  await keeper.saved;
  keeper.restore({ moves: [1] });
  await keeper.saved;
  assert.deepEqual([calls, await store.games()], [[], []], 'a game that is not lost is not saved again');
  keeper.save({ moves: [1] });
  await keeper.saved;
  assert.deepEqual([keeper.away, calls, keeper.isKept], [null, ['saved'], true]);
});

test('a game that another tab has deleted stays deleted', async () => {
  const { keeper, record, store, calls } = await open();
  keeper.save({ moves: [1] });
  await keeper.saved;
  await store.removeGame(record.id);
  keeper.save({ moves: [1, 2] });
  keeper.save({ moves: [1, 2, 3] });
  await keeper.saved;
  assert.deepEqual([keeper.away, record.id], ['unsaved', undefined]);
  assert.deepEqual(await store.games(), []);
  assert.deepEqual(calls, ['saved', 'unsaved']);
});

test('a problem is told once, and the game is saved when the disk works again', async () => {
  const { keeper, record, store, disk, calls } = await open();
  disk.failure = new DOMException('no room', 'QuotaExceededError');
  keeper.save({ moves: [1] });
  keeper.save({ moves: [1, 2] });
  await keeper.saved;
  assert.deepEqual(calls, ['full', 'saved', 'saved']);
  assert.equal(keeper.isKept, false);
  disk.failure = null;
  keeper.save({ moves: [1, 2, 3] });
  await keeper.saved;
  assert.equal(keeper.isKept, true);
  assert.deepEqual((await store.game(record.id)).moves, [1, 2, 3]);
  assert.deepEqual(disk.written.at(-1).value.moves, [1, 2, 3]);
});

test('a closed keeper hears of no claims', async () => {
  const browser = new FakeBrowser();
  const first = await open(browser, { ...TERMS, id: 'the game' });
  const second = await open(browser);
  first.keeper.close();
  second.claims.claim('the game');
  browser.indexedDB.clear();
  await first.keeper.saved;
  assert.deepEqual([first.keeper.away, first.calls], [null, []]);
});

test('without other tabs nothing is claimed', () => {
  new Claims(null).claim('the game');
});
