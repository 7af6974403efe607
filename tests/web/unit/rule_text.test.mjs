// The rule beside a figure in a dialog.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import './fakes/page.mjs';
import { ruleOf } from '../../../src/sumito/web/figures/rule_text.js';

const data = (name) => JSON.parse(readFileSync(new URL(`../../../src/sumito/data/${name}`, import.meta.url), 'utf8'));
const { chapters } = data('rulebook.json');

test('a figure has the last text before it', () => {
  assert.deepEqual(ruleOf(chapters, 'in_line'), { chapter: 'movement', text: 'rulebook.movement.in_line' });
  assert.deepEqual(ruleOf(chapters, 'sumito42'), { chapter: 'sumito', text: 'rulebook.sumito.most' });
  assert.equal(ruleOf(chapters, 'no such figure'), null);
});

test('every figure of the rulebook has a rule', () => {
  const shown = chapters.flatMap(({ blocks }) => blocks.flatMap(({ figures = [] }) => figures));
  assert.equal(new Set(shown).size, data('figures.json').figures.length);
  assert.deepEqual(
    shown.filter((id) => !ruleOf(chapters, id)),
    [],
  );
});
