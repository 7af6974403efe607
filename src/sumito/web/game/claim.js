/** One tab plays a game: the one that opened it last. */
import { openChannel } from '../shell/store.js';

/** The games that other tabs have claimed since this page was opened. @type {Set<string>} */
const elsewhere = new Set();
/** @type {Set<(id: string) => void>} */
const callbacks = new Set();
const channel = openChannel('sumito.playing');
channel?.addEventListener('message', ({ data: id }) => {
  elsewhere.add(id);
  for (const callback of callbacks) callback(id);
});

/** Tells other tabs that this one has the game from now on: to be done before its record is read. @param {string} id */
export function claimGame(id) {
  elsewhere.delete(id);
  channel?.postMessage(id);
}

/**
 * @param {(id: string) => void} callback called when another tab claims a game, and for those that were claimed while
 *   the
 *   board was still on its way
 * @param {AbortSignal} end
 */
export function onClaim(callback, end) {
  callbacks.add(callback);
  end.addEventListener('abort', () => callbacks.delete(callback));
  for (const id of elsewhere) queueMicrotask(() => callback(id)); // when who asks is complete
}
