/** The buttons of a table. */
import { h } from '../shell/dom.js';
import { label } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';

/** @typedef {import('./table.js').Command} Command */
/** @typedef {import('./table.js').Readiness} Readiness */

/** The second press of a two-step button counts within this time. */
const CONFIRM_MS = 5000;

export class Actions {
  #buttons;
  element;

  /**
   * @param {Record<Command|'rotate', () => void>} commands
   * @param {{alone: boolean, several: boolean, teams: boolean}} people whether only one person sits at this screen;
   *   whether the others play on if somebody resigns; whether a whole team loses then
   * @param {readonly HTMLElement[]} more buttons of the page
   */
  constructor(commands, { alone, several, teams }, more) {
    const resign = several && !teams ? 'several.leave' : 'play.resign';
    const sure = teams ? 'several.resign.sure' : several ? 'several.leave.sure' : 'play.resign.sure';
    this.#buttons = {
      hint: action('hint', 'play.hint', commands.hint),
      takeBack: action('undo', 'play.takeback', commands.takeBack),
      draw: alone
        ? twoStepAction('people', 'play.draw', 'play.draw.sure', commands.draw)
        : action('people', 'local.draw', commands.draw),
      resign: twoStepAction('flag', resign, sure, commands.resign, 'danger'),
      why: h('button', { type: 'button', class: 'small why', say: 'play.why', onclick: commands.why }),
    };
    const { hint, takeBack, draw, why } = this.#buttons;
    const rotate = action('turn', 'play.turn_board', commands.rotate);
    this.element = h('div', { class: 'actions' }, hint, takeBack, rotate, draw, ...more, this.#buttons.resign, why);
  }

  /** @param {Record<Command, Readiness>} commands */
  update(commands) {
    for (const [name, button] of Object.entries(this.#buttons)) {
      const readiness = commands[/** @type {Command} */ (name)];
      button.hidden = readiness === 'hidden';
      button.disabled = readiness === 'disabled';
    }
  }
}

/** Make a button with an icon. @param {string} picture @param {string} message @param {() => void} onclick */
export function action(picture, message, onclick) {
  return h('button', { type: 'button', class: 'small', onclick }, icon(picture), h('span', { say: message }));
}

/**
 * Make a button that asks for confirmation: the second press counts. Focus elsewhere, Escape or some seconds cancel it.
 * @param {string} picture @param {string} message @param {string} question @param {() => void} run
 * @param {string} [warning] a class while it asks
 */
export function twoStepAction(picture, message, question, run, warning) {
  const words = h('span', { say: message });
  const button = h('button', { type: 'button', class: 'small' }, icon(picture), words);
  /** @type {ReturnType<typeof setTimeout>|undefined} */ let timer;
  let asking = false;
  /** @param {boolean} now */
  const ask = (now) => {
    clearTimeout(timer);
    asking = now;
    button.classList.toggle('primary', now);
    if (warning) button.classList.toggle(warning, now);
    label(words, now ? question : message);
    if (now) timer = setTimeout(() => ask(false), CONFIRM_MS);
  };
  button.addEventListener('click', () => {
    const confirmed = asking;
    ask(!confirmed);
    if (confirmed) run();
  });
  button.addEventListener('blur', () => ask(false));
  button.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') ask(false);
  });
  return button;
}
