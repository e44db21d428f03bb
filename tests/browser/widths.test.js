/** What is seen at the widths of a phone, of a small window and of a large one: nothing is cut, nothing overlaps. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { autogradPage, openSite, settled, still } from '../../web/tools/browser.js';

/** @typedef {import('playwright-core').Page} Page */

const TRACE = gunzipSync(readFileSync(new URL('../data/logs/2.6/trace.log.gz', import.meta.url)));

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

/** @param {import('playwright-core').Locator} one */
const isCut = (one) => one.evaluate((element) => element.scrollWidth > element.clientWidth);

for (const width of [400, 1024]) {
  test(`graphs of a log at ${width} pixels: the name and the counts are whole, no button is over another`, async () => {
    const { page, complaints } = await site.page({ viewport: { width, height: 850 } });
    await settled(page, /./).catch(() => {});
    const source = page.locator('[data-pane=text]');
    if (await source.isVisible()) await source.click();
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.press('Control+o');
    await (await chooser).setFiles({ name: 'trace.log', mimeType: 'text/plain', buffer: TRACE });
    const log = page.locator('seesaw-log');
    await log.locator('[data-graph]').first().waitFor({ timeout: 20_000 });
    for (const part of [log.locator('.head b'), log.getByTestId('log-count')])
      assert.equal(await isCut(part), false, `${await part.innerText()} is cut`);
    const rows = await log.locator('details[open] .graph').evaluateAll((all) =>
      all.map((row) => {
        const boxes = [...row.querySelectorAll('button')].map((button) => button.getBoundingClientRect());
        return { tops: boxes.map(({ top }) => top), bottoms: boxes.map(({ bottom }) => bottom) };
      }),
    );
    for (const [at, { tops }] of rows.entries()) {
      assert.ok(Math.max(...tops) - Math.min(...tops) < 1, 'buttons of a row are in one line');
      if (at > 0) assert.ok(Math.min(...tops) > Math.max(...rows[at - 1].bottoms), 'and below those of the row before');
    }
    assert.deepEqual(complaints, []);
  });
}

test('beside a graph in a small window the version of PyTorch and the number of nodes are whole', async () => {
  const { page, complaints } = await site.page({ viewport: { width: 1024, height: 768 } });
  await settled(page);
  await page.evaluate(() => {
    const { commands, model } = /** @type {any} */ (document.querySelector('seesaw-playground'));
    commands.open.text(
      'import torch\n\nclass Net(torch.nn.Module):\n    def forward(self, x: "f32[2]"):\n        return x.sin()\n',
    );
    model.setView({ tab: 'graph' }, 'show');
  });
  await settled(page, /3 nodes/);
  await still(page);
  const version = page.getByTestId('torch');
  const text = await version.evaluate((/** @type {HTMLSelectElement} */ select) => {
    const context = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));
    context.font = getComputedStyle(select).font;
    return context.measureText(select.selectedOptions[0].text.trim()).width;
  });
  const { width } = (await version.boundingBox()) ?? { width: 0 };
  assert.ok(width > text + 20, `room for its text and its arrow: ${width}, ${text}`);
  assert.equal(await isCut(page.getByTestId('status')), false);
  assert.deepEqual(complaints, []);
});

const LONG = `class GraphModule(torch.nn.Module):
    def forward(self, l_self_attention_parameters_weight_: "f32[2, 3]"):
        first_of_the_projections_of_it: "f32[2, 3]" = torch.ops.aten.sin.default(l_self_attention_parameters_weight_)
        add_of_it: "f32[2, 3]" = torch.ops.aten.mul.Tensor(first_of_the_projections_of_it, -1234.5)
        return (add_of_it,)
`;

test('on a phone gradients of nodes with long names are on the screen', async () => {
  const { page, complaints } = await autogradPage(site, LONG, { viewport: { width: 400, height: 850 } });
  const table = page.getByTestId('nodes');
  assert.equal(await isCut(page.locator('.scroll-x', { has: table })), false, 'the table needs no scrolling');
  assert.deepEqual(complaints, []);
});
