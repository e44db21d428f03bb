/** What one browser test leaves, the next one does not find: tests share a context. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSite, settled } from '../../web/tools/browser.js';

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

/** Pages of the site that are open. */
const open = () =>
  /** @type {import('playwright-core').Browser} */ (site.browser)
    .contexts()
    .flatMap((context) => context.pages())
    .filter((page) => page.url() === site.url);

/** What a page finds stored. @param {import('playwright-core').Page} page */
const stored = (page) =>
  page.evaluate(async () => ({
    near: localStorage.getItem('left'),
    far: (await indexedDB.databases()).some(({ name }) => name === 'left'),
    cached: await caches.has('left'),
  }));

test('two pages of one test know nothing of each other', async () => {
  const { page } = await site.page({ colorScheme: 'dark', viewport: { width: 700, height: 800 } });
  await settled(page);
  await page.evaluate(async () => {
    localStorage.setItem('left', 'yes');
    await new Promise((done) => Object.assign(indexedDB.open('left'), { onsuccess: done }));
    await caches.open('left');
  });
  assert.deepEqual(await stored(page), { near: 'yes', far: true, cached: true });
  const { page: other } = await site.page();
  assert.deepEqual(await stored(other), { near: null, far: false, cached: false });
  assert.equal(open().length, 2);
});

test('the pages of a test are closed after it, and what they stored and looked like is gone', async () => {
  assert.equal(open().length, 0);
  const { page } = await site.page();
  assert.deepEqual(await stored(page), { near: null, far: false, cached: false });
  assert.equal(await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches), false);
  assert.deepEqual(page.viewportSize(), { width: 1440, height: 900 });
});
