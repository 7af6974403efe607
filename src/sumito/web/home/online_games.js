/** The player's online games on the home page. Only a browser that has any loads this. */
import { fetchFinished } from '../game/online_records.js';
import { ownGame, ownSeek } from '../game/own_games.js';
import { withdrawSeek } from '../net/online_requests.js';
import { followYours } from '../net/yours.js';
import { h } from '../shell/dom.js';
import { loadLanguage } from '../shell/i18n.js';
import { loadStyle } from '../shell/late_style.js';
import { settings } from '../shell/settings.js';
import { link, notice } from '../shell/shell.js';

/** @typedef {import('../shell/store.js').Store} Store */

const SHOWN = 3;

/** @param {HTMLElement} place @param {Store} store */
export async function showOnlineGames(place, store) {
  await Promise.all([loadLanguage(settings.get('language'), 'online', 'game'), loadStyle('style/online.css')]);
  const yours = followYours();
  const list = h('ul', { class: 'own-games' });
  const all = h('a', { class: 'button', href: link('online'), say: 'home.online' });
  place.append(h('h2', { id: 'online-games', say: 'online.yours.home' }), list);
  const show = () => {
    const { games, seeks } = yours;
    const [now, later] = [true, false].map((turn) => games.filter((game) => game.your_turn === turn).map(ownGame));
    const cards = [...now, ...seeks.map((seek) => ownSeek(seek, ({ id }) => void withdraw(id))), ...later];
    place.hidden = cards.length === 0;
    list.replaceChildren(
      ...cards.slice(0, SHOWN).map((card) => h('li', {}, card)),
      ...(cards.length > SHOWN ? [h('li', {}, all)] : []),
    );
  };
  yours.on('change', show);
  show();
  await fetchFinished(store);
}

/** @param {number} seek */
async function withdraw(seek) {
  try {
    await withdrawSeek(seek);
  } catch {
    notice('online.problem.network', { kind: 'bad' });
  }
}
