/** Finished online games in My games: each is kept once, and stays deleted if the player deletes it. */
import { RequestError, wholeGame, yours } from '../net/online_requests.js';
import { entriesOf, numberOf } from './online_entries.js';

/** @typedef {import('../core/core.js').Core} Core */
/** @typedef {import('../net/protocol.js').GameMessage} GameMessage */
/** @typedef {import('../shell/store.js').GameRecord} GameRecord */
/** @typedef {Pick<import('../shell/store.js').Store, 'progress'|'changeProgress'|'saveGame'>} Store */
/** @typedef {import('../core/cells.js').Color} Color */

export const KEPT_GAMES = 'online.kept_games';
/** The server lists the latest 50. */
const REMEMBERED = 200;
/** The ends that count for nothing. */
const VOID = ['aborted', 'expired'];

/**
 * Return a finished game as a record; null if it is not one to keep, because it does not count.
 * @param {Pick<Core, 'game'>} core @param {GameMessage} message with all moves and the terms
 * @returns {Omit<GameRecord, 'created'|'changed'>|null}
 */
export function recordOfMessage(core, { game: id, terms, moves, leavings = [], seats, outcome }) {
  if (!terms || !outcome || !moves.length || VOID.includes(outcome.termination)) return null;
  const game = core.game(terms.start, terms.rules);
  const colors = seats.map(({ color }) => color);
  const numbers = entriesOf(moves, leavings, colors).map((entry) => {
    const number = numberOf(game, entry);
    if (number === undefined) throw new RangeError(`move ${entry.text} of the game ${id} is not legal`);
    game.play(number);
    return number;
  });
  const start = game.startPosition();
  const { sides } = game;
  game.free();
  const { winners, termination } = outcome;
  const first = winners.length ? colors[winners[0]] : null;
  const isSide = sides.some((side) => side.length === winners.length && side.some((color) => color === first));
  const winner = isSide ? first : null;
  // The rules know no absence: who leaves resigns, and without a winner the players have agreed on a draw.
  const ended = termination !== 'absence' ? termination : winner ? 'resignation' : 'agreement';
  /** @param {(seat: GameMessage['seats'][number]) => unknown} of */
  const bySeat = (of) => Object.fromEntries(seats.map((seat) => [seat.color, of(seat)]));
  return {
    id: `online-${id}`,
    kind: 'online',
    start,
    moves: numbers,
    rules: terms.rules,
    players: /** @type {Record<Color, string>} */ (bySeat(({ name }) => name)),
    guests: bySeat(({ guest }) => guest),
    side: seats.find(({ you }) => you)?.color,
    control: terms.control,
    layout: terms.layout,
    ...(sides.length < seats.length && { teams: true }),
    outcome: { termination: ended, winner },
  };
}

/** The core is loaded only if there is something to keep. @returns {Promise<Core>} */
const loadCore = async () => (await import('../core/core.js')).openCore();

/** Fetch the games that have ended since the last visit, and keep them. @param {Store} store */
export async function fetchFinished(store) {
  try {
    await keepFinished(store, (await yours()).finished);
  } catch (error) {
    console.info('the next visit fetches the finished online games:', error);
  }
}

/**
 * Keep the finished games that are not known yet.
 * @param {Store} store @param {string[]} finished their ids, newest first @param {() => Promise<Core>} [openCore]
 */
export async function keepFinished(store, finished, openCore = loadCore) {
  const known = await knownGames(store);
  // The newest last, because My games shows the last saved game first.
  for (const id of finished.filter((each) => !known.includes(each)).toReversed())
    try {
      await keepGame(store, id, openCore);
    } catch (error) {
      if (error instanceof RequestError && error.status === 0) throw error; // the others would fail too
      console.info(`the game ${id} cannot be kept:`, error);
    }
}

/** Keep a finished game. @param {Store} store @param {string} id @param {() => Promise<Core>} [openCore] */
export async function keepGame(store, id, openCore = loadCore) {
  const [core, message, { coreFor }] = await Promise.all([openCore(), wholeGame(id), import('../core/core_for.js')]);
  const record = recordOfMessage(await coreFor(core, message.terms?.start ?? ''), message);
  const known = await knownGames(store);
  if (known.includes(id)) return; // another tab was faster
  if (record) await store.saveGame(record);
  // Another tab can have kept other games meanwhile.
  await store.changeProgress(KEPT_GAMES, (now) => [...new Set([...(now ?? known), id])].slice(-REMEMBERED));
}

/** Return the ids of the games that were kept, also of those that were deleted since. @param {Store} store */
async function knownGames(store) {
  return /** @type {string[]} */ ((await store.progress(KEPT_GAMES)) ?? []);
}
