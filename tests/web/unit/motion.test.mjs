// The steps of marbles, and their pace.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixedConfig } from '../../../src/sumito/web/board/config.js';
import { beats, Pace, pushTime, steps } from '../../../src/sumito/web/board/motion.js';
import { pauseAfter } from '../../../src/sumito/web/game/pause.js';
import { cellName, parseCell } from '../../../src/sumito/web/core/cells.js';

const cells = (text) => text.split(' ').filter(Boolean).map(parseCell);
const told = (line, direction, pushed = '') =>
  steps({ cells: cells(line), direction, pushed: cells(pushed) })
    .map(({ from, to }) => `${cellName(from)}-${to === null ? '' : cellName(to)}`)
    .join(' ');

test('a move goes from the rear to the front, and an ejected marble goes nowhere', () => {
  assert.equal(told('e7 e8', 0, 'e9'), 'e7-e8 e8-e9 e9-');
  assert.equal(told('e3 e4 e5', 3), 'e5-e4 e4-e3 e3-e2');
  assert.equal(told('c3 c4 c5', 1), 'c3-d4 c4-d5 c5-d6');
});

test('one move after another has its time; stepping fast does not', () => {
  const pace = new Pace(fixedConfig());
  assert.equal(pace.next(false, 0), 190);
  assert.equal(pace.next(false, 195), 190, 'an answer at once is no hurry');
  assert.equal(pace.next(true, 250), 60);
  assert.equal(pace.next(true, 290), 0);
  assert.equal(pace.next(false, 320), 0, 'still stepping');
  assert.equal(pace.next(false, 900), 190);
});

test('the setting decides', () => {
  assert.equal(new Pace(fixedConfig({ motion: 'fast' })).next(false, 0), 95);
  assert.equal(new Pace(fixedConfig({ motion: 'off' })).next(false, 0), 0);
});

test('a push is heard at its contact, an ejection at the rim and in the tray', () => {
  const { contact, rim, drop } = beats(fixedConfig());
  assert.ok(contact >= 50 && contact <= 90, `${contact}`);
  assert.ok(rim > contact + 150 && drop > rim + 300);
  assert.deepEqual(beats(fixedConfig({ motion: 'off' })), { contact: 0, rim: 0, drop: 0 });
});

test('the answer comes half a second after a move, later after an ejection', () => {
  const pause = (settings, ejects) => Math.round(pauseAfter(pushTime(fixedConfig(settings)), ejects));
  assert.equal(pause({}, false), 494);
  assert.equal(pause({}, true), 893);
  assert.equal(pause({ motion: 'fast' }, false), 247);
  assert.equal(pause({ motion: 'off' }, true), 0);
});
