// The rules of several players: the module `multi.wasm`, for pages with such a game. Use coreFor().
import { Core } from './core.js';
import { MultiGame } from './multi_game.js';

/** @typedef {import('./types.js').Rules} Rules */

/** Open the core of several players. @param {string | URL} url */
export async function openMultiCore(url = new URL('./multi.wasm', import.meta.url)) {
  return MultiCore.open(await WebAssembly.compileStreaming(fetch(url)));
}

export class MultiCore extends Core {
  /** @override @param {WebAssembly.Module} module */
  static async open(module) {
    const { exports } = await WebAssembly.instantiate(module);
    return new MultiCore(exports);
  }

  /** @override @param {number} at @param {Readonly<Rules>} rules */
  gameAt(at, rules) {
    return new MultiGame(this, at, rules);
  }
}
