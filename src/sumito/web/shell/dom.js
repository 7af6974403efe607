/** Small builders of elements. Nothing is ever parsed from text, so no text can become markup. */

import { label } from './i18n.js';

/** @typedef {Node|string|number|null|undefined|false} Child */

/** @param {Element} element @param {Record<string, any>} properties */
function put(element, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === 'say' || name.startsWith('say:')) {
      const [message, parameters] = Array.isArray(value) ? value : [value, {}];
      label(element, message, parameters, name.slice(4));
    } else if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'dataset') Object.assign(/** @type {HTMLElement} */ (element).dataset, value);
    else if (name === 'style') {
      for (const [property, of] of Object.entries(value)) {
        /** @type {HTMLElement} */ (element).style.setProperty(property, String(of));
      }
    } else if (value === true) element.setAttribute(name, '');
    else element.setAttribute(name, String(value));
  }
}

/** @param {Element} element @param {Child[]} children */
function fill(element, children) {
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) {
      element.append(typeof child === 'number' ? String(child) : child);
    }
  }
}

/**
 * An element. Properties are attributes, with: `say: message` or `[message, parameters]` for a text and
 * `'say:aria-label'` for an attribute that follow the language; `onclick` and the like; `dataset`; `style` by property
 * names. A value of false, null or undefined leaves the attribute out; such children too.
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
  put(element, properties);
  fill(element, children);
  return element;
}

/**
 * An element of a picture.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [properties]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, properties = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  put(element, properties);
  fill(element, children);
  return element;
}
