/** Prints how large the module and its glue are, gzipped: node wasm/print_size.mjs wasm/dist/seesaw.mjs */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const LIMIT = 250;
const glue = process.argv[2];
const [module, loader] = [glue.replace(/\.mjs$/, '.wasm'), glue].map((path) => gzipSync(readFileSync(path), { level: 9 }).length / 1000);
const sum = module + loader;
console.log(`module ${module.toFixed(1)} kB + glue ${loader.toFixed(1)} kB = ${sum.toFixed(1)} kB, gzip (at most ${LIMIT})`);
if (sum > LIMIT) console.log('TOO LARGE');
