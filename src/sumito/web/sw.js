// / <reference lib="webworker" /> Cache the whole site for offline use. The server or the export writes the list of
// files into this script. If a file changes, so does the list, and the browser installs a new worker, which fetches the
// changed files and then waits.

importScripts('files.js');

const worker =
  /** @type {ServiceWorkerGlobalScope & {SUMITO_FILES: {version: string, files: Record<string, string>}}} */ (
    /** @type {unknown} */ (self)
  );
const { version, files } = worker.SUMITO_FILES;
const ROOT = new URL(worker.registration.scope);
// The prefix of cache names, with the path of the site, because all sites of a host share its caches.
const FAMILY = `sumito ${ROOT.pathname} `;
const CACHE = FAMILY + version;
const LIST = 'files.json'; // in each cache: the digests of its files
const ON_DEMAND = /\.explorer$/; // large files that not every user needs: cached when they are used first

worker.addEventListener('install', (event) => event.waitUntil(keep()));
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()));
worker.addEventListener('message', (event) => {
  if (event.data === 'go') event.waitUntil(takeTurn(/** @type {WindowClient} */ (event.source)));
});
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const path = pathOf(request.url);
  // Without a connection there is no online game: the browser says so, and can reload.
  if (path === null || path.startsWith('g/')) return;
  if (path in files) event.respondWith(answer(path, request));
  else if (request.mode === 'navigate') event.respondWith(lost(path, request));
});

/** Return the path of an address as in the list; null if it is outside the site. @param {string} address */
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
    // It is cached on demand, or the cache was cleared.
    const response = await fetched(address, files[path]);
    await cache.put(address, response.clone());
    return response;
  } catch {
    return fetch(request);
  }
}

/** Answer a request for an address that this version does not have. @param {string} path @param {Request} request */
async function lost(path, request) {
  if (`${path}/` in files) return Response.redirect(new URL(`${path}/`, ROOT).href);
  try {
    return await fetch(request);
  } catch {
    return Response.redirect(new URL('404.html', ROOT).href);
  }
}

/**
 * Put all files into a new cache, of those on demand only the ones that an earlier version has cached. Copy unchanged
 * files from earlier versions, and fetch the others.
 */
async function keep() {
  const cache = await caches.open(CACHE);
  const had = await earlier();
  await Promise.all(
    Object.entries(files).map(async ([path, digest]) => {
      const address = new URL(path, ROOT).href;
      const copy = await had.get(digest)?.();
      if (!copy && ON_DEMAND.test(path) && !(await caches.match(address))) return;
      await cache.put(address, copy ?? (await fetched(address, digest)));
    }),
  );
  await cache.put(new URL(LIST, ROOT).href, new Response(JSON.stringify(files)));
}

/**
 * Fetch a file, and check that it is of this version, even while the site is being updated.
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

/**
 * Return the files of earlier versions, by digest.
 * @returns {Promise<Map<string, () => Promise<Response|undefined>>>}
 */
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
 * Activate this version if no other page than the one that asks is open, because a worker serves all pages.
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
