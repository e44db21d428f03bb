/** One choice in all views: source, result, difference, picture, table, card; and the focus stays where it was. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { becomes, judged, openSite, settled, still, type } from '../../web/tools/browser.js';
import { selected } from '../../web/tools/graph_page.js';

/** @typedef {import('playwright-core').Page} Page */

/** Long enough that what is looked at must be scrolled to. */
const lines = Array.from({ length: 60 }, (_, i) => `    v${i + 1} = torch.ops.aten.sin.default(v${i})`);
const LONG = `def forward(self, v0: "f32[2]"):
${lines.join('\n')}
    dead = torch.ops.aten.exp.default(v3)
    return (v60,)
`;
const MODULE = `import torch
from torch import nn

class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)

    def forward(self, x: "f32[4, 3]"):
        y = torch.relu(self.fc(x))
        return y.sum()
`;

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

/** @param {string} text @param {string[]} passes @param {import('playwright-core').BrowserContextOptions} [context] */
async function opened(text, passes, context = {}) {
  const { page, complaints } = await site.page({ reducedMotion: 'reduce', ...context });
  await settled(page);
  await type(page, text);
  await settled(page, /^(captured · )?\d+ nodes/);
  await page.evaluate((names) => {
    const pipeline = names.map((name) => ({ name, enabled: true, options: {} }));
    /** @type {any} */ (document.querySelector('seesaw-playground')).model.changeSetup({ pipeline });
  }, passes);
  await settled(page);
  await judged(page);
  // The text stands still under a click.
  await page.keyboard.press('Control+Home');
  return { page, complaints };
}

/**
 * Lines that are marked in the source or in a result, if they are on the screen.
 * @param {Page} page
 * @param {string} where
 */
const marked = (page, where) =>
  page.locator(`${where} .cm-followed`).evaluateAll((all) =>
    all
      .filter((line) => {
        const { top, bottom } = line.getBoundingClientRect();
        return top > 0 && bottom < innerHeight;
      })
      .map((line) => (line.textContent ?? '').trim().replace(/;.*|:? "[^"]*"/g, '')),
  );

/** @param {number} at */
const sine = (at) => `v${at} = torch.ops.aten.sin.default(v${at - 1})`;

test('a line of the source is shown in the result; a line of the result in the source, without the focus', async () => {
  const { page, complaints } = await opened(LONG, ['eliminate_dead_code']);
  await page.locator('[data-tab=result]').click();
  await page.locator('seesaw-editor .cm-line', { hasText: 'v4 = torch' }).click();
  await becomes(() => marked(page, 'seesaw-output'), [sine(4)]);
  await page.locator('seesaw-output .cm-scroller').evaluate((all) => all.scrollTo(0, all.scrollHeight));
  await page.locator('seesaw-output .cm-line', { hasText: 'v58 = torch' }).click();
  await becomes(() => marked(page, 'seesaw-editor'), [sine(58)]);
  await becomes(() => marked(page, 'seesaw-output'), [sine(58)]);
  const focus = () =>
    page.evaluate(() => document.querySelector('seesaw-playground')?.shadowRoot?.activeElement?.localName);
  assert.equal(await focus(), 'seesaw-output', 'the focus is where it was clicked');
  await page.locator('[data-tab=graph]').click();
  await still(page);
  await becomes(() => selected(page), ['v58']);
  assert.deepEqual(complaints, []);
});

for (const width of [1440, 2400])
  test(`a line of a difference at ${width}: what a pass removed is shown in the source; folds open`, async () => {
    const { page } = await opened(LONG, ['eliminate_dead_code'], { viewport: { width, height: 900 } });
    await page.locator('[data-tab=diff]').click();
    await page.locator('[data-part=source]').click();
    await page
      .locator('seesaw-output .cm-deletedLine, seesaw-output .cm-changedLine', { hasText: 'dead =' })
      .first()
      .click();
    await becomes(() => marked(page, 'seesaw-editor'), ['dead = torch.ops.aten.exp.default(v3)']);
    await page.locator('seesaw-editor .cm-scroller').evaluate((all) => all.scrollTo(0, 0));
    await page.locator('seesaw-editor .cm-line', { hasText: 'v9 = torch' }).click();
    await becomes(() => marked(page, 'seesaw-output'), [sine(9), sine(9)]);
  });

test('a search hit and a step of the backward pass show their lines in the source', async () => {
  const { page, complaints } = await opened(LONG, []);
  await page.locator('[data-tab=graph]').click();
  await still(page);
  await page.getByTestId('graph-search').fill('v50');
  await page.getByTestId('graph-search').press('Enter');
  await becomes(() => marked(page, 'seesaw-editor'), [sine(50)]);
  await page.locator('[data-tab=autograd]').click();
  await page.locator('tr.looked[data-node=v50]').waitFor();
  await page.evaluate(() =>
    /** @type {any} */ (document.querySelector('seesaw-playground')).model.setView({
      parts: { source: true, passes: null },
    }),
  );
  const name = () => page.getByTestId('step').locator('h3 button').innerText();
  await becomes(name, 'v50', 'the backward pass stands at the chosen node');
  await page.getByRole('button', { name: 'Next node of the backward pass' }).click();
  await becomes(name, 'v49');
  await page.locator('[data-tab=graph]').click();
  await still(page);
  await becomes(() => selected(page), ['v49']);
  await becomes(() => marked(page, 'seesaw-editor'), [sine(49)]);
  assert.deepEqual(complaints, []);
});

test('all nodes of a line of Python are shown where the graph is printed', async () => {
  const { page } = await opened(MODULE, []);
  await page.locator('[data-tab=result]').click();
  await page.locator('seesaw-editor .cm-line', { hasText: 'torch.relu' }).click();
  await becomes(
    async () => (await marked(page, 'seesaw-output')).map((line) => line.split(' ')[0].replace(':', '')),
    ['linear', 'relu'],
  );
});

test('a click shows the card of a node: schema, types, value and gradient; the picture stays under it', async () => {
  const { page, complaints } = await opened(LONG, []);
  await page.locator('[data-tab=graph]').click();
  await still(page);
  const canvas = page.locator('seesaw-canvas').first();
  const size = async () => (await canvas.boundingBox())?.width;
  const before = await size();
  await page.locator('seesaw-outline [data-node=v1]').click();
  const card = page.getByTestId('node-card');
  await card.getByTestId('card-schema').filter({ hasText: 'sin(Tensor self) -> Tensor' }).waitFor();
  await card.locator('dd', { hasText: 'v0 f32[2]' }).waitFor();
  assert.equal(await size(), before);
  await card.getByTestId('card-run').click();
  await page.locator('tr.looked[data-node=v1]').waitFor();
  await page.locator('[data-tab=graph]').click();
  await page.locator('seesaw-outline [data-node=v1]').click();
  await card.getByTestId('card-gradient').waitFor();
  await card.getByRole('button', { name: 'Close the card' }).click();
  await page.locator('seesaw-outline [data-node=v4]').click();
  await becomes(() => marked(page, 'seesaw-editor'), [sine(4)]);
  assert.equal(await card.count(), 0, 'somebody closed it: clicks only choose');
  await page.keyboard.press('Enter');
  await card.waitFor();
  assert.deepEqual(complaints, []);
});

test('a reason shows its region in the source, and keeps the focus', async () => {
  const { page } = await site.page();
  await settled(page);
  const reason = page.locator('.why li button').first();
  await reason.click();
  await page.locator('.cm-region-chosen').first().waitFor();
  const focused = () =>
    page.evaluate(() => document.querySelector('seesaw-playground')?.shadowRoot?.activeElement?.localName);
  assert.equal(await focused(), 'button');
});

/** Where somebody chooses a node: the tab, what is done there, and the number of the node. */
const ORIGINS = /** @type {Record<string, [string, (page: Page) => Promise<unknown>, number]>} */ ({
  'a node of the picture': [
    'graph',
    (page) =>
      page
        .locator('seesaw-canvas')
        .first()
        .evaluate((/** @type {any} */ canvas) => {
          const node = canvas.drawing.picture.nodes.name.indexOf('v30');
          canvas.dispatchEvent(new CustomEvent('node-pick', { detail: { node, add: false } }));
        }),
    30,
  ],
  'a row of the outline': ['graph', (page) => page.locator('seesaw-outline [data-node=v4]').click(), 4],
  'a hit of the search': [
    'graph',
    async (page) => {
      await page.getByTestId('graph-search').fill('v32');
      await page.getByTestId('graph-search').press('Enter');
    },
    32,
  ],
  'a line of the source': [
    'result',
    async (page) => {
      await page.locator('seesaw-editor .cm-scroller').evaluate((all) => all.scrollTo(0, 0));
      await page.locator('seesaw-editor .cm-line', { hasText: 'v5 = torch' }).click();
    },
    5,
  ],
  'a line of the result': [
    'result',
    async (page) => {
      await page.locator('seesaw-output .cm-scroller').evaluate((all) => all.scrollTo(0, 0));
      await page.locator('seesaw-output .cm-line', { hasText: /v6\b.* = torch/ }).click();
    },
    6,
  ],
  'a line of a difference': [
    'diff',
    (page) =>
      page
        .locator('seesaw-output .cm-line', { hasText: /v60\b.* = torch/ })
        .first()
        .click(),
    60,
  ],
  'a row of the table': ['autograd', (page) => page.locator('tr[data-node=v8] button.name').click(), 8],
  'a step of the backward pass': [
    'autograd',
    (page) => page.getByRole('button', { name: 'Next node of the backward pass' }).click(),
    7,
  ],
});

test('everything follows everything: what is chosen in one view is shown in all others', async () => {
  const { page, complaints } = await opened(LONG, ['eliminate_dead_code']);
  const tab = (/** @type {string} */ name) => page.locator(`[data-tab=${name}]`).click();
  await page.evaluate(() =>
    /** @type {any} */ (document.querySelector('seesaw-playground')).model.setView({
      parts: { source: true, passes: false },
    }),
  );
  for (const [origin, [at, choose, number]] of Object.entries(ORIGINS)) {
    await tab(at);
    if (at === 'graph') await still(page);
    if (at === 'autograd') await page.locator('tr[data-node=v8]').waitFor();
    await choose(page);
    // In the source itself the cursor says it.
    if (origin !== 'a line of the source')
      await becomes(() => marked(page, 'seesaw-editor'), [sine(number)], `${origin}: the source`);
    await tab('result');
    await becomes(() => marked(page, 'seesaw-output'), [sine(number)], `${origin}: the result`);
    await tab('graph');
    await still(page);
    await becomes(() => selected(page), [`v${number}`], `${origin}: the picture`);
    await page.locator(`seesaw-outline [data-node=v${number}][aria-selected=true]`).waitFor();
    await tab('autograd');
    await page.locator(`tr.looked[data-node=v${number}]`).waitFor();
  }
  assert.deepEqual(complaints, []);
});
