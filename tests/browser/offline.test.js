/**
 * Without a network: the whole page from the browser's own store, one version at a time, and nothing for those who
 * embed the element.
 */
import assert from 'node:assert/strict';
import { appendFile, cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serve } from '../../web/serve.js';
import { kept, openExample, openSite, resultWith, settled } from '../../web/tools/browser.js';
import { writeOffline } from '../../web/tools/offline_plugin.js';

const DIST = fileURLToPath(new URL('../../web/dist/', import.meta.url));
const EMBED =
  '<!doctype html><html lang="en"><title>docs</title><script type="module" ' +
  'src="seesaw-playground.js"></script><main><h1>Docs</h1><seesaw-playground></seesaw-playground></main>';
const READY = () => navigator.serviceWorker.controller !== null;

/** @type {string} */
let root;
/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'seesaw-offline-'));
  await cp(DIST, root, { recursive: true });
  await writeFile(join(root, 'docs.html'), EMBED);
  site = await openSite({ root });
});
after(async () => {
  await site.close();
  await rm(root, { recursive: true });
});

/** A page of a server of its own, which can be switched off. */
async function open() {
  const server = await serve({ root, port: 0 });
  const opened = await site.page({ serviceWorkers: 'allow' });
  await opened.page.goto(server.url);
  await settled(opened.page);
  await opened.page.waitForFunction(READY, undefined, { timeout: 60000 });
  return { ...opened, server };
}

test('the list of files is exact', async () => {
  const source = await readFile(join(DIST, 'offline.js'), 'utf8');
  const build = JSON.parse(/JSON\.parse\('(.*?)'\)/.exec(source)?.[1] ?? '');
  const there = (await readdir(DIST, { recursive: true, withFileTypes: true }))
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(DIST.length));
  const kept = [...build.page, ...build.files];
  assert.deepEqual(
    kept.filter((name) => !there.includes(name)),
    [],
  );
  const left = there.filter((name) => !kept.includes(name));
  const python = (/** @type {string} */ name) => /^(python\/|assets\/python_worker-)/.test(name);
  assert.deepEqual(left.filter((name) => !python(name)).sort(), ['embed.html', 'offline.js']);
  // Thirteen million bytes, which most never ask for.
  assert.ok(left.some((name) => name.endsWith('.asm.wasm')));
  assert.match(build.version, /^[0-9a-f]{16}$/);
});

test('with the server gone the page opens, runs, and has everything: also what was never opened before', async () => {
  const { page, server, complaints } = await open();
  await openExample(page, 'dead_code');
  await settled(page);
  await kept(page);
  await server.close();
  await page.reload();
  await settled(page);
  assert.match(await page.getByTestId('source').innerText(), /h_dead_everywhere/);
  await openExample(page, 'clamped');
  await resultWith(page, 'clamp_min_default');
  await page.getByTestId('open-reference').click();
  await page.locator('[data-place="pass/replace_pattern"]').click();
  await page.locator('seesaw-reference', { hasText: 'ignore_literals' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('Python that was used once runs without the server, too', async () => {
  const { page, server, complaints } = await open();
  await page.getByTestId('add-pass').click();
  await page.locator('[data-own=walk]').click();
  await page.locator('[data-pass=python] .outcome', { hasText: 'nodes' }).waitFor({ timeout: 90_000 });
  await kept(page);
  await server.close();
  await page.reload();
  await page.locator('[data-pass=python] .outcome', { hasText: 'nodes' }).waitFor({ timeout: 90_000 });
  assert.deepEqual(complaints, []);
});

test('a newer version waits until it is asked for, and the text is still there', async () => {
  const { page, server } = await open();
  await openExample(page, 'dead_code');
  await settled(page);
  const script = join(root, 'seesaw-playground.js');
  const before = await readFile(script);
  await appendFile(script, '\nwindow.newer = true;\n');
  writeOffline(root);
  await page.reload();
  await settled(page);
  assert.equal(await page.evaluate('window.newer'), undefined, 'still the old one, whole');
  await page.getByRole('alert').filter({ hasText: 'A newer Seesaw is ready' }).waitFor({ timeout: 60000 });
  await page.getByRole('button', { name: 'Reload with it' }).click();
  await page.waitForFunction(() => /** @type {any} */ (window).newer === true);
  await settled(page);
  assert.match(await page.getByTestId('source').innerText(), /h_dead_everywhere/);
  await writeFile(script, before);
  writeOffline(root);
  await server.close();
});

test('a document that embeds the element is not kept, nor served old files', async () => {
  const { page, server, complaints } = await open();
  await page.goto(`${server.url}docs.html`);
  await settled(page);
  const script = join(root, 'seesaw-playground.js');
  const before = await readFile(script);
  await appendFile(script, '\nwindow.newer = true;\n');
  await page.reload();
  await page.waitForFunction(() => /** @type {any} */ (window).newer === true);
  await writeFile(script, before);
  const { page: reader } = await site.page({ path: 'docs.html', serviceWorkers: 'allow' });
  await settled(reader);
  await reader.locator('seesaw-playground[complete]').waitFor();
  assert.equal(await reader.evaluate('navigator.serviceWorker.getRegistrations().then((all) => all.length)'), 0);
  assert.deepEqual(complaints, []);
  await server.close();
});
