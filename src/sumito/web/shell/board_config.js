/**
 * The configuration of every board of the web app: the settings of this browser, and the words of the page's language.
 */
import { bind, knows, say } from './i18n.js';
import { settings } from './settings.js';

/** @type {import('../board/config.js').BoardConfig} */
export const boardConfig = {
  get: (name) => settings.get(name),
  on: (name, callback) => settings.on(name, callback),
  say,
  bind,
};

/** @typedef {import('../core/cells.js').Sentence} Sentence */

/** @param {Sentence} sentence @returns {Sentence} without names of cells, if there are such words */
function short({ message, parameters }) {
  const brief = `short.${message}`;
  return { message: knows(brief) ? brief : message, parameters };
}

/**
 * Return the sentences to show beside a board. Screen readers get all of `sentences`. A refusal is one short sentence
 * unless the settings ask for more, a board without coordinates has no names of cells beside it, and marks on the board
 * are described for screen readers only.
 * @param {{namesCells: boolean}} board
 * @param {readonly Sentence[]} sentences
 */
export function shownSentences({ namesCells }, sentences) {
  const seen = sentences.filter(({ message }) => !message.startsWith('unseen.'));
  const refused = /^(refusal|tap)\./.test(sentences[0]?.message);
  if (refused && !(namesCells && settings.get('refusals') === 'full')) return sentences.slice(0, 1).map(short);
  return namesCells ? seen : seen.map(short);
}
