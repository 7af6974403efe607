/** The settings, with a board that previews them. */

import { BoardView } from '../board/board.js';
import { ask } from '../shell/dialog.js';
import { h } from '../shell/dom.js';
import { bind, number } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';
import { CHOICES, LANGUAGES, settings } from '../shell/settings.js';
import { startPage } from '../shell/shell.js';
import { soundMove } from '../shell/sound.js';
import { MOVE, POSITION } from '../figures/demo.js';
import { boardConfig } from '../shell/board_config.js';
import { drawSwatch } from './swatch.js';

/** @typedef {import('../shell/settings.js').Name} Name */

/** The keys of the board, with their actions. @type {readonly [string, string][]} */
const KEYS = [
  ['← → ↑ ↓ Home End', 'cursor'],
  ['Space Enter', 'tap'],
  ['W E A D Z X', 'six'],
  ['Num 7 9 4 6 1 3', 'six'],
  ['Shift + W E A D Z X', 'extend'],
  ['Esc', 'clear'],
  ['U Backspace', 'undo'],
  ['F', 'turn'],
  ['O L T M C', 'tell'],
  ['/', 'type'],
];

startPage({ name: 'settings', title: 'settings.title', words: ['settings'], init });

/** @param {HTMLElement} main */
function init(main) {
  main.append(
    h('div', { class: 'heading' }, h('h1', { say: 'settings.title' }), h('p', { class: 'dim', say: 'settings.lead' })),
    h(
      'div',
      { class: 'settings' },
      preview(),
      h(
        'form',
        { class: 'groups', onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
        group(
          'looks',
          languages(),
          oneOf('theme'),
          swatches('board'),
          swatches('marbles'),
          yesNo('coordinates', true),
          rotation(),
          yesNo('fit', true),
        ),
        group(
          'moving',
          oneOf('input'),
          oneOf('confirm'),
          yesNo('premove', true),
          yesNo('arrows', true),
          oneOf('refusals'),
        ),
        group('liveliness', oneOf('motion'), lessMotion(), yesNo('sound', true), volume()),
        h('p', {}, h('button', { type: 'button', class: 'danger', say: 'settings.reset', onclick: reset })),
      ),
      keyboard(),
    ),
  );
}

/** @param {string} name @param {...HTMLElement} fields */
function group(name, ...fields) {
  return h(
    'section',
    { class: 'card group', 'aria-labelledby': `group-${name}` },
    h('h2', { id: `group-${name}`, say: `settings.${name}` }),
    ...fields,
  );
}

/**
 * Make a choice between a few values.
 * @param {Name} name
 * @param {string} [style] the class of the choices
 * @param {(value: string) => HTMLElement[]} [picture] what is shown above the name of a value
 */
function oneOf(name, style = 'segments', picture = () => []) {
  const choices = h('div', { class: style, role: 'radiogroup', 'aria-labelledby': `for-${name}` });
  for (const value of CHOICES[name]) {
    const input = h('input', { type: 'radio', name, value, onchange: () => settings.set(name, value) });
    choices.append(h('label', {}, input, ...picture(value), h('span', { say: `settings.${name}.${value}` })));
  }
  follow(name, (value) => {
    for (const input of choices.querySelectorAll('input')) input.checked = input.value === value;
  });
  return h(
    'div',
    { class: 'field' },
    h('span', { class: 'name', id: `for-${name}`, say: `settings.${name}` }),
    choices,
  );
}

/**
 * Make a choice between pictures of a corner of the board. They show the other of the two settings as it is chosen now.
 * @param {'board'|'marbles'} name
 */
function swatches(name) {
  const other = name === 'board' ? 'marbles' : 'board';
  return oneOf(name, 'swatches', (value) => {
    const picture = drawSwatch(`swatch-${value}`);
    picture.dataset[name] = value;
    follow(other, (chosen) => void (picture.dataset[other] = chosen));
    return [picture];
  });
}

/** Make the choice of the language. Languages are listed by their own names. */
function languages() {
  const segments = h('div', { class: 'segments', role: 'radiogroup', 'aria-labelledby': 'for-language' });
  for (const [value, [name]] of Object.entries(LANGUAGES)) {
    const input = h('input', {
      type: 'radio',
      name: 'language',
      value,
      onchange: () => settings.set('language', value),
    });
    segments.append(h('label', { lang: value }, input, h('span', {}, name)));
  }
  follow('language', (value) => {
    for (const input of segments.querySelectorAll('input')) input.checked = input.value === value;
  });
  return h('div', { class: 'field' }, h('span', { class: 'name', id: 'for-language', say: 'app.language' }), segments);
}

/** @param {'coordinates'|'fit'|'premove'|'arrows'|'sound'} name @param {boolean} why */
function yesNo(name, why) {
  const input = h('input', {
    type: 'checkbox',
    class: 'switch',
    role: 'switch',
    id: `set-${name}`,
    'aria-describedby': why && `why-${name}`,
    onchange: () => settings.set(name, input.checked),
  });
  follow(name, (value) => void (input.checked = value));
  return h(
    'div',
    { class: 'field flat' },
    h(
      'div',
      {},
      h('label', { class: 'name', for: `set-${name}`, say: `settings.${name}` }),
      why && h('p', { class: 'dim', id: `why-${name}`, say: `settings.${name}.why` }),
    ),
    input,
  );
}

function rotation() {
  const select = h('select', { id: 'set-rotation', dir: 'ltr', 'aria-describedby': 'why-rotation' });
  for (const step of CHOICES.rotation) {
    const option = h('option', { value: step });
    bind(option, '', () => void (option.textContent = `${number(step * 30)}°`));
    select.append(option);
  }
  select.addEventListener('change', () => settings.set('rotation', Number(select.value)));
  follow('rotation', (value) => void (select.value = String(value)));
  return h(
    'div',
    { class: 'field flat' },
    h(
      'div',
      {},
      h('label', { class: 'name', for: 'set-rotation', say: 'settings.rotation' }),
      h('p', { class: 'dim', id: 'why-rotation', say: 'settings.rotation.why' }),
    ),
    select,
  );
}

function volume() {
  const input = h('input', {
    type: 'range',
    id: 'set-volume',
    min: 0,
    max: 10,
    step: 1,
    onchange: () => (settings.set('volume', Number(input.value)), soundMove(MOVE)),
  });
  follow('volume', (value) => void (input.value = String(value)));
  follow('sound', (on) => void (input.disabled = !on));
  return h('div', { class: 'field' }, h('label', { class: 'name', for: 'set-volume', say: 'settings.volume' }), input);
}

/** Explain why nothing moves although the settings allow it. */
function lessMotion() {
  const asked = matchMedia('(prefers-reduced-motion: reduce)');
  const line = h('p', { class: 'dim', say: 'settings.motion.system', hidden: !asked.matches });
  asked.addEventListener('change', () => (line.hidden = !asked.matches));
  return line;
}

/**
 * Show a setting now and whenever it changes.
 * @template {Name} K
 * @param {K} name
 * @param {(value: any) => void} show
 */
function follow(name, show) {
  show(settings.get(name));
  settings.on(name, show);
}

async function reset() {
  if (await ask({ title: 'settings.reset_ask', text: 'settings.reset_why', yes: 'settings.reset', danger: true }))
    settings.reset();
}

function preview() {
  const host = h('div', { class: 'board' });
  const again = h('button', { type: 'button', onclick: play }, icon('play'), h('span', { say: 'settings.try' }));
  const view = new BoardView(host, boardConfig, {
    label: 'settings.preview',
    picture: true,
    rotation: settings.get('rotation'),
  });
  function arrows() {
    const on = settings.get('arrows');
    view.mark({ selection: MOVE.cells });
    view.showTargets(on ? [{ cell: MOVE.pushed[0], direction: MOVE.direction, move: MOVE, odds: [3, 2] }] : []);
  }
  function start() {
    view.setPosition(POSITION);
    view.mark({ last: null });
    arrows();
  }
  async function play() {
    start();
    await new Promise((resolve) => setTimeout(resolve, 350));
    view.mark({ selection: [], last: MOVE });
    view.showTargets([]);
    soundMove(MOVE);
    await view.animate(MOVE);
  }
  start();
  settings.on('rotation', (value) => view.rotate(value));
  settings.on('arrows', start);
  return h('section', { class: 'preview', 'say:aria-label': 'settings.preview' }, host, again);
}

function keyboard() {
  return h(
    'section',
    { class: 'card group keyboard', 'aria-labelledby': 'group-keyboard' },
    h('h2', { id: 'group-keyboard', say: 'settings.keyboard' }),
    h('p', { class: 'dim', say: 'settings.keys.lead' }),
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('th', { scope: 'col', say: 'settings.keys.key' }),
          h('th', { scope: 'col', say: 'settings.keys.does' }),
        ),
      ),
      h(
        'tbody',
        {},
        ...KEYS.map(([keys, does]) =>
          h(
            'tr',
            {},
            h(
              'td',
              {},
              h(
                'span',
                { class: 'keys', dir: 'ltr' },
                ...keys.split(' ').map((key) => (key === '+' ? '+' : h('kbd', {}, key))),
              ),
            ),
            h('td', { say: `settings.keys.${does}` }),
          ),
        ),
      ),
    ),
  );
}
