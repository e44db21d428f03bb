/**
 * Prints what a visitor downloads of the page, gzipped: what the first load needs, and what is fetched later when it is
 * asked for. The module and its glue: wasm/print_size.mjs, when they are linked. Fails above the limit.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));
export const LIMIT = 250_000;

/** @param {string} path */
const gzipped = (path) => gzipSync(readFileSync(path), { level: 9 }).length;

/**
 * What a script cannot begin without: its imports that are no calls, and the worker that it starts.
 * @param {string} text
 */
function needed(text) {
  const imports = text.matchAll(/\bimport(?:[\w$*{}\s,]+from)?\s*["'](\.{1,2}\/[^"']+)["']/g);
  const workers = text.matchAll(/new Worker\([^)]*?["'`]([^"'`]*?worker-[\w-]+\.js)["'`]/g);
  return [...imports, ...workers].map(([, path]) => path);
}

/** Files of the first load. @param {string} dist @returns {Set<string>} */
export function firstLoad(dist) {
  const html = readFileSync(`${dist}index.html`, 'utf8');
  const found = new Set(['index.html']);
  const queue = [...html.matchAll(/(?:src|href)="\.?\/?([^"]+)"/g)].map(([, path]) => path);
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (found.has(path) || !existsSync(dist + path)) continue;
    found.add(path);
    if (!path.endsWith('.js')) continue;
    for (const next of needed(readFileSync(dist + path, 'utf8'))) {
      const beside = posix.join(posix.dirname(path), next);
      queue.push(existsSync(dist + beside) ? beside : posix.normalize(next));
    }
  }
  return found;
}

/** Bytes, gzipped: of the first load, and of everything that is no module. @param {string} [dist] */
export function sizes(dist = DIST) {
  const first = firstLoad(dist);
  const all = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(html|js|css)$/.test(name));
  const sum = (/** @type {Iterable<string>} */ names) =>
    [...names].reduce((bytes, name) => bytes + gzipped(dist + name), 0);
  return { first: sum(first), all: sum(all), files: [...first] };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { first, all, files } = sizes();
  process.stdout.write(
    `first load without the module, gzip: ${(first / 1000).toFixed(1)} kB (at most ${LIMIT / 1000}), ` +
      `${files.length} files; with all that is fetched later: ` +
      `${(all / 1000).toFixed(1)} kB\n`,
  );
  if (first > LIMIT) process.exitCode = 1;
}
