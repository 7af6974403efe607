/** Only one tab plays a game: the tab that opened it last. Tabs tell one another which game they open. */

export class Claims {
  #channel;
  /** Games that other tabs have opened since this page was opened. @type {Set<string>} */ #elsewhere = new Set();
  /** @type {Set<(id: string) => void>} */ #callbacks = new Set();

  /** @param {import('../net/platform.js').Channel|null} channel to the other tabs */
  constructor(channel) {
    this.#channel = channel;
    channel?.addEventListener('message', ({ data: id }) => {
      this.#elsewhere.add(id);
      for (const callback of [...this.#callbacks]) callback(id);
    });
  }

  /** Claim a game for this tab. Call this before reading its record. @param {string} id */
  claim(id) {
    this.#elsewhere.delete(id);
    this.#channel?.postMessage(id);
  }

  /**
   * Call back when another tab claims a game, and soon for each game that another tab has claimed before.
   * @param {(id: string) => void} callback
   * @returns {() => void} ends it
   */
  on(callback) {
    this.#callbacks.add(callback);
    // Later, because the caller may still be under construction.
    for (const id of this.#elsewhere) queueMicrotask(() => this.#callbacks.has(callback) && callback(id));
    return () => void this.#callbacks.delete(callback);
  }
}
