/** The moves of a tree, to be clicked: the main line, and its variations in boxes. */

import { replayRules } from '../core/record_tree.js';
import { h } from '../shell/dom.js';

/** @typedef {import('../core/core.js').Core} Core */
/** @typedef {import('../core/records.js').Records} Records */
/** @typedef {import('../core/record_tree.js').RecordNode} RecordNode */
/** @typedef {import('./tree.js').GameTree} GameTree */
/**
 * What only the moves of several players have: numbers of rounds, marbles that tell who moves or leaves, and the
 * players who leave without a choice after a move.
 * @typedef {{number: (game: any) => string, sign: (game: any, move: number) => HTMLElement,
 *   picture: (game: any, move: number) => SVGElement|null, followers: (game: any) => HTMLElement[]}} Entries
 */

export class TreeView {
  #host;
  #records;
  #go;
  /** @type {Map<RecordNode, HTMLElement>} */ #buttons = new Map();
  /** The move that is looked at. @type {HTMLElement|null} */ #current = null;

  /**
   * @param {HTMLElement} host @param {Records} records
   * @param {(node: RecordNode) => void} go told what was clicked
   */
  constructor(host, records, go) {
    this.#host = host;
    this.#records = records;
    this.#go = go;
    host.dir = 'ltr';
    host.classList.add('tree');
    new ResizeObserver(() => this.#reveal()).observe(host); // the engine's lines and the words take from its height
  }

  /**
   * Writes all of it again.
   * @param {GameTree} tree @param {Core} core the one for its start @param {Entries|null} several null with two players
   */
  show(tree, core, several) {
    const { record } = tree;
    const board = core.game(record.start, replayRules(record.marblesToEject));
    /** The entries on the board. */ let played = 0;
    this.#buttons.clear();
    const top = h('div', { class: 'line' });
    /** @type {HTMLElement[]} */ const lines = [top];
    comments(top, record.comments);
    /** The moves that the open variations replace. @type {number[]} */ const replaced = [];
    let numbered = true;
    for (const { step, node, ply } of tree.tokens()) {
      const line = lines[lines.length - 1];
      if (step === 'open') {
        const variation = h('div', { class: 'variation' });
        line.append(variation);
        lines.push(variation);
        replaced.push(board.undo() ?? -1);
        played -= 1;
        numbered = true;
        continue;
      }
      if (step === 'close') {
        lines.pop();
        for (; played >= ply; played -= 1) board.undo();
        board.play(replaced.pop() ?? -1);
        played += 1;
        comments(lines[lines.length - 1], node.commentsAfter);
        numbered = true;
        continue;
      }
      const { turn } = board;
      if (node.commentsBefore.length) comments(line, node.commentsBefore);
      const text = board.writeMove(node.move);
      const button = h(
        'button',
        { type: 'button', class: 'ply', onclick: () => this.#go(node) },
        (turn === board.active[0] || numbered) &&
          h('span', { class: 'number' }, `${several ? several.number(board) : this.#records.moveNumber(ply, turn)} `),
        several?.sign(board, node.move),
        several?.picture(board, node.move) ?? text,
        node.glyphs.join(''),
      );
      this.#buttons.set(node, button);
      line.append(button);
      comments(line, node.comments);
      numbered = node.comments.length > 0;
      board.play(node.move);
      played += 1;
      line.append(...(several?.followers(board) ?? []));
    }
    comments(top, record.closingComments);
    board.free();
    this.#host.replaceChildren(
      top.childElementCount ? top : h('p', { class: 'dim', dir: 'auto', say: 'analysis.moves.none' }),
    );
    this.mark(tree);
  }

  /** Shows which move is looked at. @param {GameTree} tree */
  mark({ here }) {
    for (const [node, button] of this.#buttons) {
      if (node === here) button.setAttribute('aria-current', 'step');
      else button.removeAttribute('aria-current');
    }
    this.#current = (here && this.#buttons.get(here)) ?? null;
    if (this.#current) this.#reveal();
    else this.#host.scrollTop = 0;
  }

  #reveal() {
    const box = this.#host,
      button = this.#current;
    if (!button) return;
    const top = button.offsetTop; // from the top of the box, which is positioned
    if (top < box.scrollTop || top + button.offsetHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = top - box.clientHeight / 2;
  }
}

/** @param {HTMLElement} line @param {string[]} texts */
function comments(line, texts) {
  for (const text of texts) line.append(h('span', { class: 'comment', dir: 'auto' }, text));
}
