/**
 * The words of the page. A message with its parameters gives the same sentence as in Python (learn/catalogue.py), with
 * the same catalogue, plural rule and isolation of notation in right-to-left text.
 */

import { DIRECTIONS, cellName } from '../core/cells.js';

/** @typedef {import('../core/cells.js').Value} Value */
/** @typedef {Record<string, Value>} Parameters */
/** @typedef {{message: string, parameters?: Parameters}} Sentence */
/** @typedef {'ltr'|'rtl'} TextDirection */
/**
 * @typedef {{
 *   language: string, direction: TextDirection, plural: string, messages: Record<string, string|string[]>
 * }} CatalogueFile
 */

const PLACE = /\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}/g;
const LINK = /\[([^\]|]+)\|(\w+)\]/; // [text|term]: a link to a term of the glossary
const ISOLATE = '\u2066';
const END = '\u2069';

/**
 * Compile gettext's plural rule, a C expression of n, numbers, ?:, || && == != < > <= >= + - * / % ! (). A page under a
 * strict content security policy cannot evaluate text.
 * @param {string} rule
 * @returns {(n: number) => number}
 */
export function pluralRule(rule) {
  const tokens = rule.match(/\d+|n|\|\||&&|[=!<>]=|[-+*/%<>!?:()]|\S/g) ?? [];
  let at = 0;
  const LEVELS = [['||'], ['&&'], ['==', '!='], ['<', '>', '<=', '>='], ['+', '-'], ['*', '/', '%']];
  /** @type {Record<string, (a: number, b: number) => number>} */
  const OPERATIONS = {
    '||': (a, b) => +(a !== 0 || b !== 0),
    '&&': (a, b) => +(a !== 0 && b !== 0),
    '==': (a, b) => +(a === b),
    '!=': (a, b) => +(a !== b),
    '<': (a, b) => +(a < b),
    '>': (a, b) => +(a > b),
    '<=': (a, b) => +(a <= b),
    '>=': (a, b) => +(a >= b),
    '+': (a, b) => a + b,
    '-': (a, b) => a - b,
    '*': (a, b) => a * b,
    '/': (a, b) => Math.trunc(a / b),
    '%': (a, b) => a % b,
  };
  /** @param {string} token */
  const expect = (token) => {
    if (tokens[at++] !== token) throw new SyntaxError(`plural rule: ${token} expected: ${rule}`);
  };
  /** @returns {(n: number) => number} */
  const choice = () => {
    const condition = binary(0);
    if (tokens[at] !== '?') return condition;
    at++;
    const yes = choice();
    expect(':');
    const no = choice();
    return (n) => (condition(n) ? yes(n) : no(n));
  };
  /** @param {number} level @returns {(n: number) => number} */
  const binary = (level) => {
    if (level === LEVELS.length) return unary();
    let left = binary(level + 1);
    while (LEVELS[level].includes(tokens[at])) {
      const operation = OPERATIONS[tokens[at++]];
      const a = left;
      const b = binary(level + 1);
      left = (n) => operation(a(n), b(n));
    }
    return left;
  };
  /** @returns {(n: number) => number} */
  const unary = () => {
    const token = tokens[at++] ?? '';
    if (token === '!') {
      const of = unary();
      return (n) => +!of(n);
    }
    if (token === '(') {
      const inside = choice();
      expect(')');
      return inside;
    }
    if (token === 'n') return (n) => n;
    if (!/^\d+$/.test(token)) throw new SyntaxError(`plural rule: unexpected ${token || 'end'}: ${rule}`);
    const number = Number(token);
    return () => number;
  };
  const result = choice();
  if (at !== tokens.length) throw new SyntaxError(`plural rule: unexpected ${tokens[at]}: ${rule}`);
  return result;
}

/** The words of one language. */
export class Catalogue {
  #plural;
  #messages;

  /** @param {CatalogueFile} file */
  constructor(file) {
    this.language = file.language;
    this.direction = file.direction;
    this.#messages = file.messages;
    this.#plural = pluralRule(file.plural);
  }

  /** @param {string} message */
  has(message) {
    return Object.hasOwn(this.#messages, message);
  }

  /**
   * @param {string} message
   * @param {Parameters} [parameters]
   */
  say(message, parameters = {}) {
    return this.#filled(this.#text(message, parameters.n), message, parameters, this.direction === 'rtl');
  }

  /**
   * Split a message at its links. Only the catalogue has links: the text of a parameter, such as a name, is never a
   * link. Notation is put between isolates.
   * @param {string} message @param {Parameters} parameters
   * @returns {{text: string, term: string|null}[]}
   */
  parts(message, parameters) {
    const split = this.#text(message, parameters.n)
      .split(LINK)
      .map((text, i) => (i % 3 === 2 ? text : this.#filled(text, message, parameters, true)));
    return split.flatMap((text, i) => (i % 3 === 2 ? [] : [{ text, term: i % 3 === 1 ? split[i + 1] : null }]));
  }

  /** @param {string} text @param {string} message @param {Parameters} parameters @param {boolean} isolate */
  #filled(text, message, parameters, isolate) {
    return text.replace(PLACE, (_, name, black, white) => {
      if (!Object.hasOwn(parameters, name)) throw new Error(`no parameter ${name} for the message ${message}`);
      const value = parameters[name];
      if (black === undefined) return this.#wordsOf(value, isolate);
      return typeof value === 'object' && 'color' in value && value.color === 'black' ? black : white;
    });
  }

  /** @param {Iterable<Sentence>} sentences */
  sentences(sentences) {
    return Array.from(sentences, ({ message, parameters }) => this.say(message, parameters)).join(' ');
  }

  /** Return cells, moves or other notation for a text in this language. @param {string} text */
  notation(text) {
    return this.direction === 'rtl' ? ISOLATE + text + END : text;
  }

  /** @param {string} message @param {Value|undefined} n */
  #text(message, n) {
    if (!this.has(message)) throw new Error(`no message ${message} in the catalogue ${this.language}`);
    const forms = this.#messages[message];
    return Array.isArray(forms) ? forms[this.#plural(typeof n === 'number' ? n : 1)] : forms;
  }

  /** @param {Value} value @param {boolean} isolate @returns {string} */
  #wordsOf(value, isolate) {
    if (typeof value !== 'object') return String(value);
    if ('color' in value) return this.say(`color.${value.color}`);
    if ('directions' in value) {
      return this.#joined(
        value.directions.map((each) => this.say(`direction.${DIRECTIONS[each]}`)),
        'list.or',
      );
    }
    const names = value.cells.map(cellName);
    return this.#joined(isolate ? names.map((name) => ISOLATE + name + END) : names, 'list.and');
  }

  /** @param {string[]} names @param {string} message */
  #joined(names, message) {
    if (names.length < 2) return names.join('');
    return this.say(message, { list: names.slice(0, -1).join(', '), last: /** @type {string} */ (names.at(-1)) });
  }
}

// ------------------------------------------------------------------------------------------------- the page's language

/** @type {Catalogue|null} */
let catalogue = null;
/**
 * The functions that write the words of each element, by place: the text or an attribute.
 * @type {WeakMap<Element, Map<string, () => void>>}
 */
const bindings = new WeakMap();
/** @type {Set<WeakRef<Element>>} */
const bound = new Set();
/**
 * Words that only some pages need.
 * @typedef {'atlas'|'book'|'coach'|'course'|'game'|'games'|'online'|'puzzles'|'review'|'settings'|'several'|'share'|
 *   'study'} Part
 */
/** The parts of the words that are loaded too. @type {Set<Part>} */
const more = new Set();
/** @type {Map<string, Promise<CatalogueFile>>} */
const files = new Map();
/** The last requested language. Slow responses for earlier requests are ignored. */
let wanted = '';
/** The last call of `loadLanguage`. */
let latest = Promise.resolve();

export let language = 'en';
/** @type {TextDirection} */
export let direction = 'ltr';

/**
 * Load a language, and write all words of the page in it.
 * @param {string} name the code of the language
 * @param {...Part} parts words to load too, now and for later languages
 */
export function loadLanguage(name, ...parts) {
  return (latest = load(name, parts));
}

/** @param {string} name @param {Part[]} parts */
async function load(name, parts) {
  wanted = name;
  for (const part of parts) more.add(part);
  const all = [...more];
  const [file, ...added] = await Promise.all(
    [`${name}.json`, ...all.map((part) => `${name}.${part}.json`)].map(loadPart),
  );
  if (wanted !== name || all.length < more.size) return latest; // a later call loads these words too
  useCatalogue(
    new Catalogue({ ...file, messages: Object.assign({}, file.messages, ...added.map((each) => each.messages)) }),
  );
}

/** Load a file of the catalogues once. @param {string} part */
function loadPart(part) {
  const file = files.get(part) ?? fetchPart(part);
  files.set(part, file);
  file.catch(() => files.delete(part)); // the next call tries again
  return file;
}

/** @param {string} part @returns {Promise<CatalogueFile>} */
async function fetchPart(part) {
  const answer = await fetch(new URL(`../data/catalogues/${part}`, import.meta.url));
  if (!answer.ok) throw new Error(`the catalogue ${part} cannot be loaded: ${answer.status}`);
  return answer.json();
}

/** @param {Catalogue} words */
export function useCatalogue(words) {
  catalogue = words;
  language = words.language;
  direction = words.direction;
  if (typeof document !== 'undefined') {
    document.documentElement.lang = language;
    document.documentElement.dir = direction;
  }
  for (const reference of bound) {
    const writers = bindings.get(/** @type {Element} */ (reference.deref()));
    if (!writers) bound.delete(reference);
    else for (const write of writers.values()) write();
  }
}

/** Return whether the page's language has a message. @param {string} message */
export function knows(message) {
  return catalogue?.has(message) ?? false;
}

/**
 * Return the words of a message in the page's language. A missing message is shown by its name, so that the rest of the
 * page works. The tests allow no missing messages.
 * @param {string} message
 * @param {Parameters} [parameters]
 */
export function say(message, parameters = {}) {
  if (!catalogue?.has(message)) {
    console.error(`no message ${message} in the catalogue ${catalogue?.language}`);
    return message;
  }
  return catalogue.say(message, parameters);
}

/** Return several sentences as one text. @param {Iterable<Sentence>} list */
export function sentences(list) {
  return Array.from(list, ({ message, parameters }) => say(message, parameters)).join(' ');
}

/** Return notation for a text in the page's language. @param {string} text */
export function notation(text) {
  return catalogue ? catalogue.notation(text) : text;
}

/**
 * Return a message as nodes, with links to the glossary and notation in elements that stay left to right.
 * @param {string} message
 * @param {Parameters} [parameters]
 */
export function rich(message, parameters = {}) {
  const fragment = document.createDocumentFragment();
  const parts = catalogue?.has(message)
    ? catalogue.parts(message, parameters)
    : [{ text: say(message, parameters), term: null }];
  for (const { text, term } of parts) {
    if (term) {
      const link = document.createElement('a');
      link.className = 'term';
      link.dataset.term = term;
      link.href = new URL(`../rules/glossary/#${term}`, import.meta.url).href;
      link.textContent = text;
      fragment.append(link);
      continue;
    }
    for (const part of text.split(/(\u2066[^\u2069]*\u2069)/)) {
      if (part.startsWith(ISOLATE)) {
        const isolated = document.createElement('bdi');
        isolated.dir = 'ltr';
        isolated.textContent = part.slice(1, -1);
        fragment.append(isolated);
      } else if (part) fragment.append(part);
    }
  }
  return fragment;
}

/**
 * Call `write` now and after every change of the language, as long as the element exists. A later binding of the same
 * place replaces the earlier one.
 * @param {Element} element
 * @param {string} place the attribute, or '' for the content
 * @param {() => void} write
 */
export function bind(element, place, write) {
  let writers = bindings.get(element);
  if (!writers) {
    bindings.set(element, (writers = new Map()));
    bound.add(new WeakRef(element));
  }
  writers.set(place, write);
  write();
}

/**
 * Bind an element's text, or one of its attributes, to a message.
 * @template {Element} T
 * @param {T} element
 * @param {string} message
 * @param {Parameters | (() => Parameters)} [parameters] a function if they depend on the language
 * @param {string} [attribute]
 * @returns {T} the element
 */
export function label(element, message, parameters = {}, attribute = '') {
  bind(element, attribute, () => {
    const text = say(message, typeof parameters === 'function' ? parameters() : parameters);
    if (attribute) element.setAttribute(attribute, text);
    else element.textContent = text;
  });
  return element;
}

/**
 * Bind an element's content to a message, with the links and the isolated notation of `rich`.
 * @template {Element} T
 * @param {T} element
 * @param {string} message
 * @param {Parameters} [parameters]
 * @returns {T} the element
 */
export function labelRich(element, message, parameters = {}) {
  bind(element, '', () => element.replaceChildren(rich(message, parameters)));
  return element;
}

/** Return the browser's regional variant of the language, if it has one: en-GB and en-US write dates differently. */
function locale() {
  return (
    navigator.languages.find((each) => each.split('-')[0] === language) ?? (language === 'en' ? 'en-GB' : language)
  );
}

/** Format a number in the language of the page. @param {number} value @param {Intl.NumberFormatOptions} [options] */
export function number(value, options) {
  return new Intl.NumberFormat(locale(), options).format(value);
}

/** A cache: creating a format takes longer than using it a hundred times. @type {Map<string, Intl.DateTimeFormat>} */
const calendars = new Map();

/**
 * Format a date and time in the language of the page.
 * @param {number|Date} value
 * @param {Intl.DateTimeFormatOptions} [options]
 */
export function date(value, options = { dateStyle: 'medium', timeStyle: 'short' }) {
  const key = JSON.stringify([locale(), options]);
  const calendar = calendars.get(key) ?? new Intl.DateTimeFormat(locale(), options);
  calendars.set(key, calendar);
  return calendar.format(value);
}
