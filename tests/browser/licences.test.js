/** The built page has the notices of all that is in it, and links them. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openSite, settled } from '../../web/tools/browser.js';
import { NOTICES, packageIn } from '../../web/tools/notices_plugin.js';
import { build } from '../../web/node_modules/vite/dist/node/index.js';

const WEB = fileURLToPath(new URL('../../web/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'seesaw-licences-'));
/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(async () => {
  await site.close();
  rmSync(folder, { recursive: true });
});

test('every package in the bundle has its notice in the file', async () => {
  /** @type {Set<string>} */
  const names = new Set();
  const seen = {
    name: 'seen',
    generateBundle: (/** @type {unknown} */ _options, /** @type {Record<string, any>} */ bundle) => {
      for (const id of Object.values(bundle).flatMap(({ modules = {} }) => Object.keys(modules))) {
        const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id) ?? [];
        if (name !== undefined) names.add(name);
      }
    },
  };
  await build({
    root: WEB,
    logLevel: 'silent',
    plugins: [seen],
    build: { outDir: relative(WEB, folder), emptyOutDir: true },
  });
  assert.ok(names.has('lit') && names.has('@codemirror/view') && names.size > 15, [...names].join(' '));
  const text = readFileSync(join(folder, NOTICES), 'utf8');
  assert.equal(
    text,
    readFileSync(join(WEB, 'dist', NOTICES), 'utf8'),
    'the page that is tested was built from other sources',
  );
  for (const name of names) {
    const one = packageIn(join(WEB, 'node_modules', name));
    assert.ok(text.includes(`\n${name} ${one.version} (`), `${name} has no notice`);
    assert.ok(
      one.text !== null && /copyright/i.test(one.text) && text.includes(one.text),
      `the notice of ${name} is not its own`,
    );
  }
  for (const part of ['emscripten', 'musl', 'LLVM', 'Seesaw']) assert.ok(text.includes(part), part);
});

test('a package without a licence file is known to have none', () => {
  writeFileSync(join(folder, 'package.json'), '{"name": "bare", "version": "1.0.0", "license": "MIT"}');
  rmSync(join(folder, NOTICES), { force: true });
  assert.deepEqual(packageIn(folder), { name: 'bare', version: '1.0.0', license: 'MIT', text: null });
});

test('Help links the notices', async () => {
  const { page, complaints } = await site.page();
  await settled(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('F1');
  const link = page.getByTestId('licences');
  const response = await page.request.get(/** @type {string} */ (await link.getAttribute('href')));
  assert.equal(response.status(), 200);
  assert.match(await response.text(), /@codemirror\/view .*Copyright/s);
  assert.deepEqual(complaints, []);
});
