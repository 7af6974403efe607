/** The cards before a game of several players: an invitation with its seats, and the wait until all are taken. */
import { arranged, cancelButton, card, facts, invitationTitle } from './cards.js';
import { seatList } from './seat_list.js';
import { twoStepAction } from '../game/actions.js';
import { sharedLink } from '../game/shared_link.js';
import { leaveGame, RequestError } from '../net/online_requests.js';
import { h } from '../shell/dom.js';
import { label } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';
import { link, notice } from '../shell/shell.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../core/multi_layouts.js').MultiLayout} MultiLayout */
/** @typedef {import('../net/online_requests.js').Invitation} Invitation */
/** @typedef {import('../game/remote_session.js').RemoteSession} RemoteSession */

/** @param {readonly MultiLayout[]} layouts @param {string|null} slug */
const hasTeams = (layouts, slug) => layouts.find((each) => each.slug === slug)?.teams ?? false;

/**
 * Make the card of an invitation to a game of several: who is there, and a button on each free seat.
 * @param {Invitation} invitation @param {readonly MultiLayout[]} layouts
 * @param {(color: Color|null) => Promise<void>} play takes a seat; null for the first free one
 */
export function severalInvitationCard({ inviter, terms, seats }, layouts, play) {
  /** @type {HTMLButtonElement[]} */ const buttons = [];
  /** @param {Color|null} color */
  async function sit(color) {
    for (const button of buttons) button.disabled = true;
    try {
      await play(color);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (error.status === 404 || error.status === 409)
        location.reload(); // somebody was faster
      else notice(error.words, { kind: 'bad' });
      for (const button of buttons) button.disabled = false;
    }
  }
  /** @param {{color: Color}} seat */
  const take = ({ color }) => {
    const button = h('button', {
      type: 'button',
      class: 'small',
      'aria-describedby': `seat-${color}`,
      say: 'online.seat.take',
      onclick: () => void sit(color),
    });
    buttons.push(button);
    return button;
  };
  const first = h(
    'button',
    { type: 'button', class: 'primary big', onclick: () => void sit(null) },
    icon('play'),
    h('span', { say: 'online.invited.play' }),
  );
  buttons.push(first);
  const teams = hasTeams(layouts, terms.layout);
  return card(
    invitationTitle(inviter),
    h('p', { say: teams ? 'online.invited.teams' : 'online.invited.several' }),
    seatList(seats, teams, take),
    facts(terms, layouts, null),
    first,
  );
}

/**
 * Make the card of a player who waits for the time of an appointment.
 * @param {RemoteSession} session @param {readonly MultiLayout[]} layouts @param {() => void} abort the game
 */
export function severalArrangedCard({ terms, seats }, layouts, abort) {
  return card(
    ...arranged(terms.appointment_ms ?? 0),
    seatList(seats, hasTeams(layouts, terms.layout)),
    facts({ ...terms, appointment_ms: null }, layouts, null),
    cancelButton(abort),
  );
}

/**
 * Make the card of a player who waits for the others. It follows who comes and goes.
 * @param {RemoteSession} session @param {readonly MultiLayout[]} layouts @param {string} address of the link, or ''
 * @param {() => void} abort the game
 */
export function severalWaitingCard(session, layouts, address, abort) {
  const { terms, id } = session;
  const list = h('div', { class: 'who', 'aria-live': 'polite' });
  const count = h('p', { class: 'waiting' }, h('span', { class: 'pulse' }), h('span'));
  const cancel = cancelButton(abort);
  const giveBack = twoStepAction('close', 'online.seat.back', 'online.seat.back.sure', () => void leave(), 'danger');
  async function leave() {
    try {
      await leaveGame(id);
      location.href = link('online');
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      notice(error.words, { kind: 'bad' });
    }
  }
  let shown = '';
  const show = () => {
    const { seats } = session;
    const canCancel = session.can('abort');
    cancel.hidden = !canCancel;
    giveBack.hidden = canCancel;
    const now = JSON.stringify(seats.map(({ guest }) => guest));
    if (now === shown) return;
    shown = now;
    list.replaceChildren(seatList(seats, hasTeams(layouts, terms.layout)));
    const n = seats.filter(({ guest }) => guest !== null).length;
    label(/** @type {HTMLElement} */ (count.lastElementChild), 'online.seats.there', { n, all: seats.length });
  };
  show();
  session.on('change', show);
  return card(
    h('h1', { say: 'online.invite.several.title' }),
    h('p', { say: address ? 'online.invite.several.text' : 'online.invite.several.elsewhere' }),
    address && sharedLink(address, { name: 'online.invite.link', text: 'online.invite.share_text' }),
    list,
    count,
    facts(terms, layouts, null),
    cancel,
    giveBack,
  );
}
