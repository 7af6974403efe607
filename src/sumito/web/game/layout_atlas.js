/** The atlas on a set-up sheet: badges for the layouts, and the figures of the selected one. Loaded after the sheet. */
import { COLORS } from '../core/cells.js';
import { fetchJson } from '../core/layouts.js';
import { h } from '../shell/dom.js';
import { bind, loadLanguage, number, sentences } from '../shell/i18n.js';
import { settings } from '../shell/settings.js';

/**
 * A layout in data/atlas.json. `first` is the share of the player who makes the first move. Each figure has its error.
 * `tried` has the number of games and that share with each remedy, and `remedy` names the best.
 * @typedef {{words: string[], games: number, first: number[], draws: number[], plies: number[],
 *   remedy?: 'handicap'|'swap', tried?: Record<string, number[]>}} Entry
 */

/** Load the entries by slug, and the words for them. @returns {Promise<Record<string, Entry>>} */
export async function loadAtlas() {
  const url = new URL('../data/atlas.json', import.meta.url);
  const [{ layouts }] = await Promise.all([fetchJson(url), loadLanguage(settings.get('language'), 'atlas')]);
  return layouts;
}

/** Show the words for a layout. @param {HTMLElement} element @param {Entry} entry */
export function showBadges(element, { words }) {
  element.replaceChildren(...words.map((word) => h('span', { class: word, say: `atlas.${word}` })));
}

/**
 * Show the figures of a layout, and what makes it fairer. A swap needs no option of the sheet, so it is always shown.
 * @param {HTMLElement} element @param {Entry} entry @param {boolean} hasHandicap whether the sheet offers one
 */
export function showFigures(element, { words, games, first, draws, plies, remedy, tried }, hasHandicap) {
  /** @param {number} share */
  const percent = (share) => number(share, { style: 'percent' });
  bind(element, '', () => {
    const figures = { games, share: percent(first[0]), draws: percent(draws[0]), moves: number(Math.round(plies[0])) };
    const said = [{ message: 'atlas.figures', parameters: /** @type {{}} */ (figures) }];
    if (remedy && tried && (hasHandicap || remedy === 'swap')) {
      const favoured = { color: COLORS[words.includes('favours_first') ? 0 : 1] };
      said.push({ message: `atlas.${remedy}`, parameters: { favoured, share: percent(tried[remedy][1]) } });
    }
    element.textContent = sentences(said);
  });
}
