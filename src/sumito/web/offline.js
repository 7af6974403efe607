/** The service worker: the site without a network, and how a new version of it arrives. */

/**
 * Keeps the site for use without a network, and tells when a newer one is ready. The newer one waits until it is asked for
 * or no page of the site is open, so a page in use never gets half of it.
 * @param {URL} root
 * @param {(reload: () => void) => void} onNew
 */
export async function watchVersion(root, onNew) {
  const container = navigator.serviceWorker;
  if (!container) return; // Without https and outside of localhost there is none; the site works all the same.
  try {
    const list = await fetch(new URL('files.json', root), { cache: 'no-cache' });
    if (!list.ok) return;
    const { version } = await list.json();
    const registration = await container.register(new URL(`sw.js?${version}`, root), { scope: root.pathname, updateViaCache: 'none' });
    const ready = (/** @type {ServiceWorker} */ worker) =>
      onNew(() => {
        container.addEventListener('controllerchange', () => location.reload(), { once: true });
        worker.postMessage('go');
      });
    if (registration.waiting && container.controller) ready(registration.waiting);
    registration.addEventListener('updatefound', () => {
      const worker = registration.installing;
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed' && container.controller) ready(worker);
      });
    });
  } catch (error) {
    console.info('sumito is not kept for use without a network:', error);
  }
}
