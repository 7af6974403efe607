/** Styles for parts that only some users see. */
import { h } from './dom.js';

/** @type {Map<string, Promise<unknown>>} */
const styles = new Map();

/**
 * Load a style that the page does not have from the start.
 * @param {string} name of its file
 * @returns {Promise<unknown>} resolves when it applies, or cannot be loaded
 */
export function loadStyle(name) {
  const { href } = new URL(`../${name}`, import.meta.url);
  if ([...document.styleSheets].some((sheet) => sheet.href === href)) return Promise.resolve();
  const loading =
    styles.get(name) ??
    new Promise((resolve) => {
      document.head.append(h('link', { rel: 'stylesheet', href, onload: resolve, onerror: resolve }));
    });
  styles.set(name, loading);
  return loading;
}
