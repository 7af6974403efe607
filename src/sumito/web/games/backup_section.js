/** The part of My games that saves everything in one file, and restores it. */

import { h } from '../shell/dom.js';
import { icon } from '../shell/icons.js';
import { settings } from '../shell/settings.js';
import { notice } from '../shell/shell.js';
import { saveFile } from '../study/exchange.js';
import { BackupError, combined, readBackup, writeBackup } from './backup.js';

/** @typedef {import('../shell/store.js').Store} Store */

/** @param {Store} store */
export function backupSection(store) {
  const file = h('input', {
    type: 'file',
    accept: '.json,application/json',
    class: 'unseen',
    id: 'backup-file',
    onchange: async () => {
      const [first] = file.files ?? [];
      if (!first) return;
      file.disabled = true;
      await restore(first, store);
      file.value = ''; // so that the same file can be chosen again
      file.disabled = false;
      file.focus();
    },
  });
  return h(
    'section',
    { class: 'backup', 'aria-labelledby': 'backup' },
    h('h2', { id: 'backup', say: 'games.backup' }),
    h('p', { class: 'dim', say: 'games.backup.why' }),
    h(
      'div',
      { class: 'row' },
      h(
        'button',
        { type: 'button', class: 'small', onclick: () => void save(store) },
        icon('save'),
        h('span', { say: 'games.backup.save' }),
      ),
      file,
      h(
        'label',
        { class: 'button small', for: 'backup-file' },
        icon('open'),
        h('span', { say: 'games.backup.restore' }),
      ),
    ),
  );
}

/** @param {Store} store */
async function save(store) {
  try {
    const text = writeBackup({ settings: settings.kept, ...(await store.everything()) });
    saveFile(text, `sumito-${new Date().toISOString().slice(0, 10)}.json`);
  } catch (error) {
    console.warn(error);
    notice('games.backup.not_saved', { kind: 'bad' });
  }
}

/** @param {File} file @param {Store} store */
async function restore(file, store) {
  try {
    const content = readBackup(await file.text());
    const { added } = await store.changeAll((here) => combined(here, content));
    settings.fill(content.settings);
    notice('games.backup.restored', { parameters: { n: added } });
  } catch (error) {
    if (!(error instanceof BackupError)) console.warn(error);
    notice(error instanceof BackupError ? `games.backup.${error.code}` : 'games.backup.failed', { kind: 'bad' });
  }
}
