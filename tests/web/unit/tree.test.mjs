import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newRecord } from '../../../src/sumito/web/core/record_tree.js';
import { GameTree } from '../../../src/sumito/web/study/tree.js';

/** 1 2 3, with (4 5) instead of 2 and (6) instead of 5. */
function tree() {
  const made = new GameTree(newRecord('start'));
  for (const move of [1, 2, 3]) made.play(move);
  made.goTo(1);
  for (const move of [4, 5]) made.play(move);
  made.back();
  made.play(6);
  return made;
}

const written = (made) =>
  made
    .tokens()
    .map(({ step, node, ply }) => (step === 'move' ? `${node.move}@${ply}` : { open: '(', close: ')' }[step]))
    .join(' ');

test('moves that are there are followed, others become variations', () => {
  const made = tree();
  assert.equal(written(made), '1@0 2@1 ( 4@1 5@2 ( 6@2 ) ) 3@2');
  made.first();
  assert.equal(made.play(1), false);
  assert.equal(made.play(4), false);
  assert.equal(made.play(7), true);
  assert.deepEqual(made.moves, [1, 4, 7]);
  assert.equal(made.place, '0.1.2');
});

test('forward goes where one came back from, and the main line elsewhere', () => {
  const made = tree();
  assert.deepEqual(made.moves, [1, 4, 6]);
  made.back();
  made.back();
  assert.equal(made.forward().move, 4);
  assert.equal(made.forward().move, 6);
  assert.equal(made.forward(), null);
  made.first();
  made.last();
  assert.deepEqual(made.moves, [1, 4, 6]);
  made.goTo(0);
  made.last();
  assert.deepEqual(made.moves, [1, 2, 3]);
  made.goTo(2);
  assert.equal(made.inMainLine, true);
});

test('forward takes the main move where one went without coming back', () => {
  const made = tree();
  const four = made.record.children[0].children[1];
  made.back(); // from 6
  assert.equal(made.here, four);
  made.go(four);
  assert.equal(made.forward().move, 5);
});

test('a new move at the end of the game ends its result, one of a variation does not', () => {
  const made = tree();
  made.record.result = '1-0';
  made.play(8); // after 6, in a variation
  made.first();
  made.play(9); // instead of 1
  assert.equal(made.record.result, '1-0');
  made.goTo(3);
  made.play(10);
  assert.equal(made.record.result, '*');
});

test('a place is found again', () => {
  const made = tree();
  const { place } = made;
  made.first();
  made.place = place;
  assert.deepEqual(made.moves, [1, 4, 6]);
  made.place = '0.1.9.0';
  assert.deepEqual(made.moves, [1, 4]);
  made.place = '';
  assert.deepEqual(made.moves, []);
});

test('any node can be gone to, and none of another tree', () => {
  const made = tree();
  const five = made.record.children[0].children[1].children[0];
  made.go(five);
  assert.deepEqual(made.moves, [1, 4, 5]);
  assert.throws(() => tree().go(five), RangeError);
});

test('a variation that is promoted is the main line at every fork', () => {
  const made = tree();
  made.record.result = '1-0';
  made.record.headers.set('Termination', 'resignation');
  made.record.children[0].children[1].commentsAfter.push('behind it');
  made.promote();
  assert.equal(written(made), '1@0 4@1 ( 2@1 3@2 ) 6@2 ( 5@2 )');
  assert.equal(made.inMainLine, true);
  assert.equal(made.record.result, '*');
  assert.equal(made.record.headers.has('Termination'), false);
  assert.deepEqual(made.record.children[0].children[0].comments, ['behind it']);
  assert.deepEqual(made.record.children[0].children[0].commentsAfter, []);
});

test('what is removed takes what follows with it', () => {
  const made = tree();
  made.record.result = '1-0';
  made.back();
  made.remove();
  assert.equal(written(made), '1@0 2@1 3@2');
  assert.deepEqual(made.moves, [1]);
  assert.equal(made.record.result, '1-0', 'a variation is not the game');
  made.forward();
  made.remove();
  assert.equal(written(made), '1@0');
  assert.equal(made.record.result, '*');
  made.first();
  made.remove();
  assert.equal(written(made), '1@0');
});

test('a long line does not overflow', () => {
  const made = new GameTree(newRecord('start'));
  for (let i = 0; i < 4_000; i++) made.play(i % 1734);
  const { here } = made;
  assert.equal(made.tokens().length, 4_000);
  made.first();
  made.go(here);
  assert.equal(made.ply, 4_000);
});
