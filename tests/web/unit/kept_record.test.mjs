// Kept games as records, and back.
import assert from 'node:assert/strict';
import test from 'node:test';
import { contentOf, keptOfRecord } from '../../../src/sumito/web/games/imported_game.js';
import { recordOfKept } from '../../../src/sumito/web/study/kept_record.js';
import { core } from './fakes/core.mjs';

const MOVE = core.game().readMove('a1b2').move;
const KEPT = {
  kind: 'engine',
  level: 'walnut',
  start: core.game().position(),
  moves: [MOVE],
  rules: {},
  players: { black: 'Ada', white: 'Bea' },
  outcome: null,
  created: new Date(2026, 2, 9).getTime(),
};
/** The part of Records that is asked how a game goes on. */
const records = { resume: () => ({ rules: {}, outcome: null }) };

for (const side of ['black', 'white']) {
  test(`a game against the computer stays one: the person has ${side}`, () => {
    const record = recordOfKept(core, { ...KEPT, side });
    const { kind, level, players, moves, created, ...kept } = keptOfRecord(core, records, record);
    assert.deepEqual([kind, kept.side, level], ['engine', side, 'walnut']);
    assert.deepEqual(players, { black: side === 'black' ? 'Ada' : '', white: side === 'white' ? 'Bea' : '' });
    assert.deepEqual([moves, created], [[MOVE], KEPT.created]);
  });
}

test('a game of two computers, or of two people, is a game at this screen', () => {
  const record = recordOfKept(core, { ...KEPT, side: 'black' });
  const level = record.headers.get('White');
  for (const [black, white] of [
    [level, level],
    ['Ada', 'Bea'],
  ]) {
    record.headers.set('Black', black).set('White', white);
    const { kind, players, side } = keptOfRecord(core, records, record);
    assert.deepEqual([kind, players, side], ['local', { black, white }, undefined]);
  }
});

test('a level of version 0.1 has the name that it had', () => {
  const record = recordOfKept(core, { ...KEPT, level: 'r1-4', side: 'black' });
  assert.equal(record.headers.get('White'), 'sumito level 4');
  assert.equal(keptOfRecord(core, records, record).level, 'r1-4');
});

test('a declared end gives the record its result', () => {
  for (const [outcome, result] of [
    [{ termination: 'resignation', winner: 'white' }, '0-1'],
    [{ termination: 'time', winner: 'black' }, '1-0'],
    [{ termination: 'agreement', winner: null }, '1/2-1/2'],
    [null, '*'],
  ]) {
    const record = recordOfKept(core, { ...KEPT, side: 'black', outcome });
    assert.deepEqual([record.result, record.headers.get('Termination')], [result, outcome?.termination]);
  }
});

test('the counters of a start do not tell games apart', () => {
  const game = { ...KEPT, side: 'black' };
  const content = contentOf(core, game);
  assert.equal(contentOf(core, { ...game, start: game.start.replace(/ 0 1$/, ' 7 9') }), content);
  const invalid = { ...game, start: 'not a position' };
  const others = [{ ...game, start: game.start.replace(' b ', ' w ') }, { ...game, moves: [] }, invalid];
  assert.equal(new Set([content, ...others.map((each) => contentOf(core, each))]).size, 4);
});
