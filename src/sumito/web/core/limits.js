// Limits of a search, and the time that they give it.

/** @typedef {import('./core.js').Core} Core */
/**
 * Limits of a search. It ends at the first one that it reaches; without any it runs until it is stopped.
 * @typedef {{depth?: number | null, nodes?: number | null, time_ms?: number | null, remaining_ms?: number | null,
 *   increment_ms?: number, delay_ms?: number}} Limits
 */

const BUDGET = 16;

/**
 * Return the time after which no iteration begins, and the time within which the search ends; 0 for no limit.
 * @param {Core} core
 * @param {Limits} limits
 * @returns {{soft: number, hard: number}}
 */
export function budget({ memory }, { time_ms, remaining_ms, increment_ms, delay_ms }) {
  const times = [time_ms, remaining_ms, increment_ms, delay_ms].map((time) => time ?? 0);
  const given = memory.giveDoubles(times, 'allowance');
  const out = memory.buffer('budget', BUDGET);
  if (memory.calls.sumito_time_budget(given, out) !== 1)
    throw new RangeError(`not a limit of time: ${times.join(', ')}`);
  const view = memory.view();
  return { soft: view.getFloat64(out, true), hard: view.getFloat64(out + 8, true) };
}
