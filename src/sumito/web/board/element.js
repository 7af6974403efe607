/** Build elements. Nothing is parsed from text, so no text can become markup. */

/** @typedef {Node|string|number|null|undefined|false} Child */

/**
 * Set attributes. `onclick` and the like add listeners; `dataset` and `style` take objects; a value of false, null or
 * undefined leaves the attribute out.
 * @param {Element} element @param {Record<string, any>} properties
 */
export function put(element, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'dataset') Object.assign(/** @type {HTMLElement} */ (element).dataset, value);
    else if (name === 'style') {
      for (const [property, of] of Object.entries(value)) {
        /** @type {HTMLElement} */ (element).style.setProperty(property, String(of));
      }
    } else if (value === true) element.setAttribute(name, '');
    else element.setAttribute(name, String(value));
  }
}

/** Append children; null, undefined and false are left out. @param {Element} element @param {Child[]} children */
export function fill(element, children) {
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) {
      element.append(typeof child === 'number' ? String(child) : child);
    }
  }
}

/**
 * Make an element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [properties]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  put(made, properties);
  fill(made, children);
  return made;
}
