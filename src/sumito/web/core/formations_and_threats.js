// Read formations, pushes and defences from the module.
import { COLORS, nextCell, opposite, parseSentences } from './cells.js';
import { ahead, cellsAt } from './memory.js';
import { DEFENCES, FORMATIONS } from './names.js';

/** @typedef {import('./core.js').Core} Core */
/** @typedef {import('./memory.js').Memory} Memory */
/** @typedef {import('./types.js').Formation} Formation */
/** @typedef {import('./types.js').Push} Push */
/** @typedef {import('./types.js').Defence} Defence */
/** @typedef {import('./cells.js').Color} Color */

// The sizes of the structs of api.hpp, in bytes.
const FORMATION = 40;
const PUSH = 24;
const DEFENCE = 24;

/** @param {Memory} memory @param {number} game @param {boolean} inside @returns {Formation[]} */
export function formationsOf(memory, game, inside) {
  const values = [game, Number(inside)];
  const said = parseSentences(memory.fillText('sumito_game_formation_sentences', ...values));
  const { count, at } = memory.fill('sumito_game_formations', FORMATION, ...values);
  const view = memory.view();
  return Array.from({ length: count }, (_, i) => {
    const here = at + FORMATION * i;
    const [kind, owner, directions, room, part] = [16, 20, 24, 28, 32].map((each) => view.getInt32(here + each, true));
    return {
      kind: FORMATIONS[kind],
      color: COLORS[owner] ?? null,
      cells: cellsAt(view, here),
      enemies: cellsAt(view, here + 8),
      directions: [0, 1, 2, 3, 4, 5].filter((direction) => (directions >> direction) & 1),
      room: room === 1,
      inside: part === 1,
      sentence: said[i],
    };
  });
}

/** @param {Core} core @param {number} game @param {Color} color @returns {Push[]} */
export function pushesOf(core, game, color) {
  const { count, at } = core.memory.fill('sumito_game_pushes', PUSH, game, COLORS.indexOf(color));
  const view = core.memory.view();
  return Array.from({ length: count }, (_, i) => {
    const here = at + PUSH * i;
    const [number, most, ejected] = [8, 12, 16].map((each) => view.getInt32(here + each, true));
    const { cells, direction } = core.moveInfo(number);
    const moves = [number];
    const behind = nextCell(direction < 3 ? cells[0] : cells[cells.length - 1], opposite(direction));
    const longer = most > cells.length && behind !== null ? core.moveOf([behind, ...cells], direction) : null;
    if (longer !== null) moves.push(longer);
    return {
      player: color,
      moves,
      pushed: ahead(cellsAt(view, here), direction),
      ejected: ejected < 0 ? null : ejected,
    };
  });
}

/** @param {Memory} memory @param {number} game @returns {Defence[]} */
export function defencesOf(memory, game) {
  const { count, at } = memory.fill('sumito_game_defences', DEFENCE, game);
  const view = memory.view();
  return Array.from({ length: count }, (_, i) => {
    const here = at + DEFENCE * i;
    return {
      move: view.getInt32(here + 16, true),
      kind: DEFENCES[view.getInt32(here + 20, true)],
      saved: cellsAt(view, here),
      exposed: cellsAt(view, here + 8),
    };
  });
}
