/** Stars, as pictures. The words for them are beside them. */

import { h, svg } from '../shell/dom.js';
import { MOST } from './course.js';

const STAR = 'M12 2.6l2.9 6 6.6.9-4.8 4.6 1.2 6.5-5.9-3.1-5.9 3.1 1.2-6.5L2.5 9.5l6.6-.9z';

/** Make a row of stars. @param {number} won the number of full ones @param {string} [name] */
export function starRow(won, name = '') {
  const stars = Array.from({ length: MOST }, (_, i) =>
    svg('svg', { class: i < won ? 'star full' : 'star', viewBox: '0 0 24 24' }, svg('path', { d: STAR })),
  );
  return h('span', { class: `stars ${name}`, 'aria-hidden': 'true' }, ...stars);
}
