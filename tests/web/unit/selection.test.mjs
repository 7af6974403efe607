// The selection of moves, with the rules of the core.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { beforeEach, test } from 'node:test';
import { between, targetOf } from '../../../src/sumito/web/board/geometry.js';
import { rulesOf } from '../../../src/sumito/web/board/rules.js';
import { reduce, start, rulingsOf } from '../../../src/sumito/web/board/selection.js';
import { MultiCore } from '../../../src/sumito/web/core/multi_core.js';
import { cellName, Core, parseCell, positionText } from '../../../src/sumito/web/core/core.js';

const wasm = new URL('../../../src/sumito/web/core/sumito.wasm', import.meta.url);
const core = await Core.open(await WebAssembly.compile(readFileSync(wasm)));
const severalWasm = new URL('../../../src/sumito/web/core/multi.wasm', import.meta.url);
const several = await MultiCore.open(await WebAssembly.compile(readFileSync(severalWasm)));
const cells = (text) => text.split(' ').filter(Boolean).map(parseCell);
const names = (list) => list.map(cellName).join(' ');

/** A user of a board. Each call is one event. */
class Hand {
  waiting = false;
  done = [];

  constructor(black = '', white = '', turn = 'black') {
    this.game = core.game(black ? positionText({ black: cells(black), white: cells(white), turn }) : '');
    this.rules = {
      ...rulesOf(() => this.game),
      color: () => (this.waiting || this.game.outcome ? null : this.game.turn),
      canPremove: () => (this.waiting ? 'black' : null),
    };
    this.state = start(this.rules);
  }

  give(event) {
    const { state, effect } = reduce(this.state, event, this.rules);
    this.state = state;
    if (effect) this.done.push(effect);
    return this;
  }

  tap(text, offset = null) {
    for (const cell of text.split(' ')) this.give({ type: 'tap', cell: cell === '-' ? null : parseCell(cell), offset });
    return this;
  }

  stroke(text) {
    const path = text.split(' ').map((cell) => (cell === '-' ? null : parseCell(cell)));
    for (let i = 1; i <= path.length; i++) this.give({ type: 'stroke', path: path.slice(0, i) });
    return this;
  }

  get line() {
    return names(this.state.line);
  }
  get effect() {
    return this.done[this.done.length - 1];
  }
  get played() {
    return this.effect?.play ? `${names(this.effect.play.cells)} ${this.effect.play.direction}` : null;
  }
  get reason() {
    return this.effect?.refuse ? (this.effect.refuse.verdict?.reason ?? this.effect.refuse.problem) : null;
  }
}

let hand;
beforeEach(() => {
  hand = new Hand();
});

test('taps select', () => {
  assert.equal(hand.state.name, 'idle');
  assert.equal(hand.tap('c3').line, 'c3');
  assert.equal(hand.state.name, 'picked');
  assert.equal(hand.tap('c5').line, 'c3 c4 c5', 'two ends are enough');
  assert.equal(hand.tap('c4').line, 'c4', 'the middle one alone');
  assert.equal(hand.tap('c5').line, 'c4 c5');
  assert.equal(hand.tap('c5').line, 'c4', 'an end goes away');
  assert.equal(hand.tap('a1').line, 'a1', 'another line begins');
  assert.equal(hand.tap('a1').line, '');
  assert.equal(hand.state.name, 'idle');
  assert.deepEqual(hand.done, []);
});

test('nothing, outside and far away', () => {
  assert.equal(hand.tap('e5 -').state.name, 'idle');
  for (const away of ['e5', '-']) assert.equal(hand.tap(`c3 c5 ${away}`).line, '');
  assert.equal(hand.tap('c3').give({ type: 'clear' }).line, '');
  assert.deepEqual(hand.done, []);
});

test('a target plays, and the selection is gone', () => {
  assert.equal(hand.tap('c3 c5 d6').played, 'c3 c4 c5 1');
  assert.equal(hand.state.name, 'idle');
  assert.equal(new Hand().tap('a4 c4 d4').played, 'a4 b4 c4 2');
  assert.equal(new Hand().tap('a4 d4').played, 'a4 b4 c4 2', 'tail, then target');
  assert.equal(new Hand('e4 e5', 'e6').tap('e4 e6').played, 'e4 e5 0', 'tail, then the marble to push');
});

test('an inner cell that only one side move reaches is played', () => {
  assert.equal(new Hand('c3 c4 c5 b6', 'd3').tap('c3 c5 d5').played, 'c3 c4 c5 1');
});

test('an inner cell of two side moves is asked about, unless a mouse is clearly in one half', () => {
  assert.equal(hand.tap('c3 c4 d4').state.name, 'choosing');
  assert.deepEqual(hand.effect.choose.map((move) => move.direction).sort(), [1, 2]);
  assert.equal(hand.line, 'c3 c4');
  hand.give({ type: 'choose', move: hand.effect.choose[0] });
  assert.ok(hand.effect.play);
  assert.equal(new Hand().tap('c3 c4').tap('d4', { x: 0.3, y: 0 }).played, 'c3 c4 1');
  assert.equal(new Hand().tap('c3 c4').tap('d4', { x: -0.3, y: 0 }).played, 'c3 c4 2');
  for (const y of [-0.4, 0.4]) {
    assert.equal(new Hand().tap('c3 c4').tap('d4', { x: 0.3, y }).played, 'c3 c4 1', 'above or below');
    assert.equal(new Hand().tap('c3 c4').tap('d4', { x: -0.3, y }).played, 'c3 c4 2', 'above or below');
  }
  assert.equal(new Hand().tap('c3 c4').tap('d4', { x: 0.05, y: 0 }).state.name, 'choosing');
  const steep = () => new Hand('c3 d4', 'i9').tap('c3 d4');
  assert.equal(steep().tap('c4', { x: 0, y: -0.3 }).played, 'c3 d4 0', 'the upper half');
  assert.equal(steep().tap('c4', { x: 0, y: 0.3 }).played, 'c3 d4 5', 'the lower half');
});

test('nothing selected has no rulings', () => {
  assert.deepEqual(rulingsOf(hand.rules, []), []);
});

const REFUSALS = [
  ['e4 e5', 'e6 e7', 'e4 e5 e6', 'pac', 'e4 e5'],
  ['e5', 'e6', 'e5 e6', 'pac', 'e5'],
  ['e3 e4 e5', 'e6 e7 e8', 'e3 e5 e6', 'pac', 'e3 e4 e5'],
  ['e3 e4', 'e5 e6 e7', 'e3 e4 e5', 'outnumbered', 'e3 e4'],
  ['e3 e4 e5 e8', 'e6 e7', 'e3 e5 e6', 'no_room_behind', 'e3 e4 e5'],
  ['e2 e3 e4', 'e5 e6', 'e3 e4 e5', 'too_few', 'e3 e4'],
  ['c3 c4 c5', 'd5 d6', 'c3 c5 d6', 'broadside_blocked', 'c3 c4 c5'],
  ['e1 e2 e3', 'e4', 'e1 e2 e4', 'own_marble_ahead', 'e1 e2'],
  ['a4 b4 c4 d4', 'i9', 'a4 c4 d4', 'too_many', 'd4'],
  ['a4 b4 c4 d4', 'i9', 'a4 e4', 'too_many', 'a4'],
  ['e2 e3 e4', 'e6', 'e2 e4 e6', 'gap', 'e2 e3 e4'],
  ['c4 d4', 'f5', 'c4 d4 f5', 'not_in_line', 'c4 d4'],
  ['c4 d4', 'f5', 'f5', 'not_yours', ''],
];
for (const [black, white, taps, reason, line] of REFUSALS) {
  test(`a refusal says why and keeps the selection: ${reason}, ${taps}`, () => {
    hand = new Hand(black, white).tap(taps);
    assert.equal(hand.reason, reason);
    assert.equal(hand.line, line);
    assert.equal(hand.state.name, 'explaining');
    assert.equal(hand.tap('-').state.refusal, null, 'the next action clears it');
  });
}

test('a direction by key or rose plays or explains', () => {
  assert.equal(hand.give({ type: 'direction', direction: 1 }).done.length, 0, 'nothing is selected');
  assert.equal(new Hand().tap('c3 c5').give({ type: 'direction', direction: 1 }).played, 'c3 c4 c5 1');
  hand = new Hand('a1 a2', 'i9').tap('a1 a2').give({ type: 'direction', direction: 5 });
  assert.equal(hand.reason, 'off_board');
  assert.equal(hand.line, 'a1 a2');
});

test('Shift extends from the cursor and shrinks again', () => {
  const at = (name) => parseCell(name);
  hand.give({ type: 'extend', from: at('c3'), to: at('c4') });
  assert.equal(hand.line, 'c3 c4');
  assert.equal(hand.give({ type: 'extend', from: at('c4'), to: at('c5') }).line, 'c3 c4 c5');
  assert.equal(hand.give({ type: 'extend', from: at('c5'), to: at('c4') }).line, 'c3 c4');
  assert.equal(hand.give({ type: 'extend', from: at('c4'), to: at('d4') }).line, 'c3 c4', 'an empty cell adds nothing');
});

test('a stroke previews, and plays on release only', () => {
  hand.stroke('c3 c4 c5 d6');
  assert.equal(hand.state.name, 'stroking');
  assert.deepEqual([names(hand.state.hot.cells), hand.state.progress], ['c3 c4 c5', 0.34]);
  assert.equal(hand.done.length, 0);
  assert.equal(hand.give({ type: 'release' }).played, 'c3 c4 c5 1');
  assert.equal(hand.effect.from, 0.34);
});

test('a stroke may end on a marble, come back, or slide off', () => {
  assert.equal(new Hand().stroke('c3 c4').give({ type: 'release' }).line, 'c3 c4');
  assert.equal(new Hand().stroke('c3 c4 c3').give({ type: 'release' }).line, 'c3');
  hand.tap('a1').stroke('c3 c4 c5 d6 -').give({ type: 'release' });
  assert.equal(hand.line, 'a1', 'as before');
  assert.equal(hand.done.length, 0);
  hand.stroke('c3 c4 c5 d6').give({ type: 'cancel' });
  assert.equal(hand.line, 'a1');
});

test('a stroke over enemies pushes, over four says why', () => {
  assert.equal(new Hand('e2 e3 e4', 'e5 e6').stroke('e2 e3 e4 e5 e6').give({ type: 'release' }).played, 'e2 e3 e4 0');
  hand = new Hand('a4 b4 c4 d4', 'i9').stroke('a4 b4 c4 d4 e4');
  assert.equal(hand.give({ type: 'release' }).reason, 'too_many');
  assert.equal(new Hand('e4 e5', 'e6 e7').stroke('e4 e5 e6').give({ type: 'release' }).reason, 'pac');
});

test('a drag plays from where the marbles are, or springs back', () => {
  hand.tap('a4 c4').give({ type: 'drag', direction: 2, progress: 0.7 });
  assert.deepEqual([hand.state.name, hand.state.progress], ['dragging', 0.7]);
  assert.equal(hand.give({ type: 'release' }).played, 'a4 b4 c4 2');
  assert.equal(hand.effect.from, 0.7);
  hand = new Hand()
    .tap('a4 c4')
    .give({ type: 'drag', direction: 2, progress: 0.9 })
    .give({ type: 'drag', direction: 2, progress: 0.2 });
  hand.give({ type: 'release' });
  assert.deepEqual([hand.done.length, hand.line, hand.state.name], [0, 'a4 b4 c4', 'picked']);
  hand = new Hand('e4 e5', 'e6 e7').tap('e4 e5').give({ type: 'drag', direction: 0, progress: 0.9 });
  assert.deepEqual([hand.state.hot, hand.done.length], [null, 0]);
  assert.equal(hand.give({ type: 'release' }).reason, 'pac');
});

test('a mouse over a target shows the move that a tap would play, and no other', () => {
  hand.tap('c3 c5').give({ type: 'hover', cell: parseCell('d6') });
  assert.deepEqual([names(hand.state.hot.cells), hand.state.hot.direction, hand.state.progress], ['c3 c4 c5', 1, 0.16]);
  hand.give({ type: 'hover', cell: parseCell('e5') });
  assert.equal(hand.state.hot, null);
  hand.give({ type: 'hover', cell: parseCell('d4'), offset: { x: 0, y: 0 } });
  assert.equal(hand.state.hot, null, 'two moves end there');
  assert.equal(hand.line, 'c3 c4 c5');
});

test('a move that is asked about waits for the answer', () => {
  hand.tap('c3 c5').give({ type: 'tap', cell: parseCell('d6'), confirm: true });
  assert.deepEqual([hand.state.name, hand.state.progress, hand.line], ['confirming', 1, 'c3 c4 c5']);
  assert.ok(!hand.played);
  assert.equal(hand.give({ type: 'confirm' }).played, 'c3 c4 c5 1');
  assert.equal(hand.effect.from, 1, 'the marbles are there already');
  hand = new Hand()
    .tap('c3 c5')
    .give({ type: 'tap', cell: parseCell('d6'), confirm: true })
    .give({ type: 'cancel' });
  assert.deepEqual([hand.state.name, hand.line], ['picked', 'c3 c4 c5']);
  assert.ok(!hand.played);
});

test('while the other player moves, the next move is planned', () => {
  hand.waiting = true;
  hand.give({ type: 'refresh' });
  assert.equal(hand.state.name, 'waiting');
  hand.tap('c3 c5 d6');
  assert.deepEqual([hand.state.name, names(hand.effect.plan.cells)], ['premove', 'c3 c4 c5']);
  assert.deepEqual([hand.effect.plan.pushed, hand.effect.plan.ejects], [[], false], 'nobody knows yet');
  hand.waiting = false;
  assert.equal(hand.give({ type: 'refresh' }).played, 'c3 c4 c5 1');
  assert.equal(hand.effect.from, 0, 'the marbles start from their cells');
  assert.equal(hand.state.planned, null);
});

test('a planned move keeps all its marbles on the board', () => {
  hand.waiting = true;
  const planned = (line) => rulingsOf(hand.rules, cells(line)).map(({ move }) => move !== null);
  assert.deepEqual(planned('e5'), [true, true, true, true, true, true]);
  assert.deepEqual(planned('a1 b1'), [true, true, true, false, false, false], 'W, SW and SE lead off');
  assert.deepEqual(planned('a4 a5'), [false, true, true, true, false, false]);
});

test('a planned move that is not legal is dropped with its reason; a tap cancels it', () => {
  hand = new Hand('e4 e5', 'e7 e8');
  hand.waiting = true;
  hand.give({ type: 'refresh' }).tap('e4 e5 e6');
  hand.game = core.game(positionText({ black: cells('e4 e5'), white: cells('e6 e7'), turn: 'black' }));
  hand.waiting = false;
  assert.equal(hand.give({ type: 'refresh' }).reason, 'pac');
  assert.equal(hand.effect.refuse.dropped, true);
  hand = new Hand();
  hand.waiting = true;
  hand.give({ type: 'refresh' }).tap('c3 c5 d6').tap('-');
  assert.deepEqual([hand.effect, hand.state.planned, hand.state.name], [{ unplan: true }, null, 'waiting']);
});

test('a line that keeps all its marbles stays selected, one that has lost a marble does not', () => {
  const put = (black, white) => {
    hand.game = core.game(positionText({ black: cells(black), white: cells(white), turn: 'black' }));
    return hand.give({ type: 'refresh' });
  };
  hand = new Hand('c3 c4 c5 a1', 'i9').tap('c3 c5');
  assert.equal(put('c3 c4 c5 b2', 'i9').line, 'c3 c4 c5');
  for (const [black, white] of [
    ['c3 c4 a1', 'i9'],
    ['c4 c5 a1', 'i9'],
    ['c3 c5 a1', 'i9'],
    ['c3 c4 a1', 'c5'],
    ['a1', 'c3 c4 c5'],
  ]) {
    hand = new Hand('c3 c4 c5 a1', 'i9').tap('c3 c5');
    assert.equal(put(black, white).line, '', `${black}, white ${white}`);
    assert.equal(hand.state.name, 'idle');
  }
});

test("a refresh clears a refusal, and takes no plan along into nobody's turn", () => {
  hand = new Hand('e4 e5', 'e6 e7').tap('e4 e5 e6');
  assert.equal(hand.state.name, 'explaining');
  assert.deepEqual([hand.give({ type: 'refresh' }).state.refusal, hand.line], [null, 'e4 e5']);
  hand = new Hand();
  hand.waiting = true;
  hand.give({ type: 'refresh' }).tap('c3 c5 d6');
  hand.rules.canPremove = () => null;
  assert.equal(hand.give({ type: 'refresh' }).state.planned, null);
});

test('nobody moves where nobody may', () => {
  hand.rules.color = () => null;
  hand.rules.canPremove = () => false;
  hand.give({ type: 'refresh' }).tap('c3 c5 d6');
  assert.deepEqual([hand.state.name, hand.line, hand.done.length], ['waiting', '', 0]);
});

test('a finished game says that it is over', () => {
  hand.game.resign('black');
  hand.give({ type: 'refresh' });
  assert.equal(hand.state.name, 'over');
  assert.equal(hand.tap('c3').reason, 'game_over');
  assert.equal(hand.tap('e5').state.refusal, null);
});

test('every legal move has a way by taps, by stroke and by direction: random games', () => {
  let seed = 20261116;
  const random = (n) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 8) % n;
  };
  for (let games = 0; games < 6; games++) {
    hand = new Hand();
    for (let ply = 0; ply < 60 && !hand.game.outcome; ply++) {
      const legal = hand.game.legalMoves();
      for (const move of legal) {
        const line = between(move.cells[0], move.cells[move.cells.length - 1]),
          last = line[line.length - 1];
        const target = targetOf(line, move.direction);
        const ways = {
          taps: () => {
            for (const cell of new Set([line[0], last, target])) hand.give({ type: 'tap', cell });
          },
          direction: () => hand.give({ type: 'select', line }).give({ type: 'direction', direction: move.direction }),
          drag: () =>
            hand
              .give({ type: 'select', line })
              .give({ type: 'drag', direction: move.direction, progress: 0.8 })
              .give({ type: 'release' }),
          stroke: () => {
            const path =
              last === move.cells[0] || names([target]) !== names([targetOf([last], move.direction)])
                ? [...line].reverse()
                : [...line];
            const lead = path[path.length - 1];
            hand.give({ type: 'stroke', path: [...path, targetOf([lead], move.direction)] }).give({ type: 'release' });
          },
        };
        for (const [name, way] of Object.entries(ways)) {
          hand.state = start(hand.rules);
          hand.done = [];
          way();
          assert.equal(hand.effect?.play?.number, move.number, `${name}: ${names(line)} ${move.direction}`);
        }
      }
      hand.game.play(legal[random(legal.length)].number);
    }
  }
});

/** Begin a game of two teams: Black and White against Blue and Red. */
function inTeams(rows) {
  const found = new Hand();
  found.game = several.game(`${rows} buwr 0,0 b 0 1`);
  found.state = start(found.rules);
  return found;
}

test('marbles of a partner join a line that has an own one', () => {
  const helped = '5/6/7/8/1SssBR3/8/7/6/5';
  assert.equal(inTeams(helped).tap('e2 e4').line, 'e2 e3 e4');
  assert.equal(inTeams(helped).tap('e2 e3 e3').line, 'e2', 'and leave it');
  assert.equal(inTeams(helped).tap('e2 e3 e2').line, '', 'but do not stay alone');
  assert.equal(inTeams(helped).tap('e2 e4 e5').played, 'e2 e3 e4 0');
  assert.equal(inTeams(helped).tap('e2 e5').played, 'e2 e3 e4 0', 'by tail and target');
  assert.equal(inTeams(helped).stroke('e2 e3 e4 e5').give({ type: 'release' }).played, 'e2 e3 e4 0');
  const keys = inTeams(helped).tap('e2');
  for (const [from, to] of ['e2 e3', 'e3 e4'].map(cells)) keys.give({ type: 'extend', from, to });
  assert.equal(keys.line, 'e2 e3 e4');
  for (const [from, to] of ['e2 e3', 'e3 e4'].map(cells)) keys.give({ type: 'extend', from, to });
  assert.equal(keys.line, '');
  assert.equal(inTeams(helped).give({ type: 'extend', from: parseCell('e3'), to: parseCell('e4') }).line, '');
});

test('a refusal says what a partner has to do with it', () => {
  assert.equal(inTeams('5/6/7/8/1sSSBR3/8/7/6/5').tap('e4 e2 e5').reason, 'rear_not_yours');
  assert.equal(inTeams('5/6/7/8/1SSSs4/8/1B5/4R1/5').tap('e2 e4 e5').reason, 'partner_ahead');
  assert.equal(inTeams('5/6/7/8/2Ss5/8/1B5/4R1/5').tap('e3 e4 e5').reason, 'partner_without_push');
  assert.equal(inTeams('5/6/7/8/2Ss5/8/1B5/4R1/5').tap('e3 e5').reason, 'partner_without_push');
  assert.equal(inTeams('5/6/7/8/2Ss5/8/1B5/4R1/5').tap('e4').reason, 'not_yours');
  const far = inTeams('5/6/7/8/S7s/8/1B5/4R1/5').tap('e1 e9');
  assert.deepEqual([far.reason, far.line], ['not_yours', 'e1']);
  assert.equal(inTeams('5/6/7/8/2SBs4/8/7/6/4R').tap('e3 e5').reason, 'not_yours', 'an enemy is between');
});

test('of several players who play alone nobody helps', () => {
  const alone = inTeams('5/6/7/8/1SssB4/8/7/6/5');
  alone.game = several.game('5/6/7/8/1SssB4/8/7/6/5 buw 0,0,0 b 0 1');
  assert.equal(alone.tap('e2 e3').line, 'e2');
  assert.equal(alone.reason, 'outnumbered');
});
