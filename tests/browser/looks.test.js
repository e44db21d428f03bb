/** What the colours of the picture tell: kinds with a key, costs, gradients, data of one's own. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessibilityFindings, becomes, openSite, settled, still } from '../../web/tools/browser.js';

/** @typedef {import('playwright-core').Page} Page */

const TEXT = `def forward(self, x: "f32[2, 3]", w: "f32[3, 4]"):
    mm: "f32[2, 4]" = torch.ops.aten.mm.default(x, w)
    relu: "f32[2, 4]" = torch.ops.aten.relu.default(mm)
    view: "f32[8]" = torch.ops.aten.view.default(relu, [8])
    sum_1: "f32[]" = torch.ops.aten.sum.default(view)
    return (sum_1,)
`;

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

async function opened(text = TEXT, context = {}) {
  const { page, complaints } = await site.page({ reducedMotion: 'reduce', ...context });
  await settled(page);
  await page.evaluate((given) => {
    const { model, commands } = /** @type {any} */ (document.querySelector('seesaw-playground'));
    model.changeSetup({ pipeline: [] });
    commands.open.text(given);
    model.setView({ tab: 'graph', pane: 'output' }, 'show');
  }, text);
  await settled(page);
  await page.locator('[data-testid=key]').waitFor();
  return { page, complaints };
}

/** The number of each node, as the colours have it. @param {Page} page */
const heat = (page) =>
  page
    .locator('seesaw-canvas')
    .first()
    .evaluate((/** @type {any} */ { drawing }) =>
      Object.fromEntries(
        Array.from(drawing.look?.heat ?? [], (share, node) => [
          drawing.stands(node) >= 0 ? drawing.picture.groups[drawing.stands(node)].title : drawing.name(node),
          Math.round(share * 100) / 100,
        ]),
      ),
    );

test('kinds of operators have colours and a key, whose entries look for them', async () => {
  const { page, complaints } = await opened();
  const kinds = page.locator('[data-testid=key] button');
  assert.deepEqual(
    (await kinds.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim()),
    ['1 matrix product', '1 pointwise', '1 reduction', '1 view and layout'],
  );
  await page.locator('[data-kind=reduction]').click();
  await page.getByTestId('found').filter({ hasText: '1 found' }).waitFor();
  assert.deepEqual(await accessibilityFindings(page), []);
  // The sign of a kind is painted: the left edge of the box has its colour.
  await page.locator('[data-kind=reduction]').click();
  await still(page);
  const painted = await page
    .locator('seesaw-canvas')
    .first()
    .evaluate((/** @type {any} */ canvas) => {
      const { drawing, camera } = canvas;
      const screen = canvas.renderRoot.querySelector('.screen');
      const node = drawing.picture.nodes.name.indexOf('mm');
      const at = camera.toScreen
        ? camera.toScreen(drawing.box[4 * node] + 4, drawing.box[4 * node + 1] + drawing.box[4 * node + 3] / 2)
        : {
            x: (drawing.box[4 * node] + 4 - camera.x) * camera.scale,
            y: (drawing.box[4 * node + 1] + drawing.box[4 * node + 3] / 2 - camera.y) * camera.scale,
          };
      const [red, green, blue] = screen
        .getContext('2d')
        .getImageData(at.x * devicePixelRatio, at.y * devicePixelRatio, 1, 1).data;
      return blue > red + 60 && blue > green;
    });
  assert.ok(painted, 'matrix products are blue');
  assert.deepEqual(complaints, []);
});

test('costs: the most is said and found, lines are as wide as what goes along them', async () => {
  const { page, complaints } = await opened();
  await page.getByTestId('look').selectOption('flops');
  await page.getByTestId('look-total').filter({ hasText: '48 FLOP in all' }).waitFor();
  await page.getByTestId('look-top').filter({ hasText: 'most: mm' }).click();
  await becomes(
    () => page.evaluate(() => /** @type {any} */ (document.querySelector('seesaw-playground')).model.view.node),
    'mm',
  );
  await page.getByTestId('look').selectOption('bytes');
  await page.getByTestId('look-total').filter({ hasText: '172 B in all' }).waitFor();
  const widths = await page
    .locator('seesaw-canvas')
    .first()
    .evaluate((/** @type {any} */ { drawing }) => [...drawing.look.widths]);
  assert.ok(Math.max(...widths) > Math.min(...widths), `${widths}`);
  assert.deepEqual(complaints, []);
});

test('gradients and saved tensors are those of a run', async () => {
  const { page, complaints } = await opened();
  await page.getByTestId('look').selectOption('gradient');
  await page.getByTestId('look-top').waitFor({ timeout: 20_000 });
  const found = await heat(page);
  assert.ok(found.sum_1 > 0 && found.mm > 0, JSON.stringify(found));
  await page.getByTestId('look').selectOption('saved');
  await page.getByTestId('look-total').waitFor({ timeout: 20_000 });
  assert.deepEqual(await accessibilityFindings(page), []);
  assert.deepEqual(complaints, []);
});

test("data of one's own by name; what is no number is said", async () => {
  const { page, complaints } = await opened();
  await page.getByTestId('look').selectOption('own');
  const field = page.getByTestId('own-data');
  await field.fill('node,ms\nmm,4\nrelu,1\nview,2');
  await field.blur();
  await page.getByTestId('own-said').filter({ hasText: '3 numbers' }).waitFor();
  const { mm, relu, view, sum_1: none } = await heat(page);
  assert.deepEqual([mm, relu, view, none], [1, 0, 0.33, NaN]);
  await field.fill('mm,fast');
  await field.blur();
  await page.getByTestId('own-said').filter({ hasText: 'line 1: "fast" is no number' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('a closed block has the cost of what is in it, a card of several that of all', async () => {
  const lines = Array.from({ length: 60 }, (_, at) => {
    const from = at === 0 ? 'x' : `v${at - 1}`;
    const call = [`mm.default(${from}, w)`, `sin.default(${from})`, `exp.default(${from})`][at % 3];
    return `    v${at}: "f32[2, 2]" = torch.ops.aten.${call}`;
  });
  const { page, complaints } = await opened(
    `def forward(self, x: "f32[2, 2]", w: "f32[2, 2]"):\n${lines.join('\n')}\n    return (v59,)\n`,
  );
  await page.getByTestId('group-by').selectOption('repeat');
  await page.getByTestId('close-all').click();
  await page.getByTestId('look').selectOption('flops');
  await page.getByTestId('look-total').filter({ hasText: '320 FLOP in all' }).waitFor();
  await becomes(async () => Object.keys(await heat(page)).filter((name) => name.includes('× 20')).length, 1);
  assert.equal((await heat(page))['aten.mm … aten.exp × 20: A.0 … A.19'], 1);
  await page.getByTestId('fold').click();
  await becomes(async () => (await heat(page))['A.7: aten.mm … aten.exp'], 1);
  assert.deepEqual(complaints, []);
});

test('inputs of a module are called what they are in it, in the picture, the outline and the search', async () => {
  const { page, complaints } = await opened(`import torch
from torch import nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 4, 3)
    def forward(self, x: "f32[2, 3, 8, 8]"):
        return torch.relu(self.conv1(x))
`);
  const row = page.locator('seesaw-outline [role=treeitem]', { hasText: 'conv1.weight' });
  await row.waitFor({ timeout: 20_000 });
  assert.match(await row.innerText(), /arg\d_1/);
  await page.getByTestId('graph-search').fill('conv1.bias');
  await page.getByTestId('found').filter({ hasText: '1 found' }).waitFor();
  const targets = await page
    .locator('seesaw-canvas')
    .first()
    .evaluate((/** @type {any} */ { drawing }) => [...drawing.targets.values()]);
  assert.deepEqual(targets, ['conv1.weight', 'conv1.bias']);
  assert.deepEqual(complaints, []);
});
