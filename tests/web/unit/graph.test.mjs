import assert from 'node:assert/strict';
import { test } from 'node:test';
import { across, sharePath } from '../../../src/sumito/web/review/graph.js';

test('plies go from edge to edge', () => {
  assert.deepEqual(
    [0, 1, 2].map((ply) => across(ply, 2)),
    [0, 500, 1000],
  );
  assert.equal(across(0, 0), 0);
});

test('the share of Black is filled from below', () => {
  assert.equal(sharePath([0.5, 1, 0]), 'M0.0 240L0.0 120.0L500.0 0.0L1000.0 240.0L1000.0 240Z');
});

test('what is not known yet is left open', () => {
  assert.equal(sharePath([null, null, 0.5]), 'M1000.0 240L1000.0 120.0L1000.0 240Z');
  assert.equal(sharePath([0.5, null, 0.5]).match(/M/g).length, 2);
  assert.equal(sharePath([null, null]), '');
});
