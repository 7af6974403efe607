/** The service worker: the site without a network, and how a new version of it arrives. */

/** As soon as there is nothing else to do: the page itself comes first. @returns {Promise<void>} */
function idle() {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window)
      setTimeout(() => requestIdleCallback(() => resolve(), { timeout: 5000 }), 1500);
    else setTimeout(resolve, 3000);
  });
}

/**
 * Keeps the site for use without a network, and tells when a newer one is ready. The newer one waits until the only
 * page of the site that is open asks for it, or none is, so a page in use never gets half of it.
 * @param {URL} root
 * @param {(reload: () => void) => void} onNew
 * @param {(reload: () => void) => void} onOthers it was asked for, and other pages are open
 */
export async function watchVersion(root, onNew, onOthers) {
  const container = navigator.serviceWorker;
  if (!container) return; // Without https and outside of localhost there is none; the site works all the same.
  let asked = false;
  let told = false;
  const tell = (/** @type {() => void} */ reload) => {
    if (!told) onNew(reload);
    told = true;
  };
  const controlled = container.controller !== null;
  container.addEventListener('controllerchange', () => {
    if (asked) location.reload();
    else if (controlled) tell(() => location.reload()); // another tab has asked for it
  });
  const ready = (/** @type {ServiceWorker} */ worker) => {
    const go = () => {
      asked = true;
      worker.postMessage('go');
    };
    container.onmessage = ({ data }) => {
      if (data === 'others') onOthers(go);
    };
    tell(go);
  };
  await idle();
  try {
    const registration = await container.register(new URL('sw.js', root), {
      scope: root.pathname,
      updateViaCache: 'none',
    });
    if (registration.waiting && controlled) ready(registration.waiting);
    const follow = () => {
      const worker = registration.installing;
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed' && controlled) ready(worker);
      });
    };
    follow();
    registration.addEventListener('updatefound', follow);
  } catch (error) {
    console.info('sumito is not kept for use without a network:', error);
  }
}
