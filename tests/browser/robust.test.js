/**
 * Nothing is lost and nothing breaks: reload, tabs, storage that is bad, blocked or full, an engine that dies, huge
 * texts.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  becomes,
  hang,
  kept,
  openExample,
  openSite,
  painted,
  resultWith,
  settled,
  type,
  working,
} from '../../web/tools/browser.js';

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
const folder = mkdtempSync(join(tmpdir(), 'seesaw-robust-'));
before(async () => {
  site = await openSite();
});
after(() => site.close());
after(() => rmSync(folder, { recursive: true }));

/** @typedef {import('playwright-core').Page} Page */
/** Operators that no example has, so that an old result is not taken for a new one. */
const SIN = 'def forward(self, x):\n    y = torch.ops.aten.asinh.default(x)\n    return (y,)\n';
const COS = SIN.replace('asinh', 'acosh');
/** @param {number} count */
const chain = (count) =>
  'def forward(self, ' +
  `v0):\n${Array.from(
    { length: count },
    (_, i) => `    v${i + 1} = torch.ops.aten.add.Tensor(v${i}, ${i});  v${i} = None`,
  ).join('\n')}\n ` +
  '' +
  '' +
  `   return (v${count},)\n`;

/**
 * Opens a text as a file. The browser reads it from the disk, as it reads a person's: bytes that the test hands over
 * itself pass through the page's thread, for seconds if they are many, and a measurement of the page counts them.
 * @param {Page} page @param {string} text
 */
async function open(page, text) {
  const file = join(folder, 'graph.py');
  writeFileSync(file, text);
  const chooser = page.waitForEvent('filechooser');
  await page.getByTestId('open').click();
  await (await chooser).setFiles(file);
}

/** Measures from here on how long the page stands still at most. @param {Page} page */
const measure = (page) =>
  page.evaluate(`window.longest = 0; window.before = performance.now(); window.ticking ??= setInterval(() => {
    const now = performance.now();
    window.longest = Math.max(window.longest, now - window.before);
    window.before = now; }, 5);`);

/**
 * Milliseconds of processor time that the page's thread has had: unlike the clock, the same on a busy machine.
 * @param {Page} page
 */
async function processorTime(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN);
  };
}

test('a reload keeps text, passes, options, ambient mode, format, view and what undo needs', async () => {
  const { page, complaints } = await site.page();
  await settled(page);
  await type(page, SIN);
  await resultWith(page, 'aten.asinh');
  await page.locator('[data-option=correct]').first().check();
  await page.getByTestId('ambient').uncheck();
  await page.getByTestId('add-pass').click();
  await page.locator('[data-add=eliminate_dead_code]').click();
  await page.getByTestId('format').selectOption('graph');
  await page.reload();
  await settled(page);
  await resultWith(page, /^graph\(\):/);
  assert.match(await page.getByTestId('source').innerText(), /aten\.asinh/);
  assert.equal(await page.locator('seesaw-pipeline li[data-pass]').count(), 2);
  assert.ok(await page.locator('[data-option=correct]').first().isChecked());
  assert.ok(!(await page.getByTestId('ambient').isChecked()));
  for (let i = 0; i < 3; i++) await page.getByTestId('undo').click();
  await becomes(() => page.locator('seesaw-pipeline li[data-pass]').count(), 1);
  await becomes(() => page.locator('[data-option=correct]').first().isChecked(), false);
  await becomes(() => page.getByTestId('ambient').isChecked(), true);
  while (await page.getByTestId('undo').isEnabled()) await page.getByTestId('undo').click();
  await resultWith(page, 'submod_1');
  await page.getByTestId('redo').click();
  assert.deepEqual(complaints, []);
});

test('keys pressed just before a reload are there after it', async () => {
  const { page } = await site.page();
  await settled(page);
  await type(page, SIN);
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('# last words\n');
  await page.reload();
  await settled(page);
  assert.match(await page.getByTestId('source').innerText(), /^# last words/);
});

test('two tabs keep two documents, and a text under an example is found again', async () => {
  const { page } = await site.page();
  await settled(page);
  await type(page, SIN);
  await resultWith(page, 'aten.asinh');
  await kept(page);
  const other = await page.context().newPage();
  await other.goto(site.url);
  await settled(other);
  assert.match(await other.getByTestId('source').innerText(), /aten\.asinh/, 'a new tab begins with the newest');
  await type(other, COS);
  await resultWith(other, 'aten.acosh');
  await other.reload();
  await page.reload();
  await settled(page);
  assert.match(await page.getByTestId('source').innerText(), /aten\.asinh/);
  await settled(other);
  assert.match(await other.getByTestId('source').innerText(), /aten\.acosh/);
  await other.close();
  await openExample(page, 'dead_code');
  await kept(page);
  await page.getByTestId('documents').click();
  const list = page.getByRole('list', { name: 'Kept documents' }).locator('[data-document]');
  await list.first().waitFor();
  assert.equal(await list.count(), 2, 'beside the one that is open');
  await list.last().click();
  await resultWith(page, 'aten.asinh');
});

for (const garbage of [
  '{',
  'null',
  '[]',
  '{"doc":{"seesaw":1,"text":7}}',
  '{"doc":{"seesaw":99}}',
  `{"doc":{"seesaw":1,"text":"x","pipeline":[{"name":"nope","options":[1]},3],"format":"x","view":{"tab":[]}},
    "history":{"done":[{"changes":[7],"selectionsAfter":[]}],"undone":3}}`,
]) {
  test(`a stored ${garbage.slice(0, 40)} does not break the page`, async () => {
    const index = JSON.stringify([{ id: 'a', title: 'a', time: 1 }, 7, null]);
    const { page, complaints } = await site.page({
      prepare:
        `if (!localStorage.length) { localStorage.setItem('seesaw.documents', ` +
        `${JSON.stringify(index)}); ` +
        `localStorage.setItem('seesaw.document.a', ` +
        `${JSON.stringify(garbage)}); }`,
    });
    await settled(page, /nodes|error/);
    await openExample(page, 'dead_code');
    await resultWith(page, 'return');
    assert.deepEqual(complaints, []);
  });
}

test('where nothing can be stored the page works, and says so', async () => {
  const { page, complaints } = await site.page({
    prepare:
      `for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) ` +
      'Object.defineProperty(window, name, { get() { throw new ' +
      `DOMException('no', 'SecurityError'); } ` +
      '});',
  });
  await settled(page);
  await type(page, SIN);
  await resultWith(page, 'aten.asinh');
  await page.getByRole('alert').filter({ hasText: 'does not keep' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('what is too long for the small storage, or finds it full, is kept in the large one', async () => {
  const { page } = await site.page({
    prepare: `try { localStorage.setItem('others', 'x'.repeat(5_242_000)); } catch {}`,
  });
  await settled(page);
  await type(page, SIN);
  await resultWith(page, 'aten.asinh');
  await kept(page);
  await page.reload();
  await settled(page);
  assert.match(await page.getByTestId('source').innerText(), /aten\.asinh/);
  await open(page, chain(25_000));
  await settled(page, /2500\d nodes/);
  await kept(page);
  await page.reload();
  await settled(page, /2500\d nodes/);
  assert.equal(await page.getByRole('alert').count(), 0);
});

test('what the large storage refuses, or undoes after a yes, is told, and the state before it stays', async () => {
  for (const harm of [
    `IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); }`,
    `{ const { put } = IDBObjectStore.prototype;
       IDBObjectStore.prototype.put = function (...all) {
         const request = put.apply(this, all);
         request.addEventListener('success', () => this.transaction.abort());
         return request;
       }; }`,
  ]) {
    const { page } = await site.page();
    page.on('dialog', (dialog) => dialog.accept());
    await settled(page);
    await type(page, SIN);
    await resultWith(page, 'aten.asinh');
    await kept(page);
    await page.evaluate(harm);
    await open(page, chain(25_000));
    await page.getByRole('alert').filter({ hasText: 'does not keep' }).waitFor();
    await page.reload();
    await settled(page);
    assert.match(await page.getByTestId('source').innerText(), /aten\.asinh/, harm);
    await page.context().close();
  }
});

for (const [what, harm] of [
  ['dies', 'self.close()'],
  ['hangs', 'setTimeout(() => { for (;;); })'],
  [
    'traps',
    'self.postMessage = ((post) => (data) => (self.postMessage = post)({ id: data.id, value: { failures: [{ ' +
      `code: 'trap', message: 'the engine failed' }] } ` +
      '}))(self.postMessage.bind(self))',
  ],
]) {
  test(`a worker that ${what} is replaced, and the text stays`, async () => {
    const { page } = await site.page();
    await settled(page);
    await page
      .workers()[0]
      .evaluate(harm)
      .catch(() => {});
    await type(page, COS);
    await resultWith(page, 'aten.acosh');
    assert.match(await page.getByTestId('source').innerText(), /aten\.acosh/);
    await page.locator('[data-tab=diff]').click();
    await page.getByTestId('changes').waitFor();
  });
}

test('a long run is given up for a newer text', async () => {
  const { page } = await site.page();
  await settled(page);
  await hang(page);
  await type(page, SIN);
  await working(page);
  await type(page, COS);
  await resultWith(page, 'aten.acosh');
});

test('a long run is told of, can be stopped, and done again', async () => {
  const { page, complaints } = await site.page();
  await settled(page);
  await hang(page);
  await type(page, SIN);
  const stop = page.getByTestId('stop-run');
  await stop.waitFor();
  assert.match(await page.getByTestId('status').innerText(), /Running/);
  await page.setViewportSize({ width: 400, height: 850 });
  await page.evaluate(() =>
    /** @type {any} */ (document.querySelector('seesaw-playground')).model.setView({ pane: 'text' }, 'show'),
  );
  const cut = (/** @type {Element} */ one) => one.scrollWidth > one.clientWidth;
  assert.equal(await page.getByTestId('status').evaluate(cut), false, 'the button is cut');
  await page.setViewportSize({ width: 1440, height: 900 });
  await stop.click();
  await page.getByTestId('view').getByText('The run was stopped.').waitFor();
  await resultWith(page, 'wrap_with_set_grad_enabled');
  await page.getByTestId('run-again').click();
  await resultWith(page, 'aten.asinh');
  await settled(page);
  assert.match((await page.getByTestId('outcome').textContent()) ?? '', /^\d+ nodes; 0 of 1 passes changed something$/);
  assert.deepEqual(complaints, []);
});

test('where workers are refused, the engine runs on the main thread', async () => {
  const { page, complaints } = await site.page({
    prepare: 'delete window.Worker',
  });
  await settled(page);
  await resultWith(page, 'wrap_with_set_grad_enabled');
  assert.deepEqual(complaints, []);
});

test('typing into 10,000 nodes never waits, and the result follows', async () => {
  const { page, complaints } = await site.page();
  await settled(page);
  await measure(page);
  await open(page, chain(10_000));
  await settled(page, /1000\d nodes/);
  assert.ok(
    Number(await page.evaluate('longest')) < 2000,
    `opening stood still for ${await page.evaluate('longest')} ms`,
  );
  await page.locator('[data-tab=diff]').click();
  await page.getByTestId('changes').filter({ hasText: 'change' }).waitFor();
  await page.locator('[data-tab=result]').click();
  await page.getByTestId('source').click();
  await page.keyboard.press('Control+Home');
  const spent = await processorTime(page);
  const before = await spent();
  const words = '# typed without a pause';
  await page.keyboard.type(words, { delay: 25 });
  const each = ((await spent()) - before) / words.length;
  assert.ok(each < 60, `a key took ${each} ms`);
  await page.keyboard.press('Enter');
  await page.keyboard.insertText('def forward(self, v0, added_input):\n');
  await page.keyboard.press('Shift+End');
  await page.keyboard.press('Delete');
  await resultWith(page, 'added_input');
  assert.deepEqual(complaints, []);
});

test('100,000 lines are opened, run and shown', async () => {
  const { page } = await site.page();
  await settled(page);
  await measure(page);
  await open(page, chain(100_000));
  await page
    .getByTestId('status')
    .filter({ hasText: /10000\d nodes/ })
    .waitFor({ timeout: 30000 });
  const longest = Number(await page.evaluate('longest'));
  assert.ok(longest < 5000, `the page stood still for ${longest} ms`);
});

test('a script tag as the name of a node or a class, in a comment: shown as text, never executed', async () => {
  const { page, complaints } = await site.page({ permissions: ['clipboard-read', 'clipboard-write'] });
  page.on('dialog', () => assert.fail('something was executed'));
  await settled(page);
  const evil = '<img src=x onerror=alert(1)><script>alert(2)</script>';
  const graph =
    `graph():\n    %x : [num_users=1] = placeholder[target=${evil}]\n    %y : [num_users=1] = ` +
    'call_function[target=torch.ops.aten.sin.default](args = (%x,), ' +
    `kwargs = {note: ${evil}})\n  ` +
    '  return (y,)\n';
  const json = await page.evaluate(`(async () => {
    const program = { format: 'seesaw.program', version: 1, modules: [{ class: ${JSON.stringify(evil)}, nodes: [
      { id: 0, op: 'placeholder', name: ${JSON.stringify(evil)}, target: 'x', args: [], kwargs: {} },
      { id: 1, op: 'output', name: 'output', target: 'output', args: [{ t: [{ n: 0 }] }], kwargs: {} } ] }] };
    return JSON.stringify(program);
  })()`);
  for (const text of [
    graph,
    String(json),
    `# ${evil}\n${SIN}`,
    evil,
    `def forward(self, ${evil}):\n    return (x,)\n`,
  ]) {
    await open(page, text);
    await settled(page, /nodes|error/);
    for (const tab of ['diff', 'graph', 'result']) {
      await page.locator(`[data-tab=${tab}]`).click();
      await painted(page);
    }
    await page.keyboard.press('Control+Shift+o');
    await page.getByRole('dialog', { name: 'Your documents' }).waitFor();
    await page.keyboard.press('Escape');
  }
  assert.equal(
    await page.evaluate(
      `document.querySelector('seesaw-playground').shadowRoot.querySelectorAll('img, script').length`,
    ),
    0,
  );
  assert.deepEqual(complaints, []);
});

test('ten megabytes of noise are told about in words, undone by a key, and the page stays alive', async () => {
  const { page, complaints } = await site.page();
  await settled(page);
  await type(page, SIN);
  await resultWith(page, 'aten.asinh');
  await page.evaluate(`(() => {
    let seed = 7;
    const next = () => (seed = (seed * 1103515245 + 12345) & 0x7fffffff);
    const letters = Array.from({ length: 10_000_000 }, () => String.fromCharCode(32 + (next() >> 8) % 200));
    const noise = letters.join('').replace(/(.{97})./g, '$1\\n');
    const data = new DataTransfer();
    data.setData('text/plain', noise);
    const output = document.querySelector('seesaw-playground').shadowRoot.querySelector('.output');
    const pasted = { bubbles: true, cancelable: true, composed: true, clipboardData: data };
    output.dispatchEvent(new ClipboardEvent('paste', pasted));
  })()`);
  await page.getByTestId('status').filter({ hasText: /error/ }).waitFor({ timeout: 60000 });
  await page.getByRole('list', { name: 'Diagnostics' }).getByRole('button').first().waitFor();
  await page.getByTestId('undo').click();
  await page.getByTestId('status').filter({ hasText: /nodes/ }).waitFor({ timeout: 60000 });
  await resultWith(page, 'aten.asinh');
  assert.deepEqual(complaints, []);
});

test('an engine that is killed in the middle of a run is replaced, and the run is done again', async () => {
  const { page, complaints } = await site.page();
  await settled(page);
  await page
    .workers()[0]
    .evaluate(
      'self.postMessage = ((post) => (data) => { post(data); if (data.begun) self.close(); ' +
        '})(self.postMessage.bind(self))',
    );
  await type(page, COS);
  await resultWith(page, 'aten.acosh').catch(() => resultWith(page, 'aten.acosh'));
  assert.match(await page.getByTestId('source').innerText(), /aten\.acosh/);
  assert.deepEqual(complaints, []);
});
