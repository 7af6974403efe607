// The rules of several players, and their engine: the module `multi.wasm`, for pages with such a game. Use coreFor().
import { Core } from './core.js';
import { MultiGame } from './multi_game.js';

/** @typedef {import('./types.js').Rules} Rules */

export const MULTI_WASM = new URL('./multi.wasm', import.meta.url);

/** Open the core of several players. @param {string | URL} url */
export async function openMultiCore(url = MULTI_WASM) {
  return MultiCore.open(await WebAssembly.compileStreaming(fetch(url)));
}

export class MultiCore extends Core {
  /** @override @param {WebAssembly.Module} module @param {any} poll */
  static async open(module, poll = () => 0) {
    const { exports } = await WebAssembly.instantiate(module, { env: { now: () => performance.now(), poll } });
    return new MultiCore(exports);
  }

  /** @override @param {number} at @param {Readonly<Rules>} rules */
  gameAt(at, rules) {
    return new MultiGame(this, at, rules);
  }
}
