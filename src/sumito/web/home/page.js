/** The home page: the activities, and a board with the last unfinished game, or with a first move to try. */

import { BoardView } from '../board/board.js';
import { ALL_COLORS, parseCell } from '../core/cells.js';
import { h } from '../shell/dom.js';
import { icon } from '../shell/icons.js';
import { boardConfig } from '../shell/board_config.js';
import { knowsOnline, link, loaded, soon, startPage, testHook } from '../shell/shell.js';
import { openStore } from '../shell/store.js';
import { MOVE, POSITION } from '../figures/demo.js';
import { dayOf, isSeveral, movesOf, playersOf, resumeLink } from '../game/kept_game.js';

/** @typedef {import('../shell/store.js').GameRecord} GameRecord */
/** @typedef {import('../figures/stage_board.js').StageBoard} StageBoard */

const SHOWN = 3; // unfinished games

const opening = openGames();

startPage({ name: 'home', title: 'home.title', needs: () => Promise.race([opening, soon()]), init });

async function openGames() {
  const store = await openStore(ALL_COLORS);
  return { store, games: await unfinished(store) };
}

/** Return the unfinished games, after what the page needs to show those of several players is loaded. */
async function unfinished(/** @type {Awaited<ReturnType<typeof openStore>>} */ store) {
  const games = (await store.games()).filter(({ outcome }) => !outcome);
  if (!games.some(isSeveral)) return games;
  const parts = await import('../game/several_parts.js').then(({ loadSeveral }) => loadSeveral()).catch(console.info);
  return parts ? games : games.filter((game) => !isSeveral(game));
}

/** @param {HTMLElement} main */
async function init(main) {
  const online = h('section', { class: 'online-games', hidden: true, 'aria-labelledby': 'online-games' });
  const resume = h('section', { class: 'resume', hidden: true, 'aria-labelledby': 'unfinished' });
  const figure = /** @type {HTMLElement} */ (main.querySelector('.demo'));
  main.querySelector('.lead')?.after(online, resume);
  /** @type {BoardView|null} */
  let view = null;
  /** @param {GameRecord[]} games */
  const show = ([last, ...others]) => {
    const current = Boolean(last);
    showOthers(resume, others);
    // A game gets a new board: the next one can have other colors, and what comes late belongs to the former board.
    if (!view || current || figure.classList.contains('current')) {
      view?.destroy();
      const label = current ? 'board.label' : 'home.demo.label';
      const place = h('div', { class: 'board' });
      figure.firstChild?.replaceWith(place); // the listeners of the former board go with its place
      view = new BoardView(place, boardConfig, { label, picture: current });
      figure.classList.toggle('current', current);
      if (!current) showDemo(figure, view);
    }
    if (last) showGame(figure, view, last);
  };
  const shown = opening.then(({ store, games }) => {
    if (knowsOnline())
      void import('./online_games.js')
        .then(({ showOnlineGames }) => showOnlineGames(online, store))
        .catch(console.info);
    show(games);
    store.on(async () => show(await unfinished(store)));
  });
  await Promise.race([shown, soon()]);
  if (!view) show([]); // the database takes its time
}

/** @param {GameRecord} game @param {...HTMLElement} words after those about it */
function gameLink(game, ...words) {
  const about = [h('span', { say: ['games.plies', { n: movesOf(game) }] }), ' · ', dayOf(game)];
  return h(
    'a',
    { class: 'resume-game', href: resumeLink(game) },
    h('span', { class: 'resume-icon' }, icon('play')),
    h('span', {}, playersOf(game, 'strong'), h('span', { class: 'about' }, ...about)),
    ...words,
  );
}

/** Show the unfinished games besides the last one. @param {HTMLElement} place @param {GameRecord[]} games */
function showOthers(place, games) {
  place.hidden = games.length === 0;
  place.replaceChildren(
    h('h2', { id: 'unfinished', say: ['home.unfinished', { n: games.length }] }),
    h(
      'ul',
      {},
      ...games.slice(0, SHOWN).map((game) => h('li', {}, gameLink(game))),
      games.length > SHOWN && h('li', {}, h('a', { class: 'button', href: link('games'), say: 'home.all_games' })),
    ),
  );
}

/**
 * Show a game on the board, with a link to go on.
 * @param {HTMLElement} figure @param {BoardView} view @param {GameRecord} game
 */
function showGame(figure, view, game) {
  const goOn = h('span', { class: 'button primary', say: 'games.resume' });
  figure.lastElementChild?.replaceChildren(gameLink(game, goOn));
  // The core is in the cache of a browser that has played.
  void Promise.all([import('../core/core.js'), import('../core/core_for.js')])
    .then(async ([{ openCore }, { coreFor }]) => coreFor(await openCore(), game.start))
    .then((core) =>
      view.setPosition(core.replay({ start: game.start, moves: game.moves, rules: game.rules }).placement()),
    )
    .catch(() => {}); // the page of the game says what is wrong
}

/** Show a position in which the visitor can eject a marble. @param {HTMLElement} figure @param {BoardView} view */
function showDemo(figure, view) {
  const caption = h('p', { class: 'demo-caption', role: 'status', say: 'home.demo.start' });
  const showIt = h('button', {
    type: 'button',
    class: 'small',
    say: 'home.demo.show',
    onclick: () => void start().then((board) => board?.show()),
  });
  figure.lastElementChild?.replaceChildren(caption, showIt);
  view.setPosition(POSITION);
  view.outline([{ cells: MOVE.cells }]);
  view.arrows([{ from: MOVE.cells, direction: MOVE.direction, className: 'ghost' }]);

  /** @type {StageBoard|null} */
  let ready = null;
  /** @type {Promise<StageBoard|null>|null} */
  let started = null;
  /** Load the core and the input once, when they are needed. */
  function start() {
    started ??= loaded(
      import('./first_move.js').then(({ startFirstMove }) => startFirstMove(view, caption, showIt)),
    ).then((board) => (ready = board ?? (started = null)));
    return started;
  }
  for (const type of ['pointerenter', 'focusin']) view.host.addEventListener(type, () => void start(), { once: true });
  view.host.addEventListener('pointerdown', (event) => {
    const { cell } = view.cellAt(event);
    if (ready || cell === null) return;
    void start().then((board) => board?.tap(cell)); // the tap came before the board could answer it
  });
  testHook({
    at: {
      configurable: true,
      value: (/** @type {string} */ cell) => view.pixelOf(/** @type {number} */ (parseCell(cell))),
    },
    busy: { configurable: true, get: () => ready?.busy ?? true },
  });
}
