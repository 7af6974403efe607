/** Kept games as records, for files and for the pages that take a game apart. */

import { COLORS, other } from '../core/cells.js';
import { loadLayouts } from '../core/layouts.js';
import { levelName, levelNamed } from '../core/levels.js';
import { recordOf, resultOf, snapshotOf, withoutCounters } from '../core/record_tree.js';
import { Records } from '../core/records.js';

/** @typedef {import('../core/core.js').Core} Core */
/** @typedef {import('../core/record_tree.js').TreeRecord} TreeRecord */
/** @typedef {import('../shell/store.js').GameRecord} GameRecord */

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
  const [black, white] = COLORS.map((color) =>
    kind === 'engine' && color !== side ? levelName(core, level) : players[color] || '?',
  );
  const game = core.replay({ start, moves, rules });
  const record = recordOf(game, [
    ['Event', '?'],
    ['Date', date.join('.')],
    ['Black', black],
    ['White', white],
  ]);
  game.free();
  if (outcome) {
    record.result = resultOf(outcome.winner);
    record.headers.set('Termination', outcome.termination);
  }
  return record;
}

/**
 * The other way: a record as a game to keep. One against a level of the engine goes on as such. What is kept is the
 * game as it was played: no variations, no comments, no clock.
 * @param {Core} core @param {TreeRecord} record
 * @returns {import('../shell/store.js').NewGame}
 */
export function keptOfRecord(core, record) {
  const { headers } = record,
    created = timeOf(headers.get('Date'));
  const players = { black: nameIn(headers.get('Black')), white: nameIn(headers.get('White')) };
  const kept = {
    kind: /** @type {const} */ ('local'),
    ...replayed(core, record),
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
    side: other(computer),
    level: levelNamed(core, players[computer]),
    hints: true,
    takebacks: true,
  };
}

/**
 * The game by the rules of the page, and how it ended. In records repetition ends nothing: one that went on after it,
 * or ended otherwise, is kept without that rule.
 * @param {Core} core @param {TreeRecord} record
 */
function replayed(core, record) {
  const { start, moves, rules } = snapshotOf(record),
    { result, marblesToEject } = record;
  for (const by of [marblesToEject === 6 ? {} : { marbles_to_eject: marblesToEject }, rules]) {
    try {
      const game = core.replay({ start, moves, rules: by });
      const { outcome } = game;
      game.free();
      if (!outcome) return { start, moves, rules: by, outcome: declared(record) };
      if (by === rules || result === '*' || result === resultOf(outcome.winner)) {
        return { start, moves, rules: by, outcome: { termination: outcome.termination, winner: outcome.winner } };
      }
    } catch (error) {
      if (by === rules || !(error instanceof RangeError)) throw error;
    }
  }
  throw new RangeError('the record cannot be replayed');
}

/**
 * The end that the moves do not show. Many records do not say how: then it is what players can do at any time.
 * @param {TreeRecord} record
 */
function declared({ headers, result }) {
  if (result === '*') return null;
  const winner = COLORS.find((color) => result === resultOf(color)) ?? null;
  return {
    termination: !winner ? 'agreement' : headers.get('Termination') === 'time' ? 'time' : 'resignation',
    winner,
  };
}

/**
 * What makes a game this one and no other. Files have no counters of a start.
 * @param {import('../shell/store.js').NewGame} game
 */
export function contentOf({ kind, side, level, players, rules, start, moves, outcome }) {
  const who = kind === 'local' ? [players.black, players.white] : [side, level];
  return JSON.stringify([kind, who, rules.marbles_to_eject ?? 6, withoutCounters(start), moves, outcome?.winner]);
}

/** @param {string|undefined} name */
const nameIn = (name) => (!name || name === '?' ? '' : name);

/** The day in a Date tag; today where it is none. @param {string|undefined} tag */
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
