/** Reads what users paste and open: a position in any form, a file of records, or the moves of a game. */

import { NotationError } from '../core/core.js';
import { coreFor, hasPlayers } from '../core/core_for.js';
import { FORMS } from '../core/names.js';
import { RecordError, newRecord } from '../core/records.js';
import { inParts } from './parts.js';

/** @typedef {import('../core/core.js').Core} Core */
/** @typedef {import('../core/records.js').Records} Records */
/** @typedef {import('../core/types.js').Form} Form */
/** @typedef {import('./exchange.js').Import} Import */

/** Matches text that is meant as a position, valid or not: rows of marbles, or all cells. */
const LIKE_A_POSITION = /^([^/[]*\/){4,}[^[]*$|^[\d_a-i]{20,}$/i;

/**
 * Return a record that starts from a position text in any form; null if the text is not a position. Positions of
 * several players have one form.
 * @param {Core} two @param {string} text @returns {Promise<Import|null>}
 */
async function foundPosition(two, text) {
  const isSeveral = text.includes('/') && hasPlayers(text);
  const core = isSeveral ? await coreFor(two, text) : two;
  let column = 0;
  for (const form of /** @type {Form[]} */ (isSeveral ? ['fen'] : FORMS)) {
    try {
      const game = core.game(text, {}, form);
      const problems = game.problems().map((problem) => ({ message: `analysis.problem.${problem}`, parameters: {} }));
      const record = newRecord(game.position());
      game.free();
      return problems.length ? { records: [], problems: [problems] } : { records: [record], problems: [] };
    } catch (error) {
      if (!(error instanceof NotationError)) throw error;
      column = Math.max(column, error.column); // it was meant in the form that got furthest
    }
  }
  return LIKE_A_POSITION.test(text)
    ? { records: [], problems: [[{ message: 'analysis.import.position', parameters: { column } }]] }
    : null;
}

/**
 * The moves of a game from the standard start, in the notation that reads the most of them.
 * @param {Records} records @param {string} text @returns {Import}
 */
function foundMoves(records, text) {
  const [last] = /** @type {RegExpExecArray} */ (/\S*$/.exec(text));
  // The moves themselves tell how the game ended.
  const moves = records.results.includes(last) ? text.slice(0, text.length - last.length) : text;
  const [black, white, , unknown] = records.results;
  /** @type {RecordError|null} */ let furthest = null;
  for (const notation of records.notations) {
    for (const result of [unknown, black, white]) {
      const players = '[Event "?"]\n[Date "????.??.??"]\n[Black "?"]\n[White "?"]\n[Variant "standard"]';
      const tags = `${players}\n[Notation "${notation}"]\n[Result "${result}"]`;
      const complete = `${tags}\n\n${moves} ${result}\n`;
      let won = false;
      for (const each of records.read(complete)) {
        if (!(each instanceof RecordError)) return { records: [each], problems: [] };
        if (!furthest || (each.ply ?? 0) > (furthest.ply ?? 0)) furthest = each;
        won = each.code === 'ejection_result';
      }
      if (!won) break;
    }
  }
  const meant = furthest && ((furthest.ply ?? 0) > 1 || furthest.code === 'illegal_move') ? furthest.sentences : [];
  // Without the place, which would count the lines of the tags that nobody has written.
  return {
    records: [],
    problems: [meant.length ? meant.slice(1) : [{ message: 'analysis.import.unknown', parameters: {} }]],
  };
}

/**
 * Read a text or a file: a position, records, or the moves of a game from the standard start. A long file is read in
 * parts, so that the page stays responsive.
 * @param {Core} core @param {Records} records @param {string|Uint8Array} source
 * @param {(games: number) => boolean} [goOn] asked after each part, with the number of games so far
 * @returns {Promise<Import>}
 */
export async function read(core, records, source, goOn = () => true) {
  const text = (typeof source === 'string' ? source : new TextDecoder().decode(source)).trim();
  if (text === '') return { records: [], problems: [[{ message: 'analysis.import.empty', parameters: {} }]] };
  const position = text.length < 400 ? await foundPosition(core, text) : null;
  if (position) return position;
  if (!text.includes('[')) return foundMoves(records, text);
  /** @type {Import} */ const found = { records: [], problems: [] };
  for await (const each of inParts(records.read(source), goOn)) {
    if (each instanceof RecordError) found.problems.push(each.sentences);
    else found.records.push(each);
  }
  return found;
}
