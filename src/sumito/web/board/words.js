/** Moves, directions and refusals in words: they describe the screen, however the board is turned. */
import { say } from '../shell/i18n.js';
import { settings } from '../shell/settings.js';

/** @typedef {import('../core/cells.js').Sentence} Sentence */
/** @typedef {import('../core/game.js').MoveInfo} MoveInfo */
/** @typedef {import('./geometry.js').Geometry} Geometry */

/** @param {Geometry} geometry @param {readonly number[]} directions @returns {string} such as "left or up right" */
export function directionWords(geometry, directions) {
  const words = directions.map((direction) => say(geometry.word(direction)));
  if (words.length < 2) return words.join('');
  return say('list.or', { list: words.slice(0, -1).join(', '), last: words[words.length - 1] });
}

/**
 * The core's sentences for a board that may be turned.
 * @param {Geometry} geometry @param {readonly Sentence[]} sentences @returns {Sentence[]}
 */
export function asSeen(geometry, sentences) {
  return sentences.map(({ message, parameters }) => ({
    message,
    parameters: Object.fromEntries(
      Object.entries(parameters).map(([name, value]) => [
        name,
        typeof value === 'object' && 'directions' in value ? directionWords(geometry, value.directions) : value,
      ]),
    ),
  }));
}

/** A move in words. @param {{info: MoveInfo, color: import('../core/cells.js').Color}} played @returns {Sentence} */
export function sentenceOf({ info, color }) {
  const message = info.ejects ? 'move.ejects' : info.pushed.length ? 'move.pushes' : 'move.goes';
  return {
    message,
    parameters: { player: { color }, cells: { cells: [...info.cells] }, directions: { directions: [info.direction] } },
  };
}

/** Why a move is refused, at the length that was chosen. @param {{sentences: readonly Sentence[]}} explanation */
export function refusalWords({ sentences }) {
  return settings.get('refusals') === 'brief' ? sentences.slice(0, 1) : sentences;
}
