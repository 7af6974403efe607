/** A kept game in lists: its players, date, result and the link to continue it. */

import { computerName } from '../shell/computer_name.js';
import { h } from '../shell/dom.js';
import { bind, date, say } from '../shell/i18n.js';
import { link } from '../shell/shell.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../shell/store.js').GameRecord} GameRecord */

/** Return the address at which a game can be continued. @param {GameRecord} game */
export function resumeLink(game) {
  return link(game.kind === 'engine' ? 'play' : game.kind === 'several' ? 'several' : 'local', { game: game.id });
}

/** Return the colors of a game in the order of play. @param {Pick<GameRecord, 'players'>} game */
export function colorsOf({ players }) {
  return /** @type {Color[]} */ (Object.keys(players));
}

/** Return the number of moves. The players who left have negative numbers. @param {Pick<GameRecord, 'moves'>} game */
export const movesOf = ({ moves }) => moves.filter((number) => number >= 0).length;

/** Return whether a game has more than two players: it has no review. @param {GameRecord} game */
export const isSeveral = (game) => colorsOf(game).length > 2;

/**
 * Return the name of a player; the name of the color if there is none.
 * @param {Pick<GameRecord, 'kind'|'side'|'level'|'players'> & {guests?: Record<Color, number>,
 *   seats?: Record<Color, string>}} game
 * @param {Color} color
 */
export function nameOf({ kind, side, level, players, guests, seats }, color) {
  if (seats?.[color]) return computerName(seats[color]);
  if (seats) return players[color] || say(color === side ? 'play.you' : `color.${color}`);
  if (kind === 'local') return players[color] || say(`color.${color}`);
  if (kind === 'online') return color === side ? say('play.you') : say('play.guest', { n: guests?.[color] ?? 0 });
  return color === side ? players[color] || say('play.you') : computerName(level);
}

/**
 * Make a line with the players, a marble before each.
 * @param {GameRecord} game
 * @param {'strong'|'h3'|'span'} tag
 */
export function playersOf(game, tag) {
  const element = h(tag, { class: 'players' });
  bind(element, '', () =>
    element.replaceChildren(
      ...colorsOf(game).flatMap((color, i) => [
        i === 1 && !isSeveral(game) ? h('span', { class: 'versus' }, '–') : '',
        h(
          'span',
          { class: 'player-name' },
          h('span', { class: `dot ${color}`, 'aria-hidden': 'true' }),
          h('bdi', {}, nameOf(game, color)),
        ),
      ]),
    ),
  );
  return element;
}

/**
 * Make an element with the day and the time when a game was last changed. Games from files have only a day: they are
 * kept with midnight.
 * @param {GameRecord} game
 */
export function dayOf({ changed }) {
  const element = h('time', { datetime: new Date(changed).toISOString() });
  const hasTime = new Date(changed).getTime() !== new Date(changed).setHours(0, 0, 0, 0);
  bind(
    element,
    '',
    () => void (element.textContent = hasTime ? date(changed) : date(changed, { dateStyle: 'medium' })),
  );
  return element;
}

/**
 * Return whether the player of this browser has a side in a game. A game from a file has names.
 * @param {Pick<GameRecord, 'kind'|'side'|'players'>} game
 */
export function isOwnGame({ kind, side, players }) {
  return (
    side !== undefined &&
    (kind === 'online' || kind === 'several' || (kind === 'engine' && !players[/** @type {Color} */ (side)]))
  );
}
