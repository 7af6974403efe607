/** Small boards with the last positions of games. Each is drawn when it comes near the screen. */

import { coreFor } from '../core/core_for.js';
import { layoutPicture } from '../game/layout_picture.js';
import { h } from '../shell/dom.js';

/** @typedef {import('../shell/store.js').GameRecord} GameRecord */

const AHEAD = '400px';

/** @type {WeakMap<Element, GameRecord>} */
const waiting = new WeakMap();
/** @type {Promise<import('../core/core.js').Core>|null} */
let core = null;

const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      const game = waiting.get(target);
      if (!isIntersecting || !game) continue;
      observer.unobserve(target);
      waiting.delete(target);
      void draw(target, game);
    }
  },
  { rootMargin: AHEAD },
);

/** Make the picture of the last position of a game. @param {GameRecord} game */
export function thumbnail(game) {
  const place = h('span', { class: 'thumbnail', 'aria-hidden': 'true' });
  waiting.set(place, game);
  observer.observe(place);
  return place;
}

/** @param {Element} place @param {GameRecord} game */
async function draw(place, { start, moves, rules }) {
  try {
    core ??= import('../core/core.js').then(({ openCore }) => openCore());
    const board = (await coreFor(await core, start)).replay({ start, moves, rules });
    place.replaceChildren(layoutPicture(board.placement()));
    board.free();
  } catch (error) {
    console.info('a game without a picture:', error); // its moves cannot be played, or the core cannot be loaded
  }
}
