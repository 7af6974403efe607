/** The card that a table shows when no move can be played here: the outcome, or the reason, and what to do next. */
import { h } from '../shell/dom.js';
import { bind, sentences } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';
import { link } from '../shell/shell.js';

/** @typedef {import('../core/cells.js').Sentence} Sentence */
/** @typedef {import('./session.js').Session} Session */
/**
 * What players can do after the game.
 * @typedef {object} Ending
 * @property {HTMLElement} again play again
 * @property {HTMLElement[]} [after] other links and buttons
 * @property {string} newGame the address of a new game
 */

/**
 * Show how the game ended.
 * @param {HTMLElement} card @param {Session} session
 * @param {{title: [string, (() => Record<string, string>)?], text: readonly Sentence[]}} words
 * @param {Ending} ending
 */
export function showEnd(card, session, { title, text }, { again, after = [], newGame }) {
  const words = h('p');
  bind(words, '', () => void (words.textContent = sentences(text)));
  const review = h('a', { class: 'button small', say: 'play.review', hidden: true });
  const row = h('div', { class: 'row' }, again, review, ...after, newGameLink(newGame));
  if (session.plies.length)
    void session.nameInAddress().then((game) => {
      review.href = link('review', { game });
      review.hidden = false;
    });
  card.replaceChildren(h('h2', { id: 'end', say: title }), words, row);
  card.hidden = false;
}

/** The message for each reason why a game cannot go on in this tab. */
export const AWAY = { elsewhere: 'play.elsewhere', deleted: 'games.deleted' };

/**
 * Show that the game cannot go on in this tab.
 * @param {HTMLElement} card @param {keyof typeof AWAY} why @param {string} newGame the address of a new game
 */
export function showAway(card, why, newGame) {
  const here = h(
    'button',
    { type: 'button', class: 'primary small', onclick: () => location.reload() },
    icon('play'),
    h('span', { say: 'play.elsewhere.here' }),
  );
  card.replaceChildren(
    h('h2', { id: 'end', say: AWAY[why] }),
    h('div', { class: 'row' }, why === 'elsewhere' ? here : newGameLink(newGame)),
  );
  card.hidden = false;
}

/** @param {string} href */
const newGameLink = (href) => h('a', { class: 'button small', href, say: 'play.new' });
