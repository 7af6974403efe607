// The end of a game: the graph of the scene, and the link to the review or the analysis.
import './fakes/page.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';

const { stepPath } = await import('../../../src/sumito/web/game/scene.js');
const { lookLink } = await import('../../../src/sumito/web/game/end.js');

test('the line of a player steps up at each ejection', () => {
  assert.equal(stepPath([0, 0, 1, 1, 3], 3), 'M0 30.0H50.0V20.0H100.0V0.0H100');
  assert.equal(stepPath([0, 0, 0], 6), 'M0 30.0H100');
  assert.equal(stepPath([2], 6), 'M0 20.0H100', 'a handicap, and no moves');
});

test('a game whose address cannot be made has no link to its review', async () => {
  const made = Promise.reject(new Error('no module'));
  const link = lookLink({ game: { players: ['black', 'white'] }, plies: [1], nameInAddress: () => made });
  await new Promise((resolve) => setImmediate(resolve)); // an error that nobody handles fails the test
  assert.equal(link.hidden, true);
});

test('a game of several players leads to its analysis, one of two to its review', async () => {
  for (const [players, place] of [
    [['black', 'white'], 'review'],
    [['black', 'blue', 'white'], 'analysis'],
  ]) {
    const link = lookLink({ game: { players }, plies: [1], nameInAddress: async () => 'abc' });
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(link.hidden, false);
    assert.match(String(link.href), new RegExp(`${place}/#game=abc$`));
  }
});
