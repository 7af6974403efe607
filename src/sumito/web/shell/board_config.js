/**
 * The configuration of every board of the web app: the settings of this browser, and the words of the page's language.
 */
import { bind, say } from './i18n.js';
import { settings } from './settings.js';

/** @type {import('../board/config.js').BoardConfig} */
export const boardConfig = {
  get: (name) => settings.get(name),
  on: (name, callback) => settings.on(name, callback),
  say,
  bind,
};

/**
 * Return the explanation of a refused move, full or brief as in the settings.
 * @param {{sentences: readonly import('../core/cells.js').Sentence[]}} explanation
 */
export function refusalWords({ sentences }) {
  return settings.get('refusals') === 'brief' ? sentences.slice(0, 1) : sentences;
}
