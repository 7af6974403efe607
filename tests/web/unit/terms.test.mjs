// The terms of a game from the sheet, and those of the next game.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { readLayouts } from '../../../src/sumito/web/core/layouts.js';
import { nextTerms, rematch, termsFrom, termsOf } from '../../../src/sumito/web/game/terms.js';
import { Store } from '../../../src/sumito/web/shell/store.js';
import { core } from './fakes/core.mjs';
import { FakeBrowser } from './fakes/platform.mjs';

const data = await readFile(new URL('../../../src/sumito/data/layouts.json', import.meta.url), 'utf8');
const [standard] = readLayouts(JSON.parse(data)).filter(({ slug }) => slug === 'standard');
const CHOICES = {
  layout: 'standard',
  side: 'black',
  level: 'walnut',
  clock: 'untimed',
  minutes: 10,
  seconds: 15,
  extra: 'none',
  extra_seconds: 5,
  handicap: 0,
  hints: true,
  takebacks: false,
  coach: 'auto',
  turning: true,
  repetition: true,
  limit: 0,
  black: 'Ada',
  white: 'Bea',
};
const random = () => 0.6;
const terms = (kind, choices = {}) => termsOf(kind, { ...CHOICES, ...choices }, standard, random);
const scores = (start) => ['black', 'white'].map((color) => core.game(start).score(color));

test('a game against the computer', () => {
  const { kind, side, level, hints, takebacks, players, start, moves, outcome } = terms('engine');
  assert.deepEqual([kind, side, level, hints, takebacks], ['engine', 'black', 'walnut', true, false]);
  assert.deepEqual(players, { black: '', white: '' });
  assert.deepEqual([core.game(start).position(), moves, outcome], [core.game().position(), [], null]);
});

test('the rules are the usual ones unless the sheet changes them', () => {
  assert.deepEqual(terms('engine').rules, {});
  assert.deepEqual(terms('local', { repetition: false, limit: 200 }).rules, {
    repetition: 0,
    ply_cap: 200,
    adjudication: 'more_ejections',
  });
});

test('a coach for beginners without a clock, or as the player decides', () => {
  const coached = (choices) => terms('engine', choices).coach;
  assert.deepEqual(
    ['pea', 'hazelnut', 'walnut'].map((level) => coached({ level })),
    [true, true, false],
  );
  assert.deepEqual([coached({ level: 'melon', coach: 'on' }), coached({ level: 'pea', coach: 'off' })], [true, false]);
  assert.deepEqual(
    ['auto', 'on'].map((coach) => coached({ level: 'pea', coach, clock: 'total' })),
    [false, false],
  );
  assert.equal('coach' in terms('local', { coach: 'on' }), false);
});

test('a random side', () => {
  assert.equal(terms('engine', { side: 'random' }).side, 'white');
});

test('a game of two people has their names and no side', () => {
  const { side, level, turning, players } = terms('local');
  assert.deepEqual([side, level, turning], [undefined, undefined, true]);
  assert.deepEqual(Object.entries(players), [
    ['black', 'Ada'],
    ['white', 'Bea'],
  ]);
});

for (const [choices, control] of [
  [{ clock: 'untimed' }, { kind: 'untimed' }],
  [{ clock: 'per_move' }, { kind: 'per_move', time_ms: 15_000 }],
  [
    { clock: 'shared', extra: 'increment' },
    { kind: 'shared', time_ms: 600_000 },
  ],
  [{ clock: 'total' }, { kind: 'total', time_ms: 600_000 }],
  [
    { clock: 'total', extra: 'increment' },
    { kind: 'total', time_ms: 600_000, increment_ms: 5000 },
  ],
  [
    { clock: 'total', minutes: 0.5, extra: 'delay' },
    { kind: 'total', time_ms: 30_000, delay_ms: 5000 },
  ],
]) {
  test(`a clock: ${JSON.stringify(choices)}`, () => assert.deepEqual(terms('local', choices).control, control));
}

for (const [kind, choices, scored] of [
  ['local', { handicap: 2 }, [2, 0]],
  ['local', { handicap: -3 }, [0, 3]],
  ['engine', { handicap: 2 }, [2, 0]],
  ['engine', { handicap: -1 }, [0, 1]],
  ['engine', { handicap: 2, side: 'white' }, [0, 2]],
]) {
  test(`a handicap: ${kind} ${JSON.stringify(choices)}`, () => {
    const { start, startAgain } = terms(kind, choices);
    assert.deepEqual(scores(start), scored);
    assert.deepEqual(scores(startAgain), scored.toReversed(), 'the same player gives it with the other color');
    const game = core.game(start);
    assert.equal(game.marbles('black').length + game.marbles('white').length, 28 - Math.abs(choices.handicap));
  });
}

test('the marbles farthest from the centre are given', () => {
  const { start } = terms('local', { handicap: -2 });
  assert.equal(core.game(start).at(0), null, 'a1');
  assert.equal(core.game(start).at(4), null, 'a5');
});

test('in the next game every player takes the next color', () => {
  const first = {
    ...terms('local', { handicap: 1 }),
    id: 'x',
    created: 1,
    changed: 2,
    moves: [1],
    outcome: {},
    clockState: {},
  };
  const second = rematch(first);
  assert.deepEqual(Object.entries(second.players), [
    ['black', 'Bea'],
    ['white', 'Ada'],
  ]);
  assert.deepEqual([second.start, second.startAgain], [first.startAgain, first.start]);
  assert.deepEqual([second.id, second.created, second.clockState, second.moves, second.outcome].join(), ',,,,');
  assert.deepEqual(rematch(second).players, first.players);
});

test('in the next game against the computer the person has the next color', () => {
  const second = rematch(terms('engine'));
  assert.deepEqual([second.side, second.level, second.hints, second.takebacks], ['white', 'walnut', true, false]);
});

test('another level is the choice of the next time too, and decides about the coach', async () => {
  const store = await Store.open(new FakeBrowser().openTab());
  const next = (from, choices, level) =>
    store
      .setProgress('new_game.engine', { ...CHOICES, level: from, ...choices })
      .then(() => nextTerms(store, terms('engine', { level: from, ...choices }), level));
  const up = await next('hazelnut', {}, 'walnut');
  assert.deepEqual([up.level, up.coach, up.side, up.moves], ['walnut', false, 'white', []]);
  assert.deepEqual(await store.progress('new_game.engine'), { ...CHOICES, level: 'walnut' });
  const coached = (...game) => next(...game).then(({ coach }) => coach);
  assert.equal(await coached('walnut', {}, 'hazelnut'), true);
  assert.equal(await coached('walnut', { coach: 'off' }, 'hazelnut'), false);
  assert.equal(await coached('hazelnut', { coach: 'on' }, 'walnut'), true);
  assert.equal(await coached('walnut', { clock: 'total' }, 'hazelnut'), false);
  assert.equal((await next('walnut', { coach: 'on' }, '')).coach, true, 'the same level has the same terms');
  assert.equal((await store.progress('new_game.engine')).level, 'walnut');
});

test('a record of an import has only one start', () => {
  const { startAgain: _, ...imported } = terms('local');
  assert.equal(rematch(imported).start, imported.start);
});

test('three players go round', () => {
  const players = { black: 'Ada', white: 'Bea', blue: 'Cleo' };
  const next = rematch({ ...terms('engine'), players, side: 'blue' });
  assert.deepEqual([next.players, next.side], [{ black: 'Cleo', white: 'Ada', blue: 'Bea' }, 'black']);
});

test('a game from a position has its rules, and the next game starts from it too', () => {
  const from = {
    position: '5/6/7/8/2SSss3/8/7/6/5 2 1 w 0 1',
    turn: 'white',
    marbles: {},
    rules: { marbles_to_eject: 3 },
  };
  const choices = { ...CHOICES, side: 'white', handicap: 2, repetition: false };
  const { start, side, rules, layout, ...rest } = termsFrom('engine', choices, from, random);
  assert.deepEqual([start, side, layout], [from.position, 'white', undefined]);
  assert.deepEqual(rules, { marbles_to_eject: 3, repetition: 0 });
  const next = rematch({ start, side, rules, ...rest });
  assert.deepEqual([next.start, next.side, next.rules], [from.position, 'black', rules]);
});
