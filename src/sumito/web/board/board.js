/**
 * The board on the screen: one SVG for the wood, and one for marbles and marks, which is also the grid of 61 cells for
 * screen readers and keyboards. It knows no rules.
 */
import { cellName, placeOf } from '../core/cells.js';
import { drawBase, drawMarbles, MARBLE, sizes, svg } from './art.js';
import { CELLS, Geometry, PITCH } from './geometry.js';
import { Marks } from './marks.js';
import { pointOnPath, Pace, place, shake, slide, spring, steps, still } from './motion.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../core/game.js').MoveInfo} MoveInfo */
/** @typedef {import('./config.js').BoardConfig} BoardConfig */
/** @typedef {import('./motion.js').Marble} Marble */
/**
 * @typedef {Pick<MoveInfo, 'cells'|'direction'|'inLine'|'pushed'|'ejects'|'ejected'>} BoardMove a move, legal or not
 */
/** @typedef {{cell: number, direction: number, move: BoardMove, odds?: readonly [number, number]|null}} Target */
/**
 * @typedef {{cells: readonly number[], weigh?: {own: readonly number[], enemies: readonly number[], numbers: readonly
 *   [number, number]}|null}} Refusal
 */
/** @typedef {{cells: readonly number[], className?: string}} Outline */
/**
 * `badge` is a short text, shown at one end of the arrow: two arrows with one on each end never hide a badge.
 * @typedef {{from: readonly number[], direction?: number, to?: number|null, className?: string,
 *   badge?: {text: string, at: 'tail'|'tip'}}} Arrow
 */

/** Below this width (px) a board has a narrow rim without coordinates. */
const SLIM = 480;
const LOOKS = /** @type {const} */ (['board', 'marbles', 'coordinates']);
const HOME = 30; // e5: where the keyboard starts
let boards = 0;

export class BoardView {
  #host;
  #picture;
  #label;
  #named;
  #id = `board${++boards}`;
  #base = svg('svg', { class: 'board-base', 'aria-hidden': 'true' });
  #grid = /** @type {SVGSVGElement} */ (svg('svg', { class: 'board-grid' }));
  #shadowLayer = svg('g', { class: 'shadows', 'aria-hidden': 'true' });
  #marbleLayer = svg('g', { class: 'marbles', 'aria-hidden': 'true' });
  #marks = new Marks();
  /** @type {Map<number, Marble>} */ #marbles = new Map();
  /** @type {Map<number, SVGElement>} */ #cells = new Map();
  /** @type {Set<number>} */ #leaning = new Set();
  /** @type {readonly number[]} */ #selection = [];
  /** @type {readonly Target[]} */ #targets = [];
  #cursor = HOME;
  #pace;
  /** @type {Animation[]} */ #running = [];
  /** @type {Promise<void>} */ #settled = Promise.resolve();
  /** @type {(() => void)[]} */ #ends = [];
  /** @type {(() => void)[]} */ #followers = [];
  #slim = false;
  #stale = false;

  /**
   * @param {HTMLElement} host takes the board as its content
   * @param {BoardConfig} config
   * @param {{label?: string, picture?: boolean, rotation?: number, named?: boolean}} [options] label: the message that
   *   names the board; picture: without input; named: with coordinates at any width, for words that name cells
   */
  constructor(host, config, { label = 'board.label', picture = false, rotation = 0, named = false } = {}) {
    this.#host = host;
    this.config = config;
    this.#pace = new Pace(config);
    this.#picture = picture;
    this.#label = label;
    this.#named = named;
    this.geometry = new Geometry(rotation);
    host.classList.add('board-view');
    host.dir = 'ltr';
    host.append(this.#base, this.#grid);
    // Measuring a page that is still being built would cause an extra layout. Guess from the width of the window
    // instead.
    this.#slim = host.isConnected
      ? this.#isSlim(host.clientWidth)
      : !named && matchMedia(`(max-width: ${SLIM}px)`).matches;
    this.#build();
    const resized = new ResizeObserver(() => this.#fit());
    resized.observe(host);
    this.#ends.push(() => resized.disconnect());
    for (const name of LOOKS) {
      this.#ends.push(config.on(name, () => this.#dress()));
    }
    this.#dress();
    config.bind(this.#grid, 'aria-label', () => this.#name());
    // Listen on the host: an SVG element with focus listeners becomes a tab stop itself.
    host.addEventListener('focusin', (event) => this.#focused(/** @type {Element} */ (event.target)));
    host.addEventListener('focusout', () => this.#marks.focus(null));
  }

  /** Whether coordinates are beside the board, so that words can name cells. */
  get namesCells() {
    return this.#named || (!this.#slim && this.config.get('coordinates'));
  }

  /** The element that gets the pointer and the keys. */
  get element() {
    return this.#grid;
  }
  get host() {
    return this.#host;
  }
  /** Whether marbles are moving. */
  get busy() {
    return this.#running.length > 0;
  }
  /** Resolves when no marble is moving. */
  get settled() {
    return this.#settled;
  }
  /** The cell of the keyboard cursor. */
  get cursor() {
    return this.#cursor;
  }
  get rotation() {
    return this.geometry.rotation;
  }

  /** Remove the listeners outside the board, for a board that is removed before its page. */
  destroy() {
    for (const end of this.#ends) end();
    this.#host.replaceChildren();
  }

  #dress() {
    for (const name of LOOKS) this.#host.dataset[name] = String(this.config.get(name));
    if (this.#named) this.#host.dataset.coordinates = 'true';
  }

  // ------------------------------------------------------------------------------------------------- position and turn

  /** @param {Partial<Record<Color, readonly number[]>>} position the cells of each colour */
  setPosition(position) {
    this.#finish();
    /** @type {Map<number, Color>} */ const wanted = new Map();
    for (const [color, cells] of /** @type {[Color, readonly number[]][]} */ (Object.entries(position))) {
      for (const cell of cells) wanted.set(cell, color);
    }
    for (const [cell, marble] of this.#marbles) {
      if (wanted.get(cell) !== marble.color) this.#remove(cell, marble);
    }
    for (const [cell, color] of wanted) {
      const marble = this.#marbles.get(cell) ?? this.#make(color);
      this.#marbles.set(cell, marble);
      place(marble, this.geometry.point(cell));
    }
    this.#leaning.clear();
    this.#describe();
  }

  /** @param {number} rotation steps of 30 degrees clockwise, 0 to 11 */
  rotate(rotation) {
    if (new Geometry(rotation).rotation === this.geometry.rotation) return;
    this.geometry = new Geometry(rotation);
    this.#build();
    for (const follow of this.#followers) follow();
  }

  /** Draw the board again, with marbles that were loaded since. */
  redraw() {
    this.#build();
  }

  /** Call back after every rotation, for words that name directions. @param {() => void} callback */
  onRotate(callback) {
    this.#followers.push(callback);
  }

  /** Return the color of the marble on a cell; null if it is empty. @param {number} cell @returns {Color|null} */
  at(cell) {
    return this.#marbles.get(cell)?.color ?? null;
  }

  /**
   * Animate a move, or with `back` its undo. The position is the new one at once. If another move is still animated, it
   * ends at once.
   * @param {BoardMove} move
   * @param {{from?: number, back?: boolean, tray?: DOMRect|null}} [options] from: how far the marbles have already
   *   moved, 0 to 1; tray: the place of an ejected marble in the window
   * @returns {Promise<void>} when all marbles are in place
   */
  animate(move, { from = 0, back = false, tray = null } = {}) {
    const duration = this.#pace.next(this.busy);
    this.#finish();
    for (const cell of this.#leaning) this.#putBack(cell);
    this.#leaning.clear();
    const moving = steps(move).map((step) => ({ step, marble: this.#marbleOf(step, move, back) }));
    for (const { step } of moving) this.#marbles.delete(/** @type {number} */ (back ? step.to : step.from));
    moving.forEach(({ step, marble }, i) => {
      if (!marble) return;
      still(marble);
      const end = back ? step.from : step.to;
      if (end !== null) {
        this.#marbles.set(end, marble);
        place(marble, this.geometry.point(end));
      }
      const beginsWithContact = move.pushed.length > 0 && !back && !from;
      /** @type {'pusher'|'pushed'|null} */
      const part = !beginsWithContact ? null : i < move.cells.length ? 'pusher' : 'pushed';
      const timing = {
        duration,
        delay: move.inLine && !back ? i : 0,
        from: back ? 0 : from,
        back,
        part,
        tray: tray && this.#placeOn(tray),
      };
      const animations = slide(marble, this.geometry, step, move.direction, timing);
      if (end === null)
        for (const each of animations)
          void each.finished.then(
            () => this.#drop(marble),
            () => this.#drop(marble),
          );
      this.#running.push(...animations);
    });
    this.#describe();
    const running = this.#running;
    // The marks of the move appear when its marbles land.
    this.#host.classList.toggle('moving', duration > 0);
    this.#settled = Promise.allSettled(running.map((each) => each.finished)).then(() => {
      for (const each of running) each.cancel();
      if (this.#running !== running) return;
      this.#running = [];
      this.#host.classList.toggle('moving', false);
    });
    return this.#settled;
  }

  /**
   * Show the beginning of a move: its marbles lean, and their landing cells are outlined.
   * @param {BoardMove|null} move
   * @param {number} progress 0 to 1
   * @param {string} [className]
   */
  preview(move, progress = 0, className = '') {
    const moving = move && progress ? steps(move) : [];
    const kept = new Set(moving.map((step) => step.from));
    for (const cell of this.#leaning) {
      const marble = this.#marbles.get(cell);
      if (!kept.has(cell) && marble) spring(marble, this.geometry.point(cell), this.config);
    }
    this.#leaning = kept;
    for (const { from } of moving) {
      const marble = this.#marbles.get(from);
      if (marble && move) place(marble, pointOnPath(this.geometry, from, move.direction, progress));
    }
    this.#marks.landings(move, className);
  }

  // ------------------------------------------------------------------------------------------------------------- marks

  /**
   * Change the given marks. The others stay.
   * @param {{last?: BoardMove|null, selection?: readonly number[], hover?: number|null}} marks
   */
  mark({ last, selection, hover }) {
    if (last !== undefined) this.#marks.last(last);
    if (hover !== undefined) this.#marks.hover(hover);
    if (!selection) return;
    this.#selection = selection;
    for (const [cell, marble] of this.#marbles) marble.body.classList.toggle('selected', selection.includes(cell));
    this.#host.classList.toggle('selecting', selection.length > 0);
    this.#describe();
  }

  /**
   * Show the targets of the selected line.
   * @param {readonly Target[]} targets
   * @param {{hot?: BoardMove|null, choosing?: boolean}} [options]
   */
  showTargets(targets, { hot = null, choosing = false } = {}) {
    this.#targets = targets;
    this.#marks.targets(targets, hot, choosing);
    this.#describe();
  }

  /** Show a refusal: the cells in the way, and the strengths of two lines. @param {Refusal|null} refusal */
  showRefusal(refusal) {
    this.#marks.refusal(refusal);
  }

  /** Show a planned move. @param {BoardMove|null} move */
  showPremove(move) {
    this.#marks.premove(move);
  }

  /** Outline groups of cells, for example formations. @param {readonly Outline[]} outlines */
  outline(outlines) {
    this.#marks.outlines(outlines);
  }

  /** Show arrows of the page: hints, variations of the engine. @param {readonly Arrow[]} arrows */
  arrows(arrows) {
    this.#marks.arrows('arrows', arrows);
  }

  /**
   * Show the user's drawing.
   * @param {readonly Arrow[]} arrows
   * @param {readonly {cell: number, className: string}[]} circles
   */
  drawn(arrows, circles) {
    this.#marks.arrows('drawn', arrows);
    this.#marks.circles(circles);
  }

  /** @param {readonly number[]} cells */
  shake(cells) {
    for (const cell of cells) {
      const marble = this.#marbles.get(cell);
      if (marble) shake(marble, this.geometry.point(cell), this.config);
    }
  }

  // ------------------------------------------------------------------------------------------------- pointer and focus

  /**
   * Return the cell under the pointer, the offset in it, and the point on the board.
   * @param {{clientX: number, clientY: number}} event
   */
  cellAt(event) {
    const matrix = /** @type {DOMMatrix} */ (this.#grid.getScreenCTM()).inverse();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return { ...this.geometry.pick(x, y), x, y };
  }

  /** Return the point of a cell in the window, in px; dx and dy are in cells on the screen. @param {number} cell */
  pixelOf(cell, dx = 0, dy = 0) {
    const at = this.geometry.point(cell),
      matrix = /** @type {DOMMatrix} */ (this.#grid.getScreenCTM());
    const { x, y } = new DOMPoint(at.x + dx * PITCH, at.y + dy * PITCH).matrixTransform(matrix);
    return { x, y };
  }

  /**
   * Return the cell of an event without a pointer, such as a screen reader's click.
   * @param {Event} event
   * @returns {number|null}
   */
  cellOfTarget(event) {
    const element = /** @type {Element} */ (event.target).closest('[data-cell]');
    return element ? Number(element.getAttribute('data-cell')) : null;
  }

  /**
   * Move the keyboard cursor to a cell, and by default the focus too.
   * @param {number} cell
   * @param {{focus?: boolean}} [options]
   */
  focusCell(cell, { focus = true } = {}) {
    this.#cells.get(this.#cursor)?.setAttribute('tabindex', '-1');
    this.#cursor = cell;
    const element = this.#cells.get(cell);
    element?.setAttribute('tabindex', '0');
    if (focus) /** @type {any} */ (element)?.focus({ preventScroll: true });
  }

  /**
   * Return the sentence that a screen reader says about a cell.
   * @param {number} cell
   * @returns {import('../core/cells.js').Sentence}
   */
  sentenceOf(cell) {
    const color = this.at(cell),
      cells = { cells: [cell] };
    const target = this.#targets.some((each) => each.cell === cell);
    if (!color) return { message: target ? 'board.cell.target' : 'board.cell.empty', parameters: { cells } };
    const state = this.#selection.includes(cell) ? 'selected' : target ? 'pushed' : 'marble';
    return { message: `board.cell.${state}`, parameters: { cells, player: { color } } };
  }

  // -------------------------------------------------------------------------------------------------------- the inside

  /** Draw the board for the current rotation and size. The marbles and marks stay. */
  #build() {
    const geometry = this.geometry,
      grid = this.#grid;
    const { width, height } = sizes(geometry, this.#slim);
    const focused = grid.contains(document.activeElement);
    for (const each of [this.#base, grid])
      each.setAttribute('viewBox', `${-width} ${-height} ${2 * width} ${2 * height}`);
    this.#host.style.setProperty('--board-ratio', `${width} / ${height}`);
    this.#host.classList.toggle('slim', this.#slim);
    this.#host.classList.toggle('upright', geometry.upright);
    drawBase(this.#base, this.#id, geometry, this.#slim);
    const defs = svg('defs');
    drawMarbles(defs, this.#id);
    const cells = svg('g', { class: 'cells' });
    this.#buildCells(cells);
    const { under, over } = this.#marks.layers;
    grid.replaceChildren(defs, under, this.#shadowLayer, this.#marbleLayer, cells, over);
    for (const [cell, marble] of this.#marbles) place(marble, geometry.point(cell));
    this.#leaning.clear();
    this.#marks.setGeometry(geometry);
    this.#name();
    if (focused) this.focusCell(this.#cursor);
  }

  /** Build the cells in reading order, row by row from the top. @param {SVGElement} layer */
  #buildCells(layer) {
    this.#cells.clear();
    this.#grid.setAttribute('role', this.#picture ? 'img' : 'grid');
    if (this.#picture) return;
    for (let row = 8; row >= 0; row--) {
      const line = svg('g', { role: 'row' }, layer);
      for (const cell of CELLS.filter((each) => placeOf(each)[0] === row)) {
        const element = svg(
          'g',
          {
            role: 'gridcell',
            tabindex: cell === this.#cursor ? 0 : -1,
            'data-cell': cell,
            'data-name': cellName(cell),
          },
          line,
        );
        const { x, y } = this.geometry.point(cell);
        svg('circle', { cx: x, cy: y, r: 49, class: 'hit' }, element);
        this.#cells.set(cell, element);
      }
    }
  }

  #fit() {
    const width = this.#host.clientWidth,
      slim = this.#isSlim(width);
    if (width === 0 || slim === this.#slim) return;
    this.#slim = slim;
    this.#build();
  }

  /** @param {number} width of the host */
  #isSlim(width) {
    return !this.#named && width > 0 && width <= SLIM;
  }

  #name() {
    this.#grid.setAttribute('aria-label', this.config.say(this.#label));
    this.#describe();
  }

  /** Update the labels of the cells, once for all changes of the same task. */
  #describe() {
    if (this.#stale) return;
    this.#stale = true;
    queueMicrotask(() => this.#write());
  }

  #write() {
    this.#stale = false;
    for (const [cell, element] of this.#cells) {
      const { message, parameters } = this.sentenceOf(cell),
        text = this.config.say(message, parameters),
        selected = String(this.#selection.includes(cell));
      if (element.getAttribute('aria-label') !== text) element.setAttribute('aria-label', text);
      if (element.getAttribute('aria-selected') !== selected) element.setAttribute('aria-selected', selected);
    }
  }

  /** @param {Element} element */
  #focused(element) {
    const cell = element.getAttribute('data-cell');
    if (cell === null) return;
    this.focusCell(Number(cell), { focus: false });
    this.#marks.focus(element.matches(':focus-visible') ? Number(cell) : null);
  }

  /** @param {Color} color @returns {Marble} */
  #make(color) {
    const shadow = svg('use', { href: `#${this.#id}-shadow` }, this.#shadowLayer);
    const body = svg('g', { class: `marble ${color}` }, this.#marbleLayer);
    svg('use', { href: `#${this.#id}-${color}` }, body);
    svg('circle', { r: 46.5, class: 'ring-under' }, body);
    svg('circle', { r: 46.5, class: 'ring' }, body);
    return { body, shadow, color };
  }

  /**
   * Return the marble of a step. An ejected marble that returns is a new one.
   * @param {{from: number, to: number|null}} step
   * @param {BoardMove} move
   * @param {boolean} back
   */
  #marbleOf(step, move, back) {
    if (!back) return this.#marbles.get(step.from);
    if (step.to !== null) return this.#marbles.get(step.to);
    return this.#make(/** @type {Color} */ (move.ejected));
  }

  /** @param {number} cell */
  #putBack(cell) {
    const marble = this.#marbles.get(cell);
    if (marble) place(marble, this.geometry.point(cell));
  }

  /** @param {number} cell @param {Marble} marble */
  #remove(cell, marble) {
    this.#marbles.delete(cell);
    this.#drop(marble);
  }

  /** @param {Marble} marble */
  #drop(marble) {
    marble.body.remove();
    marble.shadow.remove();
  }

  /** Convert a place in the window to the board. @param {DOMRect} rect of a marble */
  #placeOn({ left, top, width, height }) {
    const matrix = /** @type {DOMMatrix} */ (this.#grid.getScreenCTM());
    const { x, y } = new DOMPoint(left + width / 2, top + height / 2).matrixTransform(matrix.inverse());
    return { x, y, scale: width / (2 * MARBLE * matrix.a) };
  }

  /** Finish all animations now. */
  #finish() {
    for (const each of this.#running) each.finish();
    this.#running = [];
    this.#host.classList.toggle('moving', false);
  }
}
