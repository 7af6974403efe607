/**
 * The configuration that a page gives to a board: its look, motion, input and words. Nothing in this folder reads
 * settings or catalogues itself, so a board can be embedded in any page.
 *
 * @typedef {{
 *   board: 'walnut'|'cherry'|'slate'|'felt'|'contrast',
 *   marbles: 'classic'|'glass'|'steel'|'blue_orange'|'patterned', coordinates: boolean,
 *   motion: 'normal'|'fast'|'off', input: 'auto'|'taps'|'drag', confirm: 'never'|'touch'|'always', arrows: boolean
 * }} BoardSettings
 */
/** @typedef {import('../core/cells.js').Value} Value */
/** @typedef {(message: string, parameters?: Record<string, Value>) => string} Say the words of a message */
/**
 * `get` returns a setting. `on` calls back when it changes, and returns a function that ends this. `bind` calls `write`
 * now and whenever the words change, as long as the element exists; `place` is the attribute, or empty for the text.
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
 * Return a configuration that never changes, for a board on a page without settings.
 * @param {Partial<BoardSettings>} [settings] defaults for the rest
 * @param {Say} [say] without it, messages are shown by their names
 * @returns {BoardConfig}
 */
export function fixedConfig(settings = {}, say = (message) => message) {
  const values = { ...DEFAULTS, ...settings };
  return { get: (name) => values[name], on: () => () => {}, say, bind: (_element, _place, write) => write() };
}

/** Return whether animations are allowed by the settings and by the system. @param {BoardConfig} config */
export function mayMove(config) {
  return config.get('motion') !== 'off' && !globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches;
}
