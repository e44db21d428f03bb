/**
 * Prints how large a module and its glue are, gzipped: node wasm/print_size.mjs wasm/dist/seesaw.mjs 250 -O3 (the
 * limit, 0: none; the level that it was linked at: -O1 leaves out what makes modules small, so that it is not judged)
 */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const glue = process.argv[2];
const limit = Number(process.argv[3]);
const quick = process.argv[4] === '-O1' || process.argv[4] === '-O0';
const [module, loader] = [glue.replace(/\.mjs$/, '.wasm'), glue].map(
  (path) => gzipSync(readFileSync(path), { level: 9 }).length / 1000,
);
const sum = module + loader;
console.log(
  `module ${module.toFixed(1)} kB + glue ${loader.toFixed(1)} kB = ${sum.toFixed(1)} kB, ` +
    `gzip${limit > 0 ? ` (${quick ? `not judged at ${process.argv[4]}` : `at most ${limit}`})` : ' with tensors'}`,
);
if (limit > 0 && sum > limit && !quick) console.log('TOO LARGE');
