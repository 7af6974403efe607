/** Instead of leaving, which takes the marbles off the board, a person can let a computer play on. */
import { twoStepAction } from '../game/actions.js';
import { seatTerms } from '../game/several_terms.js';

/**
 * @param {import('../game/local_session.js').LocalSession} session @param {import('../game/seats.js').Seats} seats
 * @param {string} level that of the computer
 * @param {() => void} reopen opens the table with its new seats
 */
export function handOverButton(session, seats, level, reopen) {
  const person = () => seats.nextHere(session.game.turn, session.game.active);
  const button = twoStepAction('computer', 'several.hand_over', 'several.hand_over.sure', () => {
    const color = person()?.color;
    if (!color) return;
    const { record } = session;
    session.amend({
      ...seatTerms({ ...record.seats, [color]: level }),
      players: { ...record.players, [color]: '' },
    });
    void session.saved.then(reopen);
  });
  const show = () => {
    button.hidden = session.outcome !== null || !person();
  };
  session.on('change', show);
  show();
  return button;
}
