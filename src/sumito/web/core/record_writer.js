// Game records as text: APGN, and PGN with PlayStrategy's tags. The same bytes as Python's `format_record`.
import {
  CUSTOM,
  EJECTIONS_TAG,
  endProblem,
  mainLine,
  NOTATIONS,
  ownTags,
  PGN_NAMES,
  PLAYSTRATEGY_START,
  replayRules,
  REQUIRED,
  RESULTS,
  snapshotOf,
  VARIANTS,
  walk,
  withoutCounters,
} from './record_tree.js';

/** @typedef {import('./core.js').Core} Core */
/** @typedef {import('./layouts.js').Layout} Layout */
/** @typedef {import('./types.js').Dialect} Dialect */
/** @typedef {import('./record_tree.js').TreeRecord} TreeRecord */
/** @typedef {import('./record_tree.js').RecordNode} RecordNode */

const APGN_ORDER = [
  ...REQUIRED,
  'SetUp',
  'Position',
  'Termination',
  'Plies',
  'Source',
  'BlackElo',
  'WhiteElo',
  'TimeControl',
  'Annotator',
];
const PGN_ORDER = [
  'Event',
  'Site',
  'Date',
  'Round',
  'P1',
  'P2',
  'Result',
  'UTCDate',
  'UTCTime',
  'P1Elo',
  'P2Elo',
  'P1RatingDiff',
  'P2RatingDiff',
  'P1Title',
  'P2Title',
  'Variant',
  'TimeControl',
  'MultiMatch',
  'ECO',
  'Opening',
  'Termination',
  'FEN',
  'SetUp',
];
const WIDTH = 79;
const LONGEST = 2 ** 20 - 2; // bytes of a comment or a tag; the reader takes no more
const encoder = new TextEncoder();

/** In bytes. @param {string} text */
const size = (text) => encoder.encode(text).length;
/** In characters, as everybody counts them. @param {string} text */
const width = (text) => [...text].length;

/**
 * A record as text, in the dialect it was read in or in another one.
 * @param {Core} core @param {Layout[]} layouts @param {TreeRecord} record @param {Dialect} dialect
 * @throws {RangeError} what the text cannot hold, or a result that the moves contradict
 */
export function formatRecord(core, layouts, record, dialect) {
  const tags = tagLines(tagsOf(core, layouts, record, dialect), dialect);
  const text = `${tags}\n${wrapped(moveWords(core, record, dialect))}`;
  if (/[\ud800-\udfff]/u.test(text)) throw new RangeError('no text in UTF-8: half of a character');
  return text;
}

/** @param {Map<string, string>} tags @param {Dialect} dialect */
function tagLines(tags, dialect) {
  const order = dialect === 'playstrategy' ? PGN_ORDER : APGN_ORDER;
  const names = [
    ...order.filter((name) => tags.has(name)),
    ...[...tags.keys()].filter((name) => !order.includes(name)),
  ];
  return names
    .map((name) => {
      const value = tags.get(name) ?? '';
      if (!/^[A-Za-z0-9_]+$/.test(name))
        throw new RangeError(`a tag's name is letters, digits and underscores, not ${name}`);
      if (/[\n\r]/.test(value)) throw new RangeError(`the tag ${name} cannot hold a line break`);
      const line = `[${name} "${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"]\n`;
      if (size(line) > LONGEST) throw new RangeError(`the tag ${name} is too long`);
      return line;
    })
    .join('');
}

/**
 * @param {Core} core @param {Layout[]} layouts @param {TreeRecord} record @param {Dialect} dialect
 * @returns {Map<string, string>}
 */
function tagsOf(core, layouts, record, dialect) {
  const { headers, result, variant, start } = record;
  if (!RESULTS.includes(result)) throw new RangeError(`a result is one of ${RESULTS.join(' ')}, not ${result}`);
  checkEnd(core, record);
  for (const name of ['Event', 'Date', 'Black', 'White']) {
    if (!headers.has(name)) throw new RangeError(`the record has no ${name}`);
  }
  const own = ownTags(dialect);
  for (const name of headers.keys()) {
    if (own.has(name)) throw new RangeError(`the tag ${name} is made from the record's start, moves and result`);
  }
  /** @type {[string, string][]} */
  const ejections = record.marblesToEject === 6 ? [] : [[EJECTIONS_TAG, String(record.marblesToEject)]];
  const slug = layouts.find(({ position }) => withoutCounters(position) === withoutCounters(start))?.slug;
  if (dialect === 'playstrategy') {
    const theirs = new Set(PGN_NAMES.values());
    const tags = new Map(
      [...headers].map(([name, value]) => {
        if (theirs.has(name)) throw new RangeError(`the tag ${name} has another meaning in PGN`);
        return [PGN_NAMES.get(name) ?? name, value];
      }),
    );
    for (const [name, value] of [['Variant', 'Abalone'], ['Result', result], ...ejections]) tags.set(name, value);
    return slug === PLAYSTRATEGY_START ? tags : tags.set('FEN', start).set('SetUp', '1');
  }
  if (variant !== null && variant !== CUSTOM && !VARIANTS.has(variant))
    throw new RangeError(`unknown variant ${variant}`);
  const named = [...VARIANTS].find(([, each]) => each && each === slug)?.[0] ?? CUSTOM;
  const notation = [...NOTATIONS].find(([, each]) => each === dialect)?.[0] ?? '';
  const tags = new Map([
    ...headers,
    ['Variant', variant || named],
    ['Result', result],
    ['Notation', notation],
    ['Plies', String(mainLine(record).length)],
    ...ejections,
  ]);
  if (variant === null && named !== CUSTOM) return tags;
  const game = core.game(start, replayRules(record.marblesToEject));
  tags.set('SetUp', '1').set('Position', game.position('apgn'));
  game.free();
  return tags;
}

/** @param {Core} core @param {TreeRecord} record */
function checkEnd(core, record) {
  const board = core.replay(snapshotOf(record));
  try {
    const problem = endProblem(board, record.result, record.headers.get('Termination'));
    if (problem) throw new RangeError(`the moves contradict the end that is claimed: ${problem}`);
  } finally {
    board.free();
  }
}

/**
 * What may not be broken, piece by piece: a number with its move, a comment, the result.
 * @param {Core} core @param {TreeRecord} record @param {Dialect} dialect @returns {string[]}
 */
function moveWords(core, record, dialect) {
  const board = core.game(record.start, replayRules(record.marblesToEject));
  try {
    return [
      ...record.comments.map(commentText),
      ...treeWords(board, record, dialect),
      record.result,
      ...record.closingComments.map(commentText),
    ];
  } finally {
    board.free();
  }
}

/**
 * @param {import('./game.js').Game} board
 * @param {TreeRecord} record
 * @param {Dialect} dialect
 * @returns {Generator<string>}
 */
function* treeWords(board, { children }, dialect) {
  const offset = (board.turn === 'white' ? 1 : 0) - board.ply;
  /**
   * Of the open variations: the ply they began at, the move they replace.
   * @type {{ply: number, replaced: RecordNode}[]}
   */
  const lines = [];
  /** @type {RecordNode | null} */
  let last = null;
  let opening = '';
  let numbered = true; // the next move needs its number, whoever plays it
  for (const [step, node] of walk(children)) {
    if (step === 'close') {
      const { ply, replaced } = /** @type {{ply: number, replaced: RecordNode}} */ (lines.pop());
      while (board.ply > ply) board.undo();
      board.play(replaced.move);
      [last, numbered] = [replaced, true];
      yield ')';
      yield* node.commentsAfter.map(commentText);
      continue;
    }
    if (step === 'open' && last) {
      board.undo();
      lines.push({ ply: board.ply, replaced: last });
      [opening, numbered] = ['(', true];
    } else if (node.commentsAfter.length) {
      throw new RangeError(`only a variation has comments after it, and none begins with move ${node.move}`);
    }
    const count = board.ply + offset; // Black's plies are even and White's odd, whoever begins
    const odd = count % 2 === 1;
    const before = node.commentsBefore.length > 0;
    const number = !odd || numbered || before ? `${Math.floor(count / 2) + 1}${odd ? '...' : '.'}` : '';
    if (!board.isLegal(node.move)) throw new RangeError(`move ${node.move} is not legal in ${board.position()}`);
    let head = board.writeMove(node.move, dialect);
    board.play(node.move);
    if (before) {
      yield opening + number;
      yield* node.commentsBefore.map(commentText);
    } else if (number) head = `${opening}${number} ${head}`;
    const glyphs = node.glyphs.map(glyphText);
    if (glyphs.length && !glyphs[0].startsWith('$')) head += glyphs.shift();
    yield head;
    yield* glyphs;
    yield* node.comments.map(commentText);
    [last, opening, numbered] = [node, '', node.comments.length > 0];
  }
}

/** The words in lines of a fair width; a comment's own line breaks stay what they are. @param {string[]} words */
function wrapped(words) {
  let text = '';
  let column = 0;
  for (const word of words) {
    const at = word.lastIndexOf('\n');
    const fits = column + 1 + width(word.split('\n', 1)[0]) <= WIDTH;
    const gap = word === ')' || !column ? '' : fits ? ' ' : '\n';
    text += gap + word;
    if (at >= 0) column = width(word.slice(at + 1));
    else column = gap === '\n' ? width(word) : column + gap.length + width(word);
  }
  return text + (column ? '\n' : '');
}

/** @param {string} text */
function commentText(text) {
  const line = text.includes('}'); // then the rest of a line, to whose end the reader counts one carriage return
  if (line && text.includes('\n')) throw new RangeError('a comment cannot hold } and a line break');
  if (text.includes('\n[Event "')) throw new RangeError('a comment cannot hold a line that begins another record');
  const written = line ? `;${text}${text.endsWith('\r') ? '\r\n' : '\n'}` : `{${text}}`;
  if (size(written) > LONGEST + 2) throw new RangeError('a comment is too long');
  return written;
}

/** @param {string} text */
function glyphText(text) {
  if (!/^(\$[0-9]+|[!?]+)$/.test(text)) throw new RangeError(`a glyph is $ and a number, or ! and ?, not ${text}`);
  return text;
}
