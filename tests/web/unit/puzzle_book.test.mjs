// The daily puzzle, the next puzzle, and the streak.
import assert from 'node:assert';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import {
  THEMES,
  afterSolving,
  chosen,
  dailyPuzzle,
  dayOf,
  kindOf,
  nextPuzzle,
  readProgress,
  readPuzzles,
  rowOf,
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
    progress = afterSolving(progress, day, 'clean', day);
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

test('a puzzle that was solved without help stays so', () => {
  const once = afterSolving(readProgress(null), 'x', 'helped', null);
  assert.strictEqual(once.solved.x, 'helped');
  const clean = afterSolving(once, 'x', 'clean', null);
  assert.strictEqual(afterSolving(clean, 'x', 'helped', null).solved.x, 'clean');
  assert.deepStrictEqual(clean.daily, { last: '', row: 0, best: 0 });
});
