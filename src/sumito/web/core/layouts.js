// Starting layouts: the data is data/layouts.json.
import { byColor, COLORS, parseCell, positionText } from './cells.js';

/**
 * The cells of each player's marbles at the start. `position` is the position text.
 * @typedef {{slug: string, name: string, aliases: string[], creator: string | null,
 *   marbles: Record<Color, readonly number[]>, position: string}} Layout
 */
/** @typedef {import('./cells.js').Color} Color */
/** @typedef {{name: string, aliases: string[], creator: string | null, black: string[], white: string[]}} LayoutData */

/** @returns {Promise<Layout[]>} */
export const loadLayouts = async (url = new URL('../data/layouts.json', import.meta.url)) =>
  readLayouts(await fetchJson(url));

/** Fetch a data file. @param {URL} url */
export async function fetchJson(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} cannot be read: ${answer.status}`);
  return answer.json();
}

/** Read the layouts of the data file, in its order. @param {Record<string, LayoutData>} data @returns {Layout[]} */
export const readLayouts = (data) =>
  Object.entries(data).map(([slug, { name, aliases, creator, ...named }]) => {
    const marbles = byColor(COLORS, (color) => cells(named[/** @type {'black'|'white'} */ (color)]));
    return { slug, name, aliases, creator, marbles, position: positionText(marbles) };
  });

/** Return the cells with these names. @param {string[]} names @returns {number[]} */
export const cells = (names) =>
  names.map((name) => {
    const cell = parseCell(name);
    if (cell === null) throw new Error(`no such cell: ${name}`);
    return cell;
  });
