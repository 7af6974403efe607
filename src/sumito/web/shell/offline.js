/** The service worker: offline use of the site, and its updates. */

/** Wait until the browser is idle, so that the page itself comes first. @returns {Promise<void>} */
function idle() {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window)
      setTimeout(() => requestIdleCallback(() => resolve(), { timeout: 5000 }), 1500);
    else setTimeout(resolve, 3000);
  });
}

/**
 * Keep the site for offline use, and report when a new version is ready. The new version waits until the only open page
 * of the site asks for it, or no page is open, so that no page gets files of two versions.
 * @param {URL} root
 * @param {(reload: () => void) => void} onNew
 * @param {(reload: () => void) => void} onOthers called if the new version was requested while other pages are open
 */
export async function watchVersion(root, onNew, onOthers) {
  const container = navigator.serviceWorker;
  if (!container) return; // Without https, outside of localhost, there are no service workers. The site works anyway.
  let asked = false;
  let reported = false;
  const tell = (/** @type {() => void} */ reload) => {
    if (!reported) onNew(reload);
    reported = true;
  };
  const controlled = container.controller !== null;
  container.addEventListener('controllerchange', () => {
    if (asked) location.reload();
    else if (controlled) tell(() => location.reload()); // another tab has requested it
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
