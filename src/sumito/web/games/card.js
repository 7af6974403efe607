/** A game in My games: its last position, players, result and review, and what can be done with it. */

import { colorsOf, dayOf, isSeveral, movesOf, nameOf, playersOf, resumeLink } from '../game/kept_game.js';
import { resultOf } from '../game/kept_result.js';
import { nameLayout } from '../game/layout_name.js';
import { h } from '../shell/dom.js';
import { bind, number, say } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';
import { link } from '../shell/shell.js';
import { summaryOf } from '../study/kept_review.js';
import { thumbnail } from './thumbnail.js';

/** @typedef {import('../core/layouts.js').Layout} Layout */
/** @typedef {import('../shell/store.js').GameRecord} GameRecord */
/** @typedef {{save: (game: GameRecord) => void, remove: (game: GameRecord) => void}} Actions */

const KINDS = Object.freeze({
  engine: 'games.kind.engine',
  local: 'games.kind.local',
  online: 'app.nav.online',
  several: 'several.title',
});
/** Never the first or the only sign of a line. */
const SEPARATOR = '\u00a0· ';

/** @param {GameRecord} game @param {Layout|undefined} layout @param {Actions} actions */
export function card(game, layout, { save, remove }) {
  const open = !game.outcome;
  return h(
    'li',
    { class: 'card game', dataset: { game: game.id } },
    thumbnail(game),
    h(
      'div',
      { class: 'what' },
      playersOf(game, 'h3'),
      h(
        'p',
        { class: 'dim' },
        // The names of the layouts of several players say how many play.
        ...(layout && game.kind === 'several' ? [] : [h('span', { say: KINDS[game.kind] }), SEPARATOR]),
        layout && nameLayout(h('span'), layout),
        layout && SEPARATOR,
        h('span', { say: ['games.plies', { n: movesOf(game) }] }),
        SEPARATOR,
        dayOf(game),
      ),
      judged(game),
    ),
    game.outcome ? resultOf(game) : '',
    h(
      'div',
      { class: 'row' },
      open ? h('a', { class: 'button primary', href: resumeLink(game), say: 'games.resume' }) : lookLink(game),
      h('a', {
        class: isSeveral(game) && !open ? 'button primary' : 'button',
        href: link('analysis', { game: game.id }),
        say: 'games.analyse',
      }),
    ),
    h(
      'div',
      { class: 'less' },
      button('save', 'games.export', game, () => save(game)),
      button('delete', 'games.delete', game, () => remove(game)),
    ),
  );
}

/**
 * Make the link to a game that is over: its review, or its table if it has none. An online game of several players has
 * neither here.
 * @param {GameRecord} game
 */
function lookLink(game) {
  if (game.kind === 'several') return h('a', { class: 'button', href: resumeLink(game), say: 'several.look' });
  if (isSeveral(game)) return null;
  return h('a', { class: 'button primary', href: link('review', { game: game.id }), say: 'games.review' });
}

/** Make a line with the result of a review; null without one. @param {GameRecord} game */
function judged(game) {
  const summary = summaryOf(game);
  if (!summary) return null;
  return h(
    'p',
    { class: 'judged' },
    h('span', { say: 'games.judged' }),
    ...colorsOf(game).map((color) => {
      const { accuracy, blunder } = summary.players[color];
      const percent = h('strong');
      bind(percent, '', () => {
        percent.textContent = accuracy === null ? '–' : number(accuracy / 100, { style: 'percent' });
      });
      return h(
        'span',
        { class: 'judged-player' },
        h('span', { class: `dot ${color}`, 'aria-hidden': 'true' }),
        h('span', { class: 'unseen', say: `color.${color}` }),
        ' ',
        percent,
        ' ',
        h('span', { say: ['games.judged.blunders', { n: blunder }] }),
      );
    }),
  );
}

/**
 * Make a button with an icon. Its label names the action and the game.
 * @param {string} picture
 * @param {string} message
 * @param {GameRecord} game
 * @param {() => void} onclick
 */
function button(picture, message, game, onclick) {
  const element = h('button', { type: 'button', class: 'quiet', 'say:title': message, onclick }, icon(picture));
  const names = () => colorsOf(game).map((color) => nameOf(game, color));
  bind(element, 'aria-label', () => element.setAttribute('aria-label', `${say(message)}: ${names().join(' – ')}`));
  return element;
}
