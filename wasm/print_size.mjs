/**
 * Prints how large a module and its glue are, gzipped: node wasm/print_size.mjs wasm/dist/seesaw.mjs 250 (the limit; 0:
 * none)
 */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const glue = process.argv[2];
const limit = Number(process.argv[3]);
const [module, loader] = [glue.replace(/\.mjs$/, '.wasm'), glue].map(
  (path) => gzipSync(readFileSync(path), { level: 9 }).length / 1000,
);
const sum = module + loader;
console.log(
  `module ${module.toFixed(1)} kB + glue ${loader.toFixed(1)} kB = ${sum.toFixed(1)} kB, ` +
    `gzip${limit > 0 ? ` (at most ${limit})` : ' with tensors'}`,
);
if (limit > 0 && sum > limit) console.log('TOO LARGE');
