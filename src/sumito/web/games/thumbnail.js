/** Small boards with the last positions of games. Each is drawn when it comes near the screen. */

import { coreFor } from '../core/core_for.js';
import { layoutPicture } from '../game/layout_picture.js';
import { ownSide } from '../game/own_side.js';
import { h } from '../shell/dom.js';

/** @typedef {import('../core/cells.js').Color} Color */
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
async function draw(place, { start, moves, rules, side }) {
  try {
    core ??= import('../core/core.js').then(({ openCore }) => openCore());
    const opened = await coreFor(await core, start);
    const board = opened.replay({ start, moves, rules });
    place.replaceChildren(layoutPicture(board.placement(), rotationOf(opened.game(start), side)));
    board.free();
  } catch (error) {
    console.info('a game without a picture:', error); // its moves cannot be played, or the core cannot be loaded
  }
}

/**
 * Return the rotation of a game's board at its table: games of several players have the own side at the bottom.
 * @param {import('../core/game.js').Game} game at its start; freed here @param {Color} [side] of the player
 */
function rotationOf(game, side = game.players[0]) {
  const rotation = game.players.length > 2 ? ownSide(game.marbles(side)) : 0;
  game.free();
  return rotation;
}
