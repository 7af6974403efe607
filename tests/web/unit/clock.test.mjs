// The clocks of a game, as the web app uses them.
import assert from 'node:assert/strict';
import test from 'node:test';
import { core } from './fakes/core.mjs';

const FIVE = { kind: 'total', time_ms: 300_000 };

test('time runs for the player on the clock, and a press gives it to the other', () => {
  const clock = core.clock(FIVE);
  assert.deepEqual([clock.running, clock.remaining('black', 0), clock.remaining('white', 0)], [null, 300_000, 300_000]);
  clock.press(500);
  assert.equal(clock.running, null, 'nobody was on the clock');
  clock.start('black', 1000);
  assert.equal(clock.running, 'black');
  assert.deepEqual([clock.remaining('black', 3000), clock.remaining('white', 3000)], [298_000, 300_000]);
  clock.press(3000);
  assert.equal(clock.running, 'white');
  assert.deepEqual([clock.remaining('black', 4000), clock.remaining('white', 4000)], [298_000, 299_000]);
  clock.press(4000);
  assert.equal(clock.running, 'black');
  clock.stop(5000);
  assert.deepEqual([clock.running, clock.remaining('black', 90_000)], [null, 297_000]);
});

test('an untimed game has no time, no deadline and no flag', () => {
  const clock = core.clock({ kind: 'untimed' });
  clock.start('white', 0);
  assert.deepEqual([clock.remaining('white', 10), clock.deadline, clock.flagged(1e9)], [null, null, false]);
  assert.equal(clock.flag(core.game(), 1e9), false);
});

test('the deadline is when the time of the player on the clock is over', () => {
  const clock = core.clock({ ...FIVE, delay_ms: 2000 });
  assert.equal(clock.deadline, null, 'nobody is on the clock');
  clock.start('black', 1000);
  assert.equal(clock.deadline, 303_000);
  clock.press(4000);
  assert.equal(clock.deadline, 306_000);
  clock.stop(5000);
  assert.equal(clock.deadline, null);
});

test('a flag ends a game that goes on, once and only when the time is over', () => {
  const [clock, game] = [core.clock({ kind: 'total', time_ms: 1000 }), core.game()];
  assert.equal(clock.flag(game, 1e9), false, 'nobody is on the clock');
  clock.start('black', 0);
  assert.equal(clock.flag(game, 999), false);
  assert.equal(game.outcome, null);
  assert.equal(clock.flag(game, 1000), true);
  assert.deepEqual([game.outcome.termination, game.outcome.winner], ['time', 'white']);
  assert.equal(clock.flag(game, 1001), false, 'the game has ended');
});

test('shared time that is over ends the game for both', () => {
  const [clock, game] = [core.clock({ kind: 'shared', time_ms: 1000 }), core.game()];
  clock.start('black', 0);
  clock.press(400);
  assert.equal(clock.remaining('black', 500), 500);
  assert.equal(clock.flag(game, 1000), true);
  assert.deepEqual([game.outcome.termination, game.outcome.winner], ['time', null]);
  assert.equal(clock.flag(game, 1001), false, 'the game has ended');
});

test('a clock gives the computer its limits', () => {
  const limits = (control, color = 'black', now = 0) => {
    const clock = core.clock(control);
    clock.start('black', 0);
    return clock.limits(color, now);
  };
  const none = { time_ms: null, remaining_ms: null, increment_ms: 0, delay_ms: 0 };
  assert.deepEqual(limits({ kind: 'untimed' }), none);
  assert.deepEqual(limits({ kind: 'per_move', time_ms: 5000 }, 'black', 2000), { ...none, time_ms: 3000 });
  assert.deepEqual(limits(FIVE, 'black', 1000), { ...none, remaining_ms: 299_000 });
  assert.deepEqual(limits({ ...FIVE, increment_ms: 3000 }), { ...none, remaining_ms: 300_000, increment_ms: 3000 });
  assert.deepEqual(limits({ ...FIVE, delay_ms: 2000 }, 'black', 500), {
    ...none,
    remaining_ms: 300_000,
    delay_ms: 1500,
  });
  assert.deepEqual(limits({ ...FIVE, delay_ms: 2000 }, 'white', 500), {
    ...none,
    remaining_ms: 300_000,
    delay_ms: 2000,
  });
  assert.deepEqual(limits({ kind: 'shared', time_ms: 8000 }, 'white', 2000), { ...none, remaining_ms: 3000 });
});

test('time is added and taken away', () => {
  const clock = core.clock(FIVE);
  clock.adjust('white', 5000);
  clock.adjust('black', -1000);
  assert.deepEqual([clock.remaining('black', 0), clock.remaining('white', 0)], [299_000, 305_000]);
});

for (const runs of [true, false]) {
  test(`a state is restored as it was, ${runs ? 'running' : 'stopped'}`, () => {
    const clock = core.clock({ ...FIVE, increment_ms: 3000 });
    clock.start('black', 0);
    clock.press(10_000);
    if (!runs) clock.stop(12_000);
    const state = clock.state();
    assert.deepEqual([state.player, state.runs, state.left.black], ['white', runs, 293_000]);
    if (runs) assert.equal(state.since, 10_000);
    const again = core.clock({ ...FIVE, increment_ms: 3000 });
    again.restore(state);
    assert.deepEqual(again.state(), state);
    for (const color of ['black', 'white'])
      assert.equal(again.remaining(color, 20_000), clock.remaining(color, 20_000));
    assert.equal(again.running, runs ? 'white' : null);
  });
}

test('a copy goes its own way', () => {
  const clock = core.clock(FIVE);
  clock.start('black', 0);
  const copy = clock.copy();
  copy.stop(1000);
  assert.deepEqual([clock.running, copy.running], ['black', null]);
  assert.equal(copy.control, clock.control);
});

test('what is no control, no player or no time is refused', () => {
  assert.throws(() => core.clock({ kind: 'total', time_ms: -1 }), /not a time control: .*-1/);
  assert.throws(() => core.clock({ kind: 'total', time_ms: 1, delay_ms: 1, increment_ms: 1 }), RangeError);
  assert.throws(() => core.clock(FIVE).start('red', 0), RangeError);
});
