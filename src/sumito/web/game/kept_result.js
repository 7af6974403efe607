/** The result of a kept game in lists. */
import { h } from '../shell/dom.js';
import { isOwnGame, isSeveral } from './kept_game.js';
import { sameSide } from './several_terms.js';

/** @typedef {import('../shell/store.js').GameRecord} GameRecord */

/** Make a line with the result of a game that is over. @param {GameRecord} game */
export function resultOf(game) {
  const winner = game.outcome?.winner ?? null;
  return h(
    'p',
    { class: 'result' },
    winner && h('span', { class: `dot ${winner}`, 'aria-hidden': 'true' }),
    h('span', { say: resultWords(game) }),
  );
}

/**
 * Return the message of a result and its parameters. "You" is the player of this browser.
 * @param {GameRecord} game @returns {[string, Record<string, import('../core/cells.js').Value>]}
 */
function resultWords(game) {
  const winner = game.outcome?.winner;
  if (!winner) return ['games.drawn', {}];
  if (isOwnGame(game)) return [sameSide(game, winner, game.side) ? 'games.you_won' : 'games.you_lost', {}];
  if (isSeveral(game)) return ['several.wins', { player: { color: winner } }];
  return ['games.won', { winner: { color: winner } }];
}
