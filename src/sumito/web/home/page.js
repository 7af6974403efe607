/** The home page: the activities, unfinished games, and a board that shows the game in three moves. */

import { BoardView } from '../board/board.js';
import { mayMove } from '../board/config.js';
import { h } from '../shell/dom.js';
import { label } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';
import { boardConfig } from '../shell/board_config.js';
import { link, soon, startPage, whereOnline } from '../shell/shell.js';
import { openStore } from '../shell/store.js';
import { MOVES, POSITION } from '../figures/demo.js';
import { dayOf, playersOf, resumeLink } from '../game/kept_game.js';

/** @typedef {import('../shell/store.js').GameRecord} GameRecord */

/** @type {readonly (readonly ['play'|'online'|'local'|'puzzles'|'rules'|'analysis', string])[]} */
const CHOICES = [
  ['play', 'computer'],
  ...whereOnline(/** @type {const} */ (['online', 'globe'])),
  ['local', 'people'],
  ['puzzles', 'puzzle'],
  ['rules', 'book'],
  ['analysis', 'analyse'],
];
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
  const resume = h('section', { class: 'resume', hidden: true, 'aria-labelledby': 'unfinished' });
  main.append(
    h(
      'div',
      { class: 'hero' },
      h(
        'div',
        { class: 'welcome' },
        h('h1', { say: 'home.title' }),
        h('p', { class: 'lead', say: 'home.lead' }),
        resume,
        h('nav', { 'say:aria-label': 'home.choices' }, h('ul', { class: 'choices' }, ...CHOICES.map(choice))),
      ),
      demo(),
    ),
  );
  opening.then(({ store, games }) => {
    showUnfinished(resume, games);
    store.on(async () => showUnfinished(resume, await store.games()));
  });
}

/** @param {typeof CHOICES[number]} choice @param {number} at */
function choice([name, picture], at) {
  return h(
    'li',
    {},
    h(
      'a',
      { class: at === 0 ? 'choice-card first' : 'choice-card', href: link(name) },
      h('span', { class: 'choice-icon' }, icon(picture)),
      h(
        'span',
        { class: 'choice-words' },
        h('strong', { say: `home.${name}` }),
        h('span', { class: 'about', say: `home.${name}.text` }),
      ),
    ),
  );
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

/** Make the board with the demo. It plays once automatically unless the user prefers no motion. */
function demo() {
  const host = h('div', { class: 'board' });
  const caption = h('p', { class: 'demo-caption', role: 'status', say: 'home.demo.start' });
  const again = h(
    'button',
    { type: 'button', class: 'small', onclick: () => void run() },
    icon('undo'),
    h('span', { say: 'home.demo.again' }),
  );
  const figure = h('figure', { class: 'demo' }, host, h('figcaption', {}, caption, again));
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
  return figure;
}
