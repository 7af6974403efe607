// What scores mean, and what the moves of a game were worth.
import { other } from './cells.js';

/** @typedef {import('./cells.js').Color} Color */
/** @typedef {import('./core.js').Core} Core */
/** @typedef {import('./engine.js').Analysis} Analysis */
/** @typedef {import('./engine.js').Variation} Variation */
/** @typedef {import('./types.js').Snapshot} Snapshot */
/** @typedef {'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder'} Judgement */
/**
 * A move of a game, beside the best one; scores are those of the player who moves. `ply` is from 1, `number` as records
 * count; `loss` is the winning chance that it lost, 0 to 1; `missedWin` the plies of a forced win that was there and is
 * no longer.
 * @typedef {{ply: number, number: number, color: Color, played: Variation, best: Variation, loss: number,
 *   judgement: Judgement, glyph: string, missedWin: number | null, accuracy: number}} MoveAnalysis
 */
/**
 * A game, move by move; `start` is what the start is worth to Black.
 * @typedef {{start: number, moves: MoveAnalysis[]}} GameAnalysis
 */

const WIN = 30_000; // a win in n plies scores WIN - n
const LEAST_WIN = WIN - 240; // whatever is beyond is a win or a loss that the search has proved
const WIN_SCALE = 56; // hundredths of a marble for one unit of log odds
const TURN = 0.1; // the loss from which on a move can be a turning point

/** @type {[number, Judgement][]} */
const LEAST_LOSS = [
  [0.2, 'blunder'],
  [0.1, 'mistake'],
  [0.05, 'inaccuracy'],
];
/** @type {Record<Judgement, string>} */
const GLYPHS = { best: '', good: '', inaccuracy: '?!', mistake: '?', blunder: '??' };

/** Plies to a forced win; negative for a forced loss; null where neither is proved. @param {number} score */
export function winIn(score) {
  if (Math.abs(score) < LEAST_WIN) return null;
  return score > 0 ? WIN - score : -WIN - score;
}

/** How likely the player is to win, from 0 to 1, a draw counted as half a win. @param {number} score */
export function winProbability(score) {
  if (winIn(score) !== null) return score > 0 ? 1 : 0;
  return (1 + Math.tanh(score / WIN_SCALE / 2)) / 2; // the logistic function, without its overflow
}

/** @param {Variation} played @param {Variation} best */
export function lossOf(played, best) {
  if (played.moves[0] === best.moves[0]) return 0;
  return Math.max(0, winProbability(best.score) - winProbability(played.score));
}

/** A word for a move, by the winning chance that it lost. @param {number} loss @returns {Judgement} */
export function judgementOf(loss) {
  if (loss === 0) return 'best';
  return LEAST_LOSS.find(([least]) => loss >= least)?.[1] ?? 'good';
}

/** 100 for a move that loses nothing; a tenth of the winning chance lost halves it. @param {number} loss */
export const accuracyOf = (loss) => 100 / (1 + 10 * loss);

/**
 * Analyse a game with one search a position. The score of a move is that of the position after it; it goes from the end
 * to the start, so that an engine which remembers knows at each move what came of it.
 * @param {Core} core @param {Snapshot} game
 * @param {(position: Snapshot) => Promise<Analysis>} search what is asked about a position in which the game goes on
 * @param {(found: MoveAnalysis, left: number) => void} [onMove] told of each move, the last one first
 * @returns {Promise<GameAnalysis>}
 */
export async function analyseGame(core, game, search, onMove) {
  const board = core.replay(game);
  try {
    const before = board.ply - game.moves.length;
    /** @type {MoveAnalysis[]} */
    const found = [];
    let after = await bestOf(board, search);
    for (let left = game.moves.length - 1; left >= 0; left--) {
      const move = game.moves[left];
      board.undo();
      const played = variation(aPlyBefore(after.score), after.depth + 1, [move, ...after.moves]);
      let best = await bestOf(board, search);
      if (played.score > best.score) best = played;
      const each = judged(board.ply - before + 1, board.turn, played, best);
      found.unshift(each);
      after = best;
      onMove?.(each, left);
    }
    return { start: board.turn === 'black' ? after.score : 0 - after.score, moves: found };
  } finally {
    board.free();
  }
}

/**
 * @param {number} ply
 * @param {Color} color
 * @param {Variation} played
 * @param {Variation} best
 * @returns {MoveAnalysis}
 */
export function judged(ply, color, played, best) {
  const loss = lossOf(played, best);
  const judgement = judgementOf(loss);
  const [won, wins] = [best.winIn ?? 0, played.winIn ?? 0];
  return {
    ply,
    number: color === 'black' ? Math.floor(ply / 2) + 1 : Math.floor((ply + 1) / 2),
    color,
    played,
    best,
    loss,
    judgement,
    glyph: GLYPHS[judgement],
    missedWin: won > 0 && wins <= 0 && loss ? won : null,
    accuracy: accuracyOf(loss),
  };
}

/** A player's winning chance at the start and after each ply. @param {GameAnalysis} game @param {Color} color */
export function chances({ start, moves }, color) {
  const scores = moves.map((each) => (each.color === color ? each.played.score : -each.played.score));
  return [color === 'black' ? start : -start, ...scores].map(winProbability);
}

/** The mean accuracy of a player's moves; null where there are none. @param {GameAnalysis} game @param {Color} color */
export function accuracy({ moves }, color) {
  const own = moves.filter((each) => each.color === color);
  return own.length ? own.reduce((sum, each) => sum + each.accuracy, 0) / own.length : null;
}

/**
 * How many of a player's moves have each word.
 * @param {GameAnalysis} game @param {Color} color @returns {Record<Judgement, number>}
 */
export function judgements({ moves }, color) {
  const found = { best: 0, good: 0, inaccuracy: 0, mistake: 0, blunder: 0 };
  for (const each of moves) if (each.color === color) found[each.judgement] += 1;
  return found;
}

/** The moves that lost the most, in the order in which they were played. @param {GameAnalysis} game */
export function turningPoints({ moves }, most = 3) {
  const costly = moves.filter((each) => each.loss >= TURN).sort((one, two) => two.loss - one.loss);
  return costly.slice(0, most).sort((one, two) => one.ply - two.ply);
}

/** @param {number} score @param {number} depth @param {number[]} moves @returns {Variation} */
const variation = (score, depth, moves) => ({ score, winIn: winIn(score), depth, moves });

/**
 * The best line; at the end of the game what it has come to, without moves.
 * @param {import('./game.js').Game} board @param {(position: Snapshot) => Promise<Analysis>} search
 * @returns {Promise<Variation>}
 */
async function bestOf(board, search) {
  const { outcome, turn } = board;
  if (!outcome) return (await search(board.snapshot())).variations[0];
  const worth = { [turn]: WIN, [other(turn)]: -WIN };
  return variation(outcome.winner ? worth[outcome.winner] : 0, 0, []);
}

/** The same score for the other player, to whose move it is a ply more. @param {number} score */
function aPlyBefore(score) {
  if (winIn(score) === null) return 0 - score;
  return score > 0 ? -score + 1 : -score - 1;
}
