/** Records as games to keep, for files that are imported into My games. */

import { byColor, COLORS, opponent } from '../core/cells.js';
import { NotationError } from '../core/core.js';
import { hasPlayers, playersIn } from '../core/core_for.js';
import { levelNamed } from '../core/levels.js';
import { snapshotOf, tagOf } from '../core/record_tree.js';
import { seatTerms } from '../game/several_terms.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../core/core.js').Core} Core */
/** @typedef {import('../core/record_tree.js').TreeRecord} TreeRecord */
/** @typedef {import('../core/records.js').Records} Records */
/** @typedef {import('../shell/store.js').NewGame} NewGame */

/** The levels of version 0.1, which play with two players only. */
const FORMER = /^r1-/;

/**
 * Return a record as a game to keep. A game against levels of the engine stays one. Variations, comments and clock are
 * not kept.
 * @param {Core} core the one for its start @param {Records} records @param {TreeRecord} record
 * @returns {NewGame}
 */
export function keptOfRecord(core, records, record) {
  const { headers, start } = record,
    created = timeOf(headers.get('Date'));
  const players = byColor(playersIn(start), (color) => nameIn(headers.get(tagOf(color))));
  const kept = {
    start,
    moves: snapshotOf(record).moves,
    ...records.resume(record),
    players,
    control: { kind: 'untimed' },
    created,
    changed: created,
  };
  if (hasPlayers(start)) return { ...kept, ...seatedTerms(core, record, players) };
  const two = { ...kept, kind: /** @type {const} */ ('local') };
  const computers = COLORS.filter((color) => levelNamed(core, players[color]) !== null);
  if (computers.length !== 1) return two;
  const [computer] = computers;
  return {
    ...two,
    kind: 'engine',
    players: { ...players, [computer]: '' },
    side: opponent(computer),
    level: levelNamed(core, players[computer]),
    hints: true,
    takebacks: true,
  };
}

/**
 * Return the terms of a game of several players: a player with the name of a level is a computer.
 * @param {Core} core @param {TreeRecord} record @param {NewGame['players']} players
 */
function seatedTerms(core, record, players) {
  const colors = playersIn(record.start);
  const seats = byColor(colors, (color) => {
    const level = levelNamed(core, players[color]) ?? '';
    return FORMER.test(level) ? '' : level;
  });
  const terms = seatTerms(seats);
  // Somebody with a name need not be the player of this browser.
  const side = terms.side && players[terms.side] ? undefined : terms.side;
  const game = core.game(record.start);
  const teams = game.sides.length < colors.length;
  game.free();
  return {
    kind: /** @type {const} */ ('several'),
    ...terms,
    side,
    teams,
    players: byColor(colors, (color) => (seats[color] ? '' : players[color])),
    hints: true,
    takebacks: true,
    layout: record.variant ?? '',
  };
}

/**
 * Return a text that tells games apart.
 * @param {Core} core the one of two players @param {NewGame} game
 */
export function contentOf(core, { kind, side, level, seats, players, rules, start, moves, outcome }) {
  const who = kind === 'engine' ? [side, level] : playersIn(start).map((color) => seats?.[color] || players[color]);
  return JSON.stringify([kind, who, rules.marbles_to_eject ?? 6, inFile(core, start), moves, outcome?.winner]);
}

/**
 * Return a start as files have it, without counters; unchanged if it is not a position of two players: others have
 * counters in files too.
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
