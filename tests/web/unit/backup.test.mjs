// A backup of everything that a browser keeps.
import assert from 'node:assert/strict';
import test from 'node:test';
import { BackupError, combined, readBackup, writeBackup } from '../../../src/sumito/web/games/backup.js';
import { Store } from '../../../src/sumito/web/shell/store.js';
import { FakeBrowser } from './fakes/platform.mjs';

const GAME = {
  id: 'a',
  kind: 'local',
  start: '',
  moves: [1],
  players: { black: '', white: '' },
  outcome: null,
  changed: 5,
};
const CONTENT = { settings: { theme: 'dark' }, games: [GAME], progress: { puzzles: { solved: { p1: 'first' } } } };

test('a backup is read as it was written, without the secrets of invitations', () => {
  const text = writeBackup({ ...CONTENT, progress: { ...CONTENT.progress, 'online.invitations': { g: 'secret' } } });
  assert.deepEqual(readBackup(text), CONTENT);
  assert.ok(!text.includes('secret'));
});

test('a file that is no backup says why', () => {
  const written = JSON.parse(writeBackup(CONTENT));
  const cases = [
    ['[Event "?"]', 'not_ours'],
    ['', 'not_ours'],
    ['null', 'not_ours'],
    ['{"games": []}', 'not_ours'],
    [JSON.stringify(written).slice(0, -20), 'damaged'],
    [JSON.stringify({ ...written, version: 2 }), 'newer'],
    [JSON.stringify({ ...written, version: 'one' }), 'damaged'],
    ...[{ games: null }, { games: [{ ...GAME, id: 7 }] }, { games: [{ id: 'a' }] }, { games: [null] }].map((part) => [
      JSON.stringify({ ...written, ...part }),
      'damaged',
    ]),
    ...[{ settings: [] }, { progress: 'much' }].map((part) => [JSON.stringify({ ...written, ...part }), 'damaged']),
  ];
  for (const [text, code] of cases)
    assert.throws(
      () => readBackup(text),
      (error) => error instanceof BackupError && error.code === code,
      text,
    );
});

test('of two versions of a game the later one stays', () => {
  const [older, newer] = [
    { ...GAME, changed: 4 },
    { ...GAME, changed: 6 },
  ];
  const here = { games: [GAME], progress: {} };
  assert.deepEqual(combined(here, { ...CONTENT, games: [older] }).games, []);
  const { games, added } = combined(here, { ...CONTENT, games: [newer, { ...GAME, id: 'b' }] });
  assert.deepEqual([games, added], [[newer, { ...GAME, id: 'b' }], 1]);
});

test('progress is joined, and nothing that is here is lost', () => {
  const progress = {
    puzzles: { solved: { p1: 'later', p2: 'first' }, rating: 1500 },
    ids: ['x'],
    'review.a': { positions: [1] },
  };
  const file = {
    puzzles: { solved: { p1: 'first', p3: 'first' }, rating: 900 },
    ids: ['y', 'x'],
    'review.a': { positions: [2, 3] },
    course: 4,
  };
  assert.deepEqual(combined({ games: [], progress }, { ...CONTENT, progress: file }).progress, {
    puzzles: { solved: { p1: 'later', p2: 'first', p3: 'first' }, rating: 1500 },
    ids: ['y', 'x'],
    'review.a': { positions: [1] },
    course: 4,
  });
});

test('a store gives everything, and takes it in another browser', async () => {
  const store = await Store.open(new FakeBrowser().openTab());
  const id = await store.saveGame({ ...GAME, id: undefined, rules: {} });
  await store.setProgress('puzzles', { solved: {} });
  await store.keepReview(id, { positions: [] }, { plies: 1 });
  const { games, progress } = await store.everything();
  assert.deepEqual(Object.keys(progress).sort(), ['puzzles', `review.${id}`]);
  const other = await Store.open(new FakeBrowser().openTab());
  await other.putAll(games, progress);
  assert.deepEqual(await other.everything(), { games, progress });
  assert.deepEqual(await other.review(id), { positions: [] });
});

test('what has not been written yet belongs to everything', async () => {
  const browser = new FakeBrowser();
  const store = await Store.open(browser.openTab());
  browser.indexedDB.failure = new DOMException('no room', 'QuotaExceededError');
  const id = await store.saveGame({ ...GAME, id: undefined, rules: {} });
  await store.setProgress('puzzles', 7);
  const { games, progress } = await store.everything();
  assert.deepEqual([games.map((game) => game.id), progress], [[id], { puzzles: 7 }]);
});

test('everything is written, or nothing', async () => {
  const browser = new FakeBrowser();
  const store = await Store.open(browser.openTab());
  browser.indexedDB.failure = new DOMException('no room', 'QuotaExceededError');
  await assert.rejects(store.putAll([GAME], { puzzles: 7 }));
  browser.indexedDB.failure = null;
  assert.deepEqual(await store.everything(), { games: [], progress: {} });
  browser.indexedDB.blocked = true;
  const without = await Store.open(browser.openTab());
  await assert.rejects(without.putAll([GAME], {}), 'a private window keeps nothing');
});
