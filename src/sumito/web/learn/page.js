/** The course: stages of one move each, a map of them with the user's stars, and a first game at the end. */

import { BoardView } from '../board/board.js';
import { mayMove } from '../board/config.js';
import { COLORS, cellName, parseCell } from '../core/cells.js';
import { FigureLink } from '../figures/figure_link.js';
import { loadData } from '../figures/figures.js';
import { drawRings, ringsOf } from '../figures/stage.js';
import { boardConfig } from '../shell/board_config.js';
import { h } from '../shell/dom.js';
import { bind, label, say } from '../shell/i18n.js';
import { iconButton } from '../shell/icon_button.js';
import { icon } from '../shell/icons.js';
import { boardRotation } from '../shell/rotation.js';
import { drawn, fragment, link, loaded, notice, startPage, testHook } from '../shell/shell.js';
import { openStore } from '../shell/store.js';
import { MOST, afterStage, betterStars, marblesOf, nextOpen, readStars, stagesOf, sumOf } from './course.js';
import { keepInput } from './early_input.js';
import { starRow } from './stars.js';

/** @typedef {import('../core/cells.js').Sentence} Sentence */
/** @typedef {import('./course.js').Stage} Stage */
/** @typedef {import('../figures/stage_board.js').StageBoard} StageBoard */
/** @typedef {import('./course.js').Chapter} Chapter */

const PROGRESS = 'course';
const FIRST_GAME = '?now&level=pea&coach';

startPage({
  name: 'learn',
  title: 'course.title',
  words: ['course'],
  needs: () => Promise.all([loadData('course.json'), openProgress()]),
  init,
});

async function openProgress() {
  const store = await openStore();
  return { store, kept: await store.progress(PROGRESS) };
}

/**
 * @param {HTMLElement} main
 * @param {[{chapters: Chapter[]}, Awaited<ReturnType<typeof openProgress>>]} needed
 */
function init(main, [{ chapters }, { store, kept }]) {
  const stages = stagesOf(chapters);
  let stars = readStars(kept);
  /** The saves under way, for the tests. */ let saving = 0;
  let stage = stages[0];
  /** Null until it is loaded. @type {StageBoard|null} */ let board = null;

  // ---- elements
  const boardHost = h('div', { class: 'board' });
  const rose = h('div', {});
  const place = h('p', { class: 'stage-place' });
  const title = h('h2', { class: 'stage-title' });
  const goal = h('p', { class: 'asked' });
  const marbles = h('p', { class: 'unseen' });
  const rule = new FigureLink('course.figure');
  const strip = h('p', { class: 'strip', role: 'status' });
  const back = iconButton('course.back', 'back', () => go(stages[indexOf() - 1]));
  const hint = iconButton('course.hint.button', 'hint', () => void help());
  const again = iconButton('course.again', 'undo', () => (board?.again(), board?.focus()));
  const next = iconButton('course.next', 'next', goOn);
  const play = h(
    'a',
    { class: 'button small primary', href: link('play') + FIRST_GAME },
    icon('play'),
    h('span', { say: 'course.play' }),
  );
  const map = h('ol', { class: 'map' });
  const sum = h('p', { class: 'sum' });
  const layout = h(
    'div',
    { class: 'course' },
    h(
      'section',
      { class: 'card task', 'aria-labelledby': 'stage-title' },
      h('div', { class: 'task-words', role: 'status' }, place, title, goal, marbles),
      strip,
    ),
    boardHost,
    h('div', { class: 'controls' }, h('div', { class: 'actions' }, back, hint, again, next, play), rose),
    h(
      'nav',
      { class: 'card stages', 'aria-labelledby': 'course-map' },
      h('h2', { id: 'course-map', say: 'course.map' }),
      sum,
      map,
      h('a', { class: 'skip-course', href: link('play') + FIRST_GAME, say: 'course.skip_all' }),
    ),
  );
  title.id = 'stage-title';
  const view = new BoardView(boardHost, boardConfig, { rotation: boardRotation() });
  /** @type {import('../figures/stage_board.js').Events} */
  const events = {
    opened: () => {
      bind(strip, '', () => strip.replaceChildren());
      strip.className = 'strip';
      show();
    },
    changed: () => show(),
    said: (text, kind, figure) => tell(text.words, text.shown, kind, figure),
    missed: (condition) => tell(() => say(`course.miss.${condition}`), null, 'bad'),
    solved: (won) => void solved(won),
  };
  /** @type {Promise<StageBoard|null>|null} */
  let started = null;
  /** Load the core and the input, once. */
  function start() {
    started ??= loaded(openBoard()).then((opened) => opened ?? (started = null));
    return started;
  }
  async function openBoard() {
    const [core, { StageBoard }] = await Promise.all([
      import('../core/core.js').then(({ openCore }) => openCore()),
      import('../figures/stage_board.js'),
    ]);
    endKeeping();
    board = new StageBoard(core, { view, rose }, events);
    board.load(stage);
    return board;
  }
  const endKeeping = keepInput(view, start);

  // ---- actions
  const indexOf = () => stages.indexOf(stage);
  /** @param {Stage} wanted */
  function go(wanted) {
    location.hash = new URL(link('learn', { stage: wanted.id })).hash;
  }
  /** Go to the next stage; at the end, to the first one without stars. */
  function goOn() {
    const following = stages[indexOf() + 1] ?? nextOpen(stages, stage.id, stars);
    if (following) go(following);
  }
  /** Show a hint, and after it the solution. */
  async function help() {
    const opened = await start();
    if (opened?.helped) opened.show();
    else opened?.hint();
    show();
  }
  function read() {
    const id = fragment().get('stage');
    const named = stages.find((each) => each.id === id);
    if (id !== null && !named) notice('course.unknown', { kind: 'bad' });
    const byButton = layout.contains(document.activeElement);
    stage = named ?? nextOpen(stages, null, stars) ?? stages[0];
    layout.querySelector('.burst')?.remove();
    if (board) board.load(stage);
    else showStart();
    if (byButton) view.focusCell(view.cursor);
    showTask();
    if (map.hasChildNodes()) showMap();
  }
  /** @param {number} won */
  async function solved(won) {
    const byKeys = board?.hasFocus || document.activeElement === hint, // which goes away
      { id } = stage;
    stars = afterStage(stars, id, won);
    celebrate(won);
    show();
    const done = () => say(`course.${id}.done`);
    const end = () => (play.hidden ? '' : say('course.finished', sums()));
    tell(
      () => [done(), say('course.won', { n: won }), end()].join(' ').trim(),
      () => end() || done(),
      'good',
    );
    strip.prepend(starRow(won, 'won'));
    showMap();
    if (byKeys) (play.hidden ? next : play).focus();
    saving += 1;
    // Another tab may have solved other stages.
    await store.changeProgress(PROGRESS, (kept) => ({ stars: betterStars(readStars(kept), stars) }));
    saving -= 1;
    if (store.problem) notice(`games.problem.${store.problem}`, { kind: 'bad' });
  }
  const sums = () => ({ n: sumOf(stages, stars), most: MOST * stages.length });

  // ---- display
  /**
   * Show a message beside the board.
   * @param {() => string} words for screen readers
   * @param {(() => string)|null} shown on the screen; null: the same
   * @param {'plain'|'good'|'bad'} kind
   * @param {string|null} [figure] of the rulebook
   */
  function tell(words, shown, kind, figure = null) {
    rule.show(figure);
    bind(strip, '', () => {
      const [heard, seen] = [words(), (shown ?? words)()];
      if (heard === seen) strip.replaceChildren(h('span', {}, seen));
      else strip.replaceChildren(h('span', { class: 'unseen' }, heard), h('span', { 'aria-hidden': 'true' }, seen));
      if (figure) strip.append(rule.element);
    });
    strip.className = `strip ${kind}`;
  }
  /** Show the position before the board is loaded. */
  function showStart() {
    view.setPosition(marblesOf(stage));
    drawRings(view, ringsOf(stage.goal));
    show();
  }
  function showTask() {
    const cells = marblesOf(stage),
      rings = ringsOf(stage.goal),
      [player, ...others] = COLORS;
    label(place, 'course.place', { n: indexOf() + 1, all: stages.length });
    label(title, `course.${stage.id}.title`);
    label(goal, `course.${stage.id}.goal`);
    const own = cells[player],
      enemy = others.flatMap((color) => cells[color]);
    bind(marbles, '', () => {
      marbles.textContent = [
        say('course.marbles.own', { cells: { cells: own } }),
        enemy.length ? say('course.marbles.enemy', { cells: { cells: enemy } }) : '',
        rings.length ? say('course.rings', { cells: { cells: rings } }) : '',
      ].join(' ');
    });
  }
  /** Show the state of the stage. */
  function show() {
    const solvedNow = board?.phase === 'solved',
      last = indexOf() === stages.length - 1;
    const open = nextOpen(stages, stage.id, stars);
    back.disabled = indexOf() === 0;
    hint.hidden = solvedNow;
    again.hidden = !solvedNow;
    hint.disabled = board?.phase === 'moving' && document.activeElement !== hint; // it would lose the focus
    label(/** @type {Element} */ (hint.lastChild), board?.helped ? 'course.show' : 'course.hint.button');
    label(/** @type {Element} */ (next.lastChild), solvedNow ? 'course.next' : 'course.skip');
    next.classList.toggle('primary', solvedNow);
    play.hidden = !(solvedNow && open === null);
    next.hidden = !play.hidden || (last && open === null);
  }
  function showMap() {
    label(sum, 'course.sum', sums());
    map.replaceChildren(
      ...chapters.map(({ id, stages: some }) =>
        h(
          'li',
          {},
          h('h3', { say: `course.chapter.${id}` }),
          h('ol', {}, ...some.map((each) => h('li', {}, stageLink(each)))),
        ),
      ),
    );
  }
  /** @param {Stage} each */
  function stageLink(each) {
    const won = stars[each.id] ?? 0,
      here = each === stage;
    const words = h('span', { class: 'unseen', say: won ? ['course.won', { n: won }] : 'course.not_yet' });
    return h(
      'a',
      {
        href: link('learn', { stage: each.id }),
        class: won ? 'stage-link done' : 'stage-link',
        'aria-current': here && 'step',
      },
      h('span', { class: 'stage-number', 'aria-hidden': 'true' }, stages.indexOf(each) + 1),
      h('span', { class: 'stage-words', say: `course.${each.id}.title` }),
      starRow(won),
      words,
    );
  }
  /** Throw stars over the board. @param {number} won */
  function celebrate(won) {
    if (!mayMove(boardConfig)) return;
    const burst = starRow(won, 'burst');
    boardHost.append(burst);
    burst.addEventListener('animationend', ({ target }) => void (target === burst && burst.remove()));
  }

  addEventListener('hashchange', read);
  /** Another tab may have solved stages, and the latest stars of this page may not be saved yet. */
  async function join() {
    stars = betterStars(readStars(await store.progress(PROGRESS).catch(() => null)), stars);
    showMap();
  }
  store.on(join);
  store.onClear(() => {
    stars = {};
    void join();
  });
  testHook({
    stage: { get: () => stage.id },
    phase: { get: () => board?.phase ?? 'loading' },
    busy: { get: () => saving > 0 || (board?.busy ?? true) },
    position: { get: () => board?.position ?? stage.position },
    selection: { get: () => board?.line.map(cellName) ?? [] },
    at: { value: (/** @type {string} */ cell) => view.pixelOf(/** @type {number} */ (parseCell(cell))) },
  });
  read();
  main.append(h('h1', { class: 'unseen', say: 'course.title' }), layout); // last, so that it is laid out once
  void drawn().then(() => {
    showMap();
    void start();
  });
}
