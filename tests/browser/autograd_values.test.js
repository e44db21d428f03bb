/**
 * The autograd view: attributes as inputs, calls of a graph, hooks and values through a renaming, numbers that are
 * none, what the check can say.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { autogradPage, becomes, constant, openSite, settled, sourceWith } from '../../web/tools/browser.js';

/** @typedef {import('playwright-core').Page} Page */

const PLAIN = `def forward(self, x: "f32[3]"):
    sin = torch.ops.aten.sin.default(x)
    sum_1 = torch.ops.aten.sum.default(sin)
    return (sum_1,)
`;
const ATTRIBUTES = `def forward(self, x: "f64[2]"):
    w: "f64[2]" = self.w
    linear_weight = self.linear.weight
    mul = torch.ops.aten.mul.Tensor(x, w)
    add = torch.ops.aten.add.Tensor(mul, linear_weight)
    return (add,)
`;
const CALLED = `class M(torch.nn.Module):
    def forward(self, x: "f64[1]", y: "f64[1]"):
        one = self.sub(x)
        two = self.sub(y)
        return (one, two)

    class sub(torch.nn.Module):
        def forward(self, a: "f64[1]"):
            sin = torch.ops.aten.sin.default(a)
            return sin
`;
const WRAPPED = `class M(torch.nn.Module):
    def forward(self, x: "f64[1]", y: "f64[1]"):
        sub_1 = self.sub_1
        wrap = torch.ops.higher_order.wrap_with_set_grad_enabled(True, sub_1, x)
        getitem: "f64[1]" = wrap[0]
        sub_1_1 = self.sub_1
        wrap_1 = torch.ops.higher_order.wrap_with_set_grad_enabled(True, sub_1_1, y)
        getitem_1: "f64[1]" = wrap_1[0]
        add: "f64[1]" = torch.ops.aten.add.Tensor(getitem, getitem_1)
        return (add,)

    class sub_1(torch.nn.Module):
        def forward(self, a: "f64[1]"):
            sin: "f64[1]" = torch.ops.aten.sin.default(a);  a = None
            return (sin,)
`;

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

/** @param {Page} page @param {string} node @param {string | RegExp} text */
const rowWith = (page, node, text) => page.locator(`tr[data-node="${node}"]`).filter({ hasText: text }).waitFor();
/** Blanks stand for any: lines of a template end where its source does. @param {string | RegExp} text */
const anyBlanks = (text) =>
  typeof text === 'string' ? text : new RegExp(text.source.replaceAll(' ', '\\s+'), text.flags);
/** @param {Page} page @param {string | RegExp} text */
const verdict = (page, text) =>
  page
    .getByTestId('verdict')
    .filter({ hasText: anyBlanks(text) })
    .waitFor();
/** @param {Page} page */
const inputsOf = (page) =>
  page.evaluate(() => /** @type {any} */ (document.querySelector('seesaw-playground')).model.doc.inputs);
/** @param {Page} page @param {string} node @param {string} kind @param {string} amount */
async function attach(page, node, kind, amount) {
  await page.locator(`tr[data-node="${node}"] button.name`).click();
  const form = page.getByTestId('hook-form');
  await form.getByLabel('What the hook does').selectOption(kind);
  await form.getByLabel('Factor or bound').fill(amount);
  await form.getByRole('button', { name: 'Attach' }).click();
}

test('a type that is a guess is told of where a run fails', async () => {
  const { page } = await autogradPage(site, ATTRIBUTES.replace('mul.Tensor(x, w)', 'mm.default(x, linear_weight)'));
  const problems = page
    .locator('.problems')
    .filter({ hasText: 'The program does not say the type of linear.weight: f32[3] is a guess' });
  await problems.waitFor();
  assert.match(await page.getByRole('region', { name: 'Backward pass' }).innerText(), /It did not begin/);
  await page.locator('tr[data-node=linear_weight] button.name').click();
  assert.match(await page.locator('tr.details').innerText(), /No gradient arrived: the run failed before/);
  await page.getByLabel('Type of linear.weight').fill('f64[2]');
  await page.getByLabel('Type of linear.weight').press('Enter');
  await problems.waitFor({ state: 'detached' });
  await page.close();
});

test('where values are in half precision, differences are too coarse', async () => {
  const half =
    'def forward(self, x: "f32[3]"):\n    to = torch.ops.aten.to.dtype(x, torch.bfloat16)\n    exp = ' +
    'torch.ops.aten.exp.default(to)\n    return (exp,)\n';
  const { page } = await autogradPage(site, half);
  await page.getByTestId('check').click();
  await verdict(page, /Gradients differ at .* Values in half precision are too coarse for differences\./s);
  await page.close();
});

test('a hook that cannot be put where it is wanted says why; what a row opens to stays in sight', async () => {
  const wide = `def forward(self, x: "f32[3]"):
    ${'a_long_name_'.repeat(8)} = torch.ops.aten.sin.default(x)
    gt = torch.ops.aten.gt.Scalar(x, 0)
    add = torch.ops.aten.add.Tensor(x, ${'a_long_name_'.repeat(8)})
    return (add, gt)
`;
  const { page } = await autogradPage(site, wide);
  await rowWith(page, 'gt', /\[(True|False), (True|False), …\]/);
  await page.locator('tr[data-node=add] button.name').click();
  const form = page.getByTestId('hook-form');
  await form.getByLabel('Where the hook is put').selectOption('saved');
  await form.getByRole('button', { name: 'Attach' }).click();
  await page
    .getByTestId('refused-hook')
    .filter({ hasText: 'not attached, its node in the backward graph saved no tensor' })
    .waitFor();
  const group = /** @type {{ x: number, width: number }} */ (
    await page.getByRole('group', { name: 'Values and gradients' }).boundingBox()
  );
  await page.getByRole('group', { name: 'Values and gradients' }).evaluate((one) => one.scrollBy(500, 0));
  const box = /** @type {{ x: number, width: number }} */ (await form.boundingBox());
  assert.ok(
    box.x >= group.x && box.x + box.width <= group.x + group.width,
    `${box.x} ${box.width}, in ${group.x} ${group.width}`,
  );
  await page.close();
});

test('a node of several values says where hooks go', async () => {
  const { page } = await autogradPage(
    site,
    'def forward(self, x: "f64[4]"):\n    split = torch.ops.aten.split.Tensor(x, 2)\n    getitem = ' +
      'split[0]\n    return (getitem,)\n',
  );
  await page.locator('tr[data-node=split] button.name').click();
  assert.match(
    await page.locator('tr.details').innerText(),
    /several values: a hook goes on a node that takes one of them/,
  );
  await page.close();
});

test('attributes that a text reads take values, also where it does not say what they are', async () => {
  const { page, complaints } = await autogradPage(site, ATTRIBUTES);
  assert.deepEqual(
    await page.locator('tr[data-input]').evaluateAll((all) => all.map((one) => one.getAttribute('data-input'))),
    ['x', 'w', 'linear.weight'],
  );
  await page.getByLabel('Type of linear.weight').fill('f64[2]');
  await page.getByLabel('Type of linear.weight').press('Enter');
  await constant(page, 'x', '2');
  await constant(page, 'w', '5');
  await constant(page, 'linear.weight', '[1, 3]');
  await rowWith(page, 'add', '[11, 13]');
  await rowWith(page, 'w', '[2, 2]');
  await rowWith(page, 'linear_weight', '[1, 1]');
  await page.getByLabel('w requires grad', { exact: true }).uncheck();
  await page.locator('tr[data-node=w]').filter({ hasNotText: '[2, 2]' }).waitFor();
  await page.getByTestId('check').click();
  await verdict(page, 'Gradients agree with central differences at 4 elements');
  assert.deepEqual(complaints, []);
  await page.close();
});

test('a graph that is called twice: each call has rows, values and hooks; the picture shows the first', async () => {
  const { page, complaints } = await autogradPage(site, CALLED);
  await constant(page, 'x', '0');
  await constant(page, 'y', '1');
  await rowWith(page, 'sub.sin (call 1)', /call 1, by one\s+f64\[1\]\s+\[0\]\s+\[1\]/);
  await rowWith(page, 'sub.sin (call 2)', /call 2, by two\s+f64\[1\]\s+\[0\.8415\]\s+\[1\]/);
  await attach(page, 'sub.sin (call 2)', 'scale', '10');
  await page.locator('tr[data-node="sub.sin (call 2)"] .hook').waitFor();
  assert.equal(await page.getByTestId('hook-form').count(), 1);
  assert.equal(await page.locator('tr[data-node="sub.sin (call 1)"] .hook').count(), 0);
  await rowWith(page, 'y', '[5.403]');
  await rowWith(page, 'x', /\[0\]\s+\[1\]/);
  await page.getByTestId('moments').filter({ hasText: '× 10 on sub.sin (call 2): [1] → [10]' }).waitFor();
  await page.locator('[data-tab=graph]').click();
  await page.locator('seesaw-canvas').waitFor();
  const values = (/** @type {string} */ node) =>
    page
      .locator('seesaw-canvas')
      .evaluate((canvas, name) => /** @type {any} */ (canvas).values?.get(name) ?? null, node);
  assert.deepEqual([await values('sub.sin'), await values('two')], ['call 1 · [0] · grad [1]', '[0.8415] · grad [10]']);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('a body that two operators are given is told apart by call too', async () => {
  const { page } = await autogradPage(site, WRAPPED);
  await constant(page, 'x', '0');
  await constant(page, 'y', '1');
  await rowWith(page, 'sub_1.sin (call 1)', /call 1, by wrap\s/);
  await rowWith(page, 'sub_1.sin (call 2)', /call 2, by wrap_1\s/);
  await attach(page, 'sub_1.sin (call 1)', 'scale', '10');
  await rowWith(page, 'x', /\[0\]\s+\[10\]/);
  await rowWith(page, 'y', /\[1\]\s+\[0\.5403\]/);
  await page.close();
});

test('the step at which the pass of several results begins says what they got', async () => {
  const { page } = await autogradPage(site, CALLED);
  const card = page.getByTestId('step');
  assert.match(await card.innerText(), /The pass begins here: with ones where the loss is a sum/);
  assert.match(await card.innerText(), /→ sub\.sin \(call 1\) \[1\]\s+→ sub\.sin \(call 2\) \[1\]/);
  assert.doesNotMatch(await card.innerText(), /no formula|not asked for|Got/);
  await page.close();
});

test('a node that is renamed keeps its hooks, an input its values', async () => {
  const { page } = await autogradPage(site, PLAIN);
  await constant(page, 'x', '3');
  await attach(page, 'sin', 'scale', '5');
  await page.locator('tr[data-node=sin] .hook').waitFor();
  const rename = async (/** @type {string} */ node, /** @type {string} */ name) => {
    await page.locator('[data-tab=graph]').click();
    await page.locator(`seesaw-outline [data-node=${node}]`).first().click();
    await page.keyboard.press('F2');
    const field = page.getByTestId('edit-dialog').getByLabel('New name');
    await field.fill(name);
    await field.press('Enter');
    await sourceWith(page, name);
  };
  await rename('sin', 'wave');
  await rename('x', 'inp');
  await page.locator('[data-tab=autograd]').click();
  await rowWith(page, 'inp', /\[3, 3, …\]\s+\[−4\.95, −4\.95, …\]/);
  await page.locator('tr[data-node=wave] .hook').filter({ hasText: '× 5' }).waitFor();
  assert.deepEqual(await inputsOf(page), {
    seed: 0,
    values: { inp: { kind: 'constant', text: '3' } },
    hooks: [{ graph: '', node: 'wave', kind: 'scale', amount: 5 }],
  });
  await page.keyboard.press('Control+z');
  await page.locator('tr[data-node=x]').waitFor();
  assert.deepEqual(Object.keys((await inputsOf(page)).values), ['x']);
  await page.close();
});

test(
  'numbers: infinite and undefined ones fill, too large ones are told beside the input, sliders and seeds ' +
    'stay in their bounds',
  async () => {
    const { page, complaints } = await autogradPage(site, PLAIN);
    for (const [text, shown] of Object.entries({
      inf: '[inf, inf, …]',
      '-inf': '[−inf, −inf, …]',
      "float('nan')": '[nan, nan, …]',
    })) {
      await constant(page, 'x', text);
      await rowWith(page, 'x', shown);
    }
    await constant(page, 'x', '1e400');
    await page
      .locator('tr[data-input=x]')
      .getByRole('alert')
      .filter({ hasText: "'1e400' is too large: write inf (column 1)" })
      .waitFor();
    await page.getByLabel('Where the value of x comes from').selectOption('range');
    for (const [label, text] of [
      ['Highest value of x', '20'],
      ['Lowest value of x', '10'],
    ]) {
      await page.getByLabel(label).fill(text);
      await page.getByLabel(label).press('Enter');
    }
    await rowWith(page, 'x', '[10, 10, …]');
    assert.equal(await page.getByRole('slider', { name: 'Value of x' }).inputValue(), '10');
    await page.getByLabel('Where the value of x comes from').selectOption('random');
    const before = await page.locator('tr[data-node=x]').innerText();
    const seed = page.getByLabel('Seed', { exact: true });
    for (const [text, kept] of [
      ['1.5', '1'],
      ['-1', '0'],
      ['1e300', '999999999'],
    ]) {
      await seed.fill(text);
      await seed.press('Enter');
      await page.waitForFunction(
        (wanted) =>
          String(/** @type {any} */ (document.querySelector('seesaw-playground')).model.doc.inputs.seed) === wanted,
        kept,
      );
      assert.equal(await seed.inputValue(), kept);
    }
    await page.locator('tr[data-node=x]').filter({ hasNotText: before }).waitFor();
    assert.deepEqual(complaints, []);
    await page.close();
  },
);

test('a hook has a factor, a bound is not negative', async () => {
  const { page } = await autogradPage(site, PLAIN);
  await attach(page, 'sin', 'clip', '-1');
  const wrong = () =>
    page
      .getByTestId('hook-form')
      .getByLabel('Factor or bound')
      .evaluate((one) => /** @type {HTMLInputElement} */ (one).validationMessage);
  assert.equal(await wrong(), 'a bound is not below 0');
  await page.getByTestId('hook-form').getByLabel('Factor or bound').fill('');
  await becomes(() => wrong(), '');
  await page.getByTestId('hook-form').getByLabel('What the hook does').selectOption('scale');
  await page.getByTestId('hook-form').getByRole('button', { name: 'Attach' }).click();
  await becomes(() => wrong(), 'scale needs a factor');
  assert.deepEqual((await inputsOf(page)).hooks, []);
  await page.getByTestId('hook-form').getByLabel('Factor or bound').fill('2');
  await page.getByTestId('hook-form').getByRole('button', { name: 'Attach' }).click();
  await page.locator('tr[data-node=sin] .hook').waitFor();
  await page.close();
});

test('the check by differences says what it cannot say', async () => {
  const { page } = await autogradPage(site, PLAIN.replace('sin.default', 'sqrt.default'));
  const check = async (/** @type {string | RegExp} */ text) => {
    await page.getByTestId('check').click();
    await verdict(page, text);
  };
  await constant(page, 'x', '-1');
  await check(/Nothing can be said of 3 of 3 elements: gradient and difference are nan/);
  assert.doesNotMatch(await page.getByTestId('verdict').innerText(), /agree/);
  await constant(page, 'x', '4');
  await attach(page, 'sin', 'zero', '1');
  await rowWith(page, 'x', '[0, 0, …]');
  await check(
    /Gradients without hooks agree with central differences at 3 elements.*gradient 0\.25, .*is without the hooks/s,
  );
  await page.close();
  const empty = await autogradPage(site, PLAIN.replace('f32[3]', 'f64[0]'));
  await empty.page.getByTestId('check').click();
  await verdict(empty.page, 'There is nothing to check: what requires grad has no elements');
  await empty.page.close();
});

test('the table of a large module begins with what it computes; its parameters come when asked for', async () => {
  const { page, complaints } = await site.page();
  await settled(page);
  await page.evaluate(() => {
    const { model, commands } = /** @type {any} */ (document.querySelector('seesaw-playground'));
    model.changeSetup({ pipeline: [] });
    commands.open.text(`import torch
from torch import nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 4) for _ in range(8)])
    def forward(self, x: "f32[2, 4]"):
        for layer in self.layers:
            x = torch.relu(layer(x))
        return x
`);
    model.setView({ tab: 'autograd', pane: 'output' }, 'show');
  });
  await page.locator('tr[data-node=relu_7]').waitFor({ timeout: 20_000 });
  const rows = page.locator('[data-testid=nodes] tbody tr');
  assert.equal(await rows.count(), 17, 'the input and 16 calls');
  await page.getByTestId('with-weights').filter({ hasText: '16 parameters' }).click();
  await becomes(() => rows.count(), 33);
  assert.deepEqual(complaints, []);
});
