/** Offer the finished games of this browser, and other ways to get a game, on a page that needs one. */

import { dayOf, isSeveral, playersOf } from '../game/kept_game.js';
import { resultOf } from '../game/kept_result.js';
import { h } from '../shell/dom.js';
import { bind, say, sentences } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';
import { fragment, link } from '../shell/shell.js';
import { openStore } from '../shell/store.js';

/** @typedef {import('../shell/store.js').GameRecord} GameRecord */

const OFFERED = 12; // games

/**
 * @param {HTMLElement} main
 * @param {readonly import('../core/cells.js').Sentence[]|null} problem with the requested game
 */
export async function offerFinished(main, problem) {
  const store = await openStore();
  const games = (await store.games()).filter((game) => game.outcome && game.moves.length > 0 && !isSeveral(game));
  const why = h('p', { class: problem ? 'problem' : 'dim' });
  bind(why, '', () => void (why.textContent = problem ? sentences(problem) : say('review.none')));
  main.append(
    h('h1', { say: 'review.title' }),
    why,
    h(
      'ul',
      { class: 'offered', hidden: games.length === 0 },
      ...games.slice(0, OFFERED).map((game) => h('li', {}, card(game))),
    ),
    h(
      'div',
      { class: 'row' },
      games.length
        ? h('a', { class: 'button', href: link('games'), say: 'app.nav.games' })
        : h('a', { class: 'button primary', href: link('play'), say: 'home.play' }),
      h('a', { class: 'button', href: link('analysis') }, icon('open'), h('span', { say: 'review.elsewhere' })),
    ),
  );
}

/** Offer the analysis of a game of several players, which has no review. @param {HTMLElement} main */
export function offerAnalysis(main) {
  const href = link('analysis', Object.fromEntries(fragment()));
  main.append(
    h('h1', { say: 'review.title' }),
    h('p', { say: 'review.several' }),
    h(
      'div',
      { class: 'row' },
      h('a', { class: 'button primary', href }, icon('analyse'), h('span', { say: 'games.analyse' })),
      h('a', { class: 'button', href: link('games'), say: 'app.nav.games' }),
    ),
  );
}

/** @param {GameRecord} game */
function card(game) {
  return h(
    'a',
    { class: 'offered-game', href: link('review', { game: game.id }) },
    h(
      'span',
      { class: 'offered-words' },
      playersOf(game, 'strong'),
      h('span', { class: 'dim' }, h('span', { say: ['games.plies', { n: game.moves.length }] }), ' · ', dayOf(game)),
    ),
    game.outcome && resultOf(game),
  );
}
