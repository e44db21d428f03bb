/**
 * begin.js in a live file: the worker's code is a text in the page. Its first message says where the modules are, as in
 * the npm package.
 */
import { fullModule, smallModule } from '../../../wasm/js/places.js';

const code = document.getElementById('seesaw-worker')?.textContent ?? '';
const address = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));

/** @returns {Worker} throws where workers are refused */
export function takeWorker() {
  const worker = new Worker(address);
  worker.postMessage({ places: { small: smallModule(), full: fullModule() } });
  return worker;
}
