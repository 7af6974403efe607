/** The set-up sheet of a new game. It starts with the choices of the last time. */
import { COLORS } from '../core/cells.js';
import { h } from '../shell/dom.js';
import { label } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';
import { drawn, link } from '../shell/shell.js';
import { nameLayout } from './layout_name.js';
import { layoutPicture } from './layout_picture.js';
import { levelPicker } from './level_picker.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../core/clock.js').TimeControl} TimeControl */
/** @typedef {import('../core/layouts.js').Layout} Layout */
/** @typedef {import('../core/levels.js').LevelData} LevelData */
/**
 * The choices on the sheet. The name of each player stands under its color. `handicap` is the number of marbles that
 * the computer (or the last player) starts without; below 0, that the person (or the first player) starts without. A
 * clock of `days` is a time for each move.
 * @typedef {{layout: string, side: Color|'random', level: string, clock: TimeControl['kind']|'days', minutes: number,
 *   seconds: number, days: number, extra: 'none'|'increment'|'delay', extra_seconds: number, handicap: number,
 *   seats: import('./several_terms.js').SeatLevels, names: Partial<Record<Color, string>>, hints: boolean,
 *   takebacks: boolean, coach: 'auto'|'on'|'off', watchers: boolean, turning: boolean, repetition: boolean,
 *   limit: number} & Record<Color, string>} Choices seats, names: those of several players; repetition: whether it
 *   draws the game; limit: the most plies, 0 for any number; coach: `auto` until the player decides
 */

/**
 * The layouts, the defaults of the page, and the position from which the game starts instead of a layout. If the
 * computer plays, its levels and the ids of those that are beaten.
 * @typedef {{layouts: readonly Layout[], defaults: Partial<Choices>, levels?: LevelData, won?: ReadonlySet<string>,
 *   from?: import('./start_position.js').StartPosition|null,
 *   seats?: (layout: Layout, choices: Choices) => HTMLElement[]}} SheetData seats: those of several players, as rows
 */

/** @typedef {'engine'|'local'|'online'|'several'} Kind of a game */

/** The layouts that are shown at first. @type {Record<Kind, readonly string[]>} */
const FIRST = {
  engine: ['standard', 'belgian-daisy', 'german-daisy'],
  local: ['standard', 'belgian-daisy', 'german-daisy'],
  online: ['belgian-daisy', 'standard', 'german-daisy'],
  several: [
    'three-players',
    'four-players-teams',
    'four-players-pbmserv',
    'five-players-pbmserv',
    'six-players-pbmserv',
    'three-players-pbmserv',
  ],
};
/** @type {Record<Kind, readonly Choices['clock'][]>} */
const CLOCKS = {
  engine: ['untimed', 'total', 'per_move', 'shared'],
  local: ['untimed', 'total', 'per_move', 'shared'],
  online: ['total', 'per_move', 'shared', 'days', 'untimed'],
  several: ['untimed', 'total', 'per_move', 'shared'],
};
/** @param {Choices['clock']} clock */
const clockName = (clock) => (clock === 'days' ? 'online.clock.days' : `clock.kind.${clock}`);
/** @param {Choices['clock']} clock */
const clockNote = (clock) => (clock === 'days' ? 'online.clock.days.note' : `clock.note.${clock}`);
const MAX_HANDICAP = 3;
/** The limits on the number of plies that can be chosen. */
const LIMITS = [100, 200, 300, 400];
/** @type {Choices} */
const DEFAULTS = {
  layout: 'standard',
  side: COLORS[0],
  level: '', // for a game against the computer the data of the levels has another default
  clock: 'untimed',
  minutes: 10,
  seconds: 15,
  days: 2,
  extra: 'none',
  extra_seconds: 5,
  handicap: 0,
  seats: {},
  names: {},
  hints: true,
  takebacks: true,
  coach: 'auto',
  watchers: true,
  turning: false,
  repetition: true,
  limit: 0,
  .../** @type {Record<Color, string>} */ (Object.fromEntries(COLORS.map((color) => [color, '']))),
};
/** The values that the fields of the sheet do not check themselves. */
const ALLOWED = {
  side: [...COLORS, 'random'],
  extra: ['none', 'increment', 'delay'],
  coach: ['auto', 'on', 'off'],
  handicap: range(-MAX_HANDICAP, MAX_HANDICAP),
  limit: [0, ...LIMITS],
};

/** The levels for beginners, at which the coach is on if the player has not decided. */
const COACHED = Object.freeze(['pea', 'cherry', 'hazelnut']);

/**
 * Return whether a game against the computer has a coach.
 * @param {Pick<Choices, 'coach'|'clock'|'level'>} choices
 */
export function hasCoach({ coach, clock, level }) {
  return clock === 'untimed' && (coach === 'auto' ? COACHED.includes(level) : coach === 'on');
}

/** @param {number} first @param {number} last */
function range(first, last) {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

/**
 * Return the choices of the last time, with the default for each value that is not allowed.
 * @param {unknown} last @param {SheetData} data @param {Kind} kind @returns {Choices}
 */
export function choicesOf(last, { layouts, levels, defaults: own, from }, kind) {
  const defaults = { ...DEFAULTS, ...(levels && { level: levels.default }), ...own };
  if (kind === 'several') defaults.layout = FIRST.several[0];
  /** @type {Record<string, any>} */
  const choices = { ...defaults, ...(typeof last === 'object' ? last : {}), ...(from && { side: from.turn }) };
  /** @type {Record<string, readonly any[]>} */
  const allowed = {
    ...ALLOWED,
    clock: CLOCKS[kind],
    layout: layouts.map(({ slug }) => slug),
    ...(levels && { level: levels.levels.map(({ id }) => id) }),
  };
  choices.level = levels?.former[choices.level - 1]?.now ?? choices.level; // version 0.1 kept a number
  for (const [name, usual] of Object.entries(defaults)) {
    const value = choices[name];
    if (typeof value !== typeof usual || (allowed[name] && !allowed[name].includes(value))) choices[name] = usual;
  }
  return /** @type {Choices} */ (choices);
}

/**
 * Append the sheet to a place, and wait until the player starts the game.
 * @param {HTMLElement} place @param {Kind} kind @param {SheetData} data
 * @param {unknown} last the choices of the last time, as they were kept
 * @returns {Promise<{choices: Choices, layout: Layout, byKeyboard: boolean}>}
 */
export async function openSheet(place, kind, data, last) {
  const { layouts } = data,
    choices = choicesOf(last, data, kind);
  const sheet = new Sheet(kind, choices, data);
  place.append(sheet.element);
  await sheet.done;
  const byKeyboard = sheet.element.querySelector(':focus-visible') !== null;
  sheet.element.inert = true; // until the table is there
  return { choices, layout: /** @type {Layout} */ (layouts.find(({ slug }) => slug === choices.layout)), byKeyboard };
}

/** Load the atlas of the layouts once the sheet is drawn. The sheet does without it if it cannot be loaded. */
async function loadAtlas() {
  await drawn();
  try {
    const atlas = await import('./layout_atlas.js');
    return { ...atlas, entries: await atlas.loadAtlas() };
  } catch (error) {
    console.info(error);
    return null;
  }
}

/** Return the id of the heading of a part. @param {string} title */
const headingOf = (title) => title.replace('.', '-');

/** Make a part of a sheet. @param {string} title @param {...Node} fields */
export function part(title, ...fields) {
  const id = headingOf(title);
  return h('section', { class: 'card part', 'aria-labelledby': id }, h('h2', { id, say: title }), ...fields);
}

/**
 * Make a choice of a few values.
 * @param {string} name @param {string} title
 * @param {readonly (readonly [string, string])[]} choices each value with its message
 * @param {string} chosen @param {(value: string) => void} choose
 */
export function segments(name, title, choices, chosen, choose) {
  const id = `for-${name}`;
  /** @param {readonly [string, string]} choice */
  const choice = ([value, message]) =>
    h(
      'label',
      {},
      h('input', { type: 'radio', name, value, checked: chosen === value, onchange: () => choose(value) }),
      h('span', { say: message }),
    );
  return h(
    'div',
    { class: `field choice-${name}` },
    h('span', { class: 'name', id, say: title }),
    h('div', { class: 'segments', role: 'radiogroup', 'aria-labelledby': id }, ...choices.map(choice)),
  );
}

class Sheet {
  #kind;
  #choices;
  #from;
  #hasComputers;
  /** @type {(() => void)[]} */ #shows = [];
  element;
  done;

  /** @param {Kind} kind @param {Choices} choices @param {SheetData} data */
  constructor(kind, choices, { layouts, levels, won = new Set(), from = null, seats }) {
    this.#kind = kind;
    this.#choices = choices;
    this.#from = from;
    this.#hasComputers = levels !== undefined;
    const more = h('p', { class: 'more-players' }, h('a', { href: link('several'), say: 'local.more' }));
    this.element = h(
      'form',
      { class: 'sheet' },
      h(
        'div',
        { class: 'column' },
        kind === 'engine' && levels && part('play.opponent', this.#levels(levels, won), this.#sides(), more),
        kind === 'local' && part('local.players', ...COLORS.map((color) => this.#name(color))),
        from ? part('play.position', layoutPicture(from.marbles)) : part('play.layout', this.#layouts(layouts)),
        kind === 'online' && part('play.side', this.#sides()),
        seats && part('local.players', this.#seats(layouts, seats)),
      ),
      h('div', { class: 'column' }, part('clock.title', ...this.#clocks()), part('play.options', ...this.#options())),
      h(
        'div',
        { class: 'start' },
        h(
          'button',
          { type: 'submit', class: 'primary' },
          icon('play'),
          h('span', { say: kind === 'online' ? 'online.create' : 'play.start' }),
        ),
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

  #options() {
    if (this.#kind === 'online')
      return [this.#yesNo('takebacks', 'play.takebacks'), this.#yesNo('watchers', 'online.watchers')];
    const turning = this.#yesNo('turning', 'local.turning');
    if (this.#kind === 'several') return this.#hasComputers ? [this.#yesNo('hints', 'play.hints'), turning] : [turning];
    const handicap = this.#from ? [] : [this.#handicap()];
    const rules = [...handicap, this.#yesNo('repetition', 'play.repetition'), this.#limit()];
    if (this.#kind === 'local') return [turning, ...rules];
    return [this.#yesNo('hints', 'play.hints'), this.#yesNo('takebacks', 'play.takebacks'), this.#coach(), ...rules];
  }

  /** @template {keyof Choices} K @param {K} name @param {Choices[K]} value */
  #choose(name, value) {
    this.#choices[name] = value;
    this.#show();
  }

  /**
   * Show the usual layouts and the last one in a row. A button adds the others. For two players, the atlas comes later.
   * @param {readonly Layout[]} layouts
   */
  #layouts(layouts) {
    const atlas = this.#kind === 'several' ? null : loadAtlas();
    const figures = h('p', { class: 'dim figures', role: 'status' });
    const pictures = h('div', { class: 'layouts', role: 'radiogroup', 'aria-labelledby': headingOf('play.layout') });
    /** @param {Layout} layout */
    const choice = (layout) => {
      const badges = h('span', { class: 'badges' });
      atlas?.then((found) => found?.showBadges(badges, found.entries[layout.slug]));
      return h(
        'label',
        { class: 'layout' },
        h('input', {
          type: 'radio',
          name: 'layout',
          value: layout.slug,
          checked: layout.slug === this.#choices.layout,
          onchange: () => this.#choose('layout', layout.slug),
        }),
        layoutPicture(layout.marbles),
        nameLayout(h('span', { dir: 'auto' }), layout),
        atlas && badges,
      );
    };
    const first = FIRST[this.#kind];
    const seen = first.includes(this.#choices.layout) ? first : [...first.slice(0, -1), this.#choices.layout];
    const rest = layouts.filter(({ slug }) => !seen.includes(slug));
    const shown = layouts.filter(({ slug }) => seen.includes(slug));
    shown.sort((a, b) => seen.indexOf(a.slug) - seen.indexOf(b.slug));
    pictures.append(...shown.map(choice));
    pictures.classList.toggle('all', rest.length === 0);
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
    if (atlas) {
      this.#shows.push(() => {
        atlas.then((found) =>
          found?.showFigures(figures, found.entries[this.#choices.layout], this.#kind !== 'online'),
        );
      });
    }
    return h('div', { class: 'field' }, pictures, rest.length > 0 && more, atlas && figures);
  }

  /** @param {LevelData} data @param {ReadonlySet<string>} won */
  #levels(data, won) {
    return levelPicker(data, won, this.#choices.level, (id) => this.#choose('level', id));
  }

  /** The seats of the chosen layout. @param {readonly Layout[]} layouts @param {SheetData['seats']} make */
  #seats(layouts, make) {
    const rows = h('div', { class: 'field seats' });
    let shown = '';
    this.#shows.push(() => {
      const { layout: slug } = this.#choices;
      if (shown === slug) return;
      shown = slug;
      const layout = layouts.find((each) => each.slug === slug);
      if (layout && make) rows.replaceChildren(...make(layout, this.#choices));
    });
    return rows;
  }

  #sides() {
    return this.#segments('side', 'play.side', [
      ...COLORS.map((color) => /** @type {const} */ ([color, `color.${color}`])),
      ['random', 'play.side.random'],
    ]);
  }

  /**
   * @param {'side'|'clock'|'extra'} name
   * @param {string} title
   * @param {readonly (readonly [string, string])[]} choices
   */
  #segments(name, title, choices) {
    return segments(name, title, choices, this.#choices[name], (value) =>
      this.#choose(name, /** @type {any} */ (value)),
    );
  }

  /**
   * @param {'minutes'|'seconds'|'days'|'extra_seconds'} name
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
      value: this.#choices[name],
      inputmode: 'decimal',
      dir: 'ltr',
      oninput: () => {
        if (input.validity.valid) this.#choices[name] = input.valueAsNumber;
      },
    });
    const field = h('div', { class: 'field flat' }, h('label', { class: 'name', for: name, say: title }), input);
    return { field, input };
  }

  #clocks() {
    const minutes = this.#number('minutes', 'clock.minutes', { min: 0.5, max: 180, step: 0.5 });
    const seconds = this.#number('seconds', 'clock.seconds', { min: 1, max: 600, step: 1 });
    const days = this.#kind === 'online' ? [this.#number('days', 'online.days', { min: 1, max: 14, step: 1 })] : [];
    const extra = this.#segments('extra', 'clock.extra', [
      ['none', 'clock.extra.none'],
      ['increment', 'clock.extra.increment'],
      ['delay', 'clock.extra.delay'],
    ]);
    const more = this.#number('extra_seconds', 'clock.extra.seconds', { min: 1, max: 120, step: 1 });
    const note = h('p', { class: 'dim' });
    this.#shows.push(() => {
      const { clock, extra: kind } = this.#choices;
      /** @param {{field: HTMLElement, input: HTMLInputElement}} of @param {boolean} shown */
      const need = ({ field, input }, shown) => {
        field.hidden = input.disabled = !shown;
      };
      need(minutes, clock === 'total' || clock === 'shared');
      need(seconds, clock === 'per_move');
      for (const each of days) need(each, clock === 'days');
      extra.hidden = clock !== 'total';
      need(more, clock === 'total' && kind !== 'none');
      label(note, clockNote(clock));
    });
    return [
      this.#segments(
        'clock',
        'clock.kind',
        CLOCKS[this.#kind].map((clock) => /** @type {const} */ ([clock, clockName(clock)])),
      ),
      note,
      minutes.field,
      seconds.field,
      ...days.map(({ field }) => field),
      extra,
      more.field,
    ];
  }

  #handicap() {
    const [strong, weak] =
      this.#kind === 'engine'
        ? ['play.handicap.computer', 'play.handicap.you']
        : [`local.handicap.${COLORS.at(-1)}`, `local.handicap.${COLORS[0]}`];
    const numbers = range(1, MAX_HANDICAP);
    return this.#menu(
      'handicap',
      ['play.handicap', 'play.handicap.note'],
      [
        h('option', { value: 0, say: 'play.handicap.none' }),
        ...numbers.map((n) => h('option', { value: n, say: [strong, { n }] })),
        ...numbers.map((n) => h('option', { value: -n, say: [weak, { n }] })),
      ],
    );
  }

  #limit() {
    return this.#menu(
      'limit',
      ['play.limit', 'play.limit.note'],
      [
        h('option', { value: 0, say: 'play.limit.none' }),
        ...LIMITS.map((n) => h('option', { value: n, say: ['play.limit.moves', { n }] })),
      ],
    );
  }

  /**
   * @param {'handicap'|'limit'} name @param {[string, string]} words
   * @param {HTMLElement[]} options their values are numbers
   */
  #menu(name, [title, note], options) {
    const select = h(
      'select',
      { id: name, name, onchange: () => this.#choose(name, Number(select.value)) },
      ...options,
    );
    select.value = String(this.#choices[name]);
    return h(
      'div',
      { class: 'field' },
      h('div', { class: 'flat' }, h('label', { class: 'name', for: name, say: title }), select),
      h('p', { class: 'dim', say: note }),
    );
  }

  /** @param {'hints'|'takebacks'|'watchers'|'turning'|'repetition'} name @param {string} message */
  #yesNo(name, message) {
    const { field, input } = this.#switch(name, message, (on) => this.#choose(name, on));
    input.checked = this.#choices[name];
    return field;
  }

  /** The coach is for untimed games. */
  #coach() {
    const { field, input } = this.#switch('coach', 'play.coach', (on) => this.#choose('coach', on ? 'on' : 'off'));
    this.#shows.push(() => {
      input.checked = hasCoach(this.#choices);
      field.hidden = this.#choices.clock !== 'untimed';
    });
    return field;
  }

  /** @param {string} name @param {string} message @param {(on: boolean) => void} choose */
  #switch(name, message, choose) {
    const input = h('input', {
      type: 'checkbox',
      role: 'switch',
      class: 'switch',
      id: name,
      name,
      onchange: () => choose(input.checked),
    });
    const field = h('div', { class: 'field flat' }, h('label', { class: 'name', for: name, say: message }), input);
    return { field, input };
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
      placeholder: ' ', // for the style of empty fields
      value: this.#choices[color],
      oninput: () => {
        this.#choices[color] = input.value.trim();
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
