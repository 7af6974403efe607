// Levels of play: how much is searched, and how freely is chosen. docs/levels.md has the rule; the data is
// data/levels.json.

/** @typedef {import('./engine.js').Engine} Engine */
/** @typedef {import('./engine.js').Analysis} Analysis */
/** @typedef {import('./engine.js').Variation} Variation */
/** @typedef {import('./game.js').Game} Game */
/**
 * @typedef {{number: number, nodes: number | null, time_ms: number | null, variations: number, temperature: number,
 *   margin: number, eagerness: number}} Level
 */

/** Every level, weakest first. @returns {Promise<Level[]>} */
export async function loadLevels(url = new URL('../data/levels.json', import.meta.url)) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} cannot be read: ${answer.status}`);
  return numbered(await answer.json());
}

/** The engine's name in a record, as at the terminal. @param {number} level */
export const engineName = (level) => `sumito level ${level}`;

/** The level that has a name in a record; null where it is somebody else's. @param {string} name */
export function levelNamed(name) {
  const found = /^sumito level ([1-9]|1[0-2])$/.exec(name);
  return found && Number(found[1]);
}

/** The levels of the data file. @param {Omit<Level, 'number'>[]} data @returns {Level[]} */
export const numbered = (data) => data.map((values, i) => ({ number: i + 1, ...values }));

/**
 * The move that a level plays; the game is not changed. A level with a budget of nodes lets the engine forget what it
 * knows, so that its move depends on the game so far and on `random` alone.
 * @param {Engine} engine @param {Game} game @param {Level} level
 * @param {() => number} random at least 0 and below 1
 * @param {(info: Analysis) => void} [onInfo]
 * @returns {Promise<number>}
 */
export async function playLevel(engine, game, level, random, onInfo) {
  if (level.nodes !== null) engine.forget();
  const lines = Math.min(level.variations, game.legalMoves().length);
  /** @type {Analysis | null} */
  let complete = null;
  /** @param {Analysis} info */
  const keep = (info) => {
    // Lines of different depths cannot be compared: an iteration counts once it has finished all of them.
    if (info.variations.every(({ depth }) => depth === info.depth)) complete = info;
    onInfo?.(info);
  };
  const before = game.copy(); // the page may play on meanwhile
  try {
    const { nodes, time_ms } = level;
    const options = { variations: Math.max(lines, 1), onInfo: keep };
    const analysis = await engine.search(before.snapshot(), { nodes, time_ms }, options);
    const found = /** @type {Analysis | null} */ (complete);
    if (!found || lines === 1) return analysis.variations[0].moves[0];
    return choose(before, found.variations, level, random()).moves[0];
  } finally {
    before.free();
  }
}

/**
 * The variation that a level takes of some that were searched equally deep; `chance` is at least 0 and below 1. The
 * better a line is, the likelier it is taken. A proved win or loss is no matter of taste: there the best is.
 * @param {Game} game @param {Variation[]} variations @param {Level} level @param {number} chance
 */
export function choose(game, variations, level, chance) {
  const best = variations.reduce((one, two) =>
    two.score > one.score || (two.score === one.score && two.moves[0] < one.moves[0]) ? two : one,
  );
  if (best.winIn !== null) return best;
  const worths = variations.map(({ score, moves }) => score + level.eagerness * Number(game.move(moves[0]).ejects));
  const most = Math.max(...worths);
  const sound = variations
    .map((each, i) => ({ each, worth: worths[i] }))
    .filter(({ worth }) => most - worth <= level.margin)
    .sort((one, two) => two.worth - one.worth || one.each.moves[0] - two.each.moves[0]);
  const weights = sound.map(({ worth }) => Math.exp((worth - most) / level.temperature));
  let rest = chance * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [i, weight] of weights.entries()) {
    rest -= weight;
    if (rest < 0) return sound[i].each;
  }
  return sound[sound.length - 1].each; // where rounding has left a trace
}
