// The part of a document that dom.js uses.
class FakeElement {
  children = [];
  attributes = new Map();
  dataset = {};
  hidden = false;
  parentElement = null;
  listeners = new Map();
  #text = '';
  style = { setProperty() {} };

  constructor(tag) {
    this.tag = tag;
  }

  get className() {
    return this.attributes.get('class') ?? '';
  }
  set className(value) {
    this.attributes.set('class', value);
  }
  get classList() {
    const names = new Set(this.className.split(' ').filter(Boolean));
    const put = () => (this.className = [...names].join(' '));
    return {
      contains: (name) => names.has(name),
      add: (name) => (names.add(name), put()),
      toggle: (name, on = !names.has(name)) => (on ? names.add(name) : names.delete(name), put()),
    };
  }
  get textContent() {
    return this.#text + this.children.map((child) => child.textContent ?? child).join('');
  }
  set textContent(text) {
    this.children = [];
    this.#text = text;
  }
  get lastElementChild() {
    return this.children.at(-1) ?? null;
  }
  get childElementCount() {
    return this.children.length;
  }
  setAttribute(name, value) {
    this.attributes.set(name, value);
    if (name === 'hidden') this.hidden = true;
  }
  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }
  removeAttribute(name) {
    this.attributes.delete(name);
  }
  append(...children) {
    for (const child of children) if (typeof child === 'object') child.parentElement = this;
    this.children.push(...children);
  }
  replaceChildren(...children) {
    this.children = [];
    this.append(...children);
  }
  remove() {
    const { parentElement } = this;
    if (parentElement) parentElement.children = parentElement.children.filter((child) => child !== this);
  }
  contains() {
    return false;
  }
  focus() {}
  getBoundingClientRect() {
    return { top: 0, bottom: 0, height: 0 };
  }
  addEventListener(name, callback) {
    this.listeners.set(name, callback);
  }

  /** Return every descendant with a class. @returns {FakeElement[]} */
  all(name) {
    const elements = this.children.filter((child) => child instanceof FakeElement);
    return elements.flatMap((child) => [...(child.classList.contains(name) ? [child] : []), ...child.all(name)]);
  }
}

globalThis.document = {
  activeElement: null,
  documentElement: new FakeElement('html'),
  createElement: (tag) => new FakeElement(tag),
  createElementNS: (_, tag) => new FakeElement(tag),
  createDocumentFragment: () => new FakeElement('#fragment'),
  addEventListener() {},
};
