/** Times in the language of the page. */
import { say } from '../shell/i18n.js';
import { clockText } from './time.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Return a time as on a clock; from a day on, days and hours. @param {number} ms */
export function timeText(ms) {
  if (ms < DAY_MS) return clockText(ms);
  return say('online.time.days', { days: Math.floor(ms / DAY_MS), hours: Math.floor((ms % DAY_MS) / HOUR_MS) });
}

/** Return a time control in words. @param {import('../core/clock.js').TimeControl} control */
export function controlText({ kind, time_ms: time = 0, increment_ms: increment = 0, delay_ms: delay = 0 }) {
  if (kind === 'untimed') return say('clock.kind.untimed');
  if (kind === 'per_move' && time >= DAY_MS) return say('online.control.days', { n: time / DAY_MS });
  const parameters = { minutes: String(time / 60_000), seconds: String((increment || delay || time) / 1000) };
  if (kind !== 'total') return say(`online.control.${kind}`, parameters);
  return say(`online.control.${increment ? 'increment' : delay ? 'delay' : 'total'}`, parameters);
}
