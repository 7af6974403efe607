/**
 * The parts of the browser that games and storage depend on: time, timers, chance, visibility, storage, other
 * tabs, sockets. They are one object, so that tests can pass in another.
 */

/** @typedef {Pick<BroadcastChannel, 'postMessage'|'addEventListener'>} Channel to the other tabs of the site */
/**
 * A connection to the server.
 * @typedef {object} Socket
 * @property {(text: string) => void} send
 * @property {() => void} close
 * @property {((event: any) => void)|null} onopen
 * @property {((event: any) => void)|null} onmessage with the text in `data`
 * @property {((event: any) => void)|null} onclose with the reason in `code`
 */
/**
 * @typedef {object} Platform
 * @property {() => number} now milliseconds since any fixed point
 * @property {() => number} date milliseconds since 1970
 * @property {(ms: number, callback: () => void) => () => void} every call back repeatedly; return a function that ends
 *   it
 * @property {(ms: number, callback: () => void) => () => void} after call back once; return a function that prevents it
 * @property {() => number} random at least 0 and below 1
 * @property {() => boolean} isHidden whether the page is hidden
 * @property {(callback: () => void) => () => void} onHide call back when the page is hidden or left
 * @property {(callback: () => void) => () => void} onShow
 * @property {(callback: () => void) => () => void} onNetwork call back when the device has a network again
 * @property {IDBFactory} indexedDB
 * @property {Partial<StorageManager>} storage empty if the browser has none
 * @property {(name: string) => Channel|null} openChannel null if the browser allows none
 * @property {(address: string, protocol: string) => Socket} openSocket
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
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
  isHidden,
  onHide: (callback) => {
    const ends = [
      listen(globalThis, 'pagehide', callback),
      listen(document, 'visibilitychange', () => isHidden() && callback()),
    ];
    return () => ends.forEach((end) => end());
  },
  onShow: (callback) => listen(document, 'visibilitychange', () => !isHidden() && callback()),
  onNetwork: (callback) => listen(globalThis, 'online', callback),
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
  openSocket: (address, protocol) => {
    const url = new URL(address, location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    return new WebSocket(url, protocol);
  },
};
