/**
 * Everything that is drawn on the board besides marbles. Each mark has a light and a dark edge, so that it is visible
 * on any background. No mark has a meaning by color alone.
 */
import { nextCell } from '../core/cells.js';
import { ARROW, svg } from './art.js';
import { along, DIRECTIONS, Geometry, PITCH } from './geometry.js';
import { pointOnPath, steps } from './motion.js';

/** @typedef {import('./board.js').BoardMove} BoardMove */
/** @typedef {import('./board.js').Target} Target */
/** @typedef {import('./board.js').Refusal} Refusal */
/** @typedef {import('./board.js').Arrow} Arrow */
/** @typedef {import('./board.js').Outline} Outline */
/** @typedef {{x: number, y: number}} Point */

/** The groups of marks, from the lowest layer to the highest. */
const UNDER = ['last'];
const OVER = [
  'chevrons',
  'outlines',
  'circles',
  'arrows',
  'landings',
  'premove',
  'hover',
  'targets',
  'refusal',
  'drawn',
  'focus',
];

/** The distance of a badge from the tip of its arrow. */
const BADGE = 22;

export class Marks {
  #geometry = new Geometry();
  /** @type {Record<string, SVGElement>} */ #groups = {};
  /**
   * The function that draws each group, to draw it again when the board is rotated.
   * @type {Map<string, (group: SVGElement) => void>}
   */
  #drawers = new Map();
  layers = {
    under: svg('g', { class: 'marks-under', 'aria-hidden': 'true' }),
    over: svg('g', { class: 'marks-over', 'aria-hidden': 'true' }),
  };

  constructor() {
    for (const name of UNDER) this.#groups[name] = svg('g', { class: `marks-${name}` }, this.layers.under);
    for (const name of OVER) this.#groups[name] = svg('g', { class: `marks-${name}` }, this.layers.over);
  }

  /** @param {Geometry} geometry */
  setGeometry(geometry) {
    this.#geometry = geometry;
    for (const [name, draw] of this.#drawers) this.#fill(name, draw);
  }

  /**
   * Mark the last move: the cells of its marbles before and after it, and the path between them.
   * @param {BoardMove|null} move
   */
  last(move) {
    this.#draw('last', (group) => {
      for (const { from, to } of move ? steps(move) : []) {
        this.#circle(group, from, 43, 'origin');
        if (to !== null) this.#circle(group, to, 49.5, 'arrived');
      }
    });
    this.#draw('chevrons', (group) => {
      for (const { from, to } of move ? steps(move) : []) {
        if (!move || to === null) continue;
        const { x, y } = pointOnPath(this.#geometry, from, move.direction, 0.5);
        const turned = {
          d: 'M-6 -9 L5 0 L-6 9',
          transform: `translate(${x},${y}) rotate(${this.#geometry.angle(move.direction)})`,
        };
        svg('path', { ...turned, class: 'chevron-under' }, group);
        svg('path', { ...turned, class: 'chevron' }, group);
      }
    });
  }

  /** @param {number|null} cell an own marble under the mouse */
  hover(cell) {
    this.#draw('hover', (group) => {
      if (cell !== null) this.#circle(group, cell, 44, 'hovered');
    });
  }

  /** @param {number|null} cell that the keyboard is on */
  focus(cell) {
    this.#draw('focus', (group) => {
      if (cell === null) return;
      for (const name of ['focus-under', 'focus-ring']) this.#circle(group, cell, 54, name);
    });
  }

  /** @param {readonly Target[]} targets @param {BoardMove|null} hot @param {boolean} choosing */
  targets(targets, hot, choosing) {
    this.#draw('targets', (group) => {
      for (const { cell, direction, move, odds } of targets) {
        const names = ['target'];
        if (move.pushed.length) names.push('push');
        if (move.ejects) names.push('eject');
        if (hot && hot.direction === direction && hot.cells.length === move.cells.length) names.push('hot');
        if (choosing) names.push('choosing');
        const { x, y } = this.#geometry.point(cell);
        const target = svg(
          'g',
          { class: names.join(' '), 'data-direction': direction, 'data-cell': cell, transform: `translate(${x},${y})` },
          group,
        );
        svg('circle', { r: move.pushed.length ? 34 : 29, class: 'disc-under' }, target);
        svg('circle', { r: move.pushed.length ? 34 : 29, class: 'disc' }, target);
        svg(
          'path',
          {
            d: ARROW,
            transform: `rotate(${this.#geometry.angle(direction)}) scale(${move.pushed.length ? 0.86 : 0.74})`,
          },
          target,
        );
        if (odds) this.#badge(target, `${odds[0]} : ${odds[1]}`);
      }
    });
  }

  /** Mark the landing cells of a move. @param {BoardMove|null} move @param {string} className */
  landings(move, className) {
    this.#draw('landings', (group) => {
      if (!move) return;
      for (const { from, to } of steps(move)) {
        if (to === null) continue;
        const color = move.cells.includes(from) ? 'own' : 'enemy';
        this.#circle(group, to, 45, 'landing-under');
        this.#circle(group, to, 45, `landing ${color} ${className}`);
      }
    });
  }

  /** @param {BoardMove|null} move */
  premove(move) {
    this.#draw('premove', (group) => {
      if (!move) return;
      for (const { from, to } of steps(move)) {
        for (const name of ['premove-under', 'premove-origin']) this.#circle(group, from, 46.5, name);
        if (to !== null) for (const name of ['premove-under', 'premove-landing']) this.#circle(group, to, 38, name);
      }
      this.#arrow(group, { from: move.cells, direction: move.direction, className: 'premove-arrow' });
    });
  }

  /** @param {Refusal|null} refusal */
  refusal(refusal) {
    this.#draw('refusal', (group) => {
      for (const cell of refusal?.cells ?? []) {
        this.#circle(group, cell, 46.5, 'culprit-under');
        this.#circle(group, cell, 46.5, 'culprit');
      }
      if (!refusal?.weigh) return;
      const { own, enemies, numbers } = refusal.weigh;
      this.#weight(group, own, numbers[0], 'own');
      this.#weight(group, enemies, numbers[1], 'enemies');
    });
  }

  /** @param {readonly Outline[]} outlines */
  outlines(outlines) {
    this.#draw('outlines', (group) => {
      for (const { cells, className = '' } of outlines) {
        const d = this.#border(new Set(cells));
        svg('path', { d, class: 'outline-under' }, group);
        svg('path', { d, class: `outline ${className}` }, group);
      }
    });
  }

  /** @param {'arrows'|'drawn'} name @param {readonly Arrow[]} arrows */
  arrows(name, arrows) {
    this.#draw(name, (group) => {
      // The first arrow is the most important, and is drawn on top.
      for (const arrow of [...arrows].reverse()) this.#arrow(group, arrow);
    });
  }

  /** @param {readonly {cell: number, className: string}[]} circles */
  circles(circles) {
    this.#draw('circles', (group) => {
      for (const { cell, className } of circles) {
        this.#circle(group, cell, 46, 'circle-under');
        this.#circle(group, cell, 46, `circle ${className}`);
      }
    });
  }

  /** @param {string} name @param {(group: SVGElement) => void} draw */
  #draw(name, draw) {
    this.#drawers.set(name, draw);
    this.#fill(name, draw);
  }

  /** @param {string} name @param {(group: SVGElement) => void} draw */
  #fill(name, draw) {
    this.#groups[name].replaceChildren();
    draw(this.#groups[name]);
  }

  /** @param {SVGElement} group @param {number} cell @param {number} r @param {string} className */
  #circle(group, cell, r, className) {
    const { x, y } = this.#geometry.point(cell);
    return svg('circle', { cx: x, cy: y, r, class: className }, group);
  }

  /** @param {SVGElement} group @param {string} text @param {Point} [at] its middle @param {number} [width] */
  #badge(group, text, at = { x: 0, y: -40 }, width = 66) {
    const badge = svg('g', { class: 'badge', transform: `translate(${at.x},${at.y})` }, group);
    svg('rect', { x: -width / 2, y: -16, width, height: 32, rx: 16 }, badge);
    svg('text', { y: 1 }, badge).textContent = text;
  }

  /** @param {readonly number[]} cells @returns {Point} */
  #middle(cells) {
    const points = cells.map((cell) => this.#geometry.point(cell));
    const mean = (/** @type {number[]} */ values) => values.reduce((sum, each) => sum + each, 0) / values.length;
    return { x: mean(points.map(({ x }) => x)), y: mean(points.map(({ y }) => y)) };
  }

  /** @param {SVGElement} group @param {readonly number[]} cells @param {number} number @param {string} side */
  #weight(group, cells, number, side) {
    if (!cells.length) return;
    const { x, y } = this.#middle(cells);
    const weight = svg('g', { class: `weight ${side}`, transform: `translate(${x},${y})` }, group);
    svg('circle', { r: 25 }, weight);
    svg('text', { y: 1.5 }, weight).textContent = String(number);
  }

  /** @param {SVGElement} group @param {Arrow} arrow */
  #arrow(group, { from, direction, to, className = '', badge }) {
    const g = this.#geometry;
    /** @type {Point} */ let start;
    /** @type {Point} */ let end;
    if (direction !== undefined) {
      const line = along(from, direction),
        front = line[line.length - 1];
      // A broadside line is drawn as a whole, with its arrow from the middle.
      const inLine = line.length === 1 || nextCell(line[0], direction) === line[1];
      start = inLine ? g.point(line[0]) : this.#middle(from);
      const unit = g.unit(direction),
        far = inLine ? g.point(front) : start;
      end = { x: far.x + unit.x * PITCH, y: far.y + unit.y * PITCH };
      if (!inLine) {
        const [a, b] = [g.point(line[0]), g.point(front)];
        for (const name of ['bar-under', `bar ${className}`])
          svg('path', { d: `M${a.x} ${a.y}L${b.x} ${b.y}`, class: name }, group);
      }
    } else if (typeof to === 'number') [start, end] = [g.point(from[0]), g.point(to)];
    else return;
    const d = arrowPath(start, end);
    svg('path', { d, class: 'arrow-under' }, group);
    svg('path', { d, class: `arrow ${className}` }, group);
    if (!badge) return;
    const length = Math.hypot(end.x - start.x, end.y - start.y);
    const around = svg('g', { class: `arrow-badge ${className}` }, group);
    const ahead = { x: end.x + (end.x - start.x) * (BADGE / length), y: end.y + (end.y - start.y) * (BADGE / length) };
    this.#badge(around, badge.text, badge.at === 'tail' ? start : ahead, badge.text.length > 1 ? 42 : 32);
  }

  /** Return the border of a set of cells, along the edges of their hexagons. @param {Set<number>} cells */
  #border(cells) {
    const g = this.#geometry,
      half = PITCH / Math.sqrt(3) / 2;
    let path = '';
    for (const cell of cells) {
      const at = g.point(cell);
      for (const direction of DIRECTIONS) {
        const beside = nextCell(cell, direction);
        if (beside !== null && cells.has(beside)) continue;
        const u = g.unit(direction),
          x = at.x + (u.x * PITCH) / 2,
          y = at.y + (u.y * PITCH) / 2;
        const [across, along] = [u.y * half, u.x * half];
        const ends = [x - across, y + along, x + across, y - along].map((each) => each.toFixed(1));
        path += `M${ends[0]} ${ends[1]}L${ends[2]} ${ends[3]}`;
      }
    }
    return path;
  }
}

/** Return the path of an arrow, shaft and head, as one closed shape. @param {Point} start @param {Point} end */
function arrowPath(start, end) {
  const dx = end.x - start.x,
    dy = end.y - start.y,
    length = Math.hypot(dx, dy);
  const [x, y] = [dx / length, dy / length];
  const at = (/** @type {number} */ far, /** @type {number} */ aside) =>
    `${(start.x + x * far - y * aside).toFixed(1)} ${(start.y + y * far + x * aside).toFixed(1)}`;
  const neck = length - 36,
    tip = length - 2;
  return `M${at(14, 9)}L${at(neck, 9)}L${at(neck, 25)}L${at(tip, 0)}L${at(neck, -25)}L${at(neck, -9)}L${at(14, -9)}Z`;
}
