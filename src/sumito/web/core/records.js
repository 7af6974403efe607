// Game records as files and text: APGN and PlayStrategy's PGN, read, checked by replay, and written as Python writes
// them.
import { RecordError } from './record_error.js';
import { formatRecord } from './record_writer.js';

export { RecordError };
export { mainLine, newNode, newRecord, recordOf, RESULTS, snapshotOf, walk } from './record_tree.js';

/** @typedef {import('./core.js').Core} Core */
/** @typedef {import('./layouts.js').Layout} Layout */
/** @typedef {import('./types.js').Dialect} Dialect */
/** @typedef {import('./record_tree.js').TreeRecord} TreeRecord */
/** @typedef {import('./record_tree.js').RecordNode} RecordNode */

export class Records {
  #core;
  #layouts;

  /** @param {Core} core @param {Layout[]} layouts */
  constructor(core, layouts) {
    this.#core = core;
    this.#layouts = layouts;
  }

  /**
   * The games of a file one by one: each a record, or the error that says why it is none. The reader is fetched when
   * the first is asked for: most pages only write.
   * @param {string | Uint8Array} source @param {{transposed?: boolean}} options transposed: letter and number are
   *   exchanged in every cell of a move, as in PlayStrategy's old exports
   * @returns {AsyncGenerator<TreeRecord | RecordError>}
   */
  async *read(source, { transposed = false } = {}) {
    const data = typeof source === 'string' ? new TextEncoder().encode(source) : source;
    const { readRecords } = await import('./record_reader.js');
    yield* readRecords(this.#core, this.#layouts, data, transposed);
  }

  /**
   * A record as text, in the dialect it was read in or in another one.
   * @param {TreeRecord} record @param {Dialect} dialect
   * @throws {RangeError} what the text cannot hold, or a result that the moves contradict
   */
  format(record, dialect = record.dialect) {
    return formatRecord(this.#core, this.#layouts, record, dialect);
  }

  /** The text of a file of records. @param {Iterable<TreeRecord>} records @param {Dialect} [dialect] */
  formatAll(records, dialect) {
    return [...records].map((record) => `${this.format(record, dialect)}\n`).join('');
  }
}
