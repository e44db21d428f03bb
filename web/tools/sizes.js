/** Prints what a visitor downloads, gzipped: the page without the WebAssembly module, and module and glue. */
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const wasm = fileURLToPath(new URL('../../wasm/dist/', import.meta.url));

/** @param {string} path */
const gzipped = (path) => gzipSync(readFileSync(path), { level: 9 }).length;
/** @param {number} bytes */
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(html|js|css)$/.test(name));
const page = files.reduce((sum, name) => sum + gzipped(dist + name), 0);
const engine = gzipped(`${wasm}seesaw.mjs`) + gzipped(`${wasm}seesaw.wasm`);
process.stdout.write(`page without the module, gzip: ${kilobytes(page)} (at most 250)\n`);
process.stdout.write(`module and glue, gzip: ${kilobytes(engine)} (at most 250)\n`);
