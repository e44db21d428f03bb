/**
 * Loading the WebAssembly module.
 *
 * What: `compileEngine` fetches and compiles the module once; `instantiateEngine` makes an instance of it.
 * Why: the same pair of files must run in a page, in a module worker and in Node, under a Content-Security-Policy that
 * forbids eval. The glue never touches files, fetch or require: bytes come from here. Bundlers of pages find no module
 * of Node in it.
 *
 *   const compiled = await compileEngine();
 *   const engine = await instantiateEngine(compiled);      // a second call makes a second, fresh instance
 */
import create from '../dist/seesaw.mjs';
import { smallModule } from './places.js';

/**
 * What reads files: Node's, which no bundler sees. Browsers have none.
 * @returns {typeof import('node:fs') | undefined}
 */
const files = () => (typeof process === 'object' ? process.getBuiltinModule?.('node:fs') : undefined);

/** What Node can read without a network: a path, or an address of a file. @param {string | URL} url */
function pathOf(url) {
  const text = String(url);
  if (text.startsWith('file:')) return new URL(text);
  return /^[a-z][a-z+.-]+:/i.test(text) ? null : text;
}

/**
 * Compiles while it arrives. A server that calls WebAssembly something else is no obstacle.
 * @param {string | URL} url
 */
async function compileFetched(url) {
  const response = await fetch(url, { credentials: 'same-origin' });
  if (!response.ok)
    throw new Error(`the WebAssembly module could not be loaded: ${response.status} ${response.statusText}`);
  const streams = response.headers.get('content-type')?.split(';')[0].trim() === 'application/wasm';
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/**
 * @param {import('./locate.js').Place} [place] where seesaw.wasm is; beside the glue unless given
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compileEngine(place = smallModule()) {
  if (place instanceof WebAssembly.Module) return place;
  const fs = files();
  const path = pathOf(place);
  return fs === undefined || path === null
    ? compileFetched(place)
    : WebAssembly.compile(await fs.promises.readFile(path));
}

/**
 * The same at once, in Node alone.
 * @param {import('./locate.js').Place} place
 */
export function compileEngineNow(place) {
  if (place instanceof WebAssembly.Module) return place;
  const fs = files();
  const path = pathOf(place);
  if (fs === undefined || path === null)
    throw new Error(`${place} cannot be read at once: import seesaw/tensor as an ES module`);
  return new WebAssembly.Module(fs.readFileSync(path));
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

/**
 * The same at once, for a module that is compiled: the glue is ready when it returns.
 * @param {WebAssembly.Module} compiled
 * @param {typeof create} glue
 * @returns {import('./engine-types.js').Engine}
 */
export function instantiateEngineNow(compiled, glue) {
  /** @type {any} The glue puts what it exports into its options. */
  const engine = {
    /**
     * @param {WebAssembly.Imports} imports
     * @param {(instance: WebAssembly.Instance, of: WebAssembly.Module) => void} done
     */
    instantiateWasm(imports, done) {
      const instance = new WebAssembly.Instance(compiled, imports);
      done(instance, compiled);
      return instance.exports;
    },
    print() {},
    printErr() {},
  };
  glue(engine);
  if (engine.HEAPU8 === undefined) throw new Error('the glue of the WebAssembly module does not begin at once');
  return poisoned(engine);
}
