// An analysed game as a record: a comment after each move, glyphs, and better lines as variations, as Python writes
// them.
import { winIn, winProbability } from './judge.js';
import { mainLine, newNode, snapshotOf } from './record_tree.js';

/** @typedef {import('./core.js').Core} Core */
/** @typedef {import('./judge.js').GameAnalysis} GameAnalysis */
/** @typedef {import('./judge.js').MoveAnalysis} MoveAnalysis */
/** @typedef {import('./engine.js').Variation} Variation */
/** @typedef {import('./record_tree.js').TreeRecord} TreeRecord */
/** @typedef {import('./record_tree.js').RecordNode} RecordNode */

const SHOWN = 8; // plies of a better line

/** A copy of the record with what the analysis found. @param {Core} core @param {TreeRecord} record
 * @param {GameAnalysis} analysis @returns {TreeRecord}
 */
export function annotated(core, record, analysis) {
  const copy = structuredClone(record);
  const { start, rules } = snapshotOf(record);
  const board = core.replay({ start, moves: [], rules });
  let siblings = copy.children;
  for (const [i, node] of mainLine(copy).entries()) {
    const each = analysis.moves[i];
    const words = [comment(ofBlack(each.played.score, each))];
    if (each.missedWin !== null) words.push(`missed a win in ${each.missedWin}`);
    if (each.glyph) {
      words.push(`${each.judgement}: ${board.writeMove(each.best.moves[0])} was better`);
      if (!node.glyphs.length) node.glyphs = [each.glyph];
      if (siblings.every(({ move }) => move !== each.best.moves[0])) siblings.push(line(each));
    }
    node.comments.push(words.join('; '));
    board.play(node.move);
    siblings = node.children;
  }
  board.free();
  return copy;
}

/** @param {number} score @param {MoveAnalysis} move */
const ofBlack = (score, { color }) => (color === 'black' ? score : 0 - score);

/** A score in words; Black's is the point of view. @param {number} score */
function comment(score) {
  const wins = winIn(score);
  if (wins !== null) return `${score > 0 ? 'Black' : 'White'} wins in ${Math.abs(wins)}`;
  const marbles = `${score < 0 ? '-' : '+'}${(Math.abs(score) / 100).toFixed(2)}`;
  return `${marbles}, Black ${(100 * winProbability(score)).toFixed(0)}%`;
}

/** The better line, as a variation. @param {MoveAnalysis} move @returns {RecordNode} */
function line(move) {
  const nodes = move.best.moves.slice(0, SHOWN).map(newNode);
  for (const [i, node] of nodes.slice(0, -1).entries()) node.children.push(nodes[i + 1]);
  nodes[0].comments.push(comment(ofBlack(move.best.score, move)));
  return nodes[0];
}
