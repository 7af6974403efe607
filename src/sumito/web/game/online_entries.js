/** The moves of an online game as the entries of its history: of several players, some leave between the moves. */

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {import('../core/multi_game.js').MultiGame} MultiGame */
/** @typedef {import('../net/protocol.js').Leaving} Leaving */
/**
 * A move, or the color and the cause of a player who leaves. `text` is that of the history.
 * @typedef {{text: string, leaves?: [Color, 'resigns'|'time']}} Entry
 */

/**
 * Return the moves, with the players who have left between them. To the rules, who is away runs out of time.
 * @param {readonly string[]} moves @param {readonly Leaving[]} leavings @param {readonly Color[]} colors by seat
 * @returns {Entry[]}
 */
export function entriesOf(moves, leavings, colors) {
  /** Each move after those who leave before it. @type {Entry[][]} */
  const entries = [...moves.map((text) => [{ text }]), []];
  // From the last one on, so that those with the same place stay in order.
  for (const { seat, ply, cause } of leavings.toReversed()) {
    const why = cause === 'resignation' ? 'resigns' : 'time';
    entries[ply]?.unshift({ text: `-${colors[seat]}:${why}`, leaves: [colors[seat], why] });
  }
  return entries.flat();
}

/** Return the number of the next entry; undefined if it is not legal. @param {Game} game @param {Entry} entry */
export function numberOf(game, { text, leaves }) {
  return leaves ? /** @type {MultiGame} */ (game).leaving(...leaves) : game.readMove(text).move;
}
