/** The name of the computer as a player. */
import { say } from './i18n.js';

/** Return the name of a level of the computer. Those of version 0.1 have numbers only. @param {string} id */
export function computerName(id) {
  const [, former] = /^r1-(\d+)$/.exec(id) ?? [];
  return former ? say('play.computer', { n: former }) : say('play.computer.named', { name: say(`level.${id}`) });
}
