/** The choices of a new online game that other games have not: for whom it is, and when it begins. */
import { part, segments } from '../game/new_game.js';
import { h } from '../shell/dom.js';
import { label, say } from '../shell/i18n.js';

/** An appointment is at least this time ahead: the server's clock can differ a little. */
const LEAST_AHEAD_MS = 2 * 60_000;
const MOST_AHEAD_MS = 14 * 86_400_000;
/** The clocks of games for which nobody waits at the board. */
const SLOW = ['days', 'untimed'];

/** @param {number} ms */
const isSoon = (ms) => ms >= Date.now() + LEAST_AHEAD_MS && ms <= Date.now() + MOST_AHEAD_MS;

export class Meeting {
  #form;
  /** A person with the link, or anybody in the lobby. @type {'link'|'lobby'} */ opponent;
  #isLater = false;
  #note = h('p', { class: 'dim' });
  #who;
  #inputs = /** @type {const} */ (['date', 'time']).map((name) =>
    h('input', {
      type: name,
      id: `start-${name}`,
      required: true,
      value: nextHour()[name],
      'say:aria-label': `online.start.${name}`,
    }),
  );
  #fields = h('div', { class: 'appointment' }, ...this.#inputs, h('p', { class: 'dim', say: 'online.start.note' }));
  #start;

  /** @param {HTMLFormElement} form the sheet, to which the parts are added @param {unknown} last opponent */
  constructor(form, last) {
    this.#form = form;
    this.opponent = last === 'lobby' ? 'lobby' : 'link';
    this.#start = part(
      'online.start',
      segments('start', 'online.start', START, 'now', (start) => void (this.#isLater = start !== 'now')),
      this.#fields,
    );
    this.#who = part(
      'online.how',
      segments(
        'opponent',
        'online.how',
        OPPONENTS,
        this.opponent,
        (who) => void (this.opponent = /** @type {any} */ (who)),
      ),
      this.#note,
    );
    form.prepend(this.#who, this.#start);
    form.addEventListener('input', () => this.#show());
    form.addEventListener('change', () => this.#show());
    this.#show();
  }

  /** The time of the appointment; null if there is none. @returns {number|null} */
  get appointment() {
    const [date, time] = this.#inputs.map(({ value }) => value);
    return this.#isLater && !this.#isSlow ? new Date(`${date}T${time}`).getTime() : null;
  }

  get #isSlow() {
    return SLOW.includes(String(new FormData(this.#form).get('clock')));
  }

  #show() {
    const isOfSeveral = !['two', null].includes(/** @type {any} */ (new FormData(this.#form).get('players')));
    label(this.#note, `online.how.${this.opponent}.${isOfSeveral ? 'several' : 'note'}`);
    for (const title of this.#who.querySelectorAll('h2, .name'))
      label(/** @type {HTMLElement} */ (title), isOfSeveral ? 'online.how.several' : 'online.how');
    const link = /** @type {HTMLElement} */ (this.#who.querySelector('[value="link"] + span'));
    label(link, isOfSeveral ? 'online.how.friends' : 'online.how.link');
    this.#start.hidden = this.#isSlow;
    const { appointment } = this;
    this.#fields.hidden = appointment === null;
    const isPossible = appointment === null || isSoon(appointment);
    for (const input of this.#inputs) {
      input.disabled = appointment === null;
      input.setCustomValidity(isPossible ? '' : say('online.start.range'));
    }
  }
}

/** @type {readonly (readonly [string, string])[]} */
const OPPONENTS = [
  ['link', 'online.how.link'],
  ['lobby', 'online.how.lobby'],
];
/** @type {readonly (readonly [string, string])[]} */
const START = [
  ['now', 'online.start.now'],
  ['appointment', 'online.start.at'],
];

/** Return the first full hour that is some time ahead, for the fields of an appointment. */
function nextHour() {
  const then = new Date(Date.now() + 90 * 60_000);
  then.setMinutes(0);
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  return {
    date: `${then.getFullYear()}-${two(then.getMonth() + 1)}-${two(then.getDate())}`,
    time: `${two(then.getHours())}:00`,
  };
}
