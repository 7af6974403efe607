/** The terms of a game: from the choices on the set-up sheet, or from the game before. */
import { Geometry } from '../board/geometry.js';
import { byColor, COLORS, nextColor, opponent, positionText } from '../core/cells.js';
import { colorsOf } from './kept_game.js';
import { hasCoach } from './new_game.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../core/clock.js').TimeControl} TimeControl */
/** @typedef {import('../core/layouts.js').Layout} Layout */
/** @typedef {import('./keeper.js').Terms} Terms */
/** @typedef {import('./new_game.js').Choices} Choices */

/** Return the name under which the last choices on a sheet are kept. @param {string} kind of the game */
export const lastChoices = (kind) => `new_game.${kind}`;

/**
 * Return the terms of a new game.
 * @param {'engine'|'local'} kind @param {Choices} choices @param {Layout} layout
 * @param {() => number} random at least 0 and below 1
 * @returns {Terms}
 */
export function termsOf(kind, choices, layout, random) {
  const chosen = chosenTerms(kind, choices, random);
  const { handicap } = choices;
  const [weak, strong] =
    kind === 'engine' ? [chosen.side, opponent(chosen.side)] : [COLORS[0], /** @type {Color} */ (COLORS.at(-1))];
  const giver = handicap > 0 ? strong : weak;
  return {
    ...chosen,
    start: startOf(layout, giver, Math.abs(handicap)),
    startAgain: startOf(layout, opponent(giver), Math.abs(handicap)),
    layout: layout.slug,
  };
}

/**
 * Return the terms of a new game that starts from a position.
 * @param {'engine'|'local'} kind @param {Choices} choices
 * @param {import('./start_position.js').StartPosition} from
 * @param {() => number} random at least 0 and below 1
 * @returns {Terms}
 */
export function termsFrom(kind, choices, { position, rules }, random) {
  const chosen = chosenTerms(kind, choices, random);
  return { ...chosen, start: position, rules: { ...rules, ...chosen.rules } };
}

/**
 * Return the terms that do not depend on the start.
 * @param {'engine'|'local'} kind @param {Choices} choices @param {() => number} random
 * @returns {Pick<Terms, 'kind'|'players'|'rules'|'moves'|'outcome'> & {[other: string]: any}}
 */
function chosenTerms(kind, choices, random) {
  const { side: wanted, level, hints, takebacks, turning, repetition, limit } = choices;
  const side = wanted === 'random' ? COLORS[Math.floor(random() * COLORS.length)] : wanted;
  return {
    kind,
    ...(kind === 'engine' ? { side, level, hints, takebacks, coach: hasCoach(choices) } : { turning }),
    players: byColor(COLORS, (color) => (kind === 'local' ? choices[color] : '')),
    control: controlOf(choices),
    rules: {
      ...(repetition ? {} : { repetition: 0 }),
      ...(limit ? { ply_cap: limit, adjudication: 'more_ejections' } : {}),
    },
    moves: [],
    outcome: null,
  };
}

/** Return the terms of the next game: every player takes the next color. @param {Terms} terms @returns {Terms} */
export function rematch({ id: _, created: __, changed: ___, clockState: ____, lent: _____, ...terms }) {
  const colors = colorsOf(terms);
  const { side, players, start, startAgain } = terms;
  const before = byColor(colors, (color) => color);
  for (const color of colors) before[nextColor(color, colors)] = color;
  return {
    ...terms,
    ...(side && { side: nextColor(side, colors) }),
    players: byColor(colors, (color) => players[before[color]]),
    ...(terms.seats && { seats: byColor(colors, (color) => terms.seats[before[color]]) }),
    start: startAgain ?? start,
    startAgain: start,
    moves: [],
    outcome: null,
  };
}

/**
 * Return the terms of the next game. Another level becomes the choice of the next sheet and of games without a sheet,
 * and decides about the coach if the player has not.
 * @param {Pick<import('../shell/store.js').Store, 'progress'|'setProgress'>} store @param {Terms} record
 * @param {string} level '' for the same
 */
export async function nextTerms(store, record, level) {
  const terms = rematch(record);
  if (!level) return terms;
  const name = lastChoices(terms.kind);
  const last = await store.progress(name).catch(() => null); // the game can begin without it
  await store.setProgress(name, { ...last, level });
  const clock = terms.control?.kind ?? 'untimed';
  return { ...terms, level, coach: hasCoach({ coach: last?.coach ?? 'auto', clock, level }) };
}

/** Return the time control of a sheet. @param {Choices} choices @returns {TimeControl} */
export function controlOf({ clock, minutes, seconds, days, extra, extra_seconds: more }) {
  if (clock === 'untimed') return { kind: clock };
  if (clock === 'days') return { kind: 'per_move', time_ms: days * 86_400_000 };
  if (clock === 'per_move') return { kind: clock, time_ms: seconds * 1000 };
  const control = { kind: clock, time_ms: minutes * 60_000 };
  if (clock === 'shared' || extra === 'none') return control;
  return { ...control, [extra === 'increment' ? 'increment_ms' : 'delay_ms']: more * 1000 };
}

const geometry = new Geometry();

/** @param {number} cell */
function distanceFromCentre(cell) {
  const { x, y } = geometry.point(cell);
  return Math.round(Math.hypot(x, y));
}

/**
 * Return the start position if a player starts without some marbles. These are the marbles farthest from the centre,
 * and they count as ejected.
 * @param {Layout} layout @param {Color} giver @param {number} marbles
 */
function startOf(layout, giver, marbles) {
  const left = [...layout.marbles[giver]].sort((a, b) => distanceFromCentre(a) - distanceFromCentre(b) || a - b);
  left.length -= marbles;
  return positionText({
    ...layout.marbles,
    [giver]: left.sort((a, b) => a - b),
    score: byColor(COLORS, (color) => (color === giver ? 0 : marbles)),
  });
}
