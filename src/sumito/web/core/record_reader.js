// Game records read: APGN and PlayStrategy's PGN, one game after the other, each checked by replay.
import { pointer } from './memory.js';
import { decoded, Faulty, RecordError, shown, wholeNumber } from './record_error.js';
import { MoveReader } from './record_moves.js';
import {
  CUSTOM,
  EJECTIONS_TAG,
  newRecord,
  NOTATIONS,
  ownTags,
  PGN_NAMES,
  PLAYSTRATEGY_START,
  replayRules,
  REQUIRED,
  RESULTS,
  VARIANTS,
} from './record_tree.js';

/** @typedef {import('./core.js').Core} Core */
/** @typedef {import('./layouts.js').Layout} Layout */
/** @typedef {import('./types.js').Dialect} Dialect */
/** @typedef {import('./record_tree.js').TreeRecord} TreeRecord */
/**
 * @typedef {{kind: string, text: Uint8Array, name: Uint8Array, line: number, column: number, problem: string}} Token
 */
/** @typedef {import('./record_error.js').Fault} Fault */

const KINDS = [
  'more',
  'tag',
  'number',
  'move',
  'comment',
  'glyph',
  'open',
  'close',
  'result',
  'game_end',
  'bad',
  'end',
];
const PROBLEMS = ['', 'bad_tag', 'open_comment', 'bad_character', 'token_too_long'];
const TOKEN = 32;
const PIECE = 2 ** 16;

/** @param {Core} core @param {Uint8Array} data @returns {Generator<Token>} */
function* tokens(core, data) {
  const { memory } = core;
  const { calls } = memory;
  const tokenizer = pointer(calls.sumito_records_new());
  const out = pointer(calls.sumito_alloc(TOKEN)); // its own: others read records between two of our tokens
  try {
    for (let fed = 0; ;) {
      const kind = KINDS[calls.sumito_records_next(tokenizer, out)];
      if (kind === 'end') return;
      if (kind === 'more') {
        const piece = data.subarray(fed, fed + PIECE);
        fed += piece.length;
        if (piece.length) calls.sumito_records_feed(tokenizer, memory.give(piece), piece.length);
        else calls.sumito_records_finish(tokenizer);
        continue;
      }
      const view = memory.view();
      const [text, textSize, name, nameSize] = [0, 4, 8, 12].map((each) => view.getUint32(out + each, true));
      const [, problem, line, column] = [16, 20, 24, 28].map((each) => view.getInt32(out + each, true));
      yield {
        kind,
        text: memory.bytes(text, textSize).slice(),
        name: memory.bytes(name, nameSize).slice(),
        line,
        column,
        problem: PROBLEMS[problem],
      };
    }
  } finally {
    calls.sumito_free(out);
    calls.sumito_records_free(tokenizer);
  }
}

/**
 * The games of a file one by one: each a record, or the error that says why it is none. With `transposed`, letter and
 * number are exchanged in every cell of a move, as in PlayStrategy's old exports.
 * @param {Core} core @param {Layout[]} layouts @param {Uint8Array} data @param {boolean} transposed
 * @returns {Generator<TreeRecord | RecordError>}
 */
export function* readRecords(core, layouts, data, transposed) {
  let number = 0;
  /** @type {GameReader | null} */
  let game = null;
  try {
    for (const token of tokens(core, data)) {
      if (!game) {
        number += 1;
        game = new GameReader(core, layouts, number, token, transposed);
      }
      if (token.kind === 'game_end') {
        yield game.finished();
        game = null;
      } else if (!game.error) game.take(token);
    }
  } finally {
    game?.free();
  }
}

/** One game while it is read: its tags, then its moves, up to the first thing that is wrong. */
class GameReader {
  #core;
  #layouts;
  #number;
  #transposed;
  #first;
  #last;
  /** @type {Map<string, string>} */
  #tags = new Map();
  /** @type {Map<string, Token>} */
  #places = new Map();
  /** @type {MoveReader | null} */
  #moves = null;
  /** @type {RecordError | null} */
  error = null;

  /**
   * @param {Core} core
   * @param {Layout[]} layouts
   * @param {number} number
   * @param {Token} first
   * @param {boolean} transposed
   */
  constructor(core, layouts, number, first, transposed) {
    this.#core = core;
    this.#layouts = layouts;
    this.#number = number;
    this.#transposed = transposed;
    this.#first = first;
    this.#last = first;
  }

  /** Read one token; what is wrong with it becomes the game's error. @param {Token} token */
  take(token) {
    this.#last = token;
    try {
      if (token.kind === 'tag') this.#tag(token);
      else if (token.kind === 'bad') throw new Faulty(badToken(token));
      else {
        this.#moves ??= this.#begun();
        this.#moves.take(token);
      }
    } catch (error) {
      if (!(error instanceof Faulty)) throw error;
      this.#fail(error.fault);
    }
  }

  /** The record, or why it is none; there are no more tokens. @returns {TreeRecord | RecordError} */
  finished() {
    if (!this.error && !this.#moves?.ended) this.take({ ...this.#last, kind: 'unended' });
    const record = this.#moves?.record;
    this.free();
    return this.error ?? /** @type {TreeRecord} */ (record);
  }

  free() {
    this.#moves?.free();
    this.#moves = null;
  }

  /** @param {Fault} fault */
  #fail(fault) {
    const { line, column } = (fault.tag === undefined ? this.#last : this.#places.get(fault.tag)) ?? this.#first;
    this.error = new RecordError(fault, { game: this.#number, line, column }, this.#tags);
    this.free();
  }

  /** @param {Token} token */
  #tag(token) {
    const [name, value] = [decoded(token.name), decoded(token.text)];
    if (this.#tags.has(name)) throw new Faulty({ code: 'tag_twice', value: name });
    if (value.includes('\r')) throw new Faulty({ code: 'tag_line_break', value: name });
    this.#tags.set(name, value);
    this.#places.set(name, token);
  }

  /** The record that the tags promise, without moves. */
  #begun() {
    const tags = this.#tags;
    const pgn = !tags.has('Notation') && ((tags.has('P1') && tags.has('P2')) || tags.get('Variant') === 'Abalone');
    if (!pgn) {
      const missing = REQUIRED.filter((name) => !tags.has(name));
      if (missing.length) throw new Faulty({ code: 'missing_tags', tag: missing[0], value: missing.join(', ') });
    }
    const result = tags.get('Result') ?? '*';
    if (!RESULTS.includes(result)) throw new Faulty({ code: 'bad_result', tag: 'Result', value: shown(result) });
    const marbles = wholeNumber(tags, EJECTIONS_TAG, 1, 61) ?? 6;
    const headers = pgn ? headersOfPgn(tags) : tags;
    const board = pgn ? this.#startOfPgn(marbles) : this.#startOfApgn(marbles);
    const dialect = pgn ? 'playstrategy' : /** @type {Dialect} */ (NOTATIONS.get(tags.get('Notation') ?? ''));
    const own = ownTags(dialect);
    const kept = [...headers].filter(([name]) => !own.has(name));
    const record = newRecord(board.startPosition(), kept, marbles, dialect);
    if (!pgn && tags.has('Position')) record.variant = tags.get('Variant') ?? null;
    return new MoveReader(record, board, tags, pgn && this.#transposed ? 'any' : dialect, this.#transposed);
  }

  /** @param {number} marbles */
  #startOfApgn(marbles) {
    const [notation, variant] = [this.#tags.get('Notation') ?? '', this.#tags.get('Variant') ?? ''];
    const position = this.#tags.get('Position');
    if (!NOTATIONS.has(notation)) throw new Faulty({ code: 'bad_notation', tag: 'Notation', value: shown(notation) });
    if (variant !== CUSTOM && !VARIANTS.has(variant)) {
      throw new Faulty({ code: 'unknown_variant', tag: 'Variant', value: shown(variant) });
    }
    const set = position !== undefined && this.#tags.get('SetUp') === '1';
    if (variant === CUSTOM && !set) throw new Faulty({ code: 'needs_position', tag: 'Variant', value: variant });
    if (position !== undefined) return this.#position(position, 'apgn', marbles, 'Position');
    const slug = VARIANTS.get(variant);
    if (!slug) throw new Faulty({ code: 'needs_position', tag: 'Variant', value: variant });
    return this.#layout(slug, marbles);
  }

  /** @param {number} marbles */
  #startOfPgn(marbles) {
    const variant = this.#tags.get('Variant') ?? 'Abalone';
    if (variant.toLowerCase().replace(/\s/g, '') === 'grandabalone') {
      throw new Faulty({ code: 'grand_abalone', tag: 'Variant', value: variant });
    }
    if (variant !== 'Abalone') throw new Faulty({ code: 'unknown_variant', tag: 'Variant', value: shown(variant) });
    const position = this.#tags.get('FEN');
    if (position !== undefined) return this.#position(position, 'fen', marbles, 'FEN');
    return this.#layout(PLAYSTRATEGY_START, marbles);
  }

  /** @param {string} slug @param {number} marbles */
  #layout(slug, marbles) {
    const layout = this.#layouts.find((each) => each.slug === slug);
    if (!layout) throw new Error(`no such layout: ${slug}`);
    return this.#core.game(layout.position, replayRules(marbles));
  }

  /** @param {string} text @param {import('./types.js').Form} form @param {number} marbles @param {string} tag */
  #position(text, form, marbles, tag) {
    const board = this.#readable(text, form, marbles, tag);
    if (board.problems().length === 0) return board;
    board.free();
    throw new Faulty({ code: 'impossible_position', tag, value: shown(text) });
  }

  /** @param {string} text @param {import('./types.js').Form} form @param {number} marbles @param {string} tag */
  #readable(text, form, marbles, tag) {
    const bad = new Faulty({ code: 'bad_position', tag, value: shown(text) });
    if (text === '') throw bad; // which core.game would take for the standard one
    try {
      return this.#core.game(text, replayRules(marbles), form);
    } catch {
      throw bad;
    }
  }
}

/** @param {Token} token @returns {Fault} */
function badToken({ text, line, column, problem }) {
  const [first, second] = text;
  const utf16 =
    line === 1 && column === 1 && ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff));
  return utf16 ? { code: 'utf16' } : { code: problem, value: shown(text) };
}

/** @param {Map<string, string>} tags */
function headersOfPgn(tags) {
  const ours = new Map([...PGN_NAMES].map(([name, theirs]) => [theirs, name]));
  /** @type {Map<string, string>} */
  const headers = new Map();
  for (const [name, value] of tags) {
    const theirs = PGN_NAMES.get(name);
    if (theirs !== undefined && tags.has(theirs))
      throw new Faulty({ code: 'same_tags', tag: name, value: `${name}, ${theirs}` });
    headers.set(ours.get(name) ?? name, value);
  }
  return headers;
}
