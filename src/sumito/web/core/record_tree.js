// Game records in memory: headers, a start, and a tree of moves with comments, glyphs and variations.

/** @typedef {import('./cells.js').Color} Color */
/** @typedef {import('./types.js').Dialect} Dialect */
/** @typedef {import('./types.js').Snapshot} Snapshot */
/** @typedef {import('./game.js').Game} Game */
/**
 * A move in a record, what is said of it, and what may follow: the main line's move first, then the variations'.
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

/** Black wins, White wins, a draw, and whatever else. */
export const RESULTS = ['1-0', '0-1', '1/2-1/2', '*'];
/** The names of the Variant tag and the slugs of our layouts. @type {Map<string, string | null>} */
export const VARIANTS = new Map([
  ['standard', 'standard'],
  ['belgian', 'belgian-daisy'],
  ['german_daisy', 'german-daisy'],
  ['dutch_daisy', 'dutch-daisy'],
  ['swiss_daisy', 'swiss-daisy'],
  ['alien', 'alien-attack'],
  ['alliances', 'alliances'],
  ['accelium', null], // a name without a known layout: readable with a Position only
  ['atomouche', 'atomouche'],
  ['centrifugeuse', 'centrifuge'],
  ['corners', 'corners'],
  ['domination', 'domination'],
  ['duel', 'duel'],
  ['fujiyama', 'fujiyama'],
  ['snakes_variant', 'snakes-variation'],
  ['star', 'star'],
  ['the_clearing', 'the-clearing'],
  ['the_wall', 'the-wall'],
]);
/** The Variant of every other start. */
export const CUSTOM = 'custom';
/** The names of the Notation tag. PlayStrategy's dialect has none: its records are PGN. @type {Map<string, Dialect>} */
export const NOTATIONS = new Map([
  ['Aba-Pro', 'aba_pro'],
  ['Nacre', 'nacre'],
]);
/** Where a PGN without a FEN starts. */
export const PLAYSTRATEGY_START = 'belgian-daisy';
/** Ours: stands where a game is won by another number of ejected marbles than six. */
export const EJECTIONS_TAG = 'MarblesToEject';
/** Headers that PlayStrategy has other names for. */
export const PGN_NAMES = new Map([
  ['Black', 'P1'],
  ['White', 'P2'],
  ['BlackElo', 'P1Elo'],
  ['WhiteElo', 'P2Elo'],
  ['BlackTitle', 'P1Title'],
  ['WhiteTitle', 'P2Title'],
  ['BlackRatingDiff', 'P1RatingDiff'],
  ['WhiteRatingDiff', 'P2RatingDiff'],
]);
/** The tags that every APGN record begins with. */
export const REQUIRED = ['Event', 'Date', 'Black', 'White', 'Variant', 'Result', 'Notation'];
const OWN = ['Variant', 'Result', 'SetUp', 'Plies', EJECTIONS_TAG, 'Notation'];

/** What start, moves and result tell: made on writing, checked on reading, never a header. @param {Dialect} dialect */
export const ownTags = (dialect) => new Set([...OWN, dialect === 'playstrategy' ? 'FEN' : 'Position']);

const DEFAULTS = new Map([
  ['Event', '?'],
  ['Date', '????.??.??'],
  ['Black', '?'],
  ['White', '?'],
]);
/** @type {Record<Color, string>} */
const WINS = { black: '1-0', white: '0-1' };
const TERMINATIONS = new Set(['ejection', 'repetition', 'ply_cap', 'blocked', 'resignation', 'agreement', 'time']);

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
  headers: new Map([...DEFAULTS, ...headers]),
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
    record.result = resultOf(outcome.winner);
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

/** @param {Color | null} winner */
export const resultOf = (winner) => (winner ? WINS[winner] : '1/2-1/2');

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

/**
 * What the end of a game, as it was replayed, says against the result or the termination that is claimed.
 * @param {Game} board @param {string} result @param {string | undefined} termination
 * @returns {string | null} ejection_result, blocked_result, other_end, not_over, occurs_once
 */
export function endProblem(board, result, termination) {
  const { outcome } = board;
  const shown = outcome?.termination ?? null;
  if (outcome && shown === 'ejection' && result !== resultOf(outcome.winner)) return 'ejection_result';
  const claimed = termination !== undefined && TERMINATIONS.has(termination) ? termination : null;
  if (claimed === 'blocked' && shown === claimed && result === WINS[board.turn]) return 'blocked_result';
  if (claimed === null || claimed === shown) return null;
  // A player who is blocked may resign, lose on time or agree to a draw: nobody has to play by our rule for it.
  if (shown === 'ejection' || (shown && claimed === 'ejection')) return 'other_end';
  if (claimed === 'ejection' || claimed === 'blocked') return 'not_over';
  return claimed === 'repetition' && board.occurrences < 2 ? 'occurs_once' : null;
}

/** Rows, scores and turn of a position text: counters do not tell starts apart. @param {string} position */
export const withoutCounters = (position) => position.split(' ').slice(0, 4).join(' ');
