/** One tab plays a game: the one that opened it last. */
import { openChannel } from '../store.js';

const CHANNEL = 'sumito.playing';

/** Tells other tabs that this one has the game from now on: to be done before its record is read. @param {string} id */
export function claimGame(id) {
  const channel = openChannel(CHANNEL);
  channel?.postMessage(id);
  channel?.close();
}

/** @param {(id: string) => void} callback called when another tab claims a game @param {AbortSignal} end */
export function onClaim(callback, end) {
  const channel = openChannel(CHANNEL);
  channel?.addEventListener('message', ({ data }) => callback(data));
  end.addEventListener('abort', () => channel?.close());
}
