// The core for a game of any number of players. The module of several players is fetched when it is first needed.
import { ALL_COLORS, COLORS } from './cells.js';
import { hasPlayers } from './core.js';

export { hasPlayers };

/** @typedef {import('./cells.js').Color} Color */
/** @typedef {import('./core.js').Core} Core */
/** @typedef {import('./types.js').Rules} Rules */

/** @type {Promise<Core> | null} */
let multi = null;

/**
 * Return the core whose games have this start position: the given one, which is for two players, or that of several.
 * Both make games with the same interface.
 * @param {Core} core
 * @param {string} position
 * @returns {Promise<Core>}
 */
export async function coreFor(core, position) {
  if (!hasPlayers(position)) return core;
  multi ??= import('./multi_core.js').then(({ openMultiCore }) => openMultiCore());
  try {
    return await multi;
  } catch (error) {
    multi = null; // the network may come back
    throw error;
  }
}

/** The letters of the players in position texts, by the numbers of their colors. */
const LETTERS = 'bwuryg';

/**
 * Return the colors of a position text in the order of play, also those who have left.
 * @param {string} position @returns {readonly Color[]}
 */
export function playersIn(position) {
  if (!hasPlayers(position)) return COLORS;
  return [...position.split(/ +/)[1].toLowerCase()].map((letter) => ALL_COLORS[LETTERS.indexOf(letter)]);
}

/** Return the start position of a layout. @param {string} slug @throws {RangeError} there is no such layout */
export async function startOf(slug) {
  const [{ loadLayouts }, { loadMultiLayouts }] = await Promise.all([
    import('./layouts.js'),
    import('./multi_layouts.js'),
  ]);
  const find = (/** @type {import('./layouts.js').Layout[]} */ layouts) => layouts.find((each) => each.slug === slug);
  const found = find(await loadLayouts()) ?? find(await loadMultiLayouts());
  if (!found) throw new RangeError(`no such layout: ${slug}`);
  return found.position;
}

/**
 * Create a game of any number of players.
 * @param {Core} core
 * @param {string} start the slug of a layout, or a position text
 * @param {Partial<Rules>} rules
 */
export async function gameFor(core, start, rules = {}) {
  const position = start.includes('/') ? start : await startOf(start);
  return (await coreFor(core, position)).game(position, rules);
}
