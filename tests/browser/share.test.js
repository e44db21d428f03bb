/** Sharing and keeping: links, files, frames, `?url=`; documents with names and earlier states. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { emptyDocument } from '../../web/src/model/document.js';
import { fragmentOf } from '../../web/src/features/share/link.js';
import { becomes, kept, openExample, openSite, resultWith, settled, still, type } from '../../web/tools/browser.js';

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

/** @typedef {import('playwright-core').Page} Page */
const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };
const MINE = 'def forward(self, x):\n    y = torch.ops.aten.asinh.default(x)\n    return (y,)\n';
const THEIRS = MINE.replace('asinh', 'acosh');
/** @param {string} text @param {Partial<import('../../web/src/model/document.js').View>} [view] */
const linkTo = (text, view = {}) =>
  fragmentOf({ ...emptyDocument(), text, view: { ...emptyDocument().view, ...view } });
/** @param {Page} page @returns {Promise<string>} */
const clipboard = (page) => page.evaluate('navigator.clipboard.readText()');
/** @param {Page} page */
const source = (page) => page.getByTestId('source').innerText();
/** @param {Page} page @param {string} selector */
async function saved(page, selector) {
  const download = page.waitForEvent('download');
  await page.locator(selector).click();
  const file = await download;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}
/** @param {Page} page @param {string} name @param {string} text */
async function openFile(page, name, text) {
  const chooser = page.waitForEvent('filechooser');
  await page.getByTestId('open').click();
  await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
}
/** @param {Page} page */
async function documents(page) {
  await page.keyboard.press('Control+Shift+o');
  await page.getByRole('dialog', { name: 'Your documents' }).waitFor();
}

test('a copied link opens the same document and step, in a browser with another one, and loses neither', async () => {
  const { page, complaints } = await site.page(CLIPBOARD);
  await settled(page);
  await openExample(page, 'transformer_block');
  await page.locator('[data-step="2"]').waitFor(); // the steps of this example, not of the one before
  await page.locator('[data-step="1"]').click();
  await page.locator('[data-tab=diff]').click();
  await page.keyboard.press('Control+Shift+s');
  await page.getByTestId('copy-link').click();
  await page.getByRole('status').filter({ hasText: 'The link is copied' }).waitFor();
  const link = await clipboard(page);
  assert.match(link, /#v1:[\w-]+&step=1$/);
  const text = await page.evaluate(`document.querySelector('seesaw-playground').text`);

  const { page: other } = await site.page();
  await settled(other);
  await type(other, MINE);
  await resultWith(other, 'aten.asinh');
  await kept(other);
  await other.goto('about:blank');
  await other.goto(link);
  await other.locator('.cm-merge-b .cm-changedLine').first().waitFor();
  assert.equal(await other.evaluate(`document.querySelector('seesaw-playground').text`), text);
  assert.equal(await other.locator('[data-step="1"]').getAttribute('aria-pressed'), 'true');
  assert.equal(await other.evaluate('location.hash'), '', 'a reload brings back what was made of it');
  await kept(other);
  await other.reload();
  await other.locator('.cm-merge-b .cm-changedLine').first().waitFor();
  await documents(other);
  await other.locator('[data-document]', { hasText: 'forward' }).click();
  await resultWith(other, 'aten.asinh');
  assert.deepEqual(complaints, []);
});

test('a copied link goes to pass and node, also in the picture', async () => {
  const { page } = await site.page(CLIPBOARD);
  await settled(page);
  await openExample(page, 'transformer_block');
  await page.locator('[data-step="2"]').waitFor();
  await page.locator('[data-tab=graph]').click();
  await page.getByTestId('strip').locator('[data-step="1"]').click();
  await page.locator('seesaw-outline').getByRole('treeitem', { name: /^gelu/ }).click();
  await page.keyboard.press('Control+Shift+s');
  await page.getByTestId('copy-link').click();
  await page.getByRole('status').filter({ hasText: 'The link is copied' }).waitFor();
  const link = await clipboard(page);
  assert.match(link, /&step=1&node=gelu$/);
  const { page: other } = await site.page({ path: link.replace(site.url, '') });
  await other.getByTestId('strip').locator('[data-step="1"][aria-pressed=true]').waitFor({ timeout: 20_000 });
  await other.locator('seesaw-outline [aria-selected=true]', { hasText: 'gelu' }).waitFor();
  await other.getByTestId('chosen').filter({ hasText: 'gelu' }).waitFor();
});

test('an example is a copy: what is made of it is kept beside it, and the example stays as it was', async () => {
  const { page } = await site.page();
  await settled(page);
  await openExample(page, 'dead_code');
  await settled(page);
  const original = await source(page);
  await page.getByTestId('source').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n# mine');
  await kept(page);
  await openExample(page, 'dead_code');
  await settled(page);
  assert.equal(await source(page), original);
  await documents(page);
  await page.locator('[data-document]', { hasText: 'Dead code' }).first().click();
  await page.locator('[data-testid=source] .cm-line', { hasText: '# mine' }).waitFor();
});

test('a link put into the address of the open page opens beside what is there; undo brings that back', async () => {
  const { page } = await site.page();
  await settled(page);
  await type(page, MINE);
  await page.evaluate(`location.hash = ${JSON.stringify(await linkTo(THEIRS))}`);
  await resultWith(page, 'aten.acosh');
  await page.getByTestId('undo').click();
  await resultWith(page, 'aten.asinh');
});

test('a link to a node shows its line', async () => {
  const lines = Array.from({ length: 300 }, (_, i) => `    v${i + 1} = torch.ops.aten.sin.default(v${i})\n`).join('');
  const { page } = await site.page({
    path: await linkTo(`def forward(self, v0):\n${lines}    return (v300,)\n`, { node: 'v250' }),
  });
  await page.locator('seesaw-output .cm-line', { hasText: /^\s*v250 =/ }).waitFor();
});

for (const [what, hash, message] of [
  ['cut off', '#v1:eJyrVipOTS1OLFey', 'damaged or cut off'],
  ['empty', '#v1:', 'cut off'],
  ['of a later version', '#v9:abc', 'newer Seesaw'],
  ['foreign', '#introduction', 'no link to a document'],
  ['hostile', '#v1:<img src=x onerror=alert(1)>', 'damaged or cut off'],
]) {
  test(`a link that is ${what} is told, and what was there stays`, async () => {
    const { page, complaints } = await site.page();
    page.on('dialog', () => assert.fail('something was executed'));
    await settled(page);
    await type(page, MINE);
    await resultWith(page, 'aten.asinh');
    await kept(page);
    await page.goto('about:blank');
    await page.goto(site.url + hash);
    const alert = page.getByRole('alert').filter({ hasText: message });
    await alert.waitFor();
    assert.match(await alert.innerText(), /still here/);
    await resultWith(page, 'aten.asinh');
    assert.deepEqual(complaints, []);
  });
}

test('?url= fetches nothing before it is said so, then opens the text; errors are told', async () => {
  const { page, complaints } = await site.page({ path: '?url=page.css' });
  /** @type {string[]} */
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await settled(page);
  await page
    .getByRole('alert')
    .filter({ hasText: `asks to open ${site.url}page.css, from localhost` })
    .waitFor();
  assert.deepEqual(asked.filter((url) => url.includes('page.css')).length, 0);
  await page.getByRole('button', { name: 'Open it' }).click();
  await page.getByTestId('status').filter({ hasText: 'error' }).waitFor();
  assert.match(await source(page), /seesaw-playground \{/);
  assert.equal(await page.evaluate('location.search'), '');
  assert.deepEqual(complaints, []);
  for (const [url, message] of [
    ['nowhere.txt', 'nowhere.txt could not be loaded: 404'],
    ['https://example.org/graph.txt', 'could not be loaded: the address cannot be reached, or'],
  ]) {
    await page.goto(`${site.url}?url=${encodeURIComponent(url)}`);
    await page.getByRole('button', { name: 'Open it' }).click();
    await page.getByRole('alert').filter({ hasText: message }).waitFor();
  }
  await page.goto(`${site.url}?url=javascript:alert(1)`);
  await page.getByRole('alert').filter({ hasText: 'is no address of the web' }).waitFor();
});

test('the text for an issue is Markdown with link, passes, graph and difference', async () => {
  const { page } = await site.page(CLIPBOARD);
  await settled(page);
  await openExample(page, 'dead_code');
  await settled(page);
  await page.keyboard.press('Control+Shift+s');
  await page.getByTestId('copy-issue').click();
  await page.getByRole('status').filter({ hasText: 'Markdown for an issue is copied' }).waitFor();
  const text = await clipboard(page);
  for (const part of [
    '### Dead code',
    `[Open in Seesaw](<${site.url}#v1:`,
    '`eliminate_dead_code`',
    '```python\nclass <lambda>',
    '```diff\n@@ -',
  ])
    assert.ok(text.includes(part), `${part}\n${text}`);
  assert.match(text, /^-.*_set_grad_enabled\(False\)/m);
  const version = /PyTorch ([\d\\.]+) as Seesaw follows it/;
  assert.equal(version.exec(text)?.[1], String.raw`2\.6\.0`);
  await page.keyboard.press('Escape');
  // It is the version of the program, not the one of the passes.
  await page.getByTestId('torch').selectOption('2.14');
  await settled(page);
  await page.keyboard.press('Control+Shift+s');
  await page.getByTestId('copy-issue').click();
  await page.getByRole('status').filter({ hasText: 'Markdown for an issue is copied' }).waitFor();
  await becomes(async () => version.exec(await clipboard(page))?.[1], String.raw`2\.14`);
});

test('document and report are saved, and open again as they were', async () => {
  const { page, complaints } = await site.page();
  await settled(page);
  await openExample(page, 'lost_region');
  await page.locator('[data-option=correct]').first().check();
  await settled(page);
  await page.keyboard.press('Control+Shift+s');
  const files = [await saved(page, '[data-file=json]'), await saved(page, '[data-file=html]')];
  const result = await saved(page, '[data-file=text]');
  await page.keyboard.press('Escape');
  assert.match(result.text, /wrap_with_set_grad_enabled/);
  assert.deepEqual(
    files.map(({ name }) => name),
    ['A-region-that-PyTorch-loses.seesaw.json', 'A-region-that-PyTorch-loses.html'],
  );
  assert.doesNotMatch(files[1].text.replace(/<script type="application\/json".*/s, ''), /<script/);
  for (const { name, text } of files) {
    await openExample(page, 'dead_code');
    await settled(page);
    await openFile(page, name, text);
    // The example that it takes the place of has the option, too.
    await becomes(() => page.locator('[data-option=correct]').first().isChecked(), true, name);
    assert.match(await source(page), /true_graph_0/);
  }
  assert.deepEqual(complaints, []);
});

test('a report shows text as text', async () => {
  const { page } = await site.page();
  await settled(page);
  await type(page, `# </pre><script>alert(1)</script><img src=x onerror=alert(2)>\n${MINE}`);
  await resultWith(page, 'aten.asinh');
  await page.keyboard.press('Control+Shift+s');
  const { text } = await saved(page, '[data-file=html]');
  const { page: reader } = await site.page();
  reader.on('dialog', () => assert.fail('something was executed'));
  await reader.setContent(text);
  assert.match(await reader.locator('pre').last().innerText(), /<script>alert\(1\)<\/script>/);
});

test('a frame shows the document, cannot be written to, and keeps nothing', async () => {
  const { page } = await site.page(CLIPBOARD);
  await settled(page);
  await page.keyboard.press('Control+Shift+s');
  await page.getByTestId('copy-frame').click();
  await page.getByRole('status').filter({ hasText: 'The frame is copied' }).waitFor();
  const address = /src="([^"]+)"/.exec(await clipboard(page))?.[1].replaceAll('&amp;', '&') ?? '';
  const { page: reader, complaints } = await site.page({ path: address.replace(site.url, ''), stranger: true });
  await settled(reader);
  await resultWith(reader, 'wrap_with_set_grad_enabled');
  assert.equal(await reader.getByTestId('examples').count(), 0);
  assert.equal(await reader.evaluate('localStorage.length'), 0);
  assert.deepEqual(complaints, []);
});

test('an element shows the document in a page of somebody, and a link is Markdown', async () => {
  const { page } = await site.page(CLIPBOARD);
  await settled(page);
  await type(page, MINE.replace('\n', '  # a < b & "c"\n'));
  await resultWith(page, 'aten.asinh');
  await page.evaluate(() => {
    const { model } = /** @type {any} */ (document.querySelector('seesaw-playground'));
    model.changeSetup({
      pipeline: [{ name: 'replace_set_grad_with_hop_pass', enabled: true, options: { correct: 'true' } }],
      ambientGrad: false,
    });
  });
  await page.keyboard.press('Control+Shift+s');
  await page.getByTestId('copy-markdown').click();
  await page.getByRole('status').filter({ hasText: 'copied as Markdown' }).waitFor();
  assert.match(await clipboard(page), /^\[[^\n]+ in Seesaw\]\(<http[^\n]+#v\d+:[^\n]+>\)$/);
  await page.getByTestId('copy-element').click();
  await page.getByRole('status').filter({ hasText: 'The element is copied' }).waitFor();
  const element = await clipboard(page);
  assert.match(element, /passes="replace_set_grad_with_hop_pass:correct=true" ambient-grad="off"/);
  const { page: reader, complaints } = await site.page({ stranger: true });
  const body = `<!doctype html><html lang="en"><title>docs</title>${element}`;
  await reader.route('**/docs.html', (route) => route.fulfill({ contentType: 'text/html', body }));
  await reader.goto(new URL('docs.html', site.url).href);
  await resultWith(reader, 'aten.asinh');
  const shown = await reader.evaluate(() => {
    const { model } = /** @type {any} */ (document.querySelector('seesaw-playground'));
    return [model.text.split('\n')[0], model.doc.pipeline[0].options, model.doc.ambientGrad];
  });
  assert.match(shown[0], /# a < b & "c"$/);
  assert.deepEqual(shown.slice(1), [{ correct: 'true' }, false]);
  assert.deepEqual(complaints, []);
  // What no attribute says is said.
  await page.evaluate(() => /** @type {any} */ (document.querySelector('seesaw-playground')).model.setTorch('2.14'));
  await page.getByTestId('copy-element').click();
  await page.getByRole('status').filter({ hasText: 'without the PyTorch version' }).waitFor();
});

test('documents are named, removed, brought back; names last, and two lists never disagree', async () => {
  const { page, complaints } = await site.page();
  await settled(page);
  await type(page, MINE);
  await resultWith(page, 'aten.asinh');
  await documents(page);
  await page.getByRole('button', { name: /^Name / }).click();
  await page.locator('input[aria-label=Name]:focus').waitFor();
  await page.keyboard.type('  my   model ');
  await page.keyboard.press('Enter');
  await page.locator('[data-entry] b', { hasText: 'my model' }).waitFor();
  await page.keyboard.press('Escape');
  assert.match(await page.getByTestId('documents').innerText(), /my model/);
  await openExample(page, 'dead_code');
  await settled(page);
  await kept(page);
  await documents(page);
  await page.getByRole('button', { name: 'Remove my model' }).click();
  await page.getByRole('status').filter({ hasText: 'my model was removed' }).waitFor();
  assert.equal(await page.locator('[data-document]', { hasText: 'my model' }).count(), 0);
  await page.getByTestId('undo-remove').click();
  await page.locator('[data-document]', { hasText: 'my model' }).waitFor();
  await page.reload();
  await settled(page);
  await documents(page);
  await page.locator('[data-document]', { hasText: 'my model' }).click();
  await resultWith(page, 'aten.asinh');
  assert.match(await page.getByTestId('documents').innerText(), /my model/);
  assert.deepEqual(complaints, []);
});

test('a named document in a second tab is a copy that says so; emptied, it stays in the list', async () => {
  const { page } = await site.page();
  await settled(page);
  await type(page, MINE);
  await resultWith(page, 'aten.asinh');
  await documents(page);
  await page.getByRole('button', { name: /^Name / }).click();
  await page.locator('input[aria-label=Name]:focus').waitFor();
  await page.keyboard.type('mine');
  await page.keyboard.press('Enter');
  await page.locator('[data-entry] b', { hasText: 'mine' }).waitFor();
  await page.keyboard.press('Escape');
  await kept(page);
  const other = await page.context().newPage();
  await other.goto(site.url);
  await other.getByRole('alert').filter({ hasText: 'open in another tab' }).waitFor();
  assert.match(await other.getByTestId('documents').innerText(), /mine \(copy\)/);
  await other.close();
  await type(page, '');
  await openExample(page, 'dead_code');
  await settled(page);
  await kept(page);
  await documents(page);
  await page.locator('[data-document]', { hasText: 'mine' }).waitFor();
});

test('an earlier state is found by its time, even when undo knows nothing of it', async () => {
  const { page } = await site.page();
  await settled(page);
  await type(page, MINE);
  await resultWith(page, 'aten.asinh');
  await kept(page);
  await type(page, '#');
  await kept(page);
  await documents(page);
  await page.getByRole('button', { name: /^Earlier states of/ }).click();
  await page.locator('[data-version]').first().click();
  await page.getByRole('alert').filter({ hasText: 'This is how it was at' }).waitFor();
  await resultWith(page, 'aten.asinh');
  await page.getByTestId('undo').click();
  await becomes(async () => (await source(page)).trim(), '#');
});

test('a picture is saved as SVG, which opens again, and as PNG while it is on the screen', async () => {
  const { page, complaints } = await site.page();
  await settled(page);
  await page.waitForFunction(() =>
    /** @type {any} */ (document.querySelector('seesaw-playground')).model.description?.formats.some(
      (/** @type {any} */ one) => one.name === 'svg',
    ),
  );
  await page.locator('[data-tab=graph]').click();
  await page.locator('seesaw-canvas').first().waitFor();
  await still(page);
  await page.keyboard.press('Control+Shift+s');
  const svg = await saved(page, '[data-file=svg]');
  assert.match(svg.text, /^(<\?xml[^>]*>\s*)?<svg/);
  const download = page.waitForEvent('download');
  await page.locator('[data-file=png]').click();
  const png = await readFile(await (await download).path());
  assert.deepEqual([...png.subarray(1, 4)], [...Buffer.from('PNG')]);
  assert.ok(png.length > 3000);
  await page.keyboard.press('Escape');
  await openExample(page, 'dead_code');
  await page.locator('[data-tab=result]').click();
  await resultWith(page, 'return');
  await openFile(page, 'picture.svg', svg.text);
  await page.locator('seesaw-canvas').first().waitFor();
  await page.locator('[data-tab=result]').click();
  await resultWith(page, 'submod_8 = self.submod_3');
  assert.deepEqual(complaints, []);
});
