/** Kept games as records, for files and for the pages that take a game apart. */

import { COLORS, opponent } from '../core/cells.js';
import { NotationError } from '../core/core.js';
import { levelName, levelNamed } from '../core/levels.js';
import { recordOf, snapshotOf } from '../core/record_tree.js';
import { Records } from '../core/records.js';
import { openStudy } from '../core/study.js';

/** @typedef {import('../core/core.js').Core} Core */
/** @typedef {import('../core/record_tree.js').TreeRecord} TreeRecord */
/** @typedef {import('../shell/store.js').GameRecord} GameRecord */

/**
 * Return a function that writes a kept game as a record.
 * @param {Core} core @returns {Promise<(kept: GameRecord) => string>}
 */
export async function gameWriter(core) {
  const records = new Records(core, await openStudy());
  return (kept) => records.formatAll([recordOfKept(core, kept)]);
}

/** @param {Core} core @param {GameRecord} kept @returns {TreeRecord} */
export function recordOfKept(core, { kind, side, level, start, moves, rules, players, outcome, created }) {
  const day = new Date(created);
  const date = [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((each) => String(each).padStart(2, '0'));
  const [black, white] = COLORS.map((color) =>
    kind === 'engine' && color !== side ? levelName(core, level) : players[color] || '?',
  );
  const game = core.replay({ start, moves, rules });
  if (outcome) game.declare(outcome); // does nothing if the moves show the end
  const record = recordOf(game, [
    ['Event', '?'],
    ['Date', date.join('.')],
    ['Black', black],
    ['White', white],
  ]);
  game.free();
  return record;
}

/**
 * Return a record as a game to keep. A game against a level of the engine stays one. Variations, comments and clock are
 * not kept.
 * @param {Core} core @param {Records} records @param {TreeRecord} record
 * @returns {import('../shell/store.js').NewGame}
 */
export function keptOfRecord(core, records, record) {
  const { headers } = record,
    created = timeOf(headers.get('Date'));
  const players = /** @type {Record<import('../core/cells.js').Color, string>} */ ({
    black: nameIn(headers.get('Black')),
    white: nameIn(headers.get('White')),
  });
  const kept = {
    kind: /** @type {const} */ ('local'),
    start: record.start,
    moves: snapshotOf(record).moves,
    ...records.resume(record),
    players,
    control: { kind: 'untimed' },
    created,
    changed: created,
  };
  const computers = COLORS.filter((color) => levelNamed(core, players[color]) !== null);
  if (computers.length !== 1) return kept;
  const [computer] = computers;
  return {
    ...kept,
    kind: 'engine',
    players: { ...players, [computer]: '' },
    side: opponent(computer),
    level: levelNamed(core, players[computer]),
    hints: true,
    takebacks: true,
  };
}

/**
 * Return a text that tells games apart. The counters of a start do not matter, since files do not have them.
 * @param {Core} core @param {import('../shell/store.js').NewGame} game
 */
export function contentOf(core, { kind, side, level, players, rules, start, moves, outcome }) {
  const who = kind === 'engine' ? [side, level] : [players.black, players.white];
  return JSON.stringify([kind, who, rules.marbles_to_eject ?? 6, inFile(core, start), moves, outcome?.winner]);
}

/**
 * Return a start as files have it, without counters; unchanged if it is not valid.
 * @param {Core} core @param {string} start
 */
function inFile(core, start) {
  try {
    const game = core.game(start);
    const position = game.position('apgn');
    game.free();
    return position;
  } catch (error) {
    if (!(error instanceof NotationError)) throw error;
    return start;
  }
}

/** @param {string|undefined} name */
const nameIn = (name) => (!name || name === '?' ? '' : name);

/** Return the day in a Date tag; today if it is not a date. @param {string|undefined} tag */
function timeOf(tag) {
  const [year, month, day] =
    /^(\d{4})\.(\d\d)\.(\d\d)$/
      .exec(tag ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  // Date takes any number: the 31st of February is in March, the year 20 is 1920.
  const date = new Date(year, month - 1, day);
  return date.getFullYear() === year && date.getMonth() === month - 1 ? date.getTime() : Date.now();
}
