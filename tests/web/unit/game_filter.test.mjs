// What a user looks for in My games.
import assert from 'node:assert/strict';
import test from 'node:test';
import { ANYTHING, matches, plain, resultFor, wantedOf } from '../../../src/sumito/web/games/filter.js';

const BLACK_WON = { termination: 'ejection', winner: 'black' };
const DRAWN = { termination: 'agreement', winner: null };
const GAME = { kind: 'engine', side: 'black', outcome: BLACK_WON };

const finds = (wanted, game = GAME, words = '', reviewed = false) =>
  matches(game, { ...ANYTHING, ...wanted }, words, reviewed);

test('a result is that of the player of this browser', () => {
  assert.equal(resultFor(GAME), 'won');
  assert.equal(resultFor({ ...GAME, side: 'white' }), 'lost');
  assert.equal(resultFor({ ...GAME, kind: 'online', side: 'white' }), 'lost');
  assert.equal(resultFor({ ...GAME, outcome: DRAWN }), 'drawn');
  assert.equal(resultFor({ kind: 'local', outcome: DRAWN }), 'drawn');
  assert.equal(resultFor({ kind: 'local', outcome: BLACK_WON }), null, 'two players at one screen');
  assert.equal(resultFor({ ...GAME, outcome: null }), null, 'it goes on');
  assert.equal(resultFor({ kind: 'online', side: undefined, outcome: BLACK_WON }), null, 'a watched game');
});

test('anything finds every game', () => {
  for (const outcome of [null, BLACK_WON, DRAWN]) assert.ok(finds({}, { kind: 'local', outcome }));
});

test('result, kind and review must all fit', () => {
  assert.ok(finds({ result: 'won', kind: 'engine', review: 'no' }));
  assert.ok(!finds({ result: 'lost' }));
  assert.ok(!finds({ kind: 'local' }));
  assert.ok(finds({ kind: 'several' }, { kind: 'several', outcome: null }));
  assert.ok(!finds({ review: 'yes' }));
  assert.ok(finds({ review: 'yes' }, GAME, '', true));
  assert.ok(!finds({ review: 'no' }, GAME, '', true));
});

test('all words are found, in any order, without accents and capitals', () => {
  const words = plain('Zoé – Bea · Belgian Daisy · 3 March 2026');
  for (const wanted of ['zoe', 'ZOÉ', ' daisy  zo ', '2026 belgian', ''])
    assert.ok(finds({ words: wanted }, GAME, words), wanted);
  assert.ok(!finds({ words: 'zoe standard' }, GAME, words));
});

test('an address with unknown values looks for anything', () => {
  assert.deepEqual(wantedOf(new URLSearchParams('result=best&kind=&review=maybe')), { ...ANYTHING });
  assert.equal(wantedOf(new URLSearchParams('kind=several')).kind, 'several');
  assert.deepEqual(wantedOf(new URLSearchParams('result=won&kind=online&review=yes&words=b+c')), {
    result: 'won',
    kind: 'online',
    review: 'yes',
    words: 'b c',
  });
});
