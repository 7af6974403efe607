/** The player's online games and open seeks as cards, in the lobby and on the first page. */
import { serverNow } from '../net/connection.js';
import { gameLink } from '../net/online_requests.js';
import { h } from '../shell/dom.js';
import { bind, say } from '../shell/i18n.js';
import { loadStyle } from '../shell/late_style.js';
import { moment } from '../shell/moments.js';
import { nameLayout } from './layout_name.js';
import { isTable, tableCount, tableNames } from './table_seek.js';
import { controlText, timeText } from './time_words.js';

/** @typedef {import('../core/layouts.js').Layout} Layout */
/** @typedef {import('../net/protocol.js').OwnGame} OwnGame */
/** @typedef {import('../net/protocol.js').Seek} Seek */

/** Whether more than two play. @param {OwnGame} game */
const isOfSeveral = ({ opponents }) => opponents.length > 1;

/** @param {OwnGame} game @returns {string|[string, Record<string, number>]} the words for its state, or '' */
function stateOf(game) {
  const { status, your_turn: yourTurn, opponents } = game;
  if (status === 'waiting' && isOfSeveral(game)) {
    const n = 1 + opponents.filter((each) => each !== null).length;
    return n > opponents.length ? '' : ['online.seats.there', { n, all: opponents.length + 1 }];
  }
  if (status === 'waiting') return opponents.includes(null) ? 'online.yours.waiting' : '';
  return yourTurn ? 'online.yours.turn' : isOfSeveral(game) ? 'online.yours.others' : 'online.yours.theirs';
}

/** Make the card of a game, a link to it. @param {OwnGame} game */
export function ownGame(game) {
  const { deadline, color, opponents, status, appointment } = game;
  const name = h('strong');
  bind(name, '', () => {
    const there = isOfSeveral(game) ? opponents.filter((n) => n !== null) : opponents;
    const names = there.map((n) => (n === null ? say('online.free') : say('play.guest', { n })));
    name.textContent = names.join(', ') || say('online.free');
  });
  if (isOfSeveral(game)) void loadStyle('style/marbles.css');
  const state = stateOf(game);
  const time = h('span', { class: 'about own-time' });
  if (status === 'waiting' && appointment !== null)
    bind(time, '', () => void (time.textContent = say('online.begins', { when: moment(appointment) })));
  else if (status === 'playing' && deadline !== null)
    bind(time, '', () => {
      time.textContent = say('online.yours.left', { time: timeText(Math.max(0, deadline - serverNow())) });
    });
  return h(
    'a',
    { class: game.your_turn ? 'own-game yours-now' : 'own-game', href: gameLink(game.game) + location.search },
    h('span', { class: `dot ${color}`, 'aria-hidden': 'true' }),
    h('span', { class: 'own-game-words' }, name, state && h('span', { class: 'about', say: state }), time),
  );
}

/**
 * Make the card of an own seek.
 * @param {Seek} seek @param {(seek: Seek) => void} withdraw @param {readonly Layout[]} [layouts]
 */
export function ownSeek(seek, withdraw, layouts = []) {
  const { control, appointment_ms: appointment, layout: slug } = seek.terms;
  const layout = layouts.find((each) => each.slug === slug);
  const words = h('span');
  bind(words, '', () => {
    const when = appointment === null ? [] : [moment(appointment)];
    words.textContent = [controlText(control, { short: true }), ...when].join(' · ');
  });
  const about = h('span', { class: 'about' }, layout && nameLayout(h('bdi'), layout), layout && ' · ', words);
  return h(
    'div',
    { class: 'own-game own-seek' },
    h('span', { class: 'pulse', 'aria-hidden': 'true' }),
    isTable(seek)
      ? h('span', { class: 'own-game-words' }, tableCount(seek), tableNames(seek), about)
      : h('span', { class: 'own-game-words' }, h('strong', { say: 'online.looking' }), about),
    h('button', { type: 'button', class: 'quiet', say: 'online.seek.withdraw', onclick: () => withdraw(seek) }),
  );
}
