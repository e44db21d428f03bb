/**
 * Writes `licences.txt` beside the built page: the copyright notices of everything that is in the bundle.
 *
 * What: the packages are those of the modules that the build put into its chunks, workers included; their texts are the
 * licence files of the packages. The notices of the WebAssembly modules stand in wasm/NOTICES.txt. A package without a
 * licence file fails the build.
 * Why: MIT and BSD licences ask for the notice wherever the code goes, and bundlers drop comments.
 *
 *   const { page, worker } = notices();      // plugins: [page], worker: { plugins: () => [worker] }
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The file beside index.html. */
export const NOTICES = 'licences.txt';
const OWN = new URL('../../LICENSE', import.meta.url);
const MODULE = new URL('../../wasm/NOTICES.txt', import.meta.url);
const RULE = '-'.repeat(78);

/** @typedef {{ name: string, version: string, license: string, text: string | null }} Package */

/**
 * The folder of the package that a module belongs to; null for modules of our own and of the bundler.
 * @param {string} id
 */
function folderOf(id) {
  const path = id.replace(/^\0/, '').replace(/\?.*$/, '');
  if (!path.includes('/node_modules/')) return null;
  for (let folder = dirname(path); folder.includes('/node_modules/'); folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    // A folder with a manifest that has no name only says how its modules are read.
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).name !== undefined) return folder;
  }
  return null;
}

/** @param {string} folder @returns {Package} */
export function packageIn(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((one) => /^(licen[cs]e|copying)(\.(md|txt))?$/i.test(one));
  return { name, version, license, text: file === undefined ? null : readFileSync(join(folder, file), 'utf8').trim() };
}

/** @param {Iterable<string>} ids of modules @returns {Package[]} by name */
export function packagesOf(ids) {
  const folders = new Set([...ids].map(folderOf).filter((folder) => folder !== null));
  return [...folders].map(packageIn).sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** @param {Package[]} packages @param {string} [beside] files that have notices of their own */
export function noticesText(packages, beside) {
  const parts = packages.map(({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text}\n`);
  const own = `Seesaw\n\n${readFileSync(OWN, 'utf8').trim()}\n`;
  const others = beside === undefined ? [] : [`CPython, for passes in Python: its notices are in ${beside}\n`];
  return [own, ...parts, ...others, readFileSync(MODULE, 'utf8')].join(`\n${RULE}\n`);
}

/** @returns {{ page: import('vite').Plugin, worker: import('vite').Plugin }} */
export function notices() {
  /** @type {Set<string>} */
  const ids = new Set();
  const collect = (/** @type {Record<string, any>} */ bundle) => {
    for (const one of Object.values(bundle)) for (const id of Object.keys(one.modules ?? {})) ids.add(id);
  };
  return {
    worker: { name: 'seesaw-worker-notices', apply: 'build', generateBundle: (_options, bundle) => collect(bundle) },
    page: {
      name: 'seesaw-notices',
      apply: 'build',
      generateBundle(_options, bundle) {
        collect(bundle);
        const packages = packagesOf(ids);
        for (const { name, text } of packages)
          if (text === null) this.error(`${name} is in the bundle and has no licence file`);
        const beside = Object.keys(bundle).find((name) => name.endsWith(`/${NOTICES}`));
        this.emitFile({ type: 'asset', fileName: NOTICES, source: noticesText(packages, beside) });
      },
    },
  };
}
