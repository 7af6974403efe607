// The message strip beside a board.
import './fakes/page.mjs';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { Catalogue, say, useCatalogue } from '../../../src/sumito/web/shell/i18n.js';

const { boardConfig } = await import('../../../src/sumito/web/shell/board_config.js');
const { Strip } = await import('../../../src/sumito/web/game/strip.js');
const read = async (name) =>
  JSON.parse(await readFile(new URL(`../../../src/sumito/data/catalogues/${name}.json`, import.meta.url), 'utf8'));

/** The words of a language that a game needs. */
async function catalogue(language) {
  const [words, game] = [await read(language), await read(`${language}.game`)];
  return new Catalogue({ ...words, messages: { ...words.messages, ...game.messages } });
}

test('a name in a sentence follows the language', async () => {
  useCatalogue(await catalogue('en'));
  const strip = new Strip({ config: boardConfig, onRotate: () => {} });
  strip.tell(() => [{ message: 'local.turn', parameters: { name: say('color.black') } }]);
  const [words] = strip.element.all('words');
  assert.equal(words.textContent, 'Black to move.');
  useCatalogue(await catalogue('fr'));
  assert.equal(words.textContent, say('local.turn', { name: say('color.black') }));
  assert.match(words.textContent, /Noir/i);
});
