// Finished online games as records of My games.
import assert from 'node:assert/strict';
import test from 'node:test';
import { coreFor, startOf } from '../../../src/sumito/web/core/core_for.js';
import { keepFinished, keepGame, recordOfMessage } from '../../../src/sumito/web/game/online_records.js';
import { Store } from '../../../src/sumito/web/shell/store.js';
import { recordOfKept } from '../../../src/sumito/web/study/kept_record.js';
import { core } from './fakes/core.mjs';
import { fetchFile } from './fakes/fetch.mjs';
import { FakeTab } from './fakes/platform.mjs';

const seat = (color, guest, you) => ({ color, guest, you, name: `Guest ${guest}` });
const message = (changes = {}) => ({
  t: 'game',
  game: 'abc',
  terms: {
    start: core.game().position(),
    layout: 'standard',
    rules: {},
    control: { kind: 'untimed' },
    takebacks: false,
  },
  moves: ['a1b2', 'i9h8'],
  seats: [seat('black', 17, true), seat('white', 4821, false)],
  outcome: { termination: 'resignation', winners: [1] },
  ...changes,
});
const ended = (termination, winners) => recordOfMessage(core, message({ outcome: { termination, winners } }))?.outcome;

test('a finished game has its moves, its players and the own side', () => {
  const record = recordOfMessage(core, message());
  assert.deepEqual([record.id, record.kind, record.side, record.layout], ['online-abc', 'online', 'black', 'standard']);
  assert.deepEqual(record.players, { black: 'Guest 17', white: 'Guest 4821' });
  assert.deepEqual(record.guests, { black: 17, white: 4821 });
  assert.deepEqual(record.outcome, { termination: 'resignation', winner: 'white' });
  const { headers, ...tree } = recordOfKept(core, { ...record, created: 0 });
  assert.deepEqual([headers.get('Black'), headers.get('White')], ['Guest 17', 'Guest 4821']);
  assert.ok(tree);
});

test('a player who left has resigned, in words of the rules', () => {
  assert.deepEqual(ended('absence', [0]), { termination: 'resignation', winner: 'black' });
  assert.deepEqual(ended('absence', [0, 1]), { termination: 'agreement', winner: null });
  assert.deepEqual(ended('time', [1]), { termination: 'time', winner: 'white' });
});

test('a game that does not count, has no move or is not over is not kept', () => {
  assert.equal(ended('aborted', []), undefined);
  assert.equal(ended('expired', []), undefined);
  assert.equal(recordOfMessage(core, message({ outcome: null })), null);
  assert.equal(recordOfMessage(core, message({ moves: [] })), null);
  assert.throws(() => recordOfMessage(core, message({ moves: ['a1b2', 'a1b2'] })), /abc is not legal/);
});

test('games are kept once, the newest first, and deleted ones do not come back', async (t) => {
  const store = await Store.open(new FakeTab());
  const asked = [];
  t.mock.method(globalThis, 'fetch', async (/** @type {string} */ url) => {
    const id = url.split('/').at(-1);
    asked.push(id);
    return Response.json(
      message({ game: id, ...(id === 'void' && { outcome: { termination: 'aborted', winners: [] } }) }),
    );
  });
  const openCore = async () => core;
  await keepFinished(store, ['new', 'void', 'old'], openCore);
  const ids = async () => (await store.games()).map(({ id }) => id).sort();
  assert.deepEqual(
    [await ids(), asked],
    [
      ['online-new', 'online-old'],
      ['old', 'void', 'new'],
    ],
  );
  await store.removeGame('online-old');
  await keepFinished(store, ['newer', 'new', 'void', 'old'], openCore);
  assert.deepEqual([await ids(), asked.slice(3)], [['online-new', 'online-newer'], ['newer']]);
  await keepGame(store, 'old', openCore);
  assert.deepEqual(await ids(), ['online-new', 'online-newer'], 'another tab has had it');
});

test('games that two tabs keep at the same time are both remembered', async (t) => {
  const store = await Store.open(new FakeTab());
  t.mock.method(globalThis, 'fetch', async (/** @type {string} */ url) =>
    Response.json(message({ game: url.split('/').at(-1) })),
  );
  await Promise.all(['one', 'two', 'one'].map((id) => keepGame(store, id, async () => core)));
  assert.deepEqual((await store.progress('online.kept_games')).toSorted(), ['one', 'two']);
});

test('a game that cannot be kept does not keep the others back, but a lost connection does', async (t) => {
  const store = await Store.open(new FakeTab());
  const info = t.mock.method(console, 'info', () => {});
  const answers = {
    bad: () => new Response('', { status: 500 }),
    good: () => Response.json(message({ game: 'good' })),
  };
  const fetching = t.mock.method(globalThis, 'fetch', async (/** @type {string} */ url) => {
    return answers[/** @type {'bad'|'good'} */ (url.split('/').at(-1))]();
  });
  await keepFinished(store, ['good', 'bad'], async () => core);
  assert.deepEqual([(await store.games()).map(({ id }) => id), info.mock.callCount()], [['online-good'], 1]);
  fetching.mock.mockImplementation(async () => {
    throw new TypeError('network');
  });
  await assert.rejects(
    keepFinished(store, ['later', 'bad'], async () => core),
    { status: 0 },
  );
});

test('of several players, those who left stand between the moves, and a team wins together', async (t) => {
  t.mock.method(globalThis, 'fetch', fetchFile);
  const start = await startOf('four-players-teams');
  const colors = ['black', 'blue', 'white', 'red'];
  const multi = await coreFor(core, start);
  const game = multi.game(start);
  const text = game.writeMove(game.legalMoves()[0].number);
  const record = recordOfMessage(multi, {
    ...message({ moves: [text], outcome: { termination: 'absence', winners: [0, 2] } }),
    terms: { ...message().terms, start, layout: 'four-players-teams' },
    seats: colors.map((color, i) => seat(color, i, i === 0)),
    leavings: [{ seat: 1, ply: 1, cause: 'absence' }],
  });
  assert.equal(record.moves.length, 2);
  assert.equal(multi.replay({ ...record, start }).winners.join(), 'black,white');
  assert.deepEqual([record.outcome, record.teams], [{ termination: 'resignation', winner: 'black' }, true]);
});
