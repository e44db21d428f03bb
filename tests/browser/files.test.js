/** Text in and out: files opened, dropped, pasted; results copied and saved. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openExample, openSite, resultWith, settled } from '../../web/tools/browser.js';

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

const COS = 'def forward(self, x):\n    y = torch.ops.aten.cos.default(x)\n    return (y,)\n';

/**
 * Does with a text what a person does with a file or the clipboard.
 * @param {import('playwright-core').Page} page
 * @param {'drop' | 'paste'} kind
 * @param {string} selector
 * @param {string} text
 */
function transfer(page, kind, selector, text) {
  return page.locator(selector).evaluate(
    (node, [kind, text]) => {
      const data = new DataTransfer();
      if (kind === 'drop') data.items.add(new File([text], 'graph.txt', { type: 'text/plain' }));
      else data.setData('text/plain', text);
      const init = { bubbles: true, cancelable: true, composed: true };
      if (kind === 'drop') node.dispatchEvent(new DragEvent('dragover', { ...init, dataTransfer: data }));
      node.dispatchEvent(
        kind === 'drop'
          ? new DragEvent('drop', { ...init, dataTransfer: data })
          : new ClipboardEvent('paste', { ...init, clipboardData: data }),
      );
    },
    [kind, text],
  );
}

test('a file is opened by button and by key, and undo brings the old text back', async () => {
  const { page, complaints } = await site.page();
  await settled(page);
  for (const way of [() => page.getByTestId('open').click(), () => page.keyboard.press('Control+o')]) {
    const chooser = page.waitForEvent('filechooser');
    await way();
    await (
      await chooser
    ).setFiles({
      name: 'graph.py',
      mimeType: 'text/x-python',
      buffer: Buffer.from(COS),
    });
    await resultWith(page, 'aten.cos.default(x)');
    await page.getByTestId('undo').click();
    await page.getByTestId('status').filter({ hasText: '21 nodes' }).waitFor();
  }
  assert.deepEqual(complaints, []);
});

test('what is no text is refused in words', async () => {
  const { page } = await site.page();
  await settled(page);
  const chooser = page.waitForEvent('filechooser');
  await page.getByTestId('open').click();
  await (
    await chooser
  ).setFiles({
    name: 'model.pt2',
    mimeType: 'application/zip',
    buffer: Buffer.from([80, 75, 3, 4, 0, 0]),
  });
  await page.getByRole('alert').filter({ hasText: 'model.pt2: this is no ZIP archive, or it is cut off' }).waitFor();
  assert.match(await page.getByTestId('status').innerText(), /21 nodes/);
});

test('a saved model is opened as the program in it', async () => {
  const { page, complaints } = await site.page();
  await settled(page);
  const chooser = page.waitForEvent('filechooser');
  await page.getByTestId('open').click();
  await (await chooser).setFiles(fileURLToPath(new URL('../data/archives/alone.pt2', import.meta.url)));
  await resultWith(page, 'torch.ops.aten.relu.default(x)');
  assert.deepEqual(complaints, []);
});

test('a file dropped on the editor or beside it replaces the text', async () => {
  const { page } = await site.page();
  await settled(page);
  await transfer(page, 'drop', 'seesaw-editor .cm-content', COS);
  await resultWith(page, 'aten.cos.default(x)');
  assert.equal(await page.locator('seesaw-editor .cm-line').count(), 4, 'replaced, not inserted');
  await transfer(page, 'drop', '.passes', COS.replace('cos', 'tan'));
  await resultWith(page, 'aten.tan.default(x)');
  await page.locator('[data-tab=graph]').click();
  await page.locator('seesaw-outline [role=treeitem]').first().waitFor();
  await transfer(page, 'drop', 'seesaw-canvas', COS.replace('cos', 'acos'));
  await page.locator('seesaw-outline', { hasText: 'aten.acos' }).waitFor();
  await transfer(page, 'paste', 'seesaw-canvas', COS.replace('cos', 'atan'));
  await page.locator('seesaw-outline', { hasText: 'aten.atan' }).waitFor();
});

test('a paste outside the editor opens what was copied; inside, it goes to the cursor', async () => {
  const { page } = await site.page();
  await settled(page);
  await transfer(page, 'paste', '.output', COS);
  await resultWith(page, 'aten.cos.default(x)');
  await page.getByTestId('source').click();
  await page.keyboard.press('Control+Home');
  await transfer(page, 'paste', 'seesaw-editor .cm-content', '# pasted\n');
  assert.match(await page.getByTestId('source').innerText(), /^# pasted\ndef forward/);
});

test('the result is copied and saved, as it is shown', async () => {
  const { page } = await site.page({
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await settled(page);
  await openExample(page, 'dead_code');
  await page.getByTestId('format').selectOption('graph');
  await resultWith(page, /graph\(\):(?!.*arg1_1)/s);
  await page.getByTestId('copy').click();
  await page.locator('[data-testid=copy].done').waitFor();
  const copied = /** @type {string} */ (await page.evaluate('navigator.clipboard.readText()'));
  assert.match(copied, /^graph\(\):\n/);
  const saved = page.waitForEvent('download');
  await page.keyboard.press('Control+s');
  const file = await saved;
  assert.equal(file.suggestedFilename(), 'after-2.graph.txt');
  assert.equal(await readFile(await file.path(), 'utf8'), copied);
});
