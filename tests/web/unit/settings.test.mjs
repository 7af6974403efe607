import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

const KEY = 'sumito.settings';
/** @type {Map<string, string>} */
const kept = new Map();
/** @type {((event: object) => void)[]} */
const listeners = [];
let allowed = true;
let copy = 0;

/** @type {any} */ (globalThis).localStorage = {
  getItem: (/** @type {string} */ key) => {
    if (!allowed) throw new Error('not allowed');
    return kept.get(key) ?? null;
  },
  setItem: (/** @type {string} */ key, /** @type {string} */ value) => {
    if (!allowed) throw new Error('not allowed');
    kept.set(key, value);
  },
};
/** @type {any} */ (globalThis).addEventListener = (/** @type {string} */ _, /** @type {any} */ listener) =>
  listeners.push(listener);
/** @type {any} */ (globalThis).document = {
  documentElement: { dataset: { languages: '{"en":["English","ltr"],"he":["עברית","rtl"],"hu":["Magyar","ltr"]}' } },
};
Object.defineProperty(globalThis, 'navigator', { value: { languages: ['xx-FR', 'iw-IL', 'hu'] } });

/** Import a fresh copy of the module, as a newly opened page does. */
const opened = () => import(`../../../src/sumito/web/shell/settings.js?${copy++}`);

beforeEach(() => {
  kept.clear();
  allowed = true;
});

test('defaults', async () => {
  const { settings, CHOICES } = await opened();
  assert.equal(settings.get('language'), 'he');
  assert.equal(settings.get('sound'), false);
  assert.equal(settings.lasting, true);
  for (const name of Object.keys(CHOICES)) assert.ok(CHOICES[name].includes(settings.get(name)), name);
  const names = [
    'theme',
    'coordinates',
    'motion',
    'volume',
    'input',
    'confirm',
    'premove',
    'arrows',
    'rotation',
    'fit',
  ];
  assert.deepEqual(
    names.map((name) => settings.get(name)),
    ['system', true, 'normal', 6, 'auto', 'never', true, true, 0, false],
  );
});

test('numbers have a least and a most', async () => {
  const { settings } = await opened();
  for (const [name, most] of /** @type {const} */ ([
    ['volume', 10],
    ['rotation', 11],
  ])) {
    for (const value of [0, most]) {
      settings.set(name, value);
      assert.equal(settings.get(name), value);
    }
    for (const value of [-1, most + 1, 0.5]) assert.throws(() => settings.set(name, value), RangeError);
  }
});

test('a choice is kept, told, and refused where there is no such choice', async () => {
  const { settings } = await opened();
  const told = /** @type {string[]} */ ([]);
  const end = settings.on('theme', (/** @type {string} */ value) => told.push(value));
  settings.set('theme', 'dark');
  settings.set('theme', 'dark');
  settings.set('board', 'slate');
  end();
  settings.set('theme', 'light');
  assert.deepEqual(told, ['dark']);
  assert.throws(() => settings.set('theme', 'pink'), RangeError);
  assert.equal((await opened()).settings.get('theme'), 'light');
  assert.equal((await opened()).settings.get('board'), 'slate');
});

test('what is kept but may not be chosen is left out', async () => {
  kept.set(KEY, '{"theme": "pink", "rotation": 3, "sound": 1, "else": 2}');
  const { settings } = await opened();
  assert.deepEqual([settings.get('theme'), settings.get('rotation'), settings.get('sound')], ['system', 3, false]);
  for (const text of ['{', 'null', '7', '[]']) {
    kept.set(KEY, text);
    assert.equal((await opened()).settings.get('rotation'), 0, text);
  }
});

test('the rotation is read under its former name too', async () => {
  kept.set(KEY, '{"turn": 3, "volume": 2}');
  const { settings } = await opened();
  assert.equal(settings.get('rotation'), 3);
  settings.set('volume', 4);
  assert.deepEqual(JSON.parse(/** @type {string} */ (kept.get(KEY))), { volume: 4, rotation: 3 });
  kept.set(KEY, '{"turn": 3, "rotation": 0}');
  assert.equal((await opened()).settings.get('rotation'), 0, 'the new name decides');
});

test('other tabs are followed', async () => {
  const { settings } = await opened();
  const told = /** @type {string[]} */ ([]);
  settings.on('marbles', (/** @type {string} */ value) => told.push(value));
  for (const listener of listeners) listener({ key: KEY, newValue: '{"marbles": "patterned"}' });
  assert.deepEqual(told, ['patterned']);
  for (const listener of listeners) listener({ key: 'other', newValue: '{}' });
  assert.equal(settings.get('marbles'), 'patterned');
});

test('without a place to keep it, a choice holds for the page, which can tell', async () => {
  allowed = false;
  const { settings } = await opened();
  assert.equal(settings.lasting, false);
  settings.set('board', 'contrast');
  assert.equal(settings.get('board'), 'contrast');
});

test('everything as at first, but the language', async () => {
  const { settings } = await opened();
  settings.set('language', 'hu');
  settings.set('volume', 9);
  settings.reset();
  assert.deepEqual([settings.get('language'), settings.get('volume')], ['hu', 6]);
});

test('settings of another browser fill those that were not changed here', async () => {
  const { settings } = await opened();
  settings.set('theme', 'dark');
  settings.fill({ theme: 'light', board: 'slate', marbles: 'of glass', other: 1 });
  assert.deepEqual(settings.kept, { theme: 'dark', board: 'slate' });
  assert.deepEqual(JSON.parse(/** @type {string} */ (kept.get(KEY))), { theme: 'dark', board: 'slate' });
  settings.fill(null);
  assert.deepEqual(settings.kept, { theme: 'dark', board: 'slate' });
});
