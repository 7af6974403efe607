// Game records as files and text: APGN and PlayStrategy's PGN. The core reads and writes them, and checks each game.
import { readRecords } from './record_reader.js';
import { formatRecord } from './record_writer.js';
import { mainLine } from './record_tree.js';
import { COLORS } from './cells.js';
import { playersIn } from './core_for.js';
import { TERMINATIONS } from './names.js';

export { RecordError } from './record_error.js';
export { mainLine, newNode, newRecord, recordOf, snapshotOf, walk } from './record_tree.js';

/** @typedef {import('./cells.js').Color} Color */
/** @typedef {import('./core.js').Core} Core */
/** @typedef {import('./study.js').Study} Study */
/** @typedef {import('./types.js').Dialect} Dialect */
/** @typedef {import('./types.js').Outcome} Outcome */
/** @typedef {import('./types.js').Rules} Rules */
/** @typedef {import('./record_tree.js').TreeRecord} TreeRecord */
/** @typedef {import('./record_tree.js').RecordNode} RecordNode */

const RESUMPTION = 12;

export class Records {
  #core;
  #study;

  /** @param {Core} core @param {Study} study */
  constructor(core, study) {
    this.#core = core;
    this.#study = study;
  }

  /** The names of the Notation tag. */
  get notations() {
    return this.#study.notations;
  }

  /** Black wins, White wins, a draw, and any other end. */
  get results() {
    return this.#study.results;
  }

  /**
   * Return the number before a move: 3. for Black, 3... for White.
   * @param {number} ply plies before it
   * @param {Color} color of the player who moves
   */
  moveNumber(ply, color) {
    return this.#study.memory.fillText('sumito_write_move_number', ply, COLORS.indexOf(color));
  }

  /**
   * Yield the games of a file one by one: a record, or the error if a game is not valid.
   * @param {string | Uint8Array} source @param {{transposed?: boolean}} options transposed: letter and number are
   *   exchanged in every cell of a move, as in PlayStrategy's old exports
   */
  read(source, { transposed = false } = {}) {
    const data = typeof source === 'string' ? new TextEncoder().encode(source) : source;
    return readRecords(this.#core, this.#study, data, transposed);
  }

  /**
   * Return the text of a record, in its own dialect or in another one.
   * @param {TreeRecord} record @param {Dialect} dialect
   * @throws {RangeError} the text cannot hold the record, or the result contradicts the moves
   */
  format(record, dialect = record.dialect) {
    return formatRecord(this.#study, record, dialect);
  }

  /** Return the game of a link, or why it holds none. @param {string} text */
  async readLink(text) {
    return (await import('./links.js')).readLink(this.#study, text);
  }

  /** Return the text of a file of records. @param {Iterable<TreeRecord>} records @param {Dialect} [dialect] */
  formatAll(records, dialect) {
    return [...records].map((record) => `${this.format(record, dialect)}\n`).join('');
  }

  /**
   * Return the rules and the outcome with which a recorded game is played on.
   * @param {TreeRecord} record
   * @returns {{rules: Partial<Rules>, outcome: Outcome | null}}
   * @throws {RangeError} a move cannot be played
   */
  resume(record) {
    const { memory } = this.#study;
    const encoder = new TextEncoder();
    /** @param {string} name @param {string} text */
    const give = (name, text) => {
      const data = encoder.encode(text);
      return [memory.give(data, name), data.length];
    };
    const moves = mainLine(record).map(({ move }) => move);
    const out = memory.buffer('resumption', RESUMPTION);
    const values = [
      ...give('start', record.start),
      memory.giveNumbers(moves, 'moves'),
      moves.length,
      record.marblesToEject,
      ...give('result', record.result),
      ...give('termination', record.headers.get('Termination') ?? ''),
    ];
    if (!memory.calls.sumito_record_resume(...values, out)) throw new RangeError('the record cannot be replayed');
    const view = memory.view();
    const [repetition, number, winners] = [0, 4, 8].map((each) => view.getInt32(out + each, true));
    const termination = TERMINATIONS[number];
    return {
      rules: {
        ...(record.marblesToEject === 6 ? {} : { marbles_to_eject: record.marblesToEject }),
        ...(repetition ? {} : { repetition }),
      },
      outcome: termination
        ? { termination, winner: playersIn(record.start).find((_, player) => winners & (1 << player)) ?? null }
        : null,
    };
  }
}
