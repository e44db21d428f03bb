/**
 * Bounds of the page: what is too much is refused in words, whatever the engine does can be stopped, and the page's own
 * thread runs nothing without a bound.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { history } from '../../web/node_modules/@codemirror/commands/dist/index.js';
import { EditorState } from '../../web/node_modules/@codemirror/state/dist/index.js';
import { titledHistory } from '../../web/src/ui/editor/edit_titles.js';
import { historyFromJson, historyToJson, setSetup, setupField, setupHistory } from '../../web/src/ui/editor/setup.js';
import { openSite, pageWith, painted, resultWith, settled, type } from '../../web/tools/browser.js';

/** @typedef {import('playwright-core').Page} Page */

const TEXT = 'def forward(self, x: "f32[2, 3]"):\n    y = torch.ops.aten.asinh.default(x)\n    return (y,)\n';
const OWN = TEXT.replace('asinh', 'acosh');

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

/** @param {object} doc */
const fragment = (doc) => `#v1:${deflateSync(JSON.stringify({ seesaw: 1, ...doc })).toString('base64url')}`;
/** @param {number} count */
const passes = (count) => Array.from({ length: count }, () => ({ name: 'eliminate_dead_code' }));

/** The longest time that the page stood still, from its beginning. */
const MEASURED = `window.longest = 0; window.before = performance.now(); setInterval(() => {
  const now = performance.now(); window.longest = Math.max(window.longest, now - window.before);
  window.before = now; }, 5);`;
/** @param {Page} page @returns {Promise<number>} */
const longest = (page) => page.evaluate('window.longest');

/** @type {[string, object, RegExp][]} */
const TOO_MUCH = [
  ['20,000 passes', { text: TEXT, pipeline: passes(20_000) }, /20,000 passes are more than the 500/],
  ['200,000 passes', { text: TEXT, pipeline: passes(200_000) }, /200,000 passes are more than the 500/],
  [
    'a pass with 5,000 options',
    {
      text: TEXT,
      pipeline: [{ name: 'a', options: Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`o${i}`, true])) }],
    },
    /5,000 options/,
  ],
  [
    '100,000 stages',
    { text: TEXT, view: { graph: { stages: Array.from({ length: 100_000 }, (_, i) => i) } } },
    /100,000 stages/,
  ],
  [
    '100,000 inputs',
    {
      text: TEXT,
      inputs: { values: Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`x${i}`, { kind: 'seed' }])) },
    },
    /100,000 values/,
  ],
  [
    '1,000 hooks',
    { text: TEXT, inputs: { hooks: Array.from({ length: 1000 }, () => ({ kind: 'log', node: 'y' })) } },
    /1,000 hooks/,
  ],
];

for (const [what, doc, complaint] of TOO_MUCH) {
  test(`a link with ${what} is refused in words, at once, and nothing is lost`, async () => {
    const { page, complaints } = await pageWith(site, OWN);
    await page.evaluate(MEASURED);
    await page.evaluate((hash) => void (location.hash = hash), fragment(doc));
    const notice = page.getByRole('alert').filter({ hasText: complaint });
    await notice.waitFor();
    assert.match(await notice.innerText(), /not opened.*still here/s);
    assert.match(await page.getByTestId('source').innerText(), /acosh/);
    assert.equal(await page.locator('seesaw-pipeline li[data-pass]').count(), 1);
    assert.ok((await longest(page)) < 2000, `the page stood still for ${await longest(page)} ms`);
    assert.deepEqual(complaints, []);
  });
}

test('a file over a limit is refused in words, and what is open stays', async () => {
  const { page } = await pageWith(site, OWN);
  const json = JSON.stringify({ seesaw: 1, text: TEXT, pipeline: passes(20_000) });
  const chooser = page.waitForEvent('filechooser');
  await page.getByTestId('open').click();
  await (
    await chooser
  ).setFiles({ name: 'large.seesaw.json', mimeType: 'application/json', buffer: Buffer.from(json) });
  await page
    .getByRole('alert')
    .filter({ hasText: /not opened: 20,000 passes/ })
    .waitFor();
  assert.match(await page.getByTestId('source').innerText(), /acosh/);
});

test('a stored document over a limit is kept, said to be, and can be saved as a file', async () => {
  const record = JSON.stringify({ doc: { seesaw: 1, text: TEXT, pipeline: passes(20_000) }, time: 1 });
  const { page, complaints } = await site.page({
    prepare:
      `if (!localStorage.length) { localStorage.setItem('seesaw.documents', ` +
      `'[{"id":"a","title":"large","time":1}]'); ` +
      `localStorage.setItem('seesaw.document.a', ` +
      `${JSON.stringify(record)}); }`,
  });
  await settled(page);
  await page
    .getByRole('alert')
    .filter({ hasText: /still kept: 20,000 passes/ })
    .waitFor();
  await page.getByTestId('documents').click();
  await page.locator('[data-document=a]').click();
  const notice = page.getByRole('alert').filter({ hasText: /not opened, and is still kept: 20,000 passes/ });
  await notice.waitFor();
  const download = page.waitForEvent('download');
  await notice.getByRole('button', { name: 'Save it as a file' }).click();
  assert.equal((await download).suggestedFilename(), 'document.seesaw.json');
  assert.equal(await page.evaluate(() => localStorage.getItem('seesaw.document.a')), record);
  assert.deepEqual(complaints, []);
});

test('passes="..." of an element over the limit runs none of them and says so', async () => {
  const { page } = await site.page();
  await settled(page);
  await page.evaluate(
    ([text, names]) => {
      const one = document.createElement('seesaw-playground');
      one.id = 'embedded';
      one.setAttribute('passes', names);
      one.innerHTML = '<script type="text/plain"></script>';
      /** @type {HTMLElement} */ (one.firstChild).textContent = text;
      document.body.append(one);
    },
    [TEXT, Array(20_000).fill('eliminate_dead_code').join(',')],
  );
  const element = page.locator('#embedded');
  await element
    .getByRole('alert')
    .filter({ hasText: /none of them runs: 20,000 passes/ })
    .waitFor();
  assert.equal(await element.locator('seesaw-pipeline li[data-pass]').count(), 0);
});

test('an undo history with a pipeline over the limit is not taken', () => {
  const extensions = [history(), setupHistory, titledHistory];
  const empty = EditorState.create({ doc: 'x', extensions });
  const kept = (/** @type {number} */ count) => {
    const pipeline = passes(count);
    const long = empty.update({
      effects: setSetup.of({ ...empty.field(setupField), pipeline: /** @type {any} */ (pipeline) }),
    }).state;
    return historyToJson(long.update({ effects: setSetup.of(empty.field(setupField)) }).state);
  };
  assert.ok(historyFromJson(kept(500), 'x', extensions));
  assert.equal(historyFromJson(kept(501), 'x', extensions), null);
});

test('no more passes and hooks are added than a document may have', async () => {
  const { page } = await pageWith(site, OWN);
  await page.evaluate(
    (many) => /** @type {any} */ (document.querySelector('seesaw-playground')).model.changeSetup({ pipeline: many }),
    passes(501),
  );
  await page.getByRole('alert').filter({ hasText: '501 passes are more than the 500' }).waitFor();
  assert.equal(await page.locator('seesaw-pipeline li[data-pass]').count(), 1);
});

/** Requests with the method (or command) `window.hung` begin and do not end. */
const HANGING = `window.hung = ''; window.Worker = class extends Worker {
  postMessage(message, ...rest) {
    const name = message.argument?.command ?? message.method;
    if (window.hung !== name) return super.postMessage(message, ...rest);
    window.began = name;
    this.dispatchEvent(new MessageEvent('message', { data: { id: message.id, begun: true } }));
  }
};`;

/** By what hangs: what makes the page ask for it. @type {Record<string, (page: Page) => Promise<void>>} */
const HANGS = {
  evaluate: (page) => type(page, OWN.replace('acosh', 'atanh')),
  picture: (page) => page.locator('[data-tab=graph]').click(),
  show: (page) =>
    page
      .getByTestId('format')
      .selectOption('graph')
      .then(() => {}),
  check_values: (page) => type(page, OWN.replace('acosh', 'tan')),
  inputs: (page) => page.locator('[data-tab=autograd]').click(),
  gradients: (page) => page.locator('[data-tab=autograd]').click(),
  gradcheck: async (page) => {
    await page.locator('[data-tab=autograd]').click();
    await page.locator('[data-testid=autograd][aria-busy=false]').waitFor();
    await page.keyboard.press('g');
  },
};

for (const [method, make] of Object.entries(HANGS)) {
  test(`Stop ends the engine's work on ${method}, and the next is done`, async () => {
    const { page, complaints } = await site.page({ prepare: HANGING });
    await settled(page);
    await type(page, OWN);
    await settled(page);
    await resultWith(page, 'acosh');
    await page.evaluate(`window.hung = '${method}'`);
    await make(page);
    await page.waitForFunction((name) => /** @type {any} */ (window).began === name, method);
    await page.evaluate('window.hung = ""');
    await page.locator('[data-testid=stop-work], [data-testid=stop-run]').first().click();
    await page.getByTestId('stop-work').waitFor({ state: 'detached' });
    await page.evaluate(() =>
      /** @type {any} */ (document.querySelector('seesaw-playground')).model.setView({ tab: 'result' }, 'show'),
    );
    await type(page, TEXT);
    await settled(page);
    await resultWith(page, 'asinh');
    assert.deepEqual(complaints, []);
  });
}

test('a first run that does not end is stopped by hand, and never moves to the page’s own thread', async () => {
  const { page, complaints } = await site.page({
    prepare: HANGING.replace("window.hung = ''", "window.hung = 'evaluate'"),
  });
  await page.getByTestId('stop-run').waitFor();
  await page.evaluate('window.hung = ""');
  await page.getByTestId('stop-run').click();
  await page.getByTestId('status').filter({ hasText: 'Stopped' }).waitFor();
  await page.getByTestId('run-again').click();
  await settled(page);
  assert.equal(
    await page.evaluate(() => /** @type {any} */ (document.querySelector('seesaw-playground')).engine.onMainThread),
    false,
  );
  assert.deepEqual(complaints, []);
});

test('what a worker posts that is no message is passed over', async () => {
  const { page, complaints } = await site.page({
    prepare: `window.Worker = class extends Worker {
      postMessage(...all) {
        for (const data of [null, 7, 'x', undefined, []]) this.dispatchEvent(new MessageEvent('message', { data }));
        return super.postMessage(...all);
      }
    };`,
  });
  await settled(page);
  await type(page, OWN);
  await resultWith(page, 'acosh');
  assert.deepEqual(complaints, []);
});

/**
 * Texts of which the page's own thread must not run the second, though it is a few letters from the first.
 * @type {[string, string, string][]}
 */
const UNBOUNDED = [
  ['a list of results', 'y = torch.ops.aten.view.default(x, [6])', 'y = torch.ops.aten.split.Tensor(x, 1)'],
  [
    'a long number',
    'y = torch.ops.aten.asinh.default(x)',
    'y = torch.ops.aten.triu_indices.default(9223372036854775807, 1)',
  ],
];

for (const [what, quick, slow] of UNBOUNDED) {
  test(`the page's own thread leaves ${what} to the worker`, async () => {
    const module = new URL('../../web/src/engine/at_once.js', import.meta.url).href;
    const { AtOnce } = await import(module);
    const program = (/** @type {string} */ line) =>
      `def forward(self, x: "i32[2, 3]"):\n    ${line}\n    return (y,)\n`;
    const atOnce = new AtOnce();
    atOnce.prepare();
    const good = { ok: true, captured: false, nodes: 3, milliseconds: 1 };
    const passes = [{ name: 'run_decompositions' }];
    const request = (/** @type {string} */ line) => ({ text: program(line), passes, ambientGrad: true });
    const held = request(quick);
    while (!atOnce.ready) await new Promise((done) => setTimeout(done, 20));
    const answer = atOnce.answer(request(quick.replace('y =', 'y  =')), held, good);
    assert.equal(answer?.ok, true, 'what is bounded is answered');
    assert.equal(atOnce.answer(request(slow), held, good), null);
    assert.equal(
      atOnce.answer({ ...held, text: held.text + '#'.repeat(2000) }, held, good),
      null,
      'more than a little has changed',
    );
  });
}

test('programs that do not end leave the page clickable, and are stopped', async () => {
  const programs = [
    'def forward(self, x: "i32[3000000, 2]"):\n    y = torch.ops.aten.split.Tensor(x, 1)\n    return (y,)\n',
    'def forward(self, x: "f32[2]"):\n    y = torch.ops.aten.triu_indices.default(9223372036854775807, 1)\n  ' +
      '  return (y,)\n',
  ];
  for (const text of programs) {
    const { page } = await site.page({
      path: fragment({ text, pipeline: [{ name: 'run_decompositions' }], view: { tab: 'autograd' } }),
      prepare: MEASURED,
    });
    await page.waitForFunction(() =>
      /** @type {any} */ (document.querySelector('seesaw-playground'))?.text.includes('return'),
    );
    for (let clicks = 0; clicks < 5; clicks++) {
      await page.locator(`[data-tab=${clicks % 2 ? 'autograd' : 'result'}]`).click({ timeout: 3000 });
      await painted(page);
    }
    assert.ok((await longest(page)) < 3000, `the page stood still for ${await longest(page)} ms`);
    await page.context().close();
  }
});
