// The daily puzzle, the next puzzle, and the streak.
import assert from 'node:assert';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { THEMES } from '../../../src/sumito/web/core/puzzle_themes.js';
import {
  adviceOf,
  afterMissing,
  afterSolving,
  chosen,
  dailyPuzzle,
  dayOf,
  dueAgain,
  kindOf,
  nextPuzzle,
  readProgress,
  readPuzzles,
  rowOf,
  titleOf,
} from '../../../src/sumito/web/puzzles/puzzle_book.js';

const data = JSON.parse(await readFile(new URL('../../../src/sumito/data/puzzles.json', import.meta.url), 'utf8'));
const puzzles = readPuzzles(data);

test('a file of something else is refused', () => {
  assert.throws(() => readPuzzles({ fields: ['id'], puzzles: [] }));
});

test('no theme is missing', () => {
  assert.deepStrictEqual([...new Set(puzzles.flatMap((puzzle) => puzzle.themes))].sort(), [...THEMES].sort());
});

test('every puzzle has its day before one comes again', () => {
  const days = puzzles.map((_, i) => dayOf(new Date(2026, 0, 1 + i)));
  assert.strictEqual(new Set(days.map((day) => dailyPuzzle(puzzles, day).id)).size, puzzles.length);
  assert.ok(dailyPuzzle(puzzles, '1969-12-31'), 'a clock that was never set, west of Greenwich');
});

test('the day is the one of the clock on the wall', () => {
  assert.strictEqual(dayOf(new Date(2026, 2, 9, 0, 1)), '2026-03-09');
  assert.strictEqual(dayOf(new Date(2026, 2, 9, 23, 59)), '2026-03-09');
});

test('a choice holds in all its parts', () => {
  const found = chosen(puzzles, { theme: 'det', difficulty: 2, kind: 'eject_two' });
  assert.ok(found.length > 0 && found.length < puzzles.length);
  assert.ok(
    found.every((puzzle) => puzzle.themes.includes('det') && puzzle.difficulty === 2 && kindOf(puzzle) === 'eject_two'),
  );
  assert.strictEqual(chosen(puzzles, { theme: null, difficulty: null, kind: null }).length, puzzles.length);
});

test('the next one is not solved, round to the beginning', () => {
  const list = puzzles.slice(0, 3),
    [a, b, c] = list.map(({ id }) => id);
  const solved = (...ids) => readProgress({ solved: Object.fromEntries(ids.map((id) => [id, 'clean'])) });
  assert.strictEqual(nextPuzzle(list, a, solved()).id, b);
  assert.strictEqual(nextPuzzle(list, a, solved(b)).id, c);
  assert.strictEqual(nextPuzzle(list, c, solved(a)).id, b);
  assert.strictEqual(nextPuzzle(list, c, solved(a, b, c)).id, a);
  assert.strictEqual(nextPuzzle(list, null, solved(a)).id, b);
  assert.strictEqual(nextPuzzle([], null, solved()), null);
});

test('days in a row', () => {
  let progress = readProgress(null);
  const solve = (day) => {
    progress = afterSolving(progress, puzzles[0], 'clean', day, true);
  };
  solve('2026-02-27');
  solve('2026-02-28');
  solve('2026-02-28');
  solve('2026-03-01');
  assert.deepStrictEqual(progress.daily, { last: '2026-03-01', row: 3, best: 3 });
  assert.strictEqual(rowOf(progress, '2026-03-02'), 3);
  assert.strictEqual(rowOf(progress, '2026-03-03'), 0);
  solve('2026-03-03');
  assert.deepStrictEqual(progress.daily, { last: '2026-03-03', row: 1, best: 3 });
});

const DAY = '2026-03-01';
const [easy] = puzzles;
const hard = puzzles[puzzles.length - 1];

test('a puzzle that was solved without help stays so', () => {
  const once = afterSolving(readProgress(null), easy, 'helped', DAY, false);
  assert.strictEqual(once.solved[easy.id], 'helped');
  const clean = afterSolving(once, easy, 'clean', DAY, false);
  assert.strictEqual(afterSolving(clean, easy, 'helped', DAY, false).solved[easy.id], 'clean');
  assert.deepStrictEqual(clean.daily, { last: '', row: 0, best: 0 });
});

test('the progress of an earlier release goes on', () => {
  const kept = { solved: { [easy.id]: 'clean' }, daily: { last: DAY, row: 2, best: 4 } };
  const progress = readProgress(kept);
  assert.deepStrictEqual([progress.solved, progress.daily], [kept.solved, kept.daily]);
  assert.deepStrictEqual([progress.rating.value, progress.missed, progress.best], [1000, {}, 0]);
});

test('names, hints and reasons are messages', () => {
  assert.deepStrictEqual(titleOf(puzzles[25]), ['puzzle.name.cowrie', { n: 2 }]);
  const save = puzzles.find((puzzle) => puzzle.themes.at(-1) === 'escape');
  assert.strictEqual(adviceOf(save, 'hint'), 'puzzle.hint.save.escape');
});

test('the rating moves with the first meeting only', () => {
  const start = readProgress(null);
  const won = afterSolving(start, hard, 'clean', DAY, false);
  const lost = afterMissing(start, hard, DAY);
  assert.ok(won.rating.change > 50, 'a hard puzzle that was solved is worth much');
  assert.ok(lost.rating.change <= 0 && lost.rating.change > -10, 'a hard puzzle that was missed costs little');
  assert.strictEqual(won.rating.value, 1000 + won.rating.change);
  assert.strictEqual(afterSolving(won, hard, 'clean', DAY, false).rating, won.rating);
  assert.strictEqual(afterSolving(lost, hard, 'helped', DAY, false).rating, lost.rating);
  assert.strictEqual(afterMissing(won, hard, DAY).rating, won.rating);
});

test('the rating settles where half of the puzzles are solved', () => {
  const third = puzzles.filter(({ difficulty }) => difficulty === 3);
  let progress = readProgress(null);
  third.slice(0, 100).forEach((puzzle, i) => {
    progress = i % 2 ? afterSolving(progress, puzzle, 'clean', DAY, false) : afterMissing(progress, puzzle, DAY);
  });
  assert.ok(Math.abs(progress.rating.value - 1400) < 60, `${progress.rating.value}`);
});

test('a missed puzzle comes back until it was solved three times', () => {
  let progress = afterMissing(readProgress(null), easy, DAY);
  assert.deepStrictEqual(dueAgain(puzzles, progress, DAY), []);
  progress = afterSolving(progress, easy, 'helped', DAY, false); // after the hint, on the same day
  for (const day of ['2026-03-02', '2026-03-05', '2026-03-12']) {
    assert.deepStrictEqual(dueAgain(puzzles, progress, day), [easy.id]);
    progress = afterSolving(progress, easy, 'clean', day, false);
    assert.deepStrictEqual(dueAgain(puzzles, progress, day), []);
  }
  assert.deepStrictEqual(progress.missed, {});
  progress = afterMissing(afterMissing(progress, hard, DAY), easy, '2026-03-02');
  assert.deepStrictEqual(dueAgain(puzzles, progress, '2026-04-01'), [hard.id, easy.id]);
  const others = puzzles.filter((puzzle) => puzzle !== hard);
  assert.deepStrictEqual(
    dueAgain(others, progress, '2026-04-01'),
    [easy.id],
    'a puzzle that is gone does not come back',
  );
});
