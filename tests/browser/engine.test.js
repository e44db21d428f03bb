/** Two modules, one engine: the small one answers at once, the full one takes over, and what waits for it says so. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSite, resultWith, settled, type } from '../../web/tools/browser.js';

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

/** @typedef {import('playwright-core').Page} Page */
const SOURCE = `def forward(self, x: "f32[2]"):
    with torch.no_grad():
        scale = x.abs().max()
    return (x / scale).sum()
`;
const FULL = /seesaw-full.*\.wasm/;

/** Lets the full module through only when told. @param {Page} page @returns {Promise<(way: 'go' | 'fail') => void>} */
async function holdBack(page) {
  /** @type {(way: 'go' | 'fail') => void} */
  let release = () => {};
  const gate = new Promise((/** @type {(way: 'go' | 'fail') => void} */ resolve) => (release = resolve));
  await page.context().route(FULL, async (route) => ((await gate) === 'go' ? route.continue() : route.abort()));
  return release;
}

/** @param {Page} page @param {string} name */
async function add(page, name) {
  await page.getByTestId('add-pass').click();
  await page.locator(`[data-add=${name}]`).click();
}

/** @param {Page} page */
const offers = (page) => page.locator('[data-add]').count();

test('the first result comes from the small module; then there are more passes, and they run', async () => {
  const { page, complaints } = await site.page({ path: 'blank.txt' });
  const release = await holdBack(page);
  await page.goto(site.url);
  await settled(page);
  await resultWith(page, 'wrap_with_set_grad_enabled');
  await page.getByTestId('add-pass').click();
  const few = await offers(page);
  await page.getByText('Loading more passes').waitFor();
  release('go');
  await page.locator('[data-add=constant_fold]').waitFor();
  assert.ok((await offers(page)) > few);
  assert.equal(await page.getByText('Loading more passes').count(), 0);
  await page.locator('[data-add=constant_fold]').click();
  await page.locator('[data-pass=constant_fold] .outcome', { hasText: /µs|ms/ }).waitFor();
  await page.locator('[data-step="0"]').click();
  await resultWith(page, '_set_grad_enabled');
  assert.deepEqual(
    complaints.filter((one) => !one.includes('404')),
    [],
  );
});

test('Python source is captured by the full module, and until it is there the page says that it loads', async () => {
  const { page, complaints } = await site.page({ path: 'blank.txt' });
  const release = await holdBack(page);
  await page.goto(site.url);
  await settled(page);
  await type(page, SOURCE);
  await page.getByTestId('status').filter({ hasText: 'Loading the rest of the engine' }).waitFor();
  assert.equal(await page.locator('.problems').count(), 0, 'no error while it is not decided');
  release('go');
  await settled(page, /captured · \d+ nodes/);
  await page.locator('[data-step="0"]').click();
  await resultWith(page, 'torch.ops.aten.abs.default');
  await page.getByTestId('capture').selectOption('never');
  await settled(page, /1 error/);
  await page.getByTestId('capture').selectOption('auto');
  await type(page, SOURCE.replace('x.abs()', 'x.nothing_like_this()'));
  await settled(page, /error/);
  assert.match(
    await page.locator('.problems').innerText(),
    /nothing_like_this/,
    'told by the capture, which came further',
  );
  await type(page, 'def forward(self, x):\n    y = torch.ops.aten.sin.default(z)\n    return (y,)\n');
  await page.locator('.problems', { hasText: "unknown name 'z'" }).waitFor();
  assert.deepEqual(
    complaints.filter((one) => !one.includes('404')),
    [],
  );
});

test('where the full module cannot be loaded a notice says what is missing, and the rest works', async () => {
  const { page } = await site.page({ path: 'blank.txt' });
  const release = await holdBack(page);
  await page.goto(site.url);
  await settled(page);
  await type(page, SOURCE);
  await page.getByTestId('status').filter({ hasText: 'Loading the rest' }).waitFor();
  release('fail');
  await page.getByRole('alert').filter({ hasText: 'could not be loaded' }).waitFor();
  await settled(page, /1 error/);
  assert.match(await page.locator('.problems').innerText(), /'with' is not part of the graph language/);
  await type(page, 'def forward(self, x):\n    return (torch.ops.aten.asinh.default(x),)\n');
  await resultWith(page, 'aten.asinh');
});

test('a worker that dies after the upgrade is replaced, and passes of the full module still run', async () => {
  const { page, complaints } = await site.page();
  await settled(page);
  await page.getByTestId('add-pass').click();
  await page.locator('[data-add=constant_fold]').click();
  await page.locator('[data-pass=constant_fold] .outcome', { hasText: /µs|ms/ }).waitFor();
  await page
    .workers()[0]
    .evaluate('self.close()')
    .catch(() => {});
  await type(page, 'def forward(self, x):\n    return (torch.ops.aten.acosh.default(x),)\n');
  await resultWith(page, 'aten.acosh');
  await page.locator('[data-pass=constant_fold] .outcome', { hasText: /µs|ms/ }).waitFor();
  assert.deepEqual(complaints, []);
});

test('on the main thread, too, the full module takes over', async () => {
  const { page, complaints } = await site.page({ prepare: 'delete window.Worker' });
  await settled(page);
  await add(page, 'constant_fold');
  await page.locator('[data-pass=constant_fold] .outcome', { hasText: /µs|ms/ }).waitFor();
  assert.deepEqual(complaints, []);
});
