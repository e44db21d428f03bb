/** The graph view, as a person with a mouse, a keyboard or fingers uses it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessibilityFindings, becomes, focusOn, openSite, settled, still, type } from '../../web/tools/browser.js';
import { camera, canvas, colour, drawn, openGraph, placeOf, said, selected } from '../../web/tools/graph_page.js';

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

/** @param {string} example @param {import('playwright-core').BrowserContextOptions & { prepare?: string }} [context] */
const open = (example, context) => openGraph(site, example, context);

test('nodes are drawn where they are, and the outline speaks name, operator, type, users and change', async () => {
  const { page, complaints } = await open('region_in_cond');
  const names = await drawn(page);
  for (const name of ['cond', 'getitem', 'sum_1']) assert.ok(names.includes(name), name);
  const labels = await page
    .locator('seesaw-outline [role=treeitem]')
    .evaluateAll((all) => all.map((one) => one.textContent?.replace(/\s+/g, ' ').trim() ?? ''));
  assert.ok(labels.includes('sum_1 aten.sum f32[] 1 user'), String(labels));
  assert.ok(
    labels.some((label) => /\d+ nodes body/.test(label)),
    'bodies are groups',
  );
  const at = await placeOf(page, 'sum_1');
  assert.notDeepEqual(
    await colour(page, { x: at.x - 30 * at.scale, y: at.y - 16 * at.scale }),
    await colour(page, { x: 5000, y: 5000 }),
    'a box is painted',
  );
  assert.deepEqual(complaints, []);
});

test(
  'a click chooses a node, Shift adds one, an empty place lets go; a drag moves the picture, the wheel ' +
    'too, Ctrl and the wheel zoom at the pointer',
  async () => {
    const { page } = await open('region_in_cond');
    const first = await placeOf(page, 'sum_1');
    await page.mouse.click(first.x, first.y);
    await becomes(() => selected(page), ['sum_1']);
    const second = await placeOf(page, 'gt');
    await page.keyboard.down('Shift');
    await page.mouse.click(second.x, second.y);
    await page.keyboard.up('Shift');
    await becomes(() => selected(page), ['gt', 'sum_1']);
    await page.mouse.move(first.x, first.y);
    await page.mouse.down();
    await page.mouse.move(first.x + 60, first.y + 40, { steps: 5 });
    await page.mouse.up();
    const moved = await placeOf(page, 'sum_1');
    assert.ok(Math.abs(moved.x - first.x - 60) < 2 && Math.abs(moved.y - first.y - 40) < 2, 'it follows the hand');
    assert.deepEqual(await selected(page), ['gt', 'sum_1'], 'a drag chooses nothing');
    await page.mouse.move(moved.x, moved.y);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -200);
    await page.keyboard.up('Control');
    await still(page);
    const zoomed = await placeOf(page, 'sum_1');
    assert.ok(zoomed.scale > moved.scale * 1.1);
    assert.ok(
      Math.abs(zoomed.x - moved.x) < 2 && Math.abs(zoomed.y - moved.y) < 2,
      'the point under the pointer stays',
    );
    await page.mouse.wheel(0, 120);
    await still(page);
    assert.ok(Math.abs((await placeOf(page, 'sum_1')).y - zoomed.y + 120) < 2);
  },
);

test('keys: arrows walk, Enter opens the card, its links go on, Escape closes; + - f zoom', async () => {
  const { page } = await open('region_in_cond');
  await page
    .locator('seesaw-outline')
    .getByRole('treeitem', { name: /^sum_1/ })
    .click();
  await canvas(page).locator('canvas.screen').focus();
  await page.keyboard.press('ArrowDown');
  await becomes(() => selected(page), ['gt']);
  await said(page, /^gt, aten\.gt/);
  await page.keyboard.press('ArrowUp');
  await becomes(() => selected(page), ['sum_1']);
  await page.keyboard.press('Enter');
  const card = page.getByTestId('node-card');
  await card.getByText('torch.ops.aten.sum.default').waitFor();
  await card.getByText('c_cond_region_then_region.py').first().waitFor();
  await card.getByRole('button', { name: 'gt', exact: true }).click();
  await becomes(() => selected(page), ['gt']);
  await card.getByText('torch.ops.aten.gt.Scalar').waitFor();
  await card.getByTestId('card-line').click();
  const line = await page.locator('seesaw-editor .cm-activeLine').innerText();
  assert.match(line, /gt: "b8\[\]" = torch\.ops\.aten\.gt\.Scalar/);
  await canvas(page).locator('canvas.screen').focus();
  await page.keyboard.press('Escape');
  await becomes(() => card.count(), 0);
  await page.keyboard.press('f');
  const fitted = await camera(page);
  await page.keyboard.press('+');
  assert.ok((await camera(page)).scale > fitted.scale);
  await page.keyboard.press('-');
  assert.ok(Math.abs((await camera(page)).scale / fitted.scale - 1) < 0.01);
});

test('the cursor in the source chooses the nodes of its line', async () => {
  const { page } = await open('region_in_cond');
  await page.locator('seesaw-editor .cm-line', { hasText: 'sum_1: "f32[]"' }).first().click();
  await canvas(page).evaluate(
    (/** @type {any} */ element) =>
      new Promise((resolve) => {
        const look = () => (element.selected.size > 0 ? resolve(0) : setTimeout(look, 20));
        look();
      }),
  );
  assert.deepEqual(await selected(page), ['sum_1']);
  const chosenNow = (/** @type {string} */ names) =>
    page.waitForFunction(
      (wanted) => {
        const graph = /** @type {any} */ (document.querySelector('seesaw-playground')).shadowRoot.querySelector(
          'seesaw-graph',
        );
        const { drawing, selected: nodes } = graph.shadowRoot.querySelector('seesaw-canvas');
        return [...nodes].map((node) => drawing.name(node)).join() === wanted;
      },
      names,
      { timeout: 15_000 },
    );
  // A line without a node lets go, and what is typed is followed.
  await page.locator('seesaw-editor .cm-line', { hasText: 'class <lambda>' }).first().click();
  await chosenNow('');
  await type(page, 'def forward(self, x):\n    y = torch.ops.aten.sin.default(x)\n    return (y,)');
  await chosenNow('output');
  await page.keyboard.press('ArrowUp');
  await chosenNow('y');
});

test('a search counts, goes on with Enter, dims the others, and says what is wrong with it', async () => {
  const { page } = await open('transformer_block');
  await canvas(page).locator('canvas.screen').focus();
  await page.keyboard.press('/');
  await page.keyboard.type('op:aten.linear');
  const found = page.getByTestId('found');
  await found.filter({ hasText: /^\d+ found$/ }).waitFor();
  const count = Number.parseInt(await found.innerText(), 10);
  assert.ok(count > 1);
  await page.keyboard.press('Enter');
  await found.filter({ hasText: `1 of ${count}` }).waitFor();
  await page.keyboard.press('Shift+Enter');
  await found.filter({ hasText: `${count} of ${count}` }).waitFor();
  assert.match((await selected(page))[0], /linear/);
  const labels = await page
    .locator('seesaw-outline [role=treeitem][data-node]')
    .evaluateAll((all) => all.map((one) => one.textContent?.replace(/\s+/g, ' ').trim() ?? ''));
  assert.ok(labels.length > 0 && labels.every((label) => label.includes('linear')), 'the outline lists what was found');
  await page.getByTestId('graph-search').fill('/(/');
  await becomes(() => page.getByTestId('graph-search').getAttribute('aria-invalid'), 'true');
  await page.keyboard.press('Escape');
  await becomes(() => found.count(), 0);
});

test('groups close and open by a click on their title, by key and from the outline', async () => {
  const { page } = await open('region_in_cond');
  const before = (await drawn(page)).length;
  await page.getByTestId('close-all').click();
  await page.getByTestId('close-all').filter({ hasText: 'Open all' }).waitFor();
  await page.locator('seesaw-outline [aria-expanded=false]').first().waitFor();
  assert.ok((await drawn(page)).length < before);
  const group = page.locator('seesaw-outline [aria-expanded=false]').first();
  await group.click();
  await page.keyboard.press('ArrowRight');
  await page.locator('seesaw-outline [aria-expanded=true]').first().waitFor();
  const title = await canvas(page).evaluate((/** @type {any} */ element) => {
    const { drawing, camera } = element;
    const open = drawing.picture.groups.findIndex((/** @type {any} */ one) => !one.collapsed);
    const at = camera.toScreen(drawing.picture.groupBox[4 * open] + 20, drawing.picture.groupBox[4 * open + 1] + 8);
    const { left, top } = element.getBoundingClientRect();
    return { x: left + at.x, y: top + at.y };
  });
  await page.mouse.click(title.x, title.y);
  await page.getByTestId('close-all').filter({ hasText: 'Open all' }).waitFor();
});

test(
  'groups by grad mode and by source line close and open, a closed one says what it is; a grouping ' +
    'without groups says why',
  async () => {
    const { page } = await open('transformer_block');
    await page.locator('[data-step="0"]').click();
    const groups = () => page.locator('seesaw-outline [aria-expanded]');
    for (const [by, title] of /** @type {const} */ ([
      ['grad', /no_grad|enable_grad/],
      ['source', /m_tblock_1\.py:\d+/],
    ])) {
      await page.getByTestId('group-by').selectOption(by);
      await page.locator('seesaw-outline [aria-expanded=true]').filter({ hasText: title }).first().waitFor();
      assert.equal(await page.getByTestId('ungrouped').count(), 0);
      const open = await groups().count();
      await page.getByTestId('close-all').click();
      await page.locator('seesaw-outline [aria-expanded=false]').filter({ hasText: title }).first().waitFor();
      assert.equal(await page.locator('seesaw-outline [aria-expanded=true]').count(), 0);
      await page.getByTestId('close-all').filter({ hasText: 'Open all' }).click();
      await page.locator('seesaw-outline [aria-expanded=true]').filter({ hasText: title }).first().waitFor();
      assert.ok(open > 0);
    }
    await page.getByTestId('group-by').selectOption('stack');
    await page.getByTestId('ungrouped').filter({ hasText: 'no nn_module_stack here' }).waitFor();
    await type(
      page,
      `import torch
class Inner(torch.nn.Module):
    def forward(self, x):
        return x.sin()
class Outer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Inner()
    def forward(self, x):
        return self.inner(x).cos()
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.outer = Outer()
    def forward(self, x: "f32[2]"):
        return self.outer(x)
`,
    );
    await page.getByTestId('capture').selectOption('always');
    await settled(page, /captured/);
    const outer = page.locator('seesaw-outline [aria-expanded=true]').filter({ hasText: /^\W*outer: Outer/ });
    const inner = page.locator('seesaw-outline [aria-expanded]').filter({ hasText: /outer\.inner: Inner/ });
    await outer.waitFor();
    await inner.waitFor();
    await outer.click();
    await page.keyboard.press('ArrowLeft');
    await inner.waitFor({ state: 'detached' });
  },
);

test('the card edits the node, explains its operator, and leaves out what says nothing', async () => {
  const { page, complaints } = await open('nested_regions');
  const item = (/** @type {RegExp} */ name) => page.locator('seesaw-outline').getByRole('treeitem', { name }).first();
  const card = page.getByTestId('node-card');
  await item(/^submod_7/).dblclick();
  await card.getByText('get_attr').waitFor();
  assert.doesNotMatch(await card.innerText(), /nn_module_stack/);
  assert.equal(await page.evaluate('getSelection()?.toString()'), '', 'a double click chooses no text');
  await item(/aten\.sub/).dblclick();
  await card.getByTestId('card-explain').click();
  await page.locator('seesaw-reference h3', { hasText: 'torch.ops.aten.sub.Tensor' }).waitFor();
  await card.getByTestId('card-edit').click();
  await page.getByTestId('edit-dialog').locator('[name="arg:other"]').fill('2');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() =>
    /aten\.sub\.Tensor\(arg0_1, 2\)/.test(/** @type {any} */ (document.querySelector('seesaw-playground')).text),
  );
  await card.getByText('2', { exact: true }).first().waitFor();
  // A constant is changed where it stands, and what would come of it is told meanwhile.
  await card.getByRole('button', { name: 'Change arg 1 of sub' }).click();
  await page.locator('input[aria-label="arg 1 of sub"]:focus').waitFor();
  await page.keyboard.type('[1]');
  await card.getByTestId('card-preview').locator('.bad').first().waitFor();
  await page.keyboard.press('Escape');
  await card.getByRole('button', { name: 'Change arg 1 of sub' }).click();
  await page.locator('input[aria-label="arg 1 of sub"]:focus').waitFor();
  await page.keyboard.type('5');
  await card
    .getByTestId('card-preview')
    .filter({ hasText: /aten\.sub\.Tensor\(arg0_1, 5\)/ })
    .waitFor();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() =>
    /aten\.sub\.Tensor\(arg0_1, 5\)/.test(/** @type {any} */ (document.querySelector('seesaw-playground')).text),
  );
  await card.getByText('5', { exact: true }).first().waitFor();
  await focusOn(page, 'Change arg 1 of sub'); // where it began
  await card.getByRole('button', { name: 'Change target of sub' }).click();
  await page.locator('input[aria-label="target of sub"]:focus').waitFor();
  await page.keyboard.type('torch.ops.aten.mul.Tensor');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() =>
    /aten\.mul\.Tensor\(arg0_1, 5\)/.test(/** @type {any} */ (document.querySelector('seesaw-playground')).text),
  );
  // Fingers have no right click.
  await card.getByRole('button', { name: 'All edits of sub' }).click();
  await page.locator('[data-menu=duplicate]').click();
  await page.waitForFunction(() =>
    /sub_1.*aten\.mul\.Tensor\(arg0_1, 5\)/.test(/** @type {any} */ (document.querySelector('seesaw-playground')).text),
  );
  assert.deepEqual(complaints, []);
});

test('side by side, both pictures fit in their width', async () => {
  const { page } = await open('nested_regions');
  await page.getByTestId('pair').click();
  await canvas(page, 1).waitFor();
  await still(page);
  for (const index of [0, 1]) {
    const [first, last, width] = await canvas(page, index).evaluate((/** @type {any} */ element) => {
      const { drawing, camera } = element;
      const [left, , wide] = drawing.bounds;
      return [camera.toScreen(left, 0).x, camera.toScreen(left + wide, 0).x, element.clientWidth];
    });
    assert.ok(first >= 0 && last <= width, `${first} to ${last} of ${width}`);
  }
});

test('side by side, both pictures fit and zoom together, also after another text replaced the first', async () => {
  const { page } = await open('nested_regions');
  await page.getByTestId('pair').click();
  await canvas(page, 1).waitFor();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  const lines = Array.from(
    { length: 12 },
    (_, i) => `    y${i} = torch.ops.aten.sin.default(${i === 0 ? 'x' : `y${i - 1}`})\n`,
  );
  await type(page, `def forward(self, x):\n${lines.join('')}    return (y11,)\n`);
  await settled(page);
  await placeOf(page, 'y11');
  await placeOf(page, 'y11', 1);
  await page.getByTestId('fit').click();
  await still(page);
  const cameras = await Promise.all(
    [0, 1].map((index) => canvas(page, index).evaluate((/** @type {any} */ element) => element.camera.state)),
  );
  // A line of one pixel lies between them.
  assert.ok(
    cameras[0].scale === cameras[1].scale && Math.abs(cameras[0].x - cameras[1].x) * cameras[0].scale <= 1,
    JSON.stringify(cameras),
  );
  for (const index of [0, 1]) {
    const { height, y } = /** @type {{ height: number, y: number }} */ (await canvas(page, index).boundingBox());
    for (const name of ['x', 'y11']) {
      const at = await placeOf(page, name, index);
      assert.ok(at.y > y + 30 && at.y < y + height, `${name} is seen, below the name of its picture`);
    }
  }
  await page.getByRole('button', { name: 'Zoom in' }).click();
  const zoomed = await Promise.all(
    [0, 1].map((index) => canvas(page, index).evaluate((/** @type {any} */ element) => element.camera.scale)),
  );
  assert.equal(zoomed[0], zoomed[1]);
  assert.ok(zoomed[0] > cameras[0].scale);
});

test('on a phone the strip shows the pass that is looked at', async () => {
  const { page } = await open('transformer_block', { viewport: { width: 400, height: 800 }, hasTouch: true });
  const strip = page.getByTestId('strip');
  const pressed = await strip.locator('[aria-pressed=true]').boundingBox();
  assert.ok(pressed !== null && pressed.x >= 0 && pressed.x + pressed.width <= 401, JSON.stringify(pressed));
});

test('before and after side by side: a choice in one is a choice in the other, one to many and back', async () => {
  const { page } = await open('region_in_cond');
  await page.getByTestId('pair').click();
  await canvas(page, 1).waitFor();
  await page
    .getByTestId('legend')
    .getByText(/removed/)
    .waitFor();
  await still(page);
  await canvas(page, 0)
    .locator('canvas.screen')
    .click({ position: { x: 5, y: 400 } });
  await page.keyboard.press('f');
  const inBefore = await placeOf(page, '_set_grad_enabled', 0);
  await page.mouse.click(inBefore.x, inBefore.y);
  await becomes(() => selected(page, 0), ['_set_grad_enabled']);
  await page.getByTestId('pair').click();
  await page.keyboard.press('b');
  await canvas(page, 1).waitFor();
  await still(page);
  await canvas(page, 1).click({ position: { x: 5, y: 300 } });
  await page
    .locator('seesaw-outline')
    .locator('[role=treeitem]', { hasText: 'wrap_with_set_grad_enabled' })
    .first()
    .click();
  const many = await selected(page, 0);
  assert.ok(many.length >= 2, `the call came from several nodes: ${many}`);
});

test('stages: a click with Ctrl shows one more step beside the others', async () => {
  const { page } = await open('transformer_block');
  await page
    .getByTestId('strip')
    .locator('[data-step="0"]')
    .click({ modifiers: ['Control'] });
  await page
    .getByTestId('strip')
    .locator('[data-step="1"]')
    .click({ modifiers: ['Control'] });
  await canvas(page, 2).waitFor();
  assert.equal(await page.locator('seesaw-canvas').count(), 3);
  await page.getByTestId('strip').locator('[data-step="2"]').click();
  await canvas(page, 1).waitFor({ state: 'detached' });
  // Two clicks before a picture is there are two more steps.
  await page.getByTestId('strip').evaluate((strip) => {
    for (const step of [0, 1])
      strip
        .querySelector(`[data-step="${step}"]`)
        ?.dispatchEvent(new MouseEvent('click', { ctrlKey: true, bubbles: true }));
  });
  await canvas(page, 2).waitFor();
});

test(
  'the strip tells time, nodes and whether the values are equal; brackets go to passes that changed ' +
    'something; scrubbing keeps the place',
  async () => {
    const { page, complaints } = await open('dead_code');
    const strip = page.getByTestId('strip');
    await strip.locator('[data-step="1"] small').first().waitFor();
    assert.match(await strip.innerText(), /µs|ms/);
    assert.match(await strip.innerText(), /[+−]\d+ nodes/);
    assert.equal(await strip.locator('.stage.unchanged').count(), 0, 'both changed something');
    await strip.locator('[data-check="1"][data-verdict="equal"]').waitFor({ timeout: 15_000 });
    await canvas(page).locator('canvas.screen').focus();
    await page.keyboard.press('[');
    await strip.locator('[data-step="1"][aria-pressed=true]').waitFor();
    await still(page);
    const before = await placeOf(page, 'output');
    await page.keyboard.press(']');
    await strip.locator('[data-step="2"][aria-pressed=true]').waitFor();
    await still(page);
    const names = await canvas(page).evaluate((/** @type {any} */ element) => element.drawing.picture.nodes.name);
    assert.ok(names.includes('output'));
    const after = await placeOf(page, 'output');
    assert.ok(Math.abs(before.x - after.x) < 300, 'near its place');
    assert.deepEqual(complaints, []);
  },
);

test('three passes in a row that changed nothing are one button in the strip, which shows them', async () => {
  const { page, complaints } = await open('dead_code');
  await page.evaluate(() => {
    const { model } = /** @type {any} */ (document.querySelector('seesaw-playground'));
    const names = ['eliminate_dead_code', 'cse_pass', 'cse_pass', 'cse_pass', 'replace_set_grad_with_hop_pass'];
    model.changeSetup({ pipeline: names.map((name) => ({ name, enabled: true, options: {} })) });
  });
  const steps = () =>
    page
      .getByTestId('strip')
      .locator('[data-step]')
      .evaluateAll((all) => all.map((one) => one.dataset.step).join(' '));
  const idle = page.getByTestId('idle-passes');
  await idle.filter({ hasText: '3 passes changed nothing' }).waitFor();
  await becomes(steps, '0 1 5');
  await idle.click();
  await becomes(steps, '0 1 2 3 4 5');
  assert.equal(await idle.getAttribute('aria-expanded'), 'true');
  await idle.press('Enter'); // it has the focus still
  await becomes(steps, '0 1 5');
  assert.deepEqual(complaints, []);
});

test(
  'a pass that did nothing is dimmed; one that changed what is computed says so, and its badge goes to ' +
    'the first node that differs',
  async () => {
    const { page } = await open('lost_region');
    const strip = page.getByTestId('strip');
    const badge = strip.locator('[data-check="1"][data-verdict="differs"]');
    await badge.waitFor({ timeout: 15_000 });
    assert.match((await badge.getAttribute('title')) ?? '', /differ.* first at sum_1.*because submod_1 .* is lost/);
    assert.match(await badge.innerText(), /differ/);
    await badge.click();
    await said(page, /^sum_1\b/);
    assert.deepEqual(await selected(page), ['sum_1']);
    const weight = () =>
      strip
        .locator('.stage b')
        .last()
        .evaluate((one) => getComputedStyle(one).fontWeight);
    await page.evaluate(() =>
      /** @type {any} */ (document.querySelector('seesaw-playground')).model.addPass('eliminate_dead_code'),
    );
    await strip.locator('.stage.unchanged', { hasText: 'eliminate_dead_code' }).waitFor();
    assert.equal(await weight(), '400');
  },
);

test('single rewrites of a pass: each decision is told and its nodes are marked', async () => {
  const { page } = await open('nested_regions');
  await page.getByRole('button', { name: 'Next rewrite' }).click();
  await page
    .getByTestId('rewrite')
    .filter({ hasText: /1 of \d+: .*(wrapped|inlined)/ })
    .waitFor();
  const marked = await canvas(page).evaluate((/** @type {any} */ element) => element.flash.size);
  assert.ok(marked > 0);
  await page.keyboard.press('.');
  await page.getByTestId('rewrite').filter({ hasText: /^2 of/ }).waitFor();
});

test('two fingers zoom, one moves', async () => {
  const { page } = await open('region_in_cond', { hasTouch: true });
  const box = await canvas(page).boundingBox();
  assert.ok(box);
  const client = await page.context().newCDPSession(page);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const touch = (/** @type {'touchStart' | 'touchMove' | 'touchEnd'} */ kind, /** @type {number[][]} */ points) =>
    client.send('Input.dispatchTouchEvent', { type: kind, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const before = await camera(page);
  await touch('touchStart', [
    [x - 40, y],
    [x + 40, y],
  ]);
  for (let i = 1; i <= 8; i++)
    await touch('touchMove', [
      [x - 40 - 8 * i, y],
      [x + 40 + 8 * i, y],
    ]);
  await touch('touchEnd', []);
  await still(page);
  const zoomed = await camera(page);
  assert.ok(zoomed.scale > before.scale * 1.5, `${zoomed.scale} from ${before.scale}`);
  await touch('touchStart', [[x, y]]);
  for (let i = 1; i <= 5; i++) await touch('touchMove', [[x + 10 * i, y]]);
  await touch('touchEnd', []);
  await still(page);
  assert.ok((await camera(page)).x < zoomed.x);
});

test('node names are text, whatever is in them', async () => {
  const { page, complaints } = await site.page();
  await settled(page);
  await page.locator('[data-tab=graph]').click();
  await page.locator('seesaw-outline [role=treeitem]').first().waitFor({ timeout: 20_000 });
  await type(
    page,
    `graph():\n    %x : [num_users=1] = placeholder[target=<img src=x onerror=window.bad=1>]\n    return x\n`,
  );
  await still(page);
  assert.equal(await page.evaluate('window.bad'), undefined);
  assert.deepEqual(complaints, []);
});

for (const [colorScheme, width] of /** @type {['light' | 'dark', number][]} */ ([
  ['light', 1440],
  ['dark', 1440],
  ['light', 400],
  ['dark', 400],
])) {
  test(`axe-core finds nothing: ${colorScheme}, ${width} pixels`, async () => {
    const { page, complaints } = await open('region_in_cond', { colorScheme, viewport: { width, height: 800 } });
    assert.deepEqual(await accessibilityFindings(page), [], 'graph');
    const item = page.locator('seesaw-outline [data-node=sum_1]');
    await item.dblclick();
    await page.getByTestId('node-card').getByText('torch.ops').waitFor();
    await page.getByTestId('graph-search').fill('op:aten');
    assert.deepEqual(await accessibilityFindings(page), [], 'card and search');
    await page.getByTestId('pair').click();
    await canvas(page, 1).waitFor();
    assert.deepEqual(await accessibilityFindings(page), [], 'side by side');
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
    assert.deepEqual(complaints, []);
  });
}
