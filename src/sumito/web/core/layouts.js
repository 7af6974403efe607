// Starting layouts: the data is data/layouts.json.
import { parseCell, positionText } from './cells.js';

/**
 * The cells of the marbles at the start. `position` is the position text.
 * @typedef {{slug: string, name: string, aliases: string[], creator: string | null, black: number[], white: number[],
 *   position: string}} Layout
 */
/** @typedef {{name: string, aliases: string[], creator: string | null, black: string[], white: string[]}} LayoutData */

/** @returns {Promise<Layout[]>} */
export async function loadLayouts(url = new URL('../data/layouts.json', import.meta.url)) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} cannot be read: ${answer.status}`);
  return readLayouts(await answer.json());
}

/** Read the layouts of the data file, in its order. @param {Record<string, LayoutData>} data @returns {Layout[]} */
export const readLayouts = (data) =>
  Object.entries(data).map(([slug, { name, aliases, creator, ...marbles }]) => {
    const [black, white] = [cells(marbles.black), cells(marbles.white)];
    return { slug, name, aliases, creator, black, white, position: positionText({ black, white }) };
  });

/** @param {string[]} names @returns {number[]} */
const cells = (names) =>
  names.map((name) => {
    const cell = parseCell(name);
    if (cell === null) throw new Error(`no such cell: ${name}`);
    return cell;
  });
