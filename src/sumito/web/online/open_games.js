/** The open games of others, each with a button that accepts it. */
import { COLORS } from '../core/cells.js';
import { nameLayout } from '../game/layout_name.js';
import { layoutPicture } from '../game/layout_picture.js';
import { controlText } from '../game/time_words.js';
import { acceptSeek, gameLink, RequestError } from '../net/online_requests.js';
import { isTable, tableCount, tableNames } from '../game/table_seek.js';
import { h } from '../shell/dom.js';
import { bind } from '../shell/i18n.js';
import { moment } from '../shell/moments.js';
import { link, notice } from '../shell/shell.js';

/** @typedef {import('../core/layouts.js').Layout} Layout */
/** @typedef {import('../net/connection.js').Connection} Connection */
/** @typedef {import('../net/protocol.js').Seek} Seek */

/** @param {Seek} seek */
const timeOf = ({ terms }) => terms.appointment_ms ?? 0;

export class OpenGames {
  #layouts;
  #page;
  /** The newest seeks of others. @type {Seek[]} */ #seeks = [];
  /** @type {Map<number, {item: HTMLElement, seen: string}>} */ #items = new Map();
  #list = h('ul', { class: 'seeks' });
  #empty = emptyCard();
  element = h('section', { class: 'open-games', 'aria-labelledby': 'open-games' });

  /**
   * @param {Connection} connection @param {readonly Layout[]} layouts
   * @param {{fail: (error: unknown) => void, wait: () => void}} page `wait`: this player waits at a table now
   */
  constructor(connection, layouts, page) {
    this.#layouts = layouts;
    this.#page = page;
    this.element.append(h('h2', { id: 'open-games', say: 'online.open' }), this.#list, this.#empty);
    this.#empty.hidden = true; // until the server has answered
    connection.on('seeks', (seeks) => void this.#receive(seeks.filter(({ yours }) => !yours)));
    connection.follow('lobby');
  }

  /** @param {Seek[]} seeks */
  async #receive(seeks) {
    this.#seeks = seeks;
    if (seeks.some(isTable) && !this.#layouts.some(({ slug }) => slug === 'three-players'))
      try {
        const { loadSeveral } = await import('../game/several_parts.js');
        this.#layouts = [...this.#layouts, ...(await loadSeveral())];
      } catch (error) {
        console.info(error); // the tables have no pictures
      }
    this.#show(this.#seeks);
  }

  /** Show the seeks. Those that stay keep their place, and the focus. @param {Seek[]} seeks */
  #show(seeks) {
    for (const [id, { item }] of this.#items) {
      if (seeks.some((seek) => seek.id === id)) continue;
      item.remove();
      this.#items.delete(id);
    }
    for (const seek of seeks.toSorted((a, b) => timeOf(a) - timeOf(b))) {
      const seen = JSON.stringify(seek.seekers ?? []);
      const old = this.#items.get(seek.id);
      if (old && old.seen === seen) continue;
      const item = this.#item(seek);
      const hadFocus = old?.item.contains(document.activeElement);
      this.#items.set(seek.id, { item, seen });
      if (old) old.item.replaceWith(item);
      else this.#list.append(item);
      if (hadFocus) item.querySelector('button')?.focus();
    }
    this.#list.hidden = seeks.length === 0;
    this.#empty.hidden = seeks.length > 0;
  }

  /** @param {Seek} seek */
  #item(seek) {
    const { id, terms, color } = seek;
    const { control, appointment_ms: appointment } = terms;
    const layout = this.#layouts.find(({ slug }) => slug === terms.layout);
    const own = color && COLORS.find((each) => each !== color);
    const clock = h('span', { class: 'whole' });
    bind(clock, '', () => void (clock.textContent = controlText(control, { short: true })));
    const name = isTable(seek) ? tableNames(seek) : h('strong', { say: ['play.guest', { n: seek.guest }] });
    name.id = `seek-${id}`;
    const button = h('button', {
      type: 'button',
      class: 'primary small',
      'aria-describedby': `seek-${id} seek-terms-${id}`,
      say: isTable(seek) ? 'online.table.join' : appointment === null ? 'online.invited.play' : 'online.accept',
      onclick: () => void this.#accept(id, button),
    });
    return h(
      'li',
      { class: 'card seek' },
      layout && layoutPicture(layout.marbles),
      h(
        'div',
        { class: 'seek-words' },
        name,
        appointment !== null && appointmentLine(appointment),
        h(
          'p',
          { class: 'about', id: `seek-terms-${id}` },
          layout ? nameLayout(h('bdi'), layout) : h('span', { say: 'online.layout.own' }),
          h(
            'span',
            { class: 'seek-more' },
            clock,
            ' · ',
            isTable(seek)
              ? tableCount(seek)
              : h('span', { say: own ? ['online.seek.you', { color: { color: own } }] : 'online.seek.random' }),
          ),
        ),
      ),
      button,
    );
  }

  /** @param {number} id @param {HTMLButtonElement} button */
  async #accept(id, button) {
    button.disabled = true;
    try {
      const answer = await acceptSeek(id);
      if ('game' in answer) location.href = gameLink(answer.game) + location.search;
      else this.#page.wait();
    } catch (error) {
      if (error instanceof RequestError && error.status === 404) notice('online.seek.gone', { kind: 'bad' });
      else this.#page.fail(error);
      button.disabled = false;
    }
  }
}

/** @param {number} ms */
function appointmentLine(ms) {
  const line = h('time', { class: 'when', datetime: new Date(ms).toISOString() });
  bind(line, '', () => void (line.textContent = moment(ms)));
  return line;
}

function emptyCard() {
  return h(
    'div',
    { class: 'card lonely' },
    h('h3', { say: 'online.open.none' }),
    h('p', { class: 'dim', say: 'online.open.none.text' }),
    h(
      'div',
      { class: 'row' },
      h('a', { class: 'button small', href: link('play'), say: 'home.play' }),
      h('a', { class: 'button small', href: link('puzzles'), say: 'home.puzzles' }),
    ),
  );
}
