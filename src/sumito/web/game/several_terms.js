/** The terms of a game of three to six players: who sits where, and who plays together. */

import { controlOf } from './terms.js';

/** @typedef {import('../core/cells.js').Color} Color */
/**
 * The players in the order of play: '' for a person at this screen, or the level of a computer.
 * @typedef {Partial<Record<Color, string>>} SeatLevels
 */

/**
 * Return the terms that depend on the seats. `side` is the color of the only person: there is none if nobody or several
 * people play.
 * @param {SeatLevels} seats
 */
export function seatTerms(seats) {
  const people = /** @type {Color[]} */ (Object.keys(seats)).filter((color) => seats[color] === '');
  return { seats, side: people.length === 1 ? people[0] : undefined };
}

/**
 * Return the changed terms of a game in which a computer plays on for a person.
 * @param {import('./keeper.js').Terms} terms @param {Color} color @param {string} level
 */
export function lend({ seats, players, lent }, color, level) {
  return {
    ...seatTerms({ ...seats, [color]: level }),
    players: { ...players, [color]: '' },
    lent: { ...lent, [color]: players[color] },
  };
}

/**
 * Return the changed terms of a game in which a person takes a seat back.
 * @param {import('./keeper.js').Terms} terms @param {Color} color
 */
export function takeBack({ seats, players, lent }, color) {
  const { [color]: name, ...others } = lent;
  return { ...seatTerms({ ...seats, [color]: '' }), players: { ...players, [color]: name }, lent: others };
}

/**
 * Return whether two players of a game win together: everybody with themselves, and partners, who sit opposite each
 * other.
 * @param {{players: Record<Color, string>, teams?: boolean}} game @param {Color} one @param {Color} other
 */
export function sameSide({ players, teams }, one, other) {
  if (one === other || !teams) return one === other;
  const order = Object.keys(players);
  return (order.indexOf(one) - order.indexOf(other)) % 2 === 0;
}

/**
 * Return the seats for a layout: those of the last time, or the default, a person against computers.
 * @param {readonly Color[]} colors in the order of play @param {unknown} last the seats as they were kept
 * @param {readonly string[]} levels the ids of the levels that can be chosen; empty if there are no computers
 * @returns {SeatLevels}
 */
export function seatsFor(colors, last, levels) {
  const kept = /** @type {Record<string, unknown>} */ (typeof last === 'object' && last !== null ? last : {});
  const allowed = ['', ...levels];
  const seats = colors.map((color, i) => {
    const seat = kept[color];
    const usual = i === 0 ? '' : (levels[0] ?? '');
    return [color, typeof seat === 'string' && allowed.includes(seat) ? seat : usual];
  });
  return Object.fromEntries(seats);
}

/**
 * Return the seats of a game that plays on. The weakest level of several players plays for a weaker one.
 * @param {SeatLevels} seats @param {import('../core/levels.js').LevelData} data
 * @returns {SeatLevels}
 */
export function playableSeats(seats, { levels, several_players: [weakest] }) {
  const ids = levels.map(({ id }) => id);
  const isWeaker = (/** @type {string} */ id) => ids.includes(id) && ids.indexOf(id) < ids.indexOf(weakest);
  return Object.fromEntries(Object.entries(seats).map(([color, id]) => [color, isWeaker(id) ? weakest : id]));
}

/**
 * Return the terms of a new game.
 * @param {import('./new_game.js').Choices} choices @param {import('../core/multi_layouts.js').MultiLayout} layout
 * @param {readonly string[]} levels the ids of those that can be chosen
 * @returns {import('./keeper.js').Terms}
 */
export function severalTerms(choices, { slug, position, teams, marbles }, levels) {
  const colors = /** @type {Color[]} */ (Object.keys(marbles));
  const seats = seatsFor(colors, choices.seats, levels);
  return {
    kind: 'several',
    ...seatTerms(seats),
    teams,
    hints: choices.hints,
    takebacks: true,
    turning: choices.turning,
    players: /** @type {Record<Color, string>} */ (
      Object.fromEntries(colors.map((color) => [color, seats[color] === '' ? (choices.names[color] ?? '') : '']))
    ),
    control: controlOf(choices),
    rules: {},
    start: position,
    layout: slug,
    moves: [],
    outcome: null,
  };
}
