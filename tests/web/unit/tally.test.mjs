// The record of a player, counted from the kept games.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { readLevels } from '../../../src/sumito/web/core/levels.js';
import * as tally from '../../../src/sumito/web/games/tally.js';

const LEVELS = await readFile(new URL('../../../src/sumito/data/levels.json', import.meta.url), 'utf8');
const data = readLevels(JSON.parse(LEVELS));
const tallyOf = (games) => tally.tallyOf(games, data);
const NAMES = { black: '', white: '' };
let day = 0;
const game = (winner, changes = {}) => ({
  ...{ kind: 'engine', level: 'hazelnut', side: 'black', players: NAMES, moves: [1], changed: ++day },
  outcome: winner === undefined ? null : { termination: 'ejection', winner },
  ...changes,
});
const reviewed = (accuracy) => {
  const player = { accuracy, inaccuracy: 0, mistake: 0, blunder: 0 };
  return { review: { moves: [1], players: { black: player, white: { ...player, accuracy: 1 } } } };
};

test('results are counted for each level, the lowest first', () => {
  const games = [
    game('black', { level: 'boulder' }), // before the others in the alphabet and in time
    ...[game('white'), game('black'), game(null), game(undefined)],
  ];
  const { results, levels } = tallyOf(games);
  assert.deepEqual(results, { won: 2, drawn: 1, lost: 1 });
  assert.deepEqual(
    levels.map(({ level, results: of }) => [level, of]),
    [
      ['hazelnut', { won: 1, drawn: 1, lost: 1 }],
      ['boulder', { won: 1, drawn: 0, lost: 0 }],
    ],
  );
});

test('a game against a level of version 0.1 counts for the level in its place', () => {
  const { levels } = tallyOf([
    game('black', { level: 'r1-10' }),
    game('white', { level: 'r1-2' }),
    game('black', { level: 'plum' }),
    game(null, { level: 'r1-1' }),
  ]);
  assert.deepEqual(levels, [
    { level: 'plum', results: { won: 1, drawn: 1, lost: 1 } },
    { level: 'boulder', results: { won: 1, drawn: 0, lost: 0 } },
  ]);
});

test('online games count, but for no level, and games of others do not', () => {
  const { results, levels } = tallyOf([
    game('white', { kind: 'online', side: 'white', players: { black: 'Ada', white: 'Me' } }),
    game('white', { kind: 'online', side: 'white', players: { ...NAMES, blue: '' } }), // against several
    game('black', { kind: 'local' }),
    game('black', { players: { black: 'Lea', white: '' } }),
  ]);
  assert.deepEqual([results, levels], [{ won: 1, drawn: 0, lost: 0 }, []]);
});

test('a streak ends with a game that is not won, in the order of time', () => {
  const won = () => game('black');
  assert.deepEqual(tallyOf([won(), won(), won(), game('white'), won(), won()].reverse()).streak, { now: 2, best: 3 });
  assert.deepEqual(tallyOf([won(), won(), game(null)]).streak, { now: 0, best: 2 });
  assert.deepEqual(tallyOf([]).streak, { now: 0, best: 0 });
});

test('accuracies are those of the player, the newest last', () => {
  const games = [game('black', reviewed(60)), game('white'), game('white', reviewed(80)), game(null, reviewed(null))];
  assert.deepEqual(tallyOf(games.reverse()).accuracies, [60, 80]);
});
