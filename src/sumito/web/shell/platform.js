/**
 * The parts of the browser that games and storage depend on: time, timers, visibility, storage, other tabs. They are
 * one object, so that tests can pass in another.
 */

/** @typedef {Pick<BroadcastChannel, 'postMessage'|'addEventListener'>} Channel to the other tabs of the site */
/**
 * @typedef {object} Platform
 * @property {() => number} now milliseconds since any fixed point
 * @property {() => number} date milliseconds since 1970
 * @property {(ms: number, callback: () => void) => () => void} every call back repeatedly; return a function that ends
 *   it
 * @property {() => boolean} isHidden whether the page is hidden
 * @property {(callback: () => void) => () => void} onHide call back when the page is hidden or left
 * @property {(callback: () => void) => () => void} onShow
 * @property {IDBFactory} indexedDB
 * @property {Partial<StorageManager>} storage empty if the browser has none
 * @property {(name: string) => Channel|null} openChannel null if the browser allows none
 */

/** @param {EventTarget} target @param {string} name @param {() => void} callback */
function listen(target, name, callback) {
  target.addEventListener(name, callback);
  return () => target.removeEventListener(name, callback);
}

const isHidden = () => document.visibilityState === 'hidden';

/** @type {Platform} */
export const browser = {
  now: () => performance.now(),
  date: () => Date.now(),
  every: (ms, callback) => {
    const timer = setInterval(callback, ms);
    return () => clearInterval(timer);
  },
  isHidden,
  onHide: (callback) => {
    const ends = [
      listen(globalThis, 'pagehide', callback),
      listen(document, 'visibilitychange', () => isHidden() && callback()),
    ];
    return () => ends.forEach((end) => end());
  },
  onShow: (callback) => listen(document, 'visibilitychange', () => !isHidden() && callback()),
  // Read on use, because a browser that stores nothing can throw here.
  get indexedDB() {
    return globalThis.indexedDB;
  },
  get storage() {
    return navigator.storage ?? {}; // missing outside secure contexts
  },
  openChannel: (name) => {
    try {
      return new BroadcastChannel(name);
    } catch {
      return null;
    }
  },
};
