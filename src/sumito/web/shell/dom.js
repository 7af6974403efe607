/** Build elements whose words follow the language of the page. */

import { fill, put } from '../board/element.js';
import { label } from './i18n.js';

/** @typedef {import('../board/element.js').Child} Child */

/** @param {Element} element @param {Record<string, any>} properties */
function dress(element, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (name !== 'say' && !name.startsWith('say:')) put(element, { [name]: value });
    else if (value) {
      const [message, parameters] = Array.isArray(value) ? value : [value, {}];
      label(element, message, parameters, name.slice(4));
    }
  }
}

/**
 * Make an element. Properties are attributes, except: `say: message` or `[message, parameters]` is a text, and
 * `'say:aria-label'` an attribute, in the language of the page; `onclick` and the like add listeners; `dataset` and
 * `style` take objects. Attributes and children that are false, null or undefined are left out.
 *
 * @example h('button', { class: 'primary', say: 'app.play', onclick: start }, icon('play'))
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [properties]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, properties);
  fill(element, children);
  return element;
}

/**
 * Make an SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [properties]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, properties = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  dress(element, properties);
  fill(element, children);
  return element;
}
