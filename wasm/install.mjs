/**
 * Puts a linked module where it is loaded from: node wasm/install.mjs build/wasm wasm/dist seesaw
 *
 * Both files are copied beside their places first and renamed then, so that who loads them finds whole files of one
 * build, before, while and after another one is installed.
 */
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const [from, to, module] = process.argv.slice(2);
const map = `${module}.wasm.map`; // of a build for a debugger
// The .wasm last: a reader that finds it finds all of them.
const names = [...(existsSync(join(from, map)) ? [map] : []), `${module}.mjs`, `${module}.wasm`];
const fresh = (/** @type {string} */ name) => join(to, `.${name}.${process.pid}`);
mkdirSync(to, { recursive: true });
try {
  for (const name of names) copyFileSync(join(from, name), fresh(name));
} catch (error) {
  for (const name of names) rmSync(fresh(name), { force: true });
  throw error;
}
rmSync(join(to, map), { force: true }); // of another build
for (const name of names) renameSync(fresh(name), join(to, name));
