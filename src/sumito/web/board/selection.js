/**
 * The selection of a move: a line of one to three own marbles, then the destination of its leader. In teams some of
 * these marbles can be a partner's. It works the same
 * for every device: a pure function from a state and an event to the next state and an effect. The rules are passed in
 * and decide which moves are legal.
 */
import { nextCell } from '../core/cells.js';
import { between, DIRECTIONS, isInLine, ray, targetOf } from './geometry.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../core/game.js').MoveInfo} MoveInfo */
/** @typedef {import('../core/game.js').Verdict} Verdict */
/** @typedef {import('../core/game.js').Explanation} Explanation */
/** @typedef {import('./board.js').BoardMove} BoardMove */
/** @typedef {import('./geometry.js').Point} Point */
/**
 * @typedef {{direction: number, verdict: Verdict|null, move: MoveInfo|null}} Ruling the verdict on a line and
 *   a direction
 */
/**
 * @typedef {object} Rules
 * @property {() => Color|null} color the color that can move now; null if none can
 * @property {() => Color|null|false} [canPremove] the color that can plan its next move while none can move
 * @property {() => boolean} [over] whether the game has ended
 * @property {(cell: number) => Color|null} at
 * @property {(color: Color) => readonly Color[]} [team] a player and the partners; without it nobody has partners
 * @property {(cells: readonly number[]) => Ruling[]} verdicts by direction
 * @property {(line: readonly number[], cell: number) => {move: MoveInfo|null, problem: string|null,
 *   explanation: Explanation}} tap the answer to a tap on an enemy marble
 */
/**
 * Why a move is refused. The verdict is null if a tap names no move. The explanation is null until it is asked for.
 * @typedef {{line: readonly number[], direction: number|null, verdict: Verdict|null, problem: string|null,
 *   explanation: Explanation|null, dropped?: boolean}} Refusal
 */
/**
 * @typedef {'idle'|'picked'|'stroking'|'dragging'|'choosing'|'explaining'|'confirming'|'premove'|'waiting'|'over'} Name
 */
/**
 * @typedef {object} State
 * @property {Name} name
 * @property {readonly number[]} line the selected marbles, from one end to the other
 * @property {BoardMove|null} hot the move whose beginning is shown
 * @property {number} progress how far it is shown, 0 to 1
 * @property {readonly MoveInfo[]} choices
 * @property {Refusal|null} refusal
 * @property {BoardMove|null} planned the planned move
 * @property {readonly number[]} before the line before a stroke, to restore it if the stroke is cancelled
 * @property {Outcome|null} pending the outcome of a release
 */
/** @typedef {{line: readonly number[], play?: BoardMove|MoveInfo, refuse?: Refusal, choose?: MoveInfo[]}} Outcome */
/**
 * @typedef {{type: 'tap', cell: number|null, offset?: Point|null, confirm?: boolean}
 *   | {type: 'hover', cell: number|null, offset?: Point|null}
 *   | {type: 'stroke', path: readonly (number|null)[]}
 *   | {type: 'drag', direction: number, progress: number}
 *   | {type: 'release', confirm?: boolean}
 *   | {type: 'direction', direction: number, confirm?: boolean}
 *   | {type: 'extend', from: number, to: number}
 *   | {type: 'select', line: readonly number[]}
 *   | {type: 'choose', move: MoveInfo, confirm?: boolean}
 *   | {type: 'refuse', refusal: Refusal}
 *   | {type: 'confirm'} | {type: 'clear'} | {type: 'cancel'} | {type: 'refresh'}} Event
 */
/**
 * @typedef {{play: MoveInfo, from: number} | {refuse: Refusal} | {choose: readonly MoveInfo[]} | {plan: BoardMove}
 *   | {unplan: true} | {confirm: BoardMove}} Effect
 */
/** @typedef {{state: State, effect: Effect|null}} Next */

/** How far marbles lean during a stroke and under the mouse, from 0 to 1. */
const STROKE_LEAN = 0.34;
const HOVER_LEAN = 0.16;
/** A drag of at least this length plays the move. */
const DRAGGED = 0.5;
/** How much nearer the mouse must be to one of two moves, in cells, to choose it. */
const HALF = 0.12;

/** @param {Rules} rules the color that the user can select, to move or to plan a move */
const hand = (rules) => rules.color() ?? (rules.over?.() ? null : rules.canPremove?.() || null);

/** @param {Rules} rules */
const planning = (rules) => rules.color() === null;

/**
 * Whether a cell has a marble that can be in the line of the user: an own one or a partner's.
 * @param {Rules} rules @param {number} cell
 */
function ours(rules, cell) {
  const own = hand(rules),
    who = rules.at(cell);
  return who !== null && own !== null && (who === own || (rules.team?.(own).includes(who) ?? false));
}

/** Whether a line has an own marble. @param {Rules} rules @param {readonly number[]} line */
const hasOwn = (rules, line) => line.some((cell) => rules.at(cell) === hand(rules));

/** @param {Rules} rules @param {Partial<State>} parts @returns {State} */
function make(rules, parts) {
  const line = parts.line ?? [],
    refusal = parts.refusal ?? null;
  let name = parts.name;
  if (!name) {
    if (rules.over?.()) name = 'over';
    else if (refusal) name = 'explaining';
    else if (parts.planned) name = 'premove';
    else if (line.length) name = 'picked';
    else name = planning(rules) ? 'waiting' : 'idle';
  }
  return {
    line,
    refusal,
    name,
    hot: parts.hot ?? null,
    progress: parts.progress ?? 0,
    choices: parts.choices ?? [],
    planned: parts.planned ?? null,
    before: parts.before ?? [],
    pending: parts.pending ?? null,
  };
}

/** @param {Rules} rules */
export const start = (rules) => make(rules, {});

/**
 * Return the ruling on a line in each direction. For a planned move, any move that stays on the board is possible.
 * @param {Rules} rules
 * @param {readonly number[]} line
 * @returns {(Ruling|{direction: number, verdict: null, move: BoardMove|null})[]}
 */
export function rulingsOf(rules, line) {
  if (!line.length) return [];
  if (!planning(rules)) return rules.verdicts(line);
  return DIRECTIONS.map((direction) => ({
    direction,
    verdict: null,
    move: line.every((cell) => nextCell(cell, direction) !== null)
      ? { cells: [...line], direction, inLine: isInLine(line, direction), pushed: [], ejects: false, ejected: null }
      : null,
  }));
}

/** @param {readonly number[]} line @param {{direction: number, verdict: Verdict|null}} ruling @returns {Refusal} */
const refusalOf = (line, { direction, verdict }) => ({ line, direction, verdict, problem: null, explanation: null });

/**
 * @param {readonly number[]} line the line that stays selected
 * @param {ReturnType<typeof rulingsOf>[number]} ruling
 * @param {readonly number[]} [named]
 * @returns {Outcome}
 */
function judged(line, ruling, named = line) {
  if (ruling.move) return { line, play: ruling.move };
  return ruling.verdict ? { line, refuse: refusalOf(named, ruling) } : { line };
}

/**
 * Return the next state after an event, and at most one effect.
 * @param {State} state @param {Event} event @param {Rules} rules @returns {Next}
 */
export function reduce(state, event, rules) {
  if (event.type === 'refresh') return refresh(state, rules);
  if (state.name === 'over') return over(event, rules);
  if (hand(rules) === null) return { state: make(rules, { planned: state.planned }), effect: null };
  if (state.name === 'confirming') {
    if (event.type === 'confirm') return done(state, { line: [], play: /** @type {BoardMove} */ (state.hot) }, rules);
    if (event.type === 'hover') return { state, effect: null };
    return { state: make(rules, { line: state.before }), effect: null };
  }
  switch (event.type) {
    case 'tap':
      return done(state, tap(rules, state.line, event.cell, event.offset ?? null), rules, event.confirm);
    case 'hover':
      return { state: hover(state, event.cell, event.offset ?? null, rules), effect: null };
    case 'stroke':
      return { state: stroked(state, event.path, rules), effect: null };
    case 'drag':
      return { state: dragged(state, event.direction, event.progress, rules), effect: null };
    case 'release':
      return state.pending ? done(state, state.pending, rules, event.confirm) : cancelled(state, rules);
    case 'direction':
      return state.line.length
        ? done(state, judged(state.line, rulingsOf(rules, state.line)[event.direction]), rules, event.confirm)
        : { state, effect: null };
    case 'extend':
      return done(state, extend(rules, state.line, event.from, event.to), rules);
    case 'select':
      return done(state, { line: event.line }, rules);
    case 'choose':
      return done(state, { line: [], play: event.move }, rules, event.confirm);
    case 'refuse':
      return done(state, { line: state.line, refuse: event.refusal }, rules);
    case 'cancel':
      return cancelled(state, rules);
    case 'clear':
      return { state: make(rules, {}), effect: state.planned ? { unplan: true } : null };
    default:
      return { state, effect: null };
  }
}

/** @param {State} state @param {Rules} rules @returns {Next} */
function cancelled(state, rules) {
  const line = state.name === 'stroking' || state.name === 'dragging' ? state.before : state.line;
  return { state: make(rules, { line, planned: state.planned }), effect: null };
}

/** @param {State} state @param {Outcome} outcome @param {Rules} rules @param {boolean} [confirm] @returns {Next} */
function done(state, outcome, rules, confirm = false) {
  const { line, play, refuse, choose } = outcome,
    { hot } = state;
  // The animation continues from the point that is shown.
  const shown = hot && play && hot.direction === play.direction && hot.cells.length === play.cells.length;
  if (play && planning(rules)) return { state: make(rules, { planned: play }), effect: { plan: play } };
  if (play && confirm) {
    const before = play.cells;
    return {
      state: make(rules, { name: 'confirming', line: before, before, hot: play, progress: 1 }),
      effect: { confirm: play },
    };
  }
  if (play)
    return {
      state: make(rules, {}),
      effect: { play: /** @type {MoveInfo} */ (play), from: shown ? state.progress : 0 },
    };
  if (refuse) return { state: make(rules, { line, refusal: refuse }), effect: { refuse } };
  if (choose) return { state: make(rules, { name: 'choosing', line, choices: choose }), effect: { choose } };
  const dropped = state.planned !== null && line.length === 0;
  return {
    state: make(rules, { line, planned: line.length ? state.planned : null }),
    effect: dropped ? { unplan: true } : null,
  };
}

/**
 * Handle an event after the end of the game: explain a try to move.
 * @param {Event} event
 * @param {Rules} rules
 * @returns {Next}
 */
function over(event, rules) {
  if (event.type !== 'tap' || event.cell === null || rules.at(event.cell) === null)
    return { state: make(rules, {}), effect: null };
  const refuse = refusalOf([event.cell], rules.verdicts([event.cell])[0]);
  return { state: make(rules, { refusal: refuse }), effect: { refuse } };
}

/**
 * Handle a change of the position or the player to move. Play a planned move, or drop it with its reason.
 * @param {State} state
 * @param {Rules} rules
 * @returns {Next}
 */
function refresh(state, rules) {
  const { planned } = state,
    own = hand(rules);
  if (planned && own !== null && !planning(rules)) {
    const ruling = rules.verdicts(planned.cells)[planned.direction];
    if (ruling.move) return { state: make(rules, {}), effect: { play: ruling.move, from: 0 } };
    const refuse = { ...refusalOf(planned.cells, ruling), dropped: true };
    return { state: make(rules, { refusal: refuse }), effect: { refuse } };
  }
  const line = own !== null && state.line.every((cell) => ours(rules, cell)) ? state.line : [];
  return { state: make(rules, { line, planned: planning(rules) && own !== null ? planned : null }), effect: null };
}

/**
 * @param {Rules} rules @param {readonly number[]} line @param {number|null} cell
 * @param {Point|null} offset where in the cell a mouse is
 * @returns {Outcome}
 */
export function tap(rules, line, cell, offset = null) {
  if (cell === null) return { line: [] };
  const who = rules.at(cell),
    own = hand(rules);
  if (who === own || line.includes(cell)) return pick(rules, line, cell);
  const partner = ours(rules, cell);
  const longer = partner ? longerLine(rules, line, cell) : null;
  if (longer && longer.length <= 3) return { line: longer };
  if (!line.length) {
    return who && !planning(rules) ? { line, refuse: refusalOf([cell], rules.verdicts([cell])[0]) } : { line };
  }
  const rulings = rulingsOf(rules, line);
  const exact = rulings.filter((each) => targetOf(line, each.direction) === cell);
  const covering = rulings.filter(
    (each) =>
      line.length > 1 &&
      !isInLine(line, each.direction) &&
      line.some((marble) => nextCell(marble, each.direction) === cell),
  );
  if (exact[0]?.move) return { line: [], play: exact[0].move };
  const legal = covering.filter((each) => each.move);
  if (legal.length === 1) return { line: [], play: /** @type {BoardMove} */ (legal[0].move) };
  if (legal.length > 1) return decide(line, legal, offset);
  if (partner && !planning(rules)) {
    return exact[0] ? judged(line, exact[0]) : { line, refuse: refusalOf([cell], rules.verdicts([cell])[0]) };
  }
  if (who && !planning(rules)) {
    const { move, problem, explanation } = rules.tap(line, cell),
      { verdict } = explanation;
    if (move) return { line: [], play: move };
    return { line, refuse: { line, direction: ray(line[0], cell)?.direction ?? null, verdict, problem, explanation } };
  }
  const run = line.length === 1 ? runUp(rules, line[0], cell) : null;
  if (run) return run;
  const meant = exact[0] ?? covering[0];
  return meant ? judged(line, meant) : { line: [] };
}

/**
 * Decide between two broadside moves to the same cell: by the half of the cell under a mouse, or else ask the user.
 * @param {readonly number[]} line
 * @param {ReturnType<typeof rulingsOf>} legal
 * @param {Point|null} offset
 * @returns {Outcome}
 */
function decide(line, legal, offset) {
  const moves = legal.map((each) => /** @type {MoveInfo} */ (each.move));
  if (offset) {
    const near = moves
      .map((move) => {
        const angle = (-move.direction * Math.PI) / 3;
        return { move, by: offset.x * Math.cos(angle) + offset.y * Math.sin(angle) };
      })
      .sort((a, b) => b.by - a.by);
    if (near[0].by - near[1].by > HALF) return { line: [], play: near[0].move };
  }
  return { line, choose: moves };
}

/**
 * Select by tail and target: all marbles between them move too.
 * @param {Rules} rules
 * @param {number} tail
 * @param {number} cell
 * @returns {Outcome|null}
 */
function runUp(rules, tail, cell) {
  const path = ray(tail, cell);
  if (!path || path.n < 2) return null;
  const run = /** @type {number[]} */ (between(tail, cell)).slice(0, -1);
  if (!run.every((each) => ours(rules, each))) return null;
  if (run.length > 3 && planning(rules)) return null;
  const ruling = rulingsOf(rules, run)[path.direction];
  return judged(ruling.move ? [] : [tail], ruling, run);
}

/**
 * Return the line from one of its ends to a cell, of any length; null if there is none.
 * @param {Rules} rules @param {readonly number[]} line @param {number} cell
 */
function longerLine(rules, line, cell) {
  for (const end of line.length ? [line[0], line[line.length - 1]] : []) {
    const run = between(end, cell);
    if (run?.every((each) => ours(rules, each)) && line.every((each) => run.includes(each))) return run;
  }
  return null;
}

/**
 * Handle a tap on an own marble, or on a marble of the line.
 * @param {Rules} rules
 * @param {readonly number[]} line
 * @param {number} cell
 * @returns {Outcome}
 */
function pick(rules, line, cell) {
  const at = line.indexOf(cell);
  if (at >= 0) {
    const kept = line.length === 3 && at === 1 ? [cell] : line.filter((each) => each !== cell);
    return { line: hasOwn(rules, kept) ? kept : [] };
  }
  const run = longerLine(rules, line, cell);
  if (!run) return { line: [cell] };
  if (run.length <= 3) return { line: run };
  if (planning(rules)) return { line: [cell] };
  const { direction } = /** @type {{direction: number}} */ (ray(run[0], cell));
  return { line: [cell], refuse: refusalOf(run, rules.verdicts(run)[direction]) };
}

/**
 * Handle Shift and a direction: extend the line from the cursor, or shrink it again.
 * @param {Rules} rules
 * @param {readonly number[]} line
 * @param {number} from
 * @param {number} to
 * @returns {Outcome}
 */
function extend(rules, line, from, to) {
  if (line.includes(from) && line.includes(to)) return pick(rules, line, from);
  if (!ours(rules, to)) return { line };
  const begun = line.includes(from) ? line : [from];
  const next = ours(rules, from) ? pick(rules, begun, to) : { line: [to] };
  return hasOwn(rules, next.line) ? next : { line };
}

/** @param {State} state @param {number|null} cell @param {Point|null} offset @param {Rules} rules @returns {State} */
function hover(state, cell, offset, rules) {
  if (state.name !== 'picked' && state.name !== 'choosing' && state.name !== 'explaining') return state;
  const target = cell !== null && state.line.length && rules.at(cell) !== hand(rules);
  const play = target ? (tap(rules, state.line, cell, offset).play ?? null) : null;
  return { ...state, hot: play, progress: play ? HOVER_LEAN : 0 };
}

/** @param {State} state @param {readonly (number|null)[]} path @param {Rules} rules @returns {State} */
function stroked(state, path, rules) {
  const before = state.name === 'stroking' ? state.before : state.line;
  const outcome = stroke(rules, path, before);
  const hot = outcome.play ?? null;
  return make(rules, {
    name: 'stroking',
    before,
    pending: outcome,
    line: hot ? hot.cells : outcome.line,
    hot,
    progress: hot ? STROKE_LEAN : 0,
    refusal: outcome.refuse ?? null,
    planned: state.planned,
  });
}

/**
 * Handle a stroke: a press on the first cell, a slide over the others, a release on the last.
 * @param {Rules} rules @param {readonly (number|null)[]} path @param {readonly number[]} before @returns {Outcome}
 */
export function stroke(rules, path, before = []) {
  const head = /** @type {number} */ (path[0]),
    last = path[path.length - 1];
  if (last === null) return { line: before };
  let line = [head];
  for (const cell of path) {
    const run = cell === null ? null : between(head, cell);
    if (run && run.length <= 3 && run.every((each) => ours(rules, each))) line = run;
  }
  const who = rules.at(last),
    lead = line[line.length - 1];
  if (ours(rules, last)) return { line };
  const direction = DIRECTIONS.find((each) => nextCell(lead, each) === last);
  if (direction !== undefined) return judged(line, rulingsOf(rules, line)[direction]);
  if (who && !planning(rules)) {
    const { move, problem, explanation } = rules.tap(line, last),
      { verdict } = explanation;
    return move
      ? { line, play: move }
      : { line, refuse: { line, direction: ray(head, last)?.direction ?? null, verdict, problem, explanation } };
  }
  return runUp(rules, head, last) ?? { line };
}

/** @param {State} state @param {number} direction @param {number} progress @param {Rules} rules @returns {State} */
function dragged(state, direction, progress, rules) {
  const ruling = rulingsOf(rules, state.line)[direction],
    far = progress >= DRAGGED;
  const outcome = judged(state.line, ruling);
  return make(rules, {
    name: 'dragging',
    line: state.line,
    before: state.line,
    hot: ruling.move,
    progress: ruling.move ? progress : 0,
    refusal: far ? (outcome.refuse ?? null) : null,
    pending: far ? outcome : { line: state.line },
    planned: state.planned,
  });
}
