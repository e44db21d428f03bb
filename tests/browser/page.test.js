/** The page in a real browser: it works under its policy, live, and every example gives a result. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSite, resultWith, settled, type } from '../../web/tools/browser.js';

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

test('opens with a result, without a complaint in the console', async () => {
  const { page, complaints } = await site.page();
  await settled(page);
  const text = await resultWith(page, 'wrap_with_set_grad_enabled');
  assert.match(text, /class submod_1\(torch\.nn\.Module\)/);
  assert.deepEqual(complaints, []);
});

test('typing updates the result; a mistake is marked, listed, and greys the last result', async () => {
  const { page, complaints } = await site.page();
  await settled(page);
  await type(page, 'def forward(self, x):\n    y = torch.ops.aten.sin.default(x)\n    return (y,)\n');
  await resultWith(page, 'aten.sin.default(x)');
  await type(page, 'def forward(self, x):\n    y = torch.ops.aten.sin.default(x)\n    z = nothing_here + 1\n    return (y,)\n');
  await settled(page, /error/);
  assert.ok((await page.locator('.cm-lintRange-error').count()) > 0, 'a squiggle');
  const entry = page.getByRole('list', { name: 'Diagnostics' }).getByRole('button').first();
  assert.match(await entry.innerText(), /error/);
  assert.ok(await page.getByTestId('view').evaluate((view) => view.classList.contains('stale')));
  await resultWith(page, 'aten.sin.default(x)');
  await entry.click();
  await page.locator('.cm-editor.cm-focused .cm-activeLine', { hasText: 'nothing_here' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('every example parses, runs and gives a result', async () => {
  const { page, complaints } = await site.page();
  await settled(page);
  const ids = await page.getByTestId('examples').locator('option').evaluateAll((all) => all.map((one) => one.getAttribute('value')));
  assert.ok(ids.length > 12);
  for (const id of ids.filter(Boolean)) {
    await page.getByTestId('examples').selectOption(id);
    await page.locator('seesaw-pipeline li .outcome', { hasText: 'µs' }).or(page.locator('seesaw-pipeline li .outcome', { hasText: 'ms' })).first().waitFor();
    await settled(page);
    assert.equal(await page.locator('.problems').count(), 0, `problems in ${id}`);
    await resultWith(page, 'return');
  }
  assert.deepEqual(complaints, []);
});
