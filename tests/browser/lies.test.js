/** Passes that lie: the gallery catches each while one looks, and opens it on the pass. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessibilityFindings, becomes, openSite, settled } from '../../web/tools/browser.js';

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

for (const [width, colorScheme] of /** @type {const} */ ([
  [1440, 'light'],
  [400, 'dark'],
]))
  test(`each is caught, with its numbers, versions and issue: ${width} pixels, ${colorScheme}`, async () => {
    const { page, complaints } = await site.page({ stranger: true, viewport: { width, height: 900 }, colorScheme });
    page.setDefaultTimeout(30_000);
    await page.getByTestId('start-examples').click();
    const caught = page.locator('[data-caught]');
    await becomes(() => caught.filter({ hasText: / changed: \S+ → \S+/ }).count(), 8);
    await page.locator('[data-caught=straight_through_lost]').filter({ hasText: 'gradients changed: 1 → 0' }).waitFor();
    const issue = page.locator('a', { hasText: '#68301' });
    assert.equal(await issue.getAttribute('href'), 'https://github.com/pytorch/pytorch/issues/68301');
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
    assert.deepEqual(await accessibilityFindings(page), []);
    await page.locator('[data-example=dead_write]').click();
    // On a narrow screen the passes are behind another part.
    await becomes(() => page.locator('.passes').filter({ hasText: 'values differ' }).count(), 1);
    assert.deepEqual(complaints, []);
  });

test('looking at the gallery leaves the document and its programs as they are', async () => {
  const { page, complaints } = await site.page({});
  page.setDefaultTimeout(30_000);
  await settled(page);
  await page.getByRole('button', { name: 'Examples', exact: true }).click();
  await becomes(() => page.locator('[data-caught]').filter({ hasText: 'changed' }).count(), 8);
  await page.keyboard.press('Escape');
  await page.locator('[data-tab=graph]').click();
  await page.locator('seesaw-canvas').first().waitFor();
  await becomes(
    () =>
      page
        .locator('seesaw-canvas')
        .first()
        .evaluate((/** @type {any} */ canvas) => canvas.drawing?.count > 10),
    true,
  );
  assert.deepEqual(complaints, []);
});
