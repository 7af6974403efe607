// The moves of one record while they are read: the tree grows, and a board goes along.
import { decoded, Faulty, shown, wholeNumber } from './record_error.js';
import { endProblem, newNode } from './record_tree.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./types.js').Dialect} Dialect */
/** @typedef {import('./record_tree.js').RecordNode} RecordNode */
/** @typedef {import('./record_tree.js').TreeRecord} TreeRecord */
/** @typedef {import('./record_reader.js').Token} Token */

const LONGEST_MOVE = 40; // bytes

export class MoveReader {
  #board;
  #tags;
  #dialect;
  #transposed;
  /** The line from the start to where the tree grows. @type {RecordNode[]} */
  #path = [];
  /** The ply at which the present variation begins. */
  #base = 0;
  /** Of the open variations: the base around them, the move they replace. @type {{base: number, node: RecordNode}[]} */
  #left = [];
  /** The last token, or all but comments since, was a number. */
  #numbered = false;
  /** Comments that await the move they stand before. @type {string[]} */
  #held = [];
  /** The variation that has just ended. @type {RecordNode | null} */
  #closed = null;
  /** The result has been read. */
  ended = false;

  /**
   * @param {TreeRecord} record
   * @param {Game} board at its start; from here on the reader's
   * @param {Map<string, string>} tags
   * @param {Dialect | 'any'} dialect @param {boolean} transposed
   */
  constructor(record, board, tags, dialect, transposed) {
    this.record = record;
    this.#board = board;
    this.#tags = tags;
    this.#dialect = dialect;
    this.#transposed = transposed;
  }

  free() {
    this.#board.free();
  }

  /** @param {Token} token @throws {Faulty} it does not belong here */
  take({ kind, text }) {
    if (kind === 'comment') this.#comment(decoded(text));
    else if (this.ended) throw new Faulty({ code: 'after_result', value: shown(text) });
    else if (kind === 'move') this.#move(text);
    else if (kind === 'number') this.#numbered = true;
    else if (kind === 'glyph') this.#glyph(decoded(text));
    else if (kind === 'open') this.#open();
    else if (kind === 'close') this.#close();
    else if (kind === 'result') this.#result(decoded(text));
    else throw new Faulty({ code: 'result_missing' });
  }

  get #begun() {
    return this.#path.length > this.#base;
  }

  /** @param {Uint8Array} bytes */
  #move(bytes) {
    const ply = this.#path.length + 1;
    const value = shown(bytes);
    if (bytes.length > LONGEST_MOVE) throw new Faulty({ code: 'not_a_move', value, ply });
    const { move, error } = this.#board.readMove(decodedMove(bytes, ply), this.#dialect, this.#transposed);
    if (error) throw new Faulty({ code: 'not_a_move', value, ply });
    if (this.#board.outcome) throw new Faulty({ code: 'game_over', value, ply });
    if (move === undefined) {
      const explanation =
        this.#board.explainText(decodedMove(bytes, ply), this.#dialect, this.#transposed) ?? undefined;
      throw new Faulty({ code: 'illegal_move', value, ply, explanation });
    }
    this.#board.play(move);
    const node = newNode(move);
    node.commentsBefore = this.#held;
    this.#held = [];
    (this.#path.at(-1) ?? this.record).children.push(node);
    this.#path.push(node);
    this.#numbered = false;
    this.#closed = null;
  }

  /** @param {string} text */
  #comment(text) {
    if (this.ended) this.record.closingComments.push(text);
    else if (this.#numbered || (this.#left.length && !this.#begun)) this.#held.push(text);
    else if (this.#closed) this.#closed.commentsAfter.push(text);
    else (this.#begun ? this.#path[this.#path.length - 1] : this.record).comments.push(text);
  }

  /** A number, comments, and then no move: the comments belong to what was before the number. */
  #release() {
    this.#numbered = false;
    const held = this.#held;
    this.#held = [];
    for (const text of held) this.#comment(text);
  }

  /** @param {string} text */
  #glyph(text) {
    if (!this.#begun) throw new Faulty({ code: 'glyph_without_move', value: shown(text) });
    this.#path[this.#path.length - 1].glyphs.push(text);
  }

  #open() {
    if (!this.#begun) throw new Faulty({ code: 'variation_without_move' });
    this.#release();
    this.#left.push({ base: this.#base, node: /** @type {RecordNode} */ (this.#path.pop()) });
    this.#base = this.#path.length;
    this.#board.undo();
    this.#closed = null;
  }

  #close() {
    if (!this.#left.length) throw new Faulty({ code: 'variation_not_opened' });
    if (!this.#begun) throw new Faulty({ code: 'empty_variation' });
    this.#release();
    const variation = this.#path.splice(this.#base);
    const { base, node } = /** @type {{base: number, node: RecordNode}} */ (this.#left.pop());
    this.#base = base;
    this.#path.push(node);
    for (let plies = variation.length; plies > 0; plies--) this.#board.undo();
    this.#board.play(node.move);
    [this.#closed] = variation;
  }

  /** @param {string} text */
  #result(text) {
    if (this.#left.length) throw new Faulty({ code: 'variation_not_closed' });
    this.#release();
    const claimed = this.#tags.get('Result') ?? text;
    if (text !== claimed) throw new Faulty({ code: 'result_differs', value: `${claimed}, ${text}` });
    const problem = endProblem(this.#board, text, this.#tags.get('Termination'));
    if (problem) throw new Faulty({ code: problem, value: text });
    const plies = wholeNumber(this.#tags, 'Plies', 0, 999_999_999) ?? this.#path.length;
    if (plies !== this.#path.length) throw new Faulty({ code: 'plies_differ', tag: 'Plies', value: String(plies) });
    this.record.result = text;
    this.ended = true;
  }
}

/** @param {Uint8Array} bytes @param {number} ply */
function decodedMove(bytes, ply) {
  try {
    return decoded(bytes);
  } catch (error) {
    throw error instanceof Faulty ? new Faulty({ ...error.fault, ply }) : error;
  }
}
