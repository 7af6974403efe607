/** Times in the language of the page. */
import { DAY_MS, isCorrespondence } from '../core/correspondence.js';
import { say } from '../shell/i18n.js';
import { clockText } from './time.js';

const HOUR_MS = 3_600_000;

/** Return a time as on a clock; from a day on, days and hours. @param {number} ms */
export function timeText(ms) {
  if (ms < DAY_MS) return clockText(ms);
  return say('online.time.days', { days: Math.floor(ms / DAY_MS), hours: Math.floor((ms % DAY_MS) / HOUR_MS) });
}

/**
 * Return a time control in words; with `short`, in few words for lists.
 * @param {import('../core/clock.js').TimeControl} control @param {{short?: boolean}} [how]
 */
export function controlText(control, { short = false } = {}) {
  const { kind, time_ms: time = 0, increment_ms: increment = 0, delay_ms: delay = 0 } = control;
  if (kind === 'untimed') return say('clock.kind.untimed');
  const words = short ? 'online.short' : 'online.control';
  if (isCorrespondence(control)) return say(`${words}.days`, { n: time / DAY_MS });
  const parameters = { minutes: String(time / 60_000), seconds: String((increment || delay || time) / 1000) };
  if (kind !== 'total') return say(`${words}.${kind}`, parameters);
  return say(`${words}.${increment ? 'increment' : delay ? 'delay' : 'total'}`, parameters);
}
