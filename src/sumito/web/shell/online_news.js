/**
 * What every page tells about the player's online games: a line while an open seek waits for an opponent, banners that
 * call to a game, and the turn in the title and icon of the tab.
 */
import { gameLink, withdrawSeek } from '../net/online_requests.js';
import { pageStorage } from '../net/known_guest.js';
import { followYours, isLive, keptYours } from '../net/yours.js';
import { h } from './dom.js';
import { label, loadLanguage, say } from './i18n.js';
import { icon } from './icons.js';
import { loadStyle } from './late_style.js';
import { moment } from './moments.js';
import { settings } from './settings.js';
import { link, notice } from './shell.js';
import { sound } from './sound.js';

/** @typedef {import('../net/protocol.js').OwnGame} OwnGame */
/** @typedef {import('../net/protocol.js').Seek} Seek */
/** @typedef {import('../net/yours.js').News} News */
/** @typedef {import('../net/yours.js').Yours} Yours */

/** The banners of this tab that nobody has used or closed. Another page of the tab shows them again. */
const CALLS = 'sumito.calls';
/** The pages with lists of the own games and seeks. */
const LISTING = ['home', 'online'];
/** Tabs that hear of the same game within this time make one sound. */
const ONCE_MS = 2000;
/** The time to hear the sound and to read who has accepted. */
const LEAVE_MS = 600;

/**
 * Show the news of the player's games on this page.
 * @param {string} page @param {(urgent: string) => void} setTitle puts a message before the title, or none
 */
export async function showNews(page, setTitle) {
  const kept = keptYours(pageStorage());
  const isIdle = !kept || kept.games.length + kept.seeks.length === 0;
  if (isIdle && page !== 'online' && page !== 'g') return;
  await Promise.all([loadLanguage(settings.get('language'), 'online'), loadStyle('style/online.css')]);
  const yours = followYours();
  const line = new LookingLine(page);
  const calls = new Calls(page);
  document.querySelector('.top')?.after(line.element);
  document.body.append(calls.element);
  let urgent = false;
  const show = () => {
    line.show(yours.seeks.filter(isLive));
    calls.review(yours.games);
    const isTurn = yours.games.some((game) => game.your_turn);
    if (isTurn !== urgent) setTitle(isTurn ? 'online.yours.turn' : '');
    if (isTurn !== urgent) setIcon(isTurn ? 'icon-turn.svg' : 'icon.svg');
    urgent = isTurn;
  };
  yours.on('change', show);
  yours.on('news', (news) => news.forEach((each) => calls.add(each)));
  if (yours.isCurrent) show();
}

/** @param {string} name of a file */
function setIcon(name) {
  const element = /** @type {HTMLLinkElement|null} */ (document.querySelector('link[rel="icon"]'));
  if (element) element.href = new URL(`../${name}`, import.meta.url).href;
}

/** The line of a page on which one waits. The pages with a list of the own seeks need none. */
class LookingLine {
  #isShown;
  /** @type {Seek[]} */ #seeks = [];
  #words = h('a', { href: link('online') });
  #content;
  element = h('div', { class: 'looking-place', role: 'status' });

  /** @param {string} page */
  constructor(page) {
    this.#isShown = !LISTING.includes(page);
    this.#content = h(
      'div',
      { class: 'looking' },
      h('span', { class: 'pulse', 'aria-hidden': 'true' }),
      this.#words,
      h('button', { type: 'button', class: 'quiet', say: 'app.cancel', onclick: () => void this.#withdraw() }),
    );
  }

  /** @param {Seek[]} seeks */
  show(seeks) {
    this.#seeks = seeks;
    const shown = this.#isShown && seeks.length > 0;
    const isOfSeveral = seeks.every(({ players }) => players !== undefined);
    label(this.#words, isOfSeveral ? 'online.looking.several' : 'online.looking');
    if (shown !== this.element.hasChildNodes()) this.element.replaceChildren(...(shown ? [this.#content] : []));
  }

  async #withdraw() {
    try {
      await Promise.all(this.#seeks.map(({ id }) => withdrawSeek(id)));
    } catch {
      notice('online.problem.network', { kind: 'bad' });
    }
  }
}

class Calls {
  #page;
  /** @type {Map<string, {kind: News['kind'], banner: HTMLElement}>} */ #shown = new Map();
  /** The calls of the last page, until the games are known. @type {Record<string, News['kind']>} */ #kept =
    keptCalls();
  element = h('div', { class: 'calls', 'aria-live': 'polite' });

  /** @param {string} page */
  constructor(page) {
    this.#page = page;
  }

  /** Remove the banners that are no longer true, and add those of the last page. @param {OwnGame[]} games */
  review(games) {
    for (const [id, { kind }] of this.#shown) {
      const game = games.find((each) => each.game === id);
      if (!game || (kind === 'turn' && !game.your_turn)) this.#remove(id);
    }
    const kept = this.#kept;
    this.#kept = {};
    for (const game of games) {
      const kind = kept[game.game];
      if (kind && (kind !== 'turn' || game.your_turn)) this.#show({ kind, game });
    }
    this.#keep();
  }

  /** @param {News} news */
  add(news) {
    const { kind, game } = news;
    if (this.#isHere(game)) return;
    if (kind !== 'turn') void soundOnce(game.game);
    if (this.#page === 'online' && kind !== 'turn' && game.status === 'playing')
      setTimeout(() => location.assign(gameLink(game.game) + location.search), LEAVE_MS);
    this.#show(news);
    this.#keep();
  }

  /** Whether the page shows this game. @param {OwnGame} game */
  #isHere({ game }) {
    return this.#page === 'g' && location.pathname.endsWith(`/${game}`);
  }

  /** @param {News} news */
  #show({ kind, game }) {
    // The lists on these pages say whose turn it is.
    if (this.#isHere(game) || (kind === 'turn' && LISTING.includes(this.#page))) return;
    this.#remove(game.game);
    const href = gameLink(game.game) + location.search;
    const go = { href, onclick: () => this.#close(game.game) };
    const dot = h('span', { class: `dot ${game.color}`, 'aria-hidden': 'true' });
    const close = h(
      'button',
      { type: 'button', class: 'quiet', 'say:aria-label': 'app.close', onclick: () => this.#close(game.game) },
      icon('close'),
    );
    const words = wordsOf(kind, game);
    const banner =
      kind === 'turn'
        ? h('div', { class: 'call quiet-call' }, dot, h('a', { ...go, say: words }), close)
        : h(
            'div',
            { class: 'call', role: 'alert' },
            dot,
            h('p', { say: words }),
            h('a', { ...go, class: 'button primary small', say: 'online.call.go' }),
            close,
          );
    this.#shown.set(game.game, { kind, banner });
    this.element.append(banner);
  }

  /** @param {string} id */
  #close(id) {
    this.#remove(id);
    this.#keep();
  }

  /** @param {string} id */
  #remove(id) {
    this.#shown.get(id)?.banner.remove();
    this.#shown.delete(id);
  }

  #keep() {
    const calls = Object.fromEntries([...this.#shown].map(([id, { kind }]) => [id, kind]));
    try {
      sessionStorage.setItem(CALLS, JSON.stringify(calls));
    } catch {
      // A private window: only this page shows them.
    }
  }
}

/** Make the sound of a call, in one of the tabs that have heard of the game. @param {string} game */
async function soundOnce(game) {
  const play = async () => {
    sound('call');
    await new Promise((resolve) => setTimeout(resolve, ONCE_MS));
  };
  // Browsers have locks only with https, or on the own machine.
  if (!navigator.locks) return play();
  return navigator.locks.request(`sumito.sound.${game}`, { ifAvailable: true }, (lock) => (lock ? play() : undefined));
}

/** @returns {Record<string, News['kind']>} */
function keptCalls() {
  try {
    return JSON.parse(sessionStorage.getItem(CALLS) ?? '{}');
  } catch {
    return {};
  }
}

/**
 * Return the message of a banner, with its parameters.
 * @param {News['kind']} kind @param {OwnGame} game
 * @returns {[string, () => Record<string, string>]}
 */
function wordsOf(kind, { opponents, appointment, status }) {
  const several = opponents.length > 1 ? '.several' : '';
  const waits = kind === 'accepted' && status === 'waiting' && appointment !== null;
  return [
    (waits ? 'online.call.appointment' : `online.call.${kind}`) + several,
    () => ({
      name: opponents.map((n) => say('play.guest', { n: n ?? 0 })).join(', '),
      ...(waits && { when: moment(appointment) }),
    }),
  ];
}
