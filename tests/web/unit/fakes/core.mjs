// The real core, and a game of three players without rules.
import { readFile } from 'node:fs/promises';
import { Core } from '../../../../src/sumito/web/core/core.js';

const wasm = new URL('../../../../src/sumito/web/core/sumito.wasm', import.meta.url);

export const core = await Core.open(await WebAssembly.compile(await readFile(wasm)));

export const THREE = Object.freeze(['black', 'white', 'blue']);

/** Moves are numbers. An even move ejects a marble of the next player. Three ejections win. */
export class ThreeGame {
  players = THREE;
  rules = { marbles_to_eject: 3, repetition: 0 };
  occurrences = 1;
  outcome = null;
  #moves = [];

  get active() {
    return this.players;
  }
  get sides() {
    return this.players.map((color) => [color]);
  }
  get winners() {
    return this.outcome?.winner ? [this.outcome.winner] : [];
  }
  history() {
    return [...this.#moves];
  }
  get turn() {
    return THREE[this.#moves.length % 3];
  }
  get ply() {
    return this.#moves.length;
  }
  isLegal(number) {
    return Number.isInteger(number) && number >= 0 && !this.outcome;
  }
  move(number) {
    const ejected = number % 2 === 0 ? THREE[(this.#moves.length + 1) % 3] : null;
    return { number, cells: [number % 61], direction: 0, inLine: true, pushed: [], ejects: ejected !== null, ejected };
  }
  writeMove(number) {
    return `m${number}`;
  }
  readMove(text) {
    return { move: Number(text.slice(1)) };
  }
  ejections(color) {
    const next = THREE[(THREE.indexOf(color) + 1) % 3];
    return this.#moves.filter((move, i) => move % 2 === 0 && THREE[i % 3] === color).map(() => next);
  }
  score(color) {
    return this.ejections(color).length;
  }
  placement() {
    return Object.fromEntries(THREE.map((color, cell) => [color, [cell]]));
  }
  position() {
    return this.#moves.join(' ');
  }
  explainOutcome() {
    return [];
  }
  play(number) {
    if (!this.isLegal(number)) return false;
    const color = this.turn;
    this.#moves.push(number);
    if (this.score(color) >= 3) this.outcome = { termination: 'ejection', winner: color };
    return true;
  }
  undo() {
    this.outcome = null;
    return this.#moves.pop() ?? null;
  }
  resign(color) {
    return this.declare({ termination: 'resignation', winner: THREE[(THREE.indexOf(color) + 1) % 3] });
  }
  agreeDraw() {
    return this.declare({ termination: 'agreement', winner: null });
  }
  declare(outcome) {
    if (this.outcome) return false;
    this.outcome = outcome;
    return true;
  }
  reopen() {
    this.outcome = null;
    return true;
  }
}

/** A core for games of three players without a clock. */
export const threeCore = {
  game: () => new ThreeGame(),
  clock: () => ({
    control: { kind: 'untimed' },
    running: null,
    remaining: () => null,
    flag: () => false,
    stop() {},
    start() {},
  }),
};
