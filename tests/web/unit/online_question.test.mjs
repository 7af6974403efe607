// What a page of an online game of several players asks and tells: offers, absent players, rematches.
import './fakes/page.mjs';
import assert from 'node:assert/strict';
import test from 'node:test';
import { Catalogue, useCatalogue } from '../../../src/sumito/web/shell/i18n.js';

globalThis.location = /** @type {any} */ ({ href: '', search: '?test' });
const { Question } = await import('../../../src/sumito/web/online_game/question.js');
const { Rematch } = await import('../../../src/sumito/web/online_game/rematch.js');
const messages = {
  'online.draw.asked': '{name} offers.',
  'online.agree.missing': 'Missing: {names}.',
  'online.dismiss.soon': '{name}: go on in {time}.',
  'online.dismiss.last': '{name}: win in {time}.',
  'online.dismiss.now': '{name} is away.',
  'online.dismiss': 'Go on',
  'online.claim.win': 'Win',
  'online.accept': 'Yes',
  'online.decline': 'No',
  'online.rematch': 'Again',
  'online.rematch.asked': '{name} wants another.',
  'online.rematch.waiting': 'You want another.',
  'online.rematch.open': 'Next',
};
useCatalogue(new Catalogue({ language: 'en', direction: 'ltr', plural: 'n != 1', messages }));

const COLORS = ['black', 'blue', 'white', 'red'];

/** A session of one player with only the parts that are asked for. `you` is the own seat. */
function session({ players = 3, sides = players, you = 0 } = {}) {
  const listeners = [];
  const colors = COLORS.slice(0, players);
  const found = {
    isPlayer: true,
    isOfSeveral: true,
    outcome: null,
    rematch: null,
    plies: [1, 2, 3],
    offers: { draw: [], takeback: [], rematch: [] },
    seats: colors.map((color, seat) => ({ color, you: seat === you, here: true, left: false })),
    game: {
      turn: 'blue',
      active: colors,
      sides: colors.slice(0, sides).map((_, side) => colors.filter((__, seat) => seat % sides === side)),
    },
    possible: [],
    commands: [],
    awayMs: null,
    can: (kind) => found.possible.includes(kind),
    command: (kind) => found.commands.push(kind),
    claimIn: () => found.awayMs,
    missing: (topic) =>
      found.seats.filter(({ left }, seat) => !found.offers[topic].includes(seat) && (topic === 'rematch' || !left)),
    on: (name, callback) => name === 'change' && listeners.push(callback),
    change(values) {
      Object.assign(found, values);
      for (const each of listeners) each();
    },
  };
  return found;
}

const words = ({ element }) => (element.hidden ? null : element.children[0].textContent);
const buttons = ({ element }) => element.children[1].children.map(({ textContent }) => textContent.trim());

function question(t, options) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const played = session(options);
  const shown = new Question(/** @type {any} */ (played), (color) => color);
  const news = [];
  shown.onNews = (message) => news.push(message);
  return { played, shown, news };
}

test('who has agreed to a draw hears that another player has declined it', (t) => {
  const { played, shown, news } = question(t, { you: 1 });
  played.change({ offers: { ...played.offers, draw: [0] }, possible: ['accept_draw', 'decline_draw'] });
  assert.equal(words(shown), 'black offers. Missing: white.');
  played.change({ offers: { ...played.offers, draw: [0, 1] }, possible: [] });
  assert.equal(words(shown), 'black offers. Missing: white.');
  assert.deepEqual([buttons(shown), news], [[], []]);
  played.change({ offers: { ...played.offers, draw: [] } });
  assert.deepEqual([words(shown), news], [null, ['online.draw.declined']]);
});

test('an offer that lapses because somebody leaves was not declined', (t) => {
  const { played, news } = question(t);
  played.change({ offers: { ...played.offers, draw: [0] } });
  played.change({ offers: { ...played.offers, draw: [] }, plies: [1, 2, 3, 'left'] });
  assert.deepEqual(news, ['online.draw.offered']);
});

test('without an absent player of three the others play on', (t) => {
  const { played, shown } = question(t);
  played.change({ awayMs: 9500 });
  assert.equal(words(shown), 'blue: go on in 0:10.');
  played.change({ awayMs: 0, possible: ['dismiss'] });
  assert.deepEqual([words(shown), buttons(shown)], ['blue is away.', ['Go on']]);
});

for (const [name, options, active] of [
  ['of two who are left', {}, ['black', 'blue']],
  ['of the other team', { players: 4, sides: 2 }, COLORS],
])
  test(`an absent player ${name} loses the game`, (t) => {
    const { played, shown } = question(t, options);
    played.game.active = active;
    played.change({ awayMs: 9500 });
    assert.equal(words(shown), 'blue: win in 0:10.');
    played.change({ awayMs: 0, possible: ['dismiss'] });
    assert.deepEqual([words(shown), buttons(shown)], ['blue is away.', ['Win']]);
  });

test('a rematch of three waits for all, and everybody goes there', () => {
  const played = session({ you: 2 });
  const shown = new Rematch(/** @type {any} */ (played), (color) => color);
  played.change({ outcome: {}, possible: ['offer_rematch'] });
  assert.equal(shown.element.textContent.trim(), 'Again');
  played.change({ offers: { ...played.offers, rematch: [1] }, possible: ['accept_rematch'] });
  assert.equal(words(shown), 'blue wants another. Missing: black.');
  played.change({ offers: { ...played.offers, rematch: [1, 2] }, possible: [] });
  assert.equal(words(shown), 'You want another. Missing: black.');
  assert.equal(location.href, '');
  played.change({ rematch: 'g2' });
  assert.match(location.href, /g\/g2\?test$/);
});
