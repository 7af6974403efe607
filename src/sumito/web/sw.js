/// <reference lib="webworker" />
// Keeps the whole site for use without a network. The list of files is written by the server or the export: with any
// other file the list is another, so the browser sees another worker, which fetches what has changed and then waits its
// turn.

importScripts('files.js');

const worker =
  /** @type {ServiceWorkerGlobalScope & {SUMITO_FILES: {version: string, files: Record<string, string>}}} */ (
    /** @type {unknown} */ (self)
  );
const { version, files } = worker.SUMITO_FILES;
const ROOT = new URL(worker.registration.scope);
// By place, since several sites of one host share its caches.
const FAMILY = `sumito ${ROOT.pathname} `;
const CACHE = FAMILY + version;
const LIST = 'files.json'; // in each cache: the digests of what it holds

worker.addEventListener('install', (event) => event.waitUntil(keep()));
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()));
worker.addEventListener('message', (event) => {
  if (event.data === 'go') event.waitUntil(takeTurn(/** @type {WindowClient} */ (event.source)));
});
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const path = pathOf(request.url);
  if (path === null) return;
  if (path in files) event.respondWith(answer(path, request));
  else if (request.mode === 'navigate') event.respondWith(lost(path, request));
});

/** The address within the site as the list has it; null for another place. @param {string} address */
function pathOf(address) {
  const url = new URL(address);
  if (url.origin !== ROOT.origin || !url.pathname.startsWith(ROOT.pathname)) return null;
  return url.pathname.slice(ROOT.pathname.length).replace(/(^|\/)index\.html$/, '$1') || './';
}

/** @param {string} path @param {Request} request */
async function answer(path, request) {
  const cache = await caches.open(CACHE),
    address = new URL(path, ROOT).href;
  const kept = await cache.match(address);
  if (kept) return kept;
  try {
    // somebody has emptied the cache: what is asked for is kept again
    const response = await fetched(address, files[path]);
    await cache.put(address, response.clone());
    return response;
  } catch {
    return fetch(request);
  }
}

/** An address that leads nowhere in this version. @param {string} path @param {Request} request */
async function lost(path, request) {
  if (`${path}/` in files) return Response.redirect(new URL(`${path}/`, ROOT).href);
  try {
    return await fetch(request);
  } catch {
    return Response.redirect(new URL('404.html', ROOT).href);
  }
}

/** Everything into a cache of its own: copied where an earlier version has the same file, else fetched. */
async function keep() {
  const cache = await caches.open(CACHE);
  const had = await earlier();
  await Promise.all(
    Object.entries(files).map(async ([path, digest]) => {
      const address = new URL(path, ROOT).href;
      const copy = await had.get(digest)?.();
      await cache.put(address, copy ?? (await fetched(address, digest)));
    }),
  );
  await cache.put(new URL(LIST, ROOT).href, new Response(JSON.stringify(files)));
}

/**
 * A file of this version and of no other, even while the site is being replaced.
 * @param {string} address
 * @param {string} digest
 */
async function fetched(address, digest) {
  const response = await fetch(address, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await response.clone().arrayBuffer()));
  const found = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (!found.startsWith(digest)) throw new Error(`${address} is of another version`);
  return response;
}

/** What earlier versions hold, by digest. @returns {Promise<Map<string, () => Promise<Response|undefined>>>} */
async function earlier() {
  const found = new Map();
  for (const name of await caches.keys()) {
    if (!name.startsWith(FAMILY) || name === CACHE) continue;
    const cache = await caches.open(name);
    const list = await cache.match(new URL(LIST, ROOT).href);
    for (const [path, digest] of Object.entries(list ? await list.json() : {})) {
      found.set(digest, () => cache.match(new URL(path, ROOT).href));
    }
  }
  return found;
}

/**
 * A worker that takes over serves all pages at once: not while others are open than the one that asks.
 * @param {WindowClient} asking
 */
async function takeTurn(asking) {
  const open = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (open.some(({ id }) => id !== asking.id)) asking.postMessage('others');
  else await worker.skipWaiting();
}

async function takeOver() {
  for (const name of await caches.keys()) {
    if (name.startsWith(FAMILY) && name !== CACHE) await caches.delete(name);
  }
  await worker.clients.claim();
}
