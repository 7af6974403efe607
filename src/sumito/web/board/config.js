/**
 * What a board takes from the page around it: how it looks, how it moves, how it is operated, and its words. Nothing in
 * this folder reads settings or catalogues by itself, so a board can be embedded in any page.
 *
 * @typedef {{
 *   board: 'walnut'|'slate'|'contrast', marbles: 'classic'|'blue_orange'|'patterned', coordinates: boolean,
 *   motion: 'normal'|'fast'|'off', input: 'auto'|'taps'|'drag', confirm: 'never'|'touch'|'always', arrows: boolean
 * }} BoardSettings
 */
/** @typedef {import('../core/cells.js').Value} Value */
/** @typedef {(message: string, parameters?: Record<string, Value>) => string} Say the words of a message */
/**
 * `get` returns a setting, `on` calls back when it changes and returns what ends that. `bind` calls `write` now, and
 * again whenever the words change, for as long as the element lives; `place` is the attribute, or empty for the text.
 * @typedef {{
 *   get: <K extends keyof BoardSettings>(name: K) => BoardSettings[K],
 *   on: (name: keyof BoardSettings, callback: () => void) => () => void,
 *   say: Say,
 *   bind: (element: Element, place: string, write: () => void) => void,
 * }} BoardConfig
 */

/** @type {Readonly<BoardSettings>} */
const DEFAULTS = Object.freeze({
  board: 'walnut',
  marbles: 'classic',
  coordinates: true,
  motion: 'normal',
  input: 'auto',
  confirm: 'never',
  arrows: true,
});

/**
 * A configuration that never changes, for a board on a page without settings.
 * @param {Partial<BoardSettings>} [settings] defaults for the rest
 * @param {Say} [say] without it, messages are shown by their names
 * @returns {BoardConfig}
 */
export function fixedConfig(settings = {}, say = (message) => message) {
  const values = { ...DEFAULTS, ...settings };
  return { get: (name) => values[name], on: () => () => {}, say, bind: (_element, _place, write) => write() };
}

/** Whether marbles may move: neither the settings nor the system forbids it. @param {BoardConfig} config */
export function mayMove(config) {
  return config.get('motion') !== 'off' && !globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches;
}
