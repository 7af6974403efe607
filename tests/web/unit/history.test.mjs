// Plies, the positions after them, and undo.
import assert from 'node:assert/strict';
import test from 'node:test';
import { History } from '../../../src/sumito/web/game/history.js';
import { core, ThreeGame } from './fakes/core.mjs';

function history(position) {
  const game = core.game(position);
  return { game, history: new History(game) };
}

/** @param {import('../../../src/sumito/web/core/game.js').Game} game */
const number = (game, text) => game.readMove(text).move;

test('a legal move becomes a ply with the position after it', () => {
  const { game, history: played } = history();
  const start = played.positionAfter(0);
  const ply = played.play(number(game, 'a3b4'));
  assert.deepEqual([ply.text, ply.color, ply.info.ejected], ['a3b4', 'black', null]);
  assert.deepEqual(played.plies, [ply]);
  assert.deepEqual(played.positionAfter(1).marbles.black, game.marbles('black'));
  assert.notDeepEqual(played.positionAfter(1), start);
  assert.deepEqual(played.positionAfter(0), start, 'earlier positions do not change');
});

test('an illegal move changes nothing', () => {
  const { game, history: played } = history();
  const move = number(game, 'a3b4');
  played.play(move);
  const before = game.position();
  assert.equal(played.play(move), null, 'it is the turn of White');
  assert.equal(game.position(), before);
  assert.equal(played.plies.length, 1);
  assert.equal(played.positionAfter(2), undefined);
});

test('an ejected marble is no longer in the position, and its color is known', () => {
  const { game, history: played } = history('5/6/7/8/9/8/7/6/sSS2 0 0 b 0 1');
  const ply = played.play(number(game, 'a3a2'));
  assert.equal(ply.info.ejected, 'white');
  assert.deepEqual(played.positionAfter(0).marbles.white, [0]);
  assert.deepEqual(played.positionAfter(1).marbles.white, []);
  assert.deepEqual(played.positionAfter(1).ejections, { black: ['white'], white: [] });
});

test('undo takes back the last plies and their positions', () => {
  const { game, history: played } = history();
  const start = game.position();
  for (const text of ['a3b4', 'i7h6', 'a2b3']) played.play(number(game, text));
  const undone = played.undo(2);
  assert.deepEqual(
    undone.map(({ text }) => text),
    ['a2b3', 'i7h6'],
  );
  assert.equal(played.plies.length, 1);
  assert.equal(played.positionAfter(2), undefined);
  assert.equal(played.undo(9).length, 1, 'no more than there are');
  assert.equal(game.position(), start);
});

test('a game of three players has three of everything', () => {
  const played = new History(new ThreeGame());
  const plies = [2, 1, 4].map((move) => played.play(move));
  assert.deepEqual(
    plies.map(({ color, info }) => [color, info.ejected]),
    [
      ['black', 'white'],
      ['white', null],
      ['blue', 'black'],
    ],
  );
  assert.deepEqual(played.positionAfter(3).ejections, { black: ['white'], white: [], blue: ['black'] });
});
