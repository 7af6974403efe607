/** A puzzle rush: as many puzzles as possible in three minutes, harder and harder. Three misses end it. Pure. */

/** @typedef {import('./puzzle_book.js').Puzzle} Puzzle */
/** @typedef {{puzzles: readonly Puzzle[], endsAt: number, solved: number, missed: number}} Rush times in ms */

export const RUSH_MS = 180_000;
export const MISSES = 3;
/** How many puzzles of each difficulty come, from 1 to 5. */
const STEPS = Object.freeze([4, 6, 10, 15, 60]);

/**
 * Start a rush with puzzles drawn at random.
 * @param {readonly Puzzle[]} puzzles
 * @param {number} now
 * @param {() => number} random from 0 to below 1
 * @returns {Rush}
 */
export function startRush(puzzles, now, random) {
  const drawn = STEPS.flatMap((count, i) => {
    const left = puzzles.filter(({ difficulty }) => difficulty === i + 1);
    return Array.from({ length: Math.min(count, left.length) }, () =>
      left.splice(Math.floor(random() * left.length), 1),
    ).flat();
  });
  return { puzzles: drawn, endsAt: now + RUSH_MS, solved: 0, missed: 0 };
}

/** Return the puzzle to solve now; null at the end. @param {Rush} rush @param {number} now @returns {Puzzle|null} */
export function puzzleOf({ puzzles, endsAt, solved, missed }, now) {
  return now >= endsAt || missed >= MISSES ? null : (puzzles[solved + missed] ?? null);
}

/** @param {Rush} rush @param {boolean} right @returns {Rush} */
export function afterAnswer(rush, right) {
  return { ...rush, solved: rush.solved + Number(right), missed: rush.missed + Number(!right) };
}
