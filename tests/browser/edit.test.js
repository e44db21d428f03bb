/** Edits of the graph through the page: each kind by mouse and by keys, refusals, the list of edits. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  accessibilityFindings,
  becomes,
  judged,
  kept,
  openExample,
  openSite,
  pageWith,
  painted,
  settled,
  sourceWith,
  type,
} from '../../web/tools/browser.js';

/** @typedef {import('playwright-core').Page} Page */

const TEXT = `class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 3]"):
        # the first one
        sin: "f32[2, 3]" = torch.ops.aten.sin.default(x);  x = None
        cos: "f32[2, 3]" = torch.ops.aten.cos.default(sin);  sin = None
        return (cos,)
        `;

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

/** @param {string} [text] @param {import('playwright-core').BrowserContextOptions} [context] */
const open = (text = TEXT, context = {}) => pageWith(site, text, context);

/** Puts the cursor on a line, from 1. @param {Page} page @param {number} line @param {number} [column] */
async function cursor(page, line, column = 0) {
  await page.getByTestId('source').focus();
  await page.keyboard.press('Control+Home');
  for (let i = 1; i < line; i++) await page.keyboard.press('ArrowDown');
  for (let i = 0; i < column; i++) await page.keyboard.press('ArrowRight');
}

/** @param {Page} page */
const source = (page) => page.evaluate(() => /** @type {any} */ (document.querySelector('seesaw-playground')).text);

/** @param {Page} page */
const dialog = (page) => page.getByTestId('edit-dialog');

test('an operator is found by some letters, its form filled, and inserted after the node at the cursor', async () => {
  const { page, complaints } = await open();
  await cursor(page, 4);
  await page.getByTestId('chosen').filter({ hasText: 'sin' }).waitFor();
  await page.locator('[data-edit=insert]').click();
  await page.getByTestId('operator-search').fill('add tens');
  const first = dialog(page).getByRole('option').first();
  await first.filter({ hasText: 'aten.add.Tensor' }).waitFor({ timeout: 15000 });
  assert.match(await first.innerText(), /Tensor self, Tensor other, \*, Scalar alpha=1/);
  assert.match(await first.innerText(), /broadcasting/);
  await page.keyboard.press('Enter');
  const field = (/** @type {string} */ name) => dialog(page).locator(`[name="arg:${name}"]`);
  assert.equal(await field('self').inputValue(), 'sin');
  await page.keyboard.type('torch.ops.aten.sum.dim_IntList(sin, [1])');
  // What would come of it is told while it is typed.
  const preview = dialog(page).getByTestId('preview');
  await preview.filter({ hasText: /The size of tensor a \(3\) must match the size of tensor b \(2\)/ }).waitFor();
  await field('other').fill('sin * 2');
  await field('alpha').fill('3');
  await preview.filter({ hasText: 'add: "f32[2, 3]" = torch.ops.aten.add.Tensor(sin, mul, alpha = 3)' }).waitFor();
  assert.equal(await preview.locator('.bad').count(), 0);
  assert.ok(!(await source(page)).includes('add.Tensor'), 'and nothing is done yet');
  await page.keyboard.press('Enter');
  const text = await sourceWith(page, 'add:');
  assert.ok(
    text.includes(`        # the first one
        sin: "f32[2, 3]" = torch.ops.aten.sin.default(x);  x = None
        mul: "f32[2, 3]" = sin * 2
        add: "f32[2, 3]" = torch.ops.aten.add.Tensor(sin, mul, alpha = 3);  sin = mul = None
        cos: "f32[2, 3]" = torch.ops.aten.cos.default(add);  add = None
`),
  );
  await dialog(page).waitFor({ state: 'hidden' });
  await settled(page, /^6 nodes/);
  assert.deepEqual(complaints, []);
});

test('keys alone: rename, arguments, delete, duplicate, a region without grad, into a submodule and back', async () => {
  const { page, complaints } = await open();
  await cursor(page, 4);
  await page.keyboard.press('F2');
  await dialog(page).getByLabel('New name').waitFor();
  await page.keyboard.type('wave');
  await page.keyboard.press('Enter');
  await sourceWith(page, 'torch.ops.aten.cos.default(wave);  wave = None');
  await cursor(page, 5);
  await page.keyboard.press('Alt+a');
  await dialog(page).locator('[name=target]').waitFor();
  await dialog(page).locator('[name="arg:self"]').fill('x');
  await page.keyboard.press('Enter');
  await sourceWith(page, 'cos.default(x);  x = None');
  await cursor(page, 4);
  await page.keyboard.press('Alt+Delete');
  await dialog(page).getByRole('button', { name: 'Nothing: it is not used' }).click();
  await page.waitForFunction(
    () => !(/** @type {any} */ (document.querySelector('seesaw-playground')).text.includes('wave')),
  );
  await cursor(page, 3, 8);
  // On a Mac, Alt and a letter is another sign, or waits for the next letter.
  const pressed = (/** @type {object} */ how) =>
    page
      .getByTestId('source')
      .dispatchEvent('keydown', { ...how, altKey: true, bubbles: true, composed: true, cancelable: true });
  await pressed({ key: 'Dead', code: 'KeyI' });
  await dialog(page).getByTestId('operator-search').waitFor();
  await page.keyboard.press('Escape');
  await pressed({ key: '\u2202', code: 'KeyD' });
  await sourceWith(page, 'cos_1: "f32[2, 3]" = torch.ops.aten.cos.default(x)');
  await page.keyboard.press('Alt+g');
  await sourceWith(page, '_set_grad_enabled_1 = torch._C._set_grad_enabled(True)');
  assert.deepEqual(complaints, []);
});

test('another target asks for its own arguments, and both are one edit', async () => {
  const { page } = await open();
  await cursor(page, 5, 12);
  await page.keyboard.press('Alt+a');
  const field = (/** @type {string} */ name) => dialog(page).locator(`[name="${name}"]`);
  await field('target').fill('torch.ops.aten.sum.dim_IntList');
  await page.keyboard.press('Tab');
  await field('arg:dim').fill('[0]');
  await field('arg:keepdim').fill('True');
  await dialog(page).getByTestId('preview').filter({ hasText: 'cos: "f32[1, 3]"' }).waitFor();
  await page.keyboard.press('Enter');
  await sourceWith(page, 'cos: "f32[1, 3]" = torch.ops.aten.sum.dim_IntList(sin, [0], True)');
  await page.getByTestId('chosen').filter({ hasText: 'cos' }).waitFor();
  await page.getByTestId('undo').click();
  await becomes(() => source(page), TEXT);
});

test('several nodes become a submodule, and it is inlined again', async () => {
  const { page } = await open();
  await cursor(page, 4);
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByTestId('chosen').filter({ hasText: '2 nodes' }).waitFor();
  // The picture follows the text, and does not choose for it; also what is chosen while its scripts are on their way.
  await page.route('**/*.js', async (/** @type {any} */ route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  await page.locator('[data-tab=graph]').click();
  await cursor(page, 4);
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.waitForFunction(
    () =>
      /** @type {any} */ (document.querySelector('seesaw-playground')).renderRoot.querySelector('seesaw-graph')?.state
        ?.selection.length === 2,
  );
  await page.getByTestId('chosen').filter({ hasText: '2 nodes' }).waitFor();
  await page.keyboard.press('Alt+x');
  await dialog(page).getByLabel('Name of the submodule').fill('waves');
  await page.keyboard.press('Enter');
  assert.match(await sourceWith(page, 'class waves(torch.nn.Module):'), /waves: "f32\[2, 3\]" = self\.waves\(x\)/);
  const line =
    (await source(page)).split('\n').findIndex((/** @type {string} */ one) => one.includes('self.waves')) + 1;
  await cursor(page, line);
  await page.keyboard.press('Alt+n');
  await page.waitForFunction(
    () => !(/** @type {any} */ (document.querySelector('seesaw-playground')).text.includes('waves')),
  );
});

test('what is refused says why and what to do; a wrong shape is told on the node and marked in the text', async () => {
  const { page } = await open();
  await cursor(page, 4);
  await page.locator('[data-edit=delete]').click();
  await dialog(page).getByRole('button', { name: 'Nothing: it is not used' }).click();
  await dialog(page).getByTestId('refused').filter({ hasText: "'sin' is used by 'cos'" }).waitFor();
  await dialog(page).getByRole('button', { name: 'Users take x' }).click();
  await sourceWith(page, 'cos.default(x)');
  await page.locator('[data-edit=insert]').click();
  await page.getByTestId('operator-search').fill('torch.ops.aten.mm.default(x, x)');
  await page.keyboard.press('Enter');
  await page.getByTestId('remark').filter({ hasText: 'same reduction dim' }).waitFor();
  await page.locator('.cm-lintRange-error').first().waitFor();
  // What is typed is checked as well.
  await type(page, TEXT.replace('cos.default(sin)', 'cos.default(sin, 3)'));
  await page.getByTestId('remark').filter({ hasText: 'takes 1 positional argument(s) but 2 was/were given' }).waitFor();
  // It stays while a person types on, gives way to what cannot be read, and goes when it is mended.
  await type(page, TEXT.replace('cos.default(sin)', 'cos.default(sin, 34)'));
  assert.equal(await page.getByTestId('remark').count(), 1);
  await type(page, TEXT.replace('cos.default(sin)', 'cos.default(sin, 34'));
  await page.getByRole('group', { name: 'Problems' }).filter({ hasText: "expected ',' or ')'" }).waitFor();
  assert.equal(await page.getByTestId('remark').count(), 0);
  await type(page, TEXT);
  await settled(page, /^\d+ nodes/);
  await page.getByTestId('remark').waitFor({ state: 'detached' });
  // What the text does not say is worked out, and unknown operators are told.
  await type(
    page,
    'def forward(self, x: "f32[2, 3]", y: "f32[3, 2]"):\n    a = torch.ops.aten.mm.default(x, y)\n    b = ' +
      'torch.ops.aten.add.Tensor(a, x)\n    c = ' +
      'torch.ops.aten.sinn.default(x)\n    return (b, c)\n',
  );
  const remark = page.getByTestId('remark');
  await remark.getByRole('button', { name: 'size of tensor a (2) must match' }).click();
  assert.equal(
    await page.evaluate(() => /** @type {any} */ (document.querySelector('seesaw-playground')).editor.lines.first),
    3,
  );
  await remark.filter({ hasText: 'did you mean aten.sin?' }).waitFor();
});

test('a graph with a region of autocast, as PyTorch printed it, is not called wrong', async () => {
  const { page } = await open();
  await openExample(page, 'autocast_regions');
  await settled(page);
  await page.getByTestId('source').focus();
  await page.keyboard.press('Alt+h');
  await dialog(page).locator('.history button[aria-current]', { hasText: 'Open Autocast regions' }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('seesaw-playground[complete]').waitFor();
  await settled(page);
  await judged(page);
  assert.equal(await page.getByTestId('remark').count(), 0);
  assert.equal(await page.locator('seesaw-editor .cm-lintRange-error').count(), 0);
});

test('one list of edits over text and passes, and any place in it can be gone to', async () => {
  const { page } = await open();
  await cursor(page, 4);
  await page.keyboard.press('Alt+d');
  await sourceWith(page, 'sin_1');
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('# note');
  await page.keyboard.press('Alt+h');
  const entries = dialog(page).locator('.history button');
  await entries.first().waitFor();
  const titles = (await entries.allInnerTexts()).map((one) => one.trim());
  assert.equal(titles[0], 'Opened');
  assert.deepEqual(titles.slice(-2), ['Duplicate sin', 'Typing']);
  await entries.filter({ hasText: 'Duplicate sin' }).click();
  assert.ok(!(await source(page)).includes('# note'));
  assert.equal(await entries.last().innerText(), 'Typing (undone)');
  await entries.nth(titles.length - 3).click();
  await becomes(() => source(page), TEXT);
  await entries.last().click();
  assert.match(await source(page), /^# note/);
  assert.match(await source(page), /sin_1/);
  // The names are kept with the document.
  await page.keyboard.press('Escape');
  await kept(page);
  await page.reload();
  await settled(page);
  await page.getByTestId('source').focus();
  await page.keyboard.press('Alt+h');
  await entries.first().waitFor();
  assert.deepEqual((await entries.allInnerTexts()).map((one) => one.trim()).slice(-2), ['Duplicate sin', 'Typing']);
});

test('copied nodes are pasted as nodes; bar and dialogs are accessible, also at 400 pixels in the dark', async () => {
  const { page } = await open(TEXT, { viewport: { width: 400, height: 800 }, colorScheme: 'dark' });
  await cursor(page, 4);
  for (const kind of ['insert', 'arguments', 'rename', 'delete', 'history']) {
    if (kind === 'history') await page.getByTestId('edit-more').click();
    await page.locator(`[data-edit=${kind}]`).click();
    await dialog(page).waitFor();
    await painted(page);
    assert.deepEqual(await accessibilityFindings(page), [], kind);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
  }
  await page.getByTestId('edit-more').click();
  assert.deepEqual(await accessibilityFindings(page), []);
  await page.locator('[data-edit=paste-nodes]').click();
  await dialog(page).locator('textarea').fill('relu = torch.ops.aten.relu.default(sin)');
  await dialog(page).getByRole('button', { name: 'Insert' }).click();
  await sourceWith(page, 'relu: "f32[2, 3]" = torch.ops.aten.relu.default(sin)');
});

test('nodes of a text with mistakes are not offered for edits: the bar says what they wait for', async () => {
  const { page, complaints } = await open(TEXT);
  await page.locator('[data-edit=insert]').waitFor();
  await type(page, TEXT.replace('default(x)', 'default(x'));
  await page.getByTestId('status').filter({ hasText: /error/ }).waitFor();
  const bar = page.getByRole('toolbar', { name: 'Edit nodes' });
  await bar.getByText('nodes are edited once the text can be read').waitFor();
  assert.equal(await bar.locator('[data-edit=insert], [data-edit=arguments], [data-edit=delete]').count(), 0);
  await page.keyboard.press('Alt+i');
  assert.equal(await dialog(page).isVisible(), false);
  await type(page, TEXT);
  await page.locator('[data-edit=insert]').waitFor();
  // Nor those that were chosen in what is not there any more.
  await page.keyboard.press('Control+a');
  await page
    .getByTestId('chosen')
    .filter({ hasText: /^\d nodes/ })
    .waitFor();
  await page.keyboard.press('Delete');
  await bar.getByText('nodes are edited once the text can be read').waitFor();
  assert.deepEqual(complaints, []);
});
