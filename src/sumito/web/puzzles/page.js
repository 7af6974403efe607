/** Puzzles: the daily puzzle, or those of a theme, difficulty and task. The choice is in the address. */

import { cellName, opponent, parseCell } from '../core/cells.js';
import { openCore } from '../core/core.js';
import { THEMES } from '../core/puzzle_themes.js';
import { h } from '../shell/dom.js';
import { bind, date, label, number, say } from '../shell/i18n.js';
import { iconButton } from '../shell/icon_button.js';
import { icon } from '../shell/icons.js';
import { fragment, link, notice, playOnLink, startPage, testHook } from '../shell/shell.js';
import { openStore } from '../shell/store.js';
import { FigureLink } from '../figures/figure_link.js';
import { loadData } from '../figures/figures.js';
import { lightTerms } from '../figures/highlights.js';
import { OWN_PUZZLES } from '../study/own_puzzles.js';
import { PuzzleBoard } from './puzzle_board.js';
import {
  DIFFICULTIES,
  KINDS,
  afterMissing,
  afterSolving,
  chosen,
  dailyPuzzle,
  dayOf,
  dueAgain,
  kindOf,
  nextPuzzle,
  readProgress,
  readPuzzles,
  rowOf,
  titleOf,
} from './puzzle_book.js';
import { RushView } from './rush_view.js';

/** @typedef {import('./puzzle_book.js').Choice} Choice */
/** @typedef {import('./puzzle_book.js').Kind} Kind */
/** @typedef {import('./puzzle_book.js').Progress} Progress */
/** @typedef {import('./puzzle_book.js').Puzzle} Puzzle */

const PROGRESS = 'puzzles';
/** Themes that the glossary explains. @type {Readonly<Record<string, string>>} */
const TERMS = {
  sumito_21: 'sumito',
  sumito_31: 'sumito',
  sumito_32: 'sumito',
  broadside: 'broadside_move',
  broken_pac: 'pac',
  det: 'det',
};

startPage({
  name: 'puzzles',
  title: 'puzzles.title',
  words: ['puzzles'],
  needs: () => Promise.all([openCore(), loadData('puzzles.json'), openProgress()]),
  init,
});

async function openProgress() {
  const store = await openStore();
  const [kept, own] = await Promise.all([store.progress(PROGRESS), store.progress(OWN_PUZZLES)]);
  return { store, kept, own: /** @type {Puzzle[]} */ (own ?? []) };
}

/**
 * @param {HTMLElement} main
 * @param {[import('../core/core.js').Core, any, Awaited<ReturnType<typeof openProgress>>]} needed
 */
async function init(main, [core, data, { store, kept, own }]) {
  const puzzles = readPuzzles(data);
  const all = [...puzzles, ...own];
  let progress = readProgress(kept);
  /** @type {Choice} */
  let choice = { theme: null, difficulty: null, kind: null, own: false };
  const list = () => (choice.own ? own : chosen(puzzles, choice));
  const today = () => dayOf(new Date());

  // ---- elements
  const boardHost = h('div', { class: 'board' });
  const rose = h('div', {});
  const typed = h('div', {});
  const said = h('span');
  const figure = new FigureLink('play.figure');
  const strip = h('p', { class: 'strip', role: 'status' }, said);
  const heading = h('h2', { class: 'puzzle-name' });
  const asked = h('p', { class: 'asked' });
  const badges = h('div', { class: 'badges' });
  const themes = h('ul', { class: 'themes', 'say:aria-label': 'puzzles.theme' });
  const none = h('p', { class: 'none', role: 'status' });
  const retry = iconButton('puzzles.retry', 'undo', () => (board.retry(), board.focus()));
  const hint = iconButton('puzzles.hint', 'hint', () => board.hint());
  const solution = iconButton('puzzles.solution', 'play', () => void board.solution());
  const next = iconButton('puzzles.next', 'next', () => goOn());
  const analyse = h('a', { class: 'button small analyse' }, icon('analyse'), h('span', { say: 'puzzles.analyse' }));
  const playOn = h('a', { class: 'button small play-on' }, icon('play'), h('span', { say: 'play.on' }));
  const choices = choosers((changed) => go({ ...choice, ...changed, own: false }, null));
  const report = h('div', { class: 'report' });
  const rush = new RushView(puzzles, {
    show: (puzzle) => board.load(puzzle),
    changed: () => show(),
    ended: (solved) => void keep((now) => ({ ...now, best: Math.max(now.best, solved) })).then(read),
  });
  const layout = h(
    'div',
    { class: 'puzzle' },
    h('div', { class: 'place' }, rush.bar, boardHost, strip),
    h(
      'div',
      { class: 'side' },
      h(
        'section',
        { class: 'card task-card', 'aria-labelledby': 'puzzle-name' },
        heading,
        asked,
        badges,
        h('div', { class: 'row actions' }, retry, hint, solution, next),
        rose,
        themes,
        h('div', { class: 'row onward' }, analyse, playOn),
        typed,
      ),
      h(
        'section',
        { class: 'card', 'aria-labelledby': 'puzzle-choice' },
        h('h2', { id: 'puzzle-choice', say: 'puzzles.choice' }),
        choices.element,
        none,
      ),
      h(
        'section',
        { class: 'card', 'aria-labelledby': 'puzzle-progress' },
        h('h2', { id: 'puzzle-progress', say: 'puzzles.progress' }),
        report,
      ),
      rush.card,
    ),
  );
  heading.id = 'puzzle-name';
  main.append(h('h1', { class: 'unseen', say: 'puzzles.title' }), layout);
  const board = new PuzzleBoard(
    core,
    { board: boardHost, rose, typed },
    {
      changed: () => show(),
      solved: (puzzle, how) => {
        const day = today();
        const daily = puzzle.id === dailyPuzzle(puzzles, day).id;
        void keep((now) => afterSolving(now, puzzle, how, day, daily));
        rush.answer(true);
      },
      missed: (puzzle) => {
        void keep((now) => afterMissing(now, puzzle, today()));
        rush.answer(false);
      },
    },
  );
  lightTerms(themes, (term) => board.light(term));

  // ---- actions
  /** @param {Choice} wanted @param {string|null} id */
  function go({ theme, difficulty, kind, own: ownOnly }, id) {
    const state = {
      ...(id && { puzzle: id }),
      ...(theme && { theme }),
      ...(difficulty && { difficulty }),
      ...(kind && { kind }),
      ...(ownOnly && { own: 1 }),
    };
    const before = location.hash;
    location.hash = Object.keys(state).length ? new URL(link('puzzles', state)).hash : '';
    if (location.hash === before) read(); // there is no hashchange event
  }
  const filtered = () => choice.own || choice.theme !== null || choice.difficulty !== null || choice.kind !== null;
  function goOn() {
    const [due] = filtered() ? [] : dueAgain(all, progress, today()).filter((id) => id !== board.puzzle?.id);
    const id = due ?? nextPuzzle(list(), board.puzzle?.id ?? null, progress)?.id;
    if (id) go(choice, id);
  }
  function read() {
    rush.stop();
    const state = fragment();
    choice = choiceOf(state);
    choices.show(choice);
    const id = state.get('puzzle');
    const named = all.find((puzzle) => puzzle.id === id);
    if (id !== null && !named) notice('puzzles.unknown', { kind: 'bad' });
    // A user who has solved none begins with the easiest puzzle, because the daily one can be the hardest.
    const first = Object.keys(progress.solved).length === 0;
    const found = named ?? (filtered() || first ? nextPuzzle(list(), null, progress) : dailyPuzzle(puzzles, today()));
    bind(none, '', () => void (none.textContent = list().length ? '' : say('puzzles.none')));
    next.disabled = list().length === 0;
    if (found) board.load(found);
    showReport();
  }
  /** Change the progress, also that of other tabs. @param {(now: Progress) => Progress} change */
  async function keep(change) {
    await store.changeProgress(PROGRESS, (kept) => (progress = change(kept === null ? progress : readProgress(kept))));
    if (store.problem) notice(`games.problem.${store.problem}`, { kind: 'bad' });
    show();
    showReport();
  }

  // ---- display
  function show() {
    const { puzzle, phase, hints, comment } = board;
    if (!puzzle) return;
    const focused = [retry, hint, solution].find((each) => each === document.activeElement);
    bind(said, '', () => {
      const [words, shown] = [comment.words(), comment.shown()];
      if (shown === words) said.replaceChildren(words);
      else said.replaceChildren(h('span', { class: 'unseen' }, words), h('span', { 'aria-hidden': 'true' }, shown));
    });
    figure.show(comment.figure);
    if (!comment.figure) figure.element.remove();
    else if (!figure.element.isConnected) strip.append(figure.element); // it keeps the focus if it is there already
    strip.className = `strip ${comment.kind}`;
    layout.dataset.phase = phase;
    layout.toggleAttribute('data-rush', rush.running);
    label(heading, 'puzzle.heading', () => ({ name: say(...titleOf(puzzle)), difficulty: puzzle.difficulty }));
    const player = core.game(puzzle.position).turn;
    const kind = kindOf(puzzle);
    label(asked, kind === 'save' ? 'puzzle.save' : kind === 'eject' ? 'puzzle.eject_one' : 'puzzle.eject_two', {
      n: puzzle.task.moves,
      player: { color: player },
      enemy: { color: opponent(player) },
    });
    badges.replaceChildren(
      h(
        'span',
        { class: 'dots', 'aria-hidden': 'true' },
        ...DIFFICULTIES.map((step) => h('i', { class: step <= puzzle.difficulty && 'full' })),
      ),
      ...(puzzle.id === dailyPuzzle(puzzles, today()).id
        ? [h('span', { class: 'badge-text', say: 'puzzles.daily' })]
        : []),
      ...(puzzle.id in progress.solved
        ? [h('span', { class: 'badge-text done' }, icon('check'), h('span', { say: 'puzzles.solved' }))]
        : []),
    );
    // The themes are a hint, and a summary after the puzzle.
    themes.hidden = hints === 0 && phase !== 'solved' && phase !== 'shown';
    themes.replaceChildren(
      ...puzzle.themes.map((theme) =>
        h(
          'li',
          {},
          TERMS[theme]
            ? h('a', {
                class: 'term theme',
                href: link('glossary', TERMS[theme]),
                dataset: { term: TERMS[theme] },
                say: `theme.${theme}`,
              })
            : h('span', { class: 'theme', say: `theme.${theme}` }),
        ),
      ),
    );
    retry.hidden = rush.running || (phase !== 'refuted' && phase !== 'shown');
    hint.hidden = solution.hidden = rush.running || phase === 'solved' || phase === 'shown';
    next.hidden = rush.running;
    hint.disabled = phase !== 'open' || hints > 1;
    solution.disabled = phase === 'judging';
    for (const each of [retry, next]) each.classList.remove('primary');
    if (phase === 'refuted') retry.classList.add('primary');
    if (phase === 'solved' || phase === 'shown') next.classList.add('primary');
    analyse.hidden = rush.running;
    analyse.href = link('analysis', { pos: puzzle.position });
    playOn.href = playOnLink(board.position);
    playOn.hidden = rush.running || board.isOver;
    if (focused && (focused.hidden || focused.disabled)) (phase === 'open' || next.hidden ? board : next).focus();
    if (phase === 'solved' || phase === 'refuted') rush.goOn();
  }
  function showReport() {
    const shown = list(),
      day = today(),
      row = rowOf(progress, day);
    const done = progress.daily.last === day,
      solved = shown.filter(({ id }) => id in progress.solved).length;
    const when = h('p', { class: 'dim' });
    bind(when, '', () => void (when.textContent = date(new Date(), { dateStyle: 'full' })));
    const bar = h('progress', { max: Math.max(shown.length, 1), value: solved });
    bind(bar, 'aria-label', () => bar.setAttribute('aria-label', say('puzzles.progress')));
    const { value, change, counted } = progress.rating;
    const rating = h('strong', {}),
      moved = h('span', { class: 'dim' });
    bind(rating, '', () => void (rating.textContent = number(value)));
    bind(moved, '', () => {
      const text = number(change, { signDisplay: 'exceptZero' });
      moved.textContent = counted ? say('puzzles.rating.change', { change: text }) : '';
    });
    const again = dueAgain(all, progress, day);
    rush.showBest(progress.best);
    report.replaceChildren(
      h('p', { class: 'rating' }, h('span', { say: 'puzzles.rating' }), rating, moved),
      h('p', { class: 'count', say: ['puzzle.summary', { solved, seen: shown.length }] }),
      bar,
      h(
        'div',
        { class: 'today' },
        h(
          'p',
          { class: 'days' },
          h('strong', { say: ['puzzles.row', { n: row }] }),
          h('span', { class: 'dim', say: ['puzzles.best', { n: Math.max(progress.daily.best, row) }] }),
        ),
        when,
        done
          ? h('p', { class: 'done' }, icon('check'), h('span', { say: 'puzzles.daily_done' }))
          : h('a', {
              class: 'button small',
              href: link('puzzles', { puzzle: dailyPuzzle(puzzles, day).id }),
              say: 'puzzles.daily',
            }),
        again.length > 0 &&
          h('a', {
            class: 'button small again',
            href: link('puzzles', { puzzle: again[0] }),
            say: ['puzzles.again', { n: again.length }],
          }),
        own.length > 0 &&
          h('a', {
            class: 'button small own',
            href: link('puzzles', { own: 1 }),
            say: ['puzzles.own', { n: own.length }],
          }),
      ),
    );
  }

  addEventListener('hashchange', read);
  store.on(async () => {
    progress = readProgress(await store.progress(PROGRESS).catch(() => progress)); // another tab has solved one
    showReport();
  });
  store.onClear(() => {
    progress = readProgress(null);
    show();
    showReport();
  });
  testHook({
    puzzle: { get: () => board.puzzle?.id },
    phase: { get: () => board.phase },
    busy: { get: () => board.busy },
    position: { get: () => board.position },
    selection: { get: () => board.line.map(cellName) },
    at: { value: (/** @type {string} */ cell) => board.pixelOf(/** @type {number} */ (parseCell(cell))) },
  });
  read();
}

/**
 * Read the choice from the address. Invalid values mean no restriction.
 * @param {URLSearchParams} state
 * @returns {Choice}
 */
function choiceOf(state) {
  const [theme, kind, difficulty] = [state.get('theme'), state.get('kind'), Number(state.get('difficulty'))];
  return {
    theme: theme !== null && THEMES.includes(theme) ? theme : null,
    kind: KINDS.find((each) => each === kind) ?? null,
    difficulty: DIFFICULTIES.includes(difficulty) ? difficulty : null,
    own: state.has('own'),
  };
}

/** Make the three lists of choices. @param {(changed: Partial<Choice>) => void} changed */
function choosers(changed) {
  /**
   * @param {'theme'|'difficulty'|'kind'} name
   * @param {readonly (string|number)[]} values
   * @param {(value: any) => Record<string, any>} words
   * @param {(text: string) => any} read
   */
  const list = (name, values, words, read) => {
    const menu = h(
      'select',
      { id: `choose-${name}` },
      h('option', { value: '', say: `puzzles.${name}.any` }),
      ...values.map((value) => h('option', { value, ...words(value) }, typeof value === 'number' ? value : null)),
    );
    menu.addEventListener('change', () => changed({ [name]: menu.value === '' ? null : read(menu.value) }));
    return { menu, field: h('div', { class: 'field' }, h('label', { for: menu.id, say: `puzzles.${name}` }), menu) };
  };
  const kind = list('kind', KINDS, (value) => ({ say: `puzzles.kind.${value}` }), String);
  const theme = list('theme', THEMES, (value) => ({ say: `theme.${value}` }), String);
  const difficulty = list('difficulty', DIFFICULTIES, () => ({}), Number);
  return {
    element: h('div', { class: 'fields' }, kind.field, theme.field, difficulty.field),
    /** @param {Choice} choice */
    show(choice) {
      kind.menu.value = choice.kind ?? '';
      theme.menu.value = choice.theme ?? '';
      difficulty.menu.value = String(choice.difficulty ?? '');
    },
  };
}
