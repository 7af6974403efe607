/** Games in and out: addresses that show and share them, files, and who played. */

import { ALL_COLORS } from '../core/cells.js';
import { coreFor, playersIn } from '../core/core_for.js';
import { levelNamed } from '../core/levels.js';
import { newRecord, snapshotOf, tagOf } from '../core/record_tree.js';
import { recordOfKept } from './kept_record.js';
import { computerName } from '../shell/computer_name.js';
import { say } from '../shell/i18n.js';
import { link } from '../shell/shell.js';
import { openStore } from '../shell/store.js';

/** @typedef {import('../core/core.js').Core} Core */
/** @typedef {import('../core/records.js').Records} Records */
/** @typedef {import('../core/types.js').Dialect} Dialect */
/** @typedef {import('../core/cells.js').Sentence} Sentence */
/** @typedef {import('../core/record_tree.js').TreeRecord} TreeRecord */
/** @typedef {import('./tree.js').GameTree} GameTree */
/**
 * The games in a text, and the problems of those that are not valid.
 * @typedef {{records: TreeRecord[], problems: Sentence[][]}} Import
 */

const LONGEST = 60_000; // characters of an address: browsers and mail programs cut longer ones

/** The first text that an address can take, or else the last. @param {...string} texts */
export const fitting = (...texts) =>
  texts.find((text) => encodeURIComponent(text).length < LONGEST) ?? texts[texts.length - 1];

/**
 * Return the name of a player in a record; null if there is none.
 * @param {Core} core @param {TreeRecord} record @param {import('../core/cells.js').Color} color
 */
export function nameIn(core, { headers }, color) {
  const name = headers.get(tagOf(color)) ?? '?',
    level = levelNamed(core, name);
  return level ? computerName(level) : name === '?' ? null : name;
}

/** The players and the result; empty if neither is known. @param {Core} core @param {TreeRecord} record */
export function whoPlayed(core, record) {
  const { start, result } = record,
    colors = playersIn(start);
  const names = colors.map((color) => nameIn(core, record, color));
  const shown = names.some((name) => name !== null)
    ? [names.map((name, i) => name ?? say(`color.${colors[i]}`)).join(' – ')]
    : [];
  return [...shown, ...(result === '*' ? [] : [result])].join(' · ');
}

/**
 * Return a record with the result that its moves show.
 * @param {Core} core the one for its start, here and below
 * @param {TreeRecord} record
 * @returns {TreeRecord}
 */
export function finished(core, record) {
  const game = core.replay(snapshotOf(record));
  const { outcome, shownResult: result } = game;
  game.free();
  if (!outcome || !result) return record;
  return { ...record, result, headers: new Map([...record.headers, ['Termination', outcome.termination]]) };
}

/** @param {Core} core @param {Records} records @param {TreeRecord} record @param {Dialect} [dialect] */
export const write = (core, records, record, dialect) => records.format(finished(core, record), dialect);

/**
 * Return the address of a position without moves, or of a game and the place in it; null if it is too long.
 * @param {Core} core
 * @param {Records} records
 * @param {GameTree} tree
 * @param {string|null} [kept] the id of the game if this browser keeps it
 */
export function address(core, records, tree, kept = null) {
  const { record } = tree;
  const bare =
    record.children.length === 0 &&
    record.comments.length === 0 &&
    [...record.headers.values()].every((value) => /^[?.]+$/.test(value));
  if (bare && record.marblesToEject === 6) return link('analysis', { pos: record.start });
  const game = write(core, records, record);
  const whole = link('analysis', {
    game,
    ...(kept && { kept }),
    ...(tree.inMainLine ? { ply: tree.ply } : { at: tree.place }),
  });
  return whole.length < LONGEST ? whole : null;
}

/** Return the id of a kept game in an address. @param {URLSearchParams} state */
export function idIn(state) {
  const id = state.get('kept') ?? state.get('game') ?? '';
  return /^[\w-]{1,64}$/.test(id) ? id : null;
}

/**
 * What an address shows: the game itself, or the name of one that this browser keeps.
 * @param {Core} core the one of two players @param {Records} records @param {URLSearchParams} state
 * @returns {Promise<Import>}
 */
export async function recordOfAddress(core, records, state) {
  const [position, game, packed] = [state.get('pos'), state.get('game'), state.get('g')];
  if (packed !== null) return records.readLink(packed);
  const text = position || (game && !/^[\w-]{1,64}$/.test(game) && game);
  if (text) return (await import('./reading.js')).read(core, records, text);
  if (!game) return { records: [newRecord(standard(core))], problems: [] };
  const kept = await (await openStore(ALL_COLORS)).game(game);
  const played = kept && (await coreFor(core, kept.start)); // if it cannot be loaded, the game is not lost
  try {
    if (played) return { records: [recordOfKept(played, kept)], problems: [] };
  } catch (error) {
    console.warn(error); // its moves cannot be played
  }
  return { records: [], problems: [[{ message: 'analysis.import.no_game', parameters: {} }]] };
}

/** @param {Core} core */
function standard(core) {
  const game = core.game();
  const position = game.position();
  game.free();
  return position;
}

/** @param {string|Blob} content @param {string} name */
export function saveFile(content, name) {
  const blob = typeof content === 'string' ? new Blob([content], { type: 'text/plain' }) : content;
  const file = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  Object.assign(anchor, { href: file, download: name });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(file), 60_000);
}
