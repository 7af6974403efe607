/** The page of an online game: the invitation, the wait for the opponent, the table. */
import { hasPlayers, openCore } from '../core/core.js';
import { loadLayouts } from '../core/layouts.js';
import { ConnectionLine } from '../game/connection_line.js';
import { invitationOf, keepInvitation } from '../game/invitations.js';
import { keepGame } from '../game/online_records.js';
import { GoneError, RemoteSession } from '../game/remote_session.js';
import { connect, renewConnection } from '../net/connection.js';
import { gameLink, lookAtInvitation, redeemInvitation, RequestError } from '../net/online_requests.js';
import { browser } from '../net/platform.js';
import { followYours } from '../net/yours.js';
import { h } from '../shell/dom.js';
import { link, notice, showFailure, startPage } from '../shell/shell.js';
import { openStore } from '../shell/store.js';
import { invitationCard, messageCard, waitingCard, watcherCard } from './cards.js';
import { openRemoteTable } from './remote_table.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../core/layouts.js').Layout} Layout */
/** @typedef {Awaited<ReturnType<typeof needs>>} Needed */

const GAME = decodeURIComponent(location.pathname.split('/').at(-1) ?? '');

startPage({ name: 'g', title: 'online.game', words: ['online', 'game'], needs, init });
addEventListener('hashchange', () => location.reload());

async function needs() {
  const [core, layouts, store] = await Promise.all([openCore(), loadLayouts(), openStore()]);
  return { core, layouts, store };
}

/** @param {HTMLElement} main @param {Needed} needed */
async function init(main, needed) {
  const secret = location.hash.slice(1);
  if (!secret) return open(main, needed, {});
  try {
    const invitation = await lookAtInvitation(secret);
    const isOfSeveral = hasPlayers(invitation.terms.start);
    if (invitation.yours) {
      await keepInvitation(needed.store, GAME, secret);
      return open(main, needed, { own: true });
    }
    const play = async (/** @type {Color|null} */ color = null) => {
      await redeemInvitation(secret, color);
      // Everybody who waits for more players can pass the link on.
      if (isOfSeveral) await keepInvitation(needed.store, GAME, secret);
      renewConnection();
      forgetSecret();
      open(main, needed, {});
    };
    if (!isOfSeveral) return main.replaceChildren(invitationCard(invitation, needed.layouts, play));
    const { severalInvitationCard, layouts } = await loadSeveralCards();
    return main.replaceChildren(severalInvitationCard(invitation, layouts, play));
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    if (error.status === 404) return open(main, needed, { used: true });
    notice(error.words, { kind: 'bad', action: 'app.reload', run: () => location.reload() });
    return undefined;
  }
}

/** Load what the cards of several players need. */
async function loadSeveralCards() {
  const { loadSeveral } = await import('../game/several_parts.js');
  const [cards, layouts] = await Promise.all([import('./several_cards.js'), loadSeveral()]);
  return { ...cards, layouts };
}

/** Take the secret out of the address: it is not needed any more, and the address is often shown to others. */
function forgetSecret() {
  history.replaceState(null, '', location.pathname + location.search);
}

/**
 * Join the game, and show it as it goes on: the wait for the opponent, then the table.
 * @param {HTMLElement} main @param {Needed} needed
 * @param {{own?: boolean, used?: boolean}} invitation whether this browser opened its own invitation, or a used one
 */
function open(main, { core, layouts, store }, { own = false, used = false }) {
  const connection = connect();
  const line = new ConnectionLine(connection);
  main.replaceChildren(line.element);
  /** @param {...Node} shown */
  const show = (...shown) => main.replaceChildren(line.element, ...shown);
  RemoteSession.open({ core, connection, platform: browser }, GAME)
    .then(async (session) => {
      if (session.isPlayer) tellTurn(session);
      if (used && !session.isPlayer) {
        await new Promise((resolve) => {
          show(
            messageCard(
              'online.used',
              watchButton(() => resolve(undefined)),
            ),
          );
        });
      }
      if (used) forgetSecret();
      const secret = session.status === 'waiting' ? await invitationOf(store, GAME) : '';
      const several = session.isOfSeveral ? await loadSeveralCards() : null;
      showSession(session, secret, several);
    })
    .catch((error) => {
      if (error instanceof GoneError) show(messageCard(used ? 'online.used' : 'online.gone'));
      else showFailure(main, error);
    });

  /**
   * @param {RemoteSession} session @param {string} secret
   * @param {Awaited<ReturnType<typeof loadSeveralCards>>|null} several the cards of several players
   */
  function showSession(session, secret, several) {
    if (session.away) return show(messageCard('online.gone'));
    if (session.status !== 'waiting') return showTable(session);
    const address = secret && gameLink(GAME, secret);
    let isOwnEnd = false;
    const abort = () => {
      isOwnEnd = true;
      session.command('abort');
    };
    session.on('refusal', () => void (isOwnEnd = false)); // somebody has joined meanwhile
    const { appointment_ms: appointment } = session.terms;
    const isFull = () => session.seats.every(({ guest }) => guest !== null);
    const isArranged = () => appointment !== null && isFull();
    const wait = () => {
      if (!session.isPlayer) return show(watcherCard(session));
      if (!several) return show(waitingCard(session, layouts, address, own, abort));
      if (isArranged()) return show(several.severalArrangedCard(session, several.layouts, abort));
      return show(several.severalWaitingCard(session, several.layouts, address, abort));
    };
    /** What decides on the card. A seat can be given back in another tab. */
    const state = () => (session.away ? 'gone' : `${session.status} ${session.isPlayer} ${isArranged()}`);
    let shown = state();
    wait();
    const end = session.on('change', () => {
      if (state() === shown) return;
      shown = state();
      forgetSecret();
      if (session.status === 'waiting' && !session.away) return wait();
      end();
      if (session.away) show(messageCard('online.gone'));
      else if (session.outcome && isOwnEnd) location.href = link('online');
      // A full game has begun, even if it ended before everybody had moved.
      else if (!session.outcome || !session.isPlayer || isFull()) showTable(session);
      else show(messageCard('online.cancelled'));
    });
  }

  /** @param {RemoteSession} session */
  function showTable(session) {
    show(h('h1', { class: 'unseen', say: 'online.game' }), openRemoteTable(session).element);
    scrollTo(0, 0);
    if (session.isPlayer && !session.outcome) session.on('end', () => void keep());
  }

  /** Tell the list of the own games whose turn it is here. @param {RemoteSession} session */
  function tellTurn(session) {
    const yours = followYours();
    const tell = () => {
      const { status, game, seats, pending } = session;
      if (status === 'over') return yours.update(GAME, null);
      const own = seats.find(({ you }) => you)?.color;
      return yours.update(GAME, { status, your_turn: status === 'playing' && game.turn === own && !pending });
    };
    session.on('change', tell);
    yours.connection.on('yours', tell);
    tell();
  }

  /** Put the finished game into My games. */
  function keep() {
    return keepGame(store, GAME, async () => core).catch((error) => console.info('the game is kept later:', error));
  }
}

/** @param {() => void} onclick */
const watchButton = (onclick) => h('button', { type: 'button', class: 'primary', say: 'online.used.watch', onclick });
