/** The review page: a game of the address, or the choice of a finished one. */

import { hasPlayers, openCore } from '../core/core.js';
import { Records } from '../core/records.js';
import { openStudy } from '../core/study.js';
import { fragment, startPage } from '../shell/shell.js';
import { recordOfAddress } from '../study/exchange.js';
import { keptIdOf } from '../study/kept_review.js';
import { offerAnalysis, offerFinished } from './finished.js';

/** @typedef {import('../core/core.js').Core} Core */
/** @typedef {import('../core/study.js').Study} Study */

/** Without a game the page has only a list. */
const loading = fragment().has('game') ? import('./review.js') : null;
loading?.catch(() => {}); // awaited below, unless something else fails first

startPage({
  name: 'review',
  title: 'review.title',
  words: ['review', 'study', 'coach'],
  needs: () => Promise.all([openCore(), openStudy()]),
  init,
});

/** @param {HTMLElement} main @param {[Core, Study]} needed */
async function init(main, [core, study]) {
  const records = new Records(core, study);
  const {
    records: [record],
    problems,
  } = await recordOfAddress(core, records, fragment());
  if (!record || record.children.length === 0) {
    await offerFinished(main, problems[0] ?? null);
    return;
  }
  if (hasPlayers(record.start)) {
    offerAnalysis(main);
    return;
  }
  const [{ ReviewPage }, kept] = await Promise.all([loading ?? import('./review.js'), keptIdOf(fragment(), record)]);
  const page = new ReviewPage(main, core, study, records, record, kept);
  page.go(Math.trunc(Number(fragment().get('ply'))) || 0);
  void page.analyse();
}
