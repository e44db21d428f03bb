/**
 * What sets the scripts of a live file apart from the element of the package.
 *
 * - begin_live.js takes the place of begin.js: a worker from a text in the page. There is no Python.
 * - Addresses of the modules are not files beside the script: `seesaw/locate` says where they are, before anything
 * else.
 * - The worker is no module: from file:// only others may be begun from a blob:.
 */
import { fileURLToPath } from 'node:url';

const LIVE = fileURLToPath(new URL('../src/engine/begin_live.js', import.meta.url));
const NO_PYTHON = fileURLToPath(new URL('../src/engine/python/begin_nowhere.js', import.meta.url));
const PRELOAD = '\0vite/preload-helper.js';
/** Addresses of modules as Vite writes them: a script that is a blob: has no address to begin from. */
const OF_MODULE = /new URL\((?:new URL\()?([`'"])[^`'"]+\.wasm\1,\s*import\.meta\.url\)/;
const OF_SCRIPT = /(?:\.href,\s*(?:``|''|"")\s*\+\s*import\.meta\.url\))?/;
const ADDRESS = new RegExp(OF_MODULE.source + OF_SCRIPT.source, 'g');
/** What a script that is no module cannot have. */
const ONLY_IN_MODULES = /(?:^|[;}])\s*(?:import\b(?!\()|export\b)/;

/** @param {boolean} worker @returns {import('vite').Plugin} */
export const live = (worker) => ({
  name: 'seesaw-live',
  enforce: 'pre',
  resolveId: (id, from) => (!id.endsWith('/begin.js') ? null : from?.includes('/engine/python/') ? NO_PYTHON : LIVE),
  load: (id) => (id === PRELOAD ? 'export const __vitePreload = (load) => load();' : null),
  generateBundle(_options, bundle) {
    for (const [name, one] of Object.entries(bundle)) {
      if (one.type !== 'chunk') {
        if (name.endsWith('.wasm')) delete bundle[name];
        continue;
      }
      one.code = one.code.replace(ADDRESS, 'new URL("about:blank")');
      if (!worker) continue;
      one.code = one.code.replaceAll('import.meta.url', 'self.location.href');
      if (ONLY_IN_MODULES.test(one.code))
        this.error(`${name} is a module, and the worker of a live file cannot be one`);
    }
  },
});
