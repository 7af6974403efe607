/** Animated PNGs: the frames are PNGs of the browser, and an animation only adds chunks around their data. */

/** A frame: its PNG, its place in the first one, and how long it is shown. */
/** @typedef {{png: Uint8Array, x: number, y: number, ms: number}} Frame */
/** @typedef {{data: Uint8ClampedArray, width: number, height: number}} Pixels four bytes each, as in `ImageData` */

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
const OVER = 1; // transparent pixels of a frame leave those before it

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n;
  for (let i = 0; i < 8; i++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** @param {Uint8Array} bytes */
function checksum(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = TABLE[(value ^ byte) & 255] ^ (value >>> 8);
  return ~value >>> 0;
}

/** @param {Uint8Array} png @returns {{name: string, data: Uint8Array}[]} */
export function chunksOf(png) {
  if (SIGNATURE.some((byte, i) => png[i] !== byte)) throw new RangeError('not a PNG');
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const chunks = [];
  for (let at = SIGNATURE.length; at < png.length;) {
    const size = view.getUint32(at);
    const name = String.fromCharCode(...png.subarray(at + 4, at + 8));
    chunks.push({ name, data: png.subarray(at + 8, at + 8 + size) });
    at += 12 + size;
  }
  return chunks;
}

/** @param {string} name @param {Uint8Array} data */
function chunk(name, data) {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i++) bytes[4 + i] = name.charCodeAt(i);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, checksum(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

/** @param {number[]} values of 32 bits @param {number[]} [shorts] of 16 bits @param {number[]} [rest] bytes */
function packed(values, shorts = [], rest = []) {
  const bytes = new Uint8Array(4 * values.length + 2 * shorts.length + rest.length);
  const view = new DataView(bytes.buffer);
  values.forEach((value, i) => view.setUint32(4 * i, value));
  shorts.forEach((value, i) => view.setUint16(4 * values.length + 2 * i, value));
  bytes.set(rest, 4 * values.length + 2 * shorts.length);
  return bytes;
}

/**
 * Join PNGs to one animated PNG that repeats. The first frame has the size of the picture.
 * @param {readonly Frame[]} frames
 * @returns {Uint8Array}
 * @throws {RangeError} the frames do not have the same format
 */
export function joinFrames(frames) {
  const parts = [Uint8Array.from(SIGNATURE)];
  let sequence = 0;
  /** @type {Uint8Array|null} */ let format = null;
  for (const { png, x, y, ms } of frames) {
    const chunks = chunksOf(png);
    const [header] = chunks;
    const size = new DataView(header.data.buffer, header.data.byteOffset);
    const data = chunks.filter(({ name }) => name === 'IDAT');
    const isFirst = format === null;
    if (format === null) {
      format = header.data.subarray(8);
      parts.push(chunk('IHDR', header.data), chunk('acTL', packed([frames.length, 0])));
    } else if (format.some((byte, i) => byte !== header.data[8 + i])) throw new RangeError('frames of several formats');
    const place = [sequence++, size.getUint32(0), size.getUint32(4), x, y];
    parts.push(chunk('fcTL', packed(place, [ms, 1000], [0, isFirst ? 0 : OVER])));
    for (const { data: bytes } of data) {
      if (isFirst) parts.push(chunk('IDAT', bytes));
      else parts.push(chunk('fdAT', Uint8Array.from([...packed([sequence++]), ...bytes])));
    }
  }
  parts.push(chunk('IEND', new Uint8Array(0)));
  const whole = new Uint8Array(parts.reduce((sum, each) => sum + each.length, 0));
  let at = 0;
  for (const each of parts) {
    whole.set(each, at);
    at += each.length;
  }
  return whole;
}

/**
 * Return the smallest part of a picture with all pixels that differ from the picture before. Its other pixels are
 * transparent. It has at least one pixel.
 * @param {Pixels} before @param {Pixels} now both opaque, of the same size
 * @returns {Pixels & {x: number, y: number}}
 */
export function difference(before, now) {
  const old = new Uint32Array(before.data.buffer, before.data.byteOffset, before.width * before.height);
  const pixels = new Uint32Array(now.data.buffer, now.data.byteOffset, now.width * now.height);
  let [left, right, top, bottom] = [now.width, -1, now.height, -1];
  for (let i = 0; i < pixels.length; i++) {
    if (pixels[i] === old[i]) continue;
    const x = i % now.width,
      y = (i - x) / now.width;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = y;
  }
  if (right < 0) return { x: 0, y: 0, width: 1, height: 1, data: new Uint8ClampedArray(4) };
  const [width, height] = [right - left + 1, bottom - top + 1];
  const part = new Uint32Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = (top + y) * now.width + left + x;
      if (pixels[at] !== old[at]) part[y * width + x] = pixels[at];
    }
  return { x: left, y: top, width, height, data: new Uint8ClampedArray(part.buffer) };
}
