/** The seats of a game of several players that waits: who is there, and which are free. */
import { h } from '../shell/dom.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {{color: Color, guest: number|null, you?: boolean}} Seat */

/**
 * Make the list of the seats; in teams one list for each.
 * @param {readonly Seat[]} seats in the order of play @param {boolean} teams
 * @param {(seat: Seat) => HTMLElement} [free] makes what stands on a free seat
 */
export function seatList(seats, teams, free = freeSeat) {
  const list = (/** @type {readonly Seat[]} */ some) =>
    h('ul', { class: 'seat-list' }, ...some.map((seat) => seatLine(seat, free)));
  if (!teams) return list(seats);
  return h(
    'div',
    { class: 'teams' },
    ...[0, 1].map((team) =>
      h(
        'section',
        { class: 'team' },
        h('h2', { say: ['several.team', { n: team + 1 }] }),
        list(seats.filter((_, i) => i % 2 === team)),
      ),
    ),
  );
}

/** @param {Seat} seat @param {(seat: Seat) => HTMLElement} free */
function seatLine(seat, free) {
  const { color, guest, you } = seat;
  return h(
    'li',
    { class: you ? 'own-seat' : guest === null ? 'free-seat' : '' },
    h('span', { class: `dot ${color}`, 'aria-hidden': 'true' }),
    h('span', { class: 'seat-color', id: `seat-${color}`, say: `color.${color}` }),
    guest === null ? free(seat) : h('strong', { say: you ? 'play.you' : ['play.guest', { n: guest }] }),
  );
}

const freeSeat = () =>
  h(
    'span',
    { class: 'waiting' },
    h('span', { class: 'pulse', 'aria-hidden': 'true' }),
    h('span', { say: 'online.seat.free' }),
  );
