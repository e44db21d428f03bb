/**
 * Learning: examples that say what to look at, the reference, the tour, the command palette; by mouse and by keyboard.
 */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { Session } from '../../wasm/js/index.js';
import { exampleBody, exampleRecord } from '../../web/src/model/example_record.js';
import { ranked } from '../../web/src/text/fuzzy.js';
import {
  accessibilityFindings,
  becomes,
  exampleIds,
  focusOn,
  kept,
  openExample,
  openSite,
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

const EXAMPLES = new URL('../../web/examples/', import.meta.url);
const records = readdirSync(EXAMPLES).map((name) => {
  const content = readFileSync(new URL(name, EXAMPLES), 'utf8');
  return { name, ...exampleRecord(content), body: exampleBody(content) };
});
/** @param {import('playwright-core').Page} page */
const passes = (page) =>
  page.locator('seesaw-pipeline li[data-pass]').evaluateAll((all) => all.map((one) => one.getAttribute('data-pass')));

test('every pass has an example, and every example names passes and options that there are', async () => {
  const session = await Session.create({ full: true });
  const described = session.describe().passes;
  const used = new Set(records.flatMap((one) => one.pipeline.map((step) => step.name)));
  assert.deepEqual(
    described.map((pass) => pass.name).filter((name) => !used.has(name)),
    [],
    'passes without an example',
  );
  for (const { name, pipeline } of records) {
    for (const step of pipeline) {
      const pass = described.find((one) => one.name === step.name);
      assert.ok(pass, `${name}: ${step.name}`);
      for (const option of Object.keys(step.options))
        assert.ok(
          pass?.options.some((one) => one.name === option),
          `${name}: ${step.name}.${option}`,
        );
    }
  }
});

test('every example says in two or three plain sentences what to look at, and what to try', () => {
  const names = new Set(records.map((one) => one.name.replace(/\.\w+$/, '')));
  for (const { name, look, try: attempt, text, body, title, hint } of records) {
    const sentences = `${look} ${attempt}`.match(/[.:;?!](?= |$)/g)?.length ?? 0;
    assert.ok(sentences >= 2 && sentences <= 7, `${name}: ${sentences}`);
    assert.ok(look.length + attempt.length < 420, `${name} says too much`);
    assert.ok(title.length < 50 && hint.length < 90, name);
    assert.equal(text === undefined, body.trim() !== '', `${name} has a text, of its own or of another`);
    if (text !== undefined) assert.ok(names.has(text), `${name}: ${text}`);
  }
  assert.equal(new Set(records.map((one) => one.title)).size, records.length, 'no title twice');
});

test('a record that lacks something, or sets an option of a pass that does not run, is refused', () => {
  assert.throws(() => exampleRecord('#| title: x\nbody'), /lacks topic, hint/);
  const whole = '#| title: a\n#| topic: b\n#| hint: c\n#| passes: p:x=1, q\n#| look: one\n#|   two\n#| try: d\n';
  assert.deepEqual(exampleRecord(`${whole}body\n`).pipeline, [
    { name: 'p', enabled: true, options: { x: '1' } },
    { name: 'q', enabled: true, options: {} },
  ]);
  assert.equal(exampleRecord(whole).look, 'one two');
  assert.throws(() => exampleRecord(`${whole}#| option r.text:\n#|   a\n`), /does not run r/);
  assert.equal(exampleRecord(`${whole}#| option q.text:\n#|   a\n#|     b\n`).pipeline[1].options.text, 'a\n  b');
});

test('a few letters find what begins with them first', () => {
  const names = ['replace_view_ops', 'eliminate_dead_code', 'dead_end', 'undead'];
  assert.deepEqual(
    ranked(names, 'dead', (name) => [name]),
    ['eliminate_dead_code', 'dead_end', 'undead'],
  );
  assert.deepEqual(
    ranked(names, 'rvo', (name) => [name]),
    ['replace_view_ops'],
    'letters apart, if nothing else is found',
  );
  assert.deepEqual(
    ranked(names, 'zzz', (name) => [name]),
    [],
  );
});

test('the gallery is searched, opens by Enter, and says what to look at; closing that lasts', async () => {
  const { page, complaints } = await site.page();
  await settled(page);
  assert.equal((await exampleIds(page)).length, records.length);
  await page.keyboard.press('Control+e');
  await page.keyboard.type('merge getitem');
  await page
    .getByRole('status')
    .filter({ hasText: `of ${records.length}` })
    .waitFor();
  await page.getByRole('searchbox', { name: 'Search examples' }).fill('cse_pass almost');
  await page.keyboard.press('Enter');
  await page.locator('.intro', { hasText: 'Computed several times' }).waitFor();
  await page.locator('seesaw-pipeline li[data-pass=cse_pass]').waitFor();
  await page.getByTestId('undo').click();
  await page.locator('.intro', { hasText: 'Nested regions' }).waitFor();
  await page.getByTestId('redo').click();
  await page.getByTestId('close-intro').click();
  await becomes(() => page.locator('.intro').count(), 0);
  await kept(page);
  await page.reload();
  await settled(page);
  assert.equal(await page.locator('.intro').count(), 0);
  await openExample(page, 'dead_code');
  await page.locator('.intro', { hasText: 'Dead code' }).waitFor();
  await type(page, 'def forward(self, x):\n    return (x,)\n');
  await page.locator('.intro').waitFor({ state: 'detached' });
  assert.deepEqual(complaints, []);
});

test('the reference explains passes and operators beside the graph; “try it” adds the pass', async () => {
  const { page, complaints } = await site.page();
  await settled(page);
  await page.getByTestId('open-reference').click();
  const search = page.getByRole('searchbox', { name: 'Search passes and operators' });
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector('seesaw-playground')).model.description?.ops?.length > 50,
  );
  await search.fill('dead');
  await page.locator('[data-place="pass/eliminate_dead_code"]').click();
  await page.locator('seesaw-reference', { hasText: 'recursive' }).waitFor();
  assert.ok((await page.locator('seesaw-reference pre').count()) >= 2, 'a sketch of before and after');
  await page.getByTestId('try-pass').click();
  await page.locator('seesaw-reference', { hasText: 'On your graph:' }).waitFor();
  await page.getByTestId('reference-contents').click();
  await search.fill('torch._C._set_grad_enabled');
  await page.locator('[data-place="op/torch._C._set_grad_enabled"]').click();
  await page.getByRole('button', { name: 'Line 7', exact: true }).click();
  await page.locator('.cm-editor.cm-focused .cm-activeLine', { hasText: '_set_grad_enabled(False)' }).waitFor();
  await page.getByTestId('close-reference').click();
  await becomes(() => passes(page), ['replace_set_grad_with_hop_pass', 'eliminate_dead_code']);
  assert.deepEqual(complaints, []);
});

test('a page of the reference has an address', async () => {
  const { page } = await site.page({ path: '#ref=pass%2Fcse_pass' });
  await page.locator('seesaw-reference h3', { hasText: 'cse_pass' }).waitFor();
  await page.locator('seesaw-reference', { hasText: 'banned' }).waitFor();
  await page.locator('[data-open-example=repeats]').click();
  await resultWith(page, 'sigmoid_2');
  const { page: lost } = await site.page({ path: '#ref=pass%2Fno_such_pass' });
  await lost
    .locator('seesaw-reference', { hasText: 'There is no pass or operator of this name' })
    .waitFor({ timeout: 20000 });
});

test('the tour is offered once, walked by keys, skipped by Escape, and gives the focus back', async () => {
  const { page, complaints } = await site.page();
  await settled(page);
  await page.getByTestId('offer-tour').focus();
  await page.keyboard.press('Enter');
  const card = (/** @type {number} */ number) => page.getByRole('dialog', { name: `${number} of 5` });
  await card(1).waitFor();
  await focusOn(page, 'tour-next');
  await page.keyboard.press('Enter');
  await card(2).waitFor();
  await page.keyboard.press('ArrowRight');
  await card(3).waitFor();
  await page.keyboard.press('ArrowLeft');
  await card(2).waitFor();
  await page.keyboard.press('Escape');
  await card(2).waitFor({ state: 'detached' });
  assert.equal(await page.getByTestId('offer-tour').count(), 0);
  await page.reload();
  await settled(page);
  assert.equal(await page.getByTestId('offer-tour').count(), 0, 'not again');
  await page.keyboard.press('F1');
  await page.getByTestId('tour').click();
  await card(1).waitFor();
  assert.deepEqual(complaints, []);
});

test('the palette does anything by name, from inside the editor too, and gives the focus back', async () => {
  const { page, complaints } = await site.page();
  await settled(page);
  await page.getByTestId('source').click();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'What to do' });
  await field.waitFor();
  await page.keyboard.type('add eliminate dead');
  await page.locator('seesaw-palette [aria-selected=true]').filter({ hasText: 'Add eliminate_dead_code' }).waitFor();
  assert.deepEqual(await accessibilityFindings(page), []);
  await page.keyboard.press('Enter');
  await page.locator('seesaw-pipeline li[data-pass=eliminate_dead_code]').waitFor();
  await focusOn(page, 'source');
  await page.keyboard.press('Control+Shift+p');
  await page.keyboard.type('dead code');
  await page
    .locator('seesaw-palette [aria-selected=true]')
    .filter({ hasText: /dead.code/i })
    .waitFor();
  for (let i = 0; i < 20; i++) {
    if (/^Example/.test(await page.locator('seesaw-palette [aria-selected=true]').innerText())) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await page.locator('.intro', { hasText: 'Dead code' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('zzzzzz');
  await page.getByText('Nothing here is called so.').waitFor();
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  assert.deepEqual(complaints, []);
});

test('what is typed while the palette is still loading goes into it, not into the text behind', async () => {
  const { page } = await site.page();
  await settled(page);
  const before = await page.getByTestId('source').innerText();
  /** @type {() => void} */
  let go = () => {};
  const slow = new Promise((resolve) => (go = () => resolve(undefined)));
  await page.route(/palette/, async (route) => {
    await slow;
    await route.continue();
  });
  await page.getByTestId('source').click();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('dead codx');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('e');
  go();
  await page
    .locator('seesaw-palette [aria-selected=true]')
    .filter({ hasText: /dead.code/i })
    .waitFor();
  assert.equal(await page.getByRole('combobox', { name: 'What to do' }).inputValue(), 'dead code');
  assert.equal(await page.getByTestId('source').innerText(), before);
  await page.keyboard.press('Escape');
  await page.reload();
  await settled(page);
  const wanted = new Promise((resolve) => (go = () => resolve(undefined)));
  await page.unroute(/palette/);
  await page.route(/palette/, async (route) => {
    await wanted;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  go();
  await page.waitForTimeout(300);
  assert.equal(await page.locator('dialog').count(), 0, 'Escape takes it back');
});

test('a question mark shows the keys, of every action that has some', async () => {
  const { page } = await site.page();
  await settled(page);
  await page.getByTestId('examples').focus();
  await page.keyboard.press('Shift+?');
  const help = page.getByRole('dialog', { name: 'Help' });
  for (const key of ['Ctrl+K', 'Ctrl+Shift+S', 'Shift+F1', 'F8', '?'])
    await help.getByText(key, { exact: true }).first().waitFor();
  await page.keyboard.press('Escape');
  await focusOn(page, 'examples');
});
