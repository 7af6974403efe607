/**
 * Instead of leaving, which takes the marbles off the board, a person can let a computer play on, and take the seat
 * back later. The record keeps the names of those people in `lent`.
 */
import { action, twoStepAction } from '../game/actions.js';
import { lend, takeBack } from '../game/several_terms.js';
import { h } from '../shell/dom.js';

/**
 * Make the buttons that hand a seat over, take it back, and start a new game if nobody here plays any more.
 * @param {import('../game/local_session.js').LocalSession} session @param {import('../game/seats.js').Seats} seats
 * @param {string} level that of the computer
 * @param {() => void} reopen opens the table with its new seats
 */
export function seatButtons(session, seats, level, reopen) {
  const person = () => seats.nextHere(session.game.turn, session.game.active);
  /** The seat to take back: the one that moves next. */
  const lent = () => {
    const { active, turn } = session.game;
    const order = seats.all.map((_, steps) => seats.after(turn, steps).color);
    return order.find((color) => active.includes(color) && session.record.lent?.[color] !== undefined);
  };
  /** @param {Partial<import('../game/keeper.js').Terms>} terms */
  const change = (terms) => {
    session.amend(terms);
    void session.saved.then(reopen);
  };
  const give = twoStepAction('computer', 'several.hand_over', 'several.hand_over.sure', () => {
    const color = person()?.color;
    if (color) change(lend(session.record, color, level));
  });
  const back = action('people', 'several.take_over', () => {
    const color = lent();
    if (color) change(takeBack(session.record, color));
  });
  const again = h('a', { class: 'button small', href: location.pathname + location.search, say: 'play.new' });
  again.addEventListener('click', (event) => {
    event.preventDefault();
    location.hash = ''; // the page opens its sheet
  });
  const show = () => {
    const over = session.outcome !== null;
    give.hidden = over || !person();
    back.hidden = over || !lent();
    again.hidden = over || person() !== null;
  };
  session.on('change', show);
  show();
  return [give, back, again];
}
