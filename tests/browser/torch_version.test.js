/** Which PyTorch a text is of: found in it and said why, or chosen. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessibilityFindings, becomes, openSite, resultWith, settled, type } from '../../web/tools/browser.js';

const NEWER = `class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2]"):
        # File: m.py:3 in forward, code: a = x.sin()
        sin: "f32[2]" = torch.ops.aten.sin.default(x);  x = None
        return (sin,)
`;

const CAPTURED = `class M(torch.nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, x: "f32[2]"):
        return x.sin()
`;

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

test('the version is found in the text, said with its reason, and can be chosen; the result has its form', async () => {
  const { page, complaints } = await site.page();
  await settled(page);
  await type(page, NEWER);
  await settled(page, /^3 nodes/);
  const choice = page.getByTestId('torch');
  const shown = () => choice.evaluate((all) => /** @type {HTMLSelectElement} */ (all).selectedOptions[0].text.trim());
  await becomes(shown, 'PyTorch 2.14');
  await page.locator('[data-tab=result]').click();
  assert.match(await resultWith(page, 'File: m.py'), /\n {8}# File/);
  await choice.selectOption('2.6');
  await settled(page, /^3 nodes/);
  assert.match(await resultWith(page, / {9}# File/), /\n {9}# File/);
  assert.match((await choice.getAttribute('title')) ?? '', /chosen for this document, whatever its text shows/);
  await page.keyboard.press('Control+Shift+O');
  await page.keyboard.press('Escape');
  await choice.selectOption('auto');
  await becomes(shown, 'PyTorch 2.14');
  assert.deepEqual(await accessibilityFindings(page), []);
  assert.deepEqual(complaints, []);
});

test('the chosen version is kept with the document', async () => {
  const { page } = await site.page();
  await settled(page);
  await type(page, NEWER);
  await settled(page, /^3 nodes/);
  await page.getByTestId('torch').selectOption('2.6');
  await page.waitForFunction(
    () => !(/** @type {any} */ (document.querySelector('seesaw-playground')).model.saved.pending),
  );
  await page.reload();
  await settled(page, /^3 nodes/);
  assert.equal(await page.getByTestId('torch').inputValue(), '2.6');
});

test('what is captured is as the chosen version captures and prints it', async () => {
  const { page } = await site.page();
  await settled(page);
  await type(page, CAPTURED);
  await settled(page, /^captured · 3 nodes/);
  const choice = page.getByTestId('torch');
  assert.match((await choice.getAttribute('title')) ?? '', /: captured as PyTorch 2\.6 does$/);
  await page.locator('[data-tab=result]').click();
  assert.match(await resultWith(page, / {9}# File/), /\n {9}# File/);
  await choice.selectOption('2.14');
  await becomes(async () => /\n {8}# File/.test(await resultWith(page, '# File')), true);
  await settled(page, /^captured · 3 nodes/);
  assert.match((await choice.getAttribute('title')) ?? '', /chosen for this document/);
});

test('what another PyTorch gives is a click away, as a difference: of a text, and of what is captured', async () => {
  const { page, complaints } = await site.page();
  await settled(page);
  await type(page, NEWER);
  await settled(page, /^3 nodes/);
  await page.locator('[data-tab=result]').click();
  const beside = page.getByTestId('torch-beside');
  await beside.filter({ hasText: 'vs 2.6' }).click();
  const lines = (/** @type {string} */ side) =>
    page.locator(`seesaw-output ${side} .cm-changedLine`).evaluateAll((all) => all.map((line) => line.textContent));
  // The comment of 2.6 has a blank more before it.
  await becomes(async () => (await lines('.cm-merge-a')).some((line) => /^ {9}# File: m.py/.test(line ?? '')), true);
  assert.ok((await lines('.cm-merge-b')).some((line) => /^ {8}# File: m.py/.test(line ?? '')));
  assert.equal(
    await page.getByLabel('Compare with').evaluate((all) => /** @type {any} */ (all).selectedOptions[0].text.trim()),
    'against PyTorch 2.6',
  );
  assert.deepEqual(await accessibilityFindings(page), []);
  await page.locator('[data-part=source]').click();
  await type(page, CAPTURED);
  await settled(page, /^captured/);
  await becomes(async () => (await lines('.cm-merge-a')).some((line) => /^ {8}# File/.test(line ?? '')), true);
  // The picture compares steps.
  await page.locator('[data-tab=graph]').click();
  assert.equal(await page.getByTestId('graph-against').inputValue(), 'input');
  assert.deepEqual(complaints, []);
});

for (const width of [1440, 400]) {
  test(`why it is that version is said in words, what another gives is beside it, ${width} pixels wide`, async () => {
    const { page, complaints } = await site.page({ viewport: { width, height: 850 } });
    await settled(page);
    await page.evaluate((text) => {
      const element = /** @type {any} */ (document.querySelector('seesaw-playground'));
      element.text = text;
      element.model.setView({ tab: 'result', pane: 'text' }, 'show');
    }, NEWER);
    await settled(page, /^3 nodes/);
    const bar = page.locator('.source > .bar');
    const cut = () =>
      bar.evaluate((one) => {
        const status = /** @type {HTMLElement} */ (one.querySelector('.status'));
        const high = [...one.querySelectorAll('button')].filter((button) => button.scrollHeight > button.clientHeight);
        return [status.scrollWidth > status.clientWidth, high.map((button) => button.textContent?.trim())];
      });
    assert.deepEqual(await cut(), [false, []], 'nothing in the bar is cut');
    const why = page.getByTestId('torch-why');
    await why.click();
    const reason = page.getByTestId('torch-reason');
    await reason.filter({ hasText: /PyTorch 2\.14:\s+line 3:\s+comments are flush with the code/ }).waitFor();
    assert.equal(await why.getAttribute('aria-expanded'), 'true');
    assert.deepEqual(await accessibilityFindings(page), []);
    await reason.getByTestId('torch-compare').click();
    await page.getByText('against PyTorch 2.6').first().waitFor({ state: 'attached' });
    await page.locator('seesaw-output .cm-changedLine, seesaw-output .cm-insertedLine').first().waitFor();
    assert.deepEqual(complaints, []);
  });
}
