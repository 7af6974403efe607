// One board on a page, with the rules of the core, for the tests of the board. The position is in the address.
import { BoardView } from '../board/board.js';
import { Drawing, penButton } from '../board/drawing.js';
import { BoardInput } from '../board/input.js';
import { MoveBox } from '../board/move_box.js';
import { Rose } from '../board/rose.js';
import { rulesOf } from '../board/rules.js';
import { asSeen } from '../board/words.js';
import { targetOf } from '../board/geometry.js';
import { cellName, DIRECTIONS, openCore, parseCell, positionText } from '../core/core.js';
import { boardConfig } from '../shell/board_config.js';
import { loadLanguage, say, sentences } from '../shell/i18n.js';
import { settings } from '../shell/settings.js';

const asked = new URLSearchParams(location.search);
const cells = (text) => (text ?? '').split(' ').filter(Boolean).map(parseCell);
for (const name of ['board', 'marbles', 'motion', 'input', 'confirm'])
  if (asked.has(name)) settings.set(name, asked.get(name));
if (asked.has('noarrows')) settings.set('arrows', false);
if (asked.has('theme')) document.documentElement.dataset.theme = asked.get('theme');
await loadLanguage(asked.get('lang') ?? 'en', 'study');
const core = await openCore();
const position = asked.has('b')
  ? positionText({
      black: cells(asked.get('b')),
      white: cells(asked.get('w')),
      turn: asked.get('turn') ?? 'black',
      score: { black: Number(asked.get('score') ?? 0), white: 0 },
    })
  : '';
let game = core.game(position);
const status = document.getElementById('status');
const view = new BoardView(document.getElementById('board'), boardConfig, {
  rotation: Number(asked.get('turned') ?? 0),
});
const said = [];
const asks = [];
const reports = [];
let refusal = null;
let waiting = asked.has('waiting');
const show = (message, parameters) => {
  said.push(message);
  status.textContent = sentences(asSeen(view, [{ message, parameters }]));
};

const input = new BoardInput(view, {
  ...rulesOf(() => game),
  color: () => (waiting || game.outcome ? null : game.turn),
  canPremove: () => (waiting ? 'black' : null),
  async play(move, from) {
    game.play(move.number);
    refusal = null;
    await view.animate(move, { from });
    drawing.clear();
    view.setPosition({ black: game.marbles('black'), white: game.marbles('white') });
    view.mark({ last: move });
    said.push('move');
    status.textContent = say('position.turn', { player: { color: game.turn } });
  },
  refuse(explanation, why) {
    refusal = {
      reason: why.verdict?.reason ?? null,
      problem: why.problem,
      cells: explanation.cells.map(cellName),
      dropped: why.dropped ?? false,
    };
    status.textContent = sentences(asSeen(view, explanation.sentences));
  },
  choose: (moves) => asks.push(moves.length),
  say: show,
  changed: (state) => {
    if (!state.refusal) refusal = null;
  },
  report: (what) => reports.push(what),
  takeBack() {
    const move = game.undo();
    if (move === null) return;
    const info = game.move(move);
    view.mark({ last: null });
    view
      .animate(info, { back: true })
      .then(() => view.setPosition({ black: game.marbles('black'), white: game.marbles('white') }));
    input.refresh();
  },
  rotateBoard: () => view.rotate((view.rotation + 6) % 12),
});
const drawing = new Drawing(view, input);
if (!asked.has('bare')) {
  new Rose(document.getElementById('rose'), input);
  new MoveBox(document.getElementById('box'), input);
  document.getElementById('box').append(penButton(drawing));
}
view.setPosition({ black: game.marbles('black'), white: game.marbles('white') });
input.refresh();

window.bench = {
  view,
  input,
  drawing,
  settings,
  said,
  asks,
  reports,
  get black() {
    return game.marbles('black').map(cellName);
  },
  get white() {
    return game.marbles('white').map(cellName);
  },
  get moves() {
    return game.history().map((move) => game.writeMove(move));
  },
  get score() {
    return game.score('black');
  },
  get position() {
    return game.position();
  },
  get turn() {
    return game.turn;
  },
  get line() {
    return input.state.line.map(cellName);
  },
  get state() {
    return input.state.name;
  },
  get refusal() {
    return refusal;
  },
  get busy() {
    return input.busy;
  },
  get shown() {
    const found = { black: [], white: [] };
    for (let cell = 0; cell < 61; cell++) {
      const color = view.at(cell);
      if (color) found[color].push(cellName(cell));
    }
    return found;
  },
  at: (name, dx = 0, dy = 0) => view.pixelOf(parseCell(name), dx, dy),
  /** Play a move of the other player. */
  answer(text, black = '') {
    const read = game.readMove(text);
    game.play(read.move);
    waiting = Boolean(black);
    view.setPosition({ black: game.marbles('black'), white: game.marbles('white') });
    input.refresh();
  },
  /** Load another position. */
  load(black, white, turn = 'black') {
    game = core.game(positionText({ black: cells(black), white: cells(white), turn }));
    view.setPosition({ black: game.marbles('black'), white: game.marbles('white') });
    view.mark({ last: null });
    input.clear();
    input.refresh();
  },
  resign() {
    game.resign(game.turn);
    input.refresh();
  },
};
Object.defineProperties(window.bench, {
  start: {
    value() {
      game = core.game();
      view.setPosition({ black: game.marbles('black'), white: game.marbles('white') });
      input.refresh();
    },
  },
  legal: {
    get: () =>
      game.legalMoves().map((move) => ({
        number: move.number,
        cells: move.cells.map(cellName),
        direction: DIRECTIONS[move.direction],
        target: cellName(targetOf(move.cells, move.direction)),
      })),
  },
  after: {
    value(number) {
      const copy = game.copy();
      copy.play(number);
      return copy.position();
    },
  },
});
