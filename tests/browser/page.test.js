/** The page in a real browser: it works under its policy, live, and every example gives a result. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { POLICY } from '../../web/serve.js';
import { exampleIds, judged, kept, openExample, openSite, resultWith, settled, type } from '../../web/tools/browser.js';

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

const BROKEN =
  'def forward(self, x):\n    y = torch.ops.aten.asinh.default(x)\n    z = nothing_here + 1\n    return (y,)\n';

test('is served under the policy it promises, and what never changes may be kept', async () => {
  assert.equal(
    POLICY,
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; " +
      "style-src 'self'; img-src 'self'",
  );
  const page = await fetch(site.url);
  assert.equal(page.headers.get('content-security-policy'), POLICY);
  assert.equal(page.headers.get('cache-control'), 'no-cache');
  const list = await (await fetch(`${site.url}offline.js`)).text();
  const [worker] = /assets\/worker-[\w-]+\.js/.exec(list) ?? [''];
  const answer = await fetch(site.url + worker);
  assert.equal(answer.headers.get('content-security-policy'), POLICY, 'a worker obeys the policy of its own file');
  assert.match(answer.headers.get('cache-control') ?? '', /immutable/);
});

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
  await type(page, 'def forward(self, x):\n    y = torch.ops.aten.asinh.default(x)\n    return (y,)\n');
  await resultWith(page, 'aten.asinh.default(x)');
  await type(page, BROKEN);
  await settled(page, /error/);
  await page.locator('.cm-lintRange-error').first().waitFor({ state: 'attached' });
  const entry = page.getByRole('list', { name: 'Diagnostics' }).getByRole('button').first();
  assert.match(await entry.innerText(), /error/);
  assert.ok(await page.getByTestId('view').evaluate((view) => view.classList.contains('stale')));
  const colours = page
    .locator('seesaw-output .cm-line span')
    .evaluateAll((all) => new Set(all.map((one) => getComputedStyle(one).color)).size);
  assert.equal(await colours, 1, 'grey all over');
  await resultWith(page, 'aten.asinh.default(x)');
  await entry.click();
  await page
    .locator('.cm-editor.cm-focused .cm-activeLine', {
      hasText: 'nothing_here',
    })
    .waitFor();
  await page.keyboard.press('Control+z');
  await page.getByTestId('status').filter({ hasText: 'nodes' }).waitFor();
  assert.ok(!(await page.getByTestId('view').evaluate((view) => view.classList.contains('stale'))));
  assert.deepEqual(complaints, []);
});

test('hovering over a squiggle tells what is wrong, and F8 goes there', async () => {
  const { page, complaints } = await site.page();
  await settled(page);
  await type(page, BROKEN);
  await page.locator('.cm-lintRange-error').first().waitFor();
  await judged(page); // squiggles are drawn again with each answer
  await page.locator('.cm-lintRange-error').first().hover();
  await page.locator('.cm-tooltip', { hasText: 'nothing_here' }).waitFor();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('F8');
  await page.locator('.cm-activeLine', { hasText: 'nothing_here' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('an empty document invites, in both parts, and stays empty', async () => {
  const { page, complaints } = await site.page();
  await settled(page);
  await type(page, ' ');
  await page.getByTestId('view').getByText('Nothing yet').waitFor();
  assert.equal(await page.locator('.problems').count(), 0);
  await page.keyboard.press('Backspace');
  await page.locator('.cm-placeholder').waitFor();
  await kept(page);
  await page.reload();
  await settled(page, /Empty/);
  assert.deepEqual(complaints, []);
});

test('every example says what it is, parses, runs and gives a result', async () => {
  const { page, complaints } = await site.page();
  await settled(page);
  await page.locator('seesaw-playground[complete]').waitFor();
  const ids = await exampleIds(page);
  assert.ok(ids.length >= 34);
  for (const id of ids) {
    await openExample(page, id);
    const says = page.locator('.intro', { hasText: 'Try:' });
    await (id === 'lost_gradients' ? page.getByTestId('start') : says).waitFor();
    await page.locator('seesaw-pipeline li .outcome', { hasText: /µs|ms/ }).first().waitFor();
    await settled(page);
    await judged(page);
    // What Seesaw has no record of it says; all else is in order.
    const remarks = await page.locator('.problems li').allInnerTexts();
    const unknown = remarks.filter((remark) => remark.includes('Seesaw has no record of'));
    assert.deepEqual(unknown, id === 'quantized' ? remarks : [], `remarks in ${id}`);
    assert.equal(remarks.length, id === 'quantized' ? 2 : 0, `problems in ${id}: ${remarks}`);
    await resultWith(page, 'return');
  }
  assert.deepEqual(complaints, []);
});

test('without a network the loaded page goes on: every example opens, and a fresh engine starts', async () => {
  const { page } = await site.page();
  await settled(page);
  await page.locator('seesaw-playground[complete]').waitFor();
  await page.context().setOffline(true);
  await openExample(page, 'autocast_regions');
  await resultWith(page, 'wrap_with_autocast');
  await page
    .workers()[0]
    .evaluate('self.close()')
    .catch(() => {});
  await openExample(page, 'transformer_block');
  await resultWith(page, 'softmax');
  assert.match(await page.getByTestId('status').innerText(), /nodes/);
});
