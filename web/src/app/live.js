/**
 * Entry of a live file (`seesaw report`): one HTML file with everything in it, which opens from a disk, an e-mail or an
 * artefact of CI, without a network.
 *
 * What: the WebAssembly modules stand in the page as gzip in base85; they are compiled and given to `locate`, and the
 * element is registered. A file without the larger module says so where it would be needed.
 */
import { bytesOfText } from '../../../wasm/js/base85.js';
import { locate } from '../../../wasm/js/locate.js';

/** @param {string} id */
async function moduleIn(id) {
  const text = document.getElementById(id)?.textContent?.trim();
  if (!text) return undefined;
  const unpacked = new Blob([bytesOfText(text)]).stream().pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
}

const [small, full] = await Promise.all(['seesaw-small', 'seesaw-full'].map(moduleIn));
locate({ ...(small ? { small } : {}), ...(full ? { full } : {}) });
await import('./main.js');
