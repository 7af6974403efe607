/** The score of a game in words. */

/** @param {import('../core/game.js').Game} game @returns {import('../core/cells.js').Sentence[]} */
export function scoreSentences(game) {
  const { players, sides } = game;
  if (players.length === 2)
    return [
      {
        message: 'play.score',
        parameters: Object.fromEntries(players.map((color) => [color, game.score(color)])),
      },
    ];
  return sides.map(([color, partner]) => ({
    message: partner ? 'several.score.team' : 'several.score',
    parameters: { player: { color }, n: game.score(color), ...(partner && { partner: { color: partner } }) },
  }));
}
