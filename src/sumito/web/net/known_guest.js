/**
 * Whether this browser has played online. It tells a page without a request whether to ask the server: a page of a
 * browser that has not costs nothing.
 */

/** Where the last known games are stored. */
export const KEY = 'sumito.online';

/** Return the storage of this page; null if the browser has none. @returns {Storage|null} */
export function pageStorage() {
  try {
    return localStorage;
  } catch {
    return null; // a private window
  }
}

export const isKnownGuest = () => Boolean(pageStorage()?.getItem(KEY));
