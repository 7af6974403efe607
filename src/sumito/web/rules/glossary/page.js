/** The glossary: each term with its meaning and an interactive example. */

import { parseCell } from '../../core/cells.js';
import { openCore } from '../../core/core.js';
import { h } from '../../shell/dom.js';
import { labelRich } from '../../shell/i18n.js';
import { goToPlace, link, startPage, testHook } from '../../shell/shell.js';
import { FigureBoard } from '../../figures/figure_board.js';
import { loadData, loadFigures } from '../../figures/figures.js';
import { lightTerms } from '../../figures/highlights.js';

startPage({
  name: 'glossary',
  title: 'rulebook.glossary.title',
  words: ['book'],
  needs: () => Promise.all([openCore(), loadData('rulebook.json'), loadFigures()]),
  init,
});

/**
 * @param {HTMLElement} main
 * @param {[import('../../core/core.js').Core, any, Awaited<ReturnType<typeof loadFigures>>]} needed
 */
function init(main, [core, book, { examples }]) {
  /** @type {{blocks: Record<string, any>[]}[]} */
  const chapters = book.chapters;
  const blocks = chapters.flatMap((chapter) => chapter.blocks);
  /** @type {string[]} */
  const terms = blocks.flatMap((block) => block.glossary ?? []);
  const numbers = new Map(blocks.flatMap((block) => block.figures ?? []).map((id, i) => [id, i + 1]));
  /** @type {Map<string, FigureBoard>} */
  const boards = new Map();
  for (const [id, figure] of examples) boards.set(id, new FigureBoard(core, figure, { numbers }));
  main.append(
    h(
      'div',
      { class: 'heading' },
      h('h1', { say: 'rulebook.glossary.title' }),
      h('p', { class: 'lead', say: 'rulebook.glossary.intro' }),
      h('p', {}, h('a', { href: link('rules'), say: 'rulebook.title' })),
    ),
    h(
      'div',
      { class: 'book' },
      h(
        'nav',
        { class: 'contents words', 'aria-labelledby': 'contents' },
        h('h2', { id: 'contents', say: 'rulebook.contents' }),
        h('ul', {}, ...terms.map((id) => h('li', {}, h('a', { href: `#${id}`, say: `term.${id}` })))),
      ),
      h('div', { class: 'glossary' }, ...terms.map((id) => entry(id, boards.get(id)))),
    ),
  );
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

/**
 * Make the entry of a term: the term, its meaning, and its example beside it.
 * @param {string} id
 * @param {FigureBoard|undefined} board
 */
function entry(id, board) {
  const element = h(
    'section',
    { class: board ? 'term-card card with-board' : 'term-card card', id, 'aria-labelledby': `${id}-name` },
    h(
      'div',
      { class: 'meaning' },
      h('h2', { id: `${id}-name`, say: `term.${id}` }),
      labelRich(h('p', {}), `glossary.${id}`),
    ),
    board?.element,
  );
  lightTerms(element, (term) => board?.light(term));
  return element;
}
