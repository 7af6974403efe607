/** The stages of the course in their order, and the stars of the user, as values and pure functions. */

import { byColor, COLORS, parseCell } from '../core/cells.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** With the cells of its marbles. @typedef {import('../figures/stage.js').Stage & {[each in Color]?: string}} Stage */
/** @typedef {{id: string, stages: readonly Stage[]}} Chapter */
/** The stars of each solved stage, 1 to 3. @typedef {Readonly<Record<string, number>>} Stars */

/** The most stars of a stage. */
export const MOST = 3;

/** @param {readonly Chapter[]} chapters */
export const stagesOf = (chapters) => chapters.flatMap(({ stages }) => stages);

/** Return the marbles of a stage, for a board that is drawn before the core is loaded. @param {Stage} stage */
export const marblesOf = (stage) =>
  byColor(COLORS, (color) =>
    (stage[color]?.match(/\w+/g) ?? []).map((name) => /** @type {number} */ (parseCell(name))),
  );

/** @param {any} kept as the store has it @returns {Stars} */
export function readStars(kept) {
  const entries = Object.entries(kept?.stars ?? {}).filter(
    ([, stars]) => Number.isInteger(stars) && stars >= 1 && stars <= MOST,
  );
  return Object.fromEntries(entries);
}

/**
 * Return the stars after a stage was solved. The best result stays.
 * @param {Stars} stars @param {string} id @param {number} won
 */
export const afterStage = (stars, id, won) => ({ ...stars, [id]: Math.max(won, stars[id] ?? 0) });

/** Return the better result of each stage. @param {Stars} some @param {Stars} others @returns {Stars} */
export const betterStars = (some, others) =>
  Object.entries(others).reduce((/** @type {Stars} */ stars, [id, won]) => afterStage(stars, id, won), some);

/** Return the stars of these stages in all. @param {readonly Stage[]} stages @param {Stars} stars */
export const sumOf = (stages, stars) => stages.reduce((sum, { id }) => sum + (stars[id] ?? 0), 0);

/**
 * Return the next stage without stars after the stage `id`, continuing at the beginning; null if all have stars.
 * @param {readonly Stage[]} stages @param {string|null} id @param {Stars} stars
 */
export function nextOpen(stages, id, stars) {
  const at = stages.findIndex((stage) => stage.id === id);
  return [...stages.slice(at + 1), ...stages.slice(0, at + 1)].find((stage) => !(stage.id in stars)) ?? null;
}
