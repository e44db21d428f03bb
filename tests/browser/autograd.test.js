/**
 * The autograd view: values and gradients of a program, stepping back, hooks, inputs, the check by differences, the
 * gallery.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  accessibilityFindings,
  autogradPage,
  becomes,
  constant,
  hang,
  judged,
  kept,
  openExample,
  openSite,
  type,
} from '../../web/tools/browser.js';

/** @typedef {import('playwright-core').Page} Page */

const PROGRAM = `def forward(self, x: "f64[2]", y: "f64[2]"):
    mul = torch.ops.aten.mul.Tensor(x, y)
    _set_grad_enabled = torch._C._set_grad_enabled(False)
    cos = torch.ops.aten.cos.default(mul)
    _set_grad_enabled_1 = torch._C._set_grad_enabled(True)
    exp = torch.ops.aten.exp.default(mul)
    mul_1 = torch.ops.aten.mul.Tensor(exp, cos)
    return (mul_1,)
`;
const PLAIN = `def forward(self, x: "f32[3]"):
    sin = torch.ops.aten.sin.default(x)
    sum_1 = torch.ops.aten.sum.default(sin)
    return (sum_1,)
`;

const MODULE = `class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 1)

    def forward(self, x: "f32[2]"):
        return self.linear(x)
`;

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

/** @param {string} text @param {object} [context] */
const opened = (text, context) => autogradPage(site, text, context);

/** Texts of the cells of a node's row. @param {Page} page @param {string} node */
const cells = async (page, node) =>
  (await page.locator(`tr[data-node="${node}"]`).locator('td').allInnerTexts()).map((text) => text.trim());
/** @param {Page} page @param {string} node @param {string | RegExp} text */
const rowWith = (page, node, text) => page.locator(`tr[data-node="${node}"]`).filter({ hasText: text }).waitFor();

test('values and gradients of every node; regions without gradients are shaded', async () => {
  const { page, complaints } = await opened(PROGRAM);
  await constant(page, 'x', '[0, 1]');
  await constant(page, 'y', '2');
  await rowWith(page, 'mul', '[0, 2]');
  // PyTorch: with c = cos(mul) taken as a constant, d sum / d mul = exp(mul) * c.
  assert.deepEqual(await cells(page, 'mul'), ['f64[2]', '[0, 2]', '[1, −3.075]']);
  assert.deepEqual(await cells(page, 'exp'), ['f64[2]', '[1, 7.389]', '[1, −0.4161]']);
  assert.deepEqual(await cells(page, 'cos'), ['f64[2]', '[1, −0.4161]', '']);
  assert.deepEqual(await cells(page, 'x'), ['f64[2]', '[0, 1]', '[2, −6.15]']);
  assert.match(await page.locator('tr[data-node=cos]').innerText(), /grad mode off/);
  assert.match((await page.locator('tr[data-node=cos]').getAttribute('class')) ?? '', /no-grad/);
  assert.doesNotMatch((await page.locator('tr[data-node=exp]').getAttribute('class')) ?? '', /no-grad/);
  assert.match(await page.getByTestId('saved').innerText(), /ExpBackward0 of exp\s+result\s+f64\[2\]\s+0\s+16 B/);
  assert.match(await page.getByTestId('saved-total').innerText(), /^\d+ B in all$/);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("formulas have the node's own numbers and sizes, and say of which call they are", async () => {
  const { page } = await opened(`def forward(self, x: "f32[3]"):
    mul = torch.ops.aten.mul.Tensor(x, 3.5)
    sum_1 = torch.ops.aten.sum.default(mul)
    return (sum_1,)
`);
  const card = page.getByTestId('step');
  assert.match(await page.getByTestId('formula').innerText(), /d self = expand\(grad, \[3\]\)/);
  assert.match(await card.innerText(), /Of the call sum\(self: f32\[3\]\)/);
  await page.getByTestId('nodes').click({ position: { x: 300, y: 4 } });
  await page.keyboard.press('.');
  await card.filter({ hasText: 'MulBackward0' }).waitFor();
  assert.match(await page.getByTestId('formula').innerText(), /^d self = grad \* 3\.5$/);
  assert.match(await card.innerText(), /Of the call mul\(self: f32\[3\], 3\.5\)/);
  assert.doesNotMatch(await card.innerText(), /sample/);
});

test('the backward pass is stepped through by key and slider, with formulas and the leaves so far', async () => {
  const { page } = await opened(PLAIN);
  await constant(page, 'x', '[0, 1, 2]');
  await rowWith(page, 'sin', '[0, 0.8415');
  const card = page.getByTestId('step');
  assert.match(await card.innerText(), /SumBackward0\s+of\s+sum_1/);
  assert.equal(await page.getByTestId('at').innerText(), '1 of 3');
  assert.match((await cells(page, 'x'))[2], /^\[1, 0\.5403/, 'all of them, before somebody steps');
  await page.getByTestId('nodes').click({ position: { x: 300, y: 4 } });
  await page.keyboard.press('.');
  await card.filter({ hasText: 'SinBackward0' }).waitFor();
  assert.match(await page.getByTestId('formula').innerText(), /d self = grad \* cos\(self\)/);
  assert.doesNotMatch(await card.innerText(), /sample/, 'there is no number in it');
  assert.match(await card.innerText(), /Got\s+\[1, 1, 1\]/);
  assert.match(await card.innerText(), /→ x \[1, 0\.5403, −0\.4161\]/);
  assert.match(await card.innerText(), /None has a gradient yet/);
  assert.match((await page.locator('tr[data-node=sin]').getAttribute('class')) ?? '', /hot/);
  // The table has the gradients that there are by now.
  const gradient = async (/** @type {string} */ node) => (await cells(page, node))[2];
  assert.deepEqual([await gradient('sin'), await gradient('x')], ['[1, 1, …]', 'in step 3']);
  await page.getByTestId('steps').focus();
  await page.keyboard.press('ArrowRight');
  await becomes(() => gradient('x'), '[1, 0.5403, …]');
  await page.getByTestId('leaves').filter({ hasText: 'x.grad' }).waitFor();
  assert.match(await page.getByTestId('leaves').innerText(), /\[1, 0\.5403, −0\.4161\]/);
  await page.keyboard.press(',');
  await card.filter({ hasText: 'SinBackward0' }).waitFor();
  await page.close();
});

test('a slider changes values live, undo takes it back, a reload keeps it', async () => {
  const { page } = await opened(PLAIN);
  // Random, by a seed: the same again, and others.
  const [, before] = await cells(page, 'x');
  await page.getByRole('button', { name: 'Other values' }).click();
  await page.locator('tr[data-node=x]').filter({ hasNotText: before }).waitFor();
  await page.getByLabel('Seed', { exact: true }).fill('0');
  await page.getByLabel('Seed', { exact: true }).press('Enter');
  await rowWith(page, 'x', before);
  await page.getByLabel('Where the value of x comes from').selectOption('range');
  await rowWith(page, 'x', '[0.5, 0.5, …]');
  const slider = page.getByRole('slider', { name: 'Value of x' });
  await slider.focus();
  await page.keyboard.press('End');
  await rowWith(page, 'x', '[2, 2, …]');
  await rowWith(page, 'sum_1', '2.728');
  await page
    .getByTestId('undo')
    .or(page.getByRole('button', { name: 'Undo' }))
    .first()
    .click();
  await rowWith(page, 'x', '[0.5, 0.5, …]');
  await kept(page);
  await page.reload();
  await page.getByTestId('nodes').waitFor();
  await rowWith(page, 'x', '[0.5, 0.5, …]');
  await page.close();
});

test('parameters have the values that __init__ gives them, until others are chosen', async () => {
  const { page } = await opened(MODULE);
  // torch.manual_seed(0) gives the weight [-0.0053, 0.3793] and the bias -0.5820.
  const weight = page.locator('tr[data-input=arg0_1]');
  await weight.filter({ hasText: '[−0.005294, 0.3793]' }).waitFor();
  await page.locator('tr[data-input=arg1_1]').filter({ hasText: '[−0.582]' }).waitFor();
  await constant(page, 'arg2_1', '[1, 2]');
  await rowWith(page, 'linear', '[0.1714]');
  // All of a row is on the screen.
  const box = /** @type {{ x: number, width: number }} */ (await page.getByLabel('arg0_1 requires grad').boundingBox());
  const group = /** @type {{ x: number, width: number }} */ (
    await page.getByRole('group', { name: 'Values of parameters and buffers' }).boundingBox()
  );
  assert.ok(box.x + box.width <= group.x + group.width);
  await page.getByLabel('Where the value of arg0_1 comes from').selectOption('random');
  await weight.filter({ hasNotText: '−0.005294' }).waitFor();
  await page.getByLabel('Where the value of arg0_1 comes from').selectOption('as declared');
  await weight.filter({ hasText: '[−0.005294, 0.3793]' }).waitFor();
  await page.getByRole('button', { name: 'Check gradients' }).click();
  await page
    .getByTestId('verdict')
    .filter({ hasText: 'Gradients agree with central differences at 5 elements' })
    .waitFor();
  await page.context().close();
});

test('a mistake in a constant is told beside it, and so is a run that fails', async () => {
  const { page } = await opened(PLAIN);
  await constant(page, 'x', '[1, 2');
  await page.getByRole('alert').filter({ hasText: "']' is missing (column 6)" }).waitFor();
  await constant(page, 'x', '[1, 2]');
  await page.getByRole('alert').filter({ hasText: 'the shape is [2], f32[3] asks for [3]' }).waitFor();
  await constant(page, 'x', '[1, 2, 3]');
  await rowWith(page, 'x', '[1, 2, …]');
  await page.close();
  const failing = await opened(
    PLAIN.replace('"f32[3]"', '"f32[3]", y: "f32[4]"').replace('sum.default(sin)', 'add.Tensor(sin, y)'),
  );
  await failing.page
    .getByRole('alert')
    .filter({ hasText: /The size of tensor a \(3\) must match the size of tensor b \(4\).*at sum_1/s })
    .waitFor();
  await rowWith(failing.page, 'sin', 'f32[3]');
  await failing.page.close();
});

test('hooks are attached, change gradients, and are told in the order in which they ran', async () => {
  const { page } = await opened(PLAIN);
  await constant(page, 'x', '0');
  await rowWith(page, 'x', '[0, 0, …]');
  const attach = async (/** @type {string} */ node, /** @type {string} */ kind, /** @type {string} */ amount) => {
    await page.locator(`tr[data-node=${node}] button.name`).click();
    const form = page.getByTestId('hook-form');
    await form.getByLabel('What the hook does').selectOption(kind);
    await form.getByLabel('Factor or bound').fill(amount);
    await form.getByRole('button', { name: 'Attach' }).click();
    await page.locator(`tr[data-node=${node}] .hook`).waitFor();
  };
  await attach('sin', 'scale', '5');
  await attach('x', 'clip', '3');
  await page.getByTestId('moments').filter({ hasText: 'clip' }).waitFor();
  const moments = (await page.getByTestId('moments').locator('li').allInnerTexts()).map((text) => text.trim());
  assert.deepEqual(moments, [
    'SumBackward0 of sum_1',
    '× 5 on sin: [1, 1, 1] → [5, 5, 5]',
    'SinBackward0 of sin',
    'clip ± 3 on x: [5, 5, 5] → [3, 3, 3]',
    'AccumulateGrad for x',
  ]);
  assert.equal((await cells(page, 'x'))[2], '[3, 3, …]');
  await page.getByRole('button', { name: 'Remove the hook × 5 of sin' }).click();
  await page.getByTestId('moments').filter({ hasText: 'clip ± 3 on x: [1, 1, 1]' }).waitFor();
  await page.close();
});

test('hooks go on nodes of the backward graph and on saved tensors too; the timeline has them in order', async () => {
  const { page, complaints } = await opened(PLAIN);
  await constant(page, 'x', '0');
  await rowWith(page, 'x', '[1, 1, …]');
  const attach = async (/** @type {string} */ kind, /** @type {string} */ at, /** @type {string} */ badge) => {
    const form = page.getByTestId('hook-form');
    await form.getByLabel('What the hook does').selectOption(kind);
    await form.getByLabel('Where the hook is put').selectOption(at);
    await form.getByRole('button', { name: 'Attach' }).click();
    await page.locator('tr[data-node=sin] .hook', { hasText: badge }).waitFor();
  };
  await page.locator('tr[data-node=sin] button.name').click();
  await attach('scale', 'posthook', 'post × 2');
  await attach('log', 'prehook', 'pre log');
  await attach('zero', 'saved', 'saved zero');
  // The run with the last of them.
  await page.getByTestId('moments').filter({ hasText: 'zero on what the node of sin saved pack' }).waitFor();
  assert.deepEqual(
    (await page.getByTestId('moments').locator('li').allInnerTexts()).map((text) => text.trim()),
    [
      'zero on what the node of sin saved pack self: [0, 0, 0]',
      'SumBackward0 of sum_1',
      'log before the node of sin: [1, 1, 1]',
      'SinBackward0 of sin',
      'zero on what the node of sin saved unpack self: [0, 0, 0] → [0, 0, 0]',
      '× 2 after the node of sin: [1, 1, 1] → [2, 2, 2]',
      'AccumulateGrad for x',
    ],
  );
  assert.equal(await page.getByRole('group', { name: 'Line of hooks and nodes' }).locator('.diamond').count(), 4);
  await rowWith(page, 'x', '[2, 2, …]');
  assert.match(await page.getByTestId('saved').innerText(), /SinBackward0 of sin\s+self\s+f32\[3\] packed/);
  await page.locator('[data-tab=graph]').click();
  await page.locator('seesaw-canvas').waitFor();
  const onNode = await page.locator('seesaw-canvas').evaluate((one) => /** @type {any} */ (one).values?.get('sin'));
  assert.match(onNode, /^3 hooks · \[0, 0, 0\]/);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('a hook that only tells changes nothing, one that gives zeros stops the gradient; both are told of', async () => {
  const { page } = await opened(PLAIN);
  await constant(page, 'x', '0');
  await rowWith(page, 'x', '[1, 1, …]');
  const attach = async (/** @type {string} */ node, /** @type {string} */ kind) => {
    const form = page.getByTestId('hook-form');
    await page.locator(`tr[data-node=${node}] button.name`).click();
    await form.getByLabel('What the hook does').selectOption(kind);
    await form.getByRole('button', { name: 'Attach' }).click();
    await page.locator(`tr[data-node=${node}] .hook`).waitFor();
  };
  await attach('sin', 'log');
  await page.getByTestId('moments').filter({ hasText: 'on sin: [1, 1, 1]' }).waitFor();
  assert.equal((await cells(page, 'x'))[2], '[1, 1, …]');
  await attach('x', 'zero');
  await rowWith(page, 'x', '[0, 0, …]');
  await page.getByTestId('moments').filter({ hasText: 'on x: [1, 1, 1] → [0, 0, 0]' }).waitFor();
});

test('gradients are held against differences by one key', async () => {
  const { page } = await opened(PLAIN);
  await page.getByTestId('nodes').click({ position: { x: 300, y: 4 } });
  await page.keyboard.press('g');
  await page
    .getByTestId('verdict')
    .filter({ hasText: 'Gradients agree with central differences at 3 elements' })
    .waitFor();
  await page.close();
  // What goes through a region without gradients is seen by the differences alone.
  const other = await opened(PROGRAM);
  await other.page.getByTestId('check').click();
  await other.page
    .getByTestId('verdict')
    .filter({ hasText: /Gradients differ at \d+ of 4 elements.*region with grad mode off/s })
    .waitFor();
  await other.page.close();
});

test('a long check can be stopped', async () => {
  const { page } = await opened(
    'def forward(self, x: "f64[200, 200]"):\n    mm = torch.ops.aten.mm.default(x, x)\n    return (mm,)\n',
  );
  await page.getByTestId('check').click();
  await page.getByTestId('stop').click();
  await page
    .getByTestId('verdict')
    .filter({ hasText: /Stopped after \d+ of/ })
    .waitFor();
  await page.close();
});

test('a run that takes long says so, and can be stopped', async () => {
  const { page, complaints } = await opened(PLAIN);
  // Nothing else is asked of the engine, which would be stopped instead.
  await judged(page);
  await hang(page);
  await page.getByRole('button', { name: 'Other values' }).click();
  await page.getByTestId('stop-work').waitFor();
  await page
    .getByTestId('working')
    .filter({ hasText: 'Running forward and backward' })
    .or(page.getByTestId('stop-work'))
    .first()
    .waitFor();
  await page.getByTestId('stop-work').click();
  await page.getByRole('alert').filter({ hasText: 'The run was stopped' }).waitFor();
  await page.getByTestId('stop-work').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Other values' }).click();
  await page.locator('tr[data-node=sin]').waitFor();
  assert.deepEqual(complaints, []);
  await page.close();
});

test('the gallery runs, is changed, and is kept', async () => {
  const { page, complaints } = await opened(PLAIN);
  await page.locator('[data-autograd=gallery]').click();
  await page.locator('[data-scenario=saved_tensors_hooks]').click();
  const events = page.getByTestId('events');
  await events.filter({ hasText: 'Unpacking' }).waitFor();
  assert.deepEqual((await events.locator('li').allInnerTexts()).slice(0, 3), [
    'Packing [2, 2, 2]',
    'Packing [1, 1, 1]',
    'Unpacking [2, 2, 2]',
  ]);
  const source = page.getByTestId('lesson-source');
  assert.match(
    await source.inputValue(),
    /with torch\.autograd\.graph\.saved_tensors_hooks\(pack, unpack\):\n {4}y = a \* two/,
  );
  // Edited as Python; what is not read is told, and the last result stays.
  await source.fill((await source.inputValue()).replace('[2., 2., 2.]', '[3., 3., 3.]'));
  await events.filter({ hasText: 'Packing [3, 3, 3]' }).waitFor();
  await source.fill('for a in b:\n    print(a)');
  await page.getByRole('alert').filter({ hasText: 'line 1: a block of "for" is not read here' }).waitFor();
  assert.match(await events.innerText(), /Packing \[3, 3, 3\]/);
  await kept(page);
  await page.reload();
  await becomes(() => page.getByTestId('lesson-source').inputValue(), 'for a in b:\n    print(a)');
  await page.getByRole('button', { name: 'As it was' }).click();
  await events.filter({ hasText: 'Packing [2, 2, 2]' }).waitFor();
  // An exercise says when it is done.
  const exercises = page.getByTestId('exercises');
  assert.equal(await exercises.getByText('done').count(), 0);
  await source.fill(
    (await source.inputValue()).replace('"Unpacking", t)\n    return t', '"Unpacking", t)\n    return t * 2'),
  );
  await exercises.locator('li.done').filter({ hasText: 'the gradients double' }).waitFor();
  // A name that nobody wrote is nowhere.
  await source.fill(
    'a = torch.tensor([1., 2.], requires_grad=True)\nloss = (a * 2).exp().sum()\nloss.backward()\nprint(a.grad)',
  );
  await events.filter({ hasText: 'a.grad: [14.78, 109.2]' }).waitFor();
  assert.doesNotMatch(await page.getByTestId('gallery').innerText(), /\b_\d/);
  // Enter keeps the indentation.
  await source.fill('with torch.no_grad():');
  await source.press('End');
  await source.press('Enter');
  assert.equal(await source.inputValue(), 'with torch.no_grad():\n    ');
  // Steps as JSON, as older links have them, are read and shown as Python.
  await page.evaluate(() => {
    const { model } = /** @type {any} */ (document.querySelector('seesaw-playground'));
    model.doc = { ...model.doc, scenario: { id: 'name', text: '[{"op":"leaf","out":"q","shape":[],"data":[2]}]' } };
    model.documentChanged();
  });
  await becomes(() => source.inputValue(), 'q = torch.tensor(2., dtype=torch.float64)');
  assert.deepEqual(complaints, []);
  await page.close();
});

test('what is typed into a program of the gallery is not written over one that is chosen at once', async () => {
  const { page } = await opened(PLAIN);
  await page.locator('[data-autograd=gallery]').click();
  const source = page.getByTestId('lesson-source');
  await source.waitFor();
  /** @param {'choose' | 'open'} how */
  const replaced = (how) =>
    source.evaluate(async (field, way) => {
      const { model } = /** @type {any} */ (document.querySelector('seesaw-playground'));
      const gallery = /** @type {any} */ (/** @type {ShadowRoot} */ (field.getRootNode()).host);
      gallery.changed('nobody_wants_this');
      if (way === 'choose') gallery.choose('save_on_cpu');
      else {
        model.doc = { ...model.doc, scenario: { id: 'save_on_cpu', text: 'q = torch.tensor(2.)' } };
        model.documentChanged();
      }
      // Timers run in the order of their times: the one of the text would have run by then.
      await new Promise((done) => setTimeout(done, 1000));
      return model.doc.scenario;
    }, how);
  assert.deepEqual(await replaced('choose'), { id: 'save_on_cpu', text: '' });
  assert.deepEqual(await replaced('open'), { id: 'save_on_cpu', text: 'q = torch.tensor(2.)' });
});

test('an example that is opened from the gallery of autograd is shown', async () => {
  const { page } = await opened(PLAIN);
  await page.getByRole('button', { name: 'torch.autograd.graph' }).click();
  await page.getByTestId('gallery').waitFor();
  await openExample(page, 'nested_regions');
  await page.locator('tr[data-node=add_2]').waitFor();
});

test('every program of the gallery runs without an error', async () => {
  const { page } = await opened(PLAIN);
  await page.locator('[data-autograd=gallery]').click();
  const ids = await page
    .locator('[data-scenario]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-scenario')));
  assert.ok(ids.length >= 14);
  for (const id of ids) {
    await page.locator(`[data-scenario=${id}]`).click();
    await page.getByTestId('events').locator('li').first().waitFor();
    assert.equal(await page.getByTestId('gallery').getByRole('alert').count(), 0, String(id));
  }
  await page.close();
});

test('the picture of the graph shows the values of the last run, and never those of another program', async () => {
  const { page } = await opened(PLAIN);
  await constant(page, 'x', '[0, 1, 2]');
  await rowWith(page, 'sin', '[0, 0.8415');
  await page.locator('[data-tab=graph]').click();
  const values = (/** @type {string} */ node) =>
    page
      .locator('seesaw-canvas')
      .evaluate((canvas, name) => /** @type {any} */ (canvas).values?.get(name) ?? null, node);
  await page.locator('seesaw-canvas').waitFor();
  assert.equal(await values('sin'), '[0, 0.8415, 0.9093] · grad [1, 1, 1]');
  await page.locator('seesaw-outline [data-node=sin]').first().dblclick();
  await becomes(() => page.getByTestId('card-value').innerText(), '[0, 0.8415, 0.9093]');
  await becomes(() => page.getByTestId('card-gradient').innerText(), '[1, 1, 1]');
  await type(page, PLAIN.replace('aten.sin.default', 'aten.cos.default'));
  await page.locator('seesaw-canvas').evaluate(async (canvas) => {
    while (/** @type {any} */ (canvas).values !== null) await new Promise((resolve) => setTimeout(resolve, 50));
  });
  assert.equal(await page.getByTestId('card-value').count(), 0);
  await page.close();
});

test('nothing for axe to find, wide and narrow, light and dark', async () => {
  for (const context of [{ colorScheme: 'light' }, { colorScheme: 'dark', viewport: { width: 400, height: 860 } }]) {
    const { page } = await opened(PROGRAM, context);
    await page.locator('tr[data-node=exp] button.name').click();
    await page.getByTestId('hook-form').getByRole('button', { name: 'Attach' }).click();
    await page.getByTestId('moments').waitFor();
    await page.getByTestId('check').click();
    await page.getByTestId('verdict').filter({ hasText: 'differ' }).waitFor();
    assert.deepEqual(await accessibilityFindings(page), []);
    await page.locator('[data-autograd=gallery]').click();
    await page.getByTestId('events').locator('li').first().waitFor();
    assert.deepEqual(await accessibilityFindings(page), []);
    await page.close();
  }
});
