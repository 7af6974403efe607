// The own online games: what has changed, and what the next page knows of them.
import assert from 'node:assert/strict';
import test from 'node:test';
import { forgetYours, isLive, keptYours, newsOf, Yours } from '../../../src/sumito/web/net/yours.js';

const game = (id, changes = {}) => ({
  game: id,
  status: 'playing',
  your_turn: false,
  opponents: [7],
  appointment: null,
  ...changes,
});
const terms = (changes = {}) => ({ control: { kind: 'total', time_ms: 60_000 }, appointment_ms: null, ...changes });
const seek = (id, changes = {}) => ({ id, terms: terms(changes) });
const state = (games = [], seeks = []) => ({ games, seeks });
const told = (before, now) => newsOf(before, now).map(({ kind, game: { game: id } }) => `${kind} ${id}`);

/** A server that sends what the test says, and a storage. */
function follow(kept = {}) {
  let send = () => {};
  const followed = [];
  const storage = { getItem: (name) => kept[name] ?? null, setItem: (name, text) => void (kept[name] = text) };
  const connection = { on: (_, callback) => void (send = callback), follow: (topic) => followed.push(topic) };
  const yours = new Yours(/** @type {any} */ (connection), storage);
  const news = [];
  yours.on('news', (each) => news.push(...each.map(({ kind }) => kind)));
  return { yours, news, followed, kept, storage, send: (now) => send({ t: 'yours', ...now }) };
}

for (const [what, before, now, news] of [
  ['nothing', state([game('a')], [seek(1)]), state([game('a')], [seek(1)]), []],
  ['a seek was accepted', state([], [seek(1)]), state([game('a')]), ['accepted a']],
  ['a seek was withdrawn', state([], [seek(1)]), state(), []],
  ['a game was begun elsewhere', state([], [seek(1)]), state([game('a')], [seek(1)]), []],
  ['one of two new games answers a seek', state([], [seek(1)]), state([game('a'), game('b')]), ['accepted a']],
  [
    'an invitation was accepted',
    state([game('a', { status: 'waiting', opponents: [null] })]),
    state([game('a', { your_turn: true })]),
    ['accepted a'],
  ],
  [
    'an appointment was accepted',
    state([], [seek(1, { appointment_ms: 5 })]),
    state([game('a', { status: 'waiting', appointment: 5 })]),
    ['accepted a'],
  ],
  [
    'the time of an appointment has come',
    state([game('a', { status: 'waiting', appointment: 5 })]),
    state([game('a', { appointment: 5, your_turn: true })]),
    ['begun a'],
  ],
  ['the opponent has moved', state([game('a')]), state([game('a', { your_turn: true })]), ['turn a']],
  ['the player has moved', state([game('a', { your_turn: true })]), state([game('a')]), []],
  ['a game is over', state([game('a')]), state(), []],
]) {
  test(`news: ${what}`, () => assert.deepEqual(told(before, now), news));
}

test('only seeks for games at once are live', () => {
  const controls = [
    [{ kind: 'total', time_ms: 60_000 }, true],
    [{ kind: 'per_move', time_ms: 30_000 }, true],
    [{ kind: 'per_move', time_ms: 86_400_000 }, false],
    [{ kind: 'untimed' }, false],
  ];
  for (const [control, live] of controls) assert.equal(isLive(seek(1, { control })), live, JSON.stringify(control));
  assert.equal(isLive(seek(1, { appointment_ms: 5 })), false);
});

test('a page knows the games of the last page, and tells what has changed since', () => {
  const first = follow();
  assert.deepEqual([first.followed, first.yours.isCurrent, keptYours(first.storage)], [['yours'], false, null]);
  first.send(state());
  assert.equal(keptYours(first.storage), null, 'a browser that has never played stays unknown');
  first.send(state([], [seek(1)]));
  assert.deepEqual(first.news, []);
  const second = follow(first.kept);
  assert.deepEqual([second.yours.seeks.length, second.yours.isCurrent], [1, false]);
  second.send(state([game('a')]));
  assert.deepEqual([second.news, second.yours.isCurrent, second.yours.games.length], [['accepted'], true, 1]);
  assert.deepEqual(keptYours(second.storage), state([game('a')]));
  second.send(state());
  assert.deepEqual(keptYours(second.storage), state(), 'it is still a guest');
});

test('a browser without known games tells no news', () => {
  const { news, send } = follow();
  send(state([game('a', { your_turn: true })]));
  assert.deepEqual(news, []);
});

test('the page of a game knows its turn better than the list', () => {
  const { yours, send, storage } = follow();
  let changes = 0;
  yours.on('change', () => void changes++);
  send(state([game('a', { your_turn: true }), game('b')]));
  yours.update('a', { your_turn: false });
  assert.equal(yours.games.find((each) => each.game === 'a')?.your_turn, false);
  assert.equal(
    keptYours(storage)?.games.some((each) => each.your_turn),
    false,
  );
  yours.update('b', null);
  assert.deepEqual(
    yours.games.map((each) => each.game),
    ['a'],
  );
  yours.update('c', { your_turn: true });
  assert.equal(changes, 3, 'another game changes nothing');
});

test('what is not ours is not read, and a full storage harms nothing', () => {
  for (const text of ['', '{', 'null', '{"games": 1, "seeks": []}', '[]'])
    assert.equal(keptYours({ getItem: () => text }), null, text);
  assert.equal(keptYours(null), null);
  forgetYours({
    setItem: () => {
      throw new Error('full');
    },
  });
  const kept = {};
  forgetYours({ setItem: (name, text) => void (kept[name] = text) });
  assert.deepEqual(Object.values(kept), ['{"games":[],"seeks":[]}']);
});
