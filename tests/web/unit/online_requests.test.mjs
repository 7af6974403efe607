// The requests of online play.
import assert from 'node:assert/strict';
import test, { afterEach } from 'node:test';
import { RequestError, withdrawSeek } from '../../../src/sumito/web/net/online_requests.js';

const realFetch = globalThis.fetch;
/** @param {number} status */
const answerWith = (status) => {
  globalThis.fetch = async () => new Response('{}', { status });
};
afterEach(() => {
  globalThis.fetch = realFetch;
});

test('a seek that is gone counts as withdrawn', async () => {
  answerWith(404);
  await withdrawSeek(7);
});

test('other refusals of a withdrawal are errors', async () => {
  answerWith(429);
  await assert.rejects(withdrawSeek(7), (error) => error instanceof RequestError && error.status === 429);
});
