/** The cards before a game: an invitation, the wait for the opponent, and why a game cannot be opened. */
import { COLORS } from '../core/cells.js';
import { hasPlayers } from '../core/core.js';
import { nameLayout } from '../game/layout_name.js';
import { layoutPicture } from '../game/layout_picture.js';
import { serverNow } from '../net/connection.js';
import { RequestError } from '../net/online_requests.js';
import { sharedLink } from '../game/shared_link.js';
import { controlText, timeText } from '../game/time_words.js';
import { twoStepAction } from '../game/actions.js';
import { h } from '../shell/dom.js';
import { bind, say } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';
import { moment } from '../shell/moments.js';
import { link, notice } from '../shell/shell.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../core/layouts.js').Layout} Layout */
/** @typedef {import('../net/online_requests.js').Invitation} Invitation */
/** @typedef {import('../net/protocol.js').OnlineSeat} OnlineSeat */
/** @typedef {import('../net/protocol.js').OnlineTerms} OnlineTerms */
/** @typedef {import('../game/remote_session.js').RemoteSession} RemoteSession */

const SECOND_MS = 1000;

/**
 * Make the card of an invitation.
 * @param {Invitation} invitation @param {readonly Layout[]} layouts @param {() => Promise<void>} play
 */
export function invitationCard({ inviter, color, terms }, layouts, play) {
  const button = h(
    'button',
    { type: 'button', class: 'primary big', onclick: () => void join() },
    icon('play'),
    h('span', { say: 'online.invited.play' }),
  );
  async function join() {
    button.disabled = true;
    try {
      await play();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (error.status === 404 || error.status === 409)
        location.reload(); // somebody was faster
      else notice(error.words, { kind: 'bad' });
      button.disabled = false;
    }
  }
  return card(invitationTitle(inviter), facts(terms, layouts, color), button);
}

/** Make the title of an invitation. @param {number|null} inviter the number of a guest */
export function invitationTitle(inviter) {
  const title = h('h1');
  bind(title, '', () => {
    const name = inviter === null ? say('online.free') : say('play.guest', { n: inviter });
    title.textContent = say('online.invited.title', { name });
  });
  return title;
}

/**
 * Make a card with the title and the text of a message, and a link to a new game.
 * @param {'online.used'|'online.gone'|'online.cancelled'} message @param {...Node} buttons
 */
export function messageCard(message, ...buttons) {
  return card(
    h('h1', { say: `${message}.title` }),
    h('p', { say: `${message}.text` }),
    h('div', { class: 'row' }, ...buttons, h('a', { class: 'button', href: link('online'), say: 'play.new' })),
  );
}

/** Make the card for a watcher of a game that has not begun. @param {RemoteSession} session */
export function watcherCard({ seats, terms: { appointment_ms: appointment } }) {
  const isArranged = appointment !== null && seats.every(({ guest }) => guest !== null);
  return card(
    h('h1', { say: 'online.wait.title' }),
    isArranged ? countdown(appointment) : h('p', { say: 'online.wait.text' }),
  );
}

/**
 * Make the card of a player who waits for the others, or for the time of an appointment.
 * @param {RemoteSession} session @param {readonly Layout[]} layouts @param {string} address of the invitation, or ''
 * @param {boolean} own whether this browser has opened its own invitation @param {() => void} abort the game
 */
export function waitingCard(session, layouts, address, own, abort) {
  const { seats, terms } = session;
  const { appointment_ms: appointment } = terms;
  const color = seats.find(({ you }) => you)?.color ?? COLORS[0];
  const isArranged = appointment !== null && seats.every(({ guest }) => guest !== null);
  const cancel = cancelButton(abort);
  return isArranged
    ? card(...arranged(appointment), facts(terms, layouts, color, seats), cancel)
    : card(
        h('h1', { say: 'online.invite.title' }),
        h('p', { say: !address ? 'online.invite.elsewhere' : own ? 'online.invite.own' : 'online.invite.text' }),
        address && sharedLink(address, { name: 'online.invite.link', text: 'online.invite.share_text' }),
        h('p', { class: 'waiting' }, h('span', { class: 'pulse' }), h('span', { say: 'online.invite.waiting' })),
        facts(terms, layouts, color),
        cancel,
      );
}

/** Make the button that cancels a game which has not begun. @param {() => void} abort the game */
export const cancelButton = (abort) =>
  twoStepAction('close', 'online.invite.cancel', 'online.invite.cancel.sure', abort, 'danger');

/** Make the words about an appointment. @param {number} appointment */
export const arranged = (appointment) => [
  h('h1', { say: 'online.appointment.title' }),
  countdown(appointment),
  h('p', { say: 'online.appointment.text' }),
];

/** Make the time of an appointment, and the time until then. @param {number} appointment */
function countdown(appointment) {
  const when = h('time', { class: 'when', datetime: new Date(appointment).toISOString() });
  bind(when, '', () => void (when.textContent = moment(appointment)));
  const left = h('p', { class: 'countdown', role: 'timer' });
  const show = () => {
    const ms = Math.max(0, appointment - serverNow());
    left.textContent = say('online.appointment.in', { time: timeText(Math.ceil(ms / SECOND_MS) * SECOND_MS) });
  };
  const timer = setInterval(() => (left.isConnected ? show() : clearInterval(timer)), SECOND_MS);
  bind(left, '', show);
  return h('div', { class: 'appointment-time' }, when, left);
}

/** Make a card. @param {...import('../board/element.js').Child} children */
export const card = (...children) => h('section', { class: 'card meeting' }, ...children);

/**
 * Make the list of what the players agree on.
 * @param {OnlineTerms} terms @param {readonly Layout[]} layouts @param {Color|null} color null if it is shown elsewhere
 * @param {readonly OnlineSeat[]} [seats] if the opponents are known
 */
export function facts(
  { start: position, layout: slug, control, takebacks, appointment_ms: appointment },
  layouts,
  color,
  seats = [],
) {
  const layout = layouts.find((each) => each.slug === slug);
  const time = h('dd');
  bind(time, '', () => void (time.textContent = controlText(control)));
  const start = h('dd');
  if (appointment !== null) bind(start, '', () => void (start.textContent = moment(appointment)));
  const others = seats.filter(({ you }) => !you);
  return h(
    'div',
    { class: 'facts' },
    layout && layoutPicture(layout.marbles),
    h(
      'dl',
      {},
      ...others.flatMap(({ guest }) => [
        h('dt', { say: 'online.how' }),
        h('dd', { say: ['play.guest', { n: guest ?? 0 }] }),
      ]),
      ...(appointment !== null && !others.length ? [h('dt', { say: 'online.start' }), start] : []),
      ...(color ? [h('dt', { say: 'play.side' }), colorFact(color)] : []),
      h('dt', { say: 'play.layout' }),
      layout ? h('dd', {}, nameLayout(h('bdi'), layout)) : h('dd', { say: 'online.layout.own' }),
      h('dt', { say: 'clock.title' }),
      time,
      h('dt', { say: 'online.takebacks' }),
      h('dd', { say: `online.takebacks.${!takebacks ? 'no' : hasPlayers(position) ? 'all' : 'yes'}` }),
    ),
  );
}

/** @param {Color} color */
function colorFact(color) {
  return h(
    'dd',
    {},
    h('span', { class: `dot ${color}`, 'aria-hidden': 'true' }),
    ' ',
    h('span', { say: `color.${color}` }),
  );
}
