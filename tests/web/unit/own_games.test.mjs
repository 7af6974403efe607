// The cards of the own online games, at a computer whose clock is wrong.
import './fakes/page.mjs';
import assert from 'node:assert/strict';
import test from 'node:test';
import { Catalogue, useCatalogue } from '../../../src/sumito/web/shell/i18n.js';

const SERVER_MS = Date.now() + 3 * 3_600_000;
const sockets = [];
globalThis.location = { href: 'http://sumito.example/', search: '' };
for (const each of [globalThis, document]) Object.assign(each, { addEventListener() {}, removeEventListener() {} });
Object.assign(document, { visibilityState: 'visible' });
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
useCatalogue(new Catalogue({ language: 'en', plural: '0', messages: { 'online.yours.left': '{time}' } }));
const { connect } = await import('../../../src/sumito/web/net/connection.js');
const { ownGame } = await import('../../../src/sumito/web/game/own_games.js');

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
