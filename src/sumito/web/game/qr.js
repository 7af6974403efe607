/** QR codes: bytes with the error correction of level M, up to 213 bytes. */
import { svg } from '../shell/dom.js';

/** Of each version from 1: the bytes for error correction in a block, the blocks, the centres of the small squares. */
const VERSIONS = /** @type {const} */ ([
  [10, 1, []],
  [16, 1, [6, 18]],
  [26, 1, [6, 22]],
  [18, 2, [6, 26]],
  [24, 2, [6, 30]],
  [16, 4, [6, 34]],
  [18, 4, [6, 22, 38]],
  [22, 4, [6, 24, 42]],
  [22, 5, [6, 26, 46]],
  [26, 5, [6, 28, 50]],
]);
/** A light edge of this width belongs to the code. */
const QUIET = 4;
/** The level M and the mask 0, as they stand in the code. Every mask can be read. */
const FORMAT = 0b101010000010010;

/** Draw a QR code, dark on light in every theme. @param {string} text */
export function qrPicture(text) {
  const modules = qrModules(text);
  const size = modules.length + 2 * QUIET;
  const dark = modules.flatMap((row, y) => row.flatMap((on, x) => (on ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : [])));
  return svg(
    'svg',
    { class: 'qr', viewBox: `0 0 ${size} ${size}`, role: 'img', 'say:aria-label': 'online.qr' },
    svg('path', { d: `M0 0h${size}v${size}H0z`, fill: '#fff' }),
    svg('path', { d: dark.join(''), fill: '#000', 'shape-rendering': 'crispEdges' }),
  );
}

/**
 * Return the dark modules of the smallest code that holds a text, by row and column.
 * @param {string} text
 * @throws {RangeError} if the text is too long
 */
export function qrModules(text) {
  const bytes = new TextEncoder().encode(text);
  const version = VERSIONS.findIndex((_, i) => bytes.length <= capacity(i + 1)) + 1;
  if (version === 0) throw new RangeError(`a text of ${bytes.length} bytes is too long for a QR code`);
  const code = new Code(version);
  code.place(codewords(bytes, version));
  return code.modules;
}

/** @param {number} version */
const sizeOf = (version) => 17 + 4 * version;

/** Return the number of all bytes in a code. @param {number} version */
function totalBytes(version) {
  const squares = VERSIONS[version - 1][2].length;
  const inSquares = squares ? 25 * (squares ** 2 - 3) - 10 * (squares - 2) : 0;
  const information = version >= 7 ? 36 : 0;
  return Math.floor((sizeOf(version) ** 2 - 3 * 64 - 31 - 2 * (sizeOf(version) - 16) - inSquares - information) / 8);
}

/** @param {number} version */
function dataBytes(version) {
  const [correction, blocks] = VERSIONS[version - 1];
  return totalBytes(version) - correction * blocks;
}

/** The length takes 8 bits, from version 10 on 16 bits; the mode takes 4. @param {number} version */
const capacity = (version) => dataBytes(version) - (version < 10 ? 2 : 3);

/** Return all bytes of a code in their order. @param {Uint8Array} bytes @param {number} version */
function codewords(bytes, version) {
  const bits = [...number(0b0100, 4), ...number(bytes.length, version < 10 ? 8 : 16)];
  for (const byte of bytes) bits.push(...number(byte, 8));
  bits.push(0, 0, 0, 0);
  /** @type {number[]} */ const data = [];
  for (let at = 0; at + 8 <= bits.length; at += 8) data.push(parseInt(bits.slice(at, at + 8).join(''), 2));
  for (let filler = 0xec; data.length < dataBytes(version); filler ^= 0xec ^ 0x11) data.push(filler);
  const [correction, blocks] = VERSIONS[version - 1];
  const shorter = Math.floor(data.length / blocks);
  const longFrom = blocks - (data.length % blocks);
  const parts = Array.from({ length: blocks }, (_, i) => {
    const start = i * shorter + Math.max(0, i - longFrom);
    return data.slice(start, start + shorter + (i >= longFrom ? 1 : 0));
  });
  const checks = parts.map((part) => remainder(part, correction));
  return [...interleave(parts), ...interleave(checks)];
}

/** @param {number[][]} parts */
function interleave(parts) {
  const longest = Math.max(...parts.map(({ length }) => length));
  return Array.from({ length: longest }, (_, i) => parts.flatMap((part) => part.slice(i, i + 1))).flat();
}

/** Return a number as bits. @param {number} value @param {number} size */
const number = (value, size) => Array.from({ length: size }, (_, i) => (value >> (size - 1 - i)) & 1);

/** Multiply in the field of 256 elements. @param {number} a @param {number} b */
function multiply(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> bit) & 1) * a);
  return product;
}

/** Return the bytes for error correction, by Reed and Solomon. @param {number[]} data @param {number} degree */
function remainder(data, degree) {
  const divisor = [...new Array(degree - 1).fill(0), 1];
  for (let i = 0, root = 1; i < degree; i++, root = multiply(root, 2))
    for (let j = 0; j < degree; j++) divisor[j] = multiply(divisor[j], root) ^ (divisor[j + 1] ?? 0);
  const rest = new Array(degree).fill(0);
  for (const byte of data) {
    const factor = byte ^ rest[0];
    rest.shift();
    rest.push(0);
    divisor.forEach((each, i) => (rest[i] ^= multiply(each, factor)));
  }
  return rest;
}

class Code {
  #size;
  /** Whether a module is part of a pattern, not of the data. @type {boolean[][]} */ #isPattern;
  /** @type {boolean[][]} */ modules;

  /** @param {number} version */
  constructor(version) {
    this.#size = sizeOf(version);
    const empty = () => Array.from({ length: this.#size }, () => new Array(this.#size).fill(false));
    this.modules = empty();
    this.#isPattern = empty();
    const end = this.#size - 1;
    for (let i = 0; i < this.#size; i++) {
      this.#set(6, i, i % 2 === 0);
      this.#set(i, 6, i % 2 === 0);
    }
    for (const [x, y] of [
      [3, 3],
      [end - 3, 3],
      [3, end - 3],
    ])
      this.#square(x, y, 4);
    const centres = VERSIONS[version - 1][2];
    for (const x of centres)
      for (const y of centres) {
        const isCorner = (x === 6 && (y === 6 || y === end - 6)) || (y === 6 && x === end - 6);
        if (!isCorner) this.#square(x, y, 2);
      }
    this.#setFormat();
    if (version >= 7) this.#setVersion(version);
  }

  /** Fill the modules beside the patterns: two columns up, two down, from the end. @param {number[]} bytes */
  place(bytes) {
    const bits = bytes.flatMap((byte) => number(byte, 8));
    let at = 0;
    let isUp = true;
    for (let right = this.#size - 1; right > 0; right -= 2) {
      if (right === 6) right = 5; // the column of a pattern
      for (let i = 0; i < this.#size; i++) {
        const y = isUp ? this.#size - 1 - i : i;
        for (const x of [right, right - 1])
          if (!this.#isPattern[y][x])
            this.modules[y][x] = (bits[at++] ?? 0) === 1 ? (x + y) % 2 === 1 : (x + y) % 2 === 0;
      }
      isUp = !isUp;
    }
  }

  /** @param {number} x @param {number} y @param {boolean} dark */
  #set(x, y, dark) {
    if (x < 0 || y < 0 || x >= this.#size || y >= this.#size) return;
    this.modules[y][x] = dark;
    this.#isPattern[y][x] = true;
  }

  /** Draw squares around a centre, one of them light. @param {number} x @param {number} y @param {number} r */
  #square(x, y, r) {
    for (let dy = -r; dy <= r; dy++)
      for (let dx = -r; dx <= r; dx++) {
        const distance = Math.max(Math.abs(dx), Math.abs(dy));
        this.#set(x + dx, y + dy, distance !== 4 && distance !== (r === 4 ? 2 : 1));
      }
  }

  #setFormat() {
    const end = this.#size - 1;
    for (let i = 0; i < 15; i++) {
      const dark = ((FORMAT >> i) & 1) === 1;
      const near = i < 6 ? i : i < 8 ? i + 1 : i < 9 ? 7 : 14 - i;
      if (i < 8) this.#set(8, near, dark);
      else this.#set(near, 8, dark);
      if (i < 8) this.#set(end - i, 8, dark);
      else this.#set(8, end - 14 + i, dark);
    }
    this.#set(8, end - 7, true);
  }

  /** @param {number} version */
  #setVersion(version) {
    let rest = version;
    for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
    const bits = (version << 12) | rest;
    for (let i = 0; i < 18; i++) {
      const dark = ((bits >> i) & 1) === 1;
      const [a, b] = [this.#size - 11 + (i % 3), Math.floor(i / 3)];
      this.#set(a, b, dark);
      this.#set(b, a, dark);
    }
  }
}
