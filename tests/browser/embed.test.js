/** The custom element in somebody's page: a bare HTML file, attributes, a text inside, several on one page. */
import assert from 'node:assert/strict';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { accessibilityFindings, hang, openSite, resultWith, settled, type, working } from '../../web/tools/browser.js';

const DIST = fileURLToPath(new URL('../../web/dist/', import.meta.url));
const GRAPH = `def forward(self, x):
    sin = torch.ops.aten.sin.default(x);  x = None
    _set_grad_enabled = torch._C._set_grad_enabled(False)
    cos = torch.ops.aten.cos.default(sin)
    _set_grad_enabled_1 = torch._C._set_grad_enabled(True)
    return (cos,)
`;
const HEAD =
  '<!doctype html><html lang="en"><title>bare</title><script type="module" ' +
  'src="seesaw-playground.js"></script><main><h1>Docs</h1>';
const SMALL = '<seesaw-playground readonly><pre>def forward(self, x):\n    return (x,)\n</pre></seesaw-playground>';
const PAGES = {
  'bare.html': `${HEAD}<seesaw-playground></seesaw-playground>`,
  'inline.html': `${HEAD}<seesaw-playground readonly format="code" theme="dark"
    passes="replace-set-grad-with-hop-pass:generation=older,eliminate_dead_code">
    <script type="text/plain">
      ${GRAPH.replaceAll('\n', '\n      ')}
    </script>
  </seesaw-playground>`,
  'several.html': `${HEAD}<seesaw-playground src="graph.txt" ambient-grad="off"
    passes="replace_set_grad_with_hop_pass"></seesaw-playground>
  <seesaw-playground src="graph.txt" tab="diff" passes="replace_set_grad_with_hop_pass"></seesaw-playground>`,
  'missing.html': `${HEAD}<seesaw-playground src="nowhere.txt"></seesaw-playground>`,
  'unknown.html':
    `${HEAD}<seesaw-playground src="graph.txt" ` +
    'passes="replace_set_grad_with_hop_pass:correct,eliminate_dead_code" ' +
    'tab="diffs" ' +
    'theme="blue" ambient-grad="no" format="cod"></seesaw-playground>',
  'compact.html': `${HEAD}<p>Words</p><seesaw-playground compact readonly tab="diff"
    passes="replace_set_grad_with_hop_pass">
<pre>\n${GRAPH}</pre></seesaw-playground>
  <seesaw-playground compact readonly tab="graph" caption="A picture"><pre>\n${GRAPH}</pre></seesaw-playground>`,
  'mistaken.html': `${HEAD}<seesaw-playground compact readonly tab="graph">
    <pre>\n${GRAPH.replace('cos.default(sin)', 'cos.default(sin')}</pre></seesaw-playground>
    <seesaw-playground compact readonly passes="fuse_everything"><pre>\n${GRAPH}</pre></seesaw-playground>`,
  'empty.html': `${HEAD}<seesaw-playground readonly></seesaw-playground>
    <seesaw-playground passes="cse_pass"></seesaw-playground>`,
  'below.html': `${HEAD}<div class="space"></div>${SMALL.repeat(10)}`,
  'graph.txt': GRAPH,
  'other.txt': GRAPH.replaceAll('cos', 'asinh'),
};

/** @type {string} */
let root;
/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'seesaw-bare-'));
  await cp(DIST, root, { recursive: true });
  for (const [name, text] of Object.entries(PAGES)) await writeFile(join(root, name), text);
  site = await openSite({ root });
});
after(async () => {
  await site.close();
  await rm(root, { recursive: true });
});

test('a bare HTML file needs the element and one script, and keeps nothing of its own accord', async () => {
  const { page, complaints } = await site.page({ path: 'bare.html', stranger: true });
  await settled(page);
  await resultWith(page, 'wrap_with_set_grad_enabled');
  assert.ok(
    await page.locator('seesaw-playground').evaluate((one) => one.getBoundingClientRect().height > 300),
    'a height of its own',
  );
  assert.equal(await page.evaluate('localStorage.length'), 0);
  assert.deepEqual(await accessibilityFindings(page), []);
  assert.deepEqual(complaints, []);
});

test('a text inside, passes with options, format and colours as attributes; read-only', async () => {
  const { page, complaints } = await site.page({
    path: 'inline.html',
    colorScheme: 'light',
  });
  await settled(page);
  const text = await resultWith(page, 'wrap_with_set_grad_enabled(False');
  assert.match(text, /^def forward/m);
  assert.doesNotMatch(text, /getitem/, 'the older generation');
  assert.deepEqual(
    await page.locator('[data-pass]').evaluateAll((all) => all.map((one) => one.getAttribute('data-pass'))),
    ['replace_set_grad_with_hop_pass', 'eliminate_dead_code'],
  );
  assert.equal(await page.locator('.page').evaluate((node) => getComputedStyle(node).colorScheme), 'dark');
  await page.getByTestId('source').click();
  await page.keyboard.type('nonsense');
  assert.doesNotMatch(await page.getByTestId('source').innerText(), /nonsense/);
  for (const id of ['examples', 'open', 'undo', 'add-pass']) assert.ok(!(await page.getByTestId(id).isVisible()), id);
  assert.ok(await page.getByRole('checkbox', { name: /^Run/ }).first().isDisabled());
  assert.ok(await page.getByTestId('format').isEnabled());
  assert.deepEqual(await accessibilityFindings(page), []);
  assert.deepEqual(complaints, []);
});

test('attributes that change later change what is shown, and so do properties', async () => {
  const { page, complaints } = await site.page({ path: 'inline.html' });
  await settled(page);
  const element = page.locator('seesaw-playground');
  const set = (/** @type {string} */ name, /** @type {string | null} */ value) =>
    element.evaluate(
      (one, [attribute, text]) =>
        text === null ? one.removeAttribute(String(attribute)) : one.setAttribute(String(attribute), text),
      [name, value],
    );
  await set('passes', 'replace_set_grad_with_hop_pass');
  await resultWith(page, 'getitem = cos[0]');
  await set('ambient-grad', 'off');
  await resultWith(page, 'wrap_with_set_grad_enabled(True');
  await set('format', 'graph');
  await resultWith(page, 'call_function[target=torch.ops.aten.sin.default]');
  await set('theme', 'light');
  await page.locator('.page.theme-light').waitFor();
  await set('tab', 'diff');
  await page.locator('[data-tab=diff][aria-selected=true], [data-tab=diff][aria-pressed=true]').waitFor();
  await set('tab', null);
  await set('src', 'other.txt');
  await resultWith(page, 'aten.asinh.default');
  // As React and Vue set them.
  await element.evaluate((/** @type {any} */ one) => Object.assign(one, { passes: null, format: 'code' }));
  await resultWith(page, /_set_grad_enabled = torch/);
  await set('format', 'cod');
  await page.getByRole('alert').filter({ hasText: 'format="cod" is not known' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('several on one page do not know of each other', async () => {
  const { page, complaints } = await site.page({ path: 'several.html' });
  const [first, second] = [page.locator('seesaw-playground').nth(0), page.locator('seesaw-playground').nth(1)];
  await first.getByTestId('view').locator('.cm-content', { hasText: 'wrap_with_set_grad_enabled(True' }).waitFor();
  await second.locator('seesaw-output .cm-changedLine').first().waitFor();
  await first.evaluate((/** @type {any} */ one) => (one.text = 'def forward(self, y):\n    return (y,)\n'));
  await first.getByTestId('status').filter({ hasText: '2 nodes' }).waitFor();
  assert.match(await second.evaluate((/** @type {any} */ one) => one.text), /aten\.cos/);
  await second.evaluate((one) => one.remove());
  for (const end = Date.now() + 3000; page.workers().length > 1 && Date.now() < end;) await page.waitForTimeout(20);
  assert.equal(page.workers().length, 1, 'its worker goes with it');
  assert.deepEqual(await accessibilityFindings(page), []);
  assert.deepEqual(complaints, []);
});

test('an address that cannot be loaded is told', async () => {
  const { page } = await site.page({ path: 'missing.html' });
  await page.getByRole('alert').filter({ hasText: 'nowhere.txt could not be loaded: 404' }).waitFor();
});

test('what attributes say and nobody understands is told, and the rest of them holds', async () => {
  const { page, complaints } = await site.page({ path: 'unknown.html' });
  await settled(page);
  const alert = page.getByRole('alert').filter({ hasText: 'format="cod" is not known: readable, code, ' });
  await alert.waitFor();
  const told = await alert.innerText();
  for (const complaint of [
    `passes="...": 'correct' of replace_set_grad_with_hop_pass is not name=value`,
    'tab="diffs" is not known: result, diff, graph',
    'theme="blue" is not known: system, light, dark',
    'ambient-grad="no" is not known: on, off',
  ]) {
    assert.ok(told.includes(complaint), `${complaint}\n${told}`);
  }
  await resultWith(page, 'wrap_with_set_grad_enabled(False');
  assert.deepEqual(
    await page.locator('[data-pass]').evaluateAll((all) => all.map((one) => one.getAttribute('data-pass'))),
    ['replace_set_grad_with_hop_pass', 'eliminate_dead_code'],
  );
  assert.deepEqual(complaints, []);
});

test('one that is moved to another place in the middle of a run goes on there, its picture, too', async () => {
  const { page, complaints } = await site.page({ path: 'bare.html' });
  await settled(page);
  await page.locator('[data-tab=graph]').click();
  await page.locator('seesaw-canvas').first().waitFor();
  await hang(page);
  await type(page, GRAPH.replaceAll('cos', 'acosh'));
  await working(page);
  await page.evaluate(`{
    const place = document.createElement('section');
    document.querySelector('main').append(place);
    place.append(document.querySelector('seesaw-playground'));
  }`);
  await settled(page);
  await page.waitForFunction(() => {
    const { state } = /** @type {any} */ (document.querySelector('seesaw-playground')).renderRoot.querySelector(
      'seesaw-graph',
    );
    const { drawing } = state.panes[0];
    return !state.loading && Array.from({ length: drawing.count }, (_, node) => drawing.name(node)).includes('acosh');
  });
  await page.locator('[data-tab=result]').click();
  await resultWith(page, 'aten.acosh');
  await type(page, GRAPH.replaceAll('cos', 'asinh'));
  await resultWith(page, 'aten.asinh');
  assert.deepEqual(complaints, []);
});

/** What each element of a page has. @param {import('playwright-core').Page} page */
const elements = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('seesaw-playground')].map((/** @type {any} */ one) => ({
      begun: one.hasUpdated,
      nodes: one.model.live.good?.nodes ?? null,
      rest: one.engine.rest,
      height: Math.round(one.getBoundingClientRect().height),
      notice: one.model.notice,
      text: one.text,
    })),
  );

/** @param {import('playwright-core').Page} page @param {number} count */
const ran = (page, count) =>
  page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('seesaw-playground')].filter(
        (/** @type {any} */ one) => one.model.live.good !== null,
      ).length >= wanted,
    count,
    { timeout: 20_000 },
  );

test('the compact form: one view as high as it is, a caption; the larger module only when somebody asks', async () => {
  const { page, complaints } = await site.page({ path: 'compact.html' });
  await ran(page, 2);
  await page.locator('seesaw-canvas').waitFor();
  const [diff, graph] = await elements(page);
  assert.equal(diff.rest, 'none');
  assert.ok(diff.height > 150 && diff.height < 480, `${diff.height}`);
  assert.equal(graph.rest, 'ready', 'pictures need it');
  for (const id of ['tab-diff', 'strip', 'status', 'examples'])
    assert.ok(!(await page.getByTestId(id).first().isVisible()), id);
  assert.deepEqual(await page.locator('.foot .muted').allInnerTexts(), [
    'replace_set_grad_with_hop_pass: 6 → 9 nodes',
    'A picture',
  ]);
  assert.deepEqual(await accessibilityFindings(page), []);
  await page.getByTestId('expand').first().click();
  await page.locator('[data-tab=diff]').first().waitFor();
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector('seesaw-playground')).engine.rest === 'ready',
  );
  assert.ok((await elements(page))[0].height > 500);
  assert.deepEqual(complaints, []);
});

test('an element without a text says so, and shows no other graph', async () => {
  const { page } = await site.page({ path: 'empty.html', stranger: true });
  await page.getByRole('alert').nth(1).waitFor();
  for (const { nodes, text, notice } of await elements(page)) {
    assert.deepEqual([nodes, text], [null, '']);
    assert.match(notice, /no text inside of it, and no src/);
  }
  const { page: missing } = await site.page({ path: 'missing.html' });
  await missing.getByRole('alert').waitFor();
  assert.deepEqual((await elements(missing))[0].text, '');
});

test('what is below the fold is loaded when it comes into view; until then its inside is seen', async () => {
  const { page } = await site.page({
    path: 'below.html',
    prepare: "addEventListener('DOMContentLoaded', () => (document.querySelector('.space').style.height = '4000px'))",
  });
  await page.waitForFunction(() => customElements.get('seesaw-playground') !== undefined);
  await page.waitForTimeout(300);
  assert.deepEqual(new Set((await elements(page)).map(({ begun }) => begun)), new Set([false]));
  await page.locator('seesaw-playground').first().scrollIntoViewIfNeeded();
  assert.ok(await page.locator('seesaw-playground pre').last().isVisible());
  await ran(page, 1);
  const begun = (await elements(page)).filter((one) => one.begun).length;
  assert.ok(begun >= 1 && begun < 10, `${begun}`);
});

test('in a page it is as light or dark as the page, whatever the reader prefers', async () => {
  const { page } = await site.page({ path: 'inline.html', colorScheme: 'dark' });
  await settled(page);
  const scheme = () => page.locator('.page').evaluate((node) => getComputedStyle(node).backgroundColor);
  await page.locator('seesaw-playground').evaluate((one) => one.removeAttribute('theme'));
  await page.locator('.page:not(.theme-dark)').waitFor();
  assert.equal(await scheme(), 'rgb(246, 247, 249)');
  await page.evaluate(() => (document.documentElement.style.colorScheme = 'dark'));
  assert.equal(await scheme(), 'rgb(20, 22, 26)');
});

test('the compact form says what is wrong with its text or its passes: there is no source beside it', async () => {
  const { page } = await site.page({ path: 'mistaken.html' });
  const told = page.getByTestId('mistakes');
  await told.nth(1).waitFor({ timeout: 60_000 });
  assert.match(await told.nth(0).innerText(), /expected ',' or '\)'/);
  assert.match(await told.nth(1).innerText(), /fuse_everything/);
  assert.deepEqual(await accessibilityFindings(page), []);
});
