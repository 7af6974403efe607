/** Which of the kept games a user looks for: words, result, kind, reviewed or not. */

import { sameSide } from '../game/several_terms.js';

/** @typedef {import('../shell/store.js').GameRecord} GameRecord */
/**
 * A search for games; '' is anything. A game must contain all `words`.
 * @typedef {{
 *   words: string, result: ''|'won'|'lost'|'drawn', kind: ''|GameRecord['kind'], review: ''|'yes'|'no'
 * }} GameSearch
 */

/** @type {Readonly<GameSearch>} */
export const ANYTHING = Object.freeze({ words: '', result: '', kind: '', review: '' });

/** @type {Readonly<Record<Exclude<keyof GameSearch, 'words'>, readonly string[]>>} */
export const CHOICES = Object.freeze({
  result: ['won', 'lost', 'drawn'],
  kind: ['engine', 'local', 'several', 'online'],
  review: ['yes', 'no'],
});

/** Read the search in an address. Ignore unknown values. @param {URLSearchParams} address @returns {GameSearch} */
export function wantedOf(address) {
  const chosen = Object.entries(CHOICES).map(([name, values]) => {
    const value = address.get(name) ?? '';
    return [name, values.includes(value) ? value : ''];
  });
  return { words: address.get('words') ?? '', ...Object.fromEntries(chosen) };
}

/** Return a text without accents and capitals, so that "jan" finds "Ján". @param {string} text */
export const plain = (text) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Return the result for the player of this browser; null in a game without one, or one that goes on.
 * @param {Pick<GameRecord, 'kind'|'side'|'outcome'|'players'> & {teams?: boolean}} game
 * @returns {GameSearch['result']|null}
 */
export function resultFor(game) {
  const { kind, side, outcome } = game;
  if (!outcome) return null;
  if (outcome.winner === null) return 'drawn';
  if (kind === 'local' || side === undefined) return null;
  return sameSide(game, outcome.winner, side) ? 'won' : 'lost';
}

/**
 * Whether a game is one of those that are looked for.
 * @param {GameRecord} game @param {GameSearch} wanted
 * @param {string} words those of the game: players, layout, date, as `plain` returns them
 * @param {boolean} reviewed
 */
export function matches(game, wanted, words, reviewed) {
  return (
    (wanted.result === '' || resultFor(game) === wanted.result) &&
    (wanted.kind === '' || game.kind === wanted.kind) &&
    (wanted.review === '' || reviewed === (wanted.review === 'yes')) &&
    plain(wanted.words)
      .split(/\s+/)
      .every((word) => words.includes(word))
  );
}
