// Kept games as records, and back.
import assert from 'node:assert/strict';
import test from 'node:test';
import { keptOfRecord, recordOfKept } from '../../../src/sumito/web/study/kept_record.js';
import { core } from './fakes/core.mjs';

const MOVE = core.game().readMove('a1b2').move;
const KEPT = {
  kind: 'engine',
  level: 4,
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
    assert.deepEqual([kind, kept.side, level], ['engine', side, 4]);
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
