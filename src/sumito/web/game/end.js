/** When nothing more can be moved: how the game ended, in words, or where it goes on; and what can be done now. */
import { h } from '../shell/dom.js';
import { bind, sentences } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';
import { link } from '../shell/shell.js';

/** @typedef {import('./table.js').Table} Table */

/** @param {Table} table @param {[string, (() => Record<string, string>)?]} title @param {() => void} again */
export function showEnd(table, title, again) {
  const { session, end } = table,
    words = h('p');
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
  end.replaceChildren(h('h2', { id: 'end', say: title }), words, row);
  end.hidden = false;
}

/** What is said of a game that cannot go on here. */
export const AWAY = { elsewhere: 'play.elsewhere', deleted: 'games.deleted' };

/** @param {Table} table @param {keyof typeof AWAY} why */
export function showAway({ end }, why) {
  const here = h(
    'button',
    { type: 'button', class: 'primary small', onclick: () => location.reload() },
    icon('play'),
    h('span', { say: 'play.elsewhere.here' }),
  );
  end.replaceChildren(
    h('h2', { id: 'end', say: AWAY[why] }),
    h('div', { class: 'row' }, why === 'elsewhere' ? here : newGame()),
  );
  end.hidden = false;
}

const newGame = () => h('a', { class: 'button small', href: location.pathname + location.search, say: 'play.new' });
