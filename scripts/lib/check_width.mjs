/**
 * Checks that no line of code is wider than 120 columns.
 *
 * Why: formatters break lines between tokens. A line that is one text, pattern or comment passes them at any width, and
 * hides from a reader and from a review what stands at its end. C++ and JavaScript join neighbouring texts; patterns
 * are put together from pieces.
 *
 * Left out: what tools write (.prettierignore) or record, and Python, which scripts/check_python checks.
 *
 *   node scripts/lib/check_width.mjs          # this checkout
 *   node scripts/lib/check_width.mjs DIR      # another tree of the same shape (its test does this)
 *
 * Prints `file:line: message` for each violation; exit status 1 if there is one.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAX_COLUMNS = 120;
const FOLDERS = ['core', 'wasm', 'web', 'scripts', 'tests'];
const ENDINGS = /\.(?:cpp|h|inc|[cm]?js|[cm]?ts|css|html|ya?ml|sh|cmake)$/;
const NAMES = /(?:^|\/)CMakeLists\.txt$|^scripts\/\w+$/;
/** Written by tools, or recorded: folders of this name anywhere, and what has this path. */
const SKIPPED = new Set(['node_modules', 'dist']);
const SKIPPED_PATHS = new Set([
  'core/engine/ops/table/torch_names.inc',
  'tests/data',
  'tests/fuzz/regressions',
  'wasm/element',
]);

/** Files that .prettierignore names whole. @param {string} root @returns {Set<string>} */
function written(root) {
  const lines = readFileSync(join(root, '.prettierignore'), 'utf8').split('\n');
  return new Set(lines.filter((line) => /\.(?:js|ts)$/.test(line)));
}

/** Files below a folder, with paths from the root. @param {string} root @param {string} folder @returns {string[]} */
function files(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (SKIPPED_PATHS.has(path)) return [];
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : files(root, path);
    return entry.isFile() ? [path] : [];
  });
}

/** @param {string} root @returns {string[]} violations */
export function checkWidth(root) {
  const byTools = written(root);
  const paths = ['CMakeLists.txt', ...FOLDERS.flatMap((folder) => files(root, folder))];
  return paths
    .filter((path) => (ENDINGS.test(path) || NAMES.test(path)) && !byTools.has(path))
    .flatMap((path) =>
      readFileSync(join(root, path), 'utf8')
        .split('\n')
        .flatMap((line, at) => {
          const width = [...line].length;
          return width > MAX_COLUMNS ? [`${path}:${at + 1}: ${width} columns; ${MAX_COLUMNS} is the limit`] : [];
        }),
    );
}

const here = fileURLToPath(import.meta.url);
if (resolve(process.argv[1] ?? '') === here) {
  const violations = checkWidth(resolve(process.argv[2] ?? join(dirname(here), '..', '..')));
  for (const violation of violations) console.log(violation);
  console.log(violations.length === 0 ? 'no line is too wide' : `${violations.length} lines are too wide`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
