/** Quick pairing: a few usual games. Pressing one seeks an opponent for it, pressing it again ends that. */
import { controlText } from '../game/time_words.js';
import { withdrawSeek } from '../net/online_requests.js';
import { h } from '../shell/dom.js';
import { bind, label } from '../shell/i18n.js';
import { notice } from '../shell/shell.js';

/** @typedef {import('../core/clock.js').TimeControl} TimeControl */
/** @typedef {import('../net/protocol.js').OnlineTerms} OnlineTerms */
/** @typedef {import('../net/protocol.js').Seek} Seek */
/** @typedef {import('../net/yours.js').Yours} Yours */

const LAYOUT = 'belgian-daisy';
/** @type {readonly (readonly [string, TimeControl])[]} */
const PRESETS = [
  ['online.now.quick', { kind: 'total', time_ms: 5 * 60_000, increment_ms: 3000 }],
  ['online.now.medium', { kind: 'total', time_ms: 10 * 60_000, increment_ms: 5000 }],
  ['online.now.long', { kind: 'total', time_ms: 20 * 60_000, increment_ms: 10_000 }],
  ['online.now.days', { kind: 'per_move', time_ms: 3 * 86_400_000 }],
];

/** Whether a seek is one of a preset. @param {Seek} seek @param {TimeControl} control */
export function isPreset({ terms, color }, { kind, time_ms: time, increment_ms: increment = 0 }) {
  const { control, layout, takebacks, appointment_ms: appointment } = terms;
  const isSameControl =
    control.kind === kind && control.time_ms === time && (control.increment_ms ?? 0) === increment && !control.delay_ms;
  return isSameControl && layout === LAYOUT && !takebacks && appointment === null && color === null;
}

export class QuickPairing {
  #yours;
  #seek;
  element;

  /** @param {Yours} yours @param {(terms: Partial<OnlineTerms>) => Promise<unknown>} seek */
  constructor(yours, seek) {
    this.#yours = yours;
    this.#seek = seek;
    this.element = h(
      'section',
      { class: 'now', 'aria-labelledby': 'now' },
      h('h2', { id: 'now', say: 'online.now' }),
      h('p', { class: 'dim', say: 'online.now.text' }),
      h('ul', { class: 'presets' }, ...PRESETS.map(([name, control]) => h('li', {}, this.#button(name, control)))),
    );
  }

  /** @param {string} name @param {TimeControl} control */
  #button(name, control) {
    const time = h('strong');
    bind(time, '', () => void (time.textContent = controlText(control, { short: true })));
    const about = h('span', { class: 'about' });
    const button = h(
      'button',
      { type: 'button', class: 'preset', onclick: () => void press() },
      time,
      h('span', { class: 'preset-words' }, h('span', { class: 'pulse', 'aria-hidden': 'true' }), about),
    );
    const open = () => this.#yours.seeks.find((seek) => isPreset(seek, control));
    const show = () => {
      const isOpen = open() !== undefined;
      button.setAttribute('aria-pressed', String(isOpen));
      label(about, isOpen ? 'online.now.cancel' : name);
    };
    const press = async () => {
      button.disabled = true;
      const seek = open();
      if (seek) await withdrawSeek(seek.id).catch((error) => notice(error.words, { kind: 'bad' }));
      else await this.#seek({ layout: LAYOUT, control, takebacks: false, watchers: true });
      button.disabled = false;
      button.focus();
    };
    this.#yours.on('change', show);
    show();
    return button;
  }
}
