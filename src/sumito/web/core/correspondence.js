/** Games by correspondence: with days for each move. */

export const DAY_MS = 86_400_000;

/** Return whether a game has days for each move. @param {import('./clock.js').TimeControl} control */
export const isCorrespondence = ({ kind, time_ms: time = 0 }) => kind === 'per_move' && time >= DAY_MS;
