// A backup of everything that a browser keeps.
import assert from 'node:assert/strict';
import test from 'node:test';
import { BackupError, combined, readBackup, writeBackup } from '../../../src/sumito/web/games/backup.js';
import { readProgress } from '../../../src/sumito/web/puzzles/puzzle_book.js';
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

test('a review of other moves gives way to one of the present moves', () => {
  const review = { moves: GAME.moves };
  const kept = { nodes: 1, moves: GAME.moves, positions: [] };
  const stale = { ...GAME, review: { plies: 1 } };
  const file = { ...CONTENT, games: [{ ...GAME, review }], progress: { 'review.a': kept } };
  const here = { games: [stale], progress: { 'review.a': { ...kept, moves: [2] } } };
  assert.deepEqual(combined(here, file), { games: [{ ...GAME, review }], progress: { 'review.a': kept }, added: 0 });
  const own = { 'review.a': { ...kept, nodes: 2 } };
  assert.deepEqual(combined({ games: [{ ...GAME, review }], progress: own }, file).progress, own);
});

test('a review of the file comes with the later version of its game', () => {
  const later = { ...GAME, changed: 6, moves: [1, 2], review: { moves: [1, 2] } };
  const kept = { nodes: 1, moves: [1, 2], positions: [] };
  const here = { games: [{ ...GAME, review: { moves: [1] } }], progress: { 'review.a': { ...kept, moves: [1] } } };
  const file = { ...CONTENT, games: [later], progress: { 'review.a': kept } };
  assert.deepEqual(combined(here, file), { games: [later], progress: { 'review.a': kept }, added: 0 });
});

test('a record without moves does not stop the others from being restored', () => {
  const odd = { id: 'a', changed: 6 };
  const other = { ...GAME, id: 'b' };
  assert.deepEqual(combined({ games: [odd], progress: {} }, { ...CONTENT, games: [GAME, other] }).games, [other]);
});

const progressAfter = (here, file) => combined({ games: [], progress: here }, { ...CONTENT, progress: file }).progress;

test('a review that only one of two versions of a game has is kept, if the moves are the same', () => {
  const review = { moves: GAME.moves };
  const joined = (/** @type {any} */ here, /** @type {any} */ added) =>
    combined({ games: [here], progress: {} }, { ...CONTENT, games: [added] }).games;
  const [newer, played] = [
    { ...GAME, changed: 6 },
    { ...GAME, changed: 6, moves: [1, 2] },
  ];
  assert.deepEqual(joined(GAME, { ...GAME, review }), [{ ...GAME, review }]);
  assert.deepEqual(joined(newer, { ...GAME, review }), [{ ...newer, review }]);
  assert.deepEqual(joined({ ...GAME, review }, newer), [{ ...newer, review }]);
  assert.deepEqual(joined({ ...GAME, review }, played), [played]);
  assert.deepEqual(joined(played, { ...GAME, review }), []);
  assert.deepEqual(joined({ ...GAME, review }, GAME), []);
});

test('progress without a rule is what is here, or else what the file has', () => {
  const here = { 'new_game.engine': { level: 'plum' }, 'review.a': { positions: [1] } };
  const file = { 'new_game.engine': { level: 'pea', hints: true }, 'review.a': { positions: [2] }, 'review.b': {} };
  assert.deepEqual(progressAfter(here, file), { ...here, 'review.b': {} });
});

test('the better result of each stage and the online games of both are kept', () => {
  const here = { course: { stars: { step: 1, push: 3 } }, 'online.kept_games': ['x'] };
  const file = { course: { stars: { step: 3, push: 1, pac: 2 } }, 'online.kept_games': ['y', 'x'] };
  assert.deepEqual(progressAfter(here, file), {
    course: { stars: { step: 3, push: 3, pac: 2 } },
    'online.kept_games': ['y', 'x'],
  });
});

test('own puzzles of both are kept, each once', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id, position: id }));
  const file = { own_puzzles: [{ ...b, position: 'old' }, c] };
  assert.deepEqual(progressAfter({ own_puzzles: [a, b] }, file), { own_puzzles: [c, a, b] });
  assert.deepEqual(progressAfter({ own_puzzles: [a] }, { own_puzzles: 'damaged' }), { own_puzzles: [a] });
});

test('of puzzles the best of both is kept', () => {
  const here = {
    solved: { p1: 'helped', p2: 'clean', p3: 'clean' },
    daily: { last: '2026-03-01', row: 9, best: 9 },
    rating: { value: 900, change: -5, counted: 3 },
    missed: { p1: { day: '2026-03-02', times: 0 }, p4: { day: '2026-03-05', times: 1 } },
    best: 12,
  };
  const file = {
    solved: { p1: 'clean', p2: 'helped', p5: 'helped' },
    daily: { last: '2026-03-04', row: 2, best: 7 },
    rating: { value: 1200, change: 8, counted: 40 },
    missed: { p1: { day: '2026-03-09', times: 2 }, p4: { day: '2026-03-04', times: 0 } },
    best: 15,
  };
  const joined = {
    solved: { p1: 'clean', p2: 'clean', p3: 'clean', p5: 'helped' },
    daily: { last: '2026-03-04', row: 2, best: 9 },
    rating: file.rating,
    missed: { p1: file.missed.p1, p4: here.missed.p4 },
    best: 15,
  };
  assert.deepEqual(progressAfter({ puzzles: here }, { puzzles: file }), { puzzles: joined });
  assert.deepEqual(progressAfter({ puzzles: file }, { puzzles: here }), { puzzles: joined });
  assert.deepEqual(Object.keys(joined).sort(), Object.keys(readProgress(null)).sort(), 'every part has its rule');
  assert.deepEqual(progressAfter({ puzzles: here }, { puzzles: { solved: null } }), { puzzles: here });
});

test('a store gives everything, and takes it in another browser', async () => {
  const store = await Store.open(new FakeBrowser().openTab());
  const id = await store.saveGame({ ...GAME, id: undefined, rules: {} });
  await store.setProgress('puzzles', { solved: {} });
  await store.keepReview(id, { positions: [] }, { moves: GAME.moves });
  const { games, progress } = await store.everything();
  assert.deepEqual(Object.keys(progress).sort(), ['puzzles', `review.${id}`]);
  const other = await Store.open(new FakeBrowser().openTab());
  await other.changeAll(() => ({ games, progress }));
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

test('what is restored replaces what has not been written yet', async () => {
  const browser = new FakeBrowser();
  const store = await Store.open(browser.openTab());
  browser.indexedDB.failure = new DOMException('no room', 'QuotaExceededError');
  const id = await store.saveGame({ ...GAME, id: undefined, rules: {} });
  await store.setProgress('puzzles', 7);
  browser.indexedDB.failure = null;
  const game = { ...(await store.game(id)), moves: [1, 2] };
  await store.changeAll(() => ({ games: [game], progress: { puzzles: 8 } }));
  await store.setProgress('course', 1);
  assert.deepEqual(await store.everything(), { games: [game], progress: { course: 1, puzzles: 8 } });
});

test('everything is written, or nothing', async () => {
  const browser = new FakeBrowser();
  const store = await Store.open(browser.openTab());
  browser.indexedDB.failure = new DOMException('no room', 'QuotaExceededError');
  await assert.rejects(store.changeAll(() => ({ games: [GAME], progress: { puzzles: 7 } })));
  browser.indexedDB.failure = null;
  assert.deepEqual(await store.everything(), { games: [], progress: {} });
  browser.indexedDB.blocked = true;
  const without = await Store.open(browser.openTab());
  const written = without.changeAll(() => ({ games: [GAME], progress: {} }));
  await assert.rejects(written, 'a private window keeps nothing');
});

test('what two tabs change at once is kept', async () => {
  const browser = new FakeBrowser();
  const [one, other] = [await Store.open(browser.openTab()), await Store.open(browser.openTab())];
  const more = ({ progress }) => ({ games: [], progress: { puzzles: [...(progress.puzzles ?? []), 'restored'] } });
  await Promise.all([
    one.changeProgress('puzzles', (kept) => [...(kept ?? []), 'first']),
    other.changeAll(more),
    one.changeProgress('puzzles', (kept) => [...kept, 'second']),
  ]);
  assert.deepEqual(await one.progress('puzzles'), ['first', 'restored', 'second']);
});
