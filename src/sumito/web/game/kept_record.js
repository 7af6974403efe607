/** Kept games as records, for files and for the pages that take a game apart. */

import { COLORS, other } from '../core/cells.js';
import { loadLayouts } from '../core/layouts.js';
import { engineName, levelNamed } from '../core/levels.js';
import { recordOf, resultOf, snapshotOf } from '../core/record_tree.js';
import { Records } from '../core/records.js';

/** @typedef {import('../core/core.js').Core} Core */
/** @typedef {import('../core/record_tree.js').TreeRecord} TreeRecord */
/** @typedef {import('../store.js').GameRecord} GameRecord */

/**
 * What makes of a game that the browser keeps a part of a file.
 * @param {Core} core @returns {Promise<(kept: GameRecord) => string>}
 */
export async function gameWriter(core) {
  const records = new Records(core, await loadLayouts());
  return (kept) => records.formatAll([recordOfKept(core, kept)]);
}

/** @param {Core} core @param {GameRecord} kept @returns {TreeRecord} */
export function recordOfKept(core, { kind, side, level, start, moves, rules, players, outcome, created }) {
  const day = new Date(created);
  const date = [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((each) => String(each).padStart(2, '0'));
  // The person's name is not known there: "You" would be whoever reads it.
  const [black, white] = COLORS.map((color) => (kind === 'local' ? players[color] || '?' : color === side ? '?' : engineName(level)));
  const game = core.replay({ start, moves, rules });
  const record = recordOf(game, [['Event', '?'], ['Date', date.join('.')], ['Black', black], ['White', white]]);
  game.free();
  if (outcome) {
    record.result = resultOf(outcome.winner);
    record.headers.set('Termination', outcome.termination);
  }
  return record;
}

/**
 * The other way: a record as a game to keep. One against a level of the engine goes on as such.
 * @param {Core} core @param {TreeRecord} record
 * @returns {import('../store.js').NewGame}
 */
export function keptOfRecord(core, record) {
  const { headers, marblesToEject, result } = record, { start, moves } = snapshotOf(record);
  const rules = marblesToEject === 6 ? {} : { marbles_to_eject: marblesToEject };
  const names = { black: nameIn(headers.get('Black')), white: nameIn(headers.get('White')) };
  const created = timeOf(headers.get('Date'));
  const game = core.replay(snapshotOf(record));
  const termination = game.outcome?.termination ?? headers.get('Termination');
  game.free();
  const winner = COLORS.find((color) => result === resultOf(color)) ?? null;
  // Where a record does not say how: what a player can do at any time.
  const outcome = result === '*' ? null : { termination: termination ?? (winner ? 'resignation' : 'agreement'), winner };
  const kept = { kind: /** @type {const} */ ('local'), start, moves, rules, players: names, control: { kind: 'untimed' }, outcome, created, changed: created };
  const computers = COLORS.filter((color) => levelNamed(names[color]) !== null);
  if (computers.length !== 1) return kept;
  const players = { black: '', white: '' }; // the page names them, in its language
  return { ...kept, kind: 'engine', players, side: other(computers[0]), level: levelNamed(names[computers[0]]), hints: true, takebacks: true };
}

/** @param {string|undefined} name */
const nameIn = (name) => (!name || name === '?' ? '' : name);

/** The day in a Date tag; today where it is not a whole one. @param {string|undefined} tag */
function timeOf(tag) {
  const [year, month, day] = /^(\d{4})\.(\d\d)\.(\d\d)$/.exec(tag ?? '')?.slice(1).map(Number) ?? [];
  const time = new Date(year, month - 1, day).getTime();
  return Number.isNaN(time) ? Date.now() : time;
}
