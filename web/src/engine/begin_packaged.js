/**
 * begin.js in the npm package: no worker before there is an element, and one that is told where the modules are.
 *
 * Why: the page's bundler moves the files, and knows of those that this script names. The worker is a file of its own,
 * which names none: where they are is its first message.
 */
import { fullModule, smallModule, workerGiven } from '../../../wasm/js/places.js';

/** @param {import('../../../wasm/js/locate.js').Place} place */
const sent = (place) => (place instanceof WebAssembly.Module ? place : new URL(place, document.baseURI).href);

/** @returns {Worker} throws where workers are refused */
export function takeWorker() {
  const given = workerGiven();
  const worker =
    given === undefined
      ? new Worker(new URL('./worker_packaged.js', import.meta.url), { type: 'module' })
      : new Worker(given, { type: 'module' });
  worker.postMessage({ places: { small: sent(smallModule()), full: sent(fullModule()) } });
  return worker;
}
