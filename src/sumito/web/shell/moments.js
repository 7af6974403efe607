/** Times to come, in the language and the time zone of the user. */
import { date, say } from './i18n.js';

const DAY_MS = 86_400_000;

/**
 * Return a time as a text: today, tomorrow, or the day of the week with its date.
 * @param {number} ms since 1970 @param {number} [now]
 */
export function moment(ms, now = Date.now()) {
  const time = date(ms, { timeStyle: 'short' });
  const days = Math.round((midnight(ms) - midnight(now)) / DAY_MS);
  if (days === 0) return say('online.when.today', { time });
  if (days === 1) return say('online.when.tomorrow', { time });
  return say('online.when.day', { day: date(ms, { weekday: 'long', day: 'numeric', month: 'long' }), time });
}

/** Return the start of a day. A day is not always 24 hours long. @param {number} ms */
const midnight = (ms) => new Date(ms).setHours(0, 0, 0, 0);
