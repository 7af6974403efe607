/** Positions and games in and out: every notation that the core reads, files of many games, addresses to share. */

import { COLORS } from '../core/cells.js';
import { NotationError } from '../core/core.js';
import { levelNamed } from '../core/levels.js';
import { FORMS } from '../core/names.js';
import { RecordError, newRecord } from '../core/records.js';
import { snapshotOf } from '../core/record_tree.js';
import { recordOfKept } from './kept_record.js';
import { computerName } from '../shell/computer_name.js';
import { say } from '../shell/i18n.js';
import { link } from '../shell/shell.js';
import { openStore } from '../shell/store.js';

/** @typedef {import('../core/core.js').Core} Core */
/** @typedef {import('../core/records.js').Records} Records */
/** @typedef {import('../core/types.js').Form} Form */
/** @typedef {import('../core/types.js').Dialect} Dialect */
/** @typedef {import('../core/cells.js').Sentence} Sentence */
/** @typedef {import('../core/record_tree.js').TreeRecord} TreeRecord */
/** @typedef {import('./tree.js').GameTree} GameTree */
/**
 * The games in a text, and the problems of those that are not valid.
 * @typedef {{records: TreeRecord[], problems: Sentence[][]}} Import
 */

const LONGEST = 60_000; // characters of an address: browsers and mail programs cut longer ones

const AT_A_TIME = 40; // ms of reading before the page has its turn

/** The first text that an address can take, or else the last. @param {...string} texts */
export const fitting = (...texts) =>
  texts.find((text) => encodeURIComponent(text).length < LONGEST) ?? texts[texts.length - 1];

/** Matches text that is meant as a position, valid or not: rows of marbles, or all cells. */
const LIKE_A_POSITION = /^([^/[]*\/){4,}[^[]*$|^[\d_a-i]{20,}$/i;

/**
 * Return a record that starts from a position text in any form; null if the text is not a position.
 * @param {Core} core @param {string} text @returns {Import|null}
 */
function foundPosition(core, text) {
  let column = 0;
  for (const form of /** @type {Form[]} */ (FORMS)) {
    try {
      const game = core.game(text, {}, form);
      const problems = game.problems().map((problem) => ({ message: `analysis.problem.${problem}`, parameters: {} }));
      const start = game.position();
      game.free();
      return problems.length ? { records: [], problems: [problems] } : { records: [newRecord(start)], problems: [] };
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
 * @param {(games: number) => boolean} [goOn] asked now and then, with how many games were read
 * @returns {Promise<Import>}
 */
export async function read(core, records, source, goOn = () => true) {
  const text = (typeof source === 'string' ? source : new TextDecoder().decode(source)).trim();
  if (text === '') return { records: [], problems: [[{ message: 'analysis.import.empty', parameters: {} }]] };
  const position = text.length < 400 ? foundPosition(core, text) : null;
  if (position) return position;
  if (!text.includes('[')) return foundMoves(records, text);
  /** @type {Import} */ const found = { records: [], problems: [] };
  let pause = performance.now() + AT_A_TIME;
  for (const each of records.read(source)) {
    if (each instanceof RecordError) found.problems.push(each.sentences);
    else if (each.headers.has('Players'))
      found.problems.push([{ message: 'record.start', parameters: { value: each.start } }]);
    else found.records.push(each);
    if (performance.now() < pause) continue;
    if (!goOn(found.records.length + found.problems.length)) break;
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    pause = performance.now() + AT_A_TIME;
  }
  return found;
}

/** The players and the result; empty if neither is known. @param {Core} core @param {TreeRecord} record */
export function whoPlayed(core, { headers, result }) {
  const names = COLORS.map((color) => {
    const name = headers.get(color === 'black' ? 'Black' : 'White') ?? '?',
      level = levelNamed(core, name);
    return level ? computerName(level) : name === '?' ? null : name;
  });
  const shown = names.some((name) => name !== null)
    ? [names.map((name, i) => name ?? say(`color.${COLORS[i]}`)).join(' – ')]
    : [];
  return [...shown, ...(result === '*' ? [] : [result])].join(' · ');
}

/**
 * Return a record with the result that its moves show.
 * @param {Core} core
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
 * @param {Core} core @param {Records} records @param {URLSearchParams} state @returns {Promise<Import>}
 */
export async function recordOfAddress(core, records, state) {
  const [position, game, packed] = [state.get('pos'), state.get('game'), state.get('g')];
  if (packed !== null) return records.readLink(packed);
  if (position) return read(core, records, position);
  if (!game) return { records: [newRecord(standard(core))], problems: [] };
  if (!/^[\w-]{1,64}$/.test(game)) return read(core, records, game);
  const kept = await (await openStore()).game(game);
  try {
    if (kept) return { records: [recordOfKept(core, kept)], problems: [] };
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
