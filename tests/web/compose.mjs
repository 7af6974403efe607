// Says what it is asked to: reads {language: {file, asked: [[message, parameters], ...]}}, writes {language: [text, ...]}.

import { readFileSync } from 'node:fs';

import { Catalogue } from '../../src/sumito/web/i18n.js';

const answers = {};
for (const [language, { file, asked }] of Object.entries(JSON.parse(readFileSync(0, 'utf8')))) {
  const words = new Catalogue(JSON.parse(readFileSync(file, 'utf8')));
  answers[language] = asked.map(([message, parameters]) => words.say(message, parameters));
}
process.stdout.write(JSON.stringify(answers));
