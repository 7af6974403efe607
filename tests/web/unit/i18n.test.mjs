// The words of the page, without a page. tests/web/test_words.py compares them with Python.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import './fakes/page.mjs';
import {
  Catalogue,
  bind,
  label,
  loadLanguage,
  pluralRule,
  rich,
  say,
  sentences,
  useCatalogue,
} from '../../../src/sumito/web/shell/i18n.js';

const POLISH = '(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2)';

/** @param {string} language @param {Record<string, string|string[]>} messages */
const catalogue = (language, messages) =>
  new Catalogue({
    language,
    direction: language === 'he' ? 'rtl' : 'ltr',
    plural: language === 'pl' ? POLISH : '(n != 1)',
    messages,
  });

test('plural rules are C', () => {
  for (let n = 0; n <= 200; n++) {
    const few = n % 10 >= 2 && n % 10 <= 4 && !(n % 100 >= 12 && n % 100 <= 14);
    assert.equal(pluralRule(POLISH)(n), n === 1 ? 0 : few ? 1 : 2);
    assert.equal(pluralRule('n != 1')(n), +(n !== 1));
    assert.equal(pluralRule('n==1 ? 0 : n==2 ? 1 : 2')(n), n === 1 ? 0 : n === 2 ? 1 : 2);
  }
  assert.equal(pluralRule('1 + 2 * 3 - 7 / 2')(0), 4);
  assert.equal(pluralRule('10 - 3 - 2')(0), 5);
  assert.equal(pluralRule('!n || n > 3 && n < 6')(0), 1);
  assert.deepEqual([1, 4, 5, 6].map(pluralRule('!n || n > 3 && n < 6')), [0, 1, 1, 0]);
});

test('what is no rule is refused', () => {
  for (const rule of ['', 'n ==', 'n ? 1', 'n = 1', 'alert(1)', '(n', 'n n', 'm', '1.5']) {
    assert.throws(() => pluralRule(rule), SyntaxError, rule);
  }
});

test('parameters of every kind', () => {
  const polish = catalogue('pl', {
    turn: '{player:Czarne|Białe}: {cells}, {way}, {word}, {player}',
    count: ['{n} kula', '{n} kule', '{n} kul'],
    'color.black': 'czarne',
    'color.white': 'białe',
    'list.and': '{list} i {last}',
    'list.or': '{list} lub {last}',
    'direction.NE': 'w górę',
    'direction.SW': 'w dół',
  });
  const rest = { cells: { cells: [0, 30, 60] }, way: { directions: [1, 4] }, word: '$& {n}' };
  assert.equal(
    polish.say('turn', { player: { color: 'black' }, ...rest }),
    'Czarne: a1, e5 i i9, w górę lub w dół, $& {n}, czarne',
  );
  assert.equal(
    polish.say('turn', { player: { color: 'white' }, ...rest }),
    'Białe: a1, e5 i i9, w górę lub w dół, $& {n}, białe',
  );
  assert.deepEqual(
    [1, 2, 5, 22].map((n) => polish.say('count', { n })),
    ['1 kula', '2 kule', '5 kul', '22 kule'],
  );
  assert.throws(() => polish.say('turn', {}), /no parameter player for the message turn/);
  assert.throws(() => polish.say('nothing.here'), /no message nothing\.here in the catalogue pl/);
  assert.throws(() => polish.say('toString'), /no message/);
});

test('notation is isolated where the text runs from right to left', () => {
  const hebrew = catalogue('he', { at: '{cells}', 'list.and': '{list} ו-{last}' });
  assert.equal(hebrew.say('at', { cells: { cells: [0, 1] } }), '\u2066a1\u2069 ו-\u2066a2\u2069');
  assert.equal(hebrew.notation('e5'), '\u2066e5\u2069');
  assert.equal(hebrew.direction, 'rtl');
  assert.equal(catalogue('hu', {}).notation('e5'), 'e5');
});

test('links are those of the catalogue, never of what is put in', () => {
  const words = catalogue('en', { won: '{name} has [broken|pac] a pac at {cells}.' });
  assert.deepEqual(words.parts('won', { name: '[x|pac]', cells: { cells: [0] } }), [
    { text: '[x|pac] has ', term: null },
    { text: 'broken', term: 'pac' },
    { text: ' a pac at \u2066a1\u2069.', term: null },
  ]);
});

test('in an element, terms are links and notation is isolated by an element', () => {
  /** @type {any} */ (document).createDocumentFragment = () => document.createElement('fragment');
  useCatalogue(catalogue('he', { won: 'ב-{cells} [פאק|pac]!' }));
  const { children } = /** @type {any} */ (rich('won', { cells: { cells: [0] } }));
  assert.deepEqual(
    children.map((/** @type {any} */ each) => each.textContent ?? each),
    ['ב-', 'a1', ' ', 'פאק', '!'],
  );
  const [, isolated, , link] = children;
  assert.deepEqual([isolated.tag, isolated.dir], ['bdi', 'ltr']);
  assert.deepEqual([link.tag, link.className, link.dataset.term], ['a', 'term', 'pac']);
  assert.match(link.href, /\/rules\/glossary\/#pac$/);
});

test('a switch of the language says everything again', () => {
  const element = /** @type {any} */ ({
    textContent: '',
    setAttribute(/** @type {string} */ name, /** @type {string} */ value) {
      this[name] = value;
    },
  });
  useCatalogue(catalogue('en', { hello: 'Hello {name}', bye: 'Bye' }));
  label(element, 'bye');
  label(element, 'hello', { name: 'Ada' });
  label(element, 'bye', {}, 'title');
  assert.equal(element.textContent, 'Hello Ada');
  useCatalogue(catalogue('hu', { hello: 'Szia, {name}', bye: 'Viszlát' }));
  assert.equal(element.textContent, 'Szia, Ada');
  assert.equal(element.title, 'Viszlát');
  assert.equal(sentences([{ message: 'bye' }, { message: 'hello', parameters: { name: 'x' } }]), 'Viszlát Szia, x');
  let written = 0;
  bind(element, '', () => void written++);
  useCatalogue(catalogue('en', { bye: 'Bye' }));
  assert.equal(written, 2);
});

test('a language is loaded with the words of the rulebook if asked for, and the last one asked for wins', async (t) => {
  /** @type {Map<string, (answer: object) => void>} */
  const asked = new Map();
  t.mock.method(
    globalThis,
    'fetch',
    (/** @type {URL} */ url) => new Promise((answer) => asked.set(url.pathname.split('/').at(-1) ?? '', answer)),
  );
  const answer = (/** @type {string} */ name, /** @type {object} */ messages) =>
    asked.get(name)?.({ ok: true, json: async () => ({ language: name.slice(0, 2), plural: 'n != 1', messages }) });
  const first = loadLanguage('hu');
  const second = loadLanguage('pl', 'book');
  assert.deepEqual([...asked.keys()], ['hu.json', 'pl.json', 'pl.book.json']);
  answer('pl.json', { hello: 'Cześć' });
  answer('pl.book.json', { rule: 'Zasada' });
  await second;
  answer('hu.json', { hello: 'Szia' });
  await first;
  assert.deepEqual([say('hello'), say('rule')], ['Cześć', 'Zasada']);
  asked.clear();
  const third = loadLanguage('he', 'online');
  assert.deepEqual([...asked.keys()], ['he.json', 'he.book.json', 'he.online.json'], 'the words of the rulebook stay');
  answer('he.json', { hello: 'שלום' });
  answer('he.book.json', {});
  answer('he.online.json', { lobby: 'לובי' });
  await third;
  assert.equal(say('lobby'), 'לובי');
  asked.clear();
  const fourth = loadLanguage('en');
  asked.get('en.json')?.({ ok: false, status: 404 });
  answer('en.book.json', {});
  answer('en.online.json', {});
  await assert.rejects(fourth, /the catalogue en\.json cannot be loaded: 404/);
  asked.clear();
  const fifth = loadLanguage('en');
  assert.deepEqual([...asked.keys()], ['en.json'], 'only the file that failed is fetched again');
  answer('en.json', { hello: 'Hello' });
  await fifth;
  assert.equal(say('hello'), 'Hello');
});

test('words that are loaded at the same time are there for both', async (context) => {
  /** @type {() => void} */ let slow = () => {};
  const waiting = new Promise((done) => (slow = () => done(undefined)));
  context.mock.method(globalThis, 'fetch', async (/** @type {URL} */ url) => {
    const name = url.pathname.split('/').at(-1) ?? '';
    if (name === 'fr.share.json') await waiting;
    return { ok: true, json: async () => ({ language: 'fr', plural: 'n != 1', messages: { [name]: 'mot' } }) };
  });
  const first = loadLanguage('fr', 'coach').then(() => say('fr.coach.json'));
  const second = loadLanguage('fr', 'share').then(() => say('fr.share.json'));
  slow();
  assert.deepEqual(await Promise.all([first, second]), ['mot', 'mot']);
});

test('a missing message is shown by its name, and complained of', (context) => {
  const complaint = context.mock.method(console, 'error', () => {});
  assert.equal(say('not.there'), 'not.there');
  assert.equal(complaint.mock.callCount(), 1);
});
