/**
 * The puzzles and the progress of the user, as values and pure functions: the daily puzzle, the next one, the streak,
 * the rating, and the missed puzzles that come back.
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
 * @property {string} name a noun and a number, such as 'pearl 3'
 */
/**
 * The restrictions; null: none. `own`: only puzzles from the user's own games.
 * @typedef {{theme: string|null, difficulty: number|null, kind: Kind|null, own: boolean}} Choice
 */
/**
 * A missed puzzle: the day from which it comes back, and how often it was solved since.
 * @typedef {{day: string, times: number}} MissedPuzzle
 */
/**
 * The progress of a user.
 * @typedef {object} Progress
 * @property {Record<string, 'clean'|'helped'>} solved how each puzzle was solved
 * @property {{last: string, row: number, best: number}} daily the streak of daily puzzles
 * @property {{value: number, change: number, counted: number}} rating after `counted` puzzles
 * @property {Record<string, MissedPuzzle>} missed
 * @property {number} best the most puzzles solved in a rush
 */

export const KINDS = Object.freeze(/** @type {Kind[]} */ (['eject', 'eject_two', 'save']));
export const DIFFICULTIES = Object.freeze([1, 2, 3, 4, 5]);
const FIELDS = ['id', 'position', 'goal', 'marbles', 'moves', 'solutions', 'themes', 'difficulty', 'name'];
/**
 * The step from one daily puzzle to the next. It reaches every puzzle before it repeats one, and neighbours in the list
 * are never on consecutive days.
 */
const STRIDE = 7919;
const DAY = 86_400_000;
/** The days after which a missed puzzle comes back: after the miss, then after each time that it was solved. */
const PAUSES = Object.freeze([1, 3, 7]);
const FIRST_RATING = 1000;
/** The ratings of puzzles, by difficulty. An untuned guess: each step is 300 points. */
const RATINGS = Object.freeze([800, 1100, 1400, 1700, 2000]);

/** @param {{fields: string[], puzzles: any[][]}} data of puzzles.json @returns {Puzzle[]} easiest first */
export function readPuzzles({ fields, puzzles }) {
  if (fields.join() !== FIELDS.join()) throw new Error('not a file of puzzles');
  return puzzles.map(([id, position, goal, marbles, moves, solutions, themes, difficulty, name]) => ({
    id,
    position,
    task: { goal, marbles, moves },
    solutions,
    themes,
    difficulty,
    name,
  }));
}

/** Return the message of the name, and its parameters. @param {Puzzle} puzzle @returns {[string, {n: number}]} */
export function titleOf({ name }) {
  const [noun, number] = name.split(' ');
  return [`puzzle.name.${noun}`, { n: Number(number) }];
}

/**
 * Return the message that says what to look for, or why the solution works.
 * @param {Puzzle} puzzle @param {'hint'|'reason'} what
 */
export const adviceOf = ({ task, themes }, what) => `puzzle.${what}.${task.goal}.${themes[themes.length - 1]}`;

/** @param {Puzzle} puzzle @returns {Kind} */
export const kindOf = ({ task }) => (task.goal === 'save' ? 'save' : task.marbles === 2 ? 'eject_two' : 'eject');

/** Return the local date, such as 2026-03-01. @param {Date} date */
export function dayOf(date) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** @param {string} day */
const dayNumber = (day) => Date.parse(`${day}T00:00:00Z`) / DAY;
/** @param {string} day @param {number} days */
const daysAfter = (day, days) => new Date((dayNumber(day) + days) * DAY).toISOString().slice(0, 10);

/**
 * Return the puzzle of a day, which is the same for everybody. The clock of a device can be before 1970.
 * @param {readonly Puzzle[]} puzzles
 * @param {string} day
 */
export const dailyPuzzle = (puzzles, day) => puzzles[(Math.abs(dayNumber(day)) * STRIDE) % puzzles.length];

/** @param {readonly Puzzle[]} puzzles @param {Omit<Choice, 'own'>} choice */
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

/**
 * Return the ids of the missed puzzles that come back today, the longest overdue first. Puzzles can be gone since.
 * @param {readonly Puzzle[]} puzzles @param {Progress} progress @param {string} today
 */
export const dueAgain = (puzzles, { missed }, today) =>
  puzzles
    .map(({ id }) => id)
    .filter((id) => id in missed && missed[id].day <= today)
    .sort((one, two) => (missed[one].day < missed[two].day ? -1 : 1));

/** @param {any} kept as the store has it @returns {Progress} */
export function readProgress(kept) {
  return {
    solved: { ...kept?.solved },
    daily: { last: '', row: 0, best: 0, ...kept?.daily },
    rating: { value: FIRST_RATING, change: 0, counted: 0, ...kept?.rating },
    missed: { ...kept?.missed },
    best: kept?.best ?? 0,
  };
}

/** Return the length of the current streak; 0 if it was broken. @param {Progress} progress @param {string} today */
export function rowOf({ daily }, today) {
  return daily.last !== '' && dayNumber(today) - dayNumber(daily.last) <= 1 ? daily.row : 0;
}

/**
 * Return the progress after a puzzle was solved.
 * @param {Progress} progress
 * @param {Puzzle} puzzle
 * @param {'clean'|'helped'} how
 * @param {string} today
 * @param {boolean} daily whether it is the puzzle of the day
 * @returns {Progress}
 */
export function afterSolving(progress, puzzle, how, today, daily) {
  const { id } = puzzle;
  const solved = { ...progress.solved, [id]: progress.solved[id] === 'clean' ? 'clean' : how };
  const missed = { ...progress.missed };
  if (how === 'clean' && missed[id] && missed[id].day <= today) {
    const times = missed[id].times + 1;
    if (times < PAUSES.length) missed[id] = { day: daysAfter(today, PAUSES[times]), times };
    else delete missed[id];
  }
  const rating = how === 'clean' ? ratedAfter(progress, puzzle, 1) : progress.rating;
  const after = { ...progress, solved, missed, rating };
  if (!daily || progress.daily.last === today) return after;
  const row = rowOf(progress, today) + 1;
  return { ...after, daily: { last: today, row, best: Math.max(row, progress.daily.best) } };
}

/**
 * Return the progress after a wrong try, a hint or a look at the solution.
 * @param {Progress} progress @param {Puzzle} puzzle @param {string} today @returns {Progress}
 */
export function afterMissing(progress, puzzle, today) {
  const missed = { ...progress.missed, [puzzle.id]: { day: daysAfter(today, PAUSES[0]), times: 0 } };
  return { ...progress, missed, rating: ratedAfter(progress, puzzle, 0) };
}

/**
 * Return the rating after the first meeting with a puzzle. Later tries do not count: the solution is known.
 * @param {Progress} progress @param {Puzzle} puzzle @param {0|1} score @returns {Progress['rating']}
 */
function ratedAfter({ rating, solved, missed }, { id, difficulty }, score) {
  if (id in solved || id in missed) return rating;
  const expected = 1 / (1 + 10 ** ((RATINGS[difficulty - 1] - rating.value) / 400));
  const change = Math.round((rating.counted < 20 ? 60 : 24) * (score - expected)); // it finds its place soon
  return { value: rating.value + change, change, counted: rating.counted + 1 };
}
