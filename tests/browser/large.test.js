/**
 * Large graphs: first seen in closed modules, drawn close; many equal ones in one card; what is in a closed one is
 * found.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessibilityFindings, becomes, openSite, settled, still } from '../../web/tools/browser.js';

/** @typedef {import('playwright-core').Page} Page */

/** @param {number} blocks @param {string} [last] of the statements of a block */
const model = (blocks, last = 'return x + self.down(y)') => `import torch
from torch import nn

class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(8)
        self.up = nn.Linear(8, 16)
        self.down = nn.Linear(16, 8)

    def forward(self, x):
        y = self.up(self.norm(x))
        y = torch.relu(y) + torch.sin(y) * torch.cos(y) - torch.exp(-y)
        ${last}

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([Block() for _ in range(${blocks})])
        self.head = nn.Linear(8, 4)

    def forward(self, x: "f32[2, 8]"):
        for block in self.blocks:
            x = block(x)
        return self.head(x)
`;

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

const CUT = `x = x + self.down(y)
        with torch.no_grad():
            scale = x.std()
        return torch.sin(x) / scale`;

/** @param {number} blocks @param {string[]} [pipeline] @param {string} [last] */
async function opened(blocks, pipeline = [], last = undefined) {
  const { page, complaints } = await site.page({ reducedMotion: 'reduce' });
  await settled(page);
  await page.evaluate(
    ([text, passes]) => {
      const playground = /** @type {any} */ (document.querySelector('seesaw-playground'));
      const steps = /** @type {string[]} */ (passes).map((name) => ({ name, enabled: true, options: {} }));
      playground.model.changeSetup({ pipeline: steps });
      playground.commands.open.text(text);
    },
    [model(blocks, last), pipeline],
  );
  await settled(page, /captured/);
  await page.locator('[data-tab=graph]').click();
  return { page, complaints };
}

/** What is drawn, from the top. @param {Page} page */
const drawn = (page) =>
  page
    .locator('seesaw-canvas')
    .first()
    .evaluate((/** @type {any} */ { drawing }) =>
      drawing === null
        ? []
        : Array.from({ length: drawing.count }, (_, node) => ({
            title: drawing.stands(node) >= 0 ? drawing.picture.groups[drawing.stands(node)].title : drawing.name(node),
            y: drawing.box[4 * node + 1],
            x: drawing.box[4 * node] + drawing.box[4 * node + 2] / 2,
          })).sort((one, other) => one.y - other.y),
    );

test('twelve blocks look like twelve blocks: closed, without their weights, in one column', async () => {
  const { page, complaints } = await opened(12);
  const titles = async () => (await drawn(page)).map(({ title }) => title).slice(1, -1);
  await becomes(titles, [...Array.from({ length: 12 }, (_, at) => `blocks.${at}: Block`), 'head: Linear']);
  await still(page);
  const all = await drawn(page);
  assert.ok(Math.max(...all.map(({ x }) => x)) - Math.min(...all.map(({ x }) => x)) < 1, 'one column');
  await page.getByTestId('fit').click();
  await still(page);
  const { scale } = await page
    .locator('seesaw-canvas')
    .first()
    .evaluate((/** @type {any} */ { camera }) => camera.state);
  assert.ok(scale > 0.5, `titles are read: ${scale}`);
  // One opens; the others stay closed.
  await page.locator('seesaw-outline [role=treeitem]', { hasText: 'blocks.3: Block' }).first().dblclick();
  await page.locator('seesaw-outline [role=treeitem]', { hasText: 'blocks.3.up' }).first().waitFor();
  await still(page);
  assert.ok((await titles()).includes('blocks.4: Block'));
  assert.deepEqual(complaints, []);
});

test('blocks that regions cut in parts are one box each, before and after the pass; all is found', async () => {
  const { page, complaints } = await opened(12, ['replace_set_grad_with_hop_pass'], CUT);
  const titles = async () => (await drawn(page)).map(({ title }) => title).slice(1, -1);
  const blocks = [...Array.from({ length: 12 }, (_, at) => `blocks.${at}: Block`), 'head: Linear'];
  const changed = () =>
    page
      .locator('seesaw-canvas')
      .first()
      .evaluate((/** @type {any} */ { drawing }) => drawing.changeCounts.changed);
  await becomes(titles, blocks);
  await page.locator('[data-step="0"]').first().click();
  await becomes(changed, 0);
  assert.deepEqual(await titles(), blocks);
  await page.locator('[data-step="1"]').first().click();
  // They changed, though their first part did not.
  await becomes(changed, 12);
  // The call of what was wrapped is of no module.
  await page.evaluate(() =>
    /** @type {any} */ (document.querySelector('seesaw-playground')).model.setView({ node: 'std_3' }),
  );
  await page.getByTestId('held').filter({ hasText: 'blocks.3: Block' }).waitFor();
  await page.getByTestId('open-holders').click();
  await becomes(async () => (await titles()).includes('std_3'), true);
  assert.equal((await titles()).filter((title) => /^blocks\.\d+: Block$/.test(title)).length, 11, 'the others stay');
  assert.deepEqual(complaints, []);
});

test('fifty equal blocks are one card, which opens one of them, or all', async () => {
  const { page, complaints } = await opened(50);
  const titles = async () => (await drawn(page)).map(({ title }) => title).slice(1, -1);
  await becomes(titles, ['Block × 50: blocks.0 … blocks.49', 'head: Linear']);
  await page.locator('seesaw-outline [role=treeitem]', { hasText: '× 50' }).first().dblclick();
  await becomes(async () => (await titles()).slice(-2), ['Block × 49: blocks.1 … blocks.49', 'head: Linear']);
  assert.ok((await titles()).includes('relu'), 'the first one is open');
  await still(page);
  const [, cut] = await page
    .locator('seesaw-canvas')
    .first()
    .evaluate((/** @type {any} */ { drawing }) => {
      const node = drawing.picture.nodes.name.findIndex((/** @type {string} */ name) => name.includes('× 49'));
      return [node, drawing.box[4 * node + 2] < 12 * drawing.name(node).length];
    });
  assert.equal(cut, false, 'its title has the room that it needs');
  const fold = page.getByTestId('fold');
  assert.equal(await fold.getAttribute('aria-pressed'), 'true');
  await fold.click();
  await becomes(async () => (await titles()).filter((title) => title.endsWith(': Block')).length, 49);
  assert.deepEqual(await accessibilityFindings(page), []);
  assert.deepEqual(complaints, []);
});

test('a dozen blocks are one card where somebody wants it', async () => {
  const { page, complaints } = await opened(12);
  const titles = async () => (await drawn(page)).map(({ title }) => title).slice(1, -1);
  await page.locator('[data-testid=fold][aria-pressed=false]').click();
  await becomes(titles, ['Block × 12: blocks.0 … blocks.11', 'head: Linear']);
  assert.deepEqual(complaints, []);
});

test('a text without modules is seen in the blocks that repeat in it', async () => {
  const { page, complaints } = await site.page({ reducedMotion: 'reduce' });
  await settled(page);
  const ops = ['sin', 'exp', 'cos', 'relu', 'tanh', 'neg', 'abs', 'sigmoid', 'floor', 'ceil', 'erf', 'log1p', 'square'];
  const lines = Array.from({ length: 12 * ops.length }, (_, at) => {
    const from = at === 0 ? 'x' : `v${at - 1}`;
    return `    v${at} = torch.ops.aten.${ops[at % ops.length]}.default(${from})`;
  });
  const text = `def forward(self, x: "f32[2]"):\n${lines.join('\n')}\n    return (v${lines.length - 1},)\n`;
  await page.evaluate((given) => {
    const playground = /** @type {any} */ (document.querySelector('seesaw-playground'));
    playground.model.changeSetup({ pipeline: [] });
    playground.commands.open.text(given);
  }, text);
  await settled(page, /158 nodes/);
  await page.locator('[data-tab=graph]').click();
  const titles = async () => (await drawn(page)).map(({ title }) => title).slice(1, -1);
  await becomes(
    titles,
    Array.from({ length: 12 }, (_, at) => `A.${at}: aten.sin … aten.square`),
  );
  assert.equal(await page.getByTestId('group-by').inputValue(), 'repeat');
  // From afar no title is cut.
  const { scale } = await page
    .locator('seesaw-canvas')
    .first()
    .evaluate((/** @type {any} */ { camera }) => camera.state);
  assert.ok(12 * scale > 0.6 * 9, `letters of 9 pixels have ${12 * scale}`);
  assert.deepEqual(complaints, []);
});

test('who chose how a graph is grouped keeps it; a small graph is whole', async () => {
  const { page } = await opened(2);
  await still(page);
  assert.ok((await drawn(page)).length > 20);
  await page.getByTestId('group-by').selectOption('source');
  await still(page);
  await page.getByTestId('group-by').selectOption('none');
  await page.evaluate(
    (text) => /** @type {any} */ (document.querySelector('seesaw-playground')).commands.open.text(text),
    model(20),
  );
  await settled(page, /captured · [2-9]\d\d nodes/);
  await still(page);
  assert.ok((await drawn(page)).length > 200);
});

test('what is chosen elsewhere and is in a closed group: its box is marked, said, and opened by a click', async () => {
  const { page, complaints } = await opened(12);
  await still(page);
  const ringed = () =>
    page
      .locator('seesaw-canvas')
      .first()
      .evaluate((/** @type {any} */ { drawing, flash }) => [...flash].map((node) => drawing.name(node)).sort());
  // One node, as a link or a table chooses it.
  await page.evaluate(() =>
    /** @type {any} */ (document.querySelector('seesaw-playground')).model.setView({ node: 'relu_3' }),
  );
  await becomes(ringed, ['blocks.3: Block']);
  const note = page.getByTestId('held');
  await note.filter({ hasText: 'What is chosen is in blocks.3: Block, which is closed.' }).waitFor();
  assert.deepEqual(await accessibilityFindings(page), []);
  await page.getByTestId('open-holders').click();
  await still(page);
  await becomes(
    () =>
      page
        .locator('seesaw-canvas')
        .first()
        .evaluate((/** @type {any} */ { drawing, selected }) => [...selected].map((node) => drawing.name(node))),
    ['relu_3'],
  );
  await note.waitFor({ state: 'detached' });
  assert.deepEqual(await ringed(), []);
  // A line of the source, which all blocks share: eleven of them are closed still.
  await page.evaluate(() => {
    const { model } = /** @type {any} */ (document.querySelector('seesaw-playground'));
    const line = model.text.split('\n').findIndex((/** @type {string} */ one) => one.includes('torch.relu')) + 1;
    model.linesChosen({ first: line, last: line });
  });
  await note.filter({ hasText: 'What is chosen is in 11 closed groups.' }).waitFor();
  assert.equal((await ringed()).length, 11);
  // Something else is chosen: nothing is marked.
  await page
    .locator('seesaw-canvas')
    .first()
    .evaluate((/** @type {any} */ canvas) =>
      canvas.dispatchEvent(new CustomEvent('node-pick', { detail: { node: 0, add: false } })),
    );
  await note.waitFor({ state: 'detached' });
  assert.deepEqual(complaints, []);
});

test('of many equal modules the card is marked', async () => {
  const { page, complaints } = await opened(30);
  await still(page);
  await page.evaluate(() =>
    /** @type {any} */ (document.querySelector('seesaw-playground')).model.setView({ node: 'relu_17' }),
  );
  await page.getByTestId('held').filter({ hasText: 'Block × 30' }).waitFor();
  assert.deepEqual(complaints, []);
});

/** Where on the screen a node is, or the box with this title. @param {Page} page @param {string} wanted */
const onScreen = (page, wanted) =>
  page
    .locator('seesaw-canvas')
    .first()
    .evaluate((/** @type {any} */ { drawing, camera }, title) => {
      const titled = (/** @type {number} */ node) =>
        drawing.stands(node) >= 0 ? drawing.picture.groups[drawing.stands(node)].title : drawing.name(node);
      const node = Array.from({ length: drawing.count }, (_, at) => at).find((at) => titled(at) === title);
      if (node === undefined) return null;
      const { x, y } = camera.toScreen(drawing.box[4 * node], drawing.box[4 * node + 1]);
      return { x, y, scale: camera.scale };
    }, wanted);

test('what is looked at in a closed graph stays there when it is grouped in another way, or closed again', async () => {
  const { page, complaints } = await opened(12);
  await becomes(async () => (await onScreen(page, 'blocks.7: Block')) !== null, true);
  await page
    .locator('seesaw-canvas')
    .first()
    .evaluate((/** @type {any} */ canvas) => {
      const { drawing, camera } = canvas;
      const { groups } = drawing.picture;
      const at = Array.from({ length: drawing.count }, (_, node) => node).findIndex(
        (node) => groups[drawing.stands(node)]?.title === 'blocks.7: Block',
      );
      const [x, y, width, height] = drawing.box.subarray(4 * at, 4 * at + 4);
      camera.centred = { x: x + width / 2, y: y + height / 2, scale: 0.9 };
      canvas.recolour();
    });
  await still(page);
  const before = await onScreen(page, 'blocks.7: Block');
  for (const grouping of ['none', 'stack', 'repeat']) {
    await page.getByLabel('Groups', { exact: true }).selectOption(grouping);
    await becomes(async () => (await onScreen(page, 'layer_norm_7')) !== null, true);
    await still(page);
    const { x, y, scale } = (await onScreen(page, 'layer_norm_7')) ?? { x: 0, y: 0, scale: 0 };
    assert.equal(scale, 0.9, `${grouping}: the zoom`);
    assert.ok(x > 0 && y > 0 && x < 1000 && y < 700, `${grouping}: the block is on the screen: ${x}, ${y}`);
    if (grouping === 'none') assert.ok(Math.abs(y - (before?.y ?? 0)) < 20, 'its first node is where its box was');
  }
  await page.getByLabel('Groups', { exact: true }).selectOption('stack');
  await page.getByRole('button', { name: 'Close all' }).click();
  await becomes(async () => (await onScreen(page, 'blocks.7: Block')) !== null, true);
  await still(page);
  const { x, y } = (await onScreen(page, 'blocks.7: Block')) ?? { x: -1, y: -1 };
  assert.ok(x > 0 && y > 0 && x < 1000 && y < 700, `the closed block is on the screen: ${x}, ${y}`);
  assert.deepEqual(complaints, []);
});
