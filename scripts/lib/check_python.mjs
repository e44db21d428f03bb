/**
 * Formats and lints the Python of capture's library, and of the package for CPython, as Python, with Ruff (in
 * WebAssembly, so no Python is needed).
 *
 * - A file is as `ruff format` writes it, at 120 columns.
 * - Lines have 120 columns, but those that quote one of PyTorch's. No name is unknown. The files share their names:
 * what one defines at its top level, all know.
 * - A comment `# @file.py:line` (or `# @@...`) stands on the first line of its statement: stack traces are made of that
 * line.
 *
 *   scripts/check_python            # this checkout; prints file:line: message, exit status 1 if there is one
 *   scripts/check_python --write    # formats the files
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(import.meta.url);
const root = join(dirname(here), '..', '..');
const FOLDER = 'core/engine/capture/library';
/** Python of the package `torch` for CPython, and of its tests: modules with imports of their own. */
const PACKAGES = ['wasm/python', 'wasm/harness', 'tests/data/python_passes'];
/** What the library's host knows; the interpreter knows no strict= of zip, which B905 asks for. */
const HOST_NAMES = ['F', 'Parameter', 'deepcopy', 'math', 'seesaw_draw', 'torch'];
const MARK = /# @@?[\w/]+\.py:\d+/;

/** Python files below a folder, with paths from the root. @param {string} folder @returns {string[]} */
const files = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return files(path);
    return entry.name.endsWith('.py') ? [path] : [];
  });

/** Lines with a mark that continue a statement. @param {string} text @returns {number[]} */
const strayMarks = (text) =>
  text.split('\n').flatMap((line, at) => (MARK.test(line) && /^\s*[)\]}]/.test(line) ? [at + 1] : []));

/**
 * @param {{ path: string, text: string }[]} sources
 * @param {boolean} [shared] whether the files share their names
 * @returns {{ violations: string[], formatted: Map<string, string> }}
 */
export function checkPython(sources, shared = true) {
  const { Workspace, PositionEncoding } = createRequire(join(root, 'web', 'package.json'))(
    '@astral-sh/ruff-wasm-nodejs',
  );
  const defined = sources.flatMap(({ text }) => [...text.matchAll(/^(?:def|class) (\w+)/gm)].map(([, name]) => name));
  const workspace = new Workspace(
    {
      'line-length': 120,
      'target-version': shared ? 'py310' : 'py312',
      builtins: shared ? [...new Set([...HOST_NAMES, ...defined])] : [],
      lint: { select: ['E', 'F', 'W', 'B'], ignore: shared ? ['B905'] : ['B905', 'B027'] },
    },
    PositionEncoding.Utf16,
  );
  const violations = [];
  const formatted = new Map();
  for (const { path, text } of sources) {
    const lines = text.split('\n');
    for (const { start_location: place, code, message } of workspace.check(text))
      if ((code !== 'E501' || !MARK.test(lines[place.row - 1])) && (code !== 'F401' || !path.endsWith('__init__.py')))
        violations.push(`${path}:${place.row}: ${code ?? 'syntax'} ${message}`);
    for (const line of strayMarks(text))
      violations.push(`${path}:${line}: a mark of PyTorch's line stands on the first line of its statement`);
    const out = workspace.format(text);
    formatted.set(path, out);
    if (out !== text) violations.push(`${path}:1: not formatted; scripts/check_python --write`);
  }
  return { violations, formatted };
}

if (resolve(process.argv[1] ?? '') === here) {
  const read = (/** @type {string} */ path) => ({ path, text: readFileSync(join(root, path), 'utf8') });
  const library = checkPython(files(FOLDER).map(read));
  const packages = checkPython(PACKAGES.flatMap(files).map(read), false);
  const violations = [...library.violations, ...packages.violations];
  const formatted = new Map([...library.formatted, ...packages.formatted]);
  if (process.argv.includes('--write')) {
    for (const [path, text] of formatted) writeFileSync(join(root, path), text);
  } else {
    for (const violation of violations) console.log(violation);
    console.log(violations.length === 0 ? 'the Python is in order' : `${violations.length} violations`);
    process.exitCode = violations.length === 0 ? 0 : 1;
  }
}
