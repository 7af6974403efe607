/** The dialogs that import and export games and positions. */

import { hasPlayers } from '../core/core.js';
import { DIALECTS, FORMS } from '../core/names.js';
import { recordOf, replayRules, snapshotOf } from '../core/record_tree.js';
import { copyField } from '../shell/clipboard.js';
import { showing } from '../shell/dialog.js';
import { h } from '../shell/dom.js';
import { loadLanguage, say, sentences } from '../shell/i18n.js';
import { icon } from '../shell/icons.js';
import { settings } from '../shell/settings.js';
import { loaded, notice } from '../shell/shell.js';
import { address, finished, saveFile, whoPlayed, write } from './exchange.js';
import { read } from './reading.js';

/** @typedef {import('../core/core.js').Core} Core */
/** @typedef {import('../core/records.js').Records} Records */
/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {import('../core/record_tree.js').TreeRecord} TreeRecord */
/** @typedef {import('./tree.js').GameTree} GameTree */
/** @typedef {import('../core/types.js').Form} Form */
/** @typedef {import('../core/types.js').Dialect} Dialect */

const LISTED = 500; // the most games of a file in the list

/**
 * @param {Core} core the one of two players @param {Records} records
 * @returns {Promise<TreeRecord|null>} the game that was chosen
 */
export async function askForGame(core, records) {
  /** @type {TreeRecord[]} */ let games = [];
  /** @type {TreeRecord|null} */ let chosen = null;
  const problems = h('div', { class: 'problems', role: 'alert' });
  const reading = h('p', { class: 'dim reading' });
  const list = h('ul', { class: 'found' });
  const area = h('textarea', { id: 'import-text', rows: 7, dir: 'ltr', spellcheck: 'false', autocapitalize: 'off' });
  const take = (/** @type {TreeRecord} */ record) => {
    chosen = record;
    box.close('yes');
  };
  /** The number of the newest request to read. Results of earlier ones are ignored. */ let looks = 0;
  const look = async (/** @type {string|Uint8Array} */ source) => {
    const mine = ++looks,
      wanted = () => mine === looks && box.open;
    list.replaceChildren();
    problems.replaceChildren();
    const found = await loaded(
      readNamed(core, records, source, (n) => {
        if (!wanted()) return false;
        reading.textContent = say('analysis.import.reading', { n });
        return true;
      }),
    );
    if (!wanted()) return undefined;
    reading.textContent = '';
    if (!found) return undefined;
    games = found.records;
    problems.replaceChildren(...found.problems.slice(0, 5).map((each) => h('p', {}, sentences(each))));
    if (games.length === 1 && found.problems.length === 0) return take(games[0]);
    list.append(
      ...games
        .slice(0, LISTED)
        .map((record) =>
          h('li', {}, h('button', { type: 'button', onclick: () => take(record) }, title(core, record))),
        ),
    );
    if (games.length > LISTED) problems.append(h('p', {}, say('analysis.import.more', { n: games.length - LISTED })));
    return undefined;
  };
  const file = h('input', {
    type: 'file',
    accept: '.apgn,.pgn,.txt,text/plain',
    class: 'unseen',
    id: 'import-file',
    onchange: async () => {
      const [first] = file.files ?? [];
      if (!first) return;
      const data = await first.arrayBuffer().catch(() => null); // it was deleted, or cannot be read
      file.value = ''; // so that the same file can be chosen again after a correction
      if (data) await look(new Uint8Array(data));
      else problems.replaceChildren(h('p', {}, say('analysis.import.unreadable')));
    },
  });
  const box = h(
    'dialog',
    { class: 'exchange', 'aria-labelledby': 'import-title' },
    h('h2', { id: 'import-title', say: 'analysis.import' }),
    h('label', { for: 'import-text', say: 'analysis.import.how' }),
    area,
    reading,
    problems,
    list,
    h(
      'div',
      { class: 'row' },
      file,
      h('label', { class: 'button', for: 'import-file', say: 'analysis.import.file' }),
      h('button', { type: 'button', say: 'app.cancel', onclick: () => box.close('') }),
      h('button', {
        type: 'button',
        class: 'primary',
        say: 'analysis.import.open',
        onclick: () => void look(area.value),
      }),
    ),
  );
  await showing(box);
  return chosen;
}

/** Read games, and load the names of their colors for the titles in the list. @type {typeof read} */
async function readNamed(...given) {
  const found = await read(...given);
  if (found.records.some(({ start }) => hasPlayers(start))) await loadLanguage(settings.get('language'), 'several');
  return found;
}

/** Return the players, the event and the date. @param {Core} core @param {TreeRecord} record */
function title(core, record) {
  const { Event = '?', Date: day = '' } = Object.fromEntries(record.headers);
  return [whoPlayed(core, record), Event, day].filter((each) => !/^[?.]*$/.test(each)).join(' · ') || '? – ?';
}

/**
 * @param {Core} core the one for its start @param {Records} records @param {GameTree} tree
 * @param {Game} game the position on the board
 * @param {number} rotation of the board
 */
export async function offerExport(core, records, tree, game, rotation) {
  const whole = address(core, records, tree);
  const isSeveral = game.players.length > 2; // they have neither PGN nor other forms of positions
  const dialects = DIALECTS.slice(0, isSeveral ? 2 : -1),
    forms = isSeveral ? FORMS.slice(0, 1) : FORMS;
  const area = h('textarea', {
    id: 'export-text',
    rows: 9,
    dir: 'ltr',
    readonly: true,
    'say:aria-label': 'analysis.export.text',
  });
  const menu = h(
    'select',
    { id: 'export-form', onchange: () => show() },
    h(
      'optgroup',
      { 'say:label': 'analysis.export.game' },
      ...dialects.map((each) => h('option', { value: `game.${each}`, say: `analysis.dialect.${each}` })),
    ),
    h(
      'optgroup',
      { 'say:label': 'analysis.export.position' },
      ...forms.map((each) => h('option', { value: `position.${each}`, say: `analysis.form.${each}` })),
    ),
    whole && h('option', { value: 'link', say: 'analysis.export.link' }),
  );
  const problem = h('p', { class: 'problem', role: 'alert', hidden: true, say: 'analysis.export.cannot' });
  const textOf = (/** @type {string} */ chosen) => {
    const [kind, name] = chosen.split('.');
    if (kind === 'link') return whole ?? '';
    return kind === 'game'
      ? write(core, records, tree.record, /** @type {Dialect} */ (name))
      : game.position(/** @type {Form} */ (name));
  };
  const show = () => {
    try {
      area.value = textOf(menu.value);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      area.value = ''; // a tag of the record has another meaning in this dialect
    }
    problem.hidden = area.value !== '';
    save.disabled = take.disabled = area.value === '';
  };
  const copy = async () => {
    if (await copyField(area)) notice('analysis.copied');
  };
  const save = h(
    'button',
    {
      type: 'button',
      onclick: () =>
        saveFile(
          `${area.value.trimEnd()}\n`,
          menu.value === 'game.playstrategy'
            ? 'abalone.pgn'
            : menu.value.startsWith('game')
              ? 'abalone.apgn'
              : 'abalone.txt',
        ),
    },
    icon('save'),
    h('span', { say: 'analysis.export.save' }),
  );
  const take = h('button', {
    type: 'button',
    class: 'primary',
    say: 'analysis.export.copy',
    onclick: () => void copy(),
  });
  const box = h(
    'dialog',
    { class: 'exchange', 'aria-labelledby': 'export-title' },
    h('h2', { id: 'export-title', say: 'analysis.export' }),
    h('label', { for: 'export-form', say: 'analysis.export.how' }),
    menu,
    area,
    problem,
    h(
      'div',
      { class: 'row' },
      h('button', { type: 'button', say: 'app.close', onclick: () => box.close('') }),
      h(
        'button',
        { type: 'button', onclick: () => box.close('share') },
        icon('up'),
        h('span', { say: 'record.pictures' }),
      ),
      save,
      take,
    ),
  );
  show();
  if ((await showing(box)) === 'share') await share(core, tree, rotation);
}

/**
 * Offer pictures of the position and of the game, and a short link. In a variation, the game leads to the current node.
 * @param {Core} core @param {GameTree} tree @param {number} rotation of the board
 */
async function share(core, tree, rotation) {
  try {
    const { openShare } = await import('./share.js');
    const { start, marblesToEject } = tree.record;
    const moves = tree.inMainLine ? snapshotOf(tree.record).moves : tree.moves;
    const game = core.replay({ start, moves: [], rules: replayRules(marblesToEject) });
    /** @type {import('./picture.js').Diagram[]} */ const positions = [{ marbles: game.placement(), last: null }];
    for (const move of moves) {
      const last = game.move(move);
      game.play(move);
      positions.push({ marbles: game.placement(), last });
    }
    const record = tree.inMainLine ? finished(core, tree.record) : recordOf(game);
    game.free();
    await openShare({ record, positions, at: tree.ply, rotation });
  } catch (error) {
    console.error(error);
    notice('app.failed', { kind: 'bad' });
  }
}
