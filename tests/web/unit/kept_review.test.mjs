// The summary of a review in the record of a game.
import assert from 'node:assert/strict';
import test from 'node:test';
import { summaryOf } from '../../../src/sumito/web/study/kept_review.js';

const PLAYER = { accuracy: 81.5, inaccuracy: 2, mistake: 1, blunder: 0 };
const SUMMARY = { moves: [5, 7], players: { black: PLAYER, white: { ...PLAYER, accuracy: null } } };
const GAME = { moves: [5, 7], players: { black: '', white: '' } };

test('the summary of a review is that of the record', () => {
  assert.equal(summaryOf({ ...GAME, review: SUMMARY }), SUMMARY);
});

test('a game without a review has no summary, nor has one whose moves have changed', () => {
  assert.equal(summaryOf(GAME), null);
  for (const moves of [[5, 7, 9], [5, 9], [5]]) assert.equal(summaryOf({ ...GAME, moves, review: SUMMARY }), null);
});

test('what is not a summary is not shown', () => {
  for (const players of [undefined, {}, { black: PLAYER }, { black: PLAYER, white: { ...PLAYER, accuracy: 'high' } }])
    assert.equal(summaryOf({ ...GAME, review: { moves: GAME.moves, players } }), null);
  assert.equal(summaryOf({ ...GAME, review: 'good' }), null);
});
