/** The tab of the openings: the moves that were played in the position on the board, and how those games ended. */

import { COLORS } from '../core/cells.js';
import { hasPlayers } from '../core/core.js';
import { Explorer, pointsOf } from '../core/explorer.js';
import { mainLine } from '../core/record_tree.js';
import { h } from '../shell/dom.js';
import { bind, number, say, sentences } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';
import { loaded } from '../shell/shell.js';
import { openStore } from '../shell/store.js';
import { inParts } from '../study/parts.js';
import { read } from '../study/reading.js';

/** @typedef {import('../core/core.js').Core} Core */
/** @typedef {import('../core/explorer.js').EndedGame} EndedGame */
/** @typedef {import('../core/explorer.js').Games} Games */
/** @typedef {import('../core/explorer.js').PlayedMove} PlayedMove */
/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {import('../core/records.js').Records} Records */
/** @typedef {import('../core/records.js').TreeRecord} TreeRecord */
/** @typedef {import('../core/study.js').Study} Study */
/** @typedef {import('../core/types.js').MoveInfo} MoveInfo */
/** @typedef {import('../shell/store.js').GameRecord} GameRecord */
/**
 * Games of the user. `skipped` counts those without a result and those of several players.
 * @typedef {{name: string, on: boolean, games: EndedGame[], skipped: number}} Source
 */
/**
 * `play` plays a move on the board. `point` shows one on it, or none.
 * @typedef {{play: (move: MoveInfo) => void, point: (move: MoveInfo|null) => void}} Page
 */

const DATA = new URL('../data/openings.explorer', import.meta.url);

/** Return a share in percent. Halves are rounded up, exactly. @param {number} part @param {number} whole */
const percent = (part, whole) =>
  number(Math.floor((200 * part + whole) / (2 * whole)) / 100, { style: 'percent', maximumFractionDigits: 0 });

/** Return hundredths of a marble as text, such as +0.42. @param {number|null} score */
function scoreText(score) {
  if (score === null) return '–';
  const marbles = number(Math.abs(score) / 100, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return `${score < 0 ? '−' : '+'}${marbles}`;
}

/** @param {string} name @param {(EndedGame|null)[]} games null: not one to count @returns {Source} */
function sourceOf(name, games) {
  const counted = games.filter((game) => game !== null);
  return { name, on: true, games: counted, skipped: games.length - counted.length };
}

/** @param {GameRecord} kept @returns {EndedGame|null} */
const endedKept = ({ start, moves, outcome }) =>
  outcome && !hasPlayers(start) ? { start, moves, winner: outcome.winner ? COLORS.indexOf(outcome.winner) : -1 } : null;

/** @param {TreeRecord} record @param {readonly string[]} results @returns {EndedGame|null} */
function endedRecord(record, [black, white, draw]) {
  const winner = new Map([
    [black, 0],
    [white, 1],
    [draw, -1],
  ]).get(record.result);
  if (winner === undefined || hasPlayers(record.start)) return null;
  return { start: record.start, moves: mainLine(record).map(({ move }) => move), winner };
}

export class Openings {
  #core;
  #study;
  #records;
  #page;
  /** @type {Explorer} */ #explorer;
  /** The position on the board; null while the tab is hidden. @type {Game|null} */ #game = null;
  /** The games of the engine; null if they are not loaded. @type {Uint8Array|null} */ #data = null;
  #loading = true;
  #engineGames = 0;
  #engineOn = true;
  /** The number of the latest count, which cancels earlier ones. */ #counting = 0;
  /** @type {Source[]} */ #sources = [];
  #host;
  #here = h('p', { class: 'openings-here', tabindex: -1 });
  #failed = h(
    'p',
    { class: 'problem', hidden: true },
    h('span', { say: 'explorer.failed' }),
    h('button', { type: 'button', class: 'small', say: 'explorer.retry', onclick: () => void this.#retry() }),
  );
  #rows = h('tbody');
  #table = h(
    'table',
    { class: 'openings-table' },
    h('caption', { class: 'unseen', say: 'explorer.title' }),
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        ...['move', 'games', 'points', 'draws', 'engine'].map((name) =>
          h('th', { scope: 'col', say: `explorer.${name}` }),
        ),
      ),
    ),
    this.#rows,
  );
  #view = h('p', { class: 'dim openings-view' });
  #list = h('ul');
  #problem = h('p', { class: 'problem', role: 'alert' });

  /**
   * Show the tab and load the games of this browser. Those of the engine follow.
   * @param {HTMLElement} host @param {Core} core @param {Study} study @param {Records} records @param {Page} page
   */
  static async open(host, core, study, records, page) {
    const openings = new Openings(host, core, study, records, page);
    await openings.#loadMine();
    void openings.#loadData();
    return openings;
  }

  /**
   * Use Openings.open().
   * @param {HTMLElement} host @param {Core} core @param {Study} study @param {Records} records @param {Page} page
   */
  constructor(host, core, study, records, page) {
    this.#host = host;
    this.#core = core;
    this.#study = study;
    this.#records = records;
    this.#page = page;
    this.#explorer = new Explorer(study);
    host.append(
      h('div', { role: 'status' }, this.#here, this.#failed),
      this.#table,
      this.#view,
      h(
        'details',
        { class: 'openings-sources' },
        h('summary', { say: 'explorer.sources' }),
        this.#list,
        ...this.#fileInput(),
      ),
      this.#problem,
    );
    bind(this.#list, '', () => this.#listSources());
    bind(this.#table, '', () => this.#render());
  }

  /** Show a position. @param {Game|null} game null while the tab is hidden */
  show(game) {
    this.#game = game;
    if (game) this.#render();
    else this.#page.point(null); // its rows are hidden
  }

  /** Load the games of the engine, and count them. */
  async #loadData() {
    this.#loading = true;
    this.#render();
    const bytes = await fetch(DATA)
      .then((answer) => (answer.ok ? answer.arrayBuffer() : null))
      .catch(() => null); // without a network, or if the connection breaks halfway
    const data = bytes && new Uint8Array(bytes);
    const counts = new Explorer(this.#study);
    this.#data = data && counts.read(data, true) ? data : null;
    this.#engineGames = counts.games;
    counts.free();
    this.#loading = false;
    return this.#count();
  }

  async #loadMine() {
    const games = await (await openStore()).games();
    this.#sources.push({ ...sourceOf('', games.map(endedKept)), on: false });
    return this.#count();
  }

  /** Count the games of all selected sources, with pauses. Until it ends, the table shows the count before it. */
  async #count() {
    const mine = ++this.#counting;
    this.#listSources();
    const explorer = new Explorer(this.#study);
    if (this.#data) explorer.read(this.#data, this.#engineOn);
    const all = this.#sources.flatMap(({ on, games }) => (on ? games : []));
    for await (const game of inParts(all, () => mine === this.#counting)) explorer.add(game);
    if (mine !== this.#counting) return explorer.free();
    this.#explorer.free();
    this.#explorer = explorer;
    return this.#render();
  }

  // ----------------------------------------------------------------------------------------------------------- sources

  #listSources() {
    const engine = this.#source('engine', this.#engineOn, say('explorer.of_engine', { n: this.#engineGames }), (on) => {
      this.#engineOn = on;
    });
    const own = this.#sources.map((source, i) => {
      const { name, games, skipped } = source;
      const n = games.length;
      const text = name ? say('explorer.of_file', { n, name }) : say('explorer.of_mine', { n });
      const item = this.#source(`own-${i}`, source.on, text, (on) => {
        source.on = on;
      });
      if (name)
        item.append(
          h(
            'button',
            {
              type: 'button',
              class: 'quiet',
              'aria-label': say('explorer.remove', { name }),
              onclick: () => {
                this.#sources = this.#sources.filter((each) => each !== source);
                void this.#count();
                this.#focus(`own-${i - 1}`); // the button is gone
              },
            },
            icon('close'),
          ),
        );
      if (skipped) item.append(h('span', { class: 'dim' }, say('explorer.skipped', { n: skipped })));
      return item;
    });
    this.#list.replaceChildren(...(this.#data ? [engine] : []), ...own);
  }

  /** Focus the box of a source. @param {string} id */
  #focus(id) {
    /** @type {HTMLElement|null} */ (this.#list.querySelector(`[data-source="${id}"]`))?.focus();
  }

  /** @param {string} id @param {boolean} on @param {string} text @param {(on: boolean) => void} set */
  #source(id, on, text, set) {
    const box = h('input', {
      type: 'checkbox',
      dataset: { source: id },
      onchange: () => {
        set(box.checked);
        void this.#count();
        this.#focus(id);
      },
    });
    box.checked = on;
    return h('li', {}, h('label', {}, box, h('span', {}, text)));
  }

  async #retry() {
    this.#here.focus(); // the button goes
    await this.#loadData();
    if (document.activeElement === this.#here) this.#failed.querySelector('button')?.focus(); // if it is back
  }

  #fileInput() {
    const file = h('input', {
      type: 'file',
      accept: '.apgn,.pgn,.txt,text/plain',
      class: 'unseen',
      id: 'openings-file',
      onchange: async () => {
        const [first] = file.files ?? [];
        if (!first) return;
        const data = await first.arrayBuffer().catch(() => null); // it was deleted, or cannot be read
        file.value = ''; // so that the same file can be chosen again after a correction
        await this.#addFile(first.name, data && new Uint8Array(data));
      },
    });
    return [
      file,
      h('label', { class: 'button small', for: 'openings-file' }, icon('open'), h('span', { say: 'explorer.add' })),
    ];
  }

  /** Count the games of a file, and report the first invalid one. @param {string} name @param {Uint8Array|null} data */
  async #addFile(name, data) {
    const report = (/** @type {() => string} */ words) =>
      bind(this.#problem, '', () => void (this.#problem.textContent = words()));
    report(() => (data ? '' : say('analysis.import.unreadable')));
    if (!data) return;
    const found = await loaded(read(this.#core, this.#records, data));
    if (!found) return;
    const { records, problems } = found;
    if (problems.length)
      report(() => `${say('explorer.invalid', { n: problems.length, name })} ${sentences(problems[0])}`);
    if (records.length === 0) return;
    const added = sourceOf(
      name,
      records.map((record) => endedRecord(record, this.#records.results)),
    );
    const at = this.#sources.findIndex((source) => source.name === name);
    // A file replaces an earlier one of the same name.
    this.#sources.splice(at < 0 ? this.#sources.length : at, 1, added);
    void this.#count();
  }

  // ------------------------------------------------------------------------------------------------------------- table

  #render() {
    const game = this.#game;
    if (!game) return;
    const position = game.position();
    const here = this.#explorer.find(position);
    const moves = game.outcome ? [] : this.#explorer.moves(position);
    const player = { color: game.turn };
    this.#here.textContent = here.games
      ? say('explorer.here', { n: here.games, player, points: percent(pointsOf(here), here.games) })
      : this.#loading
        ? say('explorer.loading')
        : this.#data
          ? say('explorer.none')
          : '';
    this.#failed.hidden = this.#loading || this.#data !== null;
    this.#host.setAttribute('aria-busy', String(this.#loading));
    this.#table.hidden = this.#view.hidden = moves.length === 0;
    this.#view.textContent = say('explorer.view', { player });
    // A keyboard user goes on with the moves of the new position.
    const follow = this.#rows.querySelector(':focus-visible') !== null;
    this.#page.point(null);
    this.#rows.replaceChildren(...moves.map((each) => this.#row(game, each)));
    if (follow) (this.#rows.querySelector('button') ?? this.#here).focus();
  }

  /** @param {Game} game @param {PlayedMove} played */
  #row(game, { move, same, after }) {
    const info = game.move(move);
    const points = pointsOf(after);
    const others = same.map((each) => game.writeMove(each)).join(', ');
    const row = h(
      'tr',
      { onclick: () => this.#page.play(info) },
      h(
        'th',
        { scope: 'row' },
        h('button', { type: 'button', class: 'ply', dir: 'ltr' }, game.writeMove(move)),
        others &&
          h(
            'small',
            { class: 'dim', title: say('explorer.same', { moves: others }) },
            h('bdi', { dir: 'ltr' }, `=\xa0${others}`),
          ),
      ),
      h('td', {}, number(after.games)),
      h(
        'td',
        { class: 'openings-points' },
        h(
          'span',
          { class: 'openings-bar', 'aria-hidden': 'true' },
          h('i', { style: { 'inline-size': `${(100 * points) / after.games}%` } }),
        ),
        percent(points, after.games),
      ),
      h('td', {}, percent(after.draws, after.games)),
      h('td', {}, h('bdi', { dir: 'ltr' }, scoreText(after.evaluation))),
    );
    for (const type of ['mouseenter', 'focusin']) row.addEventListener(type, () => this.#page.point(info));
    for (const type of ['mouseleave', 'focusout']) row.addEventListener(type, () => this.#page.point(null));
    return row;
  }
}
