/**
 * Logs of compilations in the page: the tree, its graphs, pairs of stages, progress and Stop, folders and zip files.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { accessibilityFindings, becomes, hang, openSite, settled } from '../../web/tools/browser.js';
import { makeZip } from '../node/zip_maker.js';

/** @typedef {import('playwright-core').Page} Page */

const read = (/** @type {string} */ path) => readFileSync(new URL(`../data/logs/${path}`, import.meta.url));
const TRACE = gunzipSync(read('2.6/trace.log.gz'));

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

/** @param {Page} page @param {{ name: string, buffer: Buffer }} file */
async function choose(page, { name, buffer }) {
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('Control+o');
  await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer });
}

/** @param {Page} page */
const text = (page) => page.evaluate(() => /** @type {any} */ (document.querySelector('seesaw-playground')).text);
/** @param {Page} page */
const tree = (page) => page.locator('seesaw-log');

/** @param {object} [context] @param {{ name: string, buffer: Buffer }} [file] */
async function opened(context = {}, file = { name: 'trace.log', buffer: TRACE }) {
  const { page, complaints } = await site.page(context);
  await settled(page);
  const output = page.locator('[data-pane=text]');
  if (await output.isVisible()) await output.click();
  await choose(page, file);
  await tree(page).locator('[data-graph]').first().waitFor({ timeout: 20_000 });
  await settled(page);
  return { page, complaints };
}

test('a log is a tree of compilations and stages; each graph opens, and pairs of stages as differences', async () => {
  const { page, complaints } = await opened();
  await tree(page)
    .getByTestId('log-count')
    .filter({ hasText: /^\d+ graphs, \d+ compilations$/ })
    .waitFor();
  const first = tree(page).locator('[data-graph]').first();
  assert.equal(await first.getAttribute('aria-current'), 'true', 'the first graph is open');
  assert.match(await text(page), /def forward\(/);
  const before = await text(page);
  const pairs = tree(page).locator('[data-pair]');
  const name = (await pairs.first().getAttribute('data-pair')) ?? '';
  await tree(page).locator(`[data-graph="${name}"]`).click();
  await page.waitForFunction(
    (was) => /** @type {any} */ (document.querySelector('seesaw-playground')).text !== was,
    before,
  );
  await settled(page);
  await pairs.first().click();
  await page
    .getByTestId('pair-titles')
    .filter({ hasText: ` → ${name}` })
    .waitFor();
  await page
    .getByTestId('pair-said')
    .filter({ hasText: /^first difference at \w+: |^the same/ })
    .waitFor();
  await page.locator('seesaw-output .cm-content').first().waitFor();
  await page.getByTestId('leave-pair').click();
  await page.locator('[data-step="0"]').or(page.getByLabel('Compare with')).first().waitFor();
  await tree(page).getByRole('button', { name: 'Close the log' }).click();
  await becomes(() => tree(page).count(), 0);
  assert.deepEqual(complaints, []);
});

test('a zip file of logs, and a gzip file, are read as the log in them', async () => {
  for (const file of [
    { name: 'ranks.zip', buffer: Buffer.from(await makeZip([{ name: 'rank_0.log', bytes: TRACE }])) },
    { name: 'trace.log.gz', buffer: read('2.6/trace.log.gz') },
  ]) {
    const { page } = await opened({}, file);
    await tree(page).locator('b', { hasText: file.name }).waitFor();
    assert.match(await text(page), /def forward\(/);
  }
});

test('while another graph runs, what is shown is told to be of an earlier text', async () => {
  const { page } = await opened();
  await page.getByTestId('view').locator('.cm-line').first().waitFor();
  const old = page.getByRole('note').filter({ hasText: 'Result of an earlier text.' });
  assert.equal(await old.count(), 0);
  const before = await text(page);
  await hang(page);
  await tree(page).locator('[data-graph]').last().click();
  await old.filter({ hasText: 'Running…' }).waitFor();
  assert.notEqual(await text(page), before);
  assert.match((await page.getByTestId('view').getAttribute('class')) ?? '', /stale/);
});

test('beside two stages the narrow head of the source says how many nodes there are', async () => {
  const { page } = await opened({ viewport: { width: 1440, height: 900 } });
  await tree(page).locator('[data-pair]').first().click();
  await page.getByTestId('pair-titles').waitFor();
  await settled(page, /^\d+ nodes/);
  const cut = () =>
    page.getByTestId('status').evaluate((status) => {
      const pane = /** @type {Element} */ (status.closest('.pane')).getBoundingClientRect();
      return (
        pane.width > 345 ||
        status.scrollWidth > status.clientWidth + 1 ||
        status.getBoundingClientRect().right > pane.right
      );
    });
  await becomes(cut, false);
});

test('reading goes on in pieces, tells how far it is, and can be stopped: the document stays', async () => {
  const { page, complaints } = await site.page();
  await settled(page);
  const was = await text(page);
  // A file that answers only when it is let: what a slow disk does.
  await page.evaluate(() => {
    const { slice } = Blob.prototype;
    let count = 0;
    Blob.prototype.slice = function (...range) {
      const part = slice.apply(this, range);
      if (this.size > 4_000_000 && ++count > 4) part.arrayBuffer = () => new Promise(() => {});
      return part;
    };
  });
  const long = Buffer.concat([TRACE, Buffer.alloc(6_000_000, 'V0101 00:00:00.000000 1 torch/x.py:1] nothing\n')]);
  await choose(page, { name: 'long.log', buffer: long });
  await tree(page).getByTestId('log-progress').waitFor();
  await tree(page).getByTestId('log-stop').click();
  await becomes(() => tree(page).count(), 0);
  assert.equal(await text(page), was);
  assert.deepEqual(complaints, []);
});

test('a search finds compilations and stages; axe-core finds nothing, wide and narrow', async () => {
  for (const width of [1440, 400]) {
    const { page } = await opened({ viewport: { width, height: 850 } });
    assert.deepEqual(await accessibilityFindings(page), [], `${width}`);
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
    const all = await tree(page).locator('details[data-compile]').count();
    await tree(page).getByLabel('Search the log').fill('joint');
    await page.waitForFunction(
      (most) =>
        /** @type {any} */ (document.querySelector('seesaw-playground')).renderRoot
          .querySelector('seesaw-log')
          .shadowRoot.querySelectorAll('details[data-compile]').length < most,
      all,
    );
  }
});
