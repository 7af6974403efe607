// Game records read: the core emits events, and a tree grows with them.
import { pointer } from './memory.js';
import { DIALECTS } from './names.js';
import { RECORD_FAULTS, RecordError } from './record_error.js';
import { newNode, newRecord, replayRules } from './record_tree.js';

/** @typedef {import('./core.js').Core} Core */
/** @typedef {import('./study.js').Study} Study */
/** @typedef {import('./types.js').Dialect} Dialect */
/** @typedef {import('./record_tree.js').TreeRecord} TreeRecord */
/** @typedef {import('./record_tree.js').RecordNode} RecordNode */
/**
 * `number` is a move, the marbles to eject, or the ply of a fault.
 * @typedef {{kind: string, text: Uint8Array, name: string, place: string, fault: string, dialect: string,
 *   number: number, line: number, column: number}} RecordEvent
 */

const KINDS = [
  'more',
  'game_begin',
  'tag',
  'start',
  'header',
  'move',
  'comment',
  'glyph',
  'open',
  'close',
  'result',
  'fault',
  'game_end',
  'end',
];
const PLACES = ['record', 'before', 'move', 'after', 'closing'];
const EVENT = 48;
const PIECE = 2 ** 16;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** @param {Study} study @param {Uint8Array} data @param {boolean} transposed @returns {Generator<RecordEvent>} */
function* events({ memory, names }, data, transposed) {
  const { calls } = memory;
  const reader = pointer(calls.sumito_record_reader_new(names, Number(transposed)));
  const out = pointer(calls.sumito_alloc(EVENT)); // its own: others read records between two events
  try {
    for (let fed = 0; ;) {
      const kind = KINDS[calls.sumito_record_reader_next(reader, out)];
      if (kind === 'end') return;
      if (kind === 'more') {
        const piece = data.subarray(fed, fed + PIECE);
        fed += piece.length;
        if (piece.length) calls.sumito_record_reader_feed(reader, memory.give(piece), piece.length);
        else calls.sumito_record_reader_finish(reader);
        continue;
      }
      const view = memory.view();
      const [text, textSize, name, nameSize] = [0, 4, 8, 12].map((each) => view.getUint32(out + each, true));
      const [place, fault, dialect, number, line, column] = [20, 24, 28, 32, 36, 40].map((each) =>
        view.getInt32(out + each, true),
      );
      yield {
        kind,
        text: memory.bytes(text, textSize).slice(),
        name: memory.text(name, nameSize),
        place: PLACES[place],
        fault: RECORD_FAULTS[fault],
        dialect: DIALECTS[dialect],
        number,
        line,
        column,
      };
    }
  } finally {
    calls.sumito_free(out);
    calls.sumito_record_reader_free(reader);
  }
}

/**
 * Yield the games of a file one by one: a record, or the error if a game is not valid. With `transposed`, letter and
 * number are exchanged in every cell of a move, as in PlayStrategy's old exports.
 * @param {Core} core @param {Study} study @param {Uint8Array} data @param {boolean} transposed
 * @returns {Generator<TreeRecord | RecordError>}
 */
export function* readRecords(core, study, data, transposed) {
  let number = 0;
  let game = new GameReader(core, 0, transposed);
  for (const event of events(study, data, transposed)) {
    if (event.kind === 'game_begin') game = new GameReader(core, ++number, transposed);
    else if (event.kind === 'game_end') yield game.finished();
    else game.take(event);
  }
}

/** A game while it is read: the tree grows with the events of the core. */
class GameReader {
  #core;
  #number;
  #transposed;
  /** @type {Map<string, string>} */
  #tags = new Map();
  #record = newRecord('');
  /** The line from the start to where the tree grows. @type {RecordNode[]} */
  #path = [];
  /** The ply at which the present variation begins. */
  #base = 0;
  /** Of the open variations: the base around them, the move they replace. @type {{base: number, node: RecordNode}[]} */
  #open = [];
  /** The first move of the variation that ended last. @type {RecordNode | null} */
  #closed = null;
  /** @type {RecordError | null} */
  #error = null;

  /** @param {Core} core @param {number} number @param {boolean} transposed */
  constructor(core, number, transposed) {
    this.#core = core;
    this.#number = number;
    this.#transposed = transposed;
  }

  finished() {
    return this.#error ?? this.#record;
  }

  /** @param {RecordEvent} event */
  take(event) {
    const text = decoder.decode(event.text);
    switch (event.kind) {
      case 'tag':
        this.#tags.set(event.name, text);
        break;
      case 'start':
        this.#record = newRecord(text, [], event.number, /** @type {Dialect} */ (event.dialect));
        this.#record.variant = event.name || null;
        break;
      case 'header':
        this.#record.headers.set(event.name, text);
        break;
      case 'move':
        this.#add(newNode(event.number));
        break;
      case 'comment':
        this.#comments(event.place).push(text);
        break;
      case 'glyph':
        this.#last.glyphs.push(text);
        break;
      case 'open':
        this.#open.push({ base: this.#base, node: /** @type {RecordNode} */ (this.#path.pop()) });
        this.#base = this.#path.length;
        break;
      case 'close':
        this.#close();
        break;
      case 'result':
        this.#record.result = text;
        break;
      default:
        this.#error = this.#errorOf(event, text);
    }
  }

  get #last() {
    return this.#path[this.#path.length - 1];
  }

  /** @param {RecordNode} node */
  #add(node) {
    (this.#path.at(-1) ?? this.#record).children.push(node);
    this.#path.push(node);
  }

  #close() {
    const variation = this.#path.splice(this.#base);
    const { base, node } = /** @type {{base: number, node: RecordNode}} */ (this.#open.pop());
    this.#base = base;
    this.#path.push(node);
    [this.#closed] = variation;
  }

  /** @param {string} place */
  #comments(place) {
    if (place === 'record') return this.#record.comments;
    if (place === 'closing') return this.#record.closingComments;
    if (place === 'after') return /** @type {RecordNode} */ (this.#closed).commentsAfter;
    return place === 'before' ? this.#last.commentsBefore : this.#last.comments;
  }

  /** @param {RecordEvent} event @param {string} text */
  #errorOf({ fault: code, name: tag, number: ply, line, column }, text) {
    // The core at hand is for two players.
    const explanation = code === 'illegal_move' && !this.#tags.has('Players') ? this.#explained(text) : null;
    return new RecordError({ code, tag, text, ply, explanation }, { game: this.#number, line, column }, this.#tags);
  }

  /** Why the rules forbid the move after the present line. @param {string} move */
  #explained(move) {
    const { start, marblesToEject, dialect } = this.#record;
    const moves = this.#path.map((node) => node.move);
    const board = this.#core.replay({ start, moves, rules: replayRules(marblesToEject) });
    // As the core reads the moves: in any dialect if the record does not tell.
    const told = dialect === 'playstrategy' ? !this.#transposed : this.#tags.has('Notation');
    const explanation = board.explainText(move, told ? dialect : 'any', this.#transposed);
    board.free();
    return explanation;
  }
}
