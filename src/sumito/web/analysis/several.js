/**
 * The analysis of games of three to six players: their core and words, the players above the board, and their moves in
 * the list. It is loaded with the first such game.
 */

import { coreFor } from '../core/core_for.js';
import { levelNamed } from '../core/levels.js';
import { tagOf } from '../core/record_tree.js';
import { ownSide } from '../game/own_side.js';
import { scoreSentences } from '../game/score_words.js';
import { loadSeveral } from '../game/several_parts.js';
import { h } from '../shell/dom.js';
import { bind, knows, label, say, sentences } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';
import { loadStyle } from '../shell/late_style.js';
import { nameIn } from '../study/exchange.js';

/** @typedef {import('../board/board.js').BoardView} BoardView */
/** @typedef {import('../core/cells.js').Color} Color */
/** @typedef {import('../core/cells.js').Sentence} Sentence */
/** @typedef {import('../core/core.js').Core} Core */
/** @typedef {import('../core/multi_game.js').MultiGame} MultiGame */
/** @typedef {import('../core/record_tree.js').TreeRecord} TreeRecord */

/** Load what the analysis of a game needs. @param {Core} two the core of two players @param {TreeRecord} record */
export async function openSeveral(two, record) {
  const [core] = await Promise.all([coreFor(two, record.start), loadSeveral(), loadStyle('analysis/several.css')]);
  return new Several(core, record);
}

export class Several {
  #record;
  /** @type {Map<Color, HTMLElement>} */ #players = new Map();
  /** The marbles that each side has ejected. @type {HTMLElement[]} */ #trays = [];
  element;

  /** @param {Core} core @param {TreeRecord} record */
  constructor(core, record) {
    this.core = core;
    this.#record = record;
    const game = core.game(record.start);
    const { players, sides } = game;
    const people = players.filter((color) => levelNamed(core, record.headers.get(tagOf(color)) ?? '') === null);
    /** The rotation of the board that puts the only person at the bottom, or else the first player. */
    this.rotation = ownSide(game.marbles(people.length === 1 ? people[0] : players[0]));
    this.element = h(
      'ul',
      { class: 'sides', dataset: { sides: sides.length } },
      ...sides.map((side) => this.#side(side, record.marblesToEject)),
    );
    game.free();
  }

  /** Return the name of a player. There is little room, so computers have only the name of their level. */
  #nameOf(/** @type {Color} */ color) {
    const { headers } = this.#record,
      level = levelNamed(this.core, headers.get(tagOf(color)) ?? '') ?? '';
    return knows(`level.${level}`)
      ? say(`level.${level}`)
      : (nameIn(this.core, this.#record, color) ?? say(`color.${color}`));
  }

  /** @param {readonly Color[]} side @param {number} marbles that win */
  #side(side, marbles) {
    const tray = h(
      'span',
      { class: 'tray', role: 'img', dir: 'ltr' },
      ...Array.from({ length: marbles }, () => h('i')),
    );
    this.#trays.push(tray);
    return h(
      'li',
      {},
      ...side.map((color) => {
        const name = h('bdi');
        bind(name, '', () => void (name.textContent = this.#nameOf(color)));
        const player = h(
          'span',
          { class: 'player' },
          h('span', { class: `dot ${color}`, 'aria-hidden': 'true' }),
          name,
        );
        this.#players.set(color, player);
        return player;
      }),
      tray,
    );
  }

  /** Show the game on a board. @param {BoardView} view @param {HTMLElement} place around it */
  enter(view, place) {
    view.redraw(); // it was made without the marbles of more than two players
    view.rotate(this.rotation);
    place.prepend(this.element);
  }

  /**
   * Show who is to move, who has left, and the marbles that each side has ejected.
   * @param {MultiGame} game @returns {Sentence[]} whose turn it is, or how the game ended
   */
  show(game) {
    const { active, outcome, turn, winners } = game;
    for (const [color, player] of this.#players) {
      player.classList.toggle('left', !active.includes(color));
      player.classList.toggle('winner', winners.includes(color));
      if (!outcome && color === turn) player.setAttribute('aria-current', 'true');
      else player.removeAttribute('aria-current');
    }
    const scores = scoreSentences(game);
    game.sides.forEach(([color], i) => {
      const known = game.ejections(color), // since the start; a position text has no colors of earlier ones
        before = game.score(color) - known.length,
        tray = this.#trays[i];
      [...tray.children].forEach((slot, n) => {
        slot.className = n < before ? 'dot unknown' : known[n - before] ? `dot ${known[n - before]}` : 'slot';
      });
      bind(tray, 'aria-label', () => tray.setAttribute('aria-label', sentences([scores[i]])));
    });
    const over = game.explainOutcome();
    return over.length ? over : [{ message: 'several.turn', parameters: { player: { color: turn } } }];
  }

  /** Return the result of the record in words; empty if it has none. */
  get result() {
    const [winner, partner] = /** @type {Color[]} */ (this.#record.result.slice(1).split('+'));
    if (!winner) return '';
    if (!this.#players.has(winner)) return say('games.drawn');
    if (!partner) return say('several.wins', { player: { color: winner } });
    return say('several.won', { name: say(`color.${winner}`), partner: say(`color.${partner}`) });
  }

  // ---- the list of moves

  /** Return the number before a move: 3. for the first in a round, 3... for the others. @param {MultiGame} game */
  number({ active, round, turn }) {
    return `${round}${turn === active[0] ? '.' : '...'}`;
  }

  /** Make the marble of the player who moves or leaves. @param {MultiGame} game @param {number} move */
  sign(game, move) {
    const [, leaver] = /^-(\w+):/.exec(game.writeMove(move)) ?? [];
    if (leaver) return leaverSign(/** @type {Color} */ (leaver));
    const { turn } = game;
    return label(h('span', { class: `dot ${turn}`, role: 'img' }), `color.${turn}`, {}, 'aria-label');
  }

  /** Make the picture of a player who leaves; null for a move. @param {MultiGame} game @param {number} move */
  picture(game, move) {
    return game.writeMove(move).startsWith('-') ? icon('flag') : null;
  }

  /**
   * Make the entries of the players who have left without a choice after the last entry.
   * @param {MultiGame} game
   */
  followers(game) {
    const moves = game.history().filter((number) => number >= 0).length,
      leavings = game.leavings();
    const earlier = leavings.findLastIndex(({ automatic, after }) => !automatic || after < moves);
    return leavings.slice(earlier + 1).map(({ color }) => h('span', { class: 'ply' }, leaverSign(color), icon('flag')));
  }
}

/** Make the marble of a player who leaves. @param {Color} color */
function leaverSign(color) {
  const sign = h('span', { class: `dot ${color}`, role: 'img' });
  label(sign, 'several.left', { player: { color } }, 'title');
  return label(sign, 'several.left', { player: { color } }, 'aria-label');
}
