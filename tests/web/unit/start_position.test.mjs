// A game from any position: its address.
import assert from 'node:assert/strict';
import test from 'node:test';
import './fakes/page.mjs';
import { core } from './fakes/core.mjs';

const { startPositionOf } = await import('../../../src/sumito/web/game/start_position.js');
const { playOnLink } = await import('../../../src/sumito/web/shell/shell.js');

const POSITION = '5/6/7/8/2SSss3/8/7/6/5 2 1 w 0 1';
const read = (address) => startPositionOf(new URLSearchParams(new URL(address).hash.slice(1)), async () => core);

test('the position of a link is read again', async () => {
  const { position, turn, marbles, rules } = await read(playOnLink(POSITION));
  assert.equal(core.game(position).position(), core.game(POSITION).position());
  assert.deepEqual([turn, rules], ['white', {}]);
  assert.deepEqual(
    Object.values(marbles).map((cells) => cells.length),
    [2, 2],
  );
  assert.deepEqual((await read(playOnLink(POSITION, 3))).rules, { marbles_to_eject: 3 });
});

test('an address without a position has none', async () => {
  for (const state of ['', 'game=abc', 'pos='])
    assert.equal(await startPositionOf(new URLSearchParams(state), () => assert.fail('needs no core')), null);
});

for (const text of ['nothing', '5/6/7/8/9/8/7/6/5 0 0 b 0 1', '5/6/7/8/2SSss3/8/7/6/5 6 0 w 0 1'])
  test(`no game starts from ${text}`, async () => {
    assert.equal(await startPositionOf(new URLSearchParams({ pos: text }), async () => core), undefined);
  });

test('no game starts with impossible rules', async () => {
  for (const eject of ['0', 'x', '2.5', '-1', '1'])
    assert.equal(
      await startPositionOf(new URLSearchParams({ pos: POSITION, eject }), async () => core),
      undefined,
      eject,
    );
});
