/** The page of online play: the own games, quick pairing, the open games of others, the sheet of a new one. */
import { COLORS } from '../core/cells.js';
import { loadLayouts } from '../core/layouts.js';
import { ConnectionLine } from '../game/connection_line.js';
import { keepInvitation } from '../game/invitations.js';
import { openSheet } from '../game/new_game.js';
import { keepFinished } from '../game/online_records.js';
import { controlOf } from '../game/terms.js';
import { renewConnection } from '../net/connection.js';
import { createGame, createSeek, gameLink, RequestError, yours as askForYours } from '../net/online_requests.js';
import { followYours } from '../net/yours.js';
import { h } from '../shell/dom.js';
import { say } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';
import { fragment, notice, startPage } from '../shell/shell.js';
import { openStore } from '../shell/store.js';
import { DeviceEntry, transferCard } from './device.js';
import { Meeting } from './meeting.js';
import { OpenGames } from './open_games.js';
import { OwnSection } from './own_section.js';
import { PlayersChoice } from './players_choice.js';
import { QuickPairing } from './quick_pairing.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../game/new_game.js').Choices} Choices */
/** @typedef {import('../net/protocol.js').OnlineTerms} OnlineTerms */

const PROGRESS = 'new_game.online';
/** The most open seeks of one guest. */
const MOST_SEEKS = 3;
/** @type {Partial<Choices>} */
const DEFAULTS = {
  layout: 'belgian-daisy',
  side: 'random',
  clock: 'total',
  minutes: 10,
  extra: 'increment',
  extra_seconds: 5,
};

startPage({ name: 'online', title: 'online.title', words: ['online', 'game'], needs, init });
addEventListener('hashchange', () => location.reload());

async function needs() {
  const [layouts, store] = await Promise.all([loadLayouts(), openStore()]);
  return { layouts, store, last: await store.progress(PROGRESS) };
}

/** @param {HTMLElement} main @param {Awaited<ReturnType<typeof needs>>} needed */
async function init(main, { layouts, store, last }) {
  const secret = fragment().get('device');
  if (secret) return main.append(await transferCard(secret));
  if (typeof history.state === 'number') welcome(history.state);
  const yours = followYours();
  const { connection } = yours;
  const pairing = new QuickPairing(yours, (terms) => seek(terms, null, true));
  const games = new OpenGames(connection, layouts, { fail, wait: beGuest });
  const device = new DeviceEntry();
  const sheet = h('details', { class: 'create card' }, createSummary());
  main.append(
    new ConnectionLine(connection).element,
    h('h1', { say: 'online.title' }),
    new OwnSection(yours, layouts, fail).element,
    pairing.element,
    games.element,
    sheet,
    device.element,
  );
  let isGuest = false;
  askForYours()
    .then(({ guest, finished }) => {
      isGuest = guest !== null;
      device.element.hidden = !isGuest;
      return keepFinished(store, finished);
    })
    .catch((error) => console.info(error)); // the line of the connection tells the player
  void create(last);
  return undefined;

  /** Show the sheet, and create what the player has chosen. @param {unknown} before the choices of the last time */
  async function create(before) {
    sheet.querySelector('.sheet')?.remove();
    const done = openSheet(sheet, 'online', { layouts, defaults: DEFAULTS }, before);
    const form = /** @type {HTMLFormElement} */ (sheet.querySelector('.sheet'));
    const meeting = new Meeting(form, /** @type {any} */ (before)?.opponent);
    const players = new PlayersChoice(form, /** @type {any} */ (before)?.players);
    const { choices, layout } = await done;
    const chosen = { ...choices, opponent: meeting.opponent, players: players.value };
    await Promise.all([store.setProgress(PROGRESS, chosen), players.ready]);
    const terms = {
      layout: players.layout?.slug ?? layout.slug,
      control: controlOf(choices),
      takebacks: choices.takebacks,
      watchers: choices.watchers,
      appointment_ms: meeting.appointment,
    };
    const color = players.layout ? players.color : (COLORS.find((each) => each === choices.side) ?? null);
    if (meeting.opponent === 'link') await invite(terms, color);
    else if (await seek(terms, color, false)) {
      sheet.open = false;
      main.focus();
      scrollTo(0, 0);
    }
    void create(chosen);
  }

  /** @param {Partial<OnlineTerms>} terms @param {Color|null} color */
  async function invite(terms, color) {
    try {
      const { game, invitation } = await createGame(terms, color);
      await keepInvitation(store, game, invitation);
      location.href = gameLink(game) + location.search;
    } catch (error) {
      fail(error);
    }
  }

  /**
   * Seek an opponent, and go to the game if somebody has been waiting for it.
   * @param {Partial<OnlineTerms>} terms @param {Color|null} color @param {boolean} pair
   * @returns {Promise<boolean>} whether the seek is open
   */
  async function seek(terms, color, pair) {
    try {
      const answer = await createSeek(terms, color, { pair });
      if ('game' in answer) location.href = gameLink(answer.game) + location.search;
      else beGuest();
      return 'seek' in answer;
    } catch (error) {
      fail(error);
      return false;
    }
  }

  /** The server knows this browser now: its seek is open while the page is connected as this guest. */
  function beGuest() {
    if (!isGuest) renewConnection();
    isGuest = true;
    device.element.hidden = false;
  }

  /** Tell the player why something did not work. @param {unknown} error */
  function fail(error) {
    const isLimit = error instanceof RequestError && error.status === 429 && yours.seeks.length >= MOST_SEEKS;
    const words = error instanceof RequestError ? error.words : 'online.problem.server';
    notice(isLimit ? 'online.problem.seeks' : words, { kind: 'bad' });
  }
}

/** Tell who this browser has just become. @param {number} guest */
function welcome(guest) {
  notice('online.device.done', { parameters: () => ({ name: say('play.guest', { n: guest }) }) });
  history.replaceState(null, '');
}

function createSummary() {
  return h(
    'summary',
    {},
    h('span', { class: 'choice-icon' }, icon('plus')),
    h(
      'span',
      { class: 'choice-words' },
      h('strong', { say: 'online.new' }),
      h('span', { class: 'about', say: 'online.new.text' }),
    ),
  );
}
