/** The figures of the rulebook and the examples of the glossary as values, and the parameters for their texts. */

import { DIRECTIONS, nextCell, parseCell } from '../core/cells.js';

/** @typedef {import('../core/cells.js').Sentence} Sentence */
/** @typedef {import('../core/cells.js').Value} Value */
/**
 * @typedef {'look'|'play'|'try'|'tap'} Task look; play the move; try it and see why not; tap an enemy marble and see
 *   why not
 */
/**
 * @typedef {object} Figure
 * @property {string} id
 * @property {string} position Black is to move
 * @property {Task|null} task null for an example of the glossary
 * @property {readonly number[]} line the marbles to move, tail first
 * @property {number|null} direction
 * @property {string|null} reason why the rules refuse the move; null if it is legal
 * @property {readonly number[]} pushed nearest first
 * @property {boolean} ejects
 * @property {number|null} stays an own marble of the same row that does not move
 * @property {number|null} tap the enemy marble to tap
 * @property {string|null} problem why the line cannot push it
 * @property {readonly (readonly number[])[]} highlights the highlighted cells of an example, by group
 */

const GROUPS = ['first', 'second', 'third'];

/** @param {string} name */
const cell = (name) => /** @type {number} */ (parseCell(name));

/** @param {any} entry of figures.json @returns {Figure} */
function readFigure(entry) {
  const {
    id,
    position,
    task = null,
    line = [],
    direction = null,
    verdict = 'legal',
    pushed = [],
    ejects = false,
  } = entry;
  return {
    id,
    position,
    task,
    ejects,
    line: line.map(cell),
    direction: direction === null ? null : DIRECTIONS.indexOf(direction),
    reason: verdict === 'legal' ? null : verdict,
    pushed: pushed.map(cell),
    stays: entry.stays === undefined ? null : cell(entry.stays),
    tap: entry.tap === undefined ? null : cell(entry.tap),
    problem: entry.problem ?? null,
    highlights: (entry.highlights ?? []).map((/** @type {string[]} */ group) => group.map(cell)),
  };
}

/** @param {string} name of a file of data @returns {Promise<any>} */
export async function loadData(name) {
  const answer = await fetch(new URL(`../data/${name}`, import.meta.url));
  if (!answer.ok) throw new Error(`${name} cannot be loaded: ${answer.status}`);
  return answer.json();
}

/** @returns {Promise<{figures: Map<string, Figure>, examples: Map<string, Figure>}>} by their ids */
export async function loadFigures() {
  const data = await loadData('figures.json');
  const read = (/** @type {any[]} */ entries) => new Map(entries.map((entry) => [entry.id, readFigure(entry)]));
  return { figures: read(data.figures), examples: read(data.examples) };
}

/**
 * Return the empty cells between the line and the marble to tap, if the problem is a gap.
 * @param {Figure} figure
 */
function gapOf({ problem, direction, line, tap }) {
  const cells = [];
  if (problem !== 'gap' || direction === null) return [];
  for (let at = nextCell(line[line.length - 1], direction); at !== null && at !== tap; at = nextCell(at, direction))
    cells.push(at);
  return cells;
}

/**
 * Return the parameters that texts about a figure can use.
 * @param {Figure} figure
 * @param {readonly number[]} culprits the cells that stop the move, from the core's verdict
 * @returns {Record<string, Value>}
 */
export function parametersOf(figure, culprits) {
  const { line, direction, pushed, ejects, stays, tap, highlights } = figure;
  const gap = gapOf(figure);
  /** @type {Record<string, readonly (number|null)[]>} */
  const cells = {
    line,
    pushed,
    gap,
    stays: [stays],
    tap: [tap],
    culprits: culprits.length ? culprits : gap.length ? gap : [tap],
    cells: highlights.flat(),
    ...Object.fromEntries(highlights.map((group, i) => [GROUPS[i], group])),
  };
  /** @type {Record<string, Value>} */
  const parameters = {};
  if (direction !== null) {
    parameters.direction = { directions: [direction] };
    cells.targets = line.map((each) => nextCell(each, direction));
    cells.reached = cells.targets.slice(-1);
    cells.room = pushed.slice(-1).map((each) => nextCell(each, direction));
    cells.ejected = ejects ? pushed.slice(-1) : [];
  }
  for (const [name, found] of Object.entries(cells)) {
    const there = /** @type {number[]} */ (found.filter((each) => each !== null));
    if (there.length) parameters[name] = { cells: there };
  }
  return parameters;
}
