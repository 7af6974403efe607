// Write the QR codes of the texts in the arguments as rows of 0 and 1, with an empty line after each.
import { qrModules } from '../../src/sumito/web/game/qr.js';

for (const text of process.argv.slice(2))
  console.log(
    `${qrModules(text)
      .map((row) => row.map(Number).join(''))
      .join('\n')}\n`,
  );
