// What the pages about the layers name is there: files, and folders in tables.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');

for (const page of ['web/src/README.md', 'core/graph/README.md', 'core/engine/README.md']) {
  test(`${page} names files that are there`, () => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    // `web/dist` and `wasm/element` are built.
    const files = [...text.matchAll(/(?<![\w/.-])((?:\.\.\/)*[\w-]+(?:\/[\w-]+)*\/?[\w-]*\.(?:h|cpp|js|mjs|md))\b/g)];
    const links = [...text.matchAll(/\]\(([^)#:]+)\)/g)];
    const folder = join(ROOT, dirname(page));
    const known = (/** @type {string} */ path) => existsSync(join(folder, path)) || existsSync(join(ROOT, path));
    // A name alone may be that of a file beside one that is named with its folder.
    const folders = [...new Set(files.map(([, path]) => dirname(path)))];
    const missing = [...files, ...links]
      .map(([, path]) => path)
      .filter((path) => !known(path) && !(path.includes('/') ? [] : folders).some((one) => known(join(one, path))));
    assert.deepEqual([...new Set(missing)], []);
    assert.ok(files.length > 3);
  });
}
