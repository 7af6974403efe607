/** The page of online play: the own games, and the sheet of a new one. */
import { COLORS } from '../core/cells.js';
import { loadLayouts } from '../core/layouts.js';
import { keepInvitation } from '../game/invitations.js';
import { openSheet } from '../game/new_game.js';
import { createGame, gameLink, ownGames, RequestError } from '../game/online_requests.js';
import { controlOf } from '../game/terms.js';
import { timeText } from '../game/time_words.js';
import { h } from '../shell/dom.js';
import { bind, say } from '../shell/i18n.js';
import { notice, soon, startPage } from '../shell/shell.js';
import { openStore } from '../shell/store.js';

/** @typedef {import('../game/new_game.js').Choices} Choices */
/** @typedef {import('../game/online_requests.js').OwnGame} OwnGame */

const PROGRESS = 'new_game.online';
const LOOK_MS = 10_000;
/** @type {Partial<Choices>} */
const DEFAULTS = {
  layout: 'belgian-daisy',
  side: 'random',
  clock: 'total',
  minutes: 10,
  extra: 'increment',
  extra_seconds: 5,
};

startPage({ name: 'online', title: 'online.title', words: 'online', needs, init });

async function needs() {
  const games = ownGames().catch(() => /** @type {OwnGame[]} */ ([]));
  const [layouts, store] = await Promise.all([loadLayouts(), openStore()]);
  return { layouts, store, last: await store.progress(PROGRESS), games: await Promise.race([games, soon(), games]) };
}

/** @param {HTMLElement} main @param {Awaited<ReturnType<typeof needs>>} needed */
function init(main, { layouts, store, last, games }) {
  const list = h('section', { class: 'yours', 'aria-labelledby': 'yours', hidden: true });
  if (Array.isArray(games)) showGames(list, games);
  const look = () =>
    document.visibilityState === 'visible' &&
    ownGames().then(
      (all) => showGames(list, all),
      () => {},
    );
  document.addEventListener('visibilitychange', look);
  setInterval(look, LOOK_MS);
  if (!games) void look();
  void create(last);

  /** @param {unknown} before the choices of the last time */
  async function create(before) {
    const { choices, layout } = await openSheet(main, 'online', { layouts, defaults: DEFAULTS }, before, list);
    await store.setProgress(PROGRESS, choices);
    try {
      const terms = {
        layout: layout.slug,
        control: controlOf(choices),
        takebacks: choices.takebacks,
        watchers: choices.watchers,
      };
      const { game, invitation } = await createGame(terms, COLORS.find((color) => color === choices.side) ?? null);
      await keepInvitation(store, game, invitation);
      location.href = gameLink(game) + location.search;
    } catch (error) {
      notice(error instanceof RequestError ? error.words : 'online.problem.server', { kind: 'bad' });
      void create(choices);
    }
  }
}

/** @param {HTMLElement} place @param {readonly OwnGame[]} games */
function showGames(place, games) {
  place.hidden = games.length === 0;
  place.replaceChildren(h('h2', { id: 'yours', say: 'online.yours' }), h('ul', {}, ...games.map(item)));
}

/** @param {OwnGame} game */
function item({ game, status, your_turn: yourTurn, deadline, color, opponents }) {
  const name = h('strong');
  bind(name, '', () => {
    const names = opponents.map((n) => (n === null ? say('online.free') : say('online.guest', { n })));
    name.textContent = names.join(', ');
  });
  const state = status === 'waiting' ? 'waiting' : yourTurn ? 'turn' : 'theirs';
  const left = h('span', { class: 'about' });
  if (deadline !== null && status === 'playing')
    bind(left, '', () => {
      left.textContent = say('online.yours.left', { time: timeText(Math.max(0, deadline - Date.now())) });
    });
  return h(
    'li',
    {},
    h(
      'a',
      { class: yourTurn ? 'own-game yours-now' : 'own-game', href: gameLink(game) + location.search },
      h('span', { class: `dot ${color}`, 'aria-hidden': 'true' }),
      h('span', { class: 'own-game-words' }, name, h('span', { class: 'about', say: `online.yours.${state}` })),
      left,
    ),
  );
}
