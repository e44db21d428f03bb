/**
 * The engine's first worker, begun before the page that will use it is there.
 *
 * What: this script starts a worker, which loads the module at once; `takeWorker` gives it to the first who wants one,
 * and a fresh one to the others. Why: the module is compiled on another thread while this one still reads the scripts
 * of the page. It is a file of its own, which index.html names first (web/tools/preload_plugin.js).
 *
 *   const worker = takeWorker();                    // client.js
 */

const fresh = () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });

/** Where workers are refused, whoever wants one will hear of it. */
function begin() {
  try {
    const early = { worker: fresh(), failed: false };
    early.worker.addEventListener('error', () => (early.failed = true));
    return early;
  } catch {
    return null;
  }
}

let begun = begin();

/** @returns {Worker} throws where workers are refused */
export function takeWorker() {
  const early = begun;
  begun = null;
  return early === null || early.failed ? fresh() : early.worker;
}
