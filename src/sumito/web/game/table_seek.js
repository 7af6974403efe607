/** A table in the lobby: an open seek of several players, at which some wait already. */
import { h } from '../shell/dom.js';
import { loadStyle } from '../shell/late_style.js';

/** @typedef {import('../net/protocol.js').Seek} Seek */

/** Whether a seek is for more than two players. @param {Seek} seek */
export const isTable = ({ players }) => players !== undefined;

/** Make the names of those who wait, each with the marble that this player wants. @param {Seek} seek */
export function tableNames({ seekers = [] }) {
  if (seekers.some(({ color }) => color)) void loadStyle('style/marbles.css');
  return h(
    'span',
    { class: 'seekers' },
    ...seekers.map(({ guest, color, you }) =>
      h(
        'strong',
        {},
        color && h('span', { class: `dot ${color}`, 'aria-hidden': 'true' }),
        h('span', { say: you ? 'play.you' : ['play.guest', { n: guest }] }),
      ),
    ),
  );
}

/** Make the words for how many of the players are there. @param {Seek} seek */
export function tableCount({ seekers = [], players = 0 }) {
  return h('span', { class: 'whole', say: ['online.seats.there', { n: seekers.length, all: players }] });
}
