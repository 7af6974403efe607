// An analysed game as a record: a comment after each move, glyphs, and better moves as variations.
import { JUDGEMENTS } from './names.js';
import { mainLine, newNode, snapshotOf } from './record_tree.js';

/** @typedef {import('./core.js').Core} Core */
/** @typedef {import('./study.js').Study} Study */
/** @typedef {import('./judge.js').GameAnalysis} GameAnalysis */
/** @typedef {import('./judge.js').MoveAnalysis} MoveAnalysis */
/** @typedef {import('./record_tree.js').TreeRecord} TreeRecord */
/** @typedef {import('./record_tree.js').RecordNode} RecordNode */

/**
 * A copy of the record with the findings of an analysis.
 * @param {Core} core
 * @param {Study} study
 * @param {TreeRecord} record
 * @param {GameAnalysis} analysis
 * @returns {TreeRecord}
 */
export function annotated(core, study, record, analysis) {
  const copy = structuredClone(record);
  const { start, rules } = snapshotOf(record);
  const board = core.replay({ start, moves: [], rules });
  let siblings = copy.children;
  try {
    for (const [i, node] of mainLine(copy).entries()) {
      const each = analysis.moves[i];
      if (each.glyph) {
        if (!node.glyphs.length) node.glyphs = [each.glyph];
        if (siblings.every(({ move }) => move !== each.best.moves[0])) siblings.push(better(study, each));
      }
      node.comments.push(comment(study, each, board.writeMove(each.best.moves[0])));
      board.play(node.move);
      siblings = node.children;
    }
  } finally {
    board.free();
  }
  return copy;
}

/** @param {number} score @param {MoveAnalysis} move */
const ofBlack = (score, { color }) => (color === 'black' ? score : 0 - score);

/**
 * Return Black's score after a move, and its judgement.
 * @param {Study} study @param {MoveAnalysis} move @param {string} best
 */
function comment({ memory }, move, best) {
  const { loss, accuracy, judgement, missedWin, scale } = move;
  const given = memory.giveDoubles([loss, accuracy, 0], 'judgement');
  const view = memory.view();
  view.setInt32(given + 16, JUDGEMENTS.indexOf(judgement), true);
  view.setInt32(given + 20, missedWin ?? 0, true);
  const score = ofBlack(move.played.score, move);
  return memory.fillText('sumito_write_comment', score, scale, given, ...memory.giveText(best));
}

/** The better moves as a variation. @param {Study} study @param {MoveAnalysis} move @returns {RecordNode} */
function better({ memory }, move) {
  const nodes = move.best.moves.slice(0, memory.calls.sumito_shown_plies()).map(newNode);
  for (const [i, node] of nodes.slice(0, -1).entries()) node.children.push(nodes[i + 1]);
  nodes[0].comments.push(memory.fillText('sumito_write_score', ofBlack(move.best.score, move), move.scale));
  return nodes[0];
}
