/** The home page: the activities, unfinished games, and a board that shows the game in three moves. */

import { BoardView } from '../board/board.js';
import { mayMove } from '../board/config.js';
import { h } from '../shell/dom.js';
import { label } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';
import { boardConfig } from '../shell/board_config.js';
import { knowsOnline, link, soon, startPage } from '../shell/shell.js';
import { openStore } from '../shell/store.js';
import { MOVES, POSITION } from '../figures/demo.js';
import { dayOf, playersOf, resumeLink } from '../game/kept_game.js';

/** @typedef {import('../shell/store.js').GameRecord} GameRecord */

const PAUSE = 1300; // ms between two moves of the demo, which takes less than five seconds
const SHOWN = 3; // unfinished games

const opening = openGames();

startPage({ name: 'home', title: 'home.title', needs: () => Promise.race([opening, soon()]), init });

async function openGames() {
  const store = await openStore();
  return { store, games: await store.games() };
}

/** @param {HTMLElement} main */
function init(main) {
  const online = h('section', { class: 'online-games', hidden: true, 'aria-labelledby': 'online-games' });
  const resume = h('section', { class: 'resume', hidden: true, 'aria-labelledby': 'unfinished' });
  main.querySelector('.lead')?.after(online, resume);
  showDemo(/** @type {HTMLElement} */ (main.querySelector('.demo')));
  opening.then(({ store, games }) => {
    if (knowsOnline()) void import('./online_games.js').then(({ showOnlineGames }) => showOnlineGames(online, store));
    showUnfinished(resume, games);
    store.on(async () => showUnfinished(resume, await store.games()));
  });
}

/** @param {HTMLElement} place @param {GameRecord[]} kept */
function showUnfinished(place, kept) {
  const games = kept.filter((game) => !game.outcome);
  place.hidden = games.length === 0;
  place.replaceChildren(
    h('h2', { id: 'unfinished', say: ['home.unfinished', { n: games.length }] }),
    h(
      'ul',
      {},
      ...games
        .slice(0, SHOWN)
        .map((game) =>
          h(
            'li',
            {},
            h(
              'a',
              { class: 'resume-game', href: resumeLink(game) },
              h('span', { class: 'resume-icon' }, icon('play')),
              h(
                'span',
                {},
                playersOf(game, 'strong'),
                h(
                  'span',
                  { class: 'about' },
                  h('span', { say: ['games.plies', { n: game.moves.length }] }),
                  ' · ',
                  dayOf(game),
                ),
              ),
            ),
          ),
        ),
      games.length > SHOWN && h('li', {}, h('a', { class: 'button', href: link('games'), say: 'home.all_games' })),
    ),
  );
}

/**
 * Show the demo on the board of the page. It plays once automatically unless the user prefers no motion.
 * @param {HTMLElement} figure
 */
function showDemo(figure) {
  const [host, words] = /** @type {HTMLElement[]} */ ([...figure.children]);
  const caption = h('p', { class: 'demo-caption', role: 'status', say: 'home.demo.start' });
  const again = h(
    'button',
    { type: 'button', class: 'small', onclick: () => void run() },
    icon('undo'),
    h('span', { say: 'home.demo.again' }),
  );
  words.append(caption, again);
  const view = new BoardView(host, boardConfig, { label: 'home.demo.label', picture: true });
  view.setPosition(POSITION);
  let runs = 0; // a new run ends the previous one

  async function run() {
    const mine = ++runs;
    view.mark({ last: null });
    view.setPosition(POSITION);
    label(caption, 'home.demo.start');
    for (const move of MOVES) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      if (mine !== runs) return;
      label(caption, move.caption);
      const moved = view.animate(move);
      view.mark({ last: move });
      await moved;
    }
  }
  if (mayMove(boardConfig)) void run();
}
