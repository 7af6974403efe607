// Every kind of message against every state of a page.
import assert from 'node:assert/strict';
import test from 'node:test';
import { reconcile } from '../../../src/sumito/web/game/reconcile.js';

const move = (text, version = 5) => ({ id: 7, version, command: { kind: 'move', move: text } });
const command = (kind, version = 5) => ({ id: 7, version, command: { kind } });
const local = (pending = null, version = 5, moves = ['a', 'b']) => ({ version, moves, pending });
const game = (version, moves, { base = 0, from = 0, outcome = null } = {}) => ({
  t: 'game',
  version,
  base,
  from_ply: from,
  moves,
  outcome,
});
const done = (version, id = 7) => ({ t: 'done', id, version });
const refused = (code, version = 5, id = 7) => ({ t: 'refused', id, version, code });
const update = (cut, ...append) => ({ do: 'update', cut, append });
const NOTHING = local(null, null, []);
const OVER = { outcome: { termination: 'time', winners: [0] } };

const CASES = [
  // A connection is opened.
  ['a fresh connection subscribes', NOTHING, { t: 'open' }, ['watch']],
  ['a new connection subscribes again', local(), { t: 'open' }, ['watch']],
  ['a new connection repeats the command', local(move('c')), { t: 'open' }, ['watch', 'send']],

  // The whole game.
  ['the first whole game', NOTHING, game(3, ['a']), [update(0, 'a')]],
  ['a whole game before any move', NOTHING, game(0, []), [update(0)]],
  ['the same version again', local(), game(5, ['a', 'b']), [update(2)]],
  ['a newer whole game', local(), game(9, ['a', 'b', 'c', 'd']), [update(2, 'c', 'd')]],
  ['a whole game with other moves', local(), game(9, ['a', 'x', 'y']), [update(1, 'x', 'y')]],
  ['a whole game after a takeback', local(), game(9, ['a']), [update(1)]],
  ['a whole game of another past', local(), game(9, ['x']), [update(0, 'x')]],
  ['an old whole game', local(), game(4, ['a']), []],

  // A part of the game.
  ['the next move', local(), game(6, ['c'], { base: 3, from: 2 }), [update(2, 'c')]],
  ['a move from exactly the base', local(), game(6, ['c'], { base: 5, from: 2 }), [update(2, 'c')]],
  ['a move whose base is unknown', local(), game(7, ['c'], { base: 6, from: 2 }), ['ask']],
  ['a part without the first moves', NOTHING, game(6, ['c'], { base: 3, from: 2 }), ['ask']],
  ['a part after moves that are missing', local(), game(8, ['d'], { base: 3, from: 3 }), ['ask']],
  ['a part with nothing left out', local(), game(6, ['a', 'x'], { base: 6, from: 0 }), [update(1, 'x')]],
  ['a takeback', local(), game(6, [], { base: 3, from: 1 }), [update(1)]],
  ['a takeback and another move at once', local(), game(7, ['x'], { base: 3, from: 1 }), [update(1, 'x')]],
  ['moves that are known already', local(), game(6, ['b'], { base: 3, from: 1 }), [update(2)]],
  ['an old part', local(), game(4, ['b'], { base: 3, from: 1 }), []],
  ['an offer or a phrase', local(), game(6, [], { base: 3, from: 2 }), [update(2)]],

  // A part of the game while the own move is pending.
  ['the own move', local(move('c')), game(6, ['c'], { base: 3, from: 2 }), [update(2, 'c'), 'settle']],
  [
    'the own move and the answer',
    local(move('c')),
    game(7, ['c', 'd'], { base: 3, from: 2 }),
    [update(2, 'c', 'd'), 'settle'],
  ],
  ['a phrase during the own move', local(move('c')), game(6, [], { base: 3, from: 2 }), [update(2)]],
  ['the same version during the own move', local(move('c')), game(5, ['a', 'b']), [update(2)]],
  ['the move of another tab', local(move('c')), game(6, ['x'], { base: 3, from: 2 }), [update(2, 'x'), 'drop']],
  ['a takeback during the own move', local(move('c')), game(6, [], { base: 3, from: 1 }), [update(1), 'drop']],
  ['a takeback, and the same move', local(move('c')), game(7, ['c'], { base: 3, from: 1 }), [update(1, 'c'), 'drop']],
  ['the flag before the own move', local(move('c')), game(6, [], { base: 3, from: 2, ...OVER }), [update(2), 'drop']],
  [
    'the own move ends the game',
    local(move('c')),
    game(6, ['c'], { base: 3, from: 2, ...OVER }),
    [update(2, 'c'), 'settle'],
  ],
  ['an old game during the own move', local(move('c')), game(4, ['a']), []],
  ['an unknown base during the own move', local(move('c')), game(9, ['d'], { base: 6, from: 2 }), ['ask']],
  ['a move during another command', local(command('resign')), game(6, ['c'], { base: 3, from: 2 }), [update(2, 'c')]],
  ['the end during another command', local(command('resign')), game(6, [], { from: 2, ...OVER }), [update(2)]],

  // The command is stored.
  ['a stored command', local(command('resign'), 6), done(6), ['settle']],
  ['a stored command of a version to come', local(command('resign')), done(6), ['settle', 'ask']],
  ['a stored move that is not shown yet', local(move('c')), done(6), ['ask']],
  ['a stored move that was taken back', local(move('c'), 7), done(6), ['drop']],
  ['an answer to nothing', local(), done(5), []],
  ['an answer to another command', local(move('c')), done(5, 6), []],
  ['an answer that is ahead', local(), done(6), ['ask']],

  // The command is refused.
  ['an illegal move', local(move('c')), refused('illegal_move'), ['refuse']],
  ['a refusal that is ahead', local(move('c')), refused('over', 6), ['refuse', 'ask']],
  ['a busy server', local(move('c')), refused('busy'), []],
  ['a busy server that is ahead', local(move('c')), refused('busy', 6), ['ask']],
  ['a stale move in the same position', local(move('c'), 6), refused('stale', 6), ['renew']],
  ['a stale move in an unknown position', local(move('c')), refused('stale', 6), ['ask']],
  ['a stale move without a reason', local(move('c')), refused('stale', 5), ['refuse']],
  ['a stale resignation', local(command('resign'), 6), refused('stale', 6), ['renew']],
  ['stale time for the others', local(command('add_time'), 6), refused('stale', 6), ['renew']],
  ['a stale phrase', local(command('phrase'), 6), refused('stale', 6), ['renew']],
  ['a stale answer to an offer', local(command('accept_draw'), 6), refused('stale', 6), ['refuse']],
  ['a stale answer that is ahead', local(command('accept_draw')), refused('stale', 6), ['refuse', 'ask']],
  ['a refusal of another command', local(move('c')), refused('over', 5, 6), []],
  ['a refusal of nothing', local(), refused('over', 5), []],
  ['a refusal of nothing that is ahead', local(), refused('over', 6), ['ask']],

  // The version alone.
  ['the same version', local(), { t: 'current', version: 5 }, []],
  ['a newer version', local(), { t: 'current', version: 6 }, ['ask']],
  ['an older version', local(), { t: 'current', version: 4 }, []],
  ['a version before the game is known', NOTHING, { t: 'current', version: 0 }, ['ask']],
  ['presence', local(), { t: 'presence', version: 5 }, ['presence']],
  ['presence of a newer version', local(), { t: 'presence', version: 6 }, ['presence', 'ask']],
  ['presence of an older version', local(), { t: 'presence', version: 4 }, []],

  // The end of the subscription.
  ['a game that is gone', local(move('c')), { t: 'gone' }, ['leave']],
  ['a message of a later protocol', local(), { t: 'news' }, []],
];

for (const [name, state, message, expected] of CASES) {
  test(name, () => {
    const before = structuredClone(state);
    const actions = reconcile(state, message).map((action) => (action.do === 'update' ? action : action.do));
    assert.deepEqual(actions, expected);
    assert.deepEqual(state, before);
  });
}
