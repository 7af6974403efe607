// Compose messages: read {language: {files, asked: [[message, parameters], ...]}}, write {language: [text, ...]}.

import { readFileSync } from 'node:fs';

import { Catalogue } from '../../src/sumito/web/shell/i18n.js';

const answers = {};
for (const [language, { files, asked }] of Object.entries(JSON.parse(readFileSync(0, 'utf8')))) {
  const [file, book] = files.map((each) => JSON.parse(readFileSync(each, 'utf8')));
  const words = new Catalogue({ ...file, messages: { ...file.messages, ...book.messages } });
  answers[language] = asked.map(([message, parameters]) => words.say(message, parameters));
}
process.stdout.write(JSON.stringify(answers));
