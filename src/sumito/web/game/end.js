/** The card that a table shows when no move can be played here: the outcome, or the reason, and what to do next. */
import { h } from '../shell/dom.js';
import { bind, sentences } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';
import { link } from '../shell/shell.js';

/** @typedef {import('./session.js').Session} Session */

/**
 * Show how the game ended.
 * @param {HTMLElement} card @param {Session} session @param {[string, (() => Record<string, string>)?]} title
 * @param {() => void} again
 */
export function showEnd(card, session, title, again) {
  const words = h('p');
  bind(words, '', () => void (words.textContent = sentences(session.game.explainOutcome())));
  const review = h('a', { class: 'button small', say: 'play.review', hidden: true });
  const row = h(
    'div',
    { class: 'row' },
    h(
      'button',
      { type: 'button', class: 'primary small', onclick: again },
      icon('play'),
      h('span', { say: 'play.again' }),
    ),
    review,
    newGame(),
  );
  void session.nameInAddress().then((game) => {
    review.href = link('review', { game });
    review.hidden = false;
  });
  card.replaceChildren(h('h2', { id: 'end', say: title }), words, row);
  card.hidden = false;
}

/** The message for each reason why a game cannot go on in this tab. */
export const AWAY = { elsewhere: 'play.elsewhere', deleted: 'games.deleted' };

/** Show that the game cannot go on in this tab. @param {HTMLElement} card @param {keyof typeof AWAY} why */
export function showAway(card, why) {
  const here = h(
    'button',
    { type: 'button', class: 'primary small', onclick: () => location.reload() },
    icon('play'),
    h('span', { say: 'play.elsewhere.here' }),
  );
  card.replaceChildren(
    h('h2', { id: 'end', say: AWAY[why] }),
    h('div', { class: 'row' }, why === 'elsewhere' ? here : newGame()),
  );
  card.hidden = false;
}

const newGame = () => h('a', { class: 'button small', href: location.pathname + location.search, say: 'play.new' });
