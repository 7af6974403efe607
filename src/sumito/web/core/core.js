// The rules in the browser: the module `sumito.wasm`, opened once per page. It is synchronous, on the main thread. The
// search has a module of its own, `engine.wasm`, which only worker.js fetches.
import { COLORS } from './cells.js';
import { Clock } from './clock.js';
import { Game, STANDARD } from './game.js';
import { cellsOf, Memory, setOf } from './memory.js';
import { ADJUDICATIONS, BLOCKED, FORMS, TEXT_PROBLEMS } from './names.js';

export {
  CELLS,
  COLORS,
  DIRECTIONS,
  ROWS,
  cellName,
  directionTo,
  nextCell,
  opposite,
  opponent,
  parseCell,
  parseSentences,
  placeOf,
  positionText,
} from './cells.js';
export { Clock, Game, STANDARD };

/** @typedef {import('./cells.js').Color} Color */
/** @typedef {import('./cells.js').Sentence} Sentence */
/** @typedef {import('./cells.js').Value} Value */
/** @typedef {import('./types.js').MoveInfo} MoveInfo */
/** @typedef {import('./types.js').Verdict} Verdict */
/** @typedef {import('./types.js').Explanation} Explanation */
/** @typedef {import('./types.js').Rules} Rules */
/** @typedef {import('./types.js').Outcome} Outcome */
/** @typedef {import('./types.js').Task} Task */
/** @typedef {import('./types.js').Form} Form */
/** @typedef {import('./types.js').Snapshot} Snapshot */
/** @typedef {import('./clock.js').TimeControl} TimeControl */

const MOVES = 1734;
const TEXT_ERROR = 8;

/** Return whether a position text names more than two players: letters follow the rows. @param {string} position */
export const hasPlayers = (position) => /^\S+ +[a-z]{2}/i.test(position);

/** A text is not well formed. The column of the problem counts from 1. */
export class NotationError extends Error {
  /** @param {string} code a name such as bad_character @param {string} text @param {number} column */
  constructor(code, text, column) {
    super(`not a position, ${code.replaceAll('_', ' ')}: ${JSON.stringify(text.slice(0, 120))}, column ${column}`);
    this.name = 'NotationError';
    this.code = code;
    this.text = text;
    this.column = column;
  }
}

/** Open the core of this page. @param {string | URL} url @returns {Promise<Core>} */
export async function openCore(url = new URL('./sumito.wasm', import.meta.url)) {
  return Core.open(await WebAssembly.compileStreaming(fetch(url)));
}

export class Core {
  /** The moves that were asked for, by number. @type {MoveInfo[]} */
  #moves = [];

  /**
   * @param {WebAssembly.Module} module
   * @param {any} poll of a module that searches: called now and then in a search; a result other than 0 stops it
   */
  static async open(module, poll = () => 0) {
    const { exports } = await WebAssembly.instantiate(module, { env: { now: () => performance.now(), poll } });
    return new Core(exports);
  }

  /** @param {WebAssembly.Exports} exports */
  constructor(exports) {
    this.memory = new Memory(exports);
    const { calls } = this.memory;
    // Free the memory of games that a page drops without free().
    this.dropped = new FinalizationRegistry((/** @type {{call: string, at: number}} */ { call, at }) =>
      calls[call](at),
    );
  }

  /**
   * Create a game from a position (default: the standard position).
   * @param {string} position
   * @param {Partial<Rules>} rules
   * @param {Form} form
   * @throws {NotationError} the text is not well formed
   * @throws {RangeError} the rules cannot be played
   */
  game(position = '', rules = {}, form = 'fen') {
    const { memory } = this;
    const all = { ...USUAL, ...rules };
    const values = [
      all.marbles_to_eject,
      all.repetition,
      all.ply_cap,
      all.quiet_cap,
      ADJUDICATIONS.indexOf(all.adjudication),
      BLOCKED.indexOf(all.blocked),
      Number(all.mixed_moves),
    ];
    // Notations are ASCII. Replace every other character by a wrong one.
    const [text, length] = memory.giveText((position || STANDARD).replace(/[^\x00-\x7f]/gu, '?'));
    const error = memory.buffer('error', TEXT_ERROR);
    const given = memory.giveNumbers(values, 'rules');
    const at = memory.calls.sumito_game_new(FORMS.indexOf(form), text, length, given, error) >>> 0;
    if (at) return this.gameAt(at, Object.freeze(all));
    const problem = memory.view().getInt32(error, true);
    if (problem <= 0) throw new RangeError(`no such rules or form: ${JSON.stringify(rules)}, ${form}`);
    throw new NotationError(TEXT_PROBLEMS[problem], position, memory.view().getInt32(error + 4, true) + 1);
  }

  /** Return the game at an address of the module. @param {number} at @param {Readonly<Rules>} rules */
  gameAt(at, rules) {
    return new Game(this, at, rules);
  }

  /**
   * Create a game from a snapshot.
   * @param {Snapshot} snapshot
   * @throws {RangeError} a move cannot be played
   */
  replay({ start, moves, rules }) {
    const game = this.game(start, rules);
    for (const number of moves) {
      if (!game.play(number)) throw new RangeError(`move ${number} is not legal in ${game.position()}`);
    }
    return game;
  }

  /** Create a clock. @param {TimeControl} control @param {readonly Color[]} players in the order of play */
  clock(control, players = COLORS) {
    return Clock.of(this, control, players);
  }

  /** Return a move without a position, so without pushed marbles. @param {number} number @returns {MoveInfo} */
  moveInfo(number) {
    const known = this.#moves[number];
    if (known) return known;
    if (number >>> 0 !== number || number >= MOVES) throw new RangeError(`no such move: ${number}`);
    // Creating all at once delays the page.
    const { calls } = this.memory;
    return (this.#moves[number] = Object.freeze({
      number,
      cells: Object.freeze(cellsOf(calls.sumito_move_line(number))),
      direction: calls.sumito_move_direction(number),
      inLine: calls.sumito_move_in_line(number) === 1,
      pushed: Object.freeze([]),
      ejects: false,
      ejected: null,
    }));
  }

  /**
   * Return the move of these cells; null if there is none.
   * @param {readonly number[]} cells
   * @param {number} direction
   */
  moveOf(cells, direction) {
    const number = this.memory.calls.sumito_move_number(setOf(cells), direction);
    return number < 0 ? null : number;
  }

  /**
   * Return the image of a cell. Symmetries are 0..11.
   * @param {number} symmetry
   * @param {number} cell
   * @returns {number}
   */
  imageOfCell(symmetry, cell) {
    return checked(this.memory.calls.sumito_image_of_cell(symmetry, cell));
  }

  /** @param {number} symmetry @param {number} direction @returns {number} */
  imageOfDirection(symmetry, direction) {
    return checked(this.memory.calls.sumito_image_of_direction(symmetry, direction));
  }

  /** @param {number} symmetry @param {number} move @returns {number} */
  imageOfMove(symmetry, move) {
    return checked(this.memory.calls.sumito_image_of_move(symmetry, move));
  }
}

/** @type {Rules} */
const USUAL = {
  marbles_to_eject: 6,
  repetition: 3,
  ply_cap: 0,
  quiet_cap: 0,
  adjudication: 'draw',
  blocked: 'loses',
  mixed_moves: false,
};

/** @param {number} image */
function checked(image) {
  if (image < 0) throw new RangeError('no such symmetry, or nothing that it could turn');
  return image;
}
