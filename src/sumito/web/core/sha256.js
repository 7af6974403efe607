// SHA-256, for checksums of small files. The browser's own is there only on secure pages, and a page of another machine
// in the house is none.

/** The first bits of the fractions of a root of the first primes. @param {number} count @param {number} root */
function fractions(count, root) {
  const found = [];
  for (let number = 2; found.length < count; number++) {
    let prime = true;
    for (let factor = 2; factor * factor <= number; factor++) prime &&= number % factor !== 0;
    const value = number ** (1 / root);
    if (prime) found.push(((value - Math.floor(value)) * 2 ** 32) | 0);
  }
  return found;
}

const START = fractions(8, 2);
const ROUNDS = fractions(64, 3);

/** @param {number} word @param {number} by */
const rotated = (word, by) => (word >>> by) | (word << (32 - by));

/** The checksum, in hexadecimal. @param {Uint8Array} data */
export function sha256(data) {
  const blocks = Math.ceil((data.length + 9) / 64);
  const padded = new Uint8Array(64 * blocks);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(padded.length - 4, data.length << 3);
  let state = START;
  for (let block = 0; block < blocks; block++) state = mixed(state, view, 64 * block);
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

/** The state after one more block. @param {number[]} state @param {DataView} view @param {number} at */
function mixed(state, view, at) {
  const words = new Int32Array(64);
  for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const [before, after] = [words[i - 15], words[i - 2]];
    const small = rotated(before, 7) ^ rotated(before, 18) ^ (before >>> 3);
    const large = rotated(after, 17) ^ rotated(after, 19) ^ (after >>> 10);
    words[i] = words[i - 16] + small + words[i - 7] + large;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const chosen = (e & f) ^ (~e & g);
    const one = (h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + chosen + ROUNDS[i] + words[i]) | 0;
    const two = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((word, i) => (word + state[i]) | 0);
}
