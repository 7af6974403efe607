/** The state of the connection in plain words. A page with a connection shows nothing. */
import { h } from '../shell/dom.js';
import { label } from '../shell/i18n.js';

/** @typedef {import('../net/connection.js').Connection} Connection */

/** A shorter interruption is not worth a word. */
const PATIENCE_MS = 700;

export class ConnectionLine {
  #connection;
  #words = h('span');
  #retry = h('button', {
    type: 'button',
    class: 'small',
    say: 'online.connection.retry',
    onclick: () => this.#connection.retry(),
  });
  #line = h('div', { class: 'connection', hidden: true }, this.#words, this.#retry);
  element = h('div', { class: 'connection-place', role: 'status' }, this.#line);

  /** @param {Connection} connection */
  constructor(connection) {
    this.#connection = connection;
    connection.on('state', () => this.#show());
    this.#show();
  }

  #show() {
    const { state } = this.#connection;
    if (state === 'online') {
      this.#line.hidden = true;
      return;
    }
    label(this.#words, `online.connection.${state}`);
    this.#retry.hidden = state !== 'lost';
    setTimeout(() => {
      this.#line.hidden = this.#connection.state === 'online';
    }, PATIENCE_MS);
  }
}
