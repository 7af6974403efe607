/** The keys of the board while it has the focus. The six keys around S and the numeric keypad follow the screen. */
import { nextCell } from '../core/cells.js';

/** @typedef {import('./board.js').BoardView} BoardView */
/** @typedef {import('./input.js').BoardInput} BoardInput */
/** @typedef {import('./input.js').Host} Host */

/**
 * The keys around S by their physical position, so that they work with other keyboard layouts. The values are the
 * places of Geometry.directionAt.
 * @type {Record<string, number>}
 */
const AROUND_S = { KeyD: 0, KeyE: 1, KeyW: 2, KeyA: 3, KeyZ: 4, KeyX: 5 };
/** @type {Record<string, number>} */
const PAD = { Numpad6: 0, Numpad9: 1, Numpad7: 2, Numpad4: 3, Numpad1: 4, Numpad3: 5 };
/** @type {Record<string, number>} */
const UPRIGHT_PAD = { Numpad3: 0, Numpad9: 1, Numpad8: 2, Numpad7: 3, Numpad1: 4, Numpad2: 5 };
/** @type {Record<string, {x: number, y: number}>} */
const ARROWS = {
  ArrowRight: { x: 1, y: 0 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
/** Keys that do not repeat while they are held. Only the cursor keys repeat. */
const ONCE = [' ', 'Enter', 'Backspace', '/'];

export class Keys {
  #view;
  #input;
  #host;
  /** The column or row in which the arrow keys stay. */
  #keep = { cell: -1, upDown: false, at: { x: 0, y: 0 } };

  /** @param {BoardView} view @param {BoardInput} input @param {Host} host */
  constructor(view, input, host) {
    this.#view = view;
    this.#input = input;
    this.#host = host;
    view.element.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !this.#press(event)) return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key is one of ours */
  #press(event) {
    const view = this.#view,
      input = this.#input;
    const place = AROUND_S[event.code] ?? (view.geometry.upright ? UPRIGHT_PAD : PAD)[event.code];
    if (place !== undefined) return this.#toward(view.geometry.directionAt(place), event);
    const arrow = ARROWS[event.key];
    if (arrow) return this.#go(this.#stepped(arrow));
    if (event.repeat && (ONCE.includes(event.key) || letterOf(event))) return true;
    switch (event.key) {
      case 'Home':
        return this.#go(this.#end(ARROWS.ArrowLeft));
      case 'End':
        return this.#go(this.#end(ARROWS.ArrowRight));
      case ' ':
      case 'Enter':
        if (input.state.name === 'confirming') input.dispatch({ type: 'confirm' });
        else input.act({ type: 'tap', cell: view.cursor });
        return true;
      case 'Escape':
        // There is nothing to clear, so let Escape reach the elements around the board.
        if (input.state.name === 'idle' || input.state.name === 'waiting') return false;
        input.clear();
        return true;
      case 'Backspace':
        return this.#ask('takeBack');
      case '/':
        input.moveBox?.open();
        return input.moveBox !== null;
      default:
        return this.#letter(letterOf(event));
    }
  }

  /** @param {string} letter */
  #letter(letter) {
    const host = this.#host;
    switch (letter) {
      case 'u':
        return this.#ask('takeBack');
      case 'f':
        return this.#ask('rotateBoard');
      case 'o': {
        const { message, parameters } = this.#view.sentenceOf(this.#view.cursor);
        return this.#say(message, parameters);
      }
      case 'm':
        return this.#sayWays();
      case 'l':
        host.report?.('last');
        return true;
      case 't':
        host.report?.('clocks');
        return true;
      case 'c':
        host.report?.('score');
        return true;
      default:
        return false;
    }
  }

  /** @param {'takeBack'|'rotateBoard'} what */
  #ask(what) {
    this.#host[what]?.();
    return Boolean(this.#host[what]);
  }

  /** @param {string} message @param {Record<string, import('../core/cells.js').Value>} parameters */
  #say(message, parameters) {
    this.#host.say?.(message, parameters);
    return true;
  }

  #sayWays() {
    const { line } = this.#input.state,
      cells = { cells: [...line] };
    if (!line.length) return this.#say('board.ways.nothing', {});
    const rulings = this.#input.rulings().filter(({ move }) => move);
    if (!rulings.length) return this.#say('board.ways.none', { cells });
    return this.#say('board.ways', {
      cells,
      directions: { directions: rulings.map(({ direction }) => direction) },
    });
  }

  /** @param {number} direction @param {KeyboardEvent} event */
  #toward(direction, { shiftKey, repeat }) {
    const input = this.#input,
      from = this.#view.cursor,
      to = nextCell(from, direction);
    if (!shiftKey && input.state.line.length) {
      if (!repeat) input.act({ type: 'direction', direction });
      return true;
    }
    if (shiftKey && to !== null) input.act({ type: 'extend', from, to });
    return this.#go(to);
  }

  /** @param {number|null} cell */
  #go(cell) {
    if (cell !== null) this.#view.focusCell(cell);
    return true;
  }

  /** @param {{x: number, y: number}} arrow */
  #stepped(arrow) {
    const { cursor, geometry } = this.#view,
      upDown = arrow.x === 0;
    if (this.#keep.cell !== cursor || this.#keep.upDown !== upDown)
      this.#keep = { cell: cursor, upDown, at: geometry.point(cursor) };
    const to = geometry.step(cursor, arrow, this.#keep.at);
    if (to !== null) this.#keep.cell = to;
    return to;
  }

  /** @param {{x: number, y: number}} arrow */
  #end(arrow) {
    let at = this.#view.cursor;
    const row = this.#view.geometry.point(at);
    for (let to = /** @type {number|null} */ (at); to !== null; to = this.#view.geometry.step(at, arrow, row)) at = to;
    return at;
  }
}

/** Return the Latin letter of a key, for keyboards of any script. @param {KeyboardEvent} event */
const letterOf = ({ key, code }) =>
  /^[a-z]$/i.test(key)
    ? key.toLowerCase()
    : /^Key[A-Z]$/.test(code) && key.charCodeAt(0) > 127
      ? code[3].toLowerCase()
      : '';
