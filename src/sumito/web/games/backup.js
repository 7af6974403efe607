/** A backup: everything that this browser keeps, as one file, and how a file is added to what is here. */

import { INVITATIONS } from '../game/invitations.js';
import { reviewName, sameMoves } from '../shell/store.js';
import { joinedProgress } from './progress_rules.js';

/** @typedef {{settings: Record<string, any>, games: any[], progress: Record<string, any>}} Content */

const FORMAT = 'sumito backup';
const VERSION = 1;

/** `code` is not_ours, newer or damaged. */
export class BackupError extends Error {
  /** @param {'not_ours'|'newer'|'damaged'} code */
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/** @param {any} value */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param {Content} content @returns {string} */
export function writeBackup({ settings, games, progress }) {
  // The secrets of invitations are of no use in another browser, and a file can be passed on.
  const { [INVITATIONS]: _, ...others } = progress;
  return JSON.stringify({ format: FORMAT, version: VERSION, settings, games, progress: others });
}

/** Read a backup. Raise a BackupError if it is not one. @param {string} text @returns {Content} */
export function readBackup(text) {
  /** @type {any} */ let found;
  try {
    found = JSON.parse(text);
  } catch {
    throw new BackupError(text.includes(FORMAT) ? 'damaged' : 'not_ours');
  }
  if (!isObject(found) || found.format !== FORMAT) throw new BackupError('not_ours');
  if (found.version > VERSION) throw new BackupError('newer');
  const { settings, games, progress } = found;
  const valid =
    found.version === VERSION &&
    isObject(settings) &&
    isObject(progress) &&
    Array.isArray(games) &&
    games.every((game) => isObject(game) && typeof game.id === 'string' && Number.isFinite(game.changed));
  if (!valid) throw new BackupError('damaged');
  return { settings, games, progress };
}

/** Whether a record has the summary of a review of its moves. @param {any} game */
const isReviewed = ({ review, moves }) => sameMoves(review?.moves, moves);

/**
 * Join a game of the file with the same game here. Return the game to write; null if nothing changes. The later version
 * counts. If it has no review of its moves, it takes that of the earlier one, provided that the moves are the same.
 * @param {any} here undefined: there is none @param {any} added
 */
function joinedGame(here, added) {
  if (!here) return added;
  const [later, earlier] = here.changed < added.changed ? [added, here] : [here, added];
  if (!isReviewed(later) && isReviewed(earlier) && sameMoves(earlier.moves, later.moves))
    return { ...later, review: earlier.review };
  return later === here ? null : later;
}

/**
 * Return what must be written so that a browser has what it had and what the file has. `added` is the number of games
 * that were not here.
 * @param {Pick<Content, 'games'|'progress'>} here @param {Content} file
 */
export function combined(here, file) {
  const known = new Map(here.games.map((game) => [game.id, game]));
  const games = file.games.map((game) => joinedGame(known.get(game.id), game)).filter((game) => game !== null);
  const movesOfReviews = new Map([...here.games, ...games].map(({ id, moves }) => [reviewName(id), moves]));
  const progress = Object.entries(file.progress).map(([name, added]) => {
    const present = here.progress[name];
    const moves = movesOfReviews.get(name);
    const replacesReview = sameMoves(added?.moves, moves) && !sameMoves(present?.moves, moves);
    return [name, replacesReview ? added : joinedProgress(name, present, added)];
  });
  return {
    games,
    progress: /** @type {Record<string, any>} */ (Object.fromEntries(progress)),
    added: games.filter(({ id }) => !known.has(id)).length,
  };
}
