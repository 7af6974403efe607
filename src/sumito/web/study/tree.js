/** A game with its variations, and the current node. It is plain data: its nodes are those of a record. */

import { mainLine, newNode, walk } from '../core/record_tree.js';

/** @typedef {import('../core/record_tree.js').TreeRecord} TreeRecord */
/** @typedef {import('../core/record_tree.js').RecordNode} RecordNode */
/**
 * A move with the plies before it in its line, or the border of a variation.
 * @typedef {{step: 'move'|'open'|'close', node: RecordNode, ply: number}} Token
 */

export class GameTree {
  /** @type {RecordNode[]} */ #path = [];
  /** The nodes that `back` left, which `forward` returns to. @type {RecordNode[]} */ #ahead = [];

  /** @param {TreeRecord} record belongs to the tree from now on */
  constructor(record) {
    this.record = record;
  }

  /** The current node; null at the start. @returns {RecordNode|null} */
  get here() {
    return this.#path.at(-1) ?? null;
  }

  /** The moves from the start to the current node. */
  get moves() {
    return this.#path.map(({ move }) => move);
  }

  get ply() {
    return this.#path.length;
  }

  /** The nodes that follow the current one, the main move first. */
  get children() {
    return (this.here ?? this.record).children;
  }

  /** Whether the current node is in the main line. */
  get inMainLine() {
    return this.#path.every((node, i) => this.#childrenAt(i)[0] === node);
  }

  /** The path to the current node as text: the index of each child on it, such as 0.0.1. */
  get place() {
    return this.#path.map((node, i) => this.#childrenAt(i).indexOf(node)).join('.');
  }

  /** Go along a path, as far as it exists. @param {string} place as `place` returns it */
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
   * Play a move. If the tree does not have it, add it as a variation.
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

  /** Go to a ply of the main line, or to its end if it is shorter. @param {number} ply */
  goTo(ply) {
    this.#path = mainLine(this.record).slice(0, Math.max(0, ply));
    this.#ahead = [];
  }

  /**
   * Return the path to a node; null if it is not in the tree. There is no recursion, because games can be long.
   * @param {RecordNode} node @returns {RecordNode[]|null}
   */
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

  /** Remove the current node and all that follows it, and go to the node before. */
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

  /** Make the path to the current node the main line. */
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

  /** Remove the result: it belongs to the former main line. */
  #mainLineChanged() {
    this.record.result = '*';
    this.record.headers.delete('Termination');
  }

  /** Return moves and borders of variations in the order of the text. @returns {Token[]} */
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
 * Move the comments behind a variation that becomes the main line to its first move.
 * @param {RecordNode} node
 */
function asMain(node) {
  node.comments.push(...node.commentsAfter.splice(0));
}
