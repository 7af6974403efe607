// Game records as text: the core composes it, the same bytes as in Python.
import { DIALECTS } from './names.js';
import { RECORD_FAULTS } from './record_error.js';
import { walk } from './record_tree.js';

/** @typedef {import('./study.js').Study} Study */
/** @typedef {import('./types.js').Dialect} Dialect */
/** @typedef {import('./record_tree.js').TreeRecord} TreeRecord */

// The numbers of the core's CommentPlace.
const [RECORD, BEFORE, MOVE, AFTER, CLOSING] = [0, 1, 2, 3, 4];
const encoder = new TextEncoder();

/**
 * Return the text of a record.
 * @param {Study} study @param {TreeRecord} record @param {Dialect} dialect
 * @throws {RangeError} the text cannot hold the record, or the result contradicts the moves
 */
export function formatRecord({ memory, names }, record, dialect) {
  const { calls } = memory;
  /** @param {string} text @param {string} name @returns {[number, number]} */
  const give = (text, name = 'in') => {
    if (/[\ud800-\udfff]/u.test(text)) throw new RangeError('half of a character is not text');
    const data = encoder.encode(text);
    return [memory.give(data, name), data.length];
  };
  const writer = calls.sumito_record_writer_new(
    names,
    ...give(record.start),
    record.marblesToEject,
    DIALECTS.indexOf(dialect),
    ...give(record.variant ?? '', 'variant'),
  );
  if (!writer) throw new RangeError(`the record cannot be written: start ${record.start}, dialect ${dialect}`);
  /** @param {string} call @param {number[]} values */
  const tell = (call, ...values) => {
    const fault = calls[`sumito_record_writer_${call}`](writer, ...values);
    if (fault)
      throw new RangeError(`the record cannot be written: ${(RECORD_FAULTS[fault] ?? '').replaceAll('_', ' ')}`);
  };
  /** @param {number} place @param {string[]} texts */
  const comments = (place, texts) => {
    for (const text of texts) tell('comment', place, ...give(text));
  };
  try {
    for (const [name, value] of record.headers) tell('header', ...give(name), ...give(value, 'value'));
    comments(RECORD, record.comments);
    for (const [step, node] of walk(record.children)) {
      if (step === 'close') tell('close');
      else {
        if (step === 'open') tell('open');
        comments(BEFORE, node.commentsBefore);
        tell('move', node.move);
        for (const glyph of node.glyphs) tell('glyph', ...give(glyph));
        comments(MOVE, node.comments);
      }
      if (step !== 'open') comments(AFTER, node.commentsAfter); // the core refuses them after a move of the main line
    }
    tell('finish', ...give(record.result));
    comments(CLOSING, record.closingComments);
    return memory.fillText('sumito_record_writer_text', writer);
  } finally {
    calls.sumito_record_writer_free(writer);
  }
}
