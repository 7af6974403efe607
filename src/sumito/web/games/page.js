/** The games of this browser: find, continue, review, export, import and delete them. */

import { ALL_COLORS } from '../core/cells.js';
import { loadLayouts } from '../core/layouts.js';
import { loadLevels } from '../core/levels.js';
import { isSeveral } from '../game/kept_game.js';
import { ask } from '../shell/dialog.js';
import { h } from '../shell/dom.js';
import { label, number, sentences } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';
import { knowsOnline, loaded, notice, startPage } from '../shell/shell.js';
import { openStore } from '../shell/store.js';
import { GameList } from './game_list.js';
import { tallyView } from './tally_view.js';

/** @typedef {import('../core/layouts.js').Layout} Layout */
/** @typedef {import('../core/levels.js').LevelData} LevelData */
/** @typedef {import('../shell/store.js').GameRecord} GameRecord */
/** @typedef {Awaited<ReturnType<typeof openStore>>} Store */

startPage({
  name: 'games',
  title: 'games.title',
  words: ['study', 'games'],
  needs: () => Promise.all([openStore(ALL_COLORS), loadLayouts(), loadLevels()]),
  init,
});

/**
 * Load what games of several players need, if there are any.
 * @param {GameRecord[]} games @returns their layouts; null if they cannot be loaded, which the user is told
 */
async function layoutsOfSeveral(games) {
  if (!games.some(isSeveral)) return [];
  return loaded(import('../game/several_parts.js').then(({ loadSeveral }) => loadSeveral()));
}

/** @param {HTMLElement} main @param {[Store, Layout[], LevelData]} needed */
async function init(main, [store, layouts, levels]) {
  const list = new GameList({
    save: (game) => void exportGames([game]),
    remove: (game) => void remove(game, store),
  });
  const keeping = h('div', { class: 'part' });
  const buttons = h('div', { class: 'part' });
  const backup = h('div');
  const tally = h('div', { class: 'part' });
  main.append(
    h('div', { class: 'heading' }, h('h1', { say: 'games.title' }), h('p', { class: 'dim', say: 'games.lead' })),
    tally,
    list.element,
    h('section', { class: 'keeping' }, keeping, h('div', { class: 'row' }, ...importer(store), buttons)),
    backup,
  );
  // Few users need it, and it reads and writes files with the modules of the analysis.
  void import('./backup_section.js')
    .then(({ backupSection }) => backup.replaceWith(backupSection(store)))
    .catch(console.info);
  const show = async () => {
    const games = await store.games();
    const more = await layoutsOfSeveral(games);
    const known = more ? games : games.filter((game) => !isSeveral(game));
    list.show(known, [...layouts, ...(more ?? [])]);
    list.element.hidden = known.length === 0 && games.length > 0; // it would say that there are no games
    showTally(tally, games, levels);
    await showKeeping(keeping, buttons, store, games);
  };
  store.on(show);
  await show();
  if (knowsOnline())
    void import('../game/online_records.js').then(({ fetchFinished }) => fetchFinished(store)).catch(console.info);
}

/**
 * Show the record of the player. It stays open.
 * @param {HTMLElement} place @param {GameRecord[]} games @param {LevelData} levels
 */
function showTally(place, games, levels) {
  const view = tallyView(games, levels);
  if (view) view.open = place.querySelector('details')?.open ?? false;
  place.replaceChildren(...(view ? [view] : []));
}

/** @param {GameRecord} game @param {Store} store */
async function remove(game, store) {
  if (!(await ask({ title: 'games.delete_ask', text: 'games.delete_why', yes: 'games.delete', danger: true }))) return;
  try {
    await store.removeGame(game.id);
  } catch (error) {
    console.warn(error);
    return void notice('games.delete_failed', { kind: 'bad' });
  }
  notice('games.deleted');
  document.getElementById('main')?.focus(); // the focused button was removed
}

/** Export games as one file of records. Games that cannot be written are skipped. @param {GameRecord[]} games */
async function exportGames(games) {
  try {
    const [{ openCore }, { coreFor }, { gameWriter }, { saveFile }] = await Promise.all([
      import('../core/core.js'),
      import('../core/core_for.js'),
      import('../study/kept_record.js'),
      import('../study/exchange.js'),
    ]);
    const core = await openCore(),
      write = await gameWriter(core),
      day = new Date(games[0].changed).toISOString().slice(0, 10);
    /** @type {string[]} */ const written = [];
    /** @type {unknown} */ let problem = null;
    for (const game of games.toReversed()) {
      // The latest game comes last: `sumito play --resume` continues it.
      try {
        written.push(write(game, await coreFor(core, game.start)));
      } catch (error) {
        problem = error;
      }
    }
    if (written.length)
      saveFile(
        written.join(''),
        games.length === 1 ? `abalone-${day}-${games[0].id.slice(0, 4)}.apgn` : `abalone-${day}.apgn`,
      );
    if (problem) throw problem;
  } catch (error) {
    console.warn(error);
    notice('games.export_failed', { kind: 'bad' });
  }
}

/**
 * Import the games of a file, except those that are already here.
 * @param {File} file @param {Store} store @param {(games: number) => void} progress
 */
async function importGames(file, store, progress) {
  const data = await file.arrayBuffer().catch(() => null); // the file can be gone, or not readable for us
  if (!data) return void notice('analysis.import.unreadable', { kind: 'bad' });
  try {
    const [{ openCore }, { coreFor }, { openStudy }, { Records }, imported, { read }] = await Promise.all([
      import('../core/core.js'),
      import('../core/core_for.js'),
      import('../core/study.js'),
      import('../core/records.js'),
      import('./imported_game.js'),
      import('../study/reading.js'),
    ]);
    const { contentOf, keptOfRecord } = imported;
    const [core, study] = await Promise.all([openCore(), openStudy()]);
    const reader = new Records(core, study);
    const { records, problems } = await read(core, reader, new Uint8Array(data), (n) => {
      progress(n);
      return true;
    });
    const known = new Set((await store.games()).map((game) => contentOf(core, game)));
    const found = await Promise.all(
      records.map(async (record) => keptOfRecord(await coreFor(core, record.start), reader, record)),
    );
    const added = found.filter((game) => {
      const content = contentOf(core, game),
        isNew = !known.has(content);
      known.add(content);
      return isNew;
    });
    if (added.length && !(await store.addGames(added)))
      return void notice(store.problem === 'full' ? 'games.problem.full' : 'games.import_failed', { kind: 'bad' });
    if (added.length || problems.length === 0)
      notice(added.length ? 'games.imported' : 'games.import_known', { parameters: { n: added.length } });
    if (problems.length)
      notice('games.import_problem', {
        parameters: () => ({ n: problems.length, why: sentences(problems[0]) }),
        kind: 'bad',
      });
  } catch (error) {
    console.warn(error);
    notice('games.import_failed', { kind: 'bad' });
  }
}

/**
 * Make the import button, once: it must survive updates of the page while it works.
 * @param {Store} store
 * @returns {HTMLElement[]}
 */
function importer(store) {
  const words = h('span', { say: 'games.import' });
  const file = h('input', {
    type: 'file',
    accept: '.apgn,.pgn,.txt,text/plain',
    class: 'unseen',
    id: 'import-file',
    onchange: async () => {
      const [first] = file.files ?? [];
      if (!first) return;
      file.disabled = true;
      await importGames(first, store, (n) => label(words, 'analysis.import.reading', { n }));
      file.value = ''; // so that the same file can be chosen again after a correction
      file.disabled = false;
      file.focus();
      label(words, 'games.import');
    },
  });
  return [file, h('label', { class: 'button small', for: 'import-file' }, icon('open'), words)];
}

/**
 * Show how much data is stored, and whether the browser has promised to keep it.
 * @param {HTMLElement} place
 * @param {HTMLElement} row
 * @param {Store} store
 * @param {GameRecord[]} games
 */
async function showKeeping(place, row, store, games) {
  const usage = await store.usage();
  const lasting = await store.lasting();
  place.replaceChildren();
  if (store.problem)
    place.append(
      h(
        'p',
        { class: 'problem', role: 'alert' },
        icon('warning'),
        h('span', { say: `games.problem.${store.problem}` }),
      ),
    );
  if (usage) place.append(h('p', { class: 'dim', say: ['games.used', () => ({ size: size(usage.used) })] }));
  row.replaceChildren();
  if (games.length === 0) return;
  row.append(
    h(
      'button',
      { type: 'button', class: 'small', onclick: () => void exportGames(games) },
      icon('save'),
      h('span', { say: 'games.export_all' }),
    ),
  );
  if (lasting) place.append(h('p', { class: 'dim', say: 'games.kept' }));
  else if (!store.problem && store.canAskToLast)
    row.append(
      h('button', {
        type: 'button',
        class: 'small',
        say: 'games.keep',
        onclick: () => void askToLast(place, row, store, games),
      }),
    );
}

/** @param {HTMLElement} place @param {HTMLElement} row @param {Store} store @param {GameRecord[]} games */
async function askToLast(place, row, store, games) {
  if (!(await store.askToLast())) notice('games.not_promised');
  await showKeeping(place, row, store, games);
}

/** @param {number} bytes */
function size(bytes) {
  const [value, unit] = bytes < 1e6 ? [bytes / 1e3, 'kilobyte'] : [bytes / 1e6, 'megabyte'];
  return number(value, { style: 'unit', unit, maximumFractionDigits: 1 });
}
