/** The seats on the set-up sheet of a game of several players, in the order of play. */
import { h } from '../shell/dom.js';
import { bind, say } from '../shell/i18n.js';
import { seatsFor } from './several_terms.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../core/multi_layouts.js').MultiLayout} MultiLayout */
/**
 * The choices that the rows change.
 * @typedef {{seats: import('./several_terms.js').SeatLevels, names: Partial<Record<Color, string>>}} SeatChoices
 */

/**
 * Make a row for each player of a layout: who plays, and the name of a person.
 * @param {Pick<MultiLayout, 'marbles'|'teams'>} layout @param {SeatChoices} choices it changes them
 * @param {readonly string[]} levels the ids of the levels of computers
 */
export function seatRows({ marbles, teams }, choices, levels) {
  const colors = /** @type {Color[]} */ (Object.keys(marbles));
  choices.seats = { ...choices.seats, ...seatsFor(colors, choices.seats, levels) };
  const row = (/** @type {Color} */ color) => seatRow(color, choices, levels);
  if (!teams) return colors.map(row);
  const team = (/** @type {number} */ n) =>
    h(
      'fieldset',
      { class: 'team' },
      h('legend', { say: ['several.team', { n: n + 1 }] }),
      ...colors.filter((_, i) => i % 2 === n).map(row),
    );
  return [team(0), team(1)];
}

/** @param {Color} color @param {SeatChoices} choices @param {readonly string[]} levels */
function seatRow(color, choices, levels) {
  const name = h('input', {
    type: 'text',
    name: `name-${color}`,
    maxlength: 30,
    autocomplete: 'off',
    dir: 'auto',
    value: choices.names[color] ?? '',
    oninput: () => {
      choices.names = { ...choices.names, [color]: name.value.trim() };
    },
  });
  bind(name, 'placeholder', () => {
    name.placeholder = say('several.name');
    name.setAttribute('aria-label', `${say(`color.${color}`)}: ${say('several.name')}`);
  });
  const who = h(
    'select',
    {
      id: `seat-${color}`,
      name: `seat-${color}`,
      onchange: () => {
        choices.seats = { ...choices.seats, [color]: who.value };
        name.hidden = who.value !== '';
      },
    },
    h('option', { value: '', say: 'several.person' }),
    ...levels.map((id) => option(id)),
  );
  who.value = choices.seats[color] ?? '';
  name.hidden = who.value !== '';
  return h(
    'div',
    { class: 'seat' },
    h(
      'label',
      { class: 'name', for: `seat-${color}` },
      h('span', { class: `dot ${color}`, 'aria-hidden': 'true' }),
      h('span', { say: `color.${color}` }),
    ),
    who,
    name,
  );
}

/** @param {string} id of a level */
function option(id) {
  const element = h('option', { value: id });
  bind(element, '', () => void (element.textContent = say(`level.${id}`)));
  return element;
}
