/**
 * Where the files of the package are that are no JavaScript.
 *
 * What: `locate` says where; without it they are beside the package's own scripts, which `new URL(...,
 * import.meta.url)` says to Node, to browsers, and to bundlers that know this form (Vite, webpack, Rollup with an
 * asset plugin).
 * Why: esbuild and plain Rollup do not move the files. Then the page says where it serves them, before anything is
 * loaded: `seesaw/tensor` loads when it is imported.
 *
 *   import { locate } from 'seesaw/locate';
 *   locate({ small: '/static/seesaw.wasm', full: '/static/seesaw-full.wasm' });
 */
import { given } from './places.js';

/** @param {import('./locate.js').Places} places */
export function locate(places) {
  for (const [name, place] of Object.entries(places)) {
    if (!['small', 'full', 'worker'].includes(name))
      throw new TypeError(`locate() takes small, full and worker, not '${name}'`);
    if (place !== undefined) Object.assign(given, { [name]: place });
  }
}
