/** Set phrases between the players, each shown in the reader's language, and the number of watchers. */
import { action } from '../game/actions.js';
import { h } from '../shell/dom.js';
import { bind, label } from '../shell/i18n.js';

/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../game/remote_session.js').RemoteSession} RemoteSession */

/** The phrases of the menu, in its order. */
const PHRASES = [
  'hello',
  'good_luck',
  'have_fun',
  'nice_move',
  'well_played',
  'good_game',
  'thanks',
  'you_are_welcome',
  'sorry',
  'oops',
  'wow',
  'close_game',
  'lucky',
  'your_turn',
  'take_your_time',
  'thinking',
  'back_soon',
  'have_to_go',
  'connection_trouble',
  'rematch',
  'one_more',
  'goodbye',
];
const SHOWN = 6;

export class Talk {
  #session;
  #nameOf;
  /** The version of the last phrase that is shown. */ #last;
  #said = h('ul', { class: 'said' });
  #watchers = h('p', { class: 'dim watchers', hidden: true });
  #menu = h('div', { class: 'phrases', id: 'phrases', popover: 'auto', 'say:aria-label': 'online.say' });
  #list = h('section', { class: 'talk', 'say:aria-label': 'online.talk', hidden: true }, this.#said, this.#watchers);
  element = h('div', { class: 'talk-place' }, this.#list, this.#menu);
  /** Opens the menu. */
  button = action('talk', 'online.say', () => {});
  /** Called with each new phrase. @type {(color: Color, message: string) => void} */ onSaid = () => {};

  /** @param {RemoteSession} session @param {(color: Color) => string} nameOf */
  constructor(session, nameOf) {
    this.#session = session;
    this.#nameOf = nameOf;
    this.#last = session.phrases.at(-1)?.version ?? 0;
    this.button.setAttribute('popovertarget', 'phrases');
    this.#menu.append(
      ...PHRASES.map((phrase) =>
        h('button', {
          type: 'button',
          class: 'small',
          say: `online.phrase.${phrase}`,
          onclick: () => {
            this.#menu.hidePopover();
            session.command('phrase', phrase);
          },
        }),
      ),
    );
    session.on('change', () => this.#show());
    this.#show();
  }

  #show() {
    const { phrases, watchers, seats } = this.#session;
    this.button.disabled = !this.#session.can('phrase');
    for (const { seat, phrase, version } of phrases) {
      if (version <= this.#last) continue;
      this.#last = version;
      this.onSaid(seats[seat].color, `online.phrase.${phrase}`);
    }
    this.#said.replaceChildren(
      ...phrases.slice(-SHOWN).map(({ seat, phrase }) => {
        const { color } = seats[seat];
        const name = h('bdi');
        bind(name, '', () => void (name.textContent = this.#nameOf(color)));
        return h(
          'li',
          {},
          h('span', { class: `dot ${color}`, 'aria-hidden': 'true' }),
          name,
          h('span', { say: `online.phrase.${phrase}` }),
        );
      }),
    );
    this.#watchers.hidden = watchers === 0;
    if (watchers) label(this.#watchers, 'online.watching', { n: watchers });
    this.#list.hidden = !phrases.length && !watchers;
  }
}
