/** The reviews of kept games: what the engine found, so that the next visit need not search again. */

import { snapshotOf } from '../core/record_tree.js';
import { openStore, sameMoves } from '../shell/store.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../core/judge.js').SearchResult} SearchResult */
/** @typedef {import('../core/record_tree.js').TreeRecord} TreeRecord */
/**
 * What the engine found in the position after each ply, null if the game has ended there. With it the judgements are
 * computed again at once, and as the version of the site that shows them judges. `moves` are those of the game, which
 * can change after the review. `puzzles`: whether puzzles were made of the mistakes.
 * @typedef {{nodes: number, moves: number[], positions: (SearchResult|null)[], puzzles: boolean}} Review
 */
/**
 * The numbers of a player in a list of games. `accuracy` is in percent, null without moves.
 * @typedef {{accuracy: number|null, inaccuracy: number, mistake: number, blunder: number}} PlayerSummary
 */
/** `moves` are those of the game. @typedef {{moves: number[], players: Record<Color, PlayerSummary>}} Summary */

/** Whether a search result was kept as this version reads it. @param {any} kept */
function isFound(kept) {
  const [best] = kept?.variations ?? [];
  const numbers = [kept?.scale, best?.score, best?.depth, ...(best?.moves ?? [null])];
  return numbers.every(Number.isFinite) && (best.winIn === null || Number.isInteger(best.winIn));
}

/**
 * Return the id of the kept game that an address shows; null if it is not kept here. The address has the id alone, or
 * beside the moves of the game, which others see too.
 * @param {URLSearchParams} address @param {TreeRecord} record the game of the address
 */
export async function keptIdOf(address, record) {
  const id = address.get('kept') ?? address.get('game') ?? '';
  if (!/^[\w-]{1,64}$/.test(id)) return null;
  const { moves } = snapshotOf(record);
  const kept = await (await openStore()).game(id);
  return kept && sameMoves(kept.moves, moves) ? id : null;
}

/**
 * Return the kept review of a game; null if there is none for these moves with at least `nodes` nodes. `whole` tells
 * whether its summary and the puzzles of the mistakes are kept too.
 * @param {string} id @param {readonly number[]} moves of the game @param {number} nodes
 * @returns {Promise<{positions: (SearchResult|null)[], whole: boolean}|null>}
 */
export async function reviewOf(id, moves, nodes) {
  const store = await openStore();
  const [kept, game] = await Promise.all([store.review(id), store.game(id)]);
  const known = kept?.nodes >= nodes && sameMoves(kept.moves, moves) && kept.positions?.length === moves.length + 1;
  const isValid = (/** @type {any} */ each, /** @type {number} */ ply) =>
    isFound(each) || (each === null && ply === moves.length);
  if (!known || !kept.positions.every(isValid)) return null;
  return { positions: kept.positions, whole: kept.puzzles === true && game !== null && summaryOf(game) !== null };
}

/**
 * Return the summary of the review in the record of a game; null if there is none for its present moves.
 * @param {import('../shell/store.js').GameRecord} game @returns {Summary|null}
 */
export function summaryOf({ review, moves, players }) {
  const isValid = (/** @type {any} */ each) =>
    (each?.accuracy === null || Number.isFinite(each?.accuracy)) && Number.isInteger(each.blunder);
  const known =
    sameMoves(review?.moves, moves) && Object.keys(players).every((color) => isValid(review.players?.[color]));
  return known ? review : null;
}

/**
 * Keep the review of a game, unless its moves have changed since.
 * @param {string} id @param {number} nodes of each search
 * @param {readonly (SearchResult|null|undefined)[]} found after each ply
 * @param {Summary} summary
 * @param {boolean} puzzles whether the puzzles of the mistakes are kept
 */
export async function keepReview(id, nodes, found, summary, puzzles) {
  const { moves } = summary;
  const positions = Array.from({ length: moves.length + 1 }, (_, ply) => {
    const each = found[ply];
    return each ? { variations: each.variations.slice(0, 1), scale: each.scale } : null;
  });
  await (await openStore()).keepReview(id, { nodes, moves, positions, puzzles }, summary);
}
