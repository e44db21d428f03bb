/**
 * Writes `offline.js` beside the built page: the service worker with the exact list of files that the build made, and a
 * version that is the hash of their contents. See src/offline/service_worker.js.
 */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = new URL('../src/features/offline/service_worker.js', import.meta.url);
const NAME = 'offline.js';
/** What the page itself consists of, under names that stay. embed.html is for frames, and never kept. */
const PAGE = ['index.html', 'page.css', 'seesaw-playground.js', 'licences.txt', 'icon.svg'];

/** Python's worker: kept when it was fetched, as what it loads. */
const LATER = /^assets\/python_worker-/;

/** @param {string} dist */
function listed(dist) {
  const all = readdirSync(dist, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  const ahead = (/** @type {string} */ name) => name.startsWith('assets/') && !LATER.test(name);
  return all.filter((name) => ahead(name) && statSync(join(dist, name)).isFile()).sort();
}

/** @param {string} dist */
export function writeOffline(dist) {
  const files = listed(dist);
  const hash = createHash('sha256');
  for (const name of [...PAGE, ...files]) hash.update(name).update(readFileSync(join(dist, name)));
  const source = readFileSync(SOURCE, 'utf8');
  hash.update(source);
  const build = JSON.stringify({ version: hash.digest('hex').slice(0, 16), page: PAGE, files });
  writeFileSync(
    join(dist, NAME),
    source.replace('__SEESAW_BUILD__', build.replaceAll('\\', '\\\\').replaceAll("'", "\\'")),
  );
}

/** @returns {import('vite').Plugin} */
export function offline() {
  let dist = '';
  return {
    name: 'seesaw-offline',
    apply: 'build',
    configResolved: (config) => void (dist = join(config.root, config.build.outDir)),
    closeBundle: () => writeOffline(dist),
  };
}
