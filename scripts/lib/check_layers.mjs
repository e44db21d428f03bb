/**
 * Checks the layers of DESIGN from the #include lines, and those of the page from its imports.
 *
 * - A folder includes only itself and folders below it: core/graph, which is the module that a page loads first, never
 *   includes core/engine. Capture's interpreter knows nothing of its torch side. Tensors, operators and autograd
 *   include nothing of graphs but types and operators' records.
 * - Every `#include "core/..."` names a file that exists.
 * - In web/src a module imports, also for types alone, only from its own folder and from those below it; a feature
 *   imports no other feature. No modules import each other in a circle, and none outside of web/src/app names the class
 *   of the page. web/src/{text,engine,model} import no package (Lit, CodeMirror) but for types, and know no document.
 * - What runs in browsers (web/src, wasm/js but for its command line, replay and Python under Node) imports no module
 *   of
 *   Node.
 *
 *   node scripts/lib/check_layers.mjs          # this checkout
 *   node scripts/lib/check_layers.mjs DIR      # another tree of the same shape (its test does this)
 *
 * Prints `file:line: message` for each violation; exit status 1 if there is one.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** From below to above; folders in one row are siblings, and siblings do not include each other. */
const LAYERS = [
  ['core/base'],
  ['core/python', 'core/graph/types', 'core/graph/dialect'],
  ['core/graph/ops_table'],
  ['core/graph/ir'],
  ['core/graph/text'],
  ['core/graph/passes'],
  ['core/graph/session'],
  ['core/engine/tensor'],
  ['core/engine/ops'],
  ['core/engine/autograd'],
  ['core/engine/exec'],
  ['core/engine/passes', 'core/engine/capture/interpreter', 'core/engine/capture/library'],
  ['core/engine/capture'],
  ['core/engine/view'],
  ['core/engine/archive'],
  ['core/engine/commands'],
  ['wasm'],
];
/** Tensors, operators and autograd are a library of their own: of the graph they know types and records alone. */
const VALUES = ['core/engine/tensor', 'core/engine/ops', 'core/engine/autograd'];
const GRAPHS = ['core/python', 'core/graph/ir', 'core/graph/text', 'core/graph/passes', 'core/graph/session'];
/** Folders of which neither includes anything of the other. */
const APART = ['core/engine/passes', 'core/engine/capture'];
/** The same of the page: the first of these that a path begins with is its layer. Features are siblings. */
const PAGE_LAYERS = ['text', 'engine', 'model', 'ui', 'features', 'app'].map((name) => `web/src/${name}`);
const PAGE_CLASS = /\bPlayground\b/;
/** What needs no screen runs in Node: it imports no package but for types, and knows no document. */
const WITHOUT_SCREEN = /^web\/src\/(?:text|engine|model)\//;
const SCREEN = /\bcustomElements\b|\bdocument\.(?:query|create|body|head|base|element)|\bHTMLElement\b/;
/**
 * What runs in browsers imports nothing of Node; the command line, the replay and Python's worker run in Node alone.
 */
const FOR_BROWSERS = /^(?:wasm\/js\/(?!cli\/|replay\/|python\/(?:close_node|host|node_worker)\.js)|web\/src\/).*\.js$/;
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
  if (VALUES.includes(above.folder) && GRAPHS.includes(below.folder))
    return `${above.folder} must not include ${below.folder}: tensors know no graph`;
  const [one, other] = APART.map((folder) => [above, below].findIndex((layer) => layer.folder.startsWith(folder)));
  if (one >= 0 && other >= 0 && one !== other)
    return `${above.folder} must not include ${below.folder}: it is beside it`;
  if (below.row < above.row) return undefined;
  return `${above.folder} must not include ${below.folder}: it is ${below.row === above.row ? 'beside' : 'above'} it`;
}

/** The layer of a module of the page, and the feature that it belongs to. @param {string} path */
function pageLayerOf(path) {
  const row = PAGE_LAYERS.findIndex((folder) => path.startsWith(`${folder}/`));
  const [, feature = ''] = /^web\/src\/features\/([^/]+)\//.exec(path) ?? [];
  return { row, feature };
}

/** @param {string} from @param {string} to @returns {string | undefined} what is wrong with `from` importing `to` */
function wrongImport(from, to) {
  const [above, below] = [pageLayerOf(from), pageLayerOf(to)];
  if (below.row > above.row)
    return `${PAGE_LAYERS[above.row]} must not import ${PAGE_LAYERS[below.row]}: it is above it`;
  if (below.row < above.row || below.feature === above.feature || below.feature === '') return undefined;
  return above.feature === ''
    ? `what features share must not import the feature ${below.feature}`
    : `the feature ${above.feature} must not import the feature ${below.feature}`;
}

/**
 * Modules that a text imports, with lines; `types`: only for types.
 * @param {string} path @param {string} text
 * @returns {{ to: string, line: number, types: boolean }[]}
 */
function importsOf(path, text) {
  const comments = [...text.matchAll(/\/\*[^]*?\*\//g)].map(({ index, 0: { length } }) => [index, index + length]);
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^'?]+)[^']*'/g)].map(({ index, 1: target }) => ({
    to: normalize(join(dirname(path), target)),
    line: text.slice(0, index).split('\n').length,
    types: comments.some(([from, to]) => index >= from && index < to),
  }));
}

/**
 * What stands in the code of a text, outside of comments: line numbers stay.
 * @param {string} text
 */
const withoutComments = (text) =>
  text.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, ''));

/**
 * The line in which `wrong` first matches, as a violation; none if it does not.
 * @param {string} path @param {string} text @param {RegExp} wrong @param {(match: string) => string} message
 * @returns {string[]}
 */
function found(path, text, wrong, message) {
  const match = wrong.exec(text);
  return match === null
    ? []
    : [`${path}:${text.slice(0, match.index).split('\n').length}: ${message(match[1] ?? match[0])}`];
}

/**
 * Imports of packages and of Node where there are none.
 * @param {string} path
 * @param {string} text
 * @returns {string[]}
 */
function checkPackages(path, text) {
  const code = withoutComments(text);
  const anyPackage = /(?:\bfrom|\bimport)\s*\(?\s*'([^.'][^']*)'/;
  return [
    ...(FOR_BROWSERS.test(path)
      ? found(
          path,
          code,
          /(?:\bfrom|\bimport)\s*\(?\s*'(node:[^']*)'/,
          (name) => `runs in browsers, which have no ${name}`,
        )
      : []),
    ...(WITHOUT_SCREEN.test(path)
      ? [
          ...found(path, code, anyPackage, (name) => `must not import ${name}: it runs without a screen, in Node, too`),
          ...found(path, code, SCREEN, (name) => `must not use ${name}: it runs without a screen, in Node, too`),
        ]
      : []),
  ];
}

/**
 * Circles of imports: each once, as the modules in their order. The graph is walked without recursion.
 * @param {Map<string, string[]>} imports @returns {string[][]}
 */
function circles(imports) {
  /** @type {string[][]} */
  const all = [];
  const done = new Set();
  for (const first of imports.keys()) {
    /** @type {{ path: string, rest: string[] }[]} */
    const walk = done.has(first) ? [] : [{ path: first, rest: [...(imports.get(first) ?? [])] }];
    while (walk.length > 0) {
      const next = walk[walk.length - 1].rest.pop();
      if (next === undefined) {
        done.add(walk.pop()?.path);
        continue;
      }
      const at = walk.findIndex(({ path }) => path === next);
      if (at >= 0) all.push(walk.slice(at).map(({ path }) => path));
      else if (!done.has(next)) walk.push({ path: next, rest: [...(imports.get(next) ?? [])] });
    }
  }
  return all;
}

/** @param {string} root @returns {string[]} violations of the page's modules */
function checkPage(root) {
  /** @type {string[]} */
  const violations = [];
  /** @type {Map<string, string[]>} */
  const imports = new Map();
  for (const path of files(root, 'web/src').filter((name) => name.endsWith('.js'))) {
    if (pageLayerOf(path).row < 0) {
      violations.push(`${path}:1: is in no known layer; add its folder to scripts/lib/check_layers.mjs`);
      continue;
    }
    const text = readFileSync(join(root, path), 'utf8');
    violations.push(...checkPackages(path, text));
    const own = importsOf(path, text).filter(({ to }) => to.startsWith('web/src/') && to.endsWith('.js'));
    for (const { to, line } of own) {
      const wrong = existsSync(join(root, to)) ? wrongImport(path, to) : `there is no ${to}`;
      if (wrong !== undefined) violations.push(`${path}:${line}: ${wrong}`);
    }
    imports.set(path, [...new Set(own.filter(({ types }) => !types).map(({ to }) => to))]);
    const named = path.startsWith('web/src/app/') ? -1 : text.search(PAGE_CLASS);
    if (named >= 0)
      violations.push(
        `${path}:${text.slice(0, named).split('\n').length}: only web/src/app knows the class of the page`,
      );
  }
  for (const circle of circles(imports))
    violations.push(`${circle[0]}:1: imports itself in a circle: ${[...circle, circle[0]].join(' -> ')}`);
  return violations;
}

/** @param {string} root @returns {string[]} violations */
export function check(root) {
  const violations = checkPage(root);
  for (const path of files(root, 'wasm/js').filter((name) => name.endsWith('.js')))
    violations.push(...checkPackages(path, readFileSync(join(root, path), 'utf8')));
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
