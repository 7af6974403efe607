// What can be wrong with a game record, and where.

/** @typedef {import('./cells.js').Sentence} Sentence */
/** @typedef {import('./types.js').Explanation} Explanation */
/**
 * What is wrong, at a tag, at a move, or at the token that is being read; `value` is the text at fault.
 * @typedef {{code: string, tag?: string, value?: string, ply?: number, explanation?: Explanation}} Fault
 */

/** What is said of each problem: a message of the catalogues. */
const MESSAGES = new Map(
  Object.entries({
    'record.not_text': ['utf16', 'not_utf8'],
    'record.unreadable': ['bad_tag', 'open_comment', 'bad_character', 'token_too_long'],
    'record.tag': ['tag_twice', 'tag_line_break', 'bad_result', 'bad_number', 'bad_notation', 'same_tags'],
    'record.missing': ['missing_tags'],
    'record.start': ['unknown_variant', 'needs_position', 'grand_abalone', 'bad_position', 'impossible_position'],
    'record.move': ['not_a_move'],
    'record.illegal': ['illegal_move'],
    'record.over': ['game_over'],
    'record.variation': [
      'glyph_without_move',
      'variation_without_move',
      'variation_not_opened',
      'empty_variation',
      'variation_not_closed',
    ],
    'record.result': [
      'after_result',
      'result_missing',
      'result_differs',
      'ejection_result',
      'blocked_result',
      'other_end',
      'not_over',
      'occurs_once',
      'plies_differ',
    ],
  }).flatMap(([message, codes]) => codes.map((code) => [code, message])),
);
const SHOWN = 40; // characters of a text that an error repeats
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const loose = new TextDecoder('utf-8', { ignoreBOM: true });

/** A game in a file or a text that is not a record. */
export class RecordError extends Error {
  /**
   * @param {Fault} fault @param {{game: number, line: number, column: number}} place which game of the file, and where,
   *   all from 1 @param {Map<string, string>} headers the tags of the game, as far as they were read
   */
  constructor({ code, tag, value, ply, explanation }, { game, line, column }, headers) {
    const about = [tag, value].filter((each) => each !== undefined).join(' ');
    super(
      `game ${game}, line ${line}, column ${column}${ply ? `, ply ${ply}` : ''}: ${code.replaceAll('_', ' ')} ${about}`,
    );
    this.name = 'RecordError';
    this.code = code;
    /** The tag or the text that is at fault. */
    this.value = value ?? tag ?? null;
    this.game = game;
    this.line = line;
    this.column = column;
    /** Of the move that is at fault, from 1; null where no move is. */
    this.ply = ply ?? null;
    /** Why the rules forbid the move, where they do. */
    this.explanation = explanation ?? null;
    this.headers = headers;
  }

  /** Where it is, what it is, and the rule that forbids a move. @returns {Sentence[]} */
  get sentences() {
    const { game, line, column } = this;
    return [
      { message: 'record.at', parameters: { game, line, column } },
      { message: MESSAGES.get(this.code) ?? 'record.unreadable', parameters: { value: this.value ?? '' } },
      ...(this.explanation?.sentences.slice(0, 1) ?? []),
    ];
  }
}

/** Thrown inside, caught by the game that is being read. */
export class Faulty extends Error {
  /** @param {Fault} fault */
  constructor(fault) {
    super(fault.code);
    this.fault = fault;
  }
}

/** @param {Uint8Array} bytes @returns {string} */
export function decoded(bytes) {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new Faulty({ code: 'not_utf8', value: shown(bytes) });
  }
}

/** A text, and not all of a long one. @param {Uint8Array | string} text */
export function shown(text) {
  const read = [...(typeof text === 'string' ? text : loose.decode(text.subarray(0, 4 * SHOWN)))];
  return read.length <= SHOWN ? read.join('') : `${read.slice(0, SHOWN).join('')}…`;
}

/**
 * @param {Map<string, string>} tags
 * @param {string} tag
 * @param {number} least
 * @param {number} most
 * @returns {number | null}
 */
export function wholeNumber(tags, tag, least, most) {
  const text = tags.get(tag);
  if (text === undefined) return null;
  const number = /^[0-9]{1,9}$/.test(text) ? Number(text) : -1;
  if (number < least || number > most) throw new Faulty({ code: 'bad_number', tag, value: `${tag}: ${shown(text)}` });
  return number;
}
