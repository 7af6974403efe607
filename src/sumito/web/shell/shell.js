/**
 * The frame of every page: the header with navigation, language, sound and theme, the footer, and the start of a page.
 */

import { h } from './dom.js';
import { LANGUAGES, bind, label, loadLanguage, say } from './i18n.js';
import { icon } from './icons.js';
import { watchVersion } from './offline.js';
import { settings } from './settings.js';

const ROOT = new URL('../', import.meta.url);

/** The addresses of the pages. */
const PAGES = Object.freeze({
  home: '',
  play: 'play/',
  local: 'local/',
  analysis: 'analysis/',
  review: 'review/',
  puzzles: 'puzzles/',
  rules: 'rules/',
  glossary: 'rules/glossary/',
  games: 'games/',
  settings: 'settings/',
  online: 'online/',
  g: 'g/',
});
/** @typedef {keyof typeof PAGES} PageName */

/** Wait a moment for data before drawing a page without it, because a second layout takes longer. */
export const soon = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 100);
  });

/**
 * Return the links in the header, with their icons in the menu of a phone.
 * @returns {readonly (readonly [PageName, string])[]}
 */
const navigation = () => [
  ['play', 'computer'],
  ...whereOnline(/** @type {const} */ (['online', 'globe'])),
  ['local', 'people'],
  ['puzzles', 'puzzle'],
  ['rules', 'book'],
  ['analysis', 'analyse'],
  ['games', 'games'],
];

/** Return the parts of a page that need online play, if this site has it. @template T @param {...T} parts */
export function whereOnline(...parts) {
  return 'online' in document.documentElement.dataset ? parts : [];
}

/**
 * Return the address of a page. State that can be shared is in the fragment: `link('review', {game: id, ply: 34})`.
 * @param {PageName} name
 * @param {string|Record<string, string|number>} [fragment]
 */
export function link(name, fragment = '') {
  const text =
    typeof fragment === 'string'
      ? fragment
      : Object.entries(fragment)
          .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
          .join('&');
  return new URL(PAGES[name] + (text && `#${text}`), ROOT).href;
}

/** Return the state in the address. */
export function fragment() {
  return new URLSearchParams(location.hash.slice(1).replaceAll('+', '%2B'));
}

/** @type {number|undefined} */
let again;

/**
 * Put state into the address of this page, without an entry in the history. Safari refuses more than a hundred changes
 * in ten seconds, as when stepping quickly through a game. The last change is then made later.
 * @param {string} address
 */
export function setFragment(address) {
  clearTimeout(again);
  try {
    history.replaceState(null, '', new URL(address).hash);
  } catch {
    again = setTimeout(() => setFragment(address), 1000);
  }
}

/** Scroll to the element in the address. The browser has already looked for it, before the page was built. */
export function goToPlace() {
  if (document.getElementById(location.hash.slice(1))) location.replace(location.hash);
}

/** Return the visible theme; the setting can be 'system'. @returns {'light'|'dark'} */
function shownTheme() {
  const theme = settings.get('theme');
  if (theme !== 'system') return theme;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

function followLooks() {
  const root = document.documentElement;
  for (const name of /** @type {const} */ (['theme', 'board', 'marbles', 'motion'])) {
    const show = () => void (root.dataset[name] = settings.get(name));
    show();
    settings.on(name, show);
  }
}

function languageMenu() {
  const menu = h('select', { class: 'language', 'say:aria-label': 'app.language' });
  for (const [name, own] of Object.entries(LANGUAGES)) menu.append(h('option', { value: name, lang: name }, own));
  const show = () => void (menu.value = settings.get('language'));
  show();
  settings.on('language', show);
  menu.addEventListener('change', () => settings.set('language', /** @type {any} */ (menu.value)));
  return h('span', { class: 'choice language-choice' }, icon('globe'), menu);
}

function soundButton() {
  const button = h('button', { type: 'button', class: 'quiet', id: 'sound' });
  const show = () => {
    const on = settings.get('sound');
    button.replaceChildren(icon(on ? 'sound' : 'silent'));
    button.setAttribute('aria-pressed', String(on));
    label(button, 'app.sound', {}, 'aria-label');
    label(button, on ? 'app.sound_on' : 'app.sound_off', {}, 'title');
  };
  show();
  settings.on('sound', show);
  button.addEventListener('click', async () => {
    settings.set('sound', !settings.get('sound'));
    const { soundMove } = await import('./sound.js');
    soundMove({ cells: [0, 1], pushed: [], ejects: false }); // a sample of the sound
  });
  return button;
}

function themeButton() {
  const button = h('button', { type: 'button', class: 'quiet', id: 'theme' });
  const show = () => {
    const dark = shownTheme() === 'dark';
    button.replaceChildren(icon(dark ? 'sun' : 'moon'));
    button.setAttribute('aria-pressed', String(dark));
    label(button, 'app.dark_theme', {}, 'aria-label');
    label(button, dark ? 'app.to_light' : 'app.to_dark', {}, 'title');
  };
  show();
  settings.on('theme', show);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show);
  button.addEventListener('click', () => settings.set('theme', shownTheme() === 'dark' ? 'light' : 'dark'));
  return button;
}

/** @param {PageName|'lost'} here */
function header(here) {
  /** @param {PageName} name @param {string} picture */
  const item = (name, picture) => {
    const current = name === here || (name === 'rules' && here === 'glossary') || (name === 'online' && here === 'g');
    return h(
      'li',
      {},
      h(
        'a',
        { href: link(name), 'aria-current': current && 'page' },
        icon(picture),
        h('span', { say: `app.nav.${name}` }),
      ),
    );
  };
  return h(
    'header',
    { class: 'top' },
    h(
      'a',
      { class: 'brand', href: link('home'), 'aria-current': here === 'home' && 'page' },
      mark(),
      h('span', { lang: 'en' }, 'sumito'),
    ),
    h(
      'nav',
      { class: 'pages', id: 'pages', popover: 'auto', 'say:aria-label': 'app.navigation' },
      h('ul', {}, ...navigation().map(([name, picture]) => item(name, picture))),
    ),
    h(
      'div',
      { class: 'tools' },
      soundButton(),
      themeButton(),
      h(
        'a',
        {
          class: 'quiet',
          href: link('settings'),
          'aria-current': here === 'settings' && 'page',
          'say:aria-label': 'app.nav.settings',
          'say:title': 'app.nav.settings',
        },
        icon('settings'),
      ),
      languageMenu(),
      h(
        'button',
        { type: 'button', class: 'quiet opens-pages', popovertarget: 'pages', 'say:aria-label': 'app.menu' },
        icon('menu'),
      ),
    ),
  );
}

/** Draw the logo: seven marbles, three of them pushing. */
function mark() {
  return h('img', { class: 'mark', src: new URL('icon.svg', ROOT).href, alt: '', width: 32, height: 32 });
}

/** @param {PageName|'lost'} here */
function footer(here) {
  return h(
    'footer',
    { class: 'bottom' },
    h('p', { say: 'app.unofficial' }),
    h('p', { class: 'dim', say: here === 'online' || here === 'g' ? 'online.kept' : 'app.local_only' }),
  );
}

/**
 * Show a notice at the end of the page until it is closed or its button is pressed.
 * @param {string} message
 * @param {{parameters?: any, action?: string, run?: () => void, kind?: 'plain'|'bad'}} [options]
 * @returns {() => void} removes it
 */
export function notice(message, { parameters = {}, action, run, kind = 'plain' } = {}) {
  let place = document.querySelector('.notices');
  if (!place) document.body.append((place = h('div', { class: 'notices', role: 'status' })));
  const line = h('div', { class: `notice ${kind}` });
  const away = () => line.remove();
  line.append(h('p', { say: [message, parameters] }));
  if (action) {
    line.append(h('button', { type: 'button', class: 'small', say: action, onclick: () => (away(), run?.()) }));
  }
  line.append(
    h('button', { type: 'button', class: 'quiet', 'say:aria-label': 'app.close', onclick: away }, icon('close')),
  );
  place.append(line);
  return away;
}

/** Set the title of the page and of the tab. @param {string} message @param {any} [parameters] */
function setTitle(message, parameters = {}) {
  const title = /** @type {HTMLTitleElement} */ (document.querySelector('title'));
  bind(title, '', () => {
    title.textContent = `${say(message, typeof parameters === 'function' ? parameters() : parameters)} · sumito`;
  });
}

/**
 * Expose read-only state of the page to tests, if `?test` is in the address.
 * @param {PropertyDescriptorMap & Record<string, {get?: () => unknown, value?: unknown}>} properties
 */
export function testHook(properties) {
  if (!new URLSearchParams(location.search).has('test')) return;
  const global = /** @type {any} */ (window);
  global.__sumito ??= {};
  Object.defineProperties(global.__sumito, properties);
}

/** Show an error instead of a page that cannot be shown. @param {HTMLElement} main @param {unknown} error */
export function showFailure(main, error) {
  console.error(error);
  main.replaceChildren(
    h(
      'div',
      { class: 'failed', role: 'alert' },
      h('h1', { say: 'app.failed' }),
      h('p', { say: 'app.failed_why' }),
      h('p', {}, h('code', { dir: 'ltr' }, error instanceof Error ? error.message : String(error))),
      h('button', { type: 'button', class: 'primary', say: 'app.reload', onclick: () => location.reload() }),
    ),
  );
}

/**
 * Build the page around its content.
 * @template T
 * @param {object} page
 * @param {PageName|'lost'} page.name
 * @param {string} page.title the message of its title
 * @param {import('./i18n.js').Part} [page.words] a part of the catalogue that it uses too
 * @param {() => Promise<T>} [page.needs] load the data for `init`, in parallel with the words, so that the page is laid
 *   out once
 * @param {(main: HTMLElement, needed: T) => unknown} page.init fill the page; its errors are shown to the user
 */
export async function startPage({ name, title, words = '', needs, init }) {
  if ('oldBrowser' in document.documentElement.dataset) return; // start.js shows the message
  const needed = /** @type {Promise<T>} */ (needs?.() ?? Promise.resolve());
  const tried = needed.catch(() => {}); // the error is handled below
  settings.on('language', (language) => {
    loadLanguage(language).catch(() => notice('app.language_failed', { kind: 'bad' }));
  });
  await loadLanguage(settings.get('language'), words);
  await Promise.race([tried, soon()]);
  followLooks();
  setTitle(title);
  const main = h('main', { id: 'main', class: `page page-${name}`, tabindex: '-1' });
  const skip = h('a', { class: 'skip', href: '#main', say: 'app.skip' });
  skip.addEventListener('click', (event) => {
    event.preventDefault(); // the fragment is the page's state
    main.focus();
  });
  document.body.dataset.page = name;
  document.body.replaceChildren(skip, header(name), main, footer(name));
  try {
    await init(main, await needed);
  } catch (error) {
    showFailure(main, error);
  }
  if (!settings.lasting) notice('app.not_kept', { kind: 'bad' });
  document.body.dataset.ready = 'yes';
  performance.mark('ready');
  const offer = (/** @type {string} */ message) => (/** @type {() => void} */ run) =>
    notice(message, { action: 'app.reload', run });
  watchVersion(ROOT, offer('app.new_version'), offer('app.other_tabs'));
}
