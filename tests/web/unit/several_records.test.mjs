/** Games of several players in files: what is kept becomes a record, and a record becomes a game to keep. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { playersIn } from '../../../src/sumito/web/core/core_for.js';
import { readLayouts } from '../../../src/sumito/web/core/layouts.js';
import { MultiCore } from '../../../src/sumito/web/core/multi_core.js';
import { readMultiLayouts } from '../../../src/sumito/web/core/multi_layouts.js';
import { newRecord, Records } from '../../../src/sumito/web/core/records.js';
import { Study } from '../../../src/sumito/web/core/study.js';
import { contentOf, keptOfRecord } from '../../../src/sumito/web/games/imported_game.js';
import { recordOfKept } from '../../../src/sumito/web/study/kept_record.js';
import { core as two } from './fakes/core.mjs';

const root = new URL('../../../src/sumito/', import.meta.url);
const json = async (name) => JSON.parse(await readFile(new URL(`data/${name}`, root), 'utf8'));
const wasm = async (name) => new WebAssembly.Module(await readFile(new URL(`web/core/${name}.wasm`, root)));
const core = await MultiCore.open(await wasm('multi'));
const study = await Study.open(
  await wasm('study'),
  await json('records.json'),
  readLayouts(await json('layouts.json')),
);
const records = new Records(two, study);
const layouts = readMultiLayouts(await json('multi_layouts.json'));
const start = (slug) => layouts.find((layout) => layout.slug === slug).position;

/** @param {string} slug @param {(game: any) => void} play */
function kept(slug, seats, players, play, more = {}) {
  const game = core.game(start(slug));
  play(game);
  const { moves } = game.snapshot();
  const people = Object.keys(seats).filter((color) => seats[color] === '');
  return {
    kind: 'several',
    start: start(slug),
    moves,
    rules: {},
    seats,
    players,
    teams: slug.endsWith('teams'),
    side: people.length === 1 && !players[people[0]] ? people[0] : undefined,
    control: { kind: 'untimed' },
    hints: true,
    takebacks: true,
    layout: '',
    outcome: game.outcome,
    created: new Date(2026, 10, 18).getTime(),
    changed: new Date(2026, 10, 18).getTime(),
    ...more,
  };
}
const text = (game) => records.formatAll([recordOfKept(core, game)]);
const again = (game) => keptOfRecord(core, records, [...records.read(text(game))][0]);
const play = (game, ...moves) => moves.forEach((move) => assert.ok(game.play(game.readMove(move).move), move));
const THREE = [
  'three-players',
  { black: '', blue: 'pea', white: 'walnut' },
  { black: 'Ada', blue: '', white: '' },
  (game) => {
    play(game, 'd8d7');
    game.resign('blue');
    play(game, 'd1d2');
  },
];

test('computers are levels in a file, and come back as computers', () => {
  const game = kept(...THREE);
  assert.match(text(game), /\[Black "Ada"\]\n\[Blue "sumito pea"\]\n\[White "sumito walnut"\]\n.*\n\[Players "buw"\]/);
  assert.match(text(game), /\n1\. d8d7 -blue:resigns d1d2 \*\n/);
  assert.deepEqual(again(game), game);
});

test('the only person is the player of this browser, unless the file has another name', () => {
  const [slug, seats, players, moves] = THREE;
  assert.equal(again(kept(slug, seats, { ...players, black: '' }, moves)).side, 'black');
  assert.equal(again(kept(slug, seats, players, moves)).side, undefined);
});

test('a finished game keeps its winner, and a team both of them', () => {
  const people = { black: '', blue: '', white: '', red: '' };
  const names = { black: 'Ada', blue: 'Emmy', white: 'Sofia', red: '' };
  const game = kept('four-players-teams', people, names, (board) => board.resign('black'));
  assert.deepEqual(game.outcome, { termination: 'resignation', winner: 'blue' });
  assert.match(text(game), /\[Red "\?"\].*\[Result "=blue\+red"\]/s);
  assert.deepEqual(again(game), game);
  assert.equal(again(game).teams, true);
});

test('an end that the moves do not show is kept too', () => {
  for (const outcome of [
    { termination: 'agreement', winner: null },
    { termination: 'time', winner: null },
    { termination: 'time', winner: 'white' },
  ]) {
    const game = kept(...THREE, { outcome });
    assert.deepEqual(again(game).outcome, outcome);
  }
});

test('a game that goes on after a repetition has no such rule', () => {
  const game = kept(...THREE.slice(0, 3), () => {});
  const board = core.game(game.start, { repetition: 0 });
  const round = ['d8d7', 'b3c3', 'd1d2', 'd7d8', 'c3b3', 'd2d1'];
  play(board, ...round, ...round, ...round);
  const long = { ...game, moves: board.history(), rules: { repetition: 0 } };
  assert.deepEqual(again(long), long);
  assert.deepEqual(again({ ...long, moves: long.moves.slice(0, 5) }).rules, {});
});

test('a level of version 0.1 is a person: it plays with two players only', () => {
  const [record] = records.read(text(kept(...THREE)));
  record.headers.set('Blue', 'sumito level 4');
  const { seats, players } = keptOfRecord(core, records, record);
  assert.deepEqual([seats.blue, players.blue], ['', 'sumito level 4']);
});

test('games are told apart by players, moves and start', () => {
  const game = kept(...THREE);
  const others = [
    { ...game, seats: { ...game.seats, blue: 'cherry' } },
    { ...game, players: { ...game.players, black: 'Bea' } },
    { ...game, moves: game.moves.slice(1) },
    { ...game, start: game.start.replace('0,0,0', '1,0,0') },
  ];
  assert.equal(new Set([game, again(game), ...others].map((each) => contentOf(two, each))).size, 5);
});

test('the players of a position are named in the order of play', () => {
  for (const { position, marbles } of layouts) assert.deepEqual(playersIn(position), Object.keys(marbles));
  assert.deepEqual(playersIn(start('three-players').replace('buw', 'bUw')), ['black', 'blue', 'white']);
  assert.deepEqual(playersIn(two.game().position()), ['black', 'white']);
});

test('a record of any players has all their names', () => {
  const position = '5/6/7/8/YYR1B4/8/7/6/5 yru 0,0,0 y 0 1';
  const record = newRecord(position);
  assert.deepEqual([...record.headers.keys()], ['Event', 'Date', 'Yellow', 'Red', 'Blue']);
  const [again] = records.read(records.format(record));
  assert.deepEqual([...again.headers.keys()], [...record.headers.keys()]);
  assert.equal(again.start, position);
});
