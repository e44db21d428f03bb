/**
 * Formats and lints the Python of capture's library, of the package for CPython, and of the recorders that run beside
 * PyTorch, with Ruff (in WebAssembly, so no Python is needed).
 *
 * - A file is as `ruff format` writes it, at 120 columns.
 * - Lines have 120 columns, but those that quote one of PyTorch's, and those of a recorder that are wide by a program
 * in quotes. No name is unknown. The files of the library share their names: what one defines at its top level, all
 * know.
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
/** Scripts that record what PyTorch does. Programs that they record stand in them as texts. */
const RECORDERS = ['tests/core/oracle', 'tests/node/oracle', 'tests/node/pytorch/oracle', 'tests/tools/oracle'];
/** What the library's host knows; the interpreter knows no strict= of zip, which B905 asks for. */
const HOST_NAMES = ['F', 'Parameter', 'deepcopy', 'math', 'random', 'seesaw_draw', 'torch'];
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
 * What Ruff selects and leaves out for each kind of file, the version of the language, and the names that stand for
 * themselves.
 * @type {Record<'library' | 'packages' | 'recorders', { version: string, select: string[], ignore: string[] }>}
 */
const KINDS = {
  library: { version: 'py310', select: ['E', 'F', 'W', 'B'], ignore: ['B905'] },
  packages: { version: 'py312', select: ['E', 'F', 'W', 'B'], ignore: ['B905', 'B027'] },
  // Parts of a recorded program may be unused, or repeat a name; its annotations may be texts.
  recorders: {
    version: 'py312',
    select: ['E501', 'E9', 'F'],
    ignore: ['F401', 'F403', 'F405', 'F722', 'F811', 'F821', 'F841'],
  },
};

/**
 * Lines, from 1, that a program in quotes makes wide: they lie within a text of several lines, or have at most 120
 * columns without what stands in quotes.
 * @param {string} text
 */
function widenedByText(text) {
  const lines = text.split('\n');
  const within = new Set(lines.flatMap((line, at) => (withoutTexts(line).length <= 120 ? [at + 1] : [])));
  for (const { 0: quoted, index } of text.matchAll(/("""|''')[^]*?\1/g)) {
    const first = text.slice(0, index).split('\n').length;
    for (let at = 0; at < quoted.split('\n').length; at++) within.add(first + at);
  }
  return within;
}

/** @param {string} line */
const withoutTexts = (line) => line.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""');

/**
 * @param {{ path: string, text: string }[]} sources
 * @param {keyof typeof KINDS} [kind]
 * @returns {{ violations: string[], formatted: Map<string, string> }}
 */
export function checkPython(sources, kind = 'library') {
  const { Workspace, PositionEncoding } = createRequire(join(root, 'web', 'package.json'))(
    '@astral-sh/ruff-wasm-nodejs',
  );
  const defined = sources.flatMap(({ text }) => [...text.matchAll(/^(?:def|class) (\w+)/gm)].map(([, name]) => name));
  const { version, select, ignore } = KINDS[kind];
  const workspace = new Workspace(
    {
      'line-length': 120,
      'target-version': version,
      builtins: kind === 'library' ? [...new Set([...HOST_NAMES, ...defined])] : [],
      lint: { select, ignore },
    },
    PositionEncoding.Utf16,
  );
  const violations = [];
  const formatted = new Map();
  for (const { path, text } of sources) {
    const lines = text.split('\n');
    const wide = kind === 'recorders' ? widenedByText(text) : null;
    const mayBeWide = (/** @type {number} */ row) => wide?.has(row) ?? MARK.test(lines[row - 1]);
    for (const { start_location: place, code, message } of workspace.check(text))
      if ((code !== 'E501' || !mayBeWide(place.row)) && (code !== 'F401' || !path.endsWith('__init__.py')))
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
  const checked = [
    checkPython(files(FOLDER).map(read), 'library'),
    checkPython(PACKAGES.flatMap(files).map(read), 'packages'),
    checkPython(RECORDERS.flatMap(files).map(read), 'recorders'),
  ];
  const violations = checked.flatMap((one) => one.violations);
  const formatted = new Map(checked.flatMap((one) => [...one.formatted]));
  if (process.argv.includes('--write')) {
    for (const [path, text] of formatted) writeFileSync(join(root, path), text);
  } else {
    for (const violation of violations) console.log(violation);
    console.log(violations.length === 0 ? 'the Python is in order' : `${violations.length} violations`);
    process.exitCode = violations.length === 0 ? 0 : 1;
  }
}
