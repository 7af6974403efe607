// How long a search may take.

/** @typedef {import('./cells.js').Color} Color */
/**
 * What ends a search; the first that is reached counts. With none of them it goes on until it is stopped.
 * @typedef {{depth?: number | null, nodes?: number | null, time_ms?: number | null, remaining_ms?: number | null,
 *   increment_ms?: number, delay_ms?: number}} Limits
 */

const LEAVING_MS = 2; // what leaving the search costs: the answer has to be there in time
const MOVES_TO_GO = 40; // half of a long game

/**
 * The time after which no new iteration begins, and the time within which the search ends; 0 for none.
 * @param {Limits} limits @returns {{soft: number, hard: number}}
 */
export function budget({ time_ms: time, remaining_ms: remaining, increment_ms: increment = 0, delay_ms: delay = 0 }) {
  let [soft, hard] = [Infinity, Infinity];
  if (time) {
    hard = Math.max(time - LEAVING_MS, time / 2);
    soft = hard;
  }
  if (remaining) {
    const share = remaining / MOVES_TO_GO + 0.8 * increment;
    const most = Math.max(remaining * 0.4 - LEAVING_MS, 0.5);
    // What passes before the clock runs costs nothing, whether it is used or not.
    soft = Math.min(soft, 0.6 * share + delay, most + delay);
    hard = Math.min(hard, 2.5 * share + delay, most + delay);
  }
  return { soft: soft === Infinity ? 0 : soft, hard: hard === Infinity ? 0 : hard };
}

/**
 * What a player's clock leaves for this move; of a total that the players share, half for each.
 * @param {import('./clock.js').Clock} clock @param {Color} color @param {number} now @returns {Limits}
 */
export function limitOfClock(clock, color, now) {
  const left = clock.remaining(color, now);
  if (left === null) return {};
  const { kind, increment_ms: increment = 0, delay_ms: whole = 0 } = clock.control;
  if (kind === 'per_move') return { time_ms: Math.max(left, 1) };
  if (kind === 'shared') return { remaining_ms: Math.max(Math.floor(left / 2), 1) };
  const { deadline } = clock;
  const delay = clock.running === color && deadline !== null ? Math.max(0, deadline - now - left) : whole;
  return { remaining_ms: Math.max(left, 1), increment_ms: increment, delay_ms: delay };
}
