/** What is said of a kept game wherever it is listed. */

import { h } from '../shell/dom.js';
import { bind, date, say } from '../shell/i18n.js';
import { link } from '../shell/shell.js';

/** @typedef {import('../shell/store.js').GameRecord} GameRecord */

/** Where a game goes on. @param {GameRecord} game */
export function resumeLink(game) {
  return link(game.kind === 'engine' ? 'play' : 'local', { game: game.id });
}

/** The name of a player; without one, the color. @param {GameRecord} game @param {'black'|'white'} color */
export function nameOf({ kind, side, level, players }, color) {
  if (kind === 'local') return players[color] || say(`color.${color}`);
  return color === side ? players[color] || say('play.you') : say('play.computer', { n: level });
}

/**
 * Who plays whom, with a marble before each.
 * @param {GameRecord} game
 * @param {'strong'|'h3'|'span'} tag
 */
export function playersOf(game, tag) {
  const element = h(tag, { class: 'players' });
  bind(element, '', () =>
    element.replaceChildren(
      h(
        'span',
        { class: 'player-name' },
        h('span', { class: 'dot black', 'aria-hidden': 'true' }),
        h('bdi', {}, nameOf(game, 'black')),
      ),
      h('span', { class: 'versus' }, '–'),
      h(
        'span',
        { class: 'player-name' },
        h('span', { class: 'dot white', 'aria-hidden': 'true' }),
        h('bdi', {}, nameOf(game, 'white')),
      ),
    ),
  );
  return element;
}

/** When a game was last touched. @param {GameRecord} game */
export function dayOf(game) {
  const element = h('time', { datetime: new Date(game.changed).toISOString() });
  bind(element, '', () => void (element.textContent = date(game.changed)));
  return element;
}

/** Who won a game that has ended. @param {NonNullable<GameRecord['outcome']>} outcome */
export function resultOf({ winner }) {
  const words = winner ? { say: ['games.won', { winner: { color: winner } }] } : { say: 'games.drawn' };
  return h(
    'p',
    { class: 'result' },
    winner && h('span', { class: `dot ${winner}`, 'aria-hidden': 'true' }),
    h('span', words),
  );
}
