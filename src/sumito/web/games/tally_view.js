/** The record of a player in My games: results by level, wins in a row, and a graph of the accuracy. */

import { computerName } from '../shell/computer_name.js';
import { h, svg } from '../shell/dom.js';
import { bind, number, say } from '../shell/i18n.js';
import { tallyOf } from './tally.js';

/** @typedef {import('../shell/store.js').GameRecord} GameRecord */

const WIDTH = 300;
const HEIGHT = 100;
const RESULTS = /** @type {const} */ (['won', 'drawn', 'lost']);

/**
 * Make the record of a player; null without a finished game.
 * @param {GameRecord[]} games @param {import('../core/levels.js').LevelData} data
 */
export function tallyView(games, data) {
  const { results, levels, streak, accuracies } = tallyOf(games, data);
  if (results.won + results.drawn + results.lost === 0) return null;
  return h(
    'details',
    { class: 'card tally' },
    h(
      'summary',
      {},
      h('h2', { say: 'games.tally' }),
      h('span', { class: 'dim', say: ['games.tally.results', results] }),
    ),
    h(
      'div',
      { class: 'tally-parts' },
      levels.length > 0 && levelTable(levels),
      h(
        'div',
        { class: 'tally-numbers' },
        h('p', { say: ['games.tally.streak', streak] }),
        accuracies.length > 0 && accuracyGraph(accuracies),
      ),
    ),
  );
}

/** @param {ReturnType<typeof tallyOf>['levels']} levels */
function levelTable(levels) {
  return h(
    'table',
    {},
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        h('th', { scope: 'col', say: 'play.opponent' }),
        ...RESULTS.map((each) => h('th', { scope: 'col', say: `games.find.result.${each}` })),
      ),
    ),
    h(
      'tbody',
      {},
      ...levels.map(({ level, results }) => {
        const name = h('th', { scope: 'row' });
        bind(name, '', () => void (name.textContent = computerName(level)));
        return h('tr', {}, name, ...RESULTS.map((each) => h('td', {}, results[each])));
      }),
    ),
  );
}

/** Draw the accuracy of each reviewed game, the newest at the end of the line. @param {number[]} accuracies */
function accuracyGraph(accuracies) {
  const mean = accuracies.reduce((sum, each) => sum + each, 0) / accuracies.length / 100;
  const points = accuracies.map((each, i) => {
    const x = accuracies.length > 1 ? (WIDTH * i) / (accuracies.length - 1) : WIDTH / 2;
    return { x: x.toFixed(1), y: (HEIGHT - each).toFixed(1) };
  });
  const words = h('figcaption');
  bind(words, '', () => {
    words.textContent = say('games.tally.accuracy', {
      n: accuracies.length,
      mean: number(mean, { style: 'percent' }),
    });
  });
  return h(
    'figure',
    {},
    words,
    svg(
      'svg',
      { viewBox: `-6 -6 ${WIDTH + 12} ${HEIGHT + 12}`, 'aria-hidden': 'true' },
      ...[0, 50, 100].map((y) => svg('path', { class: 'rule', d: `M0 ${y}H${WIDTH}` })),
      svg('path', { class: 'course-of', d: points.map(({ x, y }, i) => `${i ? 'L' : 'M'}${x} ${y}`).join('') }),
      ...points.map(({ x, y }) => svg('circle', { cx: x, cy: y, r: 3.5 })),
    ),
  );
}
