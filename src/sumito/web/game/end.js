/** The card that a table shows when no move can be played here: the outcome, or the reason, and what to do next. */
import { h } from '../shell/dom.js';
import { bind, sentences } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';
import { link, notice } from '../shell/shell.js';

/** @typedef {import('../core/cells.js').Sentence} Sentence */
/** @typedef {import('./session.js').Session} Session */
/**
 * The level of the game, the highest one, and how a game at another level begins.
 * @typedef {{level: number, highest: number, play: (level: number) => void}} Ladder
 */
/**
 * What players can do after the game.
 * @typedef {object} Ending
 * @property {HTMLElement} again play again
 * @property {Ladder} [ladder] the levels of the computer, for the next game after a win or a defeat
 * @property {HTMLElement[]} [after] other links and buttons
 * @property {string} newGame the address of a new game
 */

/**
 * Make the button that opens the dialog for sharing.
 * @param {Session} session @param {() => number} rotation of the board
 */
function shareButton(session, rotation) {
  const open = () =>
    import('../study/share.js')
      .then(({ shareGame }) => shareGame(session, rotation()))
      .catch((error) => {
        console.error(error);
        notice('app.failed', { kind: 'bad' });
      });
  return h(
    'button',
    { type: 'button', class: 'small', onclick: () => void open() },
    icon('up'),
    h('span', { say: 'play.share' }),
  );
}

/**
 * Make what one can do with a game that is over: its review, and sharing it. Games of several players have an analysis
 * instead of a review.
 * @param {Session} session @param {() => number} rotation of the board
 */
export function afterwards(session, rotation) {
  return [lookLink(session), ...(session.plies.length > 0 ? [shareButton(session, rotation)] : [])];
}

/** Make the link to the review or analysis of a game. It is hidden until the game is saved. @param {Session} session */
export function lookLink(session) {
  const isSeveral = session.game.players.length > 2;
  const element = h('a', { class: 'button small', say: isSeveral ? 'games.analyse' : 'play.review', hidden: true });
  if (session.plies.length)
    void session
      .nameInAddress()
      .then((game) => {
        element.href = link(isSeveral ? 'analysis' : 'review', { game });
        element.hidden = false;
      })
      .catch(console.info);
  return element;
}

/**
 * Show how the game ended.
 * @param {HTMLElement} card @param {Session} session
 * @param {{title: import('./table.js').Title, text: readonly Sentence[]}} words
 * @param {Ending} ending @param {() => number} rotation of the board
 */
export function showEnd(card, session, { title, text }, { again, after = [], newGame }, rotation) {
  const words = h('p');
  bind(words, '', () => void (words.textContent = sentences(text)));
  const row = h('div', { class: 'row' }, again, ...afterwards(session, rotation), ...after, newGameLink(newGame));
  card.replaceChildren(h('h2', { id: 'end', say: title }), words, row);
  card.hidden = false;
}

/**
 * Show that the game cannot go on in this tab.
 * @param {HTMLElement} card @param {Session} session @param {import('./keeper.js').Absence} why
 * @param {string} title its message
 * @param {string} newGame the address of a new game
 */
export function showAway(card, session, why, title, newGame) {
  const button = (/** @type {string} */ message, /** @type {() => void} */ onclick) =>
    h('button', { type: 'button', class: 'primary small', onclick }, icon('play'), h('span', { say: message }));
  const choices = {
    elsewhere: () => [button('play.elsewhere.here', () => location.reload())],
    deleted: () => [newGameLink(newGame)],
    unsaved: () => [button('play.unsaved.keep', () => session.restore()), newGameLink(newGame)],
  };
  card.replaceChildren(h('h2', { id: 'end', say: title }), h('div', { class: 'row' }, ...choices[why]()));
  card.hidden = false;
}

/** @param {string} href */
const newGameLink = (href) => h('a', { class: 'button small', href, say: 'play.new' });
