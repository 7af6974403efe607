/**
 * Turn input into moves. Pointer, keyboard and screen reader all produce the events of selection.js. The results are
 * shown on the board and passed to the page.
 */
import { opposite } from '../core/cells.js';
import { cellAhead, leader, PITCH, targetOf } from './geometry.js';
import { Keys } from './keys.js';
import { reduce, start, rulingsOf } from './selection.js';

/** @typedef {import('../core/cells.js').Value} Value */
/** @typedef {import('../core/game.js').MoveInfo} MoveInfo */
/** @typedef {import('../core/game.js').Verdict} Verdict */
/** @typedef {import('../core/game.js').Explanation} Explanation */
/** @typedef {import('./board.js').BoardView} BoardView */
/** @typedef {import('./board.js').BoardMove} BoardMove */
/** @typedef {import('./selection.js').Event} Event */
/** @typedef {import('./selection.js').Refusal} Refusal */
/** @typedef {import('./selection.js').State} State */
/**
 * The callbacks of the page. `...rulesOf(() => game)` provides most of them. The sentences of `say` have directions of
 * the board: `asSeen` names them as they are on the screen.
 * @typedef {import('./selection.js').Rules & {
 *   explain: (cells: readonly number[], direction: number) => Explanation,
 *   read?: (text: string) => {move: MoveInfo|null, explanation: Explanation}|null,
 *   play: (move: MoveInfo, from: number) => Promise<void>|void,
 *   refuse?: (explanation: Explanation, refusal: Refusal) => void,
 *   choose?: (moves: readonly MoveInfo[]) => void,
 *   say?: (message: string, parameters: Record<string, Value>) => void,
 *   changed?: (state: State) => void,
 *   report?: (what: 'last'|'clocks'|'score') => void,
 *   takeBack?: () => void,
 *   rotateBoard?: () => void,
 * }} Host
 */

/** The distance that a pointer can move before it is a drag, in hundredths of a cell. */
const SLOP = { mouse: 14, other: 26 };
/** A click within this time (ms) after a pointer was lifted comes from that pointer, not from a screen reader. */
const CLICK_AFTER = 700;
/** Clicks on these elements elsewhere on the page do not clear the selection. */
const KEEPS = 'a, button, input, select, textarea, summary, label, dialog, .board-view, .rose, .keeps-selection';

/**
 * @typedef {{id: number, kind: 'mouse'|'other', x: number, y: number, path: (number|null)[], group: boolean, moved:
 *   boolean}} Gesture
 */

export class BoardInput {
  #view;
  #host;
  /** @type {State} */ #state;
  /** @type {Gesture|null} */ #gesture = null;
  #playing = false;
  /** The last input while marbles were moving. @type {(() => void)|null} */ #queued = null;
  /** @type {Set<(state: State) => void>} */ #listeners = new Set();
  #lifted = -Infinity;
  #ends = new AbortController();
  /** The field for typed moves, if the page has one. @type {{open: () => void}|null} */
  moveBox = null;
  /** True while the pen is on: this class then ignores the pointer. */
  paused = false;

  /** @param {BoardView} view @param {Host} host */
  constructor(view, host) {
    this.#view = view;
    this.#host = host;
    this.#state = start(host);
    this.#listen();
    new Keys(view, this, host);
    const off = view.config.on('arrows', () => this.#render());
    this.#ends.signal.addEventListener('abort', off);
    this.#render();
  }

  get state() {
    return this.#state;
  }
  get view() {
    return this.#view;
  }
  get host() {
    return this.#host;
  }
  /** Whether input waits until the marbles stop. */
  get busy() {
    return this.#playing || this.#view.busy;
  }

  destroy() {
    this.#ends.abort();
  }

  /** @param {(state: State) => void} callback @returns {() => void} ends it */
  onChange(callback) {
    this.#listeners.add(callback);
    return () => void this.#listeners.delete(callback);
  }

  /** Update the state. Call this after every change of the position, the player to move or the game. */
  refresh() {
    if (this.#playing) return;
    this.#gesture = null;
    this.dispatch({ type: 'refresh' });
  }

  clear() {
    this.dispatch({ type: 'clear' });
  }

  /** Remove a refusal from the board, because another message is shown. */
  forgive() {
    if (this.#state.refusal) this.clear();
  }

  /** Return the ruling on the selected line in each direction; empty if nothing is selected. */
  rulings() {
    return rulingsOf(this.#host, this.#state.line);
  }

  /** Return whether moves by this kind of pointer need a confirmation. @param {string} [pointer] */
  #confirms(pointer = 'key') {
    const when = this.#view.config.get('confirm');
    return when === 'always' || (when === 'touch' && (pointer === 'touch' || pointer === 'pen'));
  }

  /**
   * Handle an event of the user. While marbles move, the last event waits.
   * @param {Event} event
   * @param {string} [pointer]
   */
  act(event, pointer) {
    const complete = { ...event, confirm: this.#confirms(pointer) };
    if (this.busy) this.#queue(() => this.dispatch(/** @type {Event} */ (complete)));
    else this.dispatch(/** @type {Event} */ (complete));
  }

  /** Play a typed move. @param {string} text @returns {boolean} whether it could be read */
  type(text) {
    const read = this.#host.read?.(text);
    if (!read) {
      this.forgive();
      this.#host.say?.('board.typed.unreadable', { example: 'a1b2' });
      return false;
    }
    const { move, explanation } = read;
    if (move) this.act({ type: 'choose', move });
    else
      this.act({
        type: 'refuse',
        refusal: { line: [], direction: null, verdict: explanation.verdict, problem: null, explanation },
      });
    return true;
  }

  /** @param {Event} event */
  dispatch(event) {
    const before = this.#state;
    const { state, effect } = reduce(before, event, this.#host);
    this.#state = state;
    this.#render();
    if (effect && 'play' in effect) void this.#play(effect.play, effect.from);
    else if (effect && 'refuse' in effect) this.#refuse(effect.refuse);
    else if (effect && 'choose' in effect) this.#host.choose?.(effect.choose);
    this.#announce(before, effect);
  }

  // ----------------------------------------------------------------------------------------------------------- effects

  /** @param {MoveInfo} move @param {number} from */
  async #play(move, from) {
    this.#playing = true;
    try {
      await this.#host.play(move, from);
    } finally {
      this.#playing = false;
      this.refresh();
      this.#runQueued();
    }
  }

  /** @param {() => void} action */
  #queue(action) {
    const waiting = this.#queued !== null;
    this.#queued = action;
    if (!waiting && !this.#playing) void this.#view.settled.then(() => this.#runQueued());
  }

  #runQueued() {
    if (this.#queued && this.busy) return void this.#view.settled.then(() => this.#runQueued());
    const action = this.#queued;
    this.#queued = null;
    return action?.();
  }

  /** @param {Refusal} refusal */
  #refuse(refusal) {
    const explanation = this.#explanation(refusal);
    this.#view.showRefusal(this.#pictureOf(refusal, explanation));
    this.#view.shake(refusal.line);
    if (explanation) this.#host.refuse?.(explanation, refusal);
  }

  /** @param {Refusal} refusal */
  #explanation({ explanation, line, direction }) {
    return explanation ?? (direction !== null && line.length ? this.#host.explain(line, direction) : null);
  }

  /** @param {Refusal} refusal @param {Explanation|null} explanation */
  #pictureOf({ line, direction, verdict }, explanation) {
    const cells = explanation?.cells.length ? explanation.cells : (verdict?.cells ?? []);
    if (!verdict || direction === null || !line.length || !['pac', 'outnumbered'].includes(verdict.reason ?? ''))
      return { cells };
    const head = leader(line, direction),
      back = opposite(direction);
    const own = Array.from({ length: verdict.standing }, (_, i) => /** @type {number} */ (cellAhead(head, back, i)));
    return {
      cells,
      weigh: {
        own,
        enemies: verdict.cells,
        numbers: /** @type {[number, number]} */ ([verdict.standing, verdict.enemies]),
      },
    };
  }

  /**
   * Announce changes other than refusals to screen readers.
   * @param {State} before
   * @param {import('./selection.js').Effect|null} effect
   */
  #announce(before, effect) {
    const say = (/** @type {string} */ message, /** @type {Record<string, Value>} */ parameters = {}) =>
      this.#host.say?.(message, parameters);
    const { name, line } = this.#state;
    if (effect && 'choose' in effect) return say('board.choose');
    if (effect && 'confirm' in effect) return say('board.confirm');
    if (effect && 'unplan' in effect) return say('board.premove.cleared');
    if (effect && 'plan' in effect) {
      return say('board.premove', {
        cells: { cells: [...effect.plan.cells] },
        directions: { directions: [effect.plan.direction] },
      });
    }
    if (effect || name === 'stroking' || name === 'dragging' || line.join() === before.line.join()) return undefined;
    if (!line.length) return before.line.length && name === 'idle' ? say('board.cleared') : undefined;
    const n = this.rulings().filter(({ move }) => move).length,
      cells = { cells: [...line] };
    if (!n) return say('board.picked.stuck', { cells });
    return say(line.length === 1 ? 'board.picked.one' : 'board.picked', { cells, n });
  }

  #render() {
    const { name, line, hot, progress, choices, refusal, planned } = this.#state,
      view = this.#view;
    view.mark({ selection: line });
    view.preview(hot, progress);
    view.showPremove(planned);
    view.showRefusal(refusal ? this.#pictureOf(refusal, this.#explanation(refusal)) : null);
    const shown =
      name === 'stroking' || name === 'confirming'
        ? []
        : name === 'choosing'
          ? choices
          : this.#view.config.get('arrows')
            ? this.rulings().flatMap((each) => (each.move ? [each.move] : []))
            : [];
    view.showTargets(
      shown.map((move) => ({
        cell: /** @type {number} */ (targetOf(move.cells, move.direction)),
        direction: move.direction,
        move,
        odds: move.pushed.length ? /** @type {[number, number]} */ ([move.cells.length, move.pushed.length]) : null,
      })),
      { hot, choosing: name === 'choosing' },
    );
    view.host.dataset.state = name;
    this.#host.changed?.(this.#state);
    for (const listener of this.#listeners) listener(this.#state);
  }

  // ----------------------------------------------------------------------------------------------------------- pointer

  #listen() {
    const options = { signal: this.#ends.signal },
      element = this.#view.element;
    element.addEventListener('pointerdown', (event) => this.#down(event), options);
    element.addEventListener('pointermove', (event) => this.#move(event), options);
    element.addEventListener('pointerup', (event) => this.#up(event), options);
    element.addEventListener('pointercancel', () => this.#cancel(), options);
    element.addEventListener('pointerleave', () => this.#hover(null), options);
    element.addEventListener('click', (event) => this.#click(event), options);
    window.addEventListener('blur', () => this.#cancel(), options);
    document.addEventListener(
      'pointerdown',
      (event) => {
        const kept = event.target instanceof Element && event.target.closest(KEEPS);
        if (!kept && (this.#state.line.length || this.#state.refusal)) this.clear();
      },
      options,
    );
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (this.paused) return;
    if (!event.isPrimary) return this.#cancel(); // a second finger
    if (event.button !== 0) return undefined;
    const { cell, x, y } = this.#view.cellAt(event),
      { line } = this.#state;
    const group = cell !== null && line.length > 1 && line.includes(cell);
    this.#gesture = {
      id: event.pointerId,
      kind: event.pointerType === 'mouse' ? 'mouse' : 'other',
      x,
      y,
      path: [cell],
      group,
      moved: false,
    };
    this.#view.element.setPointerCapture(event.pointerId);
    this.#view.mark({ hover: null }); // the marble can move away below the pointer
    return undefined;
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const gesture = this.#gesture;
    if (!gesture) {
      if (event.pointerType === 'mouse' && !this.paused) this.#hover(event);
      return;
    }
    if (event.pointerId !== gesture.id || this.#view.config.get('input') === 'taps') return;
    const { cell, x, y } = this.#view.cellAt(event),
      dx = x - gesture.x,
      dy = y - gesture.y;
    if (!gesture.moved && Math.hypot(dx, dy) < SLOP[gesture.kind]) return;
    const [first] = gesture.path;
    if (first === null || !this.#mine(first)) return;
    gesture.moved = true;
    if (cell !== gesture.path[gesture.path.length - 1]) gesture.path.push(cell);
    if (this.busy) return;
    this.dispatch(this.#eventOf(gesture, dx, dy));
  }

  /** @param {Gesture} gesture @param {number} dx @param {number} dy @returns {Event} */
  #eventOf(gesture, dx, dy) {
    if (!gesture.group) return { type: 'stroke', path: [...gesture.path] };
    const direction = this.#view.geometry.snap(dx, dy),
      unit = this.#view.geometry.unit(direction);
    return { type: 'drag', direction, progress: Math.max(0, Math.min(1, (dx * unit.x + dy * unit.y) / PITCH)) };
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const gesture = this.#gesture;
    this.#lifted = performance.now();
    if (!gesture || event.pointerId !== gesture.id) return;
    this.#gesture = null;
    const { cell, offset, x, y } = this.#view.cellAt(event);
    if (gesture.moved) {
      const shown = this.#eventOf(gesture, x - gesture.x, y - gesture.y),
        confirm = this.#confirms(event.pointerType);
      const finish = () => {
        this.dispatch(shown);
        this.dispatch({ type: 'release', confirm });
      };
      if (this.busy) this.#queue(finish);
      else finish();
      return;
    }
    if (Math.hypot(x - gesture.x, y - gesture.y) >= PITCH / 2 && cell !== gesture.path[0]) return; // released elsewhere
    if (cell !== null) this.#view.focusCell(cell, { focus: false });
    if (this.#view.config.get('input') === 'drag' && cell !== null && !this.#mine(cell)) return this.clear();
    return this.act({ type: 'tap', cell, offset: gesture.kind === 'mouse' ? offset : null }, event.pointerType);
  }

  #cancel() {
    if (!this.#gesture) return;
    this.#gesture = null;
    this.#queued = null;
    this.dispatch({ type: 'cancel' });
  }

  /** Handle the click of a screen reader, which comes without a pointer. @param {MouseEvent} event */
  #click(event) {
    const pointer = /** @type {PointerEvent} */ (event).pointerType;
    if (pointer || this.paused || performance.now() - this.#lifted < CLICK_AFTER) return;
    const cell = this.#view.cellOfTarget(event);
    if (cell === null) return;
    this.#view.focusCell(cell);
    this.act({ type: 'tap', cell });
  }

  /** @param {number} cell */
  #mine(cell) {
    const { color, canPremove, at } = this.#host,
      who = at(cell);
    return who !== null && who === (color() ?? canPremove?.());
  }

  /** @param {PointerEvent|null} event */
  #hover(event) {
    if (!event) this.#view.mark({ hover: null });
    if (this.busy || this.#gesture) return;
    const { cell, offset } = event ? this.#view.cellAt(event) : { cell: null, offset: null };
    const before = this.#state.hot;
    const { state } = reduce(this.#state, { type: 'hover', cell, offset }, this.#host);
    const own = cell !== null && this.#mine(cell);
    this.#view.mark({ hover: own && !state.line.includes(cell) ? cell : null });
    this.#view.element.style.cursor = own || state.hot ? 'pointer' : '';
    if (before?.direction === state.hot?.direction && before?.cells.length === state.hot?.cells.length) return;
    this.#state = state;
    this.#render();
  }
}
