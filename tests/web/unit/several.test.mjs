/** Games of several players at one screen: seats, terms, players who leave, results. */
import './fakes/page.mjs';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { ALL_COLORS, parseCell } from '../../../src/sumito/web/core/cells.js';
import { MultiCore } from '../../../src/sumito/web/core/multi_core.js';
import { readMultiLayouts } from '../../../src/sumito/web/core/multi_layouts.js';
import { Geometry } from '../../../src/sumito/web/board/geometry.js';
import { Claims } from '../../../src/sumito/web/game/claims.js';
import { LocalSession } from '../../../src/sumito/web/game/local_session.js';
import { ownSide } from '../../../src/sumito/web/game/own_side.js';
import { scoreSentences } from '../../../src/sumito/web/game/score_words.js';
import { Seats } from '../../../src/sumito/web/game/seats.js';
import { Table } from '../../../src/sumito/web/game/table.js';
import { Store } from '../../../src/sumito/web/shell/store.js';
import { FakeBrowser } from './fakes/platform.mjs';
import { FakeView } from './fakes/view.mjs';

const { choicesOf } = await import('../../../src/sumito/web/game/new_game.js');
const { rematch } = await import('../../../src/sumito/web/game/terms.js');
const { lend, playableSeats, sameSide, seatsFor, seatTerms, severalTerms, takeBack } =
  await import('../../../src/sumito/web/game/several_terms.js');
const { SeveralComputer } = await import('../../../src/sumito/web/game/several_computer.js');
const root = new URL('../../../src/sumito/', import.meta.url);
const core = await MultiCore.open(new WebAssembly.Module(await readFile(new URL('web/core/multi.wasm', root))));
const layouts = readMultiLayouts(JSON.parse(await readFile(new URL('data/multi_layouts.json', root), 'utf8')));
const LEVELS = ['hazelnut', 'walnut'];
const layoutOf = (slug) => layouts.find((layout) => layout.slug === slug);

/** The terms of a new game, from the choices of the last time. */
function terms(slug, last = {}) {
  const data = { layouts, defaults: {}, levels: { default: 'pea', levels: [], former: [], several_players: LEVELS } };
  const choices = choicesOf({ layout: slug, ...last }, data, 'several');
  return severalTerms(choices, layoutOf(choices.layout), LEVELS);
}

async function open(record, browser = new FakeBrowser()) {
  const tab = browser.openTab();
  const store = await Store.open(tab, ALL_COLORS);
  const claims = new Claims(tab.openChannel('sumito.playing'));
  const session = new LocalSession({ core, store, claims, platform: tab }, structuredClone(record));
  const kept = async () => {
    await session.saved;
    return store.game(session.record.id);
  };
  return { session, store, tab, kept, play: (text) => session.play(session.game.readMove(text).move) };
}

/** A table where computers never answer. */
function tableFor({ session, tab }, { accepts = false } = {}) {
  const { record } = session;
  const brain = { choose: () => new Promise(() => {}), acceptsDraw: async () => accepts, stop() {} };
  const seats = Object.entries(record.seats).map(([color, level]) => ({
    color,
    here: level === '',
    name: () => `Player ${color}`,
    ...(level && { brain }),
  }));
  let view = null;
  const table = new Table(session, new Seats(seats), (host) => (view = new FakeView(host)), tab);
  return { table, view, ...view.host };
}

test('a person plays against computers unless the seats were chosen', () => {
  assert.deepEqual(terms('three-players').seats, { black: '', blue: 'hazelnut', white: 'hazelnut' });
  assert.equal(terms('three-players').side, 'black');
  const last = { seats: { black: 'walnut', blue: '', white: 'pea', red: '' }, names: { blue: 'Ada' } };
  const chosen = terms('four-players-teams', last);
  assert.deepEqual(chosen.seats, { black: 'walnut', blue: '', white: 'hazelnut', red: '' });
  assert.deepEqual(chosen.players, { black: '', blue: 'Ada', white: '', red: '' });
  assert.deepEqual([chosen.side, chosen.teams], [undefined, true], 'two people: nobody is "you"');
  assert.deepEqual(seatsFor(['black', 'blue'], null, []), { black: '', blue: '' }, 'without computers all are people');
});

test('a kept game with a level that is too weak plays on with the weakest', () => {
  const data = { levels: ['pea', 'hazelnut', 'walnut', 'plum'].map((id) => ({ id })), several_players: LEVELS };
  const kept = { black: '', blue: 'pea', white: 'walnut', red: 'plum' };
  assert.deepEqual(playableSeats(kept, data), { black: '', blue: 'hazelnut', white: 'walnut', red: 'plum' });
});

test('in the next game everybody takes the next colour', () => {
  const next = rematch({ ...terms('three-players'), players: { black: 'Ada', blue: '', white: '' }, id: 'x' });
  assert.deepEqual(next.seats, { black: 'hazelnut', blue: '', white: 'hazelnut' });
  assert.deepEqual([next.players.blue, next.side, next.start], ['Ada', 'blue', layoutOf('three-players').position]);
});

test('partners sit opposite each other', () => {
  const players = { black: '', blue: '', white: '', red: '' };
  assert.ok(sameSide({ players, teams: true }, 'black', 'white'));
  assert.ok(!sameSide({ players, teams: true }, 'black', 'red'));
  assert.ok(!sameSide({ players, teams: false }, 'black', 'white'));
  assert.deepEqual(seatTerms({ black: '', blue: 'hazelnut' }).side, 'black');
});

test('the own side is at the bottom', () => {
  for (const { slug, marbles } of layouts) {
    for (const [color, cells] of Object.entries(marbles)) {
      const geometry = new Geometry(ownSide(cells));
      const height = cells.reduce((sum, cell) => sum + geometry.point(cell).y, 0) / cells.length;
      if (color !== 'yellow' || slug !== 'five-players-pbmserv') assert.ok(height > 200, `${slug} ${color} ${height}`);
    }
  }
  assert.equal(ownSide([parseCell('e5')]), 0, 'the centre has no side');
});

test('somebody who resigns leaves, the others play on, and undo brings the marbles back', async () => {
  const opened = await open(terms('three-players'));
  const { session, play, kept } = opened;
  play('e8e7');
  const said = [];
  session.on('move', (ply) => said.push(ply));
  session.resign('blue');
  assert.equal(session.outcome, null);
  assert.deepEqual([session.game.turn, session.game.active], ['white', ['black', 'white']]);
  assert.deepEqual(session.positionAfter(2).marbles.blue, []);
  assert.deepEqual([said.length, said[0].color, said[0].info.cells.length], [1, 'blue', 0]);
  const { moves } = await kept();
  assert.equal(moves.length, 2);
  const again = await open({ ...session.record, moves });
  assert.deepEqual([again.session.game.active, again.session.plies[1].color], [['black', 'white'], 'blue']);
  session.undo(1);
  assert.deepEqual([session.game.turn, session.positionAfter(1).marbles.blue.length], ['blue', 11]);
});

test('somebody without time leaves, and the next clock runs', async () => {
  const { session, tab, play } = await open({ ...terms('three-players'), control: { kind: 'total', time_ms: 60_000 } });
  play('e8e7');
  tab.pass(61_000);
  assert.deepEqual(session.game.active, ['black', 'white']);
  assert.deepEqual([session.outcome, session.running], [null, 'white']);
});

test('every kind of clock can be chosen', () => {
  const control = (clock) => terms('three-players', { clock, minutes: 1, seconds: 5 }).control;
  assert.deepEqual(control('untimed'), { kind: 'untimed' });
  assert.deepEqual(control('total'), { kind: 'total', time_ms: 60_000 });
  assert.deepEqual(control('per_move'), { kind: 'per_move', time_ms: 5_000 });
  assert.deepEqual(control('shared'), { kind: 'shared', time_ms: 60_000 });
  assert.deepEqual(control('days'), { kind: 'untimed' }, 'only online');
});

test('one time for all ends the game, and the most ejections win', async () => {
  const { position } = layoutOf('three-players');
  for (const [scores, winner] of /** @type {const} */ ([
    ['0,2,1', 'blue'],
    ['1,1,0', null],
  ])) {
    const chosen = terms('three-players', { clock: 'shared', minutes: 1 });
    const { session, tab, play, kept } = await open({ ...chosen, start: position.replace('0,0,0', scores) });
    play('e8e7');
    tab.pass(20_000);
    assert.deepEqual(
      session.game.players.map((color) => Math.round(session.remaining(color) / 1000)),
      [40, 40, 40],
    );
    tab.pass(41_000);
    assert.deepEqual(session.outcome, { termination: 'time', winner });
    assert.deepEqual([session.game.active.length, session.plies.length, session.running], [3, 1, null]);
    const { outcome, moves } = await kept();
    assert.deepEqual([outcome, moves.length], [{ termination: 'time', winner }, 1]);
  }
});

test('with a time for each move, those who are too slow leave one after the other', async () => {
  const { session, tab } = await open(terms('four-players-pbmserv', { clock: 'per_move', seconds: 5 }));
  tab.pass(4_000);
  session.play(session.game.legalMoves()[0].number);
  tab.pass(6_000);
  assert.deepEqual([session.game.active.length, session.running], [3, 'white']);
  assert.ok(session.remaining('white') > 3_500, 'the next player has a whole move');
  tab.pass(6_000);
  tab.pass(6_000);
  assert.deepEqual(session.outcome, { termination: 'time', winner: 'black' });
  assert.equal(session.plies.length, 4);
});

test('a computer can take a seat instead', async () => {
  const { session, kept } = await open({ ...terms('three-players'), players: { black: 'Ada', blue: '', white: '' } });
  session.amend(lend(session.record, 'black', 'walnut'));
  const { seats, side, players } = await kept();
  assert.deepEqual(seats, { black: 'walnut', blue: 'hazelnut', white: 'hazelnut' });
  assert.deepEqual([side, players.black], [undefined, '']);
  assert.deepEqual(session.game.active, ['black', 'blue', 'white']);
  assert.equal('lent' in rematch(session.record), false);
  session.amend(takeBack(session.record, 'black'));
  const again = await kept();
  assert.deepEqual([again.seats.black, again.side, again.players.black, again.lent], ['', 'black', 'Ada', {}]);
});

test('a person who has left can do nothing more, and sees the others', async () => {
  const opened = await open(terms('three-players'));
  const { view, commands, hand, premove } = tableFor(opened);
  assert.equal(view.commands.resign, 'ready');
  assert.equal(view.commands.why, 'hidden');
  commands.resign();
  assert.deepEqual([hand(), premove(), view.commands.resign, view.commands.hint], [null, null, 'hidden', 'hidden']);
  assert.equal(view.thinking, 'blue', 'the next computer thinks');
  opened.session.resign('blue');
  assert.deepEqual(view.end, ['several.wins', { player: { color: 'white' } }]);
});

test('a person hears who has ejected their marbles since their last move', async () => {
  const start = '5/6/7/8/SBB6/8/4S2/6/s4 buw 0,0,0 u 0 1';
  const opened = await open({ ...terms('three-players'), start });
  const { status } = tableFor(opened);
  opened.play('e3e2');
  assert.deepEqual(status(), [{ message: 'play.thinking', parameters: {} }]);
  opened.play('a1b1');
  const loss = { message: 'several.lost', parameters: { player: { color: 'blue' } } };
  assert.deepEqual(status(), [loss, { message: 'play.first_turn', parameters: {} }]);
  opened.play('c5d5');
  opened.play('e2e3');
  opened.play('b1b2');
  assert.deepEqual(
    status().map(({ message }) => message),
    ['move.goes', 'play.your_turn'],
    'the loss was before the last move',
  );
});

test('a team wins together', async () => {
  const near = 'RRRR1/1RRR1S/2RR1SS/5SSS/sss3SSS/sss5/ss1BB2/s1BBB1/1BBBB buwr 5,5 b 0 1';
  const own = await open({ ...terms('four-players-teams'), start: near });
  const won = tableFor(own);
  own.session.resign('blue');
  assert.deepEqual(won.view.end, ['several.won.own', undefined]);
  const other = await open({ ...terms('four-players-teams'), start: near });
  const lost = tableFor(other);
  other.session.resign('white');
  assert.deepEqual(lost.view.end, ['several.won', { name: { color: 'blue' }, partner: { color: 'red' } }]);
  assert.deepEqual(scoreSentences(other.session.game), [
    { message: 'several.score.team', parameters: { player: { color: 'black' }, n: 5, partner: { color: 'white' } } },
    { message: 'several.score.team', parameters: { player: { color: 'blue' }, n: 5, partner: { color: 'red' } } },
  ]);
});

test('a draw needs every computer, and a computer agrees if somebody else has more', async () => {
  const refused = await open(terms('three-players'));
  const first = tableFor(refused);
  await first.commands.draw();
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual([refused.session.outcome, first.view.said.at(-1)], [null, 'play.draw.declined']);
  const agreed = await open(terms('three-players'));
  tableFor(agreed, { accepts: true }).commands.draw();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(agreed.session.outcome.termination, 'agreement');
  const data = { levels: [{ id: 'hazelnut' }], former: [] };
  const blue = new SeveralComputer('blue', core, null, data, 'hazelnut', null);
  const position = (scores) => core.game(layoutOf('three-players').position.replace('0,0,0', scores));
  assert.equal(await blue.acceptsDraw(position('0,0,0')), false);
  assert.equal(await blue.acceptsDraw(position('1,1,0')), false);
  assert.equal(await blue.acceptsDraw(position('2,1,0')), true);
});
