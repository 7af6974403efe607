/**
 * The settings of the user. They are stored in localStorage or, if it is not available (a private window), in memory as
 * long as the page is open. Other tabs update at once.
 */

/**
 * @typedef {{
 *   language: string, theme: 'system'|'light'|'dark', board: 'walnut'|'cherry'|'slate'|'felt'|'contrast',
 *   marbles: 'classic'|'glass'|'steel'|'blue_orange'|'patterned', coordinates: boolean,
 *   motion: 'normal'|'fast'|'off', sound: boolean,
 *   volume: number, input: 'auto'|'taps'|'drag', confirm: 'never'|'touch'|'always', premove: boolean, arrows: boolean,
 *   refusals: 'brief'|'full', rotation: number, fit: boolean, threats: boolean
 * }} Settings
 */
/** @typedef {keyof Settings} Name */

const KEY = 'sumito.settings';
const SWITCH = [true, false];

/**
 * The own name and the direction of each language, by its code. The page has them in its HTML.
 * @type {Readonly<Record<string, readonly [string, 'ltr'|'rtl']>>}
 */
export const LANGUAGES = JSON.parse(globalThis.document?.documentElement.dataset.languages ?? '{}');

/**
 * The valid values of each setting. The first is the default unless DEFAULTS has another one.
 * @type {Readonly<Record<Name, readonly any[]>>}
 */
export const CHOICES = Object.freeze({
  language: Object.keys(LANGUAGES),
  theme: ['system', 'light', 'dark'],
  board: ['walnut', 'cherry', 'slate', 'felt', 'contrast'],
  marbles: ['classic', 'glass', 'steel', 'blue_orange', 'patterned'],
  coordinates: SWITCH,
  motion: ['normal', 'fast', 'off'],
  sound: [false, true],
  volume: Array.from({ length: 11 }, (_, i) => i),
  input: ['auto', 'taps', 'drag'],
  confirm: ['never', 'touch', 'always'],
  premove: SWITCH,
  arrows: SWITCH,
  refusals: ['brief', 'full'],
  rotation: Array.from({ length: 12 }, (_, i) => i), // steps of 30 degrees
  fit: [false, true],
  threats: [false, true], // whether the position in words is open, beside an analysis
});
const DEFAULTS = { volume: 6 };

/** Return the first language of the browser that the site has. @param {readonly string[]} asked */
function languageOf(asked) {
  for (const each of asked) {
    const [name] = each.toLowerCase().split('-');
    const ours = name === 'iw' ? 'he' : name; // the old code of Hebrew
    if (Object.hasOwn(LANGUAGES, ours)) return ours;
  }
  return 'en';
}

/** Read the stored settings. Invalid values are dropped. @param {string|null} text @returns {Partial<Settings>} */
function read(text) {
  /** @type {Record<string, unknown>} */
  const kept = {};
  try {
    const { turn, ...found } = JSON.parse(text ?? '{}') ?? {};
    found.rotation ??= turn; // its name in version 0.1
    for (const [name, values] of Object.entries(CHOICES)) {
      if (values.includes(found[name])) kept[name] = found[name];
    }
  } catch {
    // Not our text: use the defaults.
  }
  return /** @type {Partial<Settings>} */ (kept);
}

class SettingsStore {
  /** @type {Partial<Settings>} */
  #kept = {};
  /** @type {Map<Name, Set<(value: any) => void>>} */
  #listeners = new Map();
  /** Whether settings are stored beyond this page. */
  lasting = true;

  constructor() {
    try {
      this.#kept = read(localStorage.getItem(KEY));
    } catch {
      this.lasting = false;
    }
    globalThis.addEventListener?.('storage', (event) => {
      if (event.key === KEY || event.key === null) this.#become(read(event.newValue));
    });
  }

  /** @template {Name} K @param {K} name @returns {Settings[K]} */
  get(name) {
    const kept = this.#kept[name];
    if (kept !== undefined) return /** @type {Settings[K]} */ (kept);
    if (name === 'language') return /** @type {Settings[K]} */ (languageOf(globalThis.navigator?.languages ?? []));
    return /** @type {any} */ (DEFAULTS)[name] ?? CHOICES[name][0];
  }

  /** @template {Name} K @param {K} name @param {Settings[K]} value */
  set(name, value) {
    if (!CHOICES[name].includes(value)) throw new RangeError(`no such choice for ${name}: ${value}`);
    this.#keep({ ...this.#kept, [name]: value });
  }

  /** Reset all settings except the language. */
  reset() {
    this.#keep(this.#kept.language ? { language: this.#kept.language } : {});
  }

  /** The settings that the user has changed. */
  get kept() {
    return { ...this.#kept };
  }

  /** Take over settings that the user has not changed here. @param {unknown} kept those of another browser */
  fill(kept) {
    this.#keep({ ...read(JSON.stringify(kept)), ...this.#kept });
  }

  /** @param {Partial<Settings>} kept */
  #keep(kept) {
    this.#become(kept);
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      this.lasting = false;
    }
  }

  /** @template {Name} K @param {K} name @param {(value: Settings[K]) => void} callback @returns {() => void} ends it */
  on(name, callback) {
    const callbacks = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, callbacks.add(callback));
    return () => void callbacks.delete(callback);
  }

  /** @param {Partial<Settings>} kept */
  #become(kept) {
    const names = /** @type {Name[]} */ (Object.keys(CHOICES));
    const before = names.map((name) => this.get(name));
    this.#kept = kept;
    names.forEach((name, i) => {
      const value = this.get(name);
      if (value !== before[i]) this.#listeners.get(name)?.forEach((callback) => callback(value));
    });
  }
}

export const settings = new SettingsStore();
