/**
 * Passes of one's own in Python: written, broken, stopped, shared, refused and allowed; and that the worker which holds
 * them leads nowhere (data/python_passes/cases/doors.py).
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { emptyDocument } from '../../web/src/model/document.js';
import { fragmentOf } from '../../web/src/features/share/link.js';
import { accessibilityFindings, becomes, kept, openSite, resultWith, settled } from '../../web/tools/browser.js';

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

/** @typedef {import('playwright-core').Page} Page */

/** Python is loaded in this time, on a machine that does other things, too. */
const LOAD = { timeout: 90_000 };
const GRAPH = `def forward(self, x: "f32[2, 3]", y: "f32[2, 3]"):
    sub: "f32[2, 3]" = torch.ops.aten.sub.Tensor(x, y)
    return (sub,)
`;
/** Another operator in its place, under a name that tells whether it has run. */
const TO_MUL = `import torch


def to_mul(gm):
    for node in gm.graph.nodes:
        if node.target == torch.ops.aten.sub.Tensor:
            node.target = torch.ops.aten.mul.Tensor
    print("ran", len(gm.graph.nodes))
    return gm
`;

/** @param {Page} page */
const outcome = (page) => page.locator('[data-pass=python] .outcome');
/** The result, once Python is there. @param {Page} page @param {string} part */
const resultOfPython = (page, part) =>
  page.getByTestId('view').locator('.cm-content').last().filter({ hasText: part }).waitFor(LOAD);
/** @param {Page} page @param {string} source */
async function write(page, source) {
  await page.getByTestId('python-source').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(source);
}
/** @param {string} source @param {string} [text] */
const linkTo = (source, text = GRAPH) =>
  fragmentOf({ ...emptyDocument(), text, pipeline: [{ name: 'python', enabled: true, options: { source } }] });

/**
 * A page with a graph and a pass that is begun from a template.
 * @param {import('playwright-core').BrowserContextOptions} [context]
 */
async function begun(context) {
  const opened = await site.page({ path: await fragmentOf({ ...emptyDocument(), text: GRAPH }), ...context });
  const { page } = opened;
  await settled(page);
  if ((context?.viewport?.width ?? 1440) < 1000) await page.locator('[data-pane=passes]').click();
  await page.getByTestId('add-pass').click();
  await page.locator('[data-own=walk]').click();
  await page.getByTestId('python-source').waitFor();
  return opened;
}

test('a pass is written, runs while it is typed, fails at its line, is stopped, and goes on', async () => {
  const { page, complaints } = await begun();
  await outcome(page).filter({ hasText: '4 → 5 nodes' }).waitFor(LOAD);
  assert.match(await resultWith(page, 'neg.default'), /add\.Tensor\(x, neg_default\)/);
  await page.getByTestId('python-printed').filter({ hasText: 'rewrote sub' }).waitFor();
  await page
    .locator('seesaw-pipeline')
    .filter({ hasText: /equal|same/i })
    .waitFor();

  await page.getByTestId('try-all').click();
  const over = page.getByTestId('python-over').filter({ hasText: /examples: fired on [1-9]\d* of \d+, \+\d+ nodes/ });
  await over.waitFor(LOAD);
  await page.getByTestId('stop-over').waitFor({ state: 'detached', ...LOAD });
  await over.getByText('Which').click();
  assert.match(await over.innerText(), /^examples: /);
  assert.match(await over.innerText(), /nodes, values equal/);
  assert.doesNotMatch(await over.innerText(), /fail|differ/);

  await write(page, TO_MUL);
  await resultWith(page, 'mul.Tensor');
  await over.waitFor({ state: 'detached' });
  await page.getByTestId('python-printed').filter({ hasText: 'ran 4' }).waitFor();

  await write(page, TO_MUL.replace('"ran"', 'nowhere'));
  await page.getByTestId('python-mistake').filter({ hasText: "NameError: name 'nowhere' is not defined" }).waitFor();
  await page.getByTestId('python-mistake').getByRole('button', { name: 'line 8' }).waitFor();
  await page.getByTestId('python-source').locator('.cm-lintRange-error').waitFor();
  await outcome(page).filter({ hasText: 'failed' }).waitFor();
  await resultWith(page, 'mul.Tensor');
  assert.deepEqual(await accessibilityFindings(page), []);

  await write(page, TO_MUL.replace('    print', '    while True:\n        pass\n    print'));
  await page.getByTestId('stop-pass').click(LOAD);
  await page.getByTestId('python-state').filter({ hasText: 'Stopped' }).waitFor();
  assert.match(await page.getByTestId('python-source').innerText(), /while True/, 'nothing is lost');
  await write(page, TO_MUL.replace('mul.Tensor', 'div.Tensor'));
  await resultOfPython(page, 'div.Tensor');
  assert.deepEqual(complaints, []);
});

test('undo takes back what was typed into a pass as one change, and the pass itself', async () => {
  const { page } = await begun();
  await write(page, TO_MUL);
  await becomes(() => page.locator('[data-pass=python] .name').innerText(), 'to_mul');
  await write(page, `${TO_MUL}\n# more`);
  await becomes(
    () =>
      page.evaluate(
        `document.querySelector('seesaw-playground').model.doc.pipeline[0].options.source.includes('# more')`,
      ),
    true,
  );
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await becomes(() => page.locator('[data-pass=python] .name').innerText(), 'sub_as_add');
  assert.match(await page.getByTestId('python-source').innerText(), /sub_as_add/);
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await page.locator('[data-pass=python]').waitFor({ state: 'detached' });
  await page.getByTestId('python-source').waitFor({ state: 'detached' });
});

test('Python of a link does not run until it is allowed; that is remembered for this text alone', async () => {
  const { page, complaints } = await site.page({ path: await linkTo(TO_MUL) });
  await page.getByTestId('python-refused').waitFor(LOAD);
  await resultWith(page, 'sub.Tensor');
  await outcome(page).filter({ hasText: 'not run' }).waitFor();
  assert.deepEqual(
    page.workers().filter((one) => one.url().includes('python')),
    [],
    'nothing of Python is loaded',
  );
  await page.getByTestId('show-python').click();
  await page.getByTestId('python-source').filter({ hasText: 'def to_mul' }).waitFor();
  // To change it is no permission.
  await page.getByTestId('python-source').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('# mine\n');
  await becomes(
    () =>
      page.evaluate(
        `document.querySelector('seesaw-playground').model.doc.pipeline[0].options.source.includes('# mine')`,
      ),
    true,
  );
  await settled(page);
  await page.getByTestId('python-refused').waitFor();
  assert.deepEqual(await accessibilityFindings(page), []);
  await kept(page);
  await page.reload();
  await page.getByTestId('python-refused').waitFor(LOAD);
  await page.getByTestId('run-python').click();
  await resultOfPython(page, 'mul.Tensor');
  await page.getByTestId('python-refused').waitFor({ state: 'detached' });
  await kept(page);
  await page.reload();
  await resultOfPython(page, 'mul.Tensor');

  await page.goto('about:blank');
  await page.goto(site.url + (await linkTo(TO_MUL.replace('mul.Tensor', 'div.Tensor'))));
  await page.getByTestId('python-refused').waitFor(LOAD);
  await resultWith(page, 'sub.Tensor');
  assert.deepEqual(complaints, []);
});

/** The ways out, each tried in the page: rows of name and outcome. @param {Page} page @param {string} pass */
async function tried(page, pass) {
  const source = readFileSync(new URL('../data/python_passes/cases/doors.py', import.meta.url), 'utf8').replace(
    'PORT = 0',
    `PORT = ${new URL(site.url).port}`,
  );
  const printed = await page.evaluate(
    async ([text, name, graph]) => {
      const { model } = /** @type {any} */ (document.querySelector('seesaw-playground'));
      const python = await model.ownPasses();
      python.allow(text);
      const made = await python.make({ step: 0, program: graph, source: text, pass: name, ambientGrad: true });
      return made.answer.diagnostic?.message ?? made.answer.printed;
    },
    [source, pass, GRAPH],
  );
  return String(printed).trim().split('\n');
}

test('a file of passes is a step, which waits for a click; a model is none', async () => {
  const { page, complaints } = await site.page({ path: await fragmentOf({ ...emptyDocument(), text: GRAPH }) });
  await settled(page);
  /** @param {string} name @param {string} text */
  const openFile = async (name, text) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByTestId('open').click();
    await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  };
  await openFile('to_mul.py', TO_MUL);
  await page.getByTestId('python-source').filter({ hasText: 'def to_mul' }).waitFor();
  await page.getByTestId('allow-shown').waitFor();
  assert.match(await page.getByTestId('source').innerText(), /sub\.Tensor/, 'the graph is still there');
  await openFile(
    'model.py',
    'import torch\n\nclass M(torch.nn.Module):\n    def forward(self, x):\n        return x.sin()\n',
  );
  await page.getByTestId('source').filter({ hasText: 'class M' }).waitFor();
  assert.equal(await page.locator('[data-pass=python]').count(), 1);
  assert.deepEqual(complaints, []);
});

/** What is left of the ways out; a text for the worker. */
const left = () => {
  const names = ['fetch', 'XMLHttpRequest', 'WebSocket', 'WebTransport', 'EventSource', 'importScripts', 'Worker'];
  const more = ['indexedDB', 'caches', 'navigator', 'BroadcastChannel', 'MessageChannel', 'postMessage', 'setTimeout'];
  const found = [];
  for (let at = globalThis; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at))
    for (const name of [...names, ...more, 'close', 'eval', 'onmessage', 'dispatchEvent', 'Request', 'Blob', 'URL'])
      if (Reflect.get(globalThis, name) !== undefined || (at !== globalThis && name in at)) found.push(name);
  return found;
};

/**
 * Computes in Python's worker, which has no eval for Playwright's own way.
 * @param {Page} page @param {string} expression
 */
async function ofWorker(page, expression) {
  const debug = await page.context().newCDPSession(page);
  const attached = new Promise((resolve) =>
    debug.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      if (targetInfo.url.includes('python_worker')) resolve(sessionId);
    }),
  );
  await debug.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  const sessionId = await attached;
  const answer = new Promise((resolve) =>
    debug.on('Target.receivedMessageFromTarget', ({ message }) => {
      // Tidings of the worker have no id.
      const heard = JSON.parse(message);
      if (heard.id === 1) resolve(heard);
    }),
  );
  const params = { expression, returnByValue: true };
  const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params });
  await debug.send('Target.sendMessageToTarget', { sessionId, message });
  return (await answer).result.result.value;
}

test('nothing in the worker leads out of it', async () => {
  const { page, complaints } = await site.page();
  await settled(page);
  /** @type {string[]} */
  const requests = [];
  for (const line of await tried(page, 'imports')) assert.match(line, / refused ModuleNotFoundError$/);
  page.on('request', (request) => void requests.push(request.url()));
  page.on('websocket', (socket) => void requests.push(socket.url()));
  for (const line of await tried(page, 'objects')) assert.match(line, / refused |gave (None|undefined|\[\])$/);
  for (const line of await tried(page, 'system'))
    assert.match(
      line,
      / refused |^system gave False$|^secret gave \[\]$|^root gave \['dev', 'home', 'lib', 'proc', 'seesaw', 'tmp'\]$/,
    );
  assert.match((await tried(page, 'memory')).join(';'), /^more than there is refused MemoryError;.* gave 1048576$/);
  await tried(page, 'later');
  assert.deepEqual(await tried(page, 'quiet'), ['']);
  assert.match((await tried(page, 'code_of_text')).join(), /Python failed/);
  assert.match((await tried(page, 'leaves')).join(), /Python failed/);
  assert.deepEqual(await tried(page, 'quiet'), ['']);
  assert.deepEqual(await ofWorker(page, `(${left})()`), []);
  assert.deepEqual(
    requests.filter((one) => !/\/(?:assets|python)\//.test(one)),
    [],
  );
  assert.deepEqual(complaints, []);
});

test('on a narrow screen a pass is written, too', async () => {
  const { page, complaints } = await begun({ viewport: { width: 400, height: 800 } });
  await page.getByTestId('python-printed').filter({ hasText: 'rewrote sub' }).waitFor(LOAD);
  const box = await page.locator('seesaw-python-pass').boundingBox();
  assert.ok(box !== null && box.width > 300 && box.width <= 400);
  assert.deepEqual(await accessibilityFindings(page), []);
  assert.deepEqual(complaints, []);
});

/** A module whose Python our own evaluator does not know. */
const UNKNOWN_PYTHON = `import textwrap
import torch

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(3, 2)

    def forward(self, x: "f32[4, 3]"):
        return self.linear(x) * len(textwrap.dedent("  ab"))
`;

test('what the evaluator does not know a click has CPython capture, and nothing of it is loaded before', async () => {
  const { page, complaints } = await site.page({
    path: await fragmentOf({ ...emptyDocument(), text: UNKNOWN_PYTHON, pipeline: [] }),
  });
  /** @type {string[]} */
  const fetched = [];
  page.on('request', (request) => fetched.push(request.url()));
  const remedy = page.getByTestId('remedy').filter({ hasText: 'Run with CPython' });
  await remedy.first().waitFor();
  assert.deepEqual(
    fetched.filter((url) => url.includes('pyodide')),
    [],
  );
  await remedy.first().click();
  await resultOfPython(page, 'aten.linear.default');
  assert.match(await resultWith(page, 'linear.default'), /mul\.Tensor\(linear, 2\)/);
  assert.ok(fetched.some((url) => url.includes('pyodide')));
  assert.deepEqual(complaints, []);
});
