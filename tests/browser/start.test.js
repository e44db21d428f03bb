/** Somebody who has never been here: what this is, in ten seconds, and the ways on. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessibilityFindings, becomes, focusOn, openSite, settled, sourceWith } from '../../web/tools/browser.js';

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

/** @param {object} [context] */
async function arrive(context = {}) {
  const opened = await site.page({ stranger: true, ...context });
  opened.page.setDefaultTimeout(60_000);
  return opened;
}

test('the start says what this is and proves it: what gradients changed, why; one click makes them equal', async () => {
  const { page, complaints } = await arrive();
  const found = page.getByTestId('start-verdict');
  await found.filter({ hasText: /gradients changed: −?[\d.]+ → −?[\d.]+/ }).waitFor();
  assert.match(await found.innerText(), /because the region\s+submod_1 \(lines 6–8\)\s+was lost/);
  // The region is shaded in the source, which is Python, and is a group of the picture.
  await page.locator('seesaw-editor .cm-region-warning').first().waitFor();
  await page.locator('seesaw-canvas').first().waitFor();
  const groups = () =>
    page
      .locator('seesaw-canvas')
      .first()
      .evaluate((/** @type {any} */ canvas) =>
        canvas.drawing.picture.groups.map((/** @type {any} */ group) => group.label ?? group.name ?? group.title ?? ''),
      );
  await becomes(
    async () => (await groups()).some((/** @type {unknown} */ label) => String(label).includes('no_grad')),
    true,
  );
  await page.getByTestId('start-source').click();
  await becomes(() => page.locator('.cm-region-chosen').count(), 3);
  await page.getByTestId('start-picture').click();
  await becomes(
    () => page.evaluate(() => /** @type {any} */ (document.querySelector('seesaw-playground')).model.view.node),
    '_set_grad_enabled',
  );
  assert.deepEqual(await accessibilityFindings(page), []);
  await page.getByTestId('start-fix').click();
  await found.filter({ hasText: 'equal in values and gradients' }).waitFor();
  await page.getByTestId('start-lose').click();
  await found.filter({ hasText: 'gradients changed' }).waitFor();
  await page.getByTestId('start-numbers').click();
  await page.locator('[data-tab=autograd][aria-selected=true]').waitFor();
  assert.deepEqual(complaints, []);
});

test('nothing is said that is not known yet, and nothing runs on: while the engine loads', async () => {
  const { page } = await arrive({
    prepare: 'globalThis.Worker = class extends EventTarget { postMessage() {} terminate() {} };',
  });
  const found = page.getByTestId('start-verdict');
  await found.filter({ hasText: /Running|Loading/ }).waitFor();
  assert.equal(await found.getAttribute('data-verdict'), 'none');
  assert.equal(await page.getByText(/No pass found|equal in values|differ first|changed:/).count(), 0);
});

test('three ways on: my graph, learn autograd, embed this; who has made something is not asked again', async () => {
  const { page, complaints } = await arrive();
  await page.getByTestId('start-embed').click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByTestId('start-learn').click();
  await page.locator('[data-autograd=gallery][aria-pressed=true]').waitFor();
  await page.getByTestId('start-mine').click();
  await focusOn(page, 'source');
  await becomes(() => page.getByTestId('start').count(), 0);
  await page.keyboard.insertText('def forward(self, x: "f32[2]"):\n    return (x.sin(),)\n');
  await settled(page, /nodes/);
  await page.waitForFunction(
    () => !(/** @type {any} */ (document.querySelector('seesaw-playground')).model.saved.pending),
  );
  await page.reload();
  await sourceWith(page, 'x.sin()');
  assert.equal(await page.getByTestId('start').count(), 0);
  assert.deepEqual(complaints, []);
});

test('the start can be closed, and comes back with its example', async () => {
  const { page } = await arrive();
  await page.getByTestId('close-start').click();
  await becomes(() => page.getByTestId('start').count(), 0);
  await sourceWith(page, 'torch.no_grad()');
});

for (const colorScheme of /** @type {const} */ (['light', 'dark']))
  test(`nothing is wrong with it on a phone, ${colorScheme}: no overflow, axe finds nothing`, async () => {
    const { page } = await arrive({ viewport: { width: 400, height: 850 }, colorScheme });
    await page.getByTestId('start-verdict').filter({ hasText: 'gradients changed' }).waitFor();
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
    assert.deepEqual(await accessibilityFindings(page), []);
  });

test('on a phone what the start leads to has the screen, below what was found out', async () => {
  const { page } = await arrive({ viewport: { width: 400, height: 850 } });
  await page.getByTestId('start-verdict').filter({ hasText: 'gradients changed' }).waitFor();
  const heading = page.getByRole('heading', { name: 'See what a PyTorch pass does' });
  await page.getByTestId('start-source').click();
  await page.locator('.cm-region-chosen').first().waitFor();
  await becomes(() => heading.isVisible(), false);
  assert.ok(await page.getByTestId('start-fix').isVisible(), 'what was found out stays');
  const tall = async (/** @type {string} */ part) => (await page.locator(part).boundingBox())?.height ?? 0;
  assert.ok((await tall('section.source')) > 500);
  await page.getByTestId('start-picture').click();
  await page.locator('seesaw-canvas').first().waitFor();
  assert.ok((await tall('section.output')) > 500);
  await page.locator('[data-tab=autograd]').click();
  await page.getByRole('button', { name: 'torch.autograd.graph' }).click();
  await becomes(() => page.getByTestId('start').isVisible(), false);
  assert.ok((await tall('section.output')) > 700);
  assert.deepEqual(await accessibilityFindings(page), []);
});

test('a drop zone shows itself while a file is held over the page, and goes', async () => {
  const { page } = await arrive();
  await settled(page, /nodes/);
  const drag = (/** @type {string} */ type, file = true) =>
    page.evaluate(([type, file]) => {
      const dataTransfer = new DataTransfer();
      if (file) dataTransfer.items.add(new File(['def forward(self, x):\n    return (x,)\n'], 'mine.py'));
      else dataTransfer.setData('text/plain', 'words');
      const target = /** @type {any} */ (document.querySelector('seesaw-playground')).shadowRoot.querySelector('.main');
      target.dispatchEvent(
        new DragEvent(String(type), { dataTransfer, bubbles: true, cancelable: true, composed: true }),
      );
    }, /** @type {const} */ ([type, file]));
  const zone = page.getByTestId('drop-zone');
  await drag('dragover', false);
  assert.equal(await zone.count(), 0, 'text that is dragged about is left alone');
  await drag('dragover');
  await zone.waitFor();
  await drag('dragleave');
  await zone.waitFor({ state: 'detached' });
  await drag('dragover');
  await zone.waitFor();
  await drag('drop');
  await zone.waitFor({ state: 'detached' });
  await sourceWith(page, 'return (x,)');
});
