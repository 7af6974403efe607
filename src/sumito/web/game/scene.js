/** The scene at the end of a game: the result in large type over the board, the game in figures, and the next step. */
import { h, svg } from '../shell/dom.js';
import { bind, direction, loadLanguage, number, sentences } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';
import { loadStyle } from '../shell/late_style.js';
import { settings } from '../shell/settings.js';
import { afterwards } from './end.js';
import { scoreSentences } from './score_words.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('../core/cells.js').Color} Color */

const [WIDTH, HEIGHT] = [100, 30];

/** Load the words and the style of the scene. */
export const prepareScene = () =>
  Promise.all([loadLanguage(settings.get('language'), 'share'), loadStyle('style/scene.css')]);

/**
 * Return a path that steps up with each ejection of a player.
 * @param {readonly number[]} counts the ejections of the player after each ply, from the start on
 * @param {number} most the ejections that win
 */
export function stepPath(counts, most) {
  const x = (/** @type {number} */ ply) => ((WIDTH * ply) / Math.max(1, counts.length - 1)).toFixed(1);
  const y = (/** @type {number} */ count) => (HEIGHT - (HEIGHT * Math.min(count, most)) / most).toFixed(1);
  let path = `M0 ${y(counts[0])}`;
  for (let ply = 1; ply < counts.length; ply++)
    if (counts[ply] !== counts[ply - 1]) path += `H${x(ply)}V${y(counts[ply])}`;
  return `${path}H${WIDTH}`;
}

/** The titles that speak to the only person at this screen. @type {Readonly<Record<string, 'won'|'lost'>>} */
const OWN = Object.freeze({ 'play.won': 'won', 'several.won.own': 'won', 'play.lost': 'lost', 'play.defeat': 'lost' });

/**
 * Show the scene over a board.
 * @param {HTMLElement} board @param {Session} session @param {import('./end.js').Ending} ending
 * @param {import('./table.js').Title} title the message of the result
 * @param {Pick<import('../board/board.js').BoardView, 'rotation'|'cursor'|'focusCell'>} view on the board
 * @param {readonly (() => string)[]} [names] those of the winners, below the result
 * @returns {{close: () => void}}
 */
export function openScene(board, session, { again, ladder }, title, view, names = []) {
  const result = OWN[title[0]] ?? '';
  const next = ladder && result ? nextGames(result, ladder) : [again];
  const place = again.nextSibling; // on the card, where it returns to
  const { sides, rules } = session.game;
  const players = sides.map(([color]) => color); // partners have the same score
  const { plies } = session;
  const counts = (/** @type {Color} */ color) =>
    Array.from({ length: plies.length + 1 }, (_, ply) => session.positionAfter(ply).ejections[color].length);
  const scores = players.map((color) => {
    const count = h('b');
    bind(count, '', () => void (count.textContent = number(session.game.score(color))));
    const team = sides.find((each) => each.includes(color)) ?? [];
    return h('span', {}, ...team.map((each) => h('i', { class: `dot ${each}`, 'aria-hidden': 'true' })), count);
  });
  const graph = svg(
    'svg',
    {
      class: 'scene-graph',
      viewBox: `0 -2 ${WIDTH} ${HEIGHT + 4}`,
      preserveAspectRatio: 'none',
      'aria-hidden': 'true',
    },
    ...players.map((color) => svg('path', { class: color, d: stepPath(counts(color), rules.marbles_to_eject) })),
  );
  const scoreLine = h('span', { class: 'scene-score', role: 'img', dir: 'ltr' }, ...scores);
  bind(scoreLine, 'aria-label', () => scoreLine.setAttribute('aria-label', sentences(scoreSentences(session.game))));
  const element = h(
    'section',
    { class: `scene ${result}`, role: 'dialog', 'aria-labelledby': 'scene', tabindex: -1, dir: direction },
    h(
      'button',
      { type: 'button', class: 'quiet shut', 'say:aria-label': 'scene.close', onclick: close },
      icon('close'),
    ),
    h('h2', { id: 'scene', say: title }),
    names.length > 0 && winnerNames(names),
    h(
      'p',
      { class: 'scene-facts' },
      h('span', { say: ['scene.moves', { n: plies.filter(({ info }) => info.cells.length).length }] }),
      scoreLine,
    ),
    plies.length > 1 && graph,
    h('div', { class: 'row' }, ...next, ...afterwards(session, () => view.rotation)),
  );
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    close();
  });
  board.append(element);
  element.focus({ preventScroll: true });

  function close() {
    if (!element.isConnected) return;
    const hadFocus = element.contains(document.activeElement);
    element.remove();
    if (next.includes(again)) place?.before(again);
    if (hadFocus) view.focusCell(view.cursor); // the control that had the focus before can be gone, such as "Resign"
  }
  return { close };
}

/** Make a line with the names of the winners. @param {readonly (() => string)[]} names */
function winnerNames(names) {
  const line = h('p', { class: 'scene-names' });
  bind(line, '', () => line.replaceChildren(...names.map((name) => h('bdi', {}, name()))));
  return line;
}

/**
 * Make the buttons for the next game against the computer: the next level after a win, the same or a gentler one after
 * a defeat.
 * @param {'won'|'lost'} result @param {import('./end.js').Ladder} ladder
 */
function nextGames(result, { level, highest, play }) {
  const button = (/** @type {any} */ say, /** @type {number} */ to, kind = '') =>
    h(
      'button',
      { type: 'button', class: `${kind} small`, onclick: () => play(to) },
      kind && icon('play'),
      h('span', { say }),
    );
  if (result === 'won' && level < highest)
    return [button(['scene.level_up', { n: level + 1 }], level + 1, 'primary'), button('play.again', level)];
  if (result === 'won') return [button('play.again', level, 'primary')];
  const gentler = level > 1 ? [button(['scene.level_down', { n: level - 1 }], level - 1)] : [];
  return [button('scene.try_again', level, 'primary'), ...gentler];
}
