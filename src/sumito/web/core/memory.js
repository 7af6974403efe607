// The interface to the module: its calls, and reading and writing its memory.

/** @typedef {Record<string, (...values: (number | bigint)[]) => any>} Calls */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Memory {
  #memory;
  /** @type {Map<string, {at: number, size: number}>} */
  #buffers = new Map();

  /** @param {WebAssembly.Exports} exports */
  constructor(exports) {
    /** The exports of the module, by the names of api.hpp. */
    this.calls = /** @type {Calls} */ (/** @type {unknown} */ (exports));
    this.#memory = /** @type {WebAssembly.Memory} */ (exports.memory);
  }

  /** Return a view of the memory. Do not keep it: a call that grows the memory detaches the view. */
  view() {
    return new DataView(this.#memory.buffer);
  }

  /** @param {number} at @param {number} size */
  bytes(at, size) {
    return new Uint8Array(this.#memory.buffer, at >>> 0, size);
  }

  /** Read text from the memory. @param {number} at @param {number} size */
  text(at, size) {
    return decoder.decode(this.bytes(at, size));
  }

  /** Return the buffer with this name, of at least `size` bytes. @param {string} name @param {number} size */
  buffer(name, size) {
    const have = this.#buffers.get(name);
    if (have && have.size >= size) return have.at;
    if (have) this.calls.sumito_free(have.at);
    this.#buffers.delete(name);
    const at = pointer(this.calls.sumito_alloc(size || 1));
    this.#buffers.set(name, { at, size });
    return at;
  }

  /** Copy bytes into a buffer, and return its address. @param {Uint8Array} data @param {string} name */
  give(data, name = 'in') {
    const at = this.buffer(name, data.length);
    this.bytes(at, data.length).set(data);
    return at;
  }

  /**
   * Copy a text into a buffer, and return its address and its length in bytes.
   * @param {string} text
   * @returns {[number, number]}
   */
  giveText(text) {
    const data = encoder.encode(text);
    return [this.give(data), data.length];
  }

  /** Copy numbers into a buffer, and return its address. @param {readonly number[]} values @param {string} name */
  giveNumbers(values, name) {
    return this.give(new Uint8Array(Int32Array.from(values).buffer), name);
  }

  /**
   * Copy numbers into a buffer as doubles, and return its address.
   * @param {readonly number[]} values
   * @param {string} name
   */
  giveDoubles(values, name) {
    return this.give(new Uint8Array(Float64Array.from(values).buffer), name);
  }

  /**
   * Make a call that fills a buffer with items of this width. Return their number and the address of the first. The
   * buffer of an earlier call is overwritten.
   * @param {string} call @param {number} width @param {(number | bigint)[]} values
   * @returns {{count: number, at: number}}
   */
  fill(call, width, ...values) {
    let at = this.buffer('out', 4096);
    let room = Math.floor(this.#size('out') / width);
    let count = this.calls[call](...values, at, room) >>> 0;
    if (count > room) {
      at = this.buffer('out', count * width);
      room = count;
      count = this.calls[call](...values, at, room) >>> 0;
    }
    return { count, at };
  }

  /** Make a call that writes text, and return the text. @param {string} call @param {(number | bigint)[]} values */
  fillText(call, ...values) {
    const { count, at } = this.fill(call, 1, ...values);
    return this.text(at, count);
  }

  /**
   * Make a call that writes numbers, and return them.
   * @param {string} call
   * @param {(number | bigint)[]} values
   * @returns {number[]}
   */
  fillNumbers(call, ...values) {
    const { count, at } = this.fill(call, 4, ...values);
    const view = this.view();
    return Array.from({ length: count }, (_, i) => view.getInt32(at + 4 * i, true));
  }

  /** @param {string} name */
  #size(name) {
    return this.#buffers.get(name)?.size ?? 0;
  }
}

/** Convert a pointer to an unsigned number. Throw if it is 0: out of memory. @param {number} at */
export function pointer(at) {
  if (!at) throw new Error('the core has no memory left');
  return at >>> 0;
}

/** Convert cells to a set of the module. @param {readonly number[]} cells */
export function setOf(cells) {
  let set = 0n;
  for (const cell of cells) {
    if (!Number.isInteger(cell) || cell < 0 || cell > 60) throw new RangeError(`no such cell: ${cell}`);
    set |= 1n << BigInt(cell);
  }
  return set;
}

/** Return the cells of a set, in order. @param {bigint} set */
export const cellsOf = (set) => cellsOfHalves(Number(BigInt.asUintN(32, set)), Number(BigInt.asUintN(32, set >> 32n)));

/** Return the cells of a set in memory, in order. @param {DataView} view @param {number} at */
export const cellsAt = (view, at) => cellsOfHalves(view.getUint32(at, true), view.getUint32(at + 4, true));

/** @param {number} low @param {number} high */
function cellsOfHalves(low, high) {
  const cells = [];
  for (let word = low; word; word &= word - 1) cells.push(31 - Math.clz32(word & -word));
  for (let word = high; word; word &= word - 1) cells.push(63 - Math.clz32(word & -word));
  return cells;
}

/** Sort cells, which are in order, from the head of a line on. @param {number[]} cells @param {number} direction */
export const ahead = (cells, direction) => (direction < 3 ? cells : cells.reverse());
