/**
 * The analysis board: free play, variations, the engine, the editor, formations, threats in words, import and export.
 */

import { BoardView } from '../board/board.js';
import { Drawing, penButton } from '../board/drawing.js';
import { BoardInput } from '../board/input.js';
import { MoveBox } from '../board/move_box.js';
import { Rose } from '../board/rose.js';
import { rulesOf } from '../board/rules.js';
import { stepByWheel } from '../board/wheel.js';
import { asSeen } from '../board/words.js';
import { cellName, parseCell } from '../core/cells.js';
import { hasPlayers, openCore } from '../core/core.js';
import { loadLayouts } from '../core/layouts.js';
import { newRecord, Records } from '../core/records.js';
import { replayRules } from '../core/record_tree.js';
import { openStudy } from '../core/study.js';
import { h } from '../shell/dom.js';
import { Strip } from '../game/strip.js';
import { bind, sentences } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';
import { settings } from '../shell/settings.js';
import { loadStyle } from '../shell/late_style.js';
import { fragment, link, loaded, notice, playOnLink, setFragment, startPage, testHook } from '../shell/shell.js';
import { sound, soundMove } from '../shell/sound.js';
import { address, idIn, recordOfAddress, whoPlayed, write } from '../study/exchange.js';
import { EngineVariations } from './engine_variations.js';
import { Tabs } from './tabs.js';
import { cellsOf, whilePointed } from '../figures/highlights.js';
import { boardConfig, shownSentences } from '../shell/board_config.js';
import { boardRotation, onBoardRotation } from '../shell/rotation.js';
import { GameTree } from '../study/tree.js';
import { TreeView } from '../study/tree_view.js';

/** @typedef {import('../core/core.js').Core} Core */
/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {import('../core/types.js').MoveInfo} MoveInfo */
/** @typedef {import('../core/records.js').TreeRecord} TreeRecord */
/** @typedef {import('../core/layouts.js').Layout} Layout */
/** @typedef {import('../core/study.js').Study} Study */

startPage({
  name: 'analysis',
  title: 'analysis.title',
  words: ['study'],
  needs: () => Promise.all([openCore(), loadLayouts(), openStudy()]),
  init,
});

/** @param {HTMLElement} main @param {[Core, Layout[], Study]} needed */
async function init(main, [core, layouts, study]) {
  const page = new AnalysisPage(main, core, layouts, study);
  await page.open();
}

class AnalysisPage {
  /** The core of two players. */ #two;
  #layouts;
  #study;
  #records;
  /** What only a game of several players has; null with two. @type {import('./several.js').Several|null} */
  #several = null;
  /** @type {GameTree} */ #tree;
  /** @type {Game} */ #game;
  #view;
  #strip;
  #input;
  #drawing;
  #treeView;
  #variations;
  /** @type {import('./formations.js').Formations|null} */ #formations = null;
  #found = h('div', { class: 'card formations', hidden: true });
  /** @type {import('./openings.js').Openings|null} */ #openings = null;
  /** @type {Promise<import('./openings.js').Openings|null>|null} */ #openingsReady = null;
  #openingsPanel = h('div', { class: 'openings' });
  /** Whether the board shows a move of the openings instead of the engine's. */ #pointed = false;
  /** @type {Tabs} */ #tabs;
  /** @type {import('./editor.js').Editor|null} */ #editor = null;
  #words = h('div', { class: 'threats' });
  #players = h('p', { class: 'dim about-game' });
  #review = h('a', { class: 'button small', say: 'games.review' });
  #playOn = h('a', { class: 'button tool' }, icon('play'), h('span', { say: 'analysis.do.play' }));
  #panel = h('div', { class: 'panel' });
  #boardSide = h('div', { class: 'board-side' });
  #editing = h('section', { class: 'card editor', hidden: true });
  /** The id of the game if this browser keeps it. The review checks it. @type {string|null} */ #kept = null;
  /** The fragment that the page itself has written. */ #written = '';
  /** Counts the requests to open a game. Only the last one is opened. */ #opening = 0;
  /** Whether the notice was shown that the game is too long for the address. */ #noticeShown = false;
  /** @type {Record<string, HTMLButtonElement>} */ #buttons = {};

  /** @param {HTMLElement} main @param {Core} core @param {Layout[]} layouts @param {Study} study */
  constructor(main, core, layouts, study) {
    const records = new Records(core, study);
    this.#two = core;
    this.#layouts = layouts;
    this.#study = study;
    this.#records = records;
    this.#game = core.game();
    this.#tree = new GameTree(newRecord(this.#game.position()));
    const board = h('div', { class: 'board' }),
      bar = h('div'),
      moves = h('div'),
      engine = h('section', { class: 'card engine' });
    const rose = h('div'),
      box = h('div', { class: 'row typing' });
    this.#view = new BoardView(board, boardConfig, { rotation: boardRotation() });
    this.#strip = new Strip(this.#view);
    this.#boardSide.append(
      h('div', { class: 'board-row' }, bar, board),
      h('div', { class: 'under' }, this.#strip.element, this.#navigation()),
      rose,
    );
    main.append(
      h('h1', { class: 'unseen', say: 'analysis.title' }),
      h('div', { class: 'analysis' }, this.#boardSide, this.#panel),
    );
    this.#input = new BoardInput(this.#view, {
      ...rulesOf(() => this.#game),
      color: () => (this.#editor || this.#game.outcome ? null : this.#game.turn),
      play: (/** @type {MoveInfo} */ move, /** @type {number} */ from) => this.#play(move, from),
      refuse: (/** @type {any} */ why) => {
        sound('refusal');
        this.#strip.refuse(why);
      },
      choose: () => this.#strip.say('board.choose'),
      say: (/** @type {string} */ message, /** @type {any} */ parameters) => this.#strip.say(message, parameters),
      report: () => this.#sayTurn(),
      takeBack: () => void this.#back(),
      rotateBoard: () => this.#rotate(),
    });
    this.#drawing = new Drawing(this.#view, this.#input);
    this.#variations = new EngineVariations(engine, bar, core, {
      arrows: (arrows) => this.#pointed || this.#view.arrows(arrows),
      chosen: (list) => this.#follow(list),
    });
    this.#treeView = new TreeView(moves, records, (node) => {
      this.#tree.go(node);
      this.#show();
    });
    new Rose(rose, this.#input);
    const showRose = () => void (rose.hidden = this.#input.state.line.length === 0);
    this.#input.onChange(showRose);
    showRose();
    new MoveBox(box, this.#input);
    box.append(penButton(this.#drawing));
    const movesPanel = h('div', {}, moves, box);
    this.#tabs = new Tabs([
      { name: 'moves', message: 'analysis.moves', panel: movesPanel },
      {
        name: 'openings',
        message: 'explorer.title',
        panel: this.#openingsPanel,
        opened: () => void this.#openOpenings(),
      },
    ]);
    this.#panel.append(
      this.#tools(),
      this.#found,
      this.#players,
      engine,
      h('section', { class: 'card moves-card' }, this.#movesHead(), movesPanel, this.#openingsPanel),
      this.#folding(),
    );
    main.querySelector('.analysis')?.append(this.#editing);
    bind(this.#words, '', () => this.#showWords());
    onBoardRotation(() => this.#rotate(boardRotation()));
    this.#rotate(boardRotation());
    stepByWheel(board, (plies) => {
      if (this.#editor) return;
      if (plies > 0) this.#forward();
      else this.#back();
    });
    window.addEventListener('hashchange', () => {
      if (location.href !== this.#written) void this.open();
    });
    document.addEventListener('keydown', (event) => this.#key(event));
    this.#hook();
  }

  /** The core of the game that is shown. */
  get #core() {
    return this.#several?.core ?? this.#two;
  }

  /** Open the game in the address. */
  async open() {
    const state = fragment(),
      mine = ++this.#opening;
    const found = await loaded(recordOfAddress(this.#two, this.#records, state));
    const {
      records: [record],
      problems,
    } = found ?? { records: [], problems: [] };
    const game = record && (await this.#load(record));
    if (mine !== this.#opening) return;
    this.#closeEditor();
    if (game) {
      this.#begin(game, idIn(state));
      if (state.has('at')) this.#tree.place = state.get('at') ?? '';
      else if (state.has('ply')) this.#tree.goTo(Number(state.get('ply')) || 0);
    } else this.#showMoves();
    this.#show({ address: !game || location.hash !== '' });
    if (state.get('engine') === 'on' && !this.#several) this.#variations.toggle(true);
    if (problems.length) this.#strip.tell(problems[0], 'refusal');
  }

  /** Load what the analysis of a game needs; null if it cannot be loaded. @param {TreeRecord} record */
  async #load(record) {
    if (!hasPlayers(record.start)) return { record, several: null };
    const several = await loaded(import('./several.js').then(({ openSeveral }) => openSeveral(this.#two, record)));
    return several && { record, several };
  }

  /**
   * Take over a game. `#show` shows it.
   * @param {{record: TreeRecord, several: import('./several.js').Several|null}} game @param {string|null} [kept]
   */
  #begin({ record, several }, kept = null) {
    if (several) {
      this.#stopHelp();
      this.#tabs.select('moves');
      several.enter(this.#view, this.#boardSide);
    }
    this.#tabs.offer('openings', !several);
    if (this.#several) {
      this.#several.element.remove();
      if (!several) this.#rotate(boardRotation());
    }
    this.#several = several;
    this.#boardSide.parentElement?.classList.toggle('of-several', several !== null);
    this.#kept = kept;
    this.#tree = new GameTree(record);
    this.#drawing.clear();
    this.#showMoves();
  }

  #showMoves() {
    this.#treeView.show(this.#tree, this.#core, this.#several);
  }

  /** Show the current node of the tree: the board and everything about it. */
  #show({ address: known = false } = {}) {
    const { record, moves } = this.#tree;
    this.#game.free();
    this.#game = this.#core.replay({ start: record.start, moves, rules: replayRules(record.marblesToEject) });
    this.#view.setPosition(this.#game.placement());
    this.#settle(known);
  }

  /** @param {boolean} known whether the address is already up to date */
  #settle(known = false) {
    const last = this.#tree.here;
    this.#view.mark({ last: last ? this.#lastMove() : null });
    this.#input.refresh();
    this.#treeView.mark(this.#tree);
    this.#formations?.show(this.#game);
    this.#openings?.show(this.#openingsPanel.hidden ? null : this.#game); // the game is freed with the next position
    this.#variations.show(this.#game.snapshot());
    this.#showWords();
    this.#showButtons();
    if (!known) this.#writeAddress();
  }

  /** Return the last move with its effect, computed in the position before it. */
  #lastMove() {
    const number = this.#game.undo();
    if (number === null) return null;
    const move = this.#game.move(number);
    this.#game.play(number);
    return move;
  }

  #writeAddress() {
    const whole = address(this.#core, this.#records, this.#tree, this.#kept);
    if (!whole && !this.#noticeShown) notice('analysis.long');
    this.#noticeShown = !whole;
    setFragment(whole ?? link('analysis', { pos: this.#game.position() }));
    this.#written = location.href;
  }

  // ------------------------------------------------------------------------------------------------------------- moves

  /** @param {MoveInfo} move @param {number} [from] */
  async #play(move, from = 0) {
    if (!this.#game.play(move.number)) return;
    const added = this.#tree.play(move.number);
    soundMove(move);
    this.#drawing.clear();
    if (added) this.#showMoves();
    const moved = this.#animate(move, { from });
    this.#settle();
    await moved;
  }

  /** Play a variation of the engine, up to a move. @param {number[]} moves */
  #follow(moves) {
    for (const move of moves) this.#tree.play(move);
    this.#showMoves();
    this.#show();
  }

  #back() {
    const node = this.#tree.back();
    if (!node) return;
    this.#game.undo();
    void this.#animate(this.#game.move(node.move), { back: true });
    this.#settle();
  }

  #forward() {
    const node = this.#tree.forward();
    if (!node) return;
    const move = this.#game.move(node.move);
    this.#game.play(node.move);
    soundMove(move);
    void this.#animate(move);
    this.#settle();
  }

  /** @param {MoveInfo} move @param {{from?: number, back?: boolean}} [options] */
  async #animate(move, options) {
    await this.#view.animate(move, options);
    // The marbles of those who have left are no part of the move.
    if (this.#several && !this.#view.busy) this.#view.setPosition(this.#game.placement());
  }

  /** @param {'first'|'last'|'remove'|'promote'} what */
  #change(what) {
    this.#tree[what]();
    if (what === 'remove' || what === 'promote') this.#showMoves();
    this.#show();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (this.#editor || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]'))
      return;
    if (event.target instanceof Element && event.target.closest('input, textarea, select, .board-view')) return;
    const does = {
      ArrowLeft: () => this.#back(),
      ArrowRight: () => this.#forward(),
      Home: () => this.#change('first'),
      End: () => this.#change('last'),
    };
    const run = does[/** @type {keyof typeof does} */ (event.key)];
    if (!run) return;
    event.preventDefault();
    run();
  }

  #rotate(rotation = (this.#view.rotation + (this.#several ? 2 : 6)) % 12) {
    this.#view.rotate(rotation);
    this.#variations.flip(rotation > 3 && rotation < 9);
    this.#formations?.show(this.#game);
    this.#showWords();
  }

  // ---------------------------------------------------------------------------------------------------------- controls

  /** @param {string} name @param {string} picture @param {() => void} run @param {boolean} [worded] */
  #button(name, picture, run, worded = false) {
    const message = `analysis.do.${name}`;
    const button = h(
      'button',
      {
        type: 'button',
        class: worded ? 'tool' : 'quiet',
        dataset: { does: name },
        onclick: run,
        ...(worded ? {} : { 'say:aria-label': message, 'say:title': message }),
      },
      icon(picture),
      worded && h('span', { say: message }),
    );
    this.#buttons[name] = button;
    return button;
  }

  #navigation() {
    return h(
      'div',
      { class: 'row steps', dir: 'ltr' },
      this.#button('first', 'first', () => this.#change('first')),
      this.#button('back', 'back', () => this.#back()),
      this.#button('next', 'next', () => this.#forward()),
      this.#button('last', 'last', () => this.#change('last')),
    );
  }

  #movesHead() {
    return h(
      'div',
      { class: 'row moves-head' },
      this.#tabs.element,
      this.#button('promote', 'up', () => this.#change('promote')),
      this.#button('remove', 'delete', () => this.#change('remove')),
      this.#review,
    );
  }

  /** Make the position in words. It folds, so that the moves have the room, and stays as the user leaves it. */
  #folding() {
    const details = h(
      'details',
      { class: 'card words-card', open: settings.get('threats') },
      h('summary', {}, h('h2', { say: 'analysis.threats' })),
      this.#words,
    );
    details.addEventListener('toggle', () => settings.set('threats', details.open));
    settings.on('threats', (open) => void (details.open = open));
    return details;
  }

  #tools() {
    const find = this.#button('find', 'find', () => void this.#find(), true);
    find.setAttribute('aria-pressed', 'false');
    return h(
      'div',
      { class: 'toolbar' },
      this.#button('turn', 'turn', () => this.#rotate(), true),
      find,
      this.#button('edit', 'pen', () => void this.#edit(), true),
      this.#button('import', 'open', () => void this.#import(), true),
      this.#button('export', 'link', () => void this.#export(), true),
      this.#playOn,
    );
  }

  // Load these parts on demand, because only some users need them.

  async #find() {
    const found = await loaded(import('./formations.js'));
    if (!found) return;
    this.#formations ??= new found.Formations(this.#found, this.#view, (sentence) => this.#said(sentence));
    this.#formations.toggle(!this.#formations.on, this.#game);
    this.#buttons.find.setAttribute('aria-pressed', String(this.#formations.on));
  }

  async #openOpenings() {
    this.#openingsReady ??= loaded(this.#makeOpenings());
    this.#openings = await this.#openingsReady;
    if (!this.#openings) this.#openingsReady = null;
    else if (!this.#openingsPanel.hidden) this.#openings.show(this.#game);
  }

  async #makeOpenings() {
    const [{ Openings }] = await Promise.all([import('./openings.js'), loadStyle('analysis/openings.css')]);
    return Openings.open(this.#openingsPanel, this.#two, this.#study, this.#records, {
      play: (move) => void this.#play(move),
      point: (move) => this.#point(move),
    });
  }

  /** Show a move of the openings on the board; without one, the engine's arrows. @param {MoveInfo|null} move */
  #point(move) {
    this.#pointed = move !== null;
    if (!move) return this.#variations.drawArrows();
    return this.#view.arrows([
      { from: move.cells, direction: move.direction, className: 'engine-variation engine-variation1' },
    ]);
  }

  async #export() {
    const found = await loaded(import('../study/exchange_view.js'));
    await found?.offerExport(this.#core, this.#records, this.#tree, this.#game, this.#view.rotation);
  }

  async #import() {
    const found = await loaded(import('../study/exchange_view.js'));
    const record = await found?.askForGame(this.#two, this.#records);
    if (!record) return;
    const mine = ++this.#opening;
    const game = await this.#load(record);
    if (!game || mine !== this.#opening) return;
    this.#closeEditor(); // it can be opened meanwhile
    this.#begin(game);
    this.#show();
  }

  async #edit() {
    const found = await loaded(import('./editor.js'));
    if (!found || this.#editor) return; // pressed twice
    this.#stopHelp();
    this.#input.clear();
    this.#drawing.pen = false;
    this.#input.paused = true;
    this.#view.mark({ last: null });
    [this.#panel.hidden, this.#editing.hidden] = [true, false];
    this.#editor = new found.Editor(this.#editing, this.#core, this.#view, {
      layouts: this.#layouts,
      start: this.#game.copy(),
      done: (position) => this.#edited(position),
    });
    this.#input.refresh();
    this.#strip.tell([]);
  }

  /** Stop the engine and the search for formations. */
  #stopHelp() {
    this.#variations.toggle(false);
    this.#variations.show(null);
    this.#formations?.toggle(false, this.#game);
    this.#buttons.find.setAttribute('aria-pressed', 'false');
  }

  #closeEditor() {
    if (!this.#editor) return;
    this.#editor.destroy();
    this.#editor = null;
    this.#editing.replaceChildren();
    this.#input.paused = false;
    [this.#panel.hidden, this.#editing.hidden] = [false, true];
  }

  /** @param {string|null} position */
  #edited(position) {
    this.#closeEditor();
    if (position) this.#begin({ record: newRecord(position, [], this.#tree.record.marblesToEject), several: null });
    this.#show();
    this.#buttons.edit.focus();
  }

  #showButtons() {
    const { ply, children, inMainLine, record } = this.#tree;
    for (const name of ['first', 'back', 'remove']) this.#buttons[name].disabled = ply === 0;
    for (const name of ['next', 'last']) this.#buttons[name].disabled = children.length === 0;
    this.#buttons.promote.disabled = inMainLine;
    this.#playOn.hidden = this.#game.outcome !== null;
    this.#playOn.href = playOnLink(this.#game.position(), record.marblesToEject);
    this.#review.hidden = record.children.length === 0;
    const game = write(this.#core, this.#records, record);
    this.#review.href = link('review', { game, ...(this.#kept && { kept: this.#kept }) });
  }

  // ------------------------------------------------------------------------------------------------------------- words

  #sayTurn() {
    const game = this.#game,
      over = game.explainOutcome();
    if (this.#several) return this.#strip.tell(this.#several.show(/** @type {any} */ (game)));
    return this.#strip.tell([
      ...(over.length ? over : [{ message: 'position.turn', parameters: { player: { color: game.turn } } }]),
      { message: 'analysis.score', parameters: { black: game.score('black'), white: game.score('white') } },
    ]);
  }

  #showWords() {
    if (this.#editor) return;
    this.#sayTurn();
    this.#players.textContent = this.#several?.result ?? whoPlayed(this.#core, this.#tree.record);
    this.#players.hidden = this.#players.textContent === '';
    if (this.#several) return;
    const list = this.#game.explainPosition().filter(({ message }) => message !== 'position.turn'); // below the board
    this.#words.replaceChildren(...list.map((sentence) => this.#sentence(sentence)));
  }

  /**
   * Make a sentence beside the board, which names no cells if it has no coordinates. Screen readers get the cells.
   * @param {import('../core/cells.js').Sentence} sentence
   */
  #said(sentence) {
    const [heard, seen] = [[sentence], shownSentences(this.#view, [sentence])].map((each) =>
      sentences(asSeen(this.#view, each)),
    );
    if (heard === seen) return [heard];
    return [h('span', { class: 'unseen' }, heard), h('span', { 'aria-hidden': 'true' }, seen)];
  }

  /**
   * Make a sentence. Its cells are highlighted while the pointer is on it.
   * @param {import('../core/cells.js').Sentence} sentence
   */
  #sentence(sentence) {
    const cells = cellsOf(sentence),
      words = this.#said(sentence);
    if (cells.length === 0) return h('p', {}, ...words);
    const element = h('button', { type: 'button', class: 'said' }, h('span', {}, ...words));
    whilePointed(
      element,
      () => this.#view.outline(cells),
      () => (this.#formations ? this.#formations.again() : this.#view.outline([])),
    );
    return element;
  }

  #hook() {
    testHook({
      position: { get: () => this.#editor?.position ?? this.#game.position() },
      moves: { get: () => this.#tree.moves },
      busy: { get: () => this.#input.busy },
      searching: { get: () => this.#variations.searching },
      found: { get: () => this.#variations.found },
      selection: { get: () => this.#input.state.line.map(cellName) },
      at: { value: (/** @type {string} */ name) => this.#view.pixelOf(parseCell(name) ?? 0) },
    });
  }
}
