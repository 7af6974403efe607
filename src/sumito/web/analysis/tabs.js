/** Tabs: buttons of which one is selected, each with a panel. Arrow keys move between them. */

import { h } from '../shell/dom.js';

/**
 * `opened` is called when the tab is selected.
 * @typedef {{name: string, message: string, panel: HTMLElement, opened?: () => void}} Tab
 */

export class Tabs {
  #tabs;
  /** @type {HTMLButtonElement[]} */ #buttons;
  element;

  /** @param {Tab[]} tabs the first one is selected */
  constructor(tabs) {
    this.#tabs = tabs;
    this.#buttons = tabs.map(({ name, message, panel }) => {
      panel.id = `panel-${name}`;
      panel.setAttribute('role', 'tabpanel');
      panel.setAttribute('aria-labelledby', `tab-${name}`);
      return h('button', {
        type: 'button',
        class: 'tab',
        id: `tab-${name}`,
        role: 'tab',
        'aria-controls': panel.id,
        say: message,
        onclick: () => this.select(name),
      });
    });
    this.element = h('div', { class: 'tabs', role: 'tablist' }, ...this.#buttons);
    this.element.addEventListener('keydown', (event) => this.#key(event));
    this.#mark(0);
  }

  /** @param {string} name */
  select(name) {
    const at = this.#tabs.findIndex((tab) => tab.name === name);
    if (!this.#tabs[at].panel.hidden) return;
    this.#mark(at);
    this.#tabs[at].opened?.();
  }

  /** Show or hide the button of a tab that is not selected. @param {string} name @param {boolean} on */
  offer(name, on) {
    this.#buttons[this.#tabs.findIndex((tab) => tab.name === name)].hidden = !on;
  }

  /** @param {number} at */
  #mark(at) {
    this.#tabs.forEach(({ panel }, i) => {
      panel.hidden = i !== at;
      this.#buttons[i].setAttribute('aria-selected', String(i === at));
      this.#buttons[i].tabIndex = i === at ? 0 : -1;
    });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const offered = this.#buttons.filter((button) => !button.hidden);
    const at = offered.findIndex((button) => button === event.target);
    if (!step || at < 0) return;
    event.preventDefault();
    event.stopPropagation(); // the page steps through the moves with these keys
    const direction = getComputedStyle(this.element).direction === 'rtl' ? -1 : 1;
    const next = offered[(at + direction * step + offered.length) % offered.length];
    next.focus();
    next.click();
  }
}
