/** The wheel over a board steps through the moves of a game that is only looked at. */

const NOTCH = 50; // pixels: less than one of a mouse; a touchpad has to be moved so far

/** @param {HTMLElement} board @param {(plies: 1|-1) => void} step */
export function stepByWheel(board, step) {
  let rolled = 0;
  board.addEventListener(
    'wheel',
    (event) => {
      if (event.ctrlKey || event.deltaY === 0) return; // it enlarges the page, or goes sideways
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
