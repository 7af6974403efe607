// Starting layouts of several players: the data is data/multi_layouts.json.
import { byColor, rowsText } from './cells.js';
import { cells, fetchJson } from './layouts.js';

/** @typedef {import('./cells.js').Color} Color */
/** @typedef {import('./layouts.js').Layout} Layout */
/** The players are in the order of play. @typedef {Layout & {teams: boolean}} MultiLayout */
/**
 * @typedef {{name: string, aliases: string[], creator: string | null, teams: boolean,
 *   marbles: Record<string, string[]>}} MultiLayoutData
 */

/** The letters of marbles and of players in position texts. @type {Record<Color, [string, string]>} */
const LETTERS = {
  black: ['S', 'b'],
  white: ['s', 'w'],
  blue: ['B', 'u'],
  red: ['R', 'r'],
  yellow: ['Y', 'y'],
  green: ['G', 'g'],
};

/** @returns {Promise<MultiLayout[]>} */
export const loadMultiLayouts = async (url = new URL('../data/multi_layouts.json', import.meta.url)) =>
  readMultiLayouts(await fetchJson(url));

/** Read the layouts of the data file, in its order. @param {Record<string, MultiLayoutData>} data */
export const readMultiLayouts = (data) =>
  Object.entries(data).map(([slug, { name, aliases, creator, teams, marbles: named }]) => {
    const marbles = byColor(/** @type {Color[]} */ (Object.keys(named)), (color) => cells(named[color]));
    return { slug, name, aliases, creator, teams, marbles, position: positionOf(marbles, teams) };
  });

/** @param {Layout['marbles']} marbles @param {boolean} teams */
function positionOf(marbles, teams) {
  const colors = /** @type {Color[]} */ (Object.keys(marbles));
  const rows = rowsText((cell) => {
    const color = colors.find((each) => marbles[each].includes(cell));
    return color && LETTERS[color][0];
  });
  const letters = colors.map((color) => LETTERS[color][1]);
  const scores = Array.from({ length: teams ? 2 : colors.length }, () => 0);
  return `${rows} ${letters.join('')} ${scores} ${letters[0]} 0 1`;
}
