/**
 * The frame of every page: the header with navigation, language, sound and theme, the footer, and the start of a page.
 */

import { isKnownGuest } from '../net/known_guest.js';
import { fetchDisplayFace } from './display_face.js';
import { h } from './dom.js';
import { bind, label, loadLanguage, say } from './i18n.js';
import { icon } from './icons.js';
import { watchVersion } from './offline.js';
import { settings } from './settings.js';

const ROOT = new URL('../', import.meta.url);

/** The addresses of the pages. */
const PAGES = Object.freeze({
  home: '',
  play: 'play/',
  local: 'local/',
  several: 'several/',
  analysis: 'analysis/',
  review: 'review/',
  learn: 'learn/',
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

/** Wait until the page as it is now has been drawn, to start work that it does not need. */
export const drawn = () =>
  new Promise((resolve) => {
    // A page in the background is not drawn.
    setTimeout(resolve, 300);
    requestAnimationFrame(() => setTimeout(resolve));
  });

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

/**
 * Return the address of a new game against the computer that starts from a position.
 * @param {string} pos @param {number} [eject] the number of marbles to eject
 */
export function playOnLink(pos, eject = 6) {
  return link('play', { pos, ...(eject !== 6 && { eject }) });
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
    history.replaceState(null, '', new URL(address).hash || location.pathname + location.search);
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
  // start.js has loaded them if they were chosen before; now they were chosen in another tab.
  for (const name of /** @type {const} */ (['board', 'marbles'])) settings.on(name, loadLooks);
}

/** Load the styles of other boards and marbles, once. */
function loadLooks() {
  const href = new URL('style/looks.css', ROOT).href;
  const links = /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll('link[rel=stylesheet]'));
  if (![...links].some((each) => each.href === href)) document.head.append(h('link', { rel: 'stylesheet', href }));
}

function startLanguageMenu() {
  const menu = part('.language', HTMLSelectElement);
  const show = () => void (menu.value = settings.get('language'));
  show();
  settings.on('language', show);
  menu.addEventListener('change', () => settings.set('language', menu.value));
}

function startSoundButton() {
  const button = part('#sound', HTMLButtonElement);
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
    const found = await loaded(import('./sound.js'));
    found?.soundMove({ cells: [0, 1], pushed: [], ejects: false }); // a sample of the sound
  });
}

function startThemeButton() {
  const button = part('#theme', HTMLButtonElement);
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
}

/**
 * Return a part of the page's HTML.
 * @template {HTMLElement} T
 * @param {string} selector
 * @param {new () => T} type
 * @returns {T}
 */
function part(selector, type) {
  const found = document.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`the page has no ${selector}`);
  return found;
}

/** Connect the HTML of the page, which was written in English, with the language and the settings. */
function startFrame() {
  for (const each of document.querySelectorAll('[data-say], [data-say-label]')) {
    const { say: message, sayLabel, sayTitle } = /** @type {HTMLElement} */ (each).dataset;
    if (message) label(each, message);
    if (sayLabel) label(each, sayLabel, {}, 'aria-label');
    if (sayTitle) label(each, sayTitle, {}, 'title');
  }
  startLanguageMenu();
  startSoundButton();
  startThemeButton();
  const main = part('main', HTMLElement);
  part('.skip', HTMLAnchorElement).addEventListener('click', (event) => {
    event.preventDefault(); // the fragment is the page's state
    main.focus();
  });
  for (const each of document.querySelectorAll('a')) {
    const { page, query = '', icon: picture } = each.dataset;
    if (page) each.href = link(/** @type {PageName} */ (page)) + query;
    if (picture) each.prepend(icon(picture));
  }
  for (const each of document.querySelectorAll('body > [hidden]')) each.removeAttribute('hidden');
  return main;
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
  const place = document.querySelector('.notices') ?? h('div', { class: 'notices', role: 'status' });
  // In an open dialog it is above it, and can be used. The dialog gives it back.
  if (!place.isConnected) (document.querySelector('dialog[open]') ?? document.body).append(place);
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

/**
 * Wait for a part that is loaded on demand; null if it cannot be loaded, which the user is told.
 * @template T @param {Promise<T>} loading @returns {Promise<T|null>}
 */
export const loaded = (loading) =>
  loading.catch((error) => {
    console.info(error);
    notice('app.not_loaded', { kind: 'bad' });
    return null;
  });

/**
 * Set the title of the page and of the tab.
 * @param {string} message @param {string} [urgent] a message to put before it
 */
function setTitle(message, urgent = '') {
  const title = /** @type {HTMLTitleElement} */ (document.querySelector('title'));
  bind(title, '', () => {
    title.textContent = [...(urgent ? [say(urgent)] : []), say(message), 'sumito'].join(' · ');
  });
}

/** Whether the site has online play, and this browser has used it. */
export const knowsOnline = () => whereOnline('').length > 0 && isKnownGuest();

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
 * @param {import('./i18n.js').Part[]} [page.words] parts of the catalogue that it uses too
 * @param {() => Promise<T>} [page.needs] load the data for `init`, in parallel with the words, so that the page is laid
 *   out once
 * @param {(main: HTMLElement, needed: T) => unknown} page.init fill the page; its errors are shown to the user
 */
export async function startPage({ name, title, words = [], needs, init }) {
  if ('oldBrowser' in document.documentElement.dataset) return; // start.js shows the message
  const needed = /** @type {Promise<T>} */ (needs?.() ?? Promise.resolve());
  const tried = needed.catch(() => {}); // the error is handled below
  settings.on('language', (language) => {
    loadLanguage(language).catch(() => notice('app.language_failed', { kind: 'bad' }));
  });
  await loadLanguage(settings.get('language'), ...words);
  await Promise.race([tried, soon()]);
  followLooks();
  setTitle(title);
  const main = startFrame();
  main.after(footer(name));
  document.body.dataset.page = name;
  try {
    await init(main, await needed);
  } catch (error) {
    showFailure(main, error);
  }
  if (name === 'online' || name === 'g' || knowsOnline())
    void import('./online_news.js')
      .then(({ showNews }) => showNews(name, (urgent) => setTitle(title, urgent)))
      .catch((error) => console.info(error)); // without a network: the next page tries again
  if (!settings.lasting) notice('app.not_kept', { kind: 'bad' });
  document.body.dataset.ready = 'yes';
  performance.mark('ready');
  const offer = (/** @type {string} */ message) => (/** @type {() => void} */ run) =>
    notice(message, { action: 'app.reload', run });
  requestAnimationFrame(() => setTimeout(fetchDisplayFace)); // after the paint
  watchVersion(ROOT, offer('app.new_version'), offer('app.other_tabs'));
}
