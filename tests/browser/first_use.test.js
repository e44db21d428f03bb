/**
 * What people meet first: tables that are read, pictures that open again, pastes that begin at their beginning, marks
 * that stay beside their lines.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { after, before, test } from 'node:test';
import { Session } from '../../wasm/js/index.js';
import { withDocument, documentOf } from '../../wasm/js/svg.js';
import {
  accessibilityFindings,
  becomes,
  hang,
  openExample,
  openSite,
  pageWith,
  resultWith,
  settled,
  sourceWith,
  still,
  type,
} from '../../web/tools/browser.js';

/** @typedef {import('playwright-core').Page} Page */

const CNN = `import torch
import torch.nn as nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 4, 3)
        self.norm = nn.BatchNorm2d(4)
    def forward(self, x: "f32[2, 3, 8, 8]"):
        return torch.relu(self.norm(self.conv(x)))
`;
const REGIONS = `import torch
import torch.nn as nn
class Net(nn.Module):
    def forward(self, x: "f32[2, 3]"):
        with torch.no_grad():
            y = x.sin()
        z = y.cos() + x
        with torch.no_grad():
            w = z.tan()
        return z + w
`;
const GRAPH = 'def forward(self, x: "f32[2, 3]"):\n    y = torch.ops.aten.asinh.default(x)\n    return (y,)\n';

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

/** Pastes into the editor as a browser does. @param {Page} page @param {string} text */
async function paste(page, text) {
  await page.getByTestId('source').click();
  await page.keyboard.press('Control+a');
  await page.getByTestId('source').evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }),
    );
  }, text);
}

/** A page with source that is captured. @param {string} text */
async function captured(text) {
  const one = await site.page();
  await settled(one.page);
  await type(one.page, text);
  await settled(one.page, /^captured/);
  return one;
}

/** @param {Page} page @param {string} name @param {string} text */
async function open(page, name, text) {
  const chooser = page.waitForEvent('filechooser');
  await page.getByTestId('open').click();
  await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
}

test('what a log puts in front of each line is taken away in a click, and undo brings it back', async () => {
  const { page, complaints } = await site.page();
  await settled(page);
  const log = GRAPH.replace(/^(?=.)/gm, 'V1130 09:12:44.303000 4711 torch/fx/x.py:118] [__graph_code] ');
  await paste(page, log);
  await page.getByRole('button', { name: 'Take it away' }).click();
  await becomes(
    () => page.evaluate(() => /** @type {any} */ (document.querySelector('seesaw-playground')).text),
    GRAPH,
  );
  await settled(page, /^3 nodes/);
  assert.equal(await page.getByRole('button', { name: 'Take it away' }).count(), 0);
  await page.getByTestId('undo').click();
  assert.equal(await sourceWith(page, 'V1130'), log);
  assert.deepEqual(complaints, []);
});

test('why nothing is decided about a graph that PyTorch has wrapped already', async () => {
  const { page } = await pageWith(
    site,
    `class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 3]"):
        submod_1 = self.submod_1
        wrap = torch.ops.higher_order.wrap_with_set_grad_enabled(False, submod_1, x);  submod_1 = None
        getitem: "f32[2, 3]" = wrap[0];  wrap = None
        return (getitem,)

    class submod_1(torch.nn.Module):
        def forward(self, x: "f32[2, 3]"):
            cos: "f32[2, 3]" = torch.ops.aten.cos.default(x)
            return (cos,)
`,
  );
  await page.getByText(/has wrapped those of this text already: line 4 calls wrap_with_set_grad_enabled/).waitFor();
  await type(page, GRAPH);
  await page.getByText('No pass found a region to judge.', { exact: true }).waitFor();
});

test('attributes that nothing gives are told beside the source, and as guesses where values are computed', async () => {
  const { page, complaints } = await pageWith(
    site,
    'class Scale(torch.nn.Module):\n    def forward(self, x: "f32[2, 3]"):\n' +
      '        return x * self.weight + self.bias\n',
  );
  const remark = page.getByTestId('remark');
  await remark.filter({ hasText: /nothing here says what self\.weight, self\.bias are/ }).waitFor();
  await page.locator('[data-tab=autograd]').click();
  const guessed = page.getByTestId('guessed');
  await guessed.filter({ hasText: 'does not say what weight, bias are: f32[3] is a guess' }).waitFor();
  await page.getByLabel('Type of weight').fill('f32[2, 3]');
  await page.getByLabel('Type of weight').press('Enter');
  await guessed.filter({ hasText: /what bias is:/ }).waitFor();
  assert.deepEqual(complaints, []);
});

test('a helper that is misspelled is a mistake, and mended in a click', async () => {
  const { page } = await site.page();
  await settled(page);
  const net = (/** @type {string} */ called) =>
    'class Net(torch.nn.Module):\n    def helper(self, x):\n        return x.relu()\n\n' +
    `    def forward(self, x: "f32[2, 3]"):\n        y = self.${called}(x)\n        return y + 1\n`;
  await type(page, net('helpr'));
  await settled(page, /^1 error/);
  await page.getByTestId('remedy').filter({ hasText: 'Write helper' }).click();
  await settled(page, /^captured/);
  assert.equal(await sourceWith(page, 'self.helper('), net('helper'));
});

for (const width of [1440, 400]) {
  test(`no word of the signature is broken, ${width} pixels wide`, async () => {
    const { page } = await site.page({ viewport: { width, height: 900 } });
    await settled(page);
    await page.evaluate(`document.querySelector('seesaw-playground').text = ${JSON.stringify(CNN)}`);
    await sourceWith(page, 'BatchNorm2d');
    await page.evaluate(() => {
      const element = /** @type {any} */ (document.querySelector('seesaw-playground'));
      element.model.setView({ tab: 'signature', pane: 'output' }, 'show');
    });
    const words = page.locator('seesaw-signature td', { hasText: 'persistent' });
    await words.first().waitFor();
    for (const box of await page
      .locator('seesaw-signature tbody tr')
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height)))
      assert.ok(box < 75, `a row is ${box} pixels high`);
    const lines = await words.first().evaluate((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return new Set([...range.getClientRects()].map((rect) => Math.round(rect.top))).size;
    });
    assert.ok(lines <= 2, `"persistent" stands in ${lines} lines`);
  });
}

test('a picture that was saved here opens as the document that it shows', async () => {
  const { page, complaints } = await captured(REGIONS);
  const before = await page.evaluate(() => {
    const { doc, text } = /** @type {any} */ (document.querySelector('seesaw-playground')).model;
    return { text, pipeline: JSON.stringify(doc.pipeline) };
  });
  await page.getByTestId('share').click();
  const download = page.waitForEvent('download');
  await page.locator('[data-file=svg]').click();
  const svg = readFileSync(/** @type {string} */ (await (await download).path()), 'utf8');
  await page.keyboard.press('Escape');
  await openExample(page, 'dead_code');
  await open(page, 'picture.svg', svg);
  await sourceWith(page, 'w = z.tan()');
  const reopened = await page.evaluate(() => {
    const { doc, text } = /** @type {any} */ (document.querySelector('seesaw-playground')).model;
    return { text, pipeline: JSON.stringify(doc.pipeline) };
  });
  assert.deepEqual(reopened, before);
  assert.deepEqual(complaints, []);
});

test('a picture that only holds a program opens as its text, not as JSON', async () => {
  const session = await Session.create({ full: true });
  const svg = session.print(session.open(GRAPH).handle, { format: 'svg' });
  const { page } = await site.page();
  await settled(page);
  await open(page, 'picture.svg', svg);
  const text = await sourceWith(page, 'asinh');
  assert.match(text, /def forward/);
  assert.ok(!text.includes('seesaw.program'), text.slice(0, 100));
});

test('what was saved here and is pasted over a text is opened, too, and undo brings back that text', async () => {
  const { page, complaints } = await pageWith(site, GRAPH);
  const saved = JSON.stringify({ seesaw: 1, text: GRAPH.replace('asinh', 'acosh'), name: 'kept' });
  const session = await Session.create({ full: true });
  const { handle } = session.open(GRAPH.replace('asinh', 'atanh'));
  const picture = '<svg xmlns="http://www.w3.org/2000/svg"></svg>';
  for (const [pasted, part] of [
    [saved, 'acosh'],
    [withDocument(picture, saved), 'acosh'],
    [session.print(handle, { format: 'svg' }), 'atanh'],
  ]) {
    await paste(page, pasted);
    // What is pasted holds the part, too, until it is opened.
    await becomes(async () => /^(def|class) /.test(await sourceWith(page, part)), true, part);
    await page.keyboard.press('Control+z');
    assert.equal(await sourceWith(page, 'asinh'), GRAPH);
  }
  assert.deepEqual(complaints, []);
});

test('any document comes out of a picture as it went in', () => {
  const svg = '<?xml version="1.0"?>\n<svg width="1"><g/></svg>';
  for (const json of ['{"text": "a < b && c > d]]> \\"$& $1\\" </metadata>"}', '{}', '{"text":"é 中 &amp; &#60;"}'])
    assert.equal(documentOf(withDocument(svg, json)), json);
  assert.equal(documentOf(svg), null);
  assert.equal(documentOf('def forward(self): ...'), null);
});

test('a text that is pasted over another is read from its beginning', async () => {
  const { page } = await pageWith(site, GRAPH);
  const long =
    'def forward(self, ' +
    `v0):\n${Array.from({ length: 400 }, (_, i) => `    v${i + 1} = torch.ops.aten.acosh.default(v${i})`).join(
      '\n',
    )}\n ` +
    '' +
    '' +
    '   return (v400,)\n';
  await paste(page, long);
  await settled(page, /402 nodes/);
  const seen = await page.evaluate(() => {
    const { editor } = /** @type {any} */ (document.querySelector('seesaw-playground'));
    return { head: editor.state.selection.main.head, top: editor.shadowRoot.querySelector('.cm-scroller').scrollTop };
  });
  assert.deepEqual(seen, { head: 0, top: 0 });
  await page.keyboard.press('Control+z');
  await settled(page, /3 nodes/);
  // What is pasted into a text leaves the cursor behind it.
  await page.getByTestId('source').locator('.cm-line').first().click();
  await page.keyboard.press('Home');
  await page.getByTestId('source').evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '# a remark\n');
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }),
    );
  });
  assert.equal(
    await page.evaluate(
      () => /** @type {any} */ (document.querySelector('seesaw-playground')).editor.state.selection.main.head,
    ),
    11,
  );
});

test('a paste that cannot be read keeps no result of the text before it; a mistake while typing keeps it', async () => {
  const { page } = await pageWith(site, GRAPH);
  await resultWith(page, 'asinh');
  await type(page, GRAPH.replace('(x)', '(x'));
  await settled(page, /error/);
  await page.getByRole('note').filter({ hasText: 'Last good result' }).waitFor();
  await type(page, GRAPH);
  await settled(page);
  await paste(page, 'this is no graph at all\n');
  await settled(page, /error/);
  await page.getByTestId('view').getByText('No result yet: the source has errors.').waitFor();
  assert.equal(await page.getByRole('note').filter({ hasText: 'Last good result' }).count(), 0);
  await page.keyboard.press('Control+z');
  await settled(page);
  await resultWith(page, 'asinh');
  // The same of a file.
  await open(page, 'no_graph.txt', 'neither is this\n');
  await settled(page, /error/);
  await page.getByTestId('view').getByText('No result yet: the source has errors.').waitFor();
});

test('a text with mistakes that undo brings back, or a page sets, has no result of another one', async () => {
  const { page } = await pageWith(site, GRAPH);
  const none = page.getByTestId('view').getByText('No result yet: the source has errors.');
  await paste(page, 'this is no graph at all\n');
  await none.waitFor();
  await paste(page, GRAPH);
  await resultWith(page, 'asinh');
  await page.keyboard.press('Control+z');
  await settled(page, /error/);
  await none.waitFor();
  await page.keyboard.press('Control+Shift+z');
  await resultWith(page, 'asinh');
  await page.evaluate(() => {
    const element = /** @type {any} */ (document.querySelector('seesaw-playground'));
    element.text = 'no graph\n';
  });
  await settled(page, /error/);
  await none.waitFor();
});

test('a pasted text has its own name, and neither the example nor the values of the one before', async () => {
  const { page } = await pageWith(site, GRAPH);
  const setup = () =>
    page.evaluate(() => {
      const { doc, example } = /** @type {any} */ (document.querySelector('seesaw-playground')).model;
      return { name: doc.name, example, values: Object.keys(doc.inputs.values), passes: doc.pipeline.length };
    });
  await openExample(page, 'dead_code');
  await page.evaluate(() => {
    const { model } = /** @type {any} */ (document.querySelector('seesaw-playground'));
    const values = { x: { kind: 'constant', text: '[1.0]' } };
    model.changeSetup({ name: 'mine', inputs: { seed: 0, values, hooks: [] } });
  });
  const before = await setup();
  assert.deepEqual(before, { ...before, name: 'mine', example: 'dead_code', values: ['x'] });
  // Of the same name as what the example holds.
  const text = await page.evaluate(() => /** @type {any} */ (document.querySelector('seesaw-playground')).text);
  const named = /(?:class|def) (\S+?)[(:]/.exec(text)?.[0] ?? assert.fail();
  await paste(
    page,
    named.startsWith('def') ? GRAPH : `${named}torch.nn.Module):\n    ${GRAPH.replaceAll('\n', '\n    ')}`,
  );
  await resultWith(page, 'asinh');
  assert.deepEqual(await setup(), { name: '', example: '', values: [], passes: before.passes });
  await page.keyboard.press('Control+z');
  await becomes(setup, before);
});

test('another text is seen from its beginning in the picture, too, whatever both have', async () => {
  const { page } = await pageWith(site, GRAPH);
  await page.locator('[data-tab=graph]').click();
  await still(page);
  const unseen = () =>
    page
      .locator('seesaw-canvas')
      .first()
      .evaluate((/** @type {any} */ one) => one.drawing.count - one.drawn.nodes.length);
  await becomes(unseen, 0);
  const steps = Array.from({ length: 12 }, (_, at) => `    v${at + 1} = torch.ops.aten.cos.default(v${at})\n`);
  await paste(page, `def forward(self, v0: "f32[2, 3]"):\n${steps.join('')}    return (v12,)\n`);
  await settled(page, /^14 nodes/);
  await still(page);
  await becomes(unseen, 0);
  assert.equal(
    await page
      .locator('seesaw-canvas')
      .first()
      .evaluate((/** @type {any} */ one) => one.drawing.count),
    14,
  );
});

test('a region that has no name is called by what it comes after, where it is lost, too', async () => {
  const { page } = await captured(REGIONS.replace('return z + w', 'return (z + w).std(0)'));
  await page.evaluate(() => {
    const { model } = /** @type {any} */ (document.querySelector('seesaw-playground'));
    const names = ['replace_set_grad_with_hop_pass', 'run_decompositions'];
    model.changeSetup({ pipeline: names.map((name) => ({ name, enabled: true, options: {} })) });
  });
  const lost = page.locator('.why li.lost');
  await lost.first().waitFor();
  assert.match(await lost.first().innerText(), /^lost\s*region after \w+/);
  await page.locator('.verdict.bad', { hasText: /because\s+the region after \w+\s+is lost/ }).waitFor();
});

for (const width of [1440, 400]) {
  test(`that the engine works is said over no control, ${width} pixels wide`, async () => {
    const { page } = await site.page({ viewport: { width, height: 850 } });
    await settled(page);
    await page.evaluate(() =>
      /** @type {any} */ (document.querySelector('seesaw-playground')).model.setView(
        { tab: 'graph', pane: 'output' },
        'show',
      ),
    );
    await still(page);
    await hang(page);
    await page.evaluate(
      () => void (/** @type {any} */ (document.querySelector('seesaw-playground')).engine.call('check', {})),
    );
    const said = (await page.locator('.working').boundingBox()) ?? assert.fail();
    for (const part of ['.tools', '.strip', '.legend']) {
      const { y, height } = (await page.locator(`seesaw-graph ${part}`).boundingBox()) ?? assert.fail(part);
      assert.ok(said.y >= y + height || said.y + said.height <= y, `it covers ${part}`);
    }
  });
}

test('an editable element that asks for a tab shows it where there is room for one part', async () => {
  const { page } = await site.page();
  await settled(page);
  for (const [attributes, pane] of /** @type {const} */ ([
    ['tab="graph"', 'output'],
    ['', 'text'],
  ])) {
    await page.evaluate(
      ([more, text]) => {
        document.querySelector('#one')?.remove();
        const place = document.createElement('div');
        place.id = 'one';
        place.style.width = '760px';
        place.innerHTML = `<seesaw-playground ${more}><script type="text/plain"></script></seesaw-playground>`;
        /** @type {HTMLElement} */ (place.querySelector('script')).textContent = text;
        document.body.prepend(place);
      },
      [attributes, GRAPH],
    );
    await page.locator(`#one .page.show-${pane}`).waitFor();
    if (attributes) await page.locator('#one seesaw-graph').waitFor();
  }
});

test('a link that points into the result shows it where there is room for one part', async () => {
  for (const [view, pane] of /** @type {const} */ ([
    [{ tab: 'graph' }, 'output'],
    [{}, 'text'],
  ])) {
    const packed = deflateSync(JSON.stringify({ seesaw: 1, text: GRAPH, view })).toString('base64url');
    const { page } = await site.page({ path: `#v1:${packed}`, viewport: { width: 400, height: 850 } });
    await sourceWith(page, 'asinh');
    await page.locator(`.page.show-${pane}`).waitFor();
  }
});

test('the number of what was found is clear of the ring around the field', async () => {
  const { page } = await pageWith(site, GRAPH);
  await page.locator('[data-tab=graph]').click();
  const field = page.getByTestId('graph-search');
  await field.fill('op:asinh');
  await page.getByTestId('found').waitFor();
  await field.focus();
  const [right, ring, left] = await field.evaluate((element) => {
    const style = getComputedStyle(element);
    const count = /** @type {any} */ (element.parentElement?.querySelector('[data-testid=found]'));
    const range = document.createRange();
    range.selectNodeContents(count);
    return [
      element.getBoundingClientRect().right,
      parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset),
      range.getBoundingClientRect().left,
    ];
  });
  assert.ok(ring > 0);
  assert.ok(left >= right + ring, `the number begins at ${left}, the ring ends at ${right + ring}`);
});

test('bars of regions stay beside their signs when the source is scrolled sideways', async () => {
  const { page } = await site.page();
  await settled(page);
  const bars = page.locator('seesaw-editor .cm-signs .cm-gutterElement.cm-region');
  await bars.first().waitFor();
  const places = () => bars.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)));
  const before = await places();
  assert.ok(before.length >= 4, `${before.length} lines of regions`);
  await page.locator('seesaw-editor .cm-scroller').evaluate((scroller) => (scroller.scrollLeft = 500));
  assert.deepEqual(await places(), before);
  const shadow = await bars.first().evaluate((one) => getComputedStyle(one).boxShadow);
  assert.match(shadow, /inset/);
});

test('grouping by grad mode says where the regions are that a pass has wrapped', async () => {
  const { page } = await captured(REGIONS);
  await page.locator('[data-tab=graph]').click();
  const top = () =>
    page
      .locator('seesaw-canvas')
      .first()
      .evaluate((one) => one.getBoundingClientRect().top);
  await page.getByTestId('group-by').waitFor();
  const before = await top();
  await page.getByTestId('group-by').selectOption('grad');
  const note = page.getByTestId('ungrouped');
  await note.filter({ hasText: 'the 2 regions of another grad mode are submodules' }).waitFor();
  assert.equal(await top(), before, 'the picture moves');
  // It covers none of what is looked at first.
  const canvas = await page.locator('seesaw-canvas').first().boundingBox();
  const said = await note.boundingBox();
  assert.ok(canvas !== null && said !== null && said.y > canvas.y + canvas.height / 2, JSON.stringify([canvas, said]));
});

test('zoom and Fit are on the screen of a phone, whatever the legend holds', async () => {
  const { page } = await site.page({ viewport: { width: 400, height: 850 } });
  await settled(page);
  await page.evaluate(() =>
    /** @type {any} */ (document.querySelector('seesaw-playground')).model.setView(
      { tab: 'graph', pane: 'output' },
      'show',
    ),
  );
  const legend = page.getByTestId('legend');
  await legend.getByText('added').waitFor();
  assert.ok(await legend.evaluate((one) => one.scrollWidth > one.clientWidth), 'there is more than fits');
  const { x, width } = (await page.getByTestId('fit').boundingBox()) ?? assert.fail();
  assert.ok(x >= 0 && x + width <= 400, `Fit is from ${x} to ${x + width}`);
});

test('shapes that do not fit are counted as an error where the state is said', async () => {
  const { page } = await pageWith(site, GRAPH);
  await type(page, 'def forward(self, x: "f32[2, 3]"):\n    y = torch.ops.aten.mm.default(x, x)\n    return (y,)\n');
  await settled(page, /^3 nodes · 1 error/);
  await page.getByTestId('remark').filter({ hasText: 'RuntimeError' }).waitFor();
  await type(page, GRAPH);
  await settled(page, /^3 nodes · 1 graph/);
});

test('lessons of hooks compute in float32, as torch.tensor does', async () => {
  const { page } = await site.page();
  await settled(page);
  await page.locator('[data-tab=autograd]').click();
  await page.locator('[data-autograd=gallery]').click();
  await page.getByText('float32[2], 8 bytes').first().waitFor();
  assert.equal(await page.getByText('float64').count(), 0);
  assert.match(
    await page.getByTestId('lesson-source').inputValue(),
    /^a = torch\.tensor\(\[0\.5, 1\.\], requires_grad=True\)/,
  );
});

test('an input that nothing is known of is annotated in a click, and undo takes it back', async () => {
  const { page, complaints } = await site.page();
  await settled(page);
  const text =
    'import torch\nclass M(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n' +
    '        self.c = torch.nn.Conv2d(3, 8, 3)\n    def forward(self, x):\n        return self.c(x)\n';
  await type(page, text);
  const remedy = page.getByTestId('remedy');
  await remedy.filter({ hasText: 'Annotate x: "f32[1, 3, 32, 32]"' }).click();
  await sourceWith(page, 'def forward(self, x: "f32[1, 3, 32, 32]"):');
  await settled(page, /^captured/);
  await page.keyboard.press('Control+z');
  await remedy.waitFor();
  assert.deepEqual(await accessibilityFindings(page), []);
  assert.deepEqual(complaints, []);
});

test('of two graphs that are pasted together the second is opened in a click, and undo takes it back', async () => {
  const { page, complaints } = await site.page();
  await settled(page);
  await paste(page, `${GRAPH}\n${GRAPH.replaceAll('asinh', 'acosh')}`);
  const remedy = page.getByTestId('remedy').filter({ hasText: 'Open that graph instead' });
  await remedy.click();
  await remedy.waitFor({ state: 'detached' });
  assert.equal(await sourceWith(page, 'acosh'), GRAPH.replaceAll('asinh', 'acosh'));
  await page.keyboard.press('Control+z');
  await sourceWith(page, 'asinh');
  assert.deepEqual(complaints, []);
});

test('of a pasted log the first graph is opened, as of a file; undo brings the log back', async () => {
  const { page, complaints } = await site.page();
  await settled(page);
  const graph = (/** @type {string} */ id, /** @type {string} */ op) =>
    [
      'TRACED GRAPH',
      ` ===== __compiled_fn_${id[0]} =====`,
      ' <eval_with_key>.0 class GraphModule(torch.nn.Module):',
      ...GRAPH.replace('asinh', op)
        .trimEnd()
        .split('\n')
        .map((line) => `    ${line}`),
      '',
    ]
      .map((line) => `V1128 22:42:19.774000 1164 torch/_dynamo/output_graph.py:1353] [${id}] [__graph_code] ${line}\n`)
      .join('');
  const log = `${graph('0/0', 'asinh')}break\n${graph('1/0', 'acosh')}`;
  await paste(page, log);
  await page.locator('seesaw-log').getByText('2 compilations').waitFor();
  await settled(page, /^3 nodes/);
  assert.doesNotMatch(await sourceWith(page, 'asinh'), /V1128|acosh/);
  await page.locator('seesaw-log').waitFor();
  await page.keyboard.press('Control+z');
  assert.equal(await sourceWith(page, 'V1128'), log);
  assert.deepEqual(complaints, []);
});
