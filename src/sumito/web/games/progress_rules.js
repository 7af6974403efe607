/** How the progress of a backup is added to what a browser has, by its name in the store: nothing good is lost. */

import { KEPT_GAMES } from '../game/online_records.js';
import { OWN_PUZZLES, withPuzzles } from '../study/own_puzzles.js';

/** @typedef {(here: any, added: any) => any} Rule which gets values that are there */

/** @type {Rule} */
const more = (here, added) => (added > here ? added : here);

/** @param {any} value @returns {any[]} */
const listOf = (value) => (Array.isArray(value) ? value : []);

/** @param {any} value @returns {Record<string, any>} */
const objectOf = (value) => (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {});

/**
 * Join two objects: a value that only one of them has, or what the rule of its name says.
 * @param {(name: string) => Rule} ruleOf @returns {Rule}
 */
const objects = (ruleOf) => (here, added) => {
  const joined = { ...objectOf(added), ...objectOf(here) };
  for (const [name, value] of Object.entries(objectOf(added)))
    if (joined[name] !== value) joined[name] = ruleOf(name)(joined[name], value);
  return joined;
};

/** @param {Record<string, Rule>} rules @returns {Rule} */
const fields = (rules) => objects((name) => rules[name] ?? ((here) => here));

/** @type {Rule} */
const streak = (here, added) => {
  const isLater = added.last === here.last ? added.row > here.row : added.last > here.last;
  return { ...(isLater ? added : here), best: more(here.best, added.best) };
};

/** @type {Readonly<Record<string, Rule>>} */
const RULES = Object.freeze({
  course: fields({ stars: objects(() => more) }),
  puzzles: fields({
    solved: objects(() => (here, added) => (added === 'clean' ? added : here)),
    daily: streak,
    rating: (here, added) => (added.counted > here.counted ? added : here),
    missed: objects(() => (here, added) => (added.day > here.day ? added : here)), // the later state of a puzzle
    best: more,
  }),
  [OWN_PUZZLES]: (here, added) => withPuzzles(listOf(added), listOf(here)),
  [KEPT_GAMES]: (here, added) => [...new Set([...listOf(added), ...listOf(here)])],
});

/**
 * Return the progress of a name with that of a file. Without a rule, what is here stays.
 * @param {string} name @param {any} here @param {any} added
 */
export function joinedProgress(name, here, added) {
  if (here === undefined || here === null) return added;
  return RULES[name]?.(here, added) ?? here;
}
