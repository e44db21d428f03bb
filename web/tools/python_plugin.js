/**
 * Python for the page: pyodide's files and our package of Python, beside the built page in a folder of their own.
 *
 * What: `python/HASH/` has what a worker loads at the first use; engine/python/where.js says where it is and how much.
 * Why a folder outside of `assets`: the service worker fetches all of those ahead (offline_plugin.js), and 13 MB are
 * fetched when somebody asks for them.
 */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const WHERE = '/engine/python/where.js';
const OWN = fileURLToPath(new URL('../../wasm/python', import.meta.url));
/** Of pyodide: what it loads. It asks for a list of packages; ours is empty. */
const FILES = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm', 'python_stdlib.zip'];
const LOCK = 'pyodide-lock.json';
const PACKAGE = 'torch.json';
/** Their notices, beside them. */
const NOTICES = 'licences.txt';

/** @param {string} version of pyodide */
const noticesText = (version) => `\
pyodide ${version}: CPython as WebAssembly, with Emscripten and the libraries that CPython links. Unchanged.
Source code: https://github.com/pyodide/pyodide/tree/${version} (Mozilla Public License 2.0, below)
CPython: Copyright (c) 2001 Python Software Foundation. All Rights Reserved. (Its license follows that one.)

${readFileSync(new URL('./licences/MPL-2.0.txt', import.meta.url), 'utf8')}
${'-'.repeat(78)}
${readFileSync(new URL('./licences/Python.txt', import.meta.url), 'utf8')}`;

/** Path -> text of our package. @returns {Record<string, string>} */
function packageFiles() {
  const paths = readdirSync(OWN, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
  return Object.fromEntries(
    paths
      .filter((path) => path.endsWith('.py'))
      .sort()
      .map((path) => [path, readFileSync(join(OWN, path), 'utf8')]),
  );
}

/** What the folder holds, by name. @returns {Map<string, Buffer>} */
function contents() {
  const folder = dirname(createRequire(import.meta.url).resolve('pyodide/package.json'));
  const files = new Map(FILES.map((name) => [name, readFileSync(join(folder, name))]));
  const lock = JSON.parse(readFileSync(join(folder, LOCK), 'utf8'));
  files.set(LOCK, Buffer.from(JSON.stringify({ ...lock, packages: {} })));
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  files.set(NOTICES, Buffer.from(noticesText(version)));
  files.set(PACKAGE, Buffer.from(JSON.stringify(packageFiles())));
  return files;
}

/** @returns {import('vite').Plugin} */
export function python() {
  const files = contents();
  const hash = createHash('sha256');
  for (const [name, content] of files) hash.update(name).update(content);
  const folder = `python/${hash.digest('hex').slice(0, 12)}/`;
  // Modules are no requests that a worker sees.
  const counted = [...files].filter(([name]) => !name.endsWith('.mjs') && name !== NOTICES);
  const bytes = counted.reduce((sum, [, { length }]) => sum + length, 0);
  return {
    name: 'seesaw-python',
    enforce: 'pre',
    load: (id) => (id.endsWith(WHERE) ? `export const PYTHON = ${JSON.stringify({ folder, bytes })};` : null),
    generateBundle() {
      for (const [name, source] of files) this.emitFile({ type: 'asset', fileName: folder + name, source });
    },
  };
}
