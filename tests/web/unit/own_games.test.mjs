// The cards of the own online games, at a computer whose clock is wrong.
import './fakes/page.mjs';
import assert from 'node:assert/strict';
import test from 'node:test';
import { Catalogue, useCatalogue } from '../../../src/sumito/web/shell/i18n.js';

const SERVER_MS = Date.now() + 3 * 3_600_000;
const sockets = [];
globalThis.location = { href: 'http://sumito.example/', search: '' };
for (const each of [globalThis, document]) Object.assign(each, { addEventListener() {}, removeEventListener() {} });
Object.assign(document, { visibilityState: 'visible', styleSheets: [], head: document.createElement('head') });
globalThis.WebSocket = class {
  sent = [];
  constructor() {
    sockets.push(this);
  }
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  close() {}
};
const WORDS = {
  'online.yours.left': '{time}',
  'online.yours.others': 'others',
  'online.seats.there': '{n} of {all}',
  'online.free': 'nobody',
  'play.guest': 'Guest {n}',
  'play.you': 'You',
};
useCatalogue(new Catalogue({ language: 'en', plural: '0', messages: WORDS }));
const { connect } = await import('../../../src/sumito/web/net/connection.js');
const { ownGame, ownSeek } = await import('../../../src/sumito/web/game/own_games.js');

/** The text of the time that is left for a move. */
function timeLeft() {
  const game = { game: 'g1', status: 'playing', your_turn: true, deadline: SERVER_MS + 90_000, color: 'black' };
  return ownGame({ ...game, opponents: [1234], appointment: null, ply: 4, layout: null }).all('own-time')[0]
    .textContent;
}

test('the time for a move is counted by the clock of the server', () => {
  assert.match(timeLeft(), /^3:01:/, 'until the time of the server is known');
  const connection = connect();
  const [socket] = sockets;
  socket.onopen();
  const { n } = socket.sent.find(({ t }) => t === 'ping');
  socket.onmessage({ data: JSON.stringify({ t: 'pong', n, now: SERVER_MS, games: {} }) });
  const text = timeLeft();
  connection.close();
  assert.match(text, /^1:(30|29)$/);
});

test('a game of several names the others who are there, and says how many are', () => {
  const game = { game: 'g1', status: 'waiting', your_turn: false, deadline: null, color: 'blue', appointment: null };
  const words = (changes) =>
    ownGame({ ...game, ply: 0, layout: null, ...changes }).all('own-game-words')[0].textContent;
  assert.equal(words({ opponents: [12, null] }), 'Guest 122 of 3');
  assert.equal(words({ opponents: [null, null, null] }), 'nobody1 of 4');
  assert.equal(words({ opponents: [12, 34], status: 'playing' }), 'Guest 12, Guest 34others');
});

test('a table shows who waits at it, and for how many', () => {
  const seek = { id: 1, guest: 12, yours: true, color: null, players: 3, terms: { control: { kind: 'untimed' } } };
  const seekers = [
    { guest: 12, color: 'white', you: false },
    { guest: 34, color: null, you: true },
  ];
  seek.terms.appointment_ms = null;
  const words = ownSeek({ ...seek, seekers }, () => {}).all('own-game-words')[0].textContent;
  assert.match(words, /^2 of 3Guest 12You/);
});
