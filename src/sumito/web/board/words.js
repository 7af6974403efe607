/** Moves and directions in words. They describe the screen, for any rotation of the board. */

/** @typedef {import('../core/cells.js').Sentence} Sentence */
/** @typedef {import('../core/game.js').MoveInfo} MoveInfo */
/** @typedef {Pick<import('./board.js').BoardView, 'config'|'geometry'>} ViewContext */

/** @param {ViewContext} view @param {readonly number[]} directions @returns {string} such as "left or up right" */
export function directionWords({ config, geometry }, directions) {
  const words = directions.map((direction) => config.say(geometry.word(direction)));
  if (words.length < 2) return words.join('');
  return config.say('list.or', { list: words.slice(0, -1).join(', '), last: words[words.length - 1] });
}

/**
 * Return the core's sentences with directions as they appear on this board.
 * @param {ViewContext} view @param {readonly Sentence[]} sentences @returns {Sentence[]}
 */
export function asSeen(view, sentences) {
  return sentences.map(({ message, parameters }) => ({
    message,
    parameters: Object.fromEntries(
      Object.entries(parameters).map(([name, value]) => [
        name,
        typeof value === 'object' && 'directions' in value ? directionWords(view, value.directions) : value,
      ]),
    ),
  }));
}

/**
 * Return a sentence that describes a move, or a player who leaves.
 * @param {{info: MoveInfo, color: import('../core/cells.js').Color}} played
 * @returns {Sentence}
 */
export function sentenceOf({ info, color }) {
  if (!info.cells.length) return { message: 'several.left', parameters: { player: { color } } };
  const message = info.ejects ? 'move.ejects' : info.pushed.length ? 'move.pushes' : 'move.goes';
  return {
    message,
    parameters: { player: { color }, cells: { cells: [...info.cells] }, directions: { directions: [info.direction] } },
  };
}
