/**
 * The animation of marbles. Nothing here knows the rules: a move is its cells, its direction and the marbles that it
 * pushes.
 */
import { nextCell } from '../core/cells.js';
import { mayMove } from './config.js';
import { along, PITCH } from './geometry.js';

/** @typedef {import('../core/game.js').MoveInfo} MoveInfo */
/** @typedef {import('./config.js').BoardConfig} BoardConfig */
/** @typedef {import('./geometry.js').Geometry} Geometry */
/** @typedef {{body: SVGElement, shadow: SVGElement, color: import('../core/cells.js').Color}} Marble */
/** @typedef {{from: number, to: number|null}} Step */

const PUSH = 190;
const DELAY = 9;
const EASING = 'cubic-bezier(.3,.1,.2,1)';
/** The part of a push in which the pushers close the gap to the first marble that they push. */
const APPROACH = 0.35;
/** The gap between two marbles, in cells. */
const GAP = 0.09;
/** An ejected marble rolls on, drops and fades. This takes longer than the push, by this factor. */
const FALL = 2.1;
/** If there is a tray, the marble rolls there. */
const FALL_INTO_TRAY = 3.4;
const SHAKE = 220;
/** Moves that follow each other within this time (ms) are shortened. */
const STEPPING = 200;

/**
 * Return the steps of all marbles of a move, from the rear to the front. An ejected marble has no destination.
 * @param {Pick<MoveInfo, 'cells'|'direction'|'pushed'>} move @returns {Step[]}
 */
export const steps = (move) =>
  along([...move.cells, ...move.pushed], move.direction).map((from) => ({ from, to: nextCell(from, move.direction) }));

/** The duration of moves. Stepping quickly through a game shortens them, so that the user does not wait for marbles. */
export class Pace {
  #config;
  #last = -Infinity;
  #hurry = 0;

  /** @param {BoardConfig} config */
  constructor(config) {
    this.#config = config;
  }

  /**
   * @param {boolean} interrupting whether the previous move is still animated
   * @param {number} [now] ms
   * @returns {number} the duration of one push in ms
   */
  next(interrupting, now = performance.now()) {
    const soon = now - this.#last < STEPPING;
    this.#last = now;
    this.#hurry = interrupting || (this.#hurry > 0 && soon) ? Math.min(2, this.#hurry + 1) : 0;
    if (this.#hurry === 2) return 0;
    const usual = pushTime(this.#config);
    return this.#hurry ? Math.min(60, usual) : usual;
  }
}

/** Return the duration of one push in ms; 0 without motion. @param {BoardConfig} config */
export function pushTime(config) {
  if (!mayMove(config)) return 0;
  return config.get('motion') === 'fast' ? PUSH / 2 : PUSH;
}

/**
 * Return when a move is heard, in ms after its beginning: its contact with pushed marbles, and the moments when an
 * ejected marble crosses the rim and falls into the tray.
 * @param {BoardConfig} config
 */
export function beats(config) {
  const push = pushTime(config);
  const contact = push * APPROACH;
  return { contact, rim: contact + push, drop: contact + push * FALL_INTO_TRAY };
}

/** @param {{x: number, y: number}} at @param {number} [scale] */
const transform = ({ x, y }, scale = 1) => `translate(${x}px,${y}px)${scale === 1 ? '' : ` scale(${scale})`}`;

/** @param {Marble} marble @param {{x: number, y: number}} at */
export function place(marble, at) {
  const text = transform(at);
  if (marble.body.style.transform === text) return;
  marble.body.style.transform = text;
  marble.shadow.style.transform = text;
}

/**
 * Return a point on the path of a marble.
 * @param {Geometry} geometry
 * @param {number} cell
 * @param {number} direction
 * @param {number} distance in cells
 */
export function pointOnPath(geometry, cell, direction, distance) {
  const at = geometry.point(cell),
    unit = geometry.unit(direction);
  return { x: at.x + unit.x * PITCH * distance, y: at.y + unit.y * PITCH * distance };
}

/**
 * Slide one marble of a move to its destination; an ejected marble slides over the rim.
 * @param {Marble} marble @param {Geometry} geometry @param {Step} step @param {number} direction
 * @param {object} timing
 * @param {number} timing.duration of a push in ms
 * @param {number} timing.delay the place of the marble in its line
 * @param {number} timing.from how far the marble has moved already, 0 to 1
 * @param {boolean} timing.back whether the move is undone
 * @param {'pusher'|'pushed'|null} timing.part in a push that begins with its contact
 * @param {{x: number, y: number, scale: number}|null} timing.tray the place and size of an ejected marble in its tray
 * @returns {Animation[]}
 */
export function slide(marble, geometry, step, direction, { duration, delay, from, back, part, tray }) {
  const start = pointOnPath(geometry, step.from, direction, from);
  const options = /** @type {KeyframeAnimationOptions} */ ({ fill: 'both', direction: back ? 'reverse' : 'normal' });
  if (part === 'pusher' && step.to !== null) {
    const contact = pointOnPath(geometry, step.from, direction, GAP);
    const frames = [
      { transform: transform(start), easing: 'ease-in', offset: 0 },
      { transform: transform(contact), easing: EASING, offset: APPROACH / (1 + APPROACH) },
      { transform: transform(geometry.point(step.to)), offset: 1 },
    ];
    options.duration = duration * (1 + APPROACH);
    return [marble.body, marble.shadow].map((each) => each.animate(frames, options));
  }
  const wait = part === 'pushed' ? duration * APPROACH : 0;
  if (step.to !== null) {
    const frames = [{ transform: transform(start) }, { transform: transform(geometry.point(step.to)) }];
    Object.assign(options, {
      duration: duration * (1 - from * 0.5),
      delay: part ? wait : duration ? delay * DELAY : 0,
      easing: EASING,
    });
    return [marble.body, marble.shadow].map((each) => each.animate(frames, options));
  }
  // As fast as the marble behind it until it lies in the trough, then over the rim.
  const times = tray ? FALL_INTO_TRAY : FALL;
  const trough = pointOnPath(geometry, step.from, direction, 1);
  const end = tray ?? { x: trough.x, y: trough.y + 30, scale: 0.55 };
  Object.assign(options, { duration: duration * times, delay: wait });
  const fall = (/** @type {number} */ middle, /** @type {number} */ last) => [
    { transform: transform(start), opacity: 1, easing: EASING, offset: 0 },
    { transform: transform(trough), opacity: middle, easing: 'cubic-bezier(.6,0,.5,1)', offset: 1 / times },
    { transform: transform(end, end.scale), opacity: last, offset: 1 },
  ];
  return [marble.body.animate(fall(1, tray ? 1 : 0), options), marble.shadow.animate(fall(0, 0), options)];
}

/** Stop all animations of a marble. @param {Marble} marble */
export function still(marble) {
  for (const each of [marble.body, marble.shadow]) for (const animation of each.getAnimations()) animation.cancel();
}

/**
 * Slide a marble back to its place.
 * @param {Marble} marble @param {{x: number, y: number}} at @param {BoardConfig} config
 */
export function spring(marble, at, config) {
  const from = marble.body.style.transform,
    to = transform(at);
  place(marble, at);
  if (from === to || !from || !mayMove(config)) return;
  for (const each of [marble.body, marble.shadow]) {
    each.animate([{ transform: from }, { transform: to }], { duration: 130, easing: 'cubic-bezier(.2,.8,.3,1.1)' });
  }
}

/**
 * Shake a marble that cannot move.
 * @param {Marble} marble @param {{x: number, y: number}} at @param {BoardConfig} config
 */
export function shake(marble, at, config) {
  if (!mayMove(config)) return;
  const frames = [0, -6, 6, -4, 3, 0].map((off) => ({ transform: transform({ x: at.x + off, y: at.y }) }));
  for (const each of [marble.body, marble.shadow]) each.animate(frames, { duration: SHAKE });
}
