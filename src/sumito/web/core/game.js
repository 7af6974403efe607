// A game in the module: position, history, rules, outcome, verdicts, explanations and tasks.
import { byColor, COLORS, opponent, parseSentences } from './cells.js';
import { ahead, cellsAt, cellsOf, pointer, setOf } from './memory.js';
import {
  DIALECTS,
  FORMS,
  GOALS,
  POSITION_PROBLEMS,
  REASONS,
  TAP_PROBLEMS,
  TERMINATIONS,
  TEXT_PROBLEMS,
} from './names.js';
import { defencesOf, formationsOf, pushesOf } from './formations_and_threats.js';

/** @typedef {import('./cells.js').Color} Color */
/** @typedef {import('./core.js').Core} Core */
/** @typedef {import('./types.js').MoveInfo} MoveInfo */
/** @typedef {import('./types.js').Verdict} Verdict */
/** @typedef {import('./types.js').Explanation} Explanation */
/** @typedef {import('./types.js').Tap} Tap */
/** @typedef {import('./types.js').Rules} Rules */
/** @typedef {import('./types.js').Outcome} Outcome */
/** @typedef {import('./types.js').Reading} Reading */
/** @typedef {import('./types.js').Formation} Formation */
/** @typedef {import('./types.js').Threats} Threats */
/** @typedef {import('./types.js').Task} Task */
/** @typedef {import('./types.js').Taste} Taste */
/** @typedef {import('./types.js').Attempt} Attempt */
/** @typedef {import('./types.js').Form} Form */
/** @typedef {import('./types.js').Dialect} Dialect */
/** @typedef {import('./types.js').Snapshot} Snapshot */

export const STANDARD = 'sssss/ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSSS 0 0 b 0 1';
/** The most nodes that a proof visits. */
const PROOF_NODES = 20_000_000;

// The sizes of the structs of api.hpp, in bytes.
const MOVE = 32;
const VERDICT = 32;
const READING = 40;
const EXPLANATION = 56;
const TAP = 64;
const ATTEMPT = 64;

/** @param {number} number */
const orNull = (number) => (number === -1 ? null : number);
/** Notations are ASCII. Replace every other character by a wrong one. @param {string} text */
const ascii = (text) => text.replace(/[^\x00-\x7f]/gu, '?');

export class Game {
  #core;
  #memory;
  #calls;

  /**
   * Use core.game().
   * @param {Core} core @param {number} at @param {Readonly<Rules>} rules @param {readonly Color[]} players
   */
  constructor(core, at, rules, players = COLORS) {
    this.#core = core;
    this.#memory = core.memory;
    this.#calls = core.memory.calls;
    /** The context in the module. */
    this.context = pointer(at);
    this.rules = rules;
    /** The colors in the order of play. */
    this.players = players;
    core.dropped.register(this, { call: 'sumito_game_free', at: this.context }, this);
  }

  /** Return an independent copy. */
  copy() {
    return this.#core.gameAt(this.#calls.sumito_game_copy(this.context), this.rules);
  }

  /** Return the game as plain data for core.replay(), without an end that players declared. @returns {Snapshot} */
  snapshot() {
    return { start: this.startPosition(), moves: this.history(), rules: this.rules };
  }

  /** Free the memory. The game cannot be used any more. */
  free() {
    this.#core.dropped.unregister(this);
    this.#calls.sumito_game_free(this.context);
    this.context = 0;
  }

  // ---- the computer as a player

  /** Return whether a level can choose among variations of these depths. @param {number[]} depths */
  comparable(depths) {
    return this.#calls.sumito_comparable(this.#memory.giveNumbers(depths, 'depths'), depths.length) === 1;
  }

  /**
   * Return the index of the candidate that a level of play chooses. All must have been searched to the same depth.
   * @param {{score: number, move: number}[]} candidates for the player to move
   * @param {Taste} likes
   * @param {number} random at least 0 and below 1
   * @returns {number}
   */
  choose(candidates, likes, random) {
    const given = this.#memory.giveNumbers(
      candidates.flatMap(({ score, move }) => [score, move]),
      'candidates',
    );
    const { temperature, margin, eagerness, sight, attention, push, centre } = likes;
    const values = [temperature, margin, eagerness, sight, attention, push, centre];
    const taste = this.#memory.giveNumbers(values, 'taste');
    const index = this.#calls.sumito_choose(this.context, given, candidates.length, taste, random);
    if (index < 0) throw new RangeError('no candidate, or one whose move is not legal');
    return index;
  }

  /**
   * Return whether the computer accepts a draw from the player to move. `score` is for that player.
   * @param {number} score
   */
  acceptsDraw(score) {
    return this.#calls.sumito_accepts_draw(this.context, score) === 1;
  }

  // ---- the position

  /** The players who play together: each alone, or two teams. @returns {readonly (readonly Color[])[]} */
  get sides() {
    return this.players.map((color) => [color]);
  }

  /** The players who have not left. @returns {readonly Color[]} */
  get active() {
    return this.players;
  }

  /** @returns {Color} */
  get turn() {
    return this.players[this.#calls.sumito_game_turn(this.context)];
  }

  /** The number of plies, including those before the start position. @returns {number} */
  get ply() {
    return this.#calls.sumito_game_ply(this.context);
  }

  /** Plies since the last ejection. @returns {number} */
  get quiet() {
    return this.#calls.sumito_game_quiet(this.context);
  }

  /** The number of times that this position has occurred, with the same player to move. @returns {number} */
  get occurrences() {
    return this.#calls.sumito_game_occurrences(this.context);
  }

  /** The key of the position. Equal positions have equal keys. @returns {bigint} */
  get key() {
    return BigInt.asUintN(64, this.#calls.sumito_game_key(this.context));
  }

  /** Return the number of marbles that a player has lost. @param {Color} color @returns {number} */
  ejected(color) {
    return this.#calls.sumito_game_ejected(this.context, this.player(color));
  }

  /** Return the number of marbles that a player has ejected. @param {Color} color */
  score(color) {
    return this.ejected(opponent(color));
  }

  /** Return the colors of the marbles that a player has ejected. @param {Color} color @returns {Color[]} */
  ejections(color) {
    return Array.from({ length: this.score(color) }, () => opponent(color));
  }

  /** Return the number of a player. @param {Color} color @throws {RangeError} the color does not play */
  player(color) {
    const number = this.players.indexOf(color);
    if (number < 0) throw new RangeError(`no such player: ${color}`);
    return number;
  }

  /** Return the cells of each player's marbles. */
  placement() {
    return byColor(this.players, (color) => this.marbles(color));
  }

  /** Return the color of the marble on a cell; null if it is empty. @param {number} cell @returns {Color | null} */
  at(cell) {
    const set = setOf([cell]);
    return (
      this.players.find((color) => this.#calls.sumito_game_marbles(this.context, this.player(color)) & set) ?? null
    );
  }

  /** Return the cells of a player's marbles, in order. @param {Color} color */
  marbles(color) {
    return cellsOf(this.#calls.sumito_game_marbles(this.context, this.player(color)));
  }

  /** Return the position as text. @param {Form} form */
  position(form = 'fen') {
    return this.#memory.fillText('sumito_game_write', this.context, FORMS.indexOf(form));
  }

  /** Return the position before the first move, as text. @param {Form} form */
  startPosition(form = 'fen') {
    return this.#memory.fillText('sumito_game_write_start', this.context, FORMS.indexOf(form));
  }

  /** Return the reasons why the position cannot be played; empty if it can. */
  problems() {
    const bits = this.#calls.sumito_game_problems(this.context);
    return POSITION_PROBLEMS.filter((_, i) => bits & (1 << i));
  }

  // ---- moves

  /** Return the legal moves; empty if the game is over. @returns {MoveInfo[]} */
  legalMoves() {
    const { count, at } = this.#memory.fill('sumito_game_moves', MOVE, this.context);
    const view = this.#memory.view();
    return Array.from({ length: count }, (_, i) => this.#moveAt(view, at + MOVE * i));
  }

  /** @param {number} number */
  isLegal(number) {
    return this.#calls.sumito_game_is_legal(this.context, number) === 1;
  }

  /**
   * Return a move with its effect in this position. A move that is not legal has no pushed marbles.
   * @param {number} number
   */
  move(number) {
    const out = this.#memory.buffer('move', MOVE);
    const legal = this.#calls.sumito_game_effect(this.context, number, out) === 1;
    return legal ? this.#moveAt(this.#memory.view(), out) : this.#core.moveInfo(number);
  }

  /** @param {DataView} view @param {number} at @returns {MoveInfo} */
  #moveAt(view, at) {
    const move = this.#core.moveInfo(view.getInt32(at + 16, true));
    const pushed = ahead(cellsAt(view, at + 8), move.direction);
    if (pushed.length === 0) return move;
    const ejects = view.getInt32(at + 28, true) === 1;
    return { ...move, pushed, ejects, ejected: ejects ? this.at(pushed[pushed.length - 1]) : null };
  }

  /**
   * Return the verdict on moving these marbles, which are the whole line.
   * @param {readonly number[]} cells
   * @param {number} direction
   */
  verdict(cells, direction) {
    const out = this.#memory.buffer('verdict', VERDICT);
    const judged = this.#calls.sumito_game_verdict(this.context, setOf(cells), direction, out);
    if (!judged) throw new RangeError(`no request: cells [${cells}], direction ${direction}`);
    return verdictAt(this.#memory.view(), out);
  }

  /** Play a move. Return whether it was legal. @param {number} number */
  play(number) {
    return this.#calls.sumito_game_play(this.context, number) === 1;
  }

  /** Undo the last move, and an end that was declared after it. Return the move; null if there is none. */
  undo() {
    return orNull(this.#calls.sumito_game_undo(this.context));
  }

  /** Return the moves since the start, oldest first. */
  history() {
    return this.#memory.fillNumbers('sumito_game_history', this.context);
  }

  /**
   * Read a move, in one dialect or in any.
   * @param {string} text
   * @param {Dialect | 'any'} dialect
   * @param {boolean} transposed letter and number are exchanged, as in old exports
   * @returns {Reading} with `move` if it is legal, even if the game is over
   */
  readMove(text, dialect = 'any', transposed = false) {
    const [at, size] = this.#memory.giveText(ascii(text));
    const out = this.#memory.buffer('reading', READING);
    this.#calls.sumito_game_read_move(this.context, at, size, DIALECTS.indexOf(dialect), Number(transposed), out);
    const view = this.#memory.view();
    const problem = view.getInt32(out + VERDICT, true);
    if (problem !== 0) {
      return { error: { code: TEXT_PROBLEMS[problem], column: view.getInt32(out + VERDICT + 4, true) + 1 } };
    }
    const verdict = verdictAt(view, out);
    return verdict.reason === null && verdict.move !== null ? { move: verdict.move, verdict } : { verdict };
  }

  /** Return the text of a legal move. @param {number} number @param {Dialect} dialect */
  writeMove(number, dialect = 'aba_pro') {
    return this.#memory.fillText('sumito_game_write_move', this.context, number, DIALECTS.indexOf(dialect));
  }

  // ---- the end

  /** @returns {Outcome | null} */
  get outcome() {
    const termination = TERMINATIONS[this.#calls.sumito_game_termination(this.context)];
    if (!termination) return null;
    return { termination, winner: this.winners[0] ?? null };
  }

  /** The players who have won: one, the partners of a team, or nobody. @returns {readonly Color[]} */
  get winners() {
    const bits = this.#calls.sumito_game_winners(this.context);
    return this.players.filter((_, i) => bits & (1 << i));
  }

  /** The result in records; empty if the game goes on. */
  get result() {
    return this.#memory.fillText('sumito_game_result', this.context);
  }

  /** The result if the moves alone show it, whatever was agreed; else empty. */
  get shownResult() {
    return this.#memory.fillText('sumito_game_shown_result', this.context);
  }

  /** Resign for a player. This and the next methods return false if the game is already over. @param {Color} color */
  resign(color) {
    return this.#calls.sumito_game_resign(this.context, this.player(color)) === 1;
  }

  agreeDraw() {
    return this.#calls.sumito_game_agree_draw(this.context) === 1;
  }

  /** End the game because a player's time is over. @param {Color} color */
  flag(color) {
    return this.#calls.sumito_game_flag(this.context, this.player(color)) === 1;
  }

  /** End the game because the shared time is over. The player with more ejections wins. */
  flagShared() {
    return this.#calls.sumito_game_flag_shared(this.context) === 1;
  }

  /**
   * Apply the outcome of a game that players ended, for example from a record. Return whether it fits.
   * @param {Outcome} outcome
   */
  declare({ termination, winner }) {
    const side = this.sides.find((colors) => colors.some((color) => color === winner)) ?? [];
    const winners = side.reduce((bits, color) => bits | (1 << this.player(color)), 0);
    return this.#calls.sumito_game_declare(this.context, TERMINATIONS.indexOf(termination), winners) === 1;
  }

  /** Undo an end that players declared, but no move. */
  reopen() {
    return this.#calls.sumito_game_reopen(this.context) === 1;
  }

  // ---- explanations

  /**
   * Explain why these marbles, all of the line, can or cannot move.
   * @param {readonly number[]} cells
   * @param {number} direction
   */
  explain(cells, direction) {
    const about = this.#memory.buffer('explanation', EXPLANATION);
    const text = this.#memory.fillText('sumito_game_explain', this.context, setOf(cells), direction, about);
    if (text === '') throw new RangeError(`no request: cells [${cells}], direction ${direction}`);
    return this.#explanationAt(about, text);
  }

  /** Explain the move that a text names; null if it names none. The arguments are those of readMove.
   * @param {string} move @param {Dialect | 'any'} dialect @param {boolean} transposed
   */
  explainText(move, dialect = 'any', transposed = false) {
    const [at, size] = this.#memory.giveText(ascii(move));
    const about = this.#memory.buffer('explanation', EXPLANATION);
    const values = [at, size, DIALECTS.indexOf(dialect), Number(transposed), about];
    const text = this.#memory.fillText('sumito_game_explain_text', this.context, ...values);
    return text === '' ? null : this.#explanationAt(about, text);
  }

  /** Explain how the game ended; no sentences if it goes on. */
  explainOutcome() {
    return parseSentences(this.#memory.fillText('sumito_game_explain_outcome', this.context));
  }

  /** Answer a tap on an enemy marble while a line is selected. @param {readonly number[]} line
   * @param {number} cell @returns {Tap} `move` is the move to play, null if nothing is to be played
   */
  tap(line, cell) {
    const about = this.#memory.buffer('tap', TAP);
    const text = this.#memory.fillText('sumito_game_tap', this.context, setOf(line), cell, about);
    if (text === '')
      throw new RangeError('a tap is on an enemy marble, with a line of one to three own marbles selected');
    const explanation = this.#explanationAt(about, text);
    const { verdict } = explanation;
    const problem = TAP_PROBLEMS[this.#memory.view().getInt32(about + EXPLANATION, true)];
    const move = problem === null && verdict?.reason === null ? verdict.move : null;
    return { move, problem, explanation };
  }

  /** @param {number} at @param {string} text @returns {Explanation} */
  #explanationAt(at, text) {
    const view = this.#memory.view();
    const [figure, size] = [view.getUint32(at + VERDICT + 8, true), view.getUint32(at + VERDICT + 12, true)];
    return {
      verdict: view.getInt32(at + 8, true) < 0 ? null : verdictAt(view, at),
      sentences: parseSentences(text),
      cells: cellsAt(view, at + VERDICT),
      figure: figure ? this.#memory.text(figure, size) : null,
      instead: orNull(view.getInt32(at + VERDICT + 16, true)),
    };
  }

  /**
   * Return the formations on the board; with `inside`, also the trinomials inside larger groups.
   * @returns {Formation[]}
   */
  formations(inside = false) {
    return formationsOf(this.#memory, this.context, inside);
  }

  /**
   * Return the pushes and ejections of each player, the endangered marbles, and the moves that save them.
   * @returns {Threats}
   */
  threats() {
    const { turn } = this;
    const pushes = COLORS.flatMap((color) => pushesOf(this.#core, this.context, color));
    const ejections = (/** @type {Color} */ color) =>
      pushes.flatMap(({ player: by, ejected }) => (by === color && ejected !== null ? [ejected] : []));
    return {
      turn,
      pushes,
      endangered: [...new Set(ejections(opponent(turn)))].sort((a, b) => a - b),
      defences: defencesOf(this.#memory, this.context),
      wins: ejections(turn).length > 0 && this.score(turn) + 1 >= this.rules.marbles_to_eject,
    };
  }

  /** Return a summary of the position for a learner. */
  explainPosition() {
    return parseSentences(this.#memory.fillText('sumito_game_explain_position', this.context));
  }

  // ---- tasks of puzzles

  /**
   * Return every first move that solves the task; null if `nodes` nodes are not enough for a proof.
   * @param {Task} task
   * @param {number} nodes
   */
  solve(task, nodes = PROOF_NODES) {
    if (this.outcome) return [];
    const room = 256;
    const out = this.#memory.buffer('solution', 4 * room);
    const count = this.#calls.sumito_game_solve(this.context, ...taskValues(task), nodes, out, room);
    if (count < 0) return null;
    const view = this.#memory.view();
    return Array.from({ length: count }, (_, i) => view.getInt32(out + 4 * i, true)).sort((a, b) => a - b);
  }

  /**
   * Judge a legal move as a solution of the task; null if `nodes` nodes are not enough for a proof.
   * @param {Task} task
   * @param {number} move
   * @param {number} nodes
   * @returns {Attempt | null}
   */
  attempt(task, move, nodes = PROOF_NODES) {
    const out = this.#memory.buffer('attempt', ATTEMPT);
    if (!this.#calls.sumito_game_attempt(this.context, ...taskValues(task), nodes, move, out)) {
      throw new RangeError(`no such task, or not a legal move: ${JSON.stringify(task)}, ${move}`);
    }
    const view = this.#memory.view();
    const [proved, solves, marbles, length] = [0, 4, 8, 12].map((each) => view.getInt32(out + each, true));
    if (!proved) return null;
    return {
      solves: solves === 1,
      variation: Array.from({ length }, (_, i) => view.getInt32(out + 16 + 4 * i, true)),
      task: solves && marbles ? { goal: task.goal, moves: task.moves - 1, marbles } : null,
    };
  }
}

/** @param {Task} task */
function taskValues({ goal, marbles = 1, moves }) {
  return [GOALS.indexOf(goal), marbles, moves];
}

/** @param {DataView} view @param {number} at @returns {Verdict} */
function verdictAt(view, at) {
  const [reason, n, standing, enemies, move] = [8, 12, 16, 20, 24].map((each) => view.getInt32(at + each, true));
  return { reason: REASONS[reason], cells: cellsAt(view, at), n, standing, enemies, move: orNull(move) };
}
