// The judgement of the moves of a game. The core judges; here is the walk through the game.
import { COLORS } from './cells.js';
import { JUDGEMENTS } from './names.js';
import { chanceOf } from './scores.js';

/** @typedef {import('./cells.js').Color} Color */
/** @typedef {import('./core.js').Core} Core */
/** @typedef {import('./study.js').Study} Study */
/** @typedef {import('./engine.js').Analysis} Analysis */
/** The part of an analysis that is judged. @typedef {Pick<Analysis, 'variations'|'scale'>} SearchResult */
/** @typedef {import('./engine.js').Variation} Variation */
/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./types.js').Snapshot} Snapshot */
/** @typedef {typeof JUDGEMENTS[number]} Judgement */
/**
 * A move of a game beside the best move. Scores are for the player who moves. `ply` counts from 1. `chance` is the
 * player's winning chance after the move; `loss` is the part of it that the move lost, from 0 to 1; `missedWin` the
 * plies of a proved win that the move gave away, null if there was none. `scale` is that of the scores.
 * @typedef {{ply: number, color: Color, played: Variation, best: Variation, scale: number,
 *   chance: number, loss: number, judgement: Judgement, glyph: string, missedWin: number | null,
 *   accuracy: number}} MoveAnalysis
 */
/**
 * A game, move by move. `chance` is Black's at the start.
 * @typedef {{chance: number, moves: MoveAnalysis[]}} GameAnalysis
 */

const JUDGED = 24;
const PLAYED = 8;
const SUMMARY = 32;

/**
 * Analyse a game with one search a position, from its end to its start: then the engine's memory holds what follows
 * each move. The score of a move is that of the position after it, on the scale of the search of the position before
 * it.
 * @param {Core} core
 * @param {Study} study
 * @param {Snapshot} game
 * @param {(position: Snapshot) => Promise<SearchResult>} search is not called for a position after the end
 * @param {(found: MoveAnalysis, left: number) => void} [onMove] called for each move, the last one first
 * @returns {Promise<GameAnalysis>}
 */
export async function analyseGame(core, study, game, search, onMove) {
  const board = core.replay(game);
  try {
    const before = board.ply - game.moves.length;
    /** @type {MoveAnalysis[]} */
    const moves = [];
    let after = await bestOf(core, study, board, search);
    for (let left = game.moves.length - 1; left >= 0; left--) {
      board.undo();
      const following = after.best;
      after = await bestOf(core, study, board, search);
      const { score, isBest } = playedScore(study, following.score, after.best.score);
      const played = variation(study, score, following.depth + 1, [game.moves[left], ...following.moves]);
      if (isBest) after.best = played;
      const each = judge(core, study, board.ply - before + 1, board.turn, played, after.best, after.scale);
      moves.unshift(each);
      onMove?.(each, left);
    }
    const { best, scale } = after;
    return { chance: chanceOf(core, board.turn === 'black' ? best.score : 0 - best.score, scale), moves };
  } finally {
    board.free();
  }
}

/**
 * @param {Core} core
 * @param {Study} study
 * @param {number} ply
 * @param {Color} color
 * @param {Variation} played
 * @param {Variation} best
 * @param {number} scale
 * @returns {MoveAnalysis}
 */
function judge(core, study, ply, color, played, best, scale) {
  const { memory } = study;
  const out = memory.buffer('judgement', JUDGED);
  const same = Number(played.moves[0] === best.moves[0]);
  if (memory.calls.sumito_judge(best.score, played.score, same, scale, out) !== 1) {
    throw new RangeError(`not a scale: ${scale}`);
  }
  const view = memory.view();
  const judgement = view.getInt32(out + 16, true);
  return {
    ply,
    color,
    played,
    best,
    scale,
    chance: chanceOf(core, played.score, scale),
    loss: view.getFloat64(out, true),
    judgement: JUDGEMENTS[judgement],
    missedWin: view.getInt32(out + 20, true) || null,
    accuracy: view.getFloat64(out + 8, true),
    glyph: glyphOf(study, JUDGEMENTS[judgement]),
  };
}

/**
 * Return the glyph of a judgement, such as ??; empty for a good move.
 * @param {Study} study @param {Judgement} judgement
 */
export function glyphOf({ memory }, judgement) {
  return memory.fillText('sumito_judgement_glyph', JUDGEMENTS.indexOf(judgement));
}

/**
 * Return the mean accuracy of a player's moves, null without moves, and their number by judgement.
 * @param {Study} study @param {MoveAnalysis[]} moves @param {Color} color
 * @returns {{accuracy: number | null, judgements: Record<Judgement, number>}}
 */
export function summary({ memory }, moves, color) {
  const losses = moves.filter((each) => each.color === color).map(({ loss }) => loss);
  const out = memory.buffer('summary', SUMMARY);
  const known = memory.calls.sumito_summarise(memory.giveDoubles(losses, 'losses'), losses.length, out) === 1;
  const view = memory.view();
  const counts = JUDGEMENTS.map((name, i) => [name, known ? view.getInt32(out + 8 + 4 * i, true) : 0]);
  return { accuracy: known ? view.getFloat64(out, true) : null, judgements: Object.fromEntries(counts) };
}

/**
 * The mistakes that lost the most, at most `most` of them, in the order in which they were played.
 * @param {Study} study
 * @param {MoveAnalysis[]} moves
 */
export function turningPoints({ memory }, moves, most = 3) {
  const losses = memory.giveDoubles(
    moves.map(({ loss }) => loss),
    'losses',
  );
  return memory.fillNumbers('sumito_turning_points', losses, moves.length, most).map((index) => moves[index]);
}

/**
 * Return the score of a played move, and whether it is better than the best move that the search found.
 * @param {Study} study @param {number} after @param {number} best
 */
function playedScore({ memory }, after, best) {
  const out = memory.buffer('played', PLAYED);
  memory.calls.sumito_played_score(after, best, out);
  const view = memory.view();
  return { score: view.getInt32(out, true), isBest: view.getInt32(out + 4, true) === 1 };
}

/** @param {Study} study @param {number} score @param {number} depth @param {number[]} moves @returns {Variation} */
function variation({ memory: { calls } }, score, depth, moves) {
  return { score, winIn: calls.sumito_is_proved(score) ? calls.sumito_win_in(score) : null, depth, moves };
}

/**
 * The best variation and the scale of its score; at the end of the game its result as a score, without moves.
 * @param {Core} core
 * @param {Study} study
 * @param {Game} board
 * @param {(position: Snapshot) => Promise<SearchResult>} search
 * @returns {Promise<{best: Variation, scale: number}>}
 */
async function bestOf(core, study, board, search) {
  const { outcome, turn } = board;
  if (!outcome) {
    const { variations, scale } = await search(board.snapshot());
    return { best: variations[0], scale };
  }
  const winner = outcome.winner === null ? -1 : COLORS.indexOf(outcome.winner);
  const score = study.memory.calls.sumito_ending_score(winner, COLORS.indexOf(turn));
  return { best: variation(study, score, 0, []), scale: core.memory.calls.sumito_usual_scale() };
}
