/**
 * Figures of the source itself, of this checkout or of a commit: what a reader meets.
 *
 *   node scripts/lib/bench_house.mjs               # the files of HEAD
 *   node scripts/lib/bench_house.mjs REF           # beside those of another commit
 *
 * Counted are files that Git knows, without recorded data. A function is a block of C++ or JavaScript that opens at the
 * end of a line with a parameter list and closes at the same indentation: a count by lines, not by a parser.
 */
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const SOURCE = /\.(?:cpp|h|js|mjs|ts|py)$/;
const DATA = /(?:^|\/)(?:data|regressions|node_modules|dist)\//;
const MAX_LINES = 40;

/** @param {string[]} args */
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 30 });

/** Files of a commit, by path. @param {string} ref @returns {Map<string, string>} */
function filesOf(ref) {
  const entries = git('ls-tree', '-r', ref)
    .split('\n')
    .map((line) => /^\d+ blob (\w+)\t(.*)$/.exec(line))
    .filter((match) => match !== null && !DATA.test(match[2]))
    .filter((match) => match !== null && (SOURCE.test(match[2]) || match[2].endsWith('CMakeLists.txt')));
  const batch = execFileSync('git', ['cat-file', '--batch'], {
    cwd: root,
    input: entries.map((match) => match?.[1]).join('\n'),
    maxBuffer: 1 << 30,
  });
  /** @type {Map<string, string>} */
  const out = new Map();
  let at = 0;
  for (const match of entries) {
    const end = batch.indexOf(10, at);
    const size = Number(batch.toString('latin1', at, end).split(' ')[2]);
    out.set(match?.[2] ?? '', batch.toString('utf8', end + 1, end + 1 + size));
    at = end + 1 + size + 1;
  }
  return out;
}

/** Lines of each function of a text. @param {string} text */
function functionLengths(text) {
  const lines = text.split('\n');
  /** @type {number[]} */
  const lengths = [];
  for (const [begin, line] of lines.entries()) {
    if (!/^\s*(?:[\w:~<>*&[\], ]+ )?[\w:~$#]+\(.*\)(?: const| noexcept| override)* \{$/.test(line)) continue;
    if (/^\s*(?:(?:if|for|while|switch|catch|else|class)\b|:)|[)\]] (?:[=!]=|&&|\|\|) /.test(line)) continue;
    const indent = /^\s*/.exec(line)?.[0] ?? '';
    const end = lines.findIndex((one, i) => i > begin && one.startsWith(`${indent}}`));
    if (end > begin) lengths.push(end - begin + 1);
  }
  return lengths;
}

/** @param {[string, number][]} entries */
const largest = (entries) => entries.reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0]);
/** @param {[string, number]} entry */
const shown = ([path, count]) => `${count} (${path})`;

/** @param {string} ref @returns {Record<string, string>} */
export function houseFigures(ref) {
  const files = filesOf(ref);
  const code = [...files].filter(([path]) => SOURCE.test(path));
  const folders = new Map();
  for (const [path] of code.filter(([name]) => name.startsWith('core/') || name.startsWith('web/src/')))
    folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1);
  const lengths = code.flatMap(([path, text]) => (/\.(?:cpp|h|js|mjs)$/.test(path) ? functionLengths(text) : []));
  const product = code.filter(([path]) => !path.startsWith('tests/'));
  const count = (/** @type {RegExp} */ pattern, /** @type {RegExp} */ where) =>
    [...files]
      .filter(([path]) => where.test(path))
      .reduce((sum, [, text]) => sum + [...text.matchAll(pattern)].length, 0);
  return {
    'widest line': shown(
      largest(code.map(([path, text]) => [path, Math.max(...text.split('\n').map((line) => line.length))])),
    ),
    'lines over 120 columns': String(
      code.reduce((sum, [, text]) => sum + text.split('\n').filter((line) => line.length > 120).length, 0),
    ),
    'widest folder (core, web/src)': shown(largest([...folders])),
    'longest file (product)': shown(largest(product.map(([path, text]) => [path, text.split('\n').length]))),
    'functions over 40 lines': `${lengths.filter((length) => length > MAX_LINES).length} of ${lengths.length}`,
    'names in X-macros (core)': String(count(/\bX\(\w+\)/g, /^core\//)),
    'list(FILTER': String(count(/list\(FILTER/g, /CMakeLists\.txt$/)),
    'files outside app/ that name the page': String(
      [...files].filter(([path, text]) => /^web\/src\/(?!app\/)/.test(path) && /\bPlayground\b/.test(text)).length,
    ),
  };
}

/** @param {string[]} refs */
export function houseTable(refs) {
  const columns = refs.map((ref) => houseFigures(ref));
  const names = Object.keys(columns[0]);
  return [
    `| source | ${refs.join(' | ')} |`,
    `|---|${refs.map(() => '---|').join('')}`,
    ...names.map((name) => `| ${name} | ${columns.map((column) => column[name]).join(' | ')} |`),
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(houseTable(['HEAD', ...process.argv.slice(2)]));
