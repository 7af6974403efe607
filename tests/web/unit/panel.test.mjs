// The bars of the players and the list of moves, on a fake page.
import './fakes/page.mjs';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { Catalogue, useCatalogue } from '../../../src/sumito/web/shell/i18n.js';
import { coreFor, startOf } from '../../../src/sumito/web/core/core_for.js';
import { core, THREE, ThreeGame } from './fakes/core.mjs';
import { fetchFile } from './fakes/fetch.mjs';

const { Panel } = await import('../../../src/sumito/web/game/panel.js');
const { Tray } = await import('../../../src/sumito/web/game/tray.js');
const { MoveList } = await import('../../../src/sumito/web/game/move_list.js');
const { History } = await import('../../../src/sumito/web/game/history.js');
const catalogue = new URL('../../../src/sumito/data/catalogues/en.json', import.meta.url);
const english = JSON.parse(await readFile(catalogue, 'utf8'));
english.messages['color.blue'] = 'Blue';
english.messages['several.left'] = '{player} has left the game.';
english.messages['several.score.team'] = '{player} and {partner}: {n}';
english.messages['play.ejected'] = ['{n} ejected', '{n} ejected'];
useCatalogue(new Catalogue(english));

/** Make a session with only the parts that are shown. */
function session(game = new ThreeGame(), times = null) {
  const history = new History(game);
  return {
    game,
    history,
    timed: times !== null,
    running: times && game.turn,
    remaining: (color) => times?.[color] ?? null,
    get plies() {
      return history.plies;
    },
    get outcome() {
      return game.outcome;
    },
  };
}

const classes = (elements) => elements.map(({ className }) => className);

test('three panels show three turns, names and trays', () => {
  const played = session();
  const trays = THREE.map((color) => new Tray(played, [color]));
  const panels = THREE.map((color, i) => new Panel(played, { color, name: () => `Player ${color}` }, trays[i]));
  assert.deepEqual(
    panels.map(({ element }) => element.all('player-name')[0].textContent),
    ['BlackPlayer black', 'WhitePlayer white', 'BluePlayer blue'],
    'the colour first: several computers can have the same name',
  );
  for (const move of [2, 1, 4]) played.history.play(move);
  for (const each of [...panels, ...trays]) each.update();
  assert.deepEqual(
    panels.map(({ element }) => element.classList.contains('to-move')),
    [true, false, false],
  );
  const marbles = panels.map(({ element }) => classes(element.all('tray')[0].children));
  assert.deepEqual(marbles, [
    ['dot white', 'slot', 'slot'],
    ['slot', 'slot', 'slot'],
    ['dot black', 'slot', 'slot'],
  ]);
});

test('a tray can hold marbles of several colors', () => {
  const tray = new Tray(session(), ['white']);
  tray.update(['black', 'blue']);
  assert.deepEqual(classes(tray.element.children), ['dot black', 'dot blue', 'slot']);
  assert.equal(tray.element.getAttribute('aria-label'), '2 ejected');
});

test('a tray holds the marbles that a position text counts, without their colors', async (t) => {
  t.mock.method(globalThis, 'fetch', fetchFile);
  const start = 'B3s/6/7/8/4S4/8/2S1S2/SS2SS/BS1Ss buw 4,1,0 b 0 1';
  const tray = new Tray(session((await coreFor(core, start)).game(start)), ['black']);
  tray.update(['white']);
  assert.deepEqual(classes(tray.element.children), [...Array(4).fill('dot unknown'), 'dot white', 'slot']);
  assert.equal(tray.element.getAttribute('aria-label'), '5 ejected');
});

test('the tray of a team names both partners', async (t) => {
  t.mock.method(globalThis, 'fetch', fetchFile);
  const start = await startOf('four-players-teams');
  const tray = new Tray(session((await coreFor(core, start)).game(start)), ['black', 'white']);
  assert.equal(tray.element.getAttribute('aria-label'), 'Black and White: 0');
});

test('a person without a name has only the color', () => {
  const panel = new Panel(session(), { color: 'blue', name: () => 'Blue' });
  assert.equal(panel.element.all('player-name')[0].textContent, 'Blue');
});

test('the winner is marked, and nobody is to move', () => {
  const played = session();
  const panels = THREE.map((color) => new Panel(played, { color, name: () => '' }));
  played.game.declare({ termination: 'resignation', winner: 'blue' });
  for (const panel of panels) panel.update();
  assert.deepEqual(
    panels.map(({ element }) => element.className),
    ['player-bar black', 'player-bar white', 'player-bar blue winner'],
  );
});

test('the clock of the player to move runs, and is highlighted when it is low', () => {
  const played = session(core.game(), { black: 19_000, white: 5000 });
  const [black, white] = ['black', 'white'].map(
    (color) => new Panel(played, { color, name: () => '' }).element.all('clock')[0],
  );
  assert.deepEqual([black.textContent, white.textContent], ['0:19', '5.0']);
  assert.deepEqual([black.className, white.className], ['clock running low', 'clock']);
});

test('an untimed game has no clocks', () => {
  assert.deepEqual(new Panel(session(), { color: 'black', name: () => '' }).element.all('clock'), []);
});

test('the list has a line for each round of three', () => {
  const played = session();
  let choice = null;
  const list = new MoveList(played, (ply) => (choice = ply));
  for (const move of [2, 1, 3, 5]) played.history.play(move);
  list.update(4);
  const lines = list.element.all('plies')[0];
  assert.deepEqual(
    lines.children.map((line) => line.children.map(({ className }) => className)),
    [['ply black', 'ply white', 'ply blue'], ['ply black']],
  );
  assert.deepEqual(classes(lines.all('dot')), ['dot white'], 'the color of the marble that was ejected');
  const plies = lines.all('ply');
  assert.deepEqual(
    plies.map((button) => button.getAttribute('aria-current')),
    [null, null, null, 'true'],
  );
  plies[1].listeners.get('click')();
  assert.equal(choice, 2);
  played.history.undo(2);
  list.update(2);
  assert.deepEqual(
    lines.children.map((line) => line.children.length),
    [2],
  );
});

test('who leaves belongs to the round, and the next rounds begin with the first player who is left', async (t) => {
  t.mock.method(globalThis, 'fetch', fetchFile);
  const start = await startOf('three-players');
  const game = (await coreFor(core, start)).game(start);
  const played = session(game);
  const list = new MoveList(played, () => {});
  const move = () => played.history.play(game.legalMoves()[0].number);
  for (const each of [move, move, move, () => played.history.play(game.leaving('black', 'resigns'))]) each();
  for (let ply = 0; ply < 4; ply++) move();
  list.update(8);
  const lines = list.element.all('plies')[0];
  assert.deepEqual(
    lines.children.map((line) => line.children.map(({ className }) => className.split(' ')[1])),
    [
      ['black', 'blue', 'white', 'black'],
      ['blue', 'white'],
      ['blue', 'white'],
    ],
  );
  const [, , , leaving] = lines.all('ply');
  assert.deepEqual([leaving.textContent, leaving.getAttribute('aria-label')], ['', 'Black has left the game.']);
});
