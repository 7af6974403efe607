/** A game with its variations, and the place in it that is looked at. Data only; the nodes are those of records. */

import { mainLine, newNode, walk } from '../core/record_tree.js';

/** @typedef {import('../core/record_tree.js').TreeRecord} TreeRecord */
/** @typedef {import('../core/record_tree.js').RecordNode} RecordNode */
/**
 * A move with the plies before it in its line, or the border of a variation.
 * @typedef {{step: 'move'|'open'|'close', node: RecordNode, ply: number}} Token
 */

export class GameTree {
  /** @type {RecordNode[]} */ #path = [];
  /** Where forward leads, after going back. @type {RecordNode[]} */ #ahead = [];

  /** @param {TreeRecord} record belongs to the tree from now on */
  constructor(record) {
    this.record = record;
  }

  /** The node that is looked at; null at the start. @returns {RecordNode|null} */
  get here() {
    return this.#path.at(-1) ?? null;
  }

  /** The moves from the start to here. */
  get moves() {
    return this.#path.map(({ move }) => move);
  }

  get ply() {
    return this.#path.length;
  }

  /** What may follow: the main move first. */
  get children() {
    return (this.here ?? this.record).children;
  }

  /** Whether no variation leads here. */
  get inMainLine() {
    return this.#path.every((node, i) => this.#childrenAt(i)[0] === node);
  }

  /** Which child was taken at each move, as text: 0.0.1 */
  get place() {
    return this.#path.map((node, i) => this.#childrenAt(i).indexOf(node)).join('.');
  }

  /** @param {string} place as `place` writes it; goes as far as it leads */
  set place(place) {
    this.first();
    for (const step of place.split('.')) {
      const node = /^\d+$/.test(step) ? this.children[Number(step)] : null;
      if (!node) return;
      this.#step(node);
    }
  }

  /** @param {number} ply @returns {RecordNode[]} the moves that can follow after `ply` plies */
  #childrenAt(ply) {
    return ply === 0 ? this.record.children : this.#path[ply - 1].children;
  }

  /** @param {RecordNode} node */
  #step(node) {
    if (this.#ahead[0] === node) this.#ahead.shift();
    else this.#ahead = [];
    this.#path.push(node);
  }

  /**
   * Plays a move: along what is there, or as a new variation.
   * @param {number} move
   * @returns {boolean} whether it is new
   */
  play(move) {
    const known = this.children.find((each) => each.move === move);
    const node = known ?? newNode(move);
    if (!known) {
      const extended = this.inMainLine && this.children.length === 0;
      this.children.push(node);
      if (extended) this.#mainLineChanged();
    }
    this.#step(node);
    return !known;
  }

  /** @returns {RecordNode|null} the node that was left */
  back() {
    const node = this.#path.pop() ?? null;
    if (node) this.#ahead.unshift(node);
    return node;
  }

  /** Go forward: along the line that `back` left, or the main line. @returns {RecordNode|null} the new node */
  forward() {
    const node = this.#ahead[0] ?? this.children[0];
    if (!node) return null;
    this.#step(node);
    return node;
  }

  first() {
    this.#ahead = [...this.#path, ...this.#ahead];
    this.#path = [];
  }

  last() {
    while (this.forward());
  }

  /** @param {RecordNode} node one of the tree's */
  go(node) {
    const path = this.pathTo(node);
    if (!path) throw new RangeError('no node of this tree');
    this.#ahead = [];
    this.#path = path;
  }

  /** To a ply of the main line, or as near as it leads. @param {number} ply */
  goTo(ply) {
    this.#path = mainLine(this.record).slice(0, Math.max(0, ply));
    this.#ahead = [];
  }

  /** From the start, without recursion: lines can be long. @param {RecordNode} node @returns {RecordNode[]|null} */
  pathTo(node) {
    /** @type {{path: RecordNode|null, before: any}[]} */
    const stack = this.record.children.map((each) => ({ path: each, before: null }));
    for (let top = stack.pop(); top; top = stack.pop()) {
      if (top.path === node) {
        const found = [];
        for (let at = top; at; at = at.before) found.unshift(/** @type {RecordNode} */ (at.path));
        return found;
      }
      for (const path of top.path?.children ?? []) stack.push({ path, before: top });
    }
    return null;
  }

  /** Takes the move that is looked at away, with all that follows; the place is then the move before. */
  remove() {
    const node = this.here;
    if (!node) return;
    const main = this.inMainLine;
    this.#path.pop();
    this.#ahead = [];
    const siblings = this.children;
    siblings.splice(siblings.indexOf(node), 1);
    if (siblings[0]) asMain(siblings[0]);
    if (main) this.#mainLineChanged();
  }

  /** Makes the line to here the main one, at every fork. */
  promote() {
    if (this.inMainLine) return;
    this.#path.forEach((node, i) => {
      const siblings = this.#childrenAt(i);
      if (siblings[0] === node) return;
      siblings.splice(siblings.indexOf(node), 1);
      siblings.unshift(node);
      asMain(node);
    });
    this.#mainLineChanged();
  }

  /** Another main line is another game: what was said of its end does not hold. */
  #mainLineChanged() {
    this.record.result = '*';
    this.record.headers.delete('Termination');
  }

  /** Everything in the order in which it is read. @returns {Token[]} */
  tokens() {
    /** @type {Token[]} */ const found = [];
    /** @type {number[]} */ const lines = [];
    let ply = 0;
    for (const [step, node] of walk(this.record.children)) {
      if (step === 'open') {
        lines.push(ply);
        ply -= 1;
        found.push({ step, node, ply });
      }
      if (step === 'close') {
        ply = /** @type {number} */ (lines.pop());
        found.push({ step, node, ply });
        continue;
      }
      found.push({ step: 'move', node, ply });
      ply += 1;
    }
    return found;
  }
}

/**
 * A variation that becomes the main line: what was said behind it is said of its first move.
 * @param {RecordNode} node
 */
function asMain(node) {
  node.comments.push(...node.commentsAfter.splice(0));
}
