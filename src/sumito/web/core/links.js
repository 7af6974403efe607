// Games as short texts for links. The core packs and unpacks them.
import { ALL_COLORS } from './cells.js';
import { TERMINATIONS } from './names.js';
import { mainLine, newNode, newRecord } from './record_tree.js';

/** @typedef {import('./study.js').Study} Study */
/** @typedef {import('./record_tree.js').TreeRecord} TreeRecord */

/** The problems of links of games. */
const PACKING_PROBLEMS = [
  'none',
  'empty',
  'bad_character',
  'unknown_version',
  'bad_checksum',
  'too_long',
  'impossible_position',
  'illegal_move',
  'bad_end',
  'not_canonical',
];
const MOST_PLIES = 4096;
const LONGEST = 2 * MOST_PLIES + 64;
const GAME = 36;
const COLORS_AT = 12;

/** A text that is not the link of a game, or a game that cannot be a link. */
export class LinkError extends Error {
  /** @param {number} found the answer of the core */
  constructor(found) {
    const code = PACKING_PROBLEMS[-found] ?? 'malformed';
    super(code);
    this.code = code;
  }
}

/**
 * Return a short text with the start, the main line and the end of a game, without names, comments and variations.
 * @param {Study} study @param {TreeRecord} record
 * @throws {LinkError} the game is too long, or cannot be replayed
 */
export function formatLink({ memory }, record) {
  const encoder = new TextEncoder();
  const [start, result] = [record.start, record.result].map((text) => encoder.encode(text));
  const entries = mainLine(record).map(({ move }) => move);
  const ending = TERMINATIONS.indexOf(record.headers.get('Termination') ?? null);
  const out = memory.buffer('link', LONGEST);
  const size = memory.calls.sumito_pack(
    memory.give(start, 'start'),
    start.length,
    memory.giveNumbers(entries, 'moves'),
    entries.length,
    record.marblesToEject,
    memory.give(result, 'result'),
    result.length,
    Math.max(0, ending),
    out,
    LONGEST,
  );
  if (size < 0) throw new LinkError(size);
  return memory.text(out, size);
}

/**
 * Return the game of a link.
 * @param {Study} study @param {string} text @returns {TreeRecord}
 * @throws {LinkError} the text does not hold a game
 */
export function parseLink({ memory }, text) {
  const game = memory.buffer('packed game', GAME);
  const out = memory.buffer('moves', 4 * MOST_PLIES);
  const given = memory.giveText(text);
  const count = memory.calls.sumito_unpack(...given, game, out, MOST_PLIES);
  if (count < 0) throw new LinkError(count);
  const view = memory.view();
  const [marblesToEject, ending, players] = [0, 4, 8].map((each) => view.getInt32(game + each, true));
  const names = Array.from({ length: players }, (_, player) => {
    const color = ALL_COLORS[view.getInt32(game + COLORS_AT + 4 * player, true)];
    return /** @type {[string, string]} */ ([color[0].toUpperCase() + color.slice(1), '?']);
  });
  const entries = Array.from({ length: count }, (_, i) => view.getInt32(out + 4 * i, true));
  const record = newRecord(memory.fillText('sumito_unpack_start', ...given), names, marblesToEject);
  record.result = memory.fillText('sumito_unpack_result', ...given);
  const termination = TERMINATIONS[ending];
  if (termination) record.headers.set('Termination', termination);
  let { children } = record;
  for (const entry of entries) {
    children.push(newNode(entry));
    ({ children } = children[0]);
  }
  return record;
}

/**
 * Return the game of a link, or a sentence that says why it holds none.
 * @param {Study} study @param {string} text
 * @returns {{records: TreeRecord[], problems: import('./cells.js').Sentence[][]}}
 */
export function readLink(study, text) {
  try {
    return { records: [parseLink(study, text)], problems: [] };
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    const message = error.code === 'unknown_version' ? 'record.link.version' : 'record.link.bad';
    return { records: [], problems: [[{ message, parameters: {} }]] };
  }
}
