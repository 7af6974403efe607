// Game records in memory: headers, a start, and a tree of moves with comments, glyphs and variations.
import { playersIn } from './core_for.js';

/** @typedef {import('./types.js').Dialect} Dialect */
/** @typedef {import('./types.js').Snapshot} Snapshot */
/** @typedef {import('./game.js').Game} Game */
/**
 * A move in a record, with its comments, its glyphs and the moves that follow: the main line's first, then the
 * variations'.
 * `commentsBefore` stand between its number and the move, `commentsAfter` behind the variation that begins with it.
 * @typedef {{move: number, glyphs: string[], comments: string[], commentsBefore: string[], commentsAfter: string[],
 *   children: RecordNode[]}} RecordNode
 */
/**
 * A game as it is kept. `headers` are the tags in their order, without those that start, moves and result tell by
 * themselves; `start` is a position text; `dialect` and `variant` are those that it was read in, and is written in.
 * @typedef {{headers: Map<string, string>, start: string, marblesToEject: number, result: string, dialect: Dialect,
 *   variant: string | null, comments: string[], closingComments: string[], children: RecordNode[]}} TreeRecord
 */

/** Return the tag with the name of a player. @param {import('./cells.js').Color} color */
export const tagOf = (color) => color[0].toUpperCase() + color.slice(1);

/** Return the tags that every record has. @param {string} start @returns {[string, string][]} */
const required = (start) => [
  ['Event', '?'],
  ['Date', '????.??.??'],
  ...playersIn(start).map((color) => /** @type {[string, string]} */ ([tagOf(color), '?'])),
];

/** @param {number} move @returns {RecordNode} */
export const newNode = (move) => ({
  move,
  glyphs: [],
  comments: [],
  commentsBefore: [],
  commentsAfter: [],
  children: [],
});

/**
 * A record without moves.
 * @param {string} start @param {Iterable<[string, string]>} headers @param {number} marblesToEject
 * @param {Dialect} dialect @returns {TreeRecord}
 */
export const newRecord = (start, headers = [], marblesToEject = 6, dialect = 'aba_pro') => ({
  headers: new Map([...required(start), ...headers]),
  start,
  marblesToEject,
  result: '*',
  dialect,
  variant: null,
  comments: [],
  closingComments: [],
  children: [],
});

/**
 * The record of a game so far, with its result.
 * @param {Game} game @param {Iterable<[string, string]>} headers such as [['Black', 'Ada']] @returns {TreeRecord}
 */
export function recordOf(game, headers = []) {
  const record = newRecord(game.startPosition(), headers, game.rules.marbles_to_eject);
  let { children } = record;
  for (const move of game.history()) {
    children.push(newNode(move));
    ({ children } = children[0]);
  }
  const { outcome } = game;
  if (outcome) {
    record.result = game.result;
    if (!record.headers.has('Termination')) record.headers.set('Termination', outcome.termination);
  }
  return record;
}

/** The nodes of the game as it was played. @param {{children: RecordNode[]}} record */
export function mainLine({ children }) {
  const line = [];
  for (let [node] = children; node; [node] = node.children) line.push(node);
  return line;
}

/**
 * The game as it was played; neither repetition nor caps end a recorded game.
 * @param {TreeRecord} record
 * @returns {Snapshot}
 */
export const snapshotOf = (record) => ({
  start: record.start,
  moves: mainLine(record).map(({ move }) => move),
  rules: replayRules(record.marblesToEject),
});

/** @param {number} marblesToEject */
export const replayRules = (marblesToEject) => ({ marbles_to_eject: marblesToEject, repetition: 0 });

/**
 * Every node in the order in which a record is written, without recursion: lines can be long. `open` begins a variation
 * instead of the move before, `close` ends the variation that began with the node.
 * @param {RecordNode[]} children @returns {Generator<['move' | 'open' | 'close', RecordNode]>}
 */
export function* walk(children) {
  /**
   * With null: the node has been written, what follows it has not.
   * @type {['move' | 'open' | 'close' | null, RecordNode][]}
   */
  const stack = [];
  /** @param {RecordNode[]} nodes */
  const follow = ([main, ...variations]) => {
    stack.push([null, main]);
    for (const each of variations.reverse()) stack.push(['close', each], [null, each], ['open', each]);
    stack.push(['move', main]);
  };
  if (children.length) follow(children);
  for (let top = stack.pop(); top; top = stack.pop()) {
    const [step, node] = top;
    if (step !== null) yield [step, node];
    else if (node.children.length) follow(node.children);
  }
}
