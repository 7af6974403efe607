/** Games of several players: the interface of a game of two, with more players, sides and players who leave. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { hasPlayers } from '../../../src/sumito/web/core/core.js';
import { parseCell } from '../../../src/sumito/web/core/cells.js';
import { Game } from '../../../src/sumito/web/core/game.js';
import { MultiCore } from '../../../src/sumito/web/core/multi_core.js';
import { MultiGame } from '../../../src/sumito/web/core/multi_game.js';
import { readMultiLayouts } from '../../../src/sumito/web/core/multi_layouts.js';
import { readLayouts } from '../../../src/sumito/web/core/layouts.js';
import { recordOf } from '../../../src/sumito/web/core/record_tree.js';
import { RecordError, Records } from '../../../src/sumito/web/core/records.js';
import { Study } from '../../../src/sumito/web/core/study.js';
import { rulesOf } from '../../../src/sumito/web/board/rules.js';
import { History } from '../../../src/sumito/web/game/history.js';

const root = new URL('../../../src/sumito/', import.meta.url);
const core = await MultiCore.open(new WebAssembly.Module(await readFile(new URL('web/core/multi.wasm', root))));
const layouts = readMultiLayouts(JSON.parse(await readFile(new URL('data/multi_layouts.json', root), 'utf8')));
/** @param {string} slug */
const start = (slug) => layouts.find((layout) => layout.slug === slug)?.position ?? '';
/** @param {MultiGame} game @param {...string} texts */
const play = (game, ...texts) => texts.forEach((text) => assert.ok(game.play(game.readMove(text).move ?? NaN), text));
const cells = (/** @type {string} */ names) => names.split(' ').map((name) => parseCell(name) ?? NaN);

test('every layout is a game of its players', () => {
  for (const { slug, position, marbles, teams } of layouts) {
    const game = core.game(position);
    assert.ok(game instanceof MultiGame && game.copy() instanceof MultiGame, slug);
    assert.deepEqual(game.players, Object.keys(marbles));
    assert.deepEqual(game.placement(), marbles);
    assert.deepEqual(game.active, game.players);
    assert.equal(game.sides.length, teams ? 2 : game.players.length);
    assert.equal(game.position(), position);
    assert.equal(game.turn, 'black');
    assert.ok(hasPlayers(position));
  }
  assert.ok(!hasPlayers('sssss/ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSSS 0 0 b 0 1'));
});

test('a push moves marbles of two colours, and the ejected one has its own colour', () => {
  const game = core.game('5/6/7/8/4SSSBs/8/7/6/B3s buw 0,0,0 b 0 1');
  const move = game.move(game.readMove('e5e6').move ?? NaN);
  assert.deepEqual([move.pushed, move.ejects, move.ejected], [cells('e8 e9'), true, 'white']);
  game.play(move.number);
  assert.deepEqual([game.score('black'), game.ejections('black'), game.ejected('white')], [1, ['white'], 1]);
  assert.deepEqual([game.score('blue'), game.ejections('blue')], [0, []]);
  assert.equal(game.turn, 'blue');
});

test('players who leave are entries of the history', () => {
  const game = core.game(start('three-players'));
  play(game, 'd8d7');
  assert.ok(game.resign('blue'));
  assert.ok(!game.resign('blue'));
  assert.deepEqual([game.turn, game.active, game.marbles('blue')], ['white', ['black', 'white'], []]);
  const [, leaving] = game.history();
  assert.equal(game.writeMove(leaving), '-blue:resigns');
  assert.deepEqual(game.move(leaving).cells, []);
  assert.deepEqual(game.leavings(), [{ color: 'blue', cause: 'resigns', after: 1, automatic: false }]);
  const again = core.replay(game.snapshot());
  assert.equal(again.position(), game.position());
  assert.ok(again.flag('white'));
  assert.deepEqual(again.outcome, { termination: 'time', winner: 'black' });
  assert.deepEqual([again.winners, again.result], [['black'], '=black']);
  assert.ok(again.undo() !== null);
  assert.equal(again.undo(), leaving);
  assert.deepEqual(again.active, again.players);
  assert.ok(again.undo() !== null);
  assert.equal(again.undo(), null);
});

test('teams win together, and the first partner names them', () => {
  const game = core.game(start('four-players-teams'));
  assert.deepEqual(game.sides, [
    ['black', 'white'],
    ['blue', 'red'],
  ]);
  assert.ok(game.resign('black'));
  assert.deepEqual([game.outcome, game.winners], [{ termination: 'resignation', winner: 'blue' }, ['blue', 'red']]);
  const timed = core.game(start('four-players-teams'));
  assert.ok(timed.declare({ termination: 'time', winner: 'blue' }));
  assert.deepEqual(timed.winners, ['blue', 'red']);
  assert.ok(timed.reopen());
});

test('the board asks for verdicts, and a refusal names the partner', () => {
  const game = core.game('5/6/7/8/1sSB5/8/7/6/B3R buwr 0,0 b 0 1');
  const board = rulesOf(() => game);
  const { verdict } = board.verdicts(cells('e2 e3'))[0];
  assert.deepEqual([verdict.reason, verdict.cells], ['rear_not_yours', cells('e2')]);
  const { sentences } = board.explain(cells('e2 e3'), 0);
  assert.deepEqual(sentences, [{ message: 'several.rear_not_yours', parameters: { cells: { cells: cells('e2') } } }]);
  const mixed = core.game('5/6/7/8/1Ss6/8/7/6/B3R buwr 0,0 b 0 1', { mixed_moves: true });
  assert.equal(mixed.verdict(cells('e2 e3'), 0).reason, null);
});

test('colours of more than two players are values of sentences', () => {
  const game = core.game(start('three-players'), { marbles_to_eject: 1 });
  game.resign('white');
  game.resign('black');
  assert.deepEqual(game.explainOutcome()[0].parameters.winner, { color: 'blue' });
});

test('a history keeps moves and players who leave', () => {
  const game = core.game(start('three-players'));
  const history = new History(game);
  history.play(game.readMove('d8d7').move ?? NaN);
  history.play(-4);
  assert.deepEqual(
    history.plies.map(({ text, color }) => [text, color]),
    [
      ['d8d7', 'black'],
      ['-blue:resigns', 'blue'],
    ],
  );
  assert.deepEqual(history.positionAfter(2).marbles.blue, []);
  history.undo(1);
  assert.equal(game.turn, 'blue');
  assert.equal(game.marbles('blue').length, 11);
});

test('a clock has one time for each player, and passes those who have left', () => {
  const { players } = core.game(start('three-players'));
  const clock = core.clock({ kind: 'total', time_ms: 60_000 }, players);
  clock.start('black', 0);
  clock.press(1_000, 'white');
  clock.press(3_000);
  assert.equal(clock.running, 'black');
  assert.deepEqual(clock.state().left, { black: 59_000, blue: 60_000, white: 58_000 });
  const twin = core.clock(clock.control, players);
  twin.restore(clock.state());
  assert.deepEqual(twin.state(), clock.state());
});

test('what only two players have throws', () => {
  const game = core.game(start('three-players'));
  const only = /** @type {const} */ (['acceptsDraw', 'formations', 'threats', 'solve']);
  for (const name of [...only, /** @type {const} */ ('attempt'), /** @type {const} */ ('explainPosition')]) {
    assert.throws(() => game[name](), /two players/);
    assert.ok(name in Game.prototype);
  }
});

test('a record is read back as it was written, and a fault has its message', async () => {
  const json = async (/** @type {string} */ name) => JSON.parse(await readFile(new URL(`data/${name}`, root), 'utf8'));
  const module = new WebAssembly.Module(await readFile(new URL('web/core/study.wasm', root)));
  const study = await Study.open(module, await json('records.json'), readLayouts(await json('layouts.json')));
  const records = new Records(core, study);
  const game = core.game(start('three-players'));
  play(game, 'd8d7');
  game.resign('blue');
  play(game, 'd1d2');
  game.flag('white');
  const record = recordOf(game, [['Blue', 'Sofia']]);
  const text = records.format(record);
  assert.match(text, /\[Variant "three-players"\]\n\[Players "buw"\]\n\[Result "=black"\]/);
  assert.match(text, /1\. d8d7 -blue:resigns d1d2 2\. -white:time =black\n$/);
  const [again] = records.read(text);
  assert.deepEqual(again, record);
  const [wrong] = records.read(text.replace('"buw"', '"bwu"'));
  assert.ok(wrong instanceof RecordError && wrong.code === 'bad_players');
  assert.equal(wrong.sentences[1].message, 'record.tag');
  const [illegal] = records.read(text.replace('d1d2', 'd1e1'));
  assert.ok(illegal instanceof RecordError && illegal.code === 'illegal_move');
});
