/** A figure of the rulebook over the page: its rule and its board, on which moves can be tried. */

import { parseCell } from '../core/cells.js';
import { openCore } from '../core/core.js';
import { showing } from '../shell/dialog.js';
import { h } from '../shell/dom.js';
import { loadLanguage } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';
import { loadStyle } from '../shell/late_style.js';
import { settings } from '../shell/settings.js';
import { link, testHook } from '../shell/shell.js';
import { FigureBoard } from './figure_board.js';
import { loadData, loadFigures } from './figures.js';
import { lightTerms } from './highlights.js';
import { ruleOf, sentence } from './rule_text.js';

/** @type {ReturnType<typeof load>|null} */
let loaded = null;

/** Load everything that figures need, once. The figure has a core of its own and cannot change the game. */
async function load() {
  const [core, { figures }, book] = await Promise.all([openCore(), loadFigures(), loadData('rulebook.json')]);
  return { core, figures, chapters: book.chapters };
}

/**
 * Show a figure until the user closes it, also by going back.
 * @param {string} id
 */
export async function showFigure(id) {
  loaded ??= load();
  loaded.catch(() => (loaded = null)); // try again the next time
  const [{ core, figures, chapters }] = await Promise.all([
    loaded,
    loadLanguage(settings.get('language'), 'book'),
    loadStyle('style/figure.css'),
  ]);
  const figure = figures.get(id);
  const rule = ruleOf(chapters, id);
  if (!figure || !rule) throw new Error(`the rulebook has no figure ${id}`);
  if (document.querySelector('dialog[open]')) return; // pressed twice
  const board = new FigureBoard(core, figure);
  const close = () => box.close();
  const box = h(
    'dialog',
    { class: 'figure-dialog', 'aria-labelledby': 'figure-title' },
    h(
      'header',
      {},
      h('h2', { id: 'figure-title', say: `rulebook.${rule.chapter}.title` }),
      h(
        'button',
        { type: 'button', class: 'quiet', autofocus: true, 'say:aria-label': 'app.close', onclick: close },
        icon('close'),
      ),
    ),
    sentence('p', rule.text, { class: 'rule' }),
    board.element,
    h('p', { class: 'more' }, h('a', { href: link('rules', `figure-${id}`), say: 'figure.in_rules' })),
  );
  box.addEventListener('click', ({ target }) => {
    const anchor = target instanceof Element ? target.closest('a') : null;
    if (anchor) anchor.target = '_blank'; // the page below stays
  });
  lightTerms(box, (term) => board.light(term));
  testHook({
    figure: {
      get: () => ({ id, busy: board.busy, position: board.position, line: [...board.line] }),
      configurable: true,
    },
    atFigure: {
      value: (/** @type {string} */ cell) => board.pixelOf(/** @type {number} */ (parseCell(cell))),
      configurable: true,
    },
  });
  history.pushState({ figure: id }, '');
  addEventListener('popstate', close);
  await showing(box);
  removeEventListener('popstate', close);
  if (history.state?.figure === id) history.back();
}
