// Time as clocks show it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockText } from '../../../src/sumito/web/game/time.js';

const SHOWN = [
  // A second that has begun is shown whole: a game of five minutes begins with 5:00, and 4:59 comes a second later.
  [300_000, '5:00'],
  [299_999, '5:00'],
  [299_001, '5:00'],
  [299_000, '4:59'],
  [60_000, '1:00'],
  [59_001, '1:00'],
  [59_000, '0:59'],
  [10_001, '0:11'],
  [10_000, '0:10'],
  // Under ten seconds, tenths; they are rounded down, so that 0.0 is shown when the time is nearly over.
  [9_999, '9.9'],
  [9_900, '9.9'],
  [9_899, '9.8'],
  [1_000, '1.0'],
  [999, '0.9'],
  [100, '0.1'],
  [99, '0.0'],
  [0, '0.0'],
  // Hours, if there are any.
  [3_600_000, '1:00:00'],
  [3_599_000, '59:59'],
  [3_599_001, '1:00:00'],
  [3_661_000, '1:01:01'],
  [36_000_000, '10:00:00'],
  [5_430_000, '1:30:30'],
];

for (const [ms, text] of SHOWN) test(`${ms} ms`, () => assert.equal(clockText(ms), text));
