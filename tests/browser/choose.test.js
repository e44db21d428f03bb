/** Nodes chosen with the keyboard, searched for in closed groups, pointed at by links; the picture laid out afresh. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { emptyDocument } from '../../web/src/model/document.js';
import { fragmentOf } from '../../web/src/features/share/link.js';
import { becomes, openSite, pageWith, settled, still, type } from '../../web/tools/browser.js';
import { canvas, drawn, openGraph, said, selected } from '../../web/tools/graph_page.js';

/** @typedef {import('playwright-core').Page} Page */

const CHAIN = `def forward(self, x):
    a = torch.ops.aten.sin.default(x)
    b = torch.ops.aten.cos.default(a)
    c = torch.ops.aten.exp.default(b)
    return (c,)
`;
/** The same names, the other way up. */
const TURNED = `def forward(self, x):
    c = torch.ops.aten.sin.default(x)
    b = torch.ops.aten.cos.default(c)
    a = torch.ops.aten.exp.default(b)
    d = torch.ops.aten.add.Tensor(a, c)
    return (d,)
`;
/** A submodule, as export prints it. */
const NESTED = `class GraphModule(torch.nn.Module):
    def forward(self, x):
        sin = torch.ops.aten.sin.default(x)
        inner = self.inner(sin)
        return (inner,)

    class inner(torch.nn.Module):
        def forward(self, y):
            cos = torch.ops.aten.cos.default(y)
            return cos
`;

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

/** @param {string} text */
async function picture(text) {
  const { page, complaints } = await pageWith(site, text, { reducedMotion: 'reduce' });
  await page.evaluate(() =>
    /** @type {any} */ (document.querySelector('seesaw-playground')).model.changeSetup({ pipeline: [] }),
  );
  await page.locator('[data-tab=graph]').click();
  await page.locator('seesaw-outline [role=treeitem]').first().waitFor({ timeout: 20_000 });
  return { page, complaints };
}

/** Names that the screen shows, from the top. @param {Page} page */
const rows = (page) =>
  canvas(page).evaluate((/** @type {any} */ element) =>
    Array.from({ length: element.drawing.count }, (_, node) => ({
      name: element.drawing.name(node),
      y: element.drawing.box[4 * node + 1],
      x: element.drawing.box[4 * node],
    }))
      .sort((one, other) => one.y - other.y)
      .map(({ name, x, y }) => `${name} ${Math.round(x)} ${Math.round(y)}`),
  );

/** @param {Page} page @param {(names: string[]) => boolean} wanted */
async function selection(page, wanted) {
  for (let tries = 0; tries < 50 && !wanted(await selected(page)); tries++) await page.waitForTimeout(50);
  return selected(page);
}

test('Shift and arrows choose several nodes, and back; Ctrl+A chooses all; an edit takes them', async () => {
  const { page, complaints } = await picture(CHAIN);
  await page.locator('seesaw-outline').getByRole('treeitem', { name: /^a / }).click();
  await canvas(page).locator('canvas.screen').focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  assert.deepEqual(await selection(page, (names) => names.length === 3), ['a', 'b', 'c']);
  await said(page, /^c, aten\.exp.*3 chosen/);
  await page.keyboard.press('Shift+ArrowUp');
  assert.deepEqual(
    await selection(page, (names) => names.length === 2),
    ['a', 'b'],
    'what was walked to is taken back',
  );
  await page.getByTestId('chosen').filter({ hasText: '2 nodes' }).waitFor();
  await page.keyboard.press('ArrowDown');
  assert.deepEqual(await selection(page, (names) => names.length === 1), ['c']);
  await page.keyboard.press('Control+a');
  assert.deepEqual(await selection(page, (names) => names.length > 1), ['a', 'b', 'c', 'output', 'x']);
  await said(page, /^5 nodes chosen/);
  assert.deepEqual(complaints, []);
});

test('in the outline Shift and arrows choose rows, Ctrl and arrows only move, Space adds and takes away', async () => {
  const { page } = await picture(CHAIN);
  await page.locator('seesaw-outline').getByRole('treeitem', { name: /^x/ }).click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  assert.deepEqual(await selection(page, (names) => names.length === 3), ['a', 'b', 'x']);
  await page.keyboard.press('Control+ArrowDown');
  await becomes(() => selected(page), ['a', 'b', 'x']);
  await page.keyboard.press('Control+ArrowDown');
  await page.keyboard.press(' ');
  assert.deepEqual(await selection(page, (names) => names.length === 4), ['a', 'b', 'output', 'x']);
  await page.keyboard.press(' ');
  assert.deepEqual(await selection(page, (names) => names.length === 3), ['a', 'b', 'x']);
  await page.locator('seesaw-outline .row.active', { hasText: 'output' }).waitFor();
});

test('a search says that closed groups are left out, and opens them', async () => {
  const { page } = await picture(NESTED);
  await page.getByTestId('close-all').click();
  await page.locator('seesaw-outline [aria-expanded=false]').first().waitFor();
  await page.getByTestId('graph-search').fill('aten.cos');
  await page.getByTestId('found').filter({ hasText: '0 found' }).waitFor();
  await page.getByTestId('search-opens').click();
  await page.getByTestId('found').filter({ hasText: '1 found' }).waitFor();
  assert.equal(await page.getByTestId('search-opens').count(), 0);
});

test('a link to a node in a closed group opens it; one to a node or a step that is not there says so', async () => {
  const { view } = emptyDocument();
  const link = async (/** @type {object} */ change) => {
    const graph = { ...view.graph, collapsed: ['graph:inner'] };
    const shown = { ...view, tab: 'graph', intro: false, graph, ...change };
    return `${await fragmentOf({ ...emptyDocument(), text: NESTED, view: shown })}`;
  };
  const { page } = await site.page({ path: await link({ node: 'inner.cos' }) });
  await page.locator('seesaw-outline [aria-selected=true]', { hasText: 'cos' }).waitFor({ timeout: 20_000 });
  const { page: other } = await site.page({ path: await link({ node: 'inner.sinh', step: 7 }) });
  await other
    .getByRole('alert')
    .filter({ hasText: 'The link points at step 7' })
    .filter({ hasText: 'the node inner.sinh' })
    .waitFor({ timeout: 20_000 });
});

test('a document that is opened is laid out afresh, and so is any on demand', async () => {
  const { page } = await picture(TURNED);
  const clean = await rows(page);
  await type(page, CHAIN);
  await settled(page, /5 nodes/);
  await type(page, TURNED);
  await settled(page, /6 nodes/);
  await page.waitForFunction(
    (count) =>
      /** @type {any} */ (document.querySelector('seesaw-playground')).shadowRoot
        .querySelector('seesaw-graph')
        .shadowRoot.querySelector('seesaw-canvas').drawing.count === count,
    clean.length,
  );
  assert.notDeepEqual(await rows(page), clean, 'nodes that stay keep their places');
  await canvas(page).locator('canvas.screen').focus();
  await page.keyboard.press('l');
  for (let tries = 0; tries < 50 && `${await rows(page)}` !== `${clean}`; tries++) await page.waitForTimeout(50);
  assert.deepEqual(await rows(page), clean);
});

test('what was opened does not take the places of what was there', async () => {
  const { page } = await openGraph(site, 'transformer_block');
  await drawn(page);
  await page.evaluate(
    (text) => /** @type {any} */ (document.querySelector('seesaw-playground')).commands.open.text(text),
    CHAIN,
  );
  await settled(page, /^5 nodes/);
  await still(page);
  const [, ...xs] = (await rows(page)).map((row) => row.split(' ')[1]);
  assert.ok(new Set(xs).size <= 3, 'a chain stands in one column');
});

test('the source follows a node chosen in the picture: its line is marked and seen, the focus stays', async () => {
  const { page } = await site.page();
  await settled(page);
  const lines = Array.from({ length: 80 }, (_, i) => `    v${i + 1} = torch.ops.aten.acosh.default(v${i})`);
  await type(page, `def forward(self, v0):\n${lines.join('\n')}\n    return (v80,)\n`);
  await settled(page, /82 nodes/);
  await page.locator('[data-tab=graph]').click();
  await still(page);
  const row = page.locator('seesaw-outline [data-node=v3]');
  await row.click();
  const marked = page.locator('seesaw-editor .cm-followed');
  await becomes(() => marked.allInnerTexts(), ['    v3 = torch.ops.aten.acosh.default(v2)']);
  const editor = () =>
    page.evaluate(() => {
      const { state, shadowRoot } = /** @type {any} */ (document.querySelector('seesaw-playground')).editor;
      return [state.selection.main.head, shadowRoot.activeElement === null];
    });
  const [head, away] = await editor();
  assert.ok(away, 'the focus is not in the text');
  await page.locator('seesaw-outline [data-node=v9]').click();
  await becomes(() => marked.allInnerTexts(), ['    v9 = torch.ops.aten.acosh.default(v8)']);
  assert.deepEqual(await editor(), [head, true]);
  assert.ok(await marked.evaluate((line) => line.getBoundingClientRect().top > 0));
  await page.locator('seesaw-editor .cm-line').nth(8).click();
  await becomes(() => marked.count(), 0, 'the text chooses now');
});
