/**
 * The puzzles and the progress of the user, as values and pure functions: the daily puzzle, the next one, the streak.
 */

/** @typedef {import('../core/types.js').Task} Task */
/** @typedef {'eject'|'eject_two'|'save'} Kind */
/**
 * @typedef {object} Puzzle
 * @property {string} id
 * @property {string} position
 * @property {Task} task
 * @property {readonly string[]} solutions the first moves that solve the task
 * @property {readonly string[]} themes
 * @property {number} difficulty 1 to 5
 */
/** @typedef {{theme: string|null, difficulty: number|null, kind: Kind|null}} Choice the restrictions; null: none */
/**
 * The progress of a user: how each puzzle was solved, and the streak of daily puzzles.
 * @typedef {{solved: Record<string, 'clean'|'helped'>, daily: {last: string, row: number, best: number}}} Progress
 */

export const THEMES = Object.freeze([
  'sumito_21',
  'sumito_31',
  'sumito_32',
  'quiet',
  'broadside',
  'double_threat',
  'broken_pac',
  'det',
  'sacrifice',
  'edge',
  'escape',
  'counterattack',
]);
export const KINDS = Object.freeze(/** @type {Kind[]} */ (['eject', 'eject_two', 'save']));
export const DIFFICULTIES = Object.freeze([1, 2, 3, 4, 5]);
const FIELDS = ['id', 'position', 'goal', 'marbles', 'moves', 'solutions', 'themes', 'difficulty'];
/**
 * The step from one daily puzzle to the next. It reaches every puzzle before it repeats one, and neighbours in the list
 * are never on consecutive days.
 */
const STRIDE = 7919;
const DAY = 86_400_000;

/** @param {{fields: string[], puzzles: any[][]}} data of puzzles.json @returns {Puzzle[]} easiest first */
export function readPuzzles({ fields, puzzles }) {
  if (fields.join() !== FIELDS.join()) throw new Error('not a file of puzzles');
  return puzzles.map(([id, position, goal, marbles, moves, solutions, themes, difficulty]) => ({
    id,
    position,
    task: { goal, marbles, moves },
    solutions,
    themes,
    difficulty,
  }));
}

/** @param {Puzzle} puzzle @returns {Kind} */
export const kindOf = ({ task }) => (task.goal === 'save' ? 'save' : task.marbles === 2 ? 'eject_two' : 'eject');

/** Return the local date, such as 2026-03-01. @param {Date} date */
export function dayOf(date) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** @param {string} day */
const dayNumber = (day) => Date.parse(`${day}T00:00:00Z`) / DAY;

/**
 * Return the puzzle of a day, which is the same for everybody. The clock of a device can be before 1970.
 * @param {readonly Puzzle[]} puzzles
 * @param {string} day
 */
export const dailyPuzzle = (puzzles, day) => puzzles[(Math.abs(dayNumber(day)) * STRIDE) % puzzles.length];

/** @param {readonly Puzzle[]} puzzles @param {Choice} choice */
export function chosen(puzzles, { theme, difficulty, kind }) {
  return puzzles.filter(
    (puzzle) =>
      (theme === null || puzzle.themes.includes(theme)) &&
      (difficulty === null || puzzle.difficulty === difficulty) &&
      (kind === null || kindOf(puzzle) === kind),
  );
}

/**
 * Return the next unsolved puzzle after `id`, continuing at the beginning; if all are solved, the next one.
 * @param {readonly Puzzle[]} list @param {string|null} id @param {Progress} progress @returns {Puzzle|null}
 */
export function nextPuzzle(list, id, { solved }) {
  const at = list.findIndex((puzzle) => puzzle.id === id);
  const round = [...list.slice(at + 1), ...list.slice(0, at + 1)];
  return round.find((puzzle) => !(puzzle.id in solved) && puzzle.id !== id) ?? round[0] ?? null;
}

/** @param {any} kept as the store has it @returns {Progress} */
export function readProgress(kept) {
  return { solved: { ...kept?.solved }, daily: { last: '', row: 0, best: 0, ...kept?.daily } };
}

/** Return the length of the current streak; 0 if it was broken. @param {Progress} progress @param {string} today */
export function rowOf({ daily }, today) {
  return daily.last !== '' && dayNumber(today) - dayNumber(daily.last) <= 1 ? daily.row : 0;
}

/**
 * Return the progress after a puzzle was solved.
 * @param {Progress} progress
 * @param {string} id
 * @param {'clean'|'helped'} how
 * @param {string|null} day the day, if it was the daily puzzle
 * @returns {Progress}
 */
export function afterSolving(progress, id, how, day) {
  const solved = { ...progress.solved, [id]: progress.solved[id] === 'clean' ? 'clean' : how };
  if (day === null || progress.daily.last === day) return { solved, daily: progress.daily };
  const row = rowOf(progress, day) + 1;
  return { solved, daily: { last: day, row, best: Math.max(row, progress.daily.best) } };
}
