/** The names of layouts on the screen. */
import { bind, knows, language, say } from '../shell/i18n.js';

/**
 * Name a layout in an element, in the language of the page. A layout without a message keeps its English name.
 * @template {HTMLElement} T
 * @param {T} element
 * @param {Pick<import('../core/layouts.js').Layout, 'slug'|'name'>} layout
 * @returns {T} the element
 */
export function nameLayout(element, { slug, name }) {
  const message = `layout.${slug.replaceAll('-', '_')}`;
  bind(element, '', () => {
    const translated = knows(message);
    element.lang = translated ? language : 'en';
    element.textContent = translated ? say(message) : name;
  });
  return element;
}
