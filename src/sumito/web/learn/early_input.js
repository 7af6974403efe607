/** Taps and keys on a board that is shown before the code that answers them is loaded. */

/** @typedef {import('../board/board.js').BoardView} BoardView */
/** @typedef {import('../figures/stage_board.js').StageBoard} StageBoard */

/** Keys that leave the board. */
const LEAVING = ['Tab', 'Escape'];

/**
 * Keep input until the board can answer it.
 * @param {BoardView} view
 * @param {() => Promise<StageBoard|null>} start load the board, once; null if it cannot be loaded
 * @returns {() => void} ends it; call this as soon as the board answers input itself
 */
export function keepInput(view, start) {
  const ends = new AbortController(),
    options = { signal: ends.signal };
  /** Whether the next click comes from a pointer, not from a screen reader. */
  let pressed = false;
  /** @param {number|null} cell */
  const tap = (cell) => void (cell !== null && start().then((board) => board?.tap(cell)));
  view.element.addEventListener(
    'pointerdown',
    (event) => {
      pressed = true;
      if (event.isPrimary && event.button === 0) tap(view.cellAt(event).cell);
    },
    options,
  );
  view.element.addEventListener(
    'click',
    (event) => {
      if (!pressed) tap(view.cellOfTarget(event));
      pressed = false;
    },
    options,
  );
  view.element.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || LEAVING.includes(event.key)) return;
      event.preventDefault(); // the page would scroll
      const again = new KeyboardEvent('keydown', event);
      void start().then((board) => board && view.element.dispatchEvent(again));
    },
    options,
  );
  return () => ends.abort();
}
