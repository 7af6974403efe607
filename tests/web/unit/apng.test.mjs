// Animated PNGs from single ones.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { chunksOf, difference, joinFrames } from '../../../src/sumito/web/study/apng.js';

/** Write a PNG of one color, independently of the module. */
function png(width, height, color, { type = 6, pieces = 1 } = {}) {
  const chunk = (name, data) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, type, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([0]), ...Array(width).fill(Buffer.from(color))]);
  const data = deflateSync(Buffer.concat(Array(height).fill(row)));
  const cut = Math.ceil(data.length / pieces);
  const parts = Array.from({ length: pieces }, (_, i) => chunk('IDAT', data.subarray(i * cut, (i + 1) * cut)));
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return new Uint8Array(Buffer.concat([signature, chunk('IHDR', header), ...parts, chunk('IEND', Buffer.alloc(0))]));
}

const RED = [255, 0, 0, 255];
const BLUE = [0, 0, 255, 255];

test('frames become one file with their places, times and data', () => {
  const whole = joinFrames([
    { png: png(4, 3, RED), x: 0, y: 0, ms: 700 },
    { png: png(2, 1, BLUE, { pieces: 2 }), x: 1, y: 2, ms: 3000 },
  ]);
  const chunks = chunksOf(whole);
  assert.deepEqual(
    chunks.map(({ name }) => name),
    ['IHDR', 'acTL', 'fcTL', 'IDAT', 'fcTL', 'fdAT', 'fdAT', 'IEND'],
  );
  const read = (at, place) => Buffer.from(chunks[at].data).readUInt32BE(place);
  assert.deepEqual([read(1, 0), read(1, 4)], [2, 0], 'two frames, for ever');
  const control = (at) => [0, 4, 8, 12, 16].map((place) => read(at, place));
  assert.deepEqual(control(2), [0, 4, 3, 0, 0]);
  assert.deepEqual(control(4), [1, 2, 1, 1, 2]);
  assert.deepEqual([read(5, 0), read(6, 0)], [2, 3], 'every chunk of the animation has its number');
  const times = [2, 4].map((at) => Buffer.from(chunks[at].data).readUInt16BE(20));
  assert.deepEqual(times, [700, 3000]);
  const data = inflateSync(Buffer.concat([5, 6].map((at) => Buffer.from(chunks[at].data.subarray(4)))));
  assert.deepEqual([...data], [0, ...BLUE, ...BLUE]);
  // The checksums are those of zlib.
  for (let at = 8; at < whole.length;) {
    const size = Buffer.from(whole).readUInt32BE(at);
    const body = whole.subarray(at + 4, at + 8 + size);
    assert.equal(Buffer.from(whole).readUInt32BE(at + 8 + size), crc32(body));
    at += 12 + size;
  }
});

test('frames of other formats and other files are refused', () => {
  const first = { png: png(1, 1, RED), x: 0, y: 0, ms: 1 };
  const gray = { png: png(1, 1, [7], { type: 0 }), x: 0, y: 0, ms: 1 };
  assert.throws(() => joinFrames([first, gray]), RangeError);
  assert.throws(() => chunksOf(new Uint8Array(20)), RangeError);
});

test('a frame holds only the pixels that change', () => {
  const pixels = (text) => ({
    data: new Uint8ClampedArray([...text].flatMap((each) => [each.charCodeAt(0), 0, 0, 255])),
    width: 4,
    height: 3,
  });
  const before = pixels('abcdefghijkl');
  const { data, ...place } = difference(before, pixels('abcdeXghiYZl'));
  assert.deepEqual(place, { x: 1, y: 1, width: 2, height: 2 });
  const shown = [0, 1, 2, 3].map((i) => (data[4 * i + 3] ? String.fromCharCode(data[4 * i]) : '.'));
  assert.equal(shown.join(''), 'X.YZ');
  assert.deepEqual(difference(before, before), { x: 0, y: 0, width: 1, height: 1, data: new Uint8ClampedArray(4) });
});
