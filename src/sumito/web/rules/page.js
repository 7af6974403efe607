/**
 * The rulebook: chapters, tables and interactive figures. The data is rulebook.json, and the words are in the
 * catalogues.
 */

import { parseCell } from '../core/cells.js';
import { openCore } from '../core/core.js';
import { h } from '../shell/dom.js';
import { goToPlace, link, startPage, testHook } from '../shell/shell.js';
import { FigureBoard } from '../figures/figure_board.js';
import { loadData, loadFigures } from '../figures/figures.js';
import { lightTerms } from '../figures/highlights.js';
import { sentence } from '../figures/rule_text.js';

/** @typedef {import('../figures/figures.js').Figure} Figure */
/** @typedef {import('../figures/rule_text.js').Chapter} Chapter */

startPage({
  name: 'rules',
  title: 'rulebook.title',
  words: ['book'],
  needs: () => Promise.all([openCore(), loadData('rulebook.json'), loadFigures()]),
  init,
});

/**
 * @param {HTMLElement} main
 * @param {[import('../core/core.js').Core, any, Awaited<ReturnType<typeof loadFigures>>]} needed
 */
function init(main, [core, book, { figures }]) {
  /** @type {Chapter[]} */
  const chapters = book.chapters;
  const shown = chapters.flatMap(({ blocks }) => blocks.flatMap((block) => block.figures ?? []));
  const numbers = new Map(shown.map((id, i) => [id, i + 1]));
  /** @type {Map<string, FigureBoard>} */
  const boards = new Map();
  const figure = (/** @type {string} */ id) => {
    const board = new FigureBoard(core, /** @type {Figure} */ (figures.get(id)), { number: numbers.get(id), numbers });
    boards.set(id, board);
    return board.element;
  };
  main.append(
    h('div', { class: 'heading' }, h('h1', { say: 'rulebook.title' }), h('p', { class: 'lead', say: 'rules.lead' })),
    h(
      'div',
      { class: 'book' },
      contents(chapters),
      h('div', { class: 'chapters' }, ...chapters.map((chapter, i) => section(chapter, i + 1, figure))),
    ),
  );
  for (const { id, blocks } of chapters) {
    const beside = blocks.flatMap((block) => block.figures ?? []);
    lightTerms(/** @type {HTMLElement} */ (document.getElementById(id)), (term) =>
      beside.forEach((each) => boards.get(each)?.light(term)),
    );
  }
  testHook({
    busy: { value: (/** @type {string} */ id) => boards.get(id)?.busy },
    position: { value: (/** @type {string} */ id) => boards.get(id)?.position },
    at: {
      value: (/** @type {string} */ id, /** @type {string} */ cell) =>
        boards.get(id)?.pixelOf(/** @type {number} */ (parseCell(cell))),
    },
  });
  goToPlace();
}

/** @param {Chapter[]} chapters */
function contents(chapters) {
  return h(
    'nav',
    { class: 'contents', 'aria-labelledby': 'contents' },
    h('h2', { id: 'contents', say: 'rulebook.contents' }),
    h('ol', {}, ...chapters.map(({ id }) => h('li', {}, h('a', { href: `#${id}`, say: `rulebook.${id}.title` })))),
  );
}

/** The links of chapters about a kind of game to its page. @type {Record<string, () => HTMLElement>} */
const PLAYED = {
  several: () => h('p', {}, h('a', { class: 'button', href: link('several'), say: 'rules.play_several' })),
};

/** @param {Chapter} chapter @param {number} number @param {(id: string) => HTMLElement} figure */
function section({ id, blocks }, number, figure) {
  const heading = h(
    'h2',
    { id: `${id}-title` },
    h('span', { class: 'number', 'aria-hidden': 'true' }, number),
    h('span', { say: `rulebook.${id}.title` }),
  );
  const content = blocks.map((each) => block(each, figure));
  return h('section', { id, 'aria-labelledby': `${id}-title` }, heading, ...content, PLAYED[id]?.());
}

/** @param {Record<string, any>} block @param {(id: string) => HTMLElement} figure @returns {HTMLElement} */
function block({ text, list, table, figures, legend, glossary }, figure) {
  if (text) return sentence('p', text);
  if (list) return h('ul', { class: 'points' }, ...list.map((/** @type {string} */ line) => sentence('li', line)));
  if (table) return tableOf(table);
  if (figures) return h('div', { class: `figures of-${Math.min(figures.length, 5)}` }, ...figures.map(figure));
  if (legend) return sentence('p', `${legend}.picture`, { class: 'legend' });
  return h(
    'ul',
    { class: 'terms' },
    ...glossary.map((/** @type {string} */ term) =>
      h('li', {}, h('a', { class: 'button small', href: link('glossary', term), say: `term.${term}` })),
    ),
  );
}

/** @param {{head: string[], rows: string[][]}} table */
function tableOf({ head, rows }) {
  return h(
    'div',
    { class: 'table' },
    h(
      'table',
      {},
      h('thead', {}, h('tr', {}, ...head.map((line) => sentence('th', line, { scope: 'col' })))),
      h(
        'tbody',
        {},
        ...rows.map(([first, ...rest]) =>
          h('tr', {}, sentence('th', first, { scope: 'row' }), ...rest.map((line) => sentence('td', line))),
        ),
      ),
    ),
  );
}
