// The checksum, beside that of Node.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import test from 'node:test';

import { sha256 } from '../../../src/sumito/web/core/sha256.js';

test('checksums of every length around a block, and of a large one', () => {
  for (const length of [...Array(200).keys(), 2318, 100_000]) {
    const data = randomBytes(length);
    assert.equal(sha256(data), createHash('sha256').update(data).digest('hex'), `${length} bytes`);
  }
});
