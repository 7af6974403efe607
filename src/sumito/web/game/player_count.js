/** The choice between two players at one screen and more. */
import { h } from '../shell/dom.js';
import { link } from '../shell/shell.js';

/** @param {'local'|'several'} here */
export function playerCount(here) {
  const choice = (/** @type {'local'|'several'} */ page, /** @type {string} */ say) =>
    h('a', { href: link(page), ...(page === here && { 'aria-current': 'page' }), say });
  return h(
    'nav',
    { class: 'segments player-count', 'say:aria-label': 'local.count' },
    choice('local', 'local.count.two'),
    choice('several', 'local.count.several'),
  );
}
