/** The set-up sheet: what is agreed before a game. What was chosen last time is there again. */
import { Geometry } from '../board/geometry.js';
import { other, positionText } from '../core/cells.js';
import { h } from '../shell/dom.js';
import { bind, label, say } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';
import { layoutPicture } from './layout_picture.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../core/clock.js').TimeControl} TimeControl */
/** @typedef {import('../core/layouts.js').Layout} Layout */
/**
 * @typedef {{layout: string, side: Color|'random', level: number, clock: TimeControl['kind'], minutes: number, seconds:
 *   number,
 *   extra: 'none'|'increment'|'delay', extra_seconds: number, handicap: number, hints: boolean, takebacks: boolean,
 *   turning: boolean, black: string, white: string}} Chosen
 *   handicap: marbles that the computer, or White, starts without; below 0 those of the person, or Black
 */

const FIRST = ['standard', 'belgian-daisy', 'german-daisy'];
const KINDS = /** @type {const} */ (['untimed', 'total', 'per_move', 'shared']);
const MOST = 3; // marbles of a handicap
/** @type {Chosen} */
const USUAL = {
  layout: 'standard',
  side: 'black',
  level: 3,
  clock: 'untimed',
  minutes: 10,
  seconds: 15,
  extra: 'none',
  extra_seconds: 5,
  handicap: 0,
  hints: true,
  takebacks: true,
  turning: false,
  black: '',
  white: '',
};
/** What may be chosen where no field checks it. */
const CHOICES = {
  side: ['black', 'white', 'random'],
  level: range(1, 12),
  clock: KINDS,
  extra: ['none', 'increment', 'delay'],
  handicap: range(-MOST, MOST),
};

/** @param {number} first @param {number} last */
function range(first, last) {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

/** What is said of levels, each up to a level. @type {readonly (readonly [number, string])[]} */
const NOTES = [
  [2, 'play.level.note1'],
  [4, 'play.level.note2'],
  [6, 'play.level.note3'],
  [9, 'play.level.note4'],
  [12, 'play.level.note5'],
];

/** @param {number} level */
const noteOf = (level) => (NOTES.find(([last]) => level <= last) ?? NOTES[0])[1];

/** @param {Chosen} chosen @returns {TimeControl} */
export function controlOf({ clock, minutes, seconds, extra, extra_seconds: more }) {
  if (clock === 'untimed') return { kind: clock };
  if (clock === 'per_move') return { kind: clock, time_ms: seconds * 1000 };
  const control = { kind: clock, time_ms: minutes * 60_000 };
  if (clock === 'shared' || extra === 'none') return control;
  return { ...control, [extra === 'increment' ? 'increment_ms' : 'delay_ms']: more * 1000 };
}

const geometry = new Geometry();
/** @param {number} cell */
const fromCentre = (cell) => {
  const { x, y } = geometry.point(cell);
  return Math.round(Math.hypot(x, y));
};

/**
 * Where a game starts, and where it starts again when the players have changed their colors.
 * @param {Layout} layout @param {Color} giver @param {number} marbles
 */
export const startsOf = (layout, giver, marbles) => ({
  start: startOf(layout, giver, marbles),
  startAgain: startOf(layout, other(giver), marbles),
});

/**
 * Where the marbles stand when a player gives some: those farthest from the centre, and they count as ejected.
 * @param {Layout} layout @param {Color} giver @param {number} marbles
 */
function startOf(layout, giver, marbles) {
  const left = [...layout[giver]].sort((a, b) => fromCentre(a) - fromCentre(b) || a - b);
  left.length -= marbles;
  const score = { black: giver === 'white' ? marbles : 0, white: giver === 'black' ? marbles : 0 };
  return positionText({ black: layout.black, white: layout.white, [giver]: left.sort((a, b) => a - b), score });
}

/**
 * Fills the page with the sheet.
 * @param {HTMLElement} main @param {'engine'|'local'} kind @param {readonly Layout[]} layouts
 * @param {unknown} kept what was chosen last time @param {HTMLElement|null} above
 * @returns {Promise<{chosen: Chosen, layout: Layout}>} when the game is to begin
 */
export async function openSheet(main, kind, layouts, kept, above) {
  /** @type {Chosen} */
  const chosen = { ...USUAL, ...(typeof kept === 'object' ? kept : {}) };
  const choices = { ...CHOICES, layout: layouts.map(({ slug }) => slug) };
  for (const [name, usual] of Object.entries(USUAL)) {
    const value = /** @type {any} */ (chosen)[name],
      among = /** @type {Record<string, readonly any[]>} */ (choices)[name];
    if (typeof value !== typeof usual || (among && !among.includes(value))) Object.assign(chosen, { [name]: usual });
  }
  const sheet = new Sheet(kind, chosen, layouts);
  main.replaceChildren(
    h('h1', { say: kind === 'engine' ? 'play.title' : 'local.title' }),
    ...(above ? [above] : []),
    sheet.element,
  );
  await sheet.done;
  sheet.element.inert = true; // until the board is there
  return { chosen, layout: /** @type {Layout} */ (layouts.find(({ slug }) => slug === chosen.layout)) };
}

/** The id of the heading of a part. @param {string} title */
const headingOf = (title) => title.replace('.', '-');

class Sheet {
  #kind;
  #chosen;
  /** @type {(() => void)[]} */ #shows = [];
  element;
  done;

  /** @param {'engine'|'local'} kind @param {Chosen} chosen @param {readonly Layout[]} layouts */
  constructor(kind, chosen, layouts) {
    this.#kind = kind;
    this.#chosen = chosen;
    const engine = kind === 'engine';
    const options = engine
      ? [this.#yesNo('hints', 'play.hints'), this.#yesNo('takebacks', 'play.takebacks')]
      : [this.#yesNo('turning', 'local.turning')];
    this.element = h(
      'form',
      { class: 'sheet' },
      h(
        'div',
        { class: 'column' },
        engine
          ? this.#part('play.opponent', this.#level(), this.#sides())
          : this.#part('local.players', this.#name('black'), this.#name('white')),
        this.#part('play.layout', this.#layouts(layouts)),
      ),
      h(
        'div',
        { class: 'column' },
        this.#part('clock.title', ...this.#clocks()),
        this.#part('play.options', ...options, this.#handicap()),
      ),
      h(
        'div',
        { class: 'start' },
        h('button', { type: 'submit', class: 'primary' }, icon('play'), h('span', { say: 'play.start' })),
      ),
    );
    this.done = new Promise((resolve) => {
      this.element.addEventListener('submit', (event) => {
        event.preventDefault();
        resolve(undefined);
      });
    });
    this.#show();
  }

  #show() {
    for (const show of this.#shows) show();
  }

  /** @param {string} title @param {...Node} fields */
  #part(title, ...fields) {
    const id = headingOf(title);
    return h('section', { class: 'card part', 'aria-labelledby': id }, h('h2', { id, say: title }), ...fields);
  }

  /** @template {keyof Chosen} K @param {K} name @param {Chosen[K]} value */
  #choose(name, value) {
    this.#chosen[name] = value;
    this.#show();
  }

  /**
   * The usual ones and the one that was played last stand in one row; the rest is asked for.
   * @param {readonly Layout[]} layouts
   */
  #layouts(layouts) {
    const pictures = h('div', { class: 'layouts', role: 'radiogroup', 'aria-labelledby': headingOf('play.layout') });
    /** @param {Layout} layout */
    const choice = (layout) =>
      h(
        'label',
        { class: 'layout' },
        h('input', {
          type: 'radio',
          name: 'layout',
          value: layout.slug,
          checked: layout.slug === this.#chosen.layout,
          onchange: () => this.#choose('layout', layout.slug),
        }),
        layoutPicture(layout),
        h('span', { lang: 'en', dir: 'auto' }, layout.name),
      );
    const seen = new Set(FIRST.includes(this.#chosen.layout) ? FIRST : [...FIRST.slice(0, -1), this.#chosen.layout]);
    const rest = layouts.filter(({ slug }) => !seen.has(slug));
    pictures.append(...layouts.filter(({ slug }) => seen.has(slug)).map(choice));
    const more = h(
      'button',
      {
        type: 'button',
        class: 'layout',
        onclick: () => {
          const added = rest.map(choice);
          more.remove();
          pictures.append(...added);
          pictures.classList.add('all');
          added[0]?.querySelector('input')?.focus();
        },
      },
      icon('plus'),
      h('span', { say: ['play.layout.more', { n: rest.length }] }),
    );
    return h('div', { class: 'field' }, pictures, more);
  }

  #level() {
    const output = h('output', { for: 'level', class: 'level-number' }),
      note = h('p', { class: 'dim level-note' });
    const slider = h('input', {
      type: 'range',
      id: 'level',
      name: 'level',
      min: 1,
      max: 12,
      step: 1,
      value: this.#chosen.level,
      oninput: () => this.#choose('level', Number(slider.value)),
    });
    this.#shows.push(() => {
      label(output, 'play.level.number', { n: this.#chosen.level });
      label(note, noteOf(this.#chosen.level));
      bind(slider, 'aria-valuetext', () =>
        slider.setAttribute('aria-valuetext', say('play.level.number', { n: this.#chosen.level })),
      );
    });
    return h(
      'div',
      { class: 'field' },
      h('div', { class: 'flat' }, h('label', { class: 'name', for: 'level', say: 'play.level' }), output),
      slider,
      note,
    );
  }

  #sides() {
    return this.#segments('side', 'play.side', [
      ['black', 'color.black'],
      ['white', 'color.white'],
      ['random', 'play.side.random'],
    ]);
  }

  /**
   * @param {'side'|'clock'|'extra'} name
   * @param {string} title
   * @param {readonly (readonly [string, string])[]} choices
   */
  #segments(name, title, choices) {
    const id = `for-${name}`;
    return h(
      'div',
      { class: `field choice-${name}` },
      h('span', { class: 'name', id, say: title }),
      h(
        'div',
        { class: 'segments', role: 'radiogroup', 'aria-labelledby': id },
        ...choices.map(([value, message]) =>
          h(
            'label',
            {},
            h('input', {
              type: 'radio',
              name,
              value,
              checked: this.#chosen[name] === value,
              onchange: () => this.#choose(name, /** @type {any} */ (value)),
            }),
            h('span', { say: message }),
          ),
        ),
      ),
    );
  }

  /**
   * @param {'minutes'|'seconds'|'extra_seconds'} name
   * @param {string} title
   * @param {{min: number, max: number, step: number}} range
   */
  #number(name, title, { min, max, step }) {
    const input = h('input', {
      type: 'number',
      id: name,
      name,
      min,
      max,
      step,
      required: true,
      value: this.#chosen[name],
      inputmode: 'decimal',
      dir: 'ltr',
      oninput: () => {
        if (input.validity.valid) this.#chosen[name] = input.valueAsNumber;
      },
    });
    const field = h('div', { class: 'field flat' }, h('label', { class: 'name', for: name, say: title }), input);
    return { field, input };
  }

  #clocks() {
    const minutes = this.#number('minutes', 'clock.minutes', { min: 0.5, max: 180, step: 0.5 });
    const seconds = this.#number('seconds', 'clock.seconds', { min: 1, max: 600, step: 1 });
    const extra = this.#segments('extra', 'clock.extra', [
      ['none', 'clock.extra.none'],
      ['increment', 'clock.extra.increment'],
      ['delay', 'clock.extra.delay'],
    ]);
    const more = this.#number('extra_seconds', 'clock.extra.seconds', { min: 1, max: 120, step: 1 });
    const note = h('p', { class: 'dim' });
    this.#shows.push(() => {
      const { clock, extra: kind } = this.#chosen;
      /** @param {{field: HTMLElement, input: HTMLInputElement}} of @param {boolean} shown */
      const need = ({ field, input }, shown) => {
        field.hidden = input.disabled = !shown;
      };
      need(minutes, clock === 'total' || clock === 'shared');
      need(seconds, clock === 'per_move');
      extra.hidden = clock !== 'total';
      need(more, clock === 'total' && kind !== 'none');
      label(note, `clock.note.${clock}`);
    });
    return [
      this.#segments(
        'clock',
        'clock.kind',
        KINDS.map((kind) => /** @type {const} */ ([kind, `clock.kind.${kind}`])),
      ),
      note,
      minutes.field,
      seconds.field,
      extra,
      more.field,
    ];
  }

  #handicap() {
    const select = h('select', {
      id: 'handicap',
      name: 'handicap',
      onchange: () => this.#choose('handicap', Number(select.value)),
    });
    const engine = this.#kind === 'engine',
      numbers = range(1, MOST);
    select.append(
      h('option', { value: 0, say: 'play.handicap.none' }),
      ...numbers.map((n) =>
        h('option', { value: n, say: [engine ? 'play.handicap.computer' : 'local.handicap.white', { n }] }),
      ),
      ...numbers.map((n) =>
        h('option', { value: -n, say: [engine ? 'play.handicap.you' : 'local.handicap.black', { n }] }),
      ),
    );
    select.value = String(this.#chosen.handicap);
    return h(
      'div',
      { class: 'field' },
      h('div', { class: 'flat' }, h('label', { class: 'name', for: 'handicap', say: 'play.handicap' }), select),
      h('p', { class: 'dim', say: 'play.handicap.note' }),
    );
  }

  /** @param {'hints'|'takebacks'|'turning'} name @param {string} message */
  #yesNo(name, message) {
    const input = h('input', {
      type: 'checkbox',
      role: 'switch',
      class: 'switch',
      id: name,
      name,
      checked: this.#chosen[name],
      onchange: () => this.#choose(name, input.checked),
    });
    return h('div', { class: 'field flat' }, h('label', { class: 'name', for: name, say: message }), input);
  }

  /** @param {Color} color */
  #name(color) {
    const input = h('input', {
      type: 'text',
      id: `name-${color}`,
      name: color,
      maxlength: 30,
      autocomplete: 'off',
      dir: 'auto',
      value: this.#chosen[color],
      oninput: () => {
        this.#chosen[color] = input.value.trim();
      },
    });
    return h(
      'div',
      { class: 'field flat' },
      h(
        'label',
        { class: 'name', for: `name-${color}` },
        h('span', { class: `dot ${color}`, 'aria-hidden': 'true' }),
        ' ',
        h('span', { say: `color.${color}` }),
      ),
      input,
    );
  }
}
