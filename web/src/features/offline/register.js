/**
 * Asks the browser to keep the page for use without a network, and says when a newer version is ready.
 *
 *   await keepOffline({ newer: (takeOver) => … });
 *
 * Called once the first result is there, so that it takes nothing from the first load.
 */

/** @param {{ newer: (takeOver: () => void) => void }} tell `takeOver` reloads the page as the newer version */
export async function keepOffline({ newer }) {
  const workers = navigator.serviceWorker;
  if (workers === undefined || !window.isSecureContext) return;
  const registration = await workers.register('offline.js', { updateViaCache: 'none' });
  const takeOver = () => {
    workers.addEventListener('controllerchange', () => location.reload(), { once: true });
    registration.waiting?.postMessage('take over');
  };
  const watch = (/** @type {ServiceWorker | null} */ fresh) => {
    const seen = () => {
      if (fresh?.state === 'installed' && registration.active !== null) newer(takeOver);
    };
    fresh?.addEventListener('statechange', seen);
    seen();
  };
  if (registration.waiting !== null) newer(takeOver);
  else watch(registration.installing);
  registration.addEventListener('updatefound', () => watch(registration.installing));
}
