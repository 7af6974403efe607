/** The accuracy of a player, and the glyphs of judgements. */

import { glyphOf, summary } from '../core/judge.js';
import { h } from '../shell/dom.js';
import { number, say } from '../shell/i18n.js';

/**
 * Make the accuracy of a player, with the number of inaccuracies, mistakes and blunders.
 * @param {import('../core/study.js').Study} study
 * @param {import('../core/judge.js').MoveAnalysis[]} moves
 * @param {import('../core/cells.js').Color} color
 * @param {boolean} unfinished whether moves are still being judged
 */
export function exactness(study, moves, color, unfinished) {
  const { accuracy: value, judgements: counts } = summary(study, moves, color);
  return h(
    'div',
    { class: 'exactness' },
    h(
      'p',
      {},
      h('span', { class: `dot ${color}`, 'aria-hidden': 'true' }),
      h('span', {}, say(`color.${color}`)),
      h('strong', {}, value === null || unfinished ? '–' : number(value / 100, { style: 'percent' })),
    ),
    h(
      'dl',
      {},
      .../** @type {const} */ (['inaccuracy', 'mistake', 'blunder']).flatMap((each) => [
        h('dt', {}, glyphMark(glyphOf(study, each)), say(`review.judgement.${each}`)),
        h('dd', {}, counts[each]),
      ]),
    ),
  );
}

/** Make the glyph of a judgement beside its name: a shape says more than a colour. @param {string} glyph */
export function glyphMark(glyph) {
  return glyph !== '' && h('b', { class: 'glyph', 'aria-hidden': 'true', dir: 'ltr' }, glyph);
}
