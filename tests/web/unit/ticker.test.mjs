// The clock of a game in real time: hidden pages, sleep, warnings, the flag.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Ticker } from '../../../src/sumito/web/game/ticker.js';
import { core } from './fakes/core.mjs';
import { FakeTab } from './fakes/platform.mjs';

/** A ticker with everything that it calls back. */
function ticker(control) {
  const tab = new FakeTab();
  const game = core.game();
  const calls = { ticks: 0, low: [], rests: 0, flags: 0 };
  const made = new Ticker(core.clock(control), game.players, tab, {
    tick: () => calls.ticks++,
    low: (color, seconds) => calls.low.push([color, seconds]),
    flag: () => {
      if (!made.flag(game)) return false;
      calls.flags++;
      made.stop();
      return true;
    },
    rest: () => calls.rests++,
  });
  return { tab, game, calls, ticker: made };
}

const MINUTES = { kind: 'total', time_ms: 120_000 };

test('the clock of the player to move runs', () => {
  const { tab, calls, ticker: clock } = ticker(MINUTES);
  clock.start('black');
  tab.pass(5000);
  assert.deepEqual([clock.remaining('black'), clock.remaining('white')], [115_000, 120_000]);
  assert.equal(calls.ticks, 50);
  clock.press('black', 'white');
  tab.pass(1000);
  assert.deepEqual([clock.remaining('black'), clock.remaining('white'), clock.running], [115_000, 119_000, 'white']);
});

test('an untimed game has no timer', () => {
  const { tab, ticker: clock } = ticker({ kind: 'untimed' });
  clock.start('black');
  assert.equal(tab.timers.size, 0);
  assert.deepEqual([clock.timed, clock.remaining('black'), clock.state()], [false, null, null]);
});

test('the clock stops while the page is hidden', () => {
  const { tab, calls, ticker: clock } = ticker(MINUTES);
  clock.start('black');
  tab.pass(10_000);
  tab.hide();
  tab.pass(600_000);
  assert.deepEqual([clock.remaining('black'), clock.running, calls.rests, calls.flags], [110_000, null, 1, 0]);
  tab.show();
  tab.pass(1000);
  assert.equal(clock.remaining('black'), 109_000);
});

test('a move on a hidden page goes on at the next player', () => {
  const { tab, ticker: clock } = ticker({ ...MINUTES, increment_ms: 2000 });
  clock.start('black');
  tab.hide();
  clock.press('black', 'white');
  tab.pass(60_000);
  assert.deepEqual([clock.remaining('black'), clock.running], [122_000, null]);
  tab.show();
  tab.pass(1000);
  assert.deepEqual([clock.remaining('white'), clock.running], [119_000, 'white']);
});

test('a stopped clock does not start again when the page is shown', () => {
  const { tab, calls, ticker: clock } = ticker(MINUTES);
  clock.start('black');
  clock.stop();
  tab.hide();
  tab.show();
  tab.pass(5000);
  assert.deepEqual([clock.remaining('black'), calls.rests, tab.timers.size], [120_000, 0, 0]);
});

test('time asleep is not counted', () => {
  const { tab, calls, ticker: clock } = ticker(MINUTES);
  clock.start('black');
  tab.pass(10_000);
  tab.sleep(3_600_000);
  tab.pass(100);
  assert.equal(calls.flags, 0);
  assert.equal(clock.remaining('black'), 110_000);
  tab.sleep(4900);
  tab.pass(100);
  assert.equal(clock.remaining('black'), 105_000, 'a pause of five seconds is no sleep');
});

test('a wake-up does not start a clock that does not run', () => {
  const { tab, ticker: clock } = ticker(MINUTES);
  clock.start('black');
  tab.hide();
  tab.pass(60_000);
  clock.wake();
  assert.deepEqual([clock.running, clock.remaining('black')], [null, 120_000], 'hidden');
  tab.show();
  clock.stop();
  tab.pass(60_000);
  clock.wake();
  assert.deepEqual([clock.running, clock.remaining('black')], [null, 120_000], 'stopped');
});

test('a move after a sleep that no tick has noticed costs the time before it', () => {
  const { tab, ticker: clock } = ticker({ ...MINUTES, increment_ms: 2000 });
  clock.start('black');
  tab.pass(10_000);
  tab.sleep(3_600_000);
  clock.wake();
  clock.press('black', 'white');
  tab.pass(1000);
  assert.deepEqual([clock.remaining('black'), clock.remaining('white')], [112_000, 119_000]);
});

test('the time of the player to move ends', () => {
  const { tab, game, calls, ticker: clock } = ticker(MINUTES);
  clock.start('black');
  tab.pass(119_900);
  assert.equal(calls.flags, 0);
  tab.pass(200);
  assert.equal(calls.flags, 1);
  assert.deepEqual(game.outcome, { termination: 'time', winner: 'white' });
  assert.equal(tab.timers.size, 0);
});

test('each warning is given once in a game', () => {
  const { tab, calls, ticker: clock } = ticker(MINUTES);
  clock.start('black');
  tab.pass(59_900);
  assert.deepEqual(calls.low, []);
  tab.pass(100);
  assert.deepEqual(calls.low, [['black', 60]]);
  clock.press('black', 'white');
  tab.pass(70_000);
  clock.press('white', 'black');
  tab.pass(30_000);
  tab.pass(20_000);
  assert.deepEqual(calls.low, [
    ['black', 60],
    ['white', 60],
    ['black', 30],
    ['black', 10],
  ]);
});

test('an increment does not bring a warning back', () => {
  const { tab, calls, ticker: clock } = ticker({ ...MINUTES, increment_ms: 5000 });
  clock.start('black');
  tab.pass(61_000);
  clock.press('black', 'white');
  clock.press('white', 'black');
  assert.equal(clock.remaining('black'), 64_000);
  tab.pass(5000);
  assert.deepEqual(calls.low, [['black', 60]], 'the next move');
  clock.press('black', 'white');
  assert.equal(clock.remaining('black'), 64_000);
  clock.start('black');
  tab.pass(5000);
  assert.deepEqual(calls.low, [['black', 60]], 'after an undo');
});

test('no warning is given at the initial time or above it', () => {
  const { tab, calls, ticker: clock } = ticker({ kind: 'total', time_ms: 30_000 });
  clock.start('black');
  tab.pass(21_000);
  assert.deepEqual(calls.low, [['black', 10]]);
});

test('a warning applies to all players of a shared clock', () => {
  const { tab, calls, ticker: clock } = ticker({ kind: 'shared', time_ms: 90_000 });
  clock.start('black');
  tab.pass(31_000);
  clock.press('black', 'white');
  tab.pass(1000);
  assert.deepEqual(calls.low, [['black', 60]]);
});

test('each move with its own time has its own warnings', () => {
  const { tab, calls, ticker: clock } = ticker({ kind: 'per_move', time_ms: 20_000 });
  clock.start('black');
  tab.pass(11_000);
  clock.press('black', 'white');
  tab.pass(11_000);
  clock.press('white', 'black');
  tab.pass(11_000);
  assert.deepEqual(calls.low, [
    ['black', 10],
    ['white', 10],
    ['black', 10],
  ]);
});

test('after an undo a move with its own time has its warnings again', () => {
  const { tab, calls, ticker: clock } = ticker({ kind: 'per_move', time_ms: 20_000 });
  clock.start('black');
  tab.pass(11_000);
  clock.press('black', 'white');
  clock.start('black');
  tab.pass(11_000);
  assert.deepEqual(calls.low, [
    ['black', 10],
    ['black', 10],
  ]);
});

test('a game that goes on with little time gives no old warning', () => {
  const first = ticker(MINUTES);
  first.ticker.start('black');
  first.tab.pass(65_000);
  const tab = new FakeTab();
  const clock = core.clock(MINUTES);
  clock.restore({ ...first.ticker.state(), runs: false, since: 0 });
  const low = [];
  const callbacks = { tick() {}, low: (...given) => low.push(given), flag: () => false, rest() {} };
  const second = new Ticker(clock, ['black', 'white'], tab, callbacks);
  second.start('black');
  tab.pass(1000);
  assert.deepEqual(low, []);
  assert.equal(second.remaining('black'), 54_000);
});

test('the initial time and more give no warning in a game that goes on', () => {
  const control = { kind: 'total', time_ms: 30_000, increment_ms: 5000 };
  const clock = core.clock(control);
  clock.restore({ player: 'black', runs: false, since: 0, delay: 0, left: { black: 61_000, white: 30_000 } });
  const tab = new FakeTab();
  const low = [];
  const callbacks = { tick() {}, low: (...given) => low.push(given), flag: () => false, rest() {} };
  new Ticker(clock, ['black', 'white'], tab, callbacks).start('black');
  tab.pass(50_000);
  assert.deepEqual(low, []);
  tab.pass(2000);
  assert.deepEqual(low, [['black', 10]]);
});

test('the kept state stands still, and the clock goes on', () => {
  const { tab, ticker: clock } = ticker(MINUTES);
  clock.start('black');
  tab.pass(5000);
  const { player, runs, left } = clock.state();
  assert.deepEqual([player, runs, left], ['black', false, { black: 115_000, white: 120_000 }]);
  tab.pass(1000);
  assert.equal(clock.remaining('black'), 114_000);
});

test('after an undo the clock of the other player runs', () => {
  const { tab, ticker: clock } = ticker(MINUTES);
  clock.start('black');
  tab.pass(5000);
  clock.press('black', 'white');
  tab.pass(3000);
  clock.start('black');
  tab.pass(1000);
  assert.deepEqual([clock.remaining('black'), clock.remaining('white')], [114_000, 117_000]);
});

test('after an undo on a hidden page the clock waits for the page', () => {
  const { tab, ticker: clock } = ticker(MINUTES);
  clock.start('black');
  clock.press('black', 'white');
  tab.hide();
  clock.start('black');
  tab.pass(5000);
  assert.deepEqual([clock.running, clock.remaining('black'), clock.remaining('white')], [null, 120_000, 120_000]);
  tab.show();
  assert.equal(clock.running, 'black');
});

test('a closed ticker listens to nothing', () => {
  const { tab, calls, ticker: clock } = ticker(MINUTES);
  clock.start('black');
  clock.close();
  tab.pass(1000);
  tab.hide();
  assert.deepEqual([calls.ticks, calls.rests, tab.timers.size], [0, 0, 0]);
});
