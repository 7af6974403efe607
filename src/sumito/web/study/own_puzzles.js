/** Puzzles from the mistakes of the user. The solver proves each of them. */

import { themesOf } from '../core/puzzle_themes.js';
import { openStore } from '../shell/store.js';

/** @typedef {import('../core/core.js').Core} Core */
/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {import('../core/judge.js').MoveAnalysis} MoveAnalysis */
/** @typedef {import('../core/study.js').Study} Study */
/** @typedef {import('../core/types.js').Snapshot} Snapshot */
/** @typedef {import('../core/types.js').Task} Task */
/** @typedef {{id: string, position: string, task: Task, solutions: string[], themes: string[], difficulty: number,
 *   name: string}} OwnPuzzle as `Puzzle` of the puzzles page */

/** The name of the list in the store. */
export const OWN_PUZZLES = 'own_puzzles';
const MOST_KEPT = 200;
const MOST_SOLUTIONS = 3;
const NODES = 300_000; // a review should not wait for proofs
/** In the order in which they are tried: the quickest gain is the point of a position. @type {readonly Task[]} */
const TASKS = Object.freeze([
  { goal: 'eject', marbles: 1, moves: 1 },
  { goal: 'eject', marbles: 1, moves: 2 },
  { goal: 'eject', marbles: 1, moves: 3 },
  { goal: 'save', marbles: 1, moves: 1 },
]);

/**
 * Return the puzzle of a position in which the user went wrong; null if no task is proved there, or the played move
 * solves it.
 * @param {Study} study
 * @param {Game} game before the move
 * @param {number} played
 * @param {string} id
 * @param {number} moveNumber for the name
 * @returns {OwnPuzzle|null}
 */
export function ownPuzzle(study, game, played, id, moveNumber) {
  const { endangered } = game.threats();
  for (const task of TASKS) {
    if (task.goal === 'save' && !endangered.length) return null;
    const solutions = game.solve(task, NODES);
    if (!solutions?.length) continue;
    if (solutions.length > MOST_SOLUTIONS || solutions.includes(played)) return null;
    return {
      id,
      position: game.position(),
      task,
      solutions: solutions.map((move) => game.writeMove(move)),
      themes: themesOf(study, game, task, solutions),
      difficulty: task.goal === 'save' ? 2 : task.moves,
      name: `own ${moveNumber}`,
    };
  }
  return null;
}

/**
 * Return the kept list with new puzzles at the end; the oldest go first.
 * @param {readonly OwnPuzzle[]} kept @param {readonly OwnPuzzle[]} found
 */
export function withPuzzles(kept, found) {
  const ids = new Set(found.map(({ id }) => id));
  return [...kept.filter(({ id }) => !ids.has(id)), ...found].slice(-MOST_KEPT);
}

/**
 * Return the puzzles of a judged game: from the mistakes of one player.
 * @param {Core} core @param {Study} study @param {Snapshot} game @param {readonly MoveAnalysis[]} judged
 * @param {import('../core/cells.js').Color} player @param {string} id of the game
 */
export async function puzzlesOf(core, study, game, judged, player, id) {
  const board = core.replay({ ...game, moves: [] });
  /** @type {OwnPuzzle[]} */ const found = [];
  for (const [i, move] of game.moves.entries()) {
    const { color, judgement } = judged[i];
    if (color === player && (judgement === 'blunder' || judgement === 'mistake')) {
      const puzzle = ownPuzzle(study, board, move, `${id}-${i + 1}`, i + 1);
      if (puzzle) found.push(puzzle);
      await new Promise((done) => setTimeout(done)); // a proof takes a moment, and the page stays usable
    }
    board.play(move);
  }
  board.free();
  return found;
}

/**
 * Keep the puzzles of a reviewed game, if one of its players was the user of this browser.
 * @param {Core} core @param {string} id @param {Snapshot} game @param {readonly MoveAnalysis[]} judged
 */
export async function keepOwnPuzzles(core, id, game, judged) {
  const store = await openStore();
  const side = (await store.game(id))?.side;
  if (!side) return;
  const { openStudy } = await import('../core/study.js');
  const found = await puzzlesOf(core, await openStudy(), game, judged, side, id);
  if (!found.length) return;
  const before = (await store.progress(OWN_PUZZLES)) ?? []; // if this fails, nothing is overwritten
  await store.changeProgress(OWN_PUZZLES, (kept) => withPuzzles(kept ?? before, found));
}
