/** The pipeline, its options, the steps and reasons, as a person with a mouse or a keyboard uses them. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSite, resultWith, settled } from '../../web/tools/browser.js';

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

/** @param {import('playwright-core').Page} page */
const names = (page) => page.locator('seesaw-pipeline li').evaluateAll((all) => all.map((one) => one.getAttribute('data-pass')));

/** @param {string} example */
async function open(example) {
  const { page, complaints } = await site.page();
  await settled(page);
  await page.getByTestId('examples').selectOption(example);
  await resultWith(page, 'return');
  return { page, complaints };
}

test('passes are offered as describe() lists them, added, moved, switched off, removed', async () => {
  const { page, complaints } = await open('dead_code');
  const [first, second] = await names(page);
  const offered = await page.getByTestId('add-pass').locator('option').count();
  assert.ok(offered >= 6, 'five passes and the title');
  await page.getByTestId('add-pass').selectOption('inline_submodules');
  assert.deepEqual(await names(page), [first, second, 'inline_submodules']);
  await page.getByRole('button', { name: 'Move inline_submodules up' }).click();
  assert.deepEqual(await names(page), [first, 'inline_submodules', second]);
  await page.getByRole('checkbox', { name: `Run ${first}` }).focus();
  await page.keyboard.press('Alt+ArrowDown');
  assert.deepEqual(await names(page), ['inline_submodules', first, second]);
  await page.getByRole('checkbox', { name: `Run ${first}` }).uncheck();
  await resultWith(page, '_set_grad_enabled(False)');
  await page.getByRole('checkbox', { name: `Run ${first}` }).check();
  await page.getByTestId('view').locator('.cm-content', { hasText: 'wrap_with_set_grad_enabled' }).waitFor();
  await page.getByRole('button', { name: `Remove ${first}` }).click();
  assert.deepEqual(await names(page), ['inline_submodules', second]);
  await resultWith(page, '_set_grad_enabled(False)');
  assert.deepEqual(complaints, []);
});

test('an option changes the result, and a lost region is told as a warning with its rule', async () => {
  const { page, complaints } = await open('lost_region');
  const warning = page.locator('.why li.lost').first();
  await warning.waitFor();
  assert.match(await warning.innerText(), /rule \d+/);
  assert.ok((await page.locator('.cm-region-warning').count()) > 0, 'marked in the source');
  await warning.getByRole('button').click();
  await page.locator('seesaw-editor .cm-editor.cm-focused').waitFor();
  const before = await resultWith(page, 'return');
  await page.locator('[data-option=correct]').first().check();
  await page.locator('.why li.lost').waitFor({ state: 'detached' });
  assert.notEqual(await resultWith(page, 'wrap_with_set_grad_enabled'), before);
  assert.deepEqual(complaints, []);
});

test('ambient mode, format, steps and diff', async () => {
  const { page, complaints } = await open('nested_regions');
  await resultWith(page, 'wrap_with_set_grad_enabled(False');
  await page.getByTestId('ambient').uncheck();
  await resultWith(page, 'wrap_with_set_grad_enabled(True');
  await page.getByTestId('ambient').check();
  await page.getByTestId('format').selectOption('graph');
  await resultWith(page, /graph\(\):.*placeholder\[target=arg0_1\]/s);
  await page.locator('[data-step="0"]').click();
  await resultWith(page, '_set_grad_enabled](args = (False,)');
  await page.locator('[data-step="1"]').click();
  await page.locator('[data-tab=diff]').click();
  await page.locator('.cm-merge-b .cm-changedLine').first().waitFor();
  assert.equal(await page.locator('seesaw-output .cm-content').count(), 2, 'side by side');
  assert.deepEqual(complaints, []);
});
