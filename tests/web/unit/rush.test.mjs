// A puzzle rush: which puzzles come, and when it ends.
import assert from 'node:assert';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { readPuzzles } from '../../../src/sumito/web/puzzles/puzzle_book.js';
import { MISSES, RUSH_MS, afterAnswer, puzzleOf, startRush } from '../../../src/sumito/web/puzzles/rush.js';

const data = JSON.parse(await readFile(new URL('../../../src/sumito/data/puzzles.json', import.meta.url), 'utf8'));
const puzzles = readPuzzles(data);

test('puzzles get harder, and none comes twice', () => {
  for (const random of [() => 0, () => 0.5, () => 0.999999]) {
    const rush = startRush(puzzles, 0, random);
    const steps = rush.puzzles.map(({ difficulty }) => difficulty);
    assert.deepStrictEqual(steps, [...steps].sort());
    assert.deepStrictEqual([...new Set(steps)], [1, 2, 3, 4, 5]);
    assert.strictEqual(new Set(rush.puzzles).size, rush.puzzles.length);
  }
});

test('answers lead to the next puzzle', () => {
  let rush = startRush(puzzles, 0, Math.random);
  const [first, second, third] = rush.puzzles;
  assert.strictEqual(puzzleOf(rush, 0), first);
  rush = afterAnswer(rush, true);
  assert.strictEqual(puzzleOf(rush, 0), second);
  rush = afterAnswer(rush, false);
  assert.strictEqual(puzzleOf(rush, 0), third);
  assert.deepStrictEqual([rush.solved, rush.missed], [1, 1]);
});

test('it ends with the time or the third miss', () => {
  let rush = startRush(puzzles, 1000, Math.random);
  assert.ok(puzzleOf(rush, 1000 + RUSH_MS - 1));
  assert.strictEqual(puzzleOf(rush, 1000 + RUSH_MS), null);
  for (let i = 1; i < MISSES; i++) rush = afterAnswer(rush, false);
  assert.ok(puzzleOf(rush, 1000));
  assert.strictEqual(puzzleOf(afterAnswer(rush, false), 1000), null);
});

test('it ends when all puzzles are solved', () => {
  const rush = startRush(puzzles.slice(0, 1), 0, Math.random);
  assert.strictEqual(puzzleOf(afterAnswer(rush, true), 0), null);
});
