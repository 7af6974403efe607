// Levels of play. docs/levels.md describes the rule; the data is data/levels.json.

/** @typedef {import('./core.js').Core} Core */
/** @typedef {import('./engine.js').Engine} Engine */
/** @typedef {import('./engine.js').Analysis} Analysis */
/** @typedef {import('./engine.js').Variation} Variation */
/** @typedef {import('./game.js').Game} Game */
/**
 * What a level searches and likes. `id` is a word that always means this level, in records and in kept games.
 * @typedef {import('./types.js').Taste & {id: string, number: number, nodes: number | null, time_ms: number | null,
 *   depth: number | null, variations: number}} Level
 */
/**
 * A level of version 0.1, for games that were begun with it. `now` is the level in its place.
 * @typedef {Level & {now: string}} FormerLevel
 */

/**
 * The data of the levels, weakest first. `default` is the level of a player who has not chosen one, `hint_nodes` the
 * nodes of a search for a hint, `draw_nodes` those of the answer to an offer of a draw, `several_players` the ids that
 * games of several players offer.
 * @typedef {{default: string, hint_nodes: number, draw_nodes: number, several_players: string[], levels: Level[],
 *   former: FormerLevel[]}}
 *   LevelData
 */

/** Fetch the data of the levels. @returns {Promise<LevelData>} */
export async function loadLevels(url = new URL('../data/levels.json', import.meta.url)) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} cannot be read: ${answer.status}`);
  return readLevels(await answer.json());
}

/** Return the name of a level in the player tags of a record. @param {Core} core @param {string} id */
export const levelName = ({ memory }, id) => memory.fillText('sumito_level_name', ...memory.giveText(id));

/** Return the id of the level with this name; null if there is none. @param {Core} core @param {string} name */
export const levelNamed = ({ memory }, name) => memory.fillText('sumito_level_named', ...memory.giveText(name)) || null;

/** Return the level with this id, also if it is one of version 0.1. @param {LevelData} data @param {string} id */
export function levelOf({ levels, former }, id) {
  const level = [...levels, ...former].find((each) => each.id === id);
  if (!level) throw new RangeError(`no level has the id ${id}`);
  return level;
}

/**
 * Number the levels of the data file.
 * @param {Omit<LevelData, 'levels'|'former'> & {levels: Omit<Level, 'number'>[],
 *   former: Omit<FormerLevel, 'number'>[]}} data
 * @returns {LevelData}
 */
export const readLevels = (data) => ({
  ...data,
  levels: data.levels.map((values, i) => ({ number: i + 1, ...values })),
  former: data.former.map((values, i) => ({ number: i + 1, ...values })),
});

/**
 * Return the move that a level plays. The game does not change. A level with a limit of nodes or depth clears the
 * engine's memory first, so that its move depends only on the game so far and on `random`.
 * @param {Engine} engine @param {Game} game @param {Level} level
 * @param {() => number} random at least 0 and below 1
 * @param {(info: Analysis) => void} [onInfo]
 * @returns {Promise<number>}
 */
export async function playLevel(engine, game, level, random, onInfo) {
  if (level.nodes !== null || level.depth !== null) engine.forget();
  const count = Math.min(level.variations, game.legalMoves().length);
  /** @type {Analysis | null} */
  let complete = null;
  const before = game.copy(); // the page may play on meanwhile
  /** @param {Analysis} info */
  const keep = (info) => {
    // An iteration counts once it has finished all variations; the first iteration counts as far as it has come.
    if (before.comparable(info.variations.map(({ depth }) => depth))) complete = info;
    onInfo?.(info);
  };
  try {
    const { nodes, time_ms, depth } = level;
    const options = { variations: Math.max(count, 1), onInfo: keep };
    const analysis = await engine.search(before.snapshot(), { nodes, time_ms, depth }, options);
    const found = /** @type {Analysis | null} */ (complete);
    if (!found || count === 1) return analysis.variations[0].moves[0];
    return choose(before, found.variations, level, random()).moves[0];
  } finally {
    before.free();
  }
}

/**
 * Choose the variation that a level plays, among several that were searched to the same depth. A better one is more
 * likely. If the best one is a proved win or loss, it is chosen.
 * @param {Game} game
 * @param {Variation[]} variations at least one
 * @param {Level} level
 * @param {number} random at least 0 and below 1
 */
export function choose(game, variations, level, random) {
  const candidates = variations.map(({ score, moves }) => ({ score, move: moves[0] }));
  return variations[game.choose(candidates, level, random)];
}

/**
 * Return whether the computer accepts a draw from the player to move.
 * @param {Engine} engine
 * @param {Game} game
 * @param {LevelData} data
 * @returns {Promise<boolean>}
 */
export async function acceptsDraw(engine, game, { draw_nodes: nodes }) {
  const before = game.copy(); // the page may play on meanwhile
  try {
    const { variations } = await engine.search(before.snapshot(), { nodes });
    return before.acceptsDraw(variations[0].score);
  } finally {
    before.free();
  }
}
