/**
 * How a board lies on the screen: as it was chosen, its player's side below, and upright where a narrow screen asks for
 * it.
 */
import { settings } from '../shell/settings.js';

const NARROW = '(max-width: 760px) and (orientation: portrait)';

/** @param {import('../core/cells.js').Color} [near] who sits below @returns {number} for `setTurnOfBoard` */
export function boardTurn(near = 'black') {
  const fit = settings.get('fit') && matchMedia(NARROW).matches ? 3 : 0;
  return (settings.get('turn') + (near === 'white' ? 6 : 0) + fit) % 12;
}

/** @param {() => void} callback called when it may be another @returns {() => void} ends it */
export function onBoardTurn(callback) {
  const ends = [settings.on('turn', callback), settings.on('fit', callback)];
  const narrow = matchMedia(NARROW);
  narrow.addEventListener('change', callback);
  return () => {
    for (const end of ends) end();
    narrow.removeEventListener('change', callback);
  };
}
