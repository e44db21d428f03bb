/** The parts of the page beside the views: what somebody arranged holds for all views, and comes again. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  accessibilityFindings,
  becomes,
  judged,
  kept,
  openExample,
  openSite,
  settled,
} from '../../web/tools/browser.js';
import { TABS } from '../../wasm/js/tabs.js';

/** @typedef {import('playwright-core').Page} Page */

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

/** @param {Page} page */
const shown = async (page) =>
  ((await page.locator('section.source').isVisible()) ? 'source ' : '') +
  ((await page.locator('section.passes').isVisible()) ? 'passes' : '');

test('what stands beside a view is arranged once, for all views, and is there after a reload', async () => {
  const { page, complaints } = await site.page();
  await settled(page);
  await openExample(page, 'dead_code');
  await settled(page);
  await page.locator('[data-tab=graph]').click();
  await becomes(() => shown(page), 'source ', 'a picture has the source beside it until somebody chooses');
  await page.locator('[data-part=passes]').click();
  await page.locator('[data-part=source]').click();
  for (const tab of TABS) {
    await page.locator(`[data-tab=${tab}]`).click();
    await becomes(() => shown(page), 'passes', tab);
  }
  assert.equal(await page.locator('[data-part=passes]').getAttribute('aria-pressed'), 'true');
  await kept(page);
  await page.reload();
  await judged(page);
  await becomes(() => shown(page), 'passes');
  await page.locator('[data-part=source]').click();
  for (const tab of TABS) {
    await page.locator(`[data-tab=${tab}]`).click();
    await becomes(() => shown(page), 'source passes', tab);
  }
  assert.deepEqual(await accessibilityFindings(page), []);
  assert.deepEqual(complaints, []);
});

test('controls of a row are one family: one height, and prose of options is in the help', async () => {
  const { page } = await site.page();
  await settled(page);
  for (const tab of ['result', 'diff', 'graph', 'film']) {
    await page.locator(`[data-tab=${tab}]`).click();
    const heights = await page
      .locator('.tools, .steps, .top')
      .locator('button:visible:not([data-step][title], .check), select:visible')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().height)));
    for (const height of heights) assert.ok(height >= 24 && height <= 28, `${tab}: ${heights}`);
  }
  await page.locator('[data-tab=result]').click();
  const options = page.locator('seesaw-pipeline .options').first();
  assert.doesNotMatch(await options.innerText(), /PyTorch/);
  await page.locator('seesaw-pipeline summary').first().click();
  await page.getByTestId('option-help').filter({ hasText: 'Do what was meant' }).waitFor();
});
