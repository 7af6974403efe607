/**
 * The rotation of boards on this screen: by the settings, with a player's side at the bottom, upright on narrow
 * screens.
 */
import { COLORS } from '../core/cells.js';
import { settings } from './settings.js';

/** @typedef {import('../core/cells.js').Color} Color */

const NARROW = '(max-width: 760px) and (orientation: portrait)';
/** A full turn, in steps of 30 degrees. */
const FULL_TURN = 12;

/**
 * @param {Color} [near] the player at the bottom
 * @param {readonly Color[]} [players] in the order of play: the side of the first one is at the bottom of a board
 *   without rotation, and the others follow at equal angles
 * @returns {number} a rotation for `BoardView`
 */
export function boardRotation(near = COLORS[0], players = COLORS) {
  return rotationOf((FULL_TURN * players.indexOf(near)) / players.length);
}

/** Return the rotation of a board by the settings. @param {number} side the rotation without them */
export function rotationOf(side) {
  const fit = settings.get('fit') && matchMedia(NARROW).matches ? 3 : 0;
  return (settings.get('rotation') + side + fit) % FULL_TURN;
}

/** @param {() => void} callback called when the rotation may have changed @returns {() => void} ends it */
export function onBoardRotation(callback) {
  const ends = [settings.on('rotation', callback), settings.on('fit', callback)];
  const narrow = matchMedia(NARROW);
  narrow.addEventListener('change', callback);
  return () => {
    for (const end of ends) end();
    narrow.removeEventListener('change', callback);
  };
}
