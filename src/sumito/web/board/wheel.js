/** Step through the moves of a game with the mouse wheel over its board. */

const NOTCH = 50; // pixels: less than one notch of a mouse; the distance for a touchpad

/** @param {HTMLElement} board @param {(plies: 1|-1) => void} step */
export function stepByWheel(board, step) {
  let rolled = 0;
  board.addEventListener(
    'wheel',
    (event) => {
      if (event.ctrlKey || event.deltaY === 0) return; // zooming, or scrolling sideways
      event.preventDefault();
      if (event.deltaY * rolled < 0) rolled = 0;
      rolled += event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : Math.sign(event.deltaY) * NOTCH;
      if (Math.abs(rolled) < NOTCH) return;
      step(rolled > 0 ? 1 : -1);
      rolled = 0;
    },
    { passive: false },
  );
}
