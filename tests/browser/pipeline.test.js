/** The pipeline, its options, the steps and reasons, as a person with a mouse or a keyboard uses them. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  accessibilityFindings,
  becomes,
  focusOn,
  judged,
  openExample,
  openSite,
  painted,
  resultWith,
  settled,
  type,
} from '../../web/tools/browser.js';

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

/** @typedef {import('playwright-core').Page} Page */
/** @param {Page} page */
const names = (page) =>
  page.locator('seesaw-pipeline li[data-pass]').evaluateAll((all) => all.map((one) => one.getAttribute('data-pass')));

/** Waits until these passes are shown. @param {Page} page @param {(string | null)[]} wanted */
const shows = (page, wanted) => becomes(() => names(page), wanted);

/** @param {string} example */
async function open(example) {
  const { page, complaints } = await site.page();
  await settled(page);
  await openExample(page, example);
  await resultWith(page, 'return');
  return { page, complaints };
}

/** Where an element is. @param {Page} page @param {string} selector */
async function boxOf(page, selector) {
  const box = await page.locator(selector).boundingBox();
  assert.ok(box !== null, `${selector} is shown`);
  return box;
}

/** @param {Page} page @param {string} name */
async function add(page, name) {
  await page.getByTestId('add-pass').click();
  await page.locator(`[data-add=${name}]`).click();
}

test('passes are offered as describe() lists them, added, moved, switched off, removed', async () => {
  const { page, complaints } = await open('dead_code');
  const [first, second] = await names(page);
  await page.getByTestId('add-pass').click();
  const offers = await page.locator('[data-add]').allInnerTexts();
  assert.ok(offers.length >= 5 && offers.every((offer) => /\n./.test(offer)), 'each with its summary');
  await page.keyboard.press('Escape');
  await page.locator('[data-add]').first().waitFor({ state: 'detached' });
  await add(page, 'inline_submodules');
  await shows(page, [first, second, 'inline_submodules']);
  await page.getByRole('button', { name: 'Move inline_submodules up' }).click();
  await shows(page, [first, 'inline_submodules', second]);
  await page.getByRole('checkbox', { name: `Run ${first}` }).uncheck();
  await resultWith(page, '_set_grad_enabled(False)');
  await page.locator(`[data-pass=${first}] .outcome`, { hasText: 'switched off' }).waitFor();
  await page.getByRole('checkbox', { name: `Run ${first}` }).check();
  await resultWith(page, 'wrap_with_set_grad_enabled');
  await page.getByRole('button', { name: `Remove ${first}` }).click();
  await shows(page, ['inline_submodules', second]);
  await resultWith(page, '_set_grad_enabled(False)');
  assert.deepEqual(complaints, []);
});

test('a pass is found by name, by what it does, and by whether it would change this graph', async () => {
  const { page, complaints } = await open('nested_regions');
  const before = (await names(page)).length;
  await page.getByTestId('add-pass').click();
  await focusOn(page, 'Search passes');
  const offered = () => page.locator('[data-add]').evaluateAll((all) => all.map((one) => one.getAttribute('data-add')));
  const all = (await offered()).length;
  await page.keyboard.type('computed several');
  await becomes(async () => (await offered())[0], 'cse_pass');
  await page
    .getByTestId('only-firing')
    .filter({ hasText: /Only the \d+ found/ })
    .waitFor({ timeout: 20_000 });
  await page.getByLabel('Search passes').fill('');
  await page.getByTestId('only-firing').click();
  await page.locator('[data-add] .fires').first().waitFor();
  const few = await offered();
  assert.ok(few.length > 0 && few.length < all, `${few.length} of ${all}`);
  assert.deepEqual(await accessibilityFindings(page), []);
  await page.getByLabel('Search passes').focus();
  await page.keyboard.press('Enter');
  await becomes(async () => (await names(page)).length, before + 1);
  await page.locator(`[data-pass=${few[0]}] .outcome`, { hasText: /nodes/ }).waitFor();
  assert.deepEqual(complaints, []);
});

test('keys alone add, move, switch off and remove passes, and the focus stays with them', async () => {
  const { page } = await open('dead_code');
  const [first, second] = await names(page);
  await page.getByRole('checkbox', { name: `Run ${first}` }).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await shows(page, [second, first]);
  await focusOn(page, `Run ${first}`);
  await page.keyboard.press('Space');
  await page.locator(`[data-pass=${first}].off`).waitFor();
  await page.keyboard.press('Delete');
  await page.locator(`[data-pass=${first}]`).waitFor({ state: 'detached' });
  await focusOn(page, `Remove ${second}`);
  await page.getByTestId('add-pass').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('seesaw-pipeline li[data-pass]').nth(1).waitFor();
  await focusOn(page, 'Add a pass');
});

test('the focus moves in the task of the key: no timer and no frame in which another key goes elsewhere', async () => {
  const { page } = await open('dead_code');
  const [first] = await names(page);
  const run = page.getByRole('checkbox', { name: `Run ${first}` });
  const after = (/** @type {object} */ key) =>
    run.evaluate(async (control, init) => {
      const pipeline = /** @type {any} */ (control.getRootNode()).host;
      control.focus();
      control.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, composed: true, ...init }));
      for (let turn = 0; turn < 50; turn++) await Promise.resolve();
      return pipeline.shadowRoot.activeElement?.ariaLabel;
    }, key);
  assert.equal(await after({ key: 'ArrowDown', altKey: true }), `Run ${first}`);
  assert.match((await after({ key: 'Delete' })) ?? '', /^Remove /);
});

test('a pass is dragged to another place', async () => {
  const { page } = await open('autocast_regions');
  const [first, second] = await names(page);
  await judged(page); // what is told under a pass moves those below it
  await page.locator('.handle').nth(1).hover();
  await page.mouse.down();
  await page.locator('seesaw-pipeline li[data-pass]').first().hover();
  // The browser tells of a drag that it began on its own; a person goes on until the place is marked.
  for (let way = 0; (await page.locator(`[data-pass=${first}].drop`).count()) === 0 && way < 100; way++) {
    const { x, y, width } = await boxOf(page, `[data-pass=${first}]`);
    await page.mouse.move(x + width / 2 + (way % 2), y + 8);
    await painted(page);
  }
  await page.mouse.up();
  await shows(page, [second, first]);
});

test('undo and redo cover passes and text in one order', async () => {
  const { page } = await open('nested_regions');
  await page.getByRole('button', { name: /^Remove/ }).click();
  await shows(page, []);
  await page.getByTestId('source').click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.insertText('# mine'); // one step to undo, however slow the page is
  await page.getByTestId('undo').click();
  assert.doesNotMatch(await page.getByTestId('source').innerText(), /# mine/);
  await shows(page, []);
  await page.getByTestId('undo').click();
  await page.locator('seesaw-pipeline li[data-pass]').waitFor();
  await resultWith(page, 'wrap_with_set_grad_enabled');
  await page.getByTestId('redo').click();
  await shows(page, []);
});

test('an option changes the result, and a lost region is told as a warning with its rule', async () => {
  const { page, complaints } = await open('lost_region');
  const warning = page.locator('.why li.lost').first();
  await warning.waitFor();
  assert.match(await warning.innerText(), /rule \d+/);
  assert.ok((await page.locator('.cm-region-warning').count()) > 0, 'marked in the source');
  const before = await resultWith(page, 'true_graph_0');
  await page.locator('[data-option=correct]').first().check();
  await page.locator('.why li.lost').waitFor({ state: 'detached' });
  await resultWith(page, 'wrap_with_set_grad_enabled');
  await page.getByTestId('undo').click();
  await page.locator('.why li.lost').waitFor();
  await page
    .getByTestId('view')
    .locator('.cm-content')
    .last()
    .filter({ hasNotText: 'wrap_with_set_grad_enabled' })
    .waitFor();
  assert.equal(await resultWith(page, 'return'), before);
  await page.locator('[data-option=generation]').first().selectOption('older');
  await page.locator('seesaw-pipeline details summary').first().click();
  await page.locator('seesaw-pipeline details pre', { hasText: 'wrap_with_set_grad_enabled' }).first().waitFor();
  assert.deepEqual(complaints, []);
});

test('a reason and its region find each other: by click, by cursor, by the sign in the gutter', async () => {
  const { page } = await site.page();
  await settled(page);
  const reasons = page.locator('.why li button');
  await reasons.nth(1).click();
  const place = (await reasons.nth(1).locator('.place').innerText()).split('–').map(Number);
  await page.locator('.cm-region-chosen').first().waitFor();
  assert.equal(await page.locator('.cm-region-chosen').count(), place[1] - place[0] + 1, 'exactly its lines');
  await page.locator('seesaw-editor .cm-line').nth(18).click();
  await page.waitForFunction(
    `[...document.querySelector('seesaw-playground').shadowRoot.querySelectorAll('.why li ` +
      `button')].findIndex((b) => b.getAttribute('aria-current') === ` +
      `'true') === 2`,
  );
  await page.locator('.cm-sign').first().click();
  await becomes(() => reasons.first().getAttribute('aria-current'), 'true');
});

test('ambient mode, formats, annotations, steps', async () => {
  const { page, complaints } = await open('nested_regions');
  await resultWith(page, 'wrap_with_set_grad_enabled(False');
  await page.getByTestId('ambient').uncheck();
  await resultWith(page, 'wrap_with_set_grad_enabled(True');
  await page.getByTestId('ambient').check();
  for (const [format, part] of /** @type {[string, string | RegExp][]} */ ([
    ['graph', /graph\(\):.*placeholder\[target=arg0_1\]/s],
    ['code', 'def forward(self, arg0_1, arg1_1)'],
    ['tabular', 'opcode'],
    ['json', '"nodes"'],
    ['dot', 'digraph'],
  ])) {
    await page.getByTestId('format').selectOption(format);
    await resultWith(page, part);
  }
  assert.equal(await page.getByTestId('annotations').count(), 0, 'only where they are printed');
  await page.getByTestId('format').selectOption('graph');
  await page.locator('[data-step="0"]').click();
  await resultWith(page, '_set_grad_enabled](args = (False,)');
  await openExample(page, 'aot_backward');
  await page.getByTestId('format').selectOption('readable');
  await resultWith(page, '"f32[16][1]cpu"');
  await page.getByTestId('annotations').selectOption('shapes');
  await resultWith(page, '"f32[16]"');
  assert.deepEqual(complaints, []);
});

test('passes run in the grad mode that a file switches off before it exports, and the switch says so', async () => {
  const source = [
    'import torch',
    'torch.set_grad_enabled(False)',
    'class M(torch.nn.Module):',
    '    def forward(self, x):',
    '        with torch.enable_grad():',
    '            y = x.sin()',
    '        return y * 2',
    'ep = torch.export.export(M(), (torch.ones(2),))',
  ].join('\n');
  const { page, complaints } = await site.page();
  await settled(page);
  await type(page, source);
  await settled(page, /^captured/);
  await add(page, 'replace_set_grad_with_hop_pass');
  await resultWith(page, 'wrap_with_set_grad_enabled(True');
  const ambient = page.getByTestId('ambient');
  assert.deepEqual([await ambient.isChecked(), await ambient.isDisabled()], [false, true]);
  assert.match((await page.locator('label.ambient').getAttribute('title')) ?? '', /The file switches grad mode off/);
  await page.locator('.cm-line').nth(1).click();
  await page.keyboard.press('Home');
  await page.keyboard.type('# ');
  await becomes(() => ambient.isChecked(), true);
  assert.equal(await ambient.isDisabled(), false);
  assert.deepEqual(complaints, []);
});

test('the diff marks changed words, folds what is equal, and is walked by keys', async () => {
  const { page, complaints } = await open('transformer_block');
  await page.locator('[data-tab=diff]').click();
  await page.locator('.cm-merge-b .cm-changedLine').first().waitFor();
  assert.equal(await page.locator('seesaw-output .cm-content').count(), 2, 'side by side');
  assert.ok((await page.locator('.cm-collapsedLines').count()) > 0);
  assert.match(await page.getByTestId('changes').innerText(), /^\d+ changes$/);
  await openExample(page, 'dead_code');
  await page
    .locator('seesaw-output .cm-merge-b .cm-content', {
      hasText: 'wrap_with_set_grad_enabled',
    })
    .waitFor();
  const marked = await page.locator('.cm-merge-b .cm-changedLine').first().locator('.cm-changedText').allInnerTexts();
  assert.equal(marked.join(''), 'GraphModule', 'words, not whole lines');
  await page.getByRole('button', { name: 'Next change' }).click();
  const at = () =>
    page
      .locator('.cm-merge-b .cm-activeLine, .cm-merge-b .cm-cursor-primary')
      .first()
      .evaluate((node) => node.getBoundingClientRect().top);
  const first = await at();
  await page.keyboard.press('F7');
  for (const end = Date.now() + 4000; (await at()) === first && Date.now() < end;) await page.waitForTimeout(50);
  assert.notEqual(await at(), first);
  await page.getByRole('combobox', { name: 'Compare with' }).selectOption('previous');
  await page
    .getByTestId('changes')
    .filter({ hasText: /change/ })
    .waitFor();
  assert.deepEqual(complaints, []);
});

test('the diff stays as it is while nodes are chosen: what was unfolded, the cursor and the focus', async () => {
  const { page, complaints } = await open('transformer_block');
  await page.locator('[data-tab=diff]').click();
  await page.locator('.cm-merge-b .cm-changedLine').first().waitFor();
  const folded = page.locator('.cm-merge-b .cm-collapsedLines');
  const before = await folded.count();
  await folded.first().click();
  await becomes(() => folded.count(), before - 1);
  await page.getByRole('button', { name: 'Next change' }).click();
  const cursor = page.locator('.cm-merge-b .cm-cursor-primary');
  await cursor.waitFor();
  await page.locator('.cm-merge-b .cm-changedLine').first().click();
  await page.locator('.cm-merge-b .cm-followed').first().waitFor();
  assert.equal(await folded.count(), before - 1, 'what was unfolded');
  assert.equal(await page.locator('.cm-merge-b.cm-focused, .cm-merge-b .cm-focused').count(), 1, 'the focus');
  assert.deepEqual(complaints, []);
});

test('a pass that fails says why, at its place; the last good result stays', async () => {
  const { page, complaints } = await open('dead_code');
  const [first, second] = await names(page);
  await add(page, 'unlift_module');
  await page
    .locator('[data-pass=unlift_module] .outcome', { hasText: 'failed: unlift_module needs the signature' })
    .waitFor();
  await page.getByRole('button', { name: 'Move unlift_module up' }).click();
  await page.locator(`[data-pass=${second}] .outcome`, { hasText: 'not run' }).waitFor();
  assert.match(await page.locator(`[data-pass=${first}] .outcome`).innerText(), /nodes$/);
  await page.getByTestId('status').filter({ hasText: '1 error' }).waitFor();
  assert.match(
    await page.getByRole('group', { name: 'Problems' }).innerText(),
    /needs the signature[^]*raised by the pass unlift_module/,
  );
  await page.getByText('Last good result. A pass failed.').waitFor();
  // The text of the last good result in another form is that of its programs.
  await page.getByTestId('format').selectOption('graph');
  await resultWith(page, 'wrap_with_set_grad_enabled');
  // Where nothing was good before, there is the program as it came to that pass.
  await page.reload();
  await page.getByText('The program before the pass that failed.').waitFor();
  await resultWith(page, 'graph():');
  await page.getByRole('button', { name: 'Remove unlift_module' }).click();
  await page.getByTestId('status').filter({ hasText: 'nodes' }).waitFor();
  await page.locator(`[data-pass=${second}] .outcome`, { hasText: /[mµ]s ·/ }).waitFor();
  assert.deepEqual(complaints, []);
});

test('the verdict on a pass is a sentence that leads to node and region; one click keeps the region', async () => {
  const { page, complaints } = await open('lost_region');
  const verdict = page.locator('[data-pass=replace_set_grad_with_hop_pass] .verdict');
  await verdict
    .filter({ hasText: /gradients differ[^]* → [^]*first at\s+sum_1,\s+because\s+submod_1 \(lines 7–20\)\s+is lost/ })
    .waitFor();
  await verdict.locator('[data-verdict-region]').click();
  await page.locator('.cm-region-chosen').first().waitFor();
  await verdict.locator('[data-verdict-node]').click();
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector('seesaw-playground')).model.view.node === 'sum_1',
  );
  await verdict.getByTestId('keep-region').click();
  await verdict.filter({ hasText: /^\s*equal in values and gradients\s*$/ }).waitFor();
  await page.getByTestId('undo').click();
  await verdict.filter({ hasText: 'gradients differ' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('a region that has no lines in the text is shown by its node', async () => {
  const { page } = await open('lost_scale');
  const verdict = page.locator('[data-pass=run_decompositions] .verdict');
  await verdict.filter({ hasText: /gradients differ/ }).waitFor();
  await verdict.locator('[data-verdict-region]').click();
  await page.waitForFunction(() => {
    const { view, shownStep } = /** @type {any} */ (document.querySelector('seesaw-playground')).model;
    return /std$/.test(view.node ?? '') && shownStep === 1;
  });
});

test('what cannot be compared is said to be that, not to differ', async () => {
  const { page } = await open('scaled');
  await page
    .locator('[data-pass=constant_fold] .verdict')
    .filter({ hasText: 'cannot be checked: the pass put the values of its option state into the program' })
    .waitFor();
  await openExample(page, 'guarded');
  await page.locator('.verdict').filter({ hasText: 'cannot be checked: the result cannot be run' }).waitFor();
});

test('while the first run goes on, nothing is said of regions', async () => {
  const { page } = await site.page({
    prepare: 'globalThis.Worker = class extends EventTarget { postMessage() {} terminate() {} };',
  });
  await page.getByRole('heading', { name: 'Why' }).waitFor();
  await page.locator('.passes .empty', { hasText: 'Running' }).waitFor();
  assert.equal(await page.getByText('No pass found a region').count(), 0);
});

test('reasons that are alike are one, with the others after it; one without lines leads to the picture', async () => {
  const { page, complaints } = await site.page();
  await settled(page);
  const lines = Array.from(
    { length: 12 },
    (_, at) =>
      `    off${at} = torch._C._set_grad_enabled(False)\n    a${at} = torch.ops.aten.sin.default(x)\n` +
      `    on${at} = torch._C._set_grad_enabled(True)\n    b${at} = torch.ops.aten.cos.default(x)\n`,
  );
  await page.evaluate(
    (text) => {
      const { commands } = /** @type {any} */ (document.querySelector('seesaw-playground'));
      commands.open.text(text);
    },
    `def forward(self, x: "f32[2]"):\n${lines.join('')}    return (b11,)\n`,
  );
  await page.locator('.why summary', { hasText: '11 more wrapped for the same reason' }).waitFor();
  assert.ok((await page.locator('.why button:visible').count()) < 8);
  await page.locator('.why summary', { hasText: 'wrapped' }).click();
  await page.locator('.why details button').nth(5).click();
  await page.locator('.cm-region-chosen').first().waitFor();
  assert.deepEqual(await accessibilityFindings(page), []);
  assert.deepEqual(complaints, []);
});
