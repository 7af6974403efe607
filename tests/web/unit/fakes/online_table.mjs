// The pages of an online game, each with its session.
import { Connection } from '../../../../src/sumito/web/net/connection.js';
import { RemoteSession } from '../../../../src/sumito/web/game/remote_session.js';
import { core } from './core.mjs';
import { FakeServer, GAME } from './server.mjs';

const EVENTS = ['move', 'undo', 'refusal', 'end', 'low', 'away'];

/** Begin to open a page of a guest. */
export function begin(server, guest, { skew = 0, id = GAME } = {}) {
  const tab = server.openTab(guest, skew);
  const connection = new Connection(tab, '/socket');
  const opening = RemoteSession.open({ core: server.rules, connection, platform: tab }, id);
  return { tab, connection, opening };
}

/** Open a page of a guest. */
export async function open(server, guest, options = {}) {
  const { tab, connection, opening } = begin(server, guest, options);
  server.pass(10 + server.latency.up + server.latency.down);
  const session = await opening;
  const events = [];
  for (const name of EVENTS) session.on(name, (...values) => events.push([name, ...values]));
  const names = () => events.map(([name]) => name);
  const play = (text) => session.play(session.game.readMove(text).move);
  const texts = () => session.plies.map(({ text }) => text);
  return { tab, connection, session, events, names, play, texts };
}

/** Open the pages of two players. */
export async function table(options = {}) {
  const server = new FakeServer(options);
  const [ada, bea] = [await open(server, 'ada'), await open(server, 'bea', { skew: 77_000 })];
  return { server, ada, bea };
}

export const MINUTE = { kind: 'total', time_ms: 60_000, increment_ms: 2000 };
/** The moves of a game. */
export const MOVES = legalGame(30);

function legalGame(plies) {
  const game = core.game();
  return Array.from({ length: plies }, (_, ply) => {
    const legal = game.legalMoves();
    const { number } = legal[(ply * 7) % legal.length];
    const text = game.writeMove(number);
    game.play(number);
    return text;
  });
}
