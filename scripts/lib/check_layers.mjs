/**
 * Checks the layers of DESIGN from the #include lines.
 *
 * - A folder includes only itself and folders below it; core/ir and core/autograd never include each other.
 * - Every `#include "core/..."` names a file that exists.
 *
 *   node scripts/lib/check_layers.mjs          # this checkout
 *   node scripts/lib/check_layers.mjs DIR      # another tree of the same shape (its test does this)
 *
 * Prints `file:line: message` for each violation; exit status 1 if there is one.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** From below to above; folders in one row are siblings, and siblings do not include each other. */
const LAYERS = [
  ['core/support'],
  ['core/tensor'],
  ['core/ops'],
  ['core/ir', 'core/autograd'],
  ['core/exec'],
  ['core/passes', 'core/capture'],
  ['core/view'],
  ['core/session'],
  ['core/archive'],
  ['wasm'],
];
const SKIPPED = new Set(['node_modules', 'dist', 'build', 'data', 'regressions', '.git']);

/** Files below a folder, with paths from the root. @param {string} root @param {string} folder @returns {string[]} */
function files(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : files(root, path);
    return entry.isFile() ? [path] : [];
  });
}

/** The layer of a file: its row and its folder. @param {string} path */
function layerOf(path) {
  for (const [row, folders] of LAYERS.entries()) {
    const folder = folders.find((name) => path.startsWith(`${name}/`));
    if (folder !== undefined) return { row, folder };
  }
  return undefined;
}

/** @param {string} from @param {string} to @returns {string | undefined} what is wrong with `from` including `to` */
function wrongInclude(from, to) {
  const above = layerOf(from);
  const below = layerOf(to);
  // tests/ may include anything; nothing includes tests/.
  if (to.startsWith('tests/') && !from.startsWith('tests/')) return `${to} belongs to the tests`;
  if (above === undefined || below === undefined || above.folder === below.folder) return undefined;
  if (below.row < above.row) return undefined;
  return `${above.folder} must not include ${below.folder}: it is ${below.row === above.row ? 'beside' : 'above'} it`;
}

/** @param {string} root @returns {string[]} violations */
export function check(root) {
  /** @type {string[]} */
  const violations = [];
  for (const path of ['core', 'wasm', 'tests']
    .flatMap((folder) => files(root, folder))
    .filter((name) => /\.(cpp|h)$/.test(name))) {
    if (path.startsWith('core/') && layerOf(path) === undefined)
      violations.push(`${path}:1: is in no known layer; add its folder to scripts/lib/check_layers.mjs`);
    for (const [index, line] of readFileSync(join(root, path), 'utf8').split('\n').entries()) {
      const target = /^\s*#\s*include\s*"([^"]+)"/.exec(line)?.[1];
      if (target === undefined) continue;
      const wrong = existsSync(join(root, target))
        ? wrongInclude(path, target)
        : `there is no ${target}; write paths from the root`;
      if (wrong !== undefined) violations.push(`${path}:${index + 1}: ${wrong}`);
    }
  }
  return violations;
}

const here = fileURLToPath(import.meta.url);
if (resolve(process.argv[1] ?? '') === here) {
  const root = resolve(process.argv[2] ?? join(dirname(here), '..', '..'));
  const violations = check(root);
  for (const violation of violations) console.log(violation);
  console.log(
    violations.length === 0 ? `${relative('.', root) || '.'}: layers are in order` : `${violations.length} violations`,
  );
  process.exitCode = violations.length === 0 ? 0 : 1;
}
