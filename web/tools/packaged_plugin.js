/**
 * What sets the element of the npm package apart from the page.
 *
 * - begin_packaged.js takes the place of begin.js. There is no Python beside it.
 * - The WebAssembly modules are those of the package, `../dist`, not copies; addresses are written as every bundler
 *   knows them, `new URL("./x", import.meta.url)`.
 * - What `seesaw/locate` is given is known to the element: both import one module of the package.
 * - The worker is one file.
 * - Nothing is loaded early: bundlers complain of the helper that does it.
 */
import { fileURLToPath } from 'node:url';

const PACKAGED = fileURLToPath(new URL('../src/engine/begin_packaged.js', import.meta.url));
const NO_PYTHON = fileURLToPath(new URL('../src/engine/python/begin_nowhere.js', import.meta.url));
const MODULE = /^seesaw(-full)?-[\w-]+\.wasm$/;

/** Vite's helper. */
const PRELOAD = '\0vite/preload-helper.js';

/** Addresses as Vite writes them: the address of an address. */
const NESTED =
  /new URL\(new URL\(([`'"])([^`'"]+)\1,\s*import\.meta\.url\)\.href,\s*(?:``|''|"")\s*\+\s*import\.meta\.url\)/g;

/** @param {string} file that the bundle would have */
function address(file) {
  const [, full = ''] = MODULE.exec(file) ?? [null];
  return MODULE.test(file) ? `../dist/seesaw${full}.wasm` : `./${file}`;
}

/** Plugin for the page's thread and for the worker. @returns {import('vite').Plugin} */
export const packagedAddresses = () => ({
  name: 'seesaw-packaged-addresses',
  generateBundle(_options, bundle) {
    for (const [name, one] of Object.entries(bundle)) {
      if (one.type === 'chunk')
        one.code = one.code.replace(NESTED, (_all, _quote, file) => `new URL("${address(file)}",import.meta.url)`);
      else if (MODULE.test(name)) delete bundle[name];
    }
  },
});

/** @returns {import('vite').Plugin} */
export const packaged = () => ({
  name: 'seesaw-packaged',
  enforce: 'pre',
  resolveId(id, from) {
    if (id.endsWith('/places.js')) return { id: '../js/places.js', external: true };
    if (!id.endsWith('/begin.js')) return null;
    return from?.includes('/engine/python/') ? NO_PYTHON : PACKAGED;
  },
  load(id) {
    return id === PRELOAD ? 'export const __vitePreload = (load) => load();' : null;
  },
});
