/** The moment between a move and the answer of the computer. */

/**
 * Return how long a computer waits after a move, in ms: half a second at the usual speed of marbles, nothing without
 * motion.
 * @param {number} push the duration of one push in ms @param {boolean} ejects whether the move ejected a marble
 */
export const pauseAfter = (push, ejects) => push * (ejects ? 4.7 : 2.6);
