/** Directions in words: they describe the screen, however the board is turned. */
import { say } from '../i18n.js';

/** @typedef {import('../core/cells.js').Sentence} Sentence */
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
    parameters: Object.fromEntries(Object.entries(parameters).map(([name, value]) => [
      name, typeof value === 'object' && 'directions' in value ? directionWords(geometry, value.directions) : value,
    ])),
  }));
}
