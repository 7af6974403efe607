// The themes of puzzles. The core finds them; `study.wasm` has this part.

/** By the numbers of the core, the most telling last. */
export const THEMES = Object.freeze([
  'det',
  'edge',
  'sumito_21',
  'sumito_31',
  'sumito_32',
  'quiet',
  'broadside',
  'broken_pac',
  'double_threat',
  'sacrifice',
  'escape',
  'counterattack',
]);

/**
 * Return the themes of a puzzle, the most telling last.
 * @param {import('./study.js').Study} study @param {import('./game.js').Game} game
 * @param {import('./types.js').Task} task
 * @param {readonly number[]} solutions all first moves that solve the task
 */
export function themesOf({ memory }, game, task, solutions) {
  const variation = task.goal === 'eject' ? (game.attempt(task, solutions[0])?.variation ?? []) : [];
  const bits = memory.calls.sumito_puzzle_themes(
    ...memory.giveText(game.position()),
    game.rules.marbles_to_eject,
    Number(task.goal === 'save'),
    memory.giveNumbers(solutions, 'solutions'),
    solutions.length,
    memory.giveNumbers(variation, 'variation'),
    variation.length,
  );
  if (bits < 0) throw new RangeError(`not solutions in ${game.position()}: ${solutions}`);
  return THEMES.filter((_, i) => bits & (1 << i));
}
