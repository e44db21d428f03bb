/**
 * What the page may need later is fetched while nothing else happens, so that it goes on without a network. The
 * attribute `complete` says that it is there; an element with the attribute `offline` then keeps itself in the
 * browser.
 *
 *   fetchRest(page);
 */
import { preloadDialogs } from './dialogs.js';
import { FEATURES } from './features.js';
import { preloadExamples } from '../model/examples.js';

/** @typedef {import('./playground.js').Playground} Playground */

/** @param {Playground} page */
async function keep(page) {
  const { keepOffline } = await import('../features/offline/register.js');
  const newer = (/** @type {() => void} */ takeOver) => {
    const reload = async () => (await page.model.saved.saveNow(), takeOver());
    page.model.tell('A newer Seesaw is ready.', 'also', [{ title: 'Reload with it', run: reload }]);
  };
  await keepOffline({ newer });
}

/** @param {Playground} page */
async function fetchAll(page) {
  const rest = [
    preloadExamples(),
    preloadDialogs(),
    import('../ui/difference.js'),
    ...FEATURES.flatMap(({ later }) => later ?? []).map((load) => load()),
  ];
  const fetched = await Promise.all(rest).catch(() => null);
  if (fetched !== null) page.toggleAttribute('complete', true);
  if (page.offline) await keep(page).catch(() => {});
}

/** @param {Playground} page */
export function fetchRest(page) {
  const idle = globalThis.requestIdleCallback ?? ((/** @type {() => void} */ run) => setTimeout(run, 500));
  idle(() => void fetchAll(page));
}
