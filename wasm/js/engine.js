/**
 * Loading the WebAssembly module.
 *
 * What: `compileEngine` fetches and compiles the module once; `instantiateEngine` makes an instance of it.
 * Why: the same pair of files must run in a page, in a module worker and in Node, under a Content-Security-Policy that
 * forbids eval. The glue never touches files, fetch or require: bytes come from here.
 *
 *   const compiled = await compileEngine();
 *   const engine = await instantiateEngine(compiled);      // a second call makes a second, fresh instance
 */
import create from '../dist/seesaw.mjs';

const isNode = typeof process === 'object' && Boolean(process.versions?.node);

/**
 * @param {string | URL} [url] where seesaw.wasm is; beside the glue unless told
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compileEngine(url = new URL('../dist/seesaw.wasm', import.meta.url)) {
  if (isNode) {
    const { readFile } = await import(/* @vite-ignore */ 'node:fs/promises');
    return WebAssembly.compile(await readFile(url));
  }
  const response = await fetch(url, { credentials: 'same-origin' });
  if (!response.ok)
    throw new Error(`the WebAssembly module could not be loaded: ${response.status} ${response.statusText}`);
  return WebAssembly.compileStreaming(response);
}

/**
 * Below the module's own data: nothing lives here, and in WebAssembly an access through a null pointer does not trap.
 */
const BELOW = 1024;
const POISON = 0xa5;

/**
 * Whether nobody wrote through a null pointer: session.js asks behind each command.
 * @param {import('./engine-types.js').Engine} engine
 */
export function isIntact({ HEAPU8 }) {
  for (let i = 0; i < BELOW; i += 1) {
    if (HEAPU8[i] !== POISON) return false;
  }
  return true;
}

/**
 * What is read through a null pointer then is no plausible size and no zero.
 * @param {import('./engine-types.js').Engine} engine
 */
function poisoned(engine) {
  engine.HEAPU8.fill(POISON, 0, BELOW);
  return engine;
}

/**
 * @param {WebAssembly.Module} compiled
 * @param {typeof create} [glue] the default export of the pair's glue, where it is not seesaw.mjs
 * @returns {Promise<import('./engine-types.js').Engine>}
 */
export function instantiateEngine(compiled, glue = create) {
  return new Promise((resolve, reject) => {
    glue({
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(compiled, imports).then((instance) => done(instance, compiled), reject);
        return {};
      },
      print() {},
      printErr() {},
    }).then((engine) => resolve(poisoned(engine)), reject);
  });
}
