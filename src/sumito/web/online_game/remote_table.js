/** Opens a table for an online game: its seats, offers, phrases, and what follows the end. */
import { isCorrespondence } from '../core/correspondence.js';
import { action, twoStepAction } from '../game/actions.js';
import { Seats } from '../game/seats.js';
import { Table } from '../game/table.js';
import { TableView } from '../game/table_view.js';
import { browser } from '../net/platform.js';
import { h } from '../shell/dom.js';
import { say } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';
import { link, notice } from '../shell/shell.js';
import { Opening } from './opening.js';
import { Question } from './question.js';
import { Rematch } from './rematch.js';
import { Talk } from './talk.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../game/remote_session.js').RemoteSession} RemoteSession */

/** @param {RemoteSession} session @returns {{element: HTMLElement}} */
export function openRemoteTable(session) {
  const seats = new Seats(
    session.seats.map(({ color, you, guest }) => ({
      color,
      here: you,
      short: session.isOfSeveral && !you && guest !== null ? String(guest) : undefined,
      name: () => (you ? say('play.you') : guest === null ? say('online.free') : say('play.guest', { n: guest })),
      isAway: () => session.seats.some((each) => each.color === color && !each.here && !each.left),
    })),
  );
  /** @param {Color} color */
  const nameOf = (color) => seats.of(color).name();
  const talk = new Talk(session, nameOf);
  const question = new Question(session, nameOf);
  const opening = new Opening(session, nameOf);
  const rematch = new Rematch(session, nameOf);
  const gift = isCorrespondence(session.clock.control) ? 'online.add_day' : 'online.add_time';
  const addTime = action('plus', gift, () => session.command('add_time'));
  const abort = twoStepAction('close', 'online.abort', 'online.abort.sure', () => session.command('abort'), 'danger');
  const show = () => {
    addTime.hidden = !session.can('add_time');
    abort.hidden = session.outcome !== null || !session.can('abort');
  };
  show();
  session.on('change', show);
  /** @type {any} */ let view = null;
  new Table(
    session,
    seats,
    (host) => {
      view = new TableView(session, host, {
        again: rematch.element,
        after: afterwards(session),
        newGame: link('online'),
        question: question.element,
        more: [opening.element, talk.element],
        buttons: [...(session.isPlayer ? [talk.button] : []), addTime, abort],
      });
      return view;
    },
    browser,
  );
  talk.onSaid = (color, message) => view.speak(color, message);
  question.onNews = (message) => view.say(message);
  return view;
}

/** Make the links and buttons that follow a game. @param {RemoteSession} session */
function afterwards(session) {
  const analysis = h('a', { class: 'button small', say: 'games.analyse', hidden: true });
  const save = h(
    'button',
    { type: 'button', class: 'small', hidden: true, onclick: () => void saveRecord(session) },
    icon('save'),
    h('span', { say: 'games.export' }),
  );
  session.on('end', () => void offer().catch(console.info)); // no record holds a game with mixed moves
  if (session.outcome) void offer().catch(console.info);

  async function offer() {
    if (!session.plies.length) return;
    analysis.href = link('analysis', { game: await session.nameInAddress() });
    save.hidden = false;
    analysis.hidden = session.isOfSeveral; // their analysis takes the place of the review
  }
  return [analysis, save];
}

/** Save the game as a file. @param {RemoteSession} session */
async function saveRecord(session) {
  try {
    const { saveFile } = await import('../study/exchange.js');
    saveFile(await session.nameInAddress(), `abalone-${session.id}.apgn`);
  } catch (error) {
    console.error(error);
    notice('games.export_failed', { kind: 'bad' });
  }
}
