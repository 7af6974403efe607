/** The position in the address of a new game. */
import { byColor } from '../core/cells.js';

/** @typedef {import('../core/cells.js').Color} Color */
/**
 * The position from which a game starts: its text, the player to move, the marbles, and the rules that it brings along.
 * @typedef {{position: string, turn: Color, marbles: Record<Color, readonly number[]>, rules: Record<string, number>}}
 *   StartPosition
 */

/**
 * Return the position in an address; null if it has none, undefined if it cannot be played.
 * @param {URLSearchParams} state @param {() => Promise<import('../core/core.js').Core>} [openCore]
 * @returns {Promise<StartPosition|null|undefined>}
 */
export async function startPositionOf(state, openCore = async () => (await import('../core/core.js')).openCore()) {
  const text = state.get('pos');
  if (!text) return null;
  const core = await openCore();
  const eject = state.get('eject');
  /** @type {Record<string, number>} */
  const rules = eject === null ? {} : { marbles_to_eject: Number(eject) };
  try {
    const game = core.game(text, rules);
    const { players, turn, outcome } = game;
    const playable = outcome === null && game.problems().length === 0;
    const marbles = byColor(players, (color) => game.marbles(color));
    return playable ? { position: game.position(), turn, marbles, rules } : undefined;
  } catch (error) {
    if (!(error instanceof RangeError) && !(error instanceof Error && error.name === 'NotationError')) throw error;
    return undefined;
  }
}
