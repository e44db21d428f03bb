/** Prints what a visitor downloads of the page, gzipped. The module and its glue: wasm/print_size.mjs, when they are linked. */
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));

/** @param {string} path */
const gzipped = (path) => gzipSync(readFileSync(path), { level: 9 }).length;

const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(html|js|css)$/.test(name));
const page = files.reduce((sum, name) => sum + gzipped(dist + name), 0);
process.stdout.write(`page without the module, gzip: ${(page / 1000).toFixed(1)} kB (at most 250)\n`);
