// Cells, directions, colors and sentences: the types that everything else uses. Pure functions, without the module.

/** @typedef {'black' | 'white' | 'blue' | 'red' | 'yellow' | 'green'} Color */
/** @typedef {number | string | {cells: number[]} | {directions: number[]} | {color: Color}} Value */
/** @typedef {{message: string, parameters: Record<string, Value>}} Sentence */

export const CELLS = 61;
export const ROWS = 'abcdefghi';
export const DIRECTIONS = Object.freeze(['E', 'NE', 'NW', 'W', 'SW', 'SE']);
/** All colors, by their numbers in the core. */
export const ALL_COLORS = Object.freeze(/** @type {Color[]} */ (['black', 'white', 'blue', 'red', 'yellow', 'green']));
/** Those of two players, in the order of play. */
export const COLORS = Object.freeze(ALL_COLORS.slice(0, 2));

/** The change of row and number in each direction. */
export const STEPS = [
  [0, 1],
  [1, 1],
  [1, 0],
  [0, -1],
  [-1, -1],
  [-1, 0],
];

/** @param {number} row @param {number} number from 0 */
const onBoard = (row, number) => row >= 0 && row < 9 && number >= 0 && number < 9 && Math.abs(row - number) <= 4;

/** @type {[number, number][]} row and number, both from 0, by cell */
const PLACES = [];
for (let row = 0; row < 9; row++) {
  for (let number = 0; number < 9; number++) if (onBoard(row, number)) PLACES.push([row, number]);
}
const NAMES = PLACES.map(([row, number]) => `${ROWS[row]}${number + 1}`);
const BY_NAME = new Map(NAMES.map((name, cell) => [name, cell]));
const NEIGHBOURS = PLACES.map(([row, number]) =>
  STEPS.map(([up, right]) => {
    const found = BY_NAME.get(`${ROWS[row + up]}${number + right + 1}`);
    return found ?? null;
  }),
);

/** Return the other player of a game that is for two by nature. @param {Color} color @returns {Color} */
export const opponent = (color) => (color === 'black' ? 'white' : 'black');

/**
 * Return the color that plays after another one.
 * @param {Color} color
 * @param {readonly Color[]} colors in the order of play
 */
export const nextColor = (color, colors) => colors[(colors.indexOf(color) + 1) % colors.length];

/**
 * Return a value for each color.
 * @template T @param {readonly Color[]} colors @param {(color: Color) => T} value @returns {Record<Color, T>}
 */
export const byColor = (colors, value) =>
  /** @type {any} */ (Object.fromEntries(colors.map((color) => [color, value(color)])));

/** @param {number} direction */
export const opposite = (direction) => (direction + 3) % 6;

/** Return the name of a cell, such as e5. @param {number} cell */
export function cellName(cell) {
  const name = NAMES[cell];
  if (name === undefined) throw new RangeError(`no such cell: ${cell}`);
  return name;
}

/** Return the cell with this name; null if there is none. The letter can be upper case. @param {string} text */
export const parseCell = (text) => BY_NAME.get(text.toLowerCase()) ?? null;

/** Return the row and number of a cell, both from 0. @param {number} cell @returns {[number, number]} */
export function placeOf(cell) {
  const place = PLACES[cell];
  if (!place) throw new RangeError(`no such cell: ${cell}`);
  return [...place];
}

/** Return the neighbour of a cell; null if it is off the board. @param {number} cell @param {number} direction */
export const nextCell = (cell, direction) => NEIGHBOURS[cell]?.[direction] ?? null;

/**
 * Return the direction from a cell to a neighbour; null if they are not neighbours.
 * @param {number} from
 * @param {number} to
 */
export function directionTo(from, to) {
  const found = NEIGHBOURS[from]?.indexOf(to) ?? -1;
  return found < 0 ? null : found;
}

/**
 * Return the rows of a position text (fen).
 * @param {(cell: number) => string | undefined} letter of the marble on a cell
 */
export function rowsText(letter) {
  const rows = [];
  for (let row = 8; row >= 0; row--) {
    const text = PLACES.map(([at], cell) => (at === row ? (letter(cell) ?? '1') : '')).join('');
    rows.push(text.replace(/1+/g, (empty) => String(empty.length)));
  }
  return rows.join('/');
}

/**
 * Return the position text (fen) of marbles on the board. game.problems() tells whether it can be played.
 * @param {{black: readonly number[], white: readonly number[], turn?: Color, score?: {black: number, white: number},
 *   quiet?: number, move?: number}} board score: marbles ejected by each player; move: from 1
 */
export function positionText({ black, white, turn = 'black', score = { black: 0, white: 0 }, quiet = 0, move = 1 }) {
  const [own, enemies] = [new Set(black), new Set(white)];
  const rows = rowsText((cell) => (own.has(cell) ? 'S' : enemies.has(cell) ? 's' : undefined));
  return `${rows} ${score.black} ${score.white} ${turn[0]} ${quiet} ${move}`;
}

/** Parse the sentences of the core, one per line. @param {string} text @returns {Sentence[]} */
export const parseSentences = (text) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map(parseSentence);

/** @param {string} line @returns {Sentence} */
function parseSentence(line) {
  const [message, ...parameters] = line.split(' ');
  return {
    message,
    parameters: Object.fromEntries(
      parameters.map((each) => {
        const at = each.indexOf('=');
        return [each.slice(0, at), parseValue(each.slice(at + 1))];
      }),
    ),
  };
}

/** Parse a value. Its text shows its type. @param {string} text @returns {Value} */
function parseValue(text) {
  if (/^-?\d+$/.test(text)) return Number(text);
  const color = ALL_COLORS.find((each) => each === text);
  if (color) return { color };
  const words = text.split(',');
  if (words.every((word) => BY_NAME.has(word))) return { cells: words.map((word) => BY_NAME.get(word) ?? 0) };
  if (words.every((word) => DIRECTIONS.includes(word))) {
    return { directions: words.map((word) => DIRECTIONS.indexOf(word)) };
  }
  throw new Error(`not a value of the core: ${text}`);
}
