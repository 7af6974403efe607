/**
 * The rotation of boards on this screen: by the settings, with a player's side at the bottom, upright on narrow
 * screens.
 */
import { settings } from './settings.js';

/** @typedef {import('../core/cells.js').Color} Color */

const NARROW = '(max-width: 760px) and (orientation: portrait)';
/** The steps of 30 degrees that put a player's side at the bottom. @type {Record<Color, number>} */
const TO_BOTTOM = { black: 0, white: 6 };

/** @param {Color} [near] the player at the bottom @returns {number} a rotation for `BoardView` */
export function boardRotation(near = 'black') {
  const fit = settings.get('fit') && matchMedia(NARROW).matches ? 3 : 0;
  return (settings.get('turn') + TO_BOTTOM[near] + fit) % 12;
}

/** @param {() => void} callback called when the rotation may have changed @returns {() => void} ends it */
export function onBoardRotation(callback) {
  const ends = [settings.on('turn', callback), settings.on('fit', callback)];
  const narrow = matchMedia(NARROW);
  narrow.addEventListener('change', callback);
  return () => {
    for (const end of ends) end();
    narrow.removeEventListener('change', callback);
  };
}
