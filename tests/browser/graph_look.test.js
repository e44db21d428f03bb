/**
 * What the picture shows: neighbours of what is pointed at, changes by colour and by shape, searches of every kind, the
 * minimap, groups of modules.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSite, settled, still, type } from '../../web/tools/browser.js';
import { camera, canvas, colour, openGraph, placeOf, selected } from '../../web/tools/graph_page.js';

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

/** @typedef {import('playwright-core').Page} Page */

/** The colour of the border of a node, on the left in the middle. @param {Page} page @param {string} name */
async function border(page, name) {
  const at = await placeOf(page, name);
  const half = await canvas(page).evaluate((/** @type {any} */ element, name) => {
    const { drawing, camera } = element;
    return (drawing.box[4 * drawing.picture.nodes.name.indexOf(name) + 2] / 2) * camera.scale;
  }, name);
  /** @type {number[][]} */
  const seen = [];
  for (const off of [-1, -0.5, 0, 0.5, 1]) seen.push(await colour(page, { x: at.x - half + off, y: at.y }));
  return String(seen.toSorted((one, other) => one.reduce((a, b) => a + b) - other.reduce((a, b) => a + b))[0]);
}

/** What the canvas has of a node. @param {Page} page @param {string} name @param {string} what */
const told = (page, name, what) =>
  canvas(page).evaluate(
    (/** @type {any} */ { drawing }, [name, what]) => drawing[what](drawing.picture.nodes.name.indexOf(name)),
    [name, what],
  );

test('pointing at a node lights what it takes and what takes it, in two colours', async () => {
  const { page, complaints } = await openGraph(site, 'transformer_block');
  const before = {
    softmax: await border(page, 'softmax'),
    div: await border(page, 'div'),
    matmul_1: await border(page, 'matmul_1'),
    gelu: await border(page, 'gelu'),
  };
  const at = await placeOf(page, 'softmax');
  await page.mouse.move(at.x, at.y);
  await still(page);
  const [producer, consumer] = [await border(page, 'div'), await border(page, 'matmul_1')];
  assert.notEqual(producer, before.div, 'what it takes');
  assert.notEqual(consumer, before.matmul_1, 'what takes it');
  assert.notEqual(producer, consumer);
  assert.equal(await border(page, 'gelu'), before.gelu, 'nothing else');
  await page.mouse.move(5, 5);
  await still(page);
  assert.equal(await border(page, 'div'), before.div);
  assert.deepEqual(complaints, []);
});

test('what was added, moved into a submodule, renamed and removed has its own colour, sign and border', async () => {
  const { page } = await openGraph(site, 'nested_regions');
  const legend = page.getByTestId('legend');
  assert.match(await legend.innerText(), /10 added[^]*2 moved/);
  const classes = await canvas(page).evaluate((/** @type {any} */ { drawing }) => {
    const { name } = drawing.picture.nodes;
    return name.map((/** @type {string} */ one, /** @type {number} */ node) => `${one} ${drawing.change(node)}`);
  });
  assert.ok(classes.includes('getitem added') && classes.includes('sub same'), String(classes));
  assert.equal(classes.filter((/** @type {string} */ one) => one.endsWith(' moved')).length, 2);
  const moved = page.locator('seesaw-outline [role=treeitem]', { hasText: 'aten.cos' });
  await moved.click();
  await page.keyboard.press('Enter');
  await page.getByTestId('node-card').locator('.class.moved').waitFor();
  const shape = (/** @type {string} */ name) =>
    page
      .getByTestId('node-card')
      .locator(`.class.${name}`)
      .evaluate((one) => [getComputedStyle(one).borderStyle, getComputedStyle(one).color]);
  const [style, shade] = await shape('moved');
  await page.locator('seesaw-outline [role=treeitem]', { hasText: 'getitem_1' }).first().click();
  await page.getByTestId('node-card').locator('.class.added').waitFor();
  const [otherStyle, otherShade] = await shape('added');
  assert.notEqual(style, otherStyle);
  assert.notEqual(shade, otherShade);
  await page.getByTestId('pair').click();
  await canvas(page, 1).waitFor();
  const removed = await canvas(page, 0).evaluate((/** @type {any} */ { drawing }) =>
    drawing.change(drawing.picture.nodes.name.indexOf('_set_grad_enabled')),
  );
  assert.equal(removed, 'removed');
  const signs = await legend.locator('svg, .sign, b, i').evaluateAll((all) => all.map((one) => one.textContent));
  assert.equal(new Set(signs).size, signs.length, 'each has its sign');
});

test('what takes other arguments now is changed, and what is gone is removed', async () => {
  const { page } = await openGraph(site, 'repeats');
  const legend = await page.getByTestId('legend').innerText();
  assert.match(legend, /\d+ changed/);
  await page.getByTestId('legend').getByRole('button', { name: 'changed' }).click();
  await page
    .getByTestId('found')
    .filter({ hasText: /^\d+ found$/ })
    .waitFor();
  await page.locator('seesaw-outline [role=treeitem][data-node]').first().click();
  await page.keyboard.press('Enter');
  await page.getByTestId('node-card').locator('.class.changed').waitFor();
});

test('a mere renaming is told as one', async () => {
  const { page } = await openGraph(site, 'fresh_names');
  await page.getByTestId('graph-against').selectOption('previous');
  await page.getByTestId('legend').filter({ hasText: 'renamed' }).waitFor();
  assert.equal(await told(page, 'add_1', 'change'), 'renamed');
  await page.getByTestId('legend').getByRole('button', { name: 'renamed' }).click();
  await page.getByTestId('found').filter({ hasText: '2 found' }).waitFor();
});

for (const [
  query,
  every,
] of /** @type {[string, (node: { name: string, target: string, type: string, users: number }) => boolean][]} */ ([
  ['linear_', ({ name }) => name.includes('linear_')],
  ['/^linear_[12]$/', ({ name }) => name === 'linear_1' || name === 'linear_2'],
  ['op:softmax', ({ target }) => target.includes('softmax')],
  ['shape:[2,3,3]', ({ type }) => type.includes('[2, 3, 3]')],
  ['users:>2', ({ users }) => users > 2],
])) {
  test(`the search ${query} finds what it says, and all of it`, async () => {
    const { page } = await openGraph(site, 'transformer_block');
    await page.getByTestId('graph-search').fill(query);
    await page
      .getByTestId('found')
      .filter({ hasText: /\d+ found/ })
      .waitFor();
    const nodes = await canvas(page).evaluate((/** @type {any} */ { drawing, found }) =>
      Array.from({ length: drawing.count }, (_, node) => ({
        name: drawing.name(node),
        target: drawing.target(node),
        type: drawing.type(node),
        users: new Set(drawing.consumers(node)).size,
        found: found.has(node),
      })),
    );
    const wrong = nodes
      .filter((/** @type {any} */ node) => node.found !== every(node))
      .map((/** @type {any} */ node) => node.name);
    assert.deepEqual(wrong, []);
    assert.ok(nodes.some((/** @type {any} */ node) => node.found));
  });
}

test('the minimap shows what changed, and a click in it goes there', async () => {
  const { page } = await openGraph(site, 'nested_regions');
  const map = canvas(page).locator('canvas.map');
  const kinds = await map.evaluate((/** @type {any} */ one) => {
    const { data } = one.getContext('2d').getImageData(0, 0, one.width, one.height);
    let [green, purple] = [0, 0];
    for (let i = 0; i < data.length; i += 4) {
      const [r, g, b, a] = data.subarray(i, i + 4);
      if (a > 200 && g > r + 30 && g > b + 30) green++;
      if (a > 200 && b > g + 40 && r > g + 20) purple++;
    }
    return { green, purple };
  });
  assert.ok(kinds.green > 10 && kinds.purple > 3, JSON.stringify(kinds));
  for (let i = 0; i < 3; i++) await page.getByRole('button', { name: 'Zoom in' }).click();
  const before = await camera(page);
  const box = /** @type {{ x: number, y: number, width: number, height: number }} */ (await map.boundingBox());
  await page.mouse.click(box.x + box.width / 2, box.y + box.height - 8);
  await still(page);
  const after = await camera(page);
  assert.ok(after.y > before.y + 50, `${before.y} to ${after.y}`);
  assert.equal(after.scale, before.scale);
  // An argument that ends below the map is not what is pressed.
  const end = await canvas(page).evaluate((/** @type {any} */ element) => {
    const { drawing, camera } = element;
    const { edges, points } = drawing.picture;
    const last = edges.start[3] - 1;
    const at = camera.toScreen(points[2 * last], points[2 * last + 1]);
    const { left, top } = element.getBoundingClientRect();
    return { x: left + at.x, y: top + at.y };
  });
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(middle.x - 300, middle.y - 200);
  await page.mouse.wheel(end.x - middle.x, end.y - middle.y);
  await still(page);
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  assert.equal(await page.locator('.edit-thread').count(), 0);
  await page.mouse.up();
});

const MODULES = `class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 3]"):
        # File: model.py:5 in forward, code: x = self.first(x)
        sin: "f32[2, 3]" = torch.ops.aten.sin.default(x);  x = None

        # File: model.py:6 in forward, code: x = self.second(x)
        cos: "f32[2, 3]" = torch.ops.aten.cos.default(sin);  sin = None
        return (cos,)
`;

test(
  'the card tells arguments, users, type and the line of the program that a node came from, and goes to ' +
    'its line of the source',
  async () => {
    const { page } = await openGraph(site, 'nested_regions');
    await type(page, MODULES);
    await settled(page);
    await placeOf(page, 'cos');
    await page.locator('seesaw-outline [role=treeitem]', { hasText: 'cos' }).first().click();
    await page.keyboard.press('Enter');
    const card = page.getByTestId('node-card');
    await card.filter({ hasText: 'model.py' }).waitFor();
    const text = (await card.innerText()).replace(/\s+/g, ' ');
    for (const part of ['aten.cos.default', 'call_function', 'f32[2, 3]', 'sin', 'output', 'self.second(x)'])
      assert.ok(text.includes(part), `${part} in ${text}`);
    assert.doesNotMatch(text, /tensor_meta/, 'what the type says is not said twice');
    await card.getByTestId('card-line').first().click();
    await page.locator('seesaw-editor .cm-activeLine', { hasText: 'cos:' }).waitFor();
    assert.deepEqual(await selected(page), ['cos']);
  },
);

test('on 2,560 pixels source, picture, outline and card stand beside each other, nodes are read in full', async () => {
  const { page } = await openGraph(site, 'transformer_block', { viewport: { width: 2560, height: 1340 } });
  await page.locator('seesaw-outline [role=treeitem]').nth(20).click();
  await page.keyboard.press('Enter');
  await page.getByTestId('node-card').waitFor();
  for (const part of ['seesaw-editor', 'seesaw-canvas', 'seesaw-outline', '[data-testid=node-card]']) {
    const box = await page.locator(part).first().boundingBox();
    assert.ok(box !== null && box.width >= 250 && box.x + box.width <= 2560, part);
  }
  assert.ok((await camera(page)).scale >= 0.66, 'operator, name, dtype and shape are on the nodes');
  const drawnNow = () =>
    canvas(page).evaluate((/** @type {any} */ { drawn, drawing }) => [drawn.nodes.length, drawing.count]);
  const [all, count] = await drawnNow();
  assert.equal(all, count);
  for (let i = 0; i < 6; i++) await page.getByRole('button', { name: 'Zoom in' }).click();
  await still(page);
  assert.ok((await drawnNow())[0] < count, 'what cannot be seen is not drawn');
  assert.equal(await told(page, 'softmax', 'type'), 'f32[2, 3, 3]');
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
});
