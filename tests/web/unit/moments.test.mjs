// Times to come in words, in the time zone of the reader.
import assert from 'node:assert/strict';
import test from 'node:test';

process.env.TZ = 'Europe/Warsaw';
Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en-GB'] }, configurable: true });
const { Catalogue, useCatalogue } = await import('../../../src/sumito/web/shell/i18n.js');
const { moment } = await import('../../../src/sumito/web/shell/moments.js');

const messages = {
  'online.when.today': 'today {time}',
  'online.when.tomorrow': 'tomorrow {time}',
  'online.when.day': '{day}, {time}',
};
useCatalogue(new Catalogue({ language: 'en', plural: '0', messages }));

for (const [now, then, text] of [
  ['2026-08-10T00:01', '2026-08-10T23:59', 'today 23:59'],
  ['2026-08-10T23:59', '2026-08-11T00:01', 'tomorrow 00:01'],
  ['2026-08-10T12:00', '2026-08-14T21:00', 'Friday 14 August, 21:00'],
  ['2026-10-24T23:00', '2026-10-25T23:30', 'tomorrow 23:30'], // a day of 25 hours
  ['2026-10-24T23:00', '2026-10-26T00:30', 'Monday 26 October, 00:30'],
  ['2026-08-10T12:00', '2026-08-09T12:00', 'Sunday 9 August, 12:00'],
])
  test(`${then}, seen at ${now}`, () => {
    assert.equal(moment(new Date(then).getTime(), new Date(now).getTime()), text);
  });
