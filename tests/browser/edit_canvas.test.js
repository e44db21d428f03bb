/**
 * Edits on the picture of the graph: arguments dragged, the menu of a node, insertion on an edge, several nodes, copy
 * and paste.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { becomes, openSite, pageWith, settled, sourceWith, still, type } from '../../web/tools/browser.js';
import { camera, openGraph, placeOf } from '../../web/tools/graph_page.js';

/** @typedef {import('playwright-core').Page} Page */

const TEXT = `class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 3]"):
        sin: "f32[2, 3]" = torch.ops.aten.sin.default(x);  x = None
        cos: "f32[2, 3]" = torch.ops.aten.cos.default(sin)
        add: "f32[2, 3]" = torch.ops.aten.add.Tensor(sin, cos);  sin = cos = None
        return (add,)
        `;

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

async function open() {
  const { page, complaints } = await pageWith(site, TEXT);
  await page.evaluate(() =>
    /** @type {any} */ (document.querySelector('seesaw-playground')).model.changeSetup({ pipeline: [] }),
  );
  await page.locator('[data-tab=graph]').click();
  await drawn(page, ['x', 'sin', 'cos', 'add', 'output']);
  return { page, complaints };
}

/** Waits until the picture has these nodes, and stands still. @param {Page} page @param {string[]} names */
async function drawn(page, names) {
  await page.waitForFunction(
    (wanted) => {
      const canvas = /** @type {any} */ (document.querySelector('seesaw-playground')).shadowRoot
        .querySelector('seesaw-graph')
        ?.shadowRoot?.querySelector('seesaw-canvas');
      const there = Array.from({ length: canvas?.drawing?.count ?? 0 }, (_, i) => canvas.drawing.name(i));
      return wanted.every((name) => there.includes(name)) && there.length === wanted.length;
    },
    names,
    { timeout: 20000 },
  );
  await still(page);
}

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ nodes: Record<string, Point>, edges: { from: string, to: string, points: Point[] }[] }} Places */

/**
 * Where nodes and edges are on the screen, once nothing around the picture moves it any more.
 * @param {Page} page
 * @returns {Promise<Places>}
 */
async function places(page) {
  let last = await placesNow(page);
  for (let i = 0; i < 50; i++) {
    await page.waitForTimeout(60);
    const now = await placesNow(page);
    if (JSON.stringify(now) === JSON.stringify(last)) return now;
    last = now;
  }
  return assert.fail('the picture does not come to rest');
}

/** @param {Page} page @returns {Promise<Places>} */
const placesNow = (page) =>
  page.evaluate(() => {
    const graph = /** @type {any} */ (document.querySelector('seesaw-playground')).shadowRoot.querySelector(
      'seesaw-graph',
    );
    const canvas = graph.shadowRoot.querySelector('seesaw-canvas');
    const { drawing, camera } = canvas;
    const { left, top } = canvas.getBoundingClientRect();
    const screen = (/** @type {number} */ x, /** @type {number} */ y) => ({
      x: left + (x - camera.x) * camera.scale,
      y: top + (y - camera.y) * camera.scale,
    });
    /** @type {Record<string, { x: number, y: number }>} */
    const nodes = {};
    for (let i = 0; i < drawing.count; i++) {
      nodes[drawing.name(i)] = screen(
        drawing.box[4 * i] + drawing.box[4 * i + 2] / 2,
        drawing.box[4 * i + 1] + drawing.box[4 * i + 3] / 2,
      );
    }
    const { edges, points } = drawing.picture;
    const lines = Array.from(edges.from, (/** @type {number} */ from, /** @type {number} */ i) => {
      const own = [];
      for (let at = edges.start[i]; at < edges.start[i + 1]; at++) own.push(screen(points[2 * at], points[2 * at + 1]));
      return { from: drawing.name(from), to: drawing.name(edges.to[i]), points: own };
    });
    return { nodes, edges: lines };
  });

test('an argument is dragged from where its edge enters the node to another node; undo takes it back', async () => {
  const { page, complaints } = await open();
  const { nodes, edges } = await places(page);
  const end = edges.find(({ from, to }) => from === 'cos' && to === 'add')?.points.at(-1) ?? { x: 0, y: 0 };
  await page.mouse.move(end.x, end.y);
  await page.mouse.down();
  await page.mouse.move(nodes.x.x, nodes.x.y, { steps: 5 });
  assert.equal(await page.locator('.edit-thread').count(), 1);
  await page.locator('.edit-words', { hasText: 'add: "f32[2, 3]" = torch.ops.aten.add.Tensor(sin, x)' }).waitFor();
  await page.mouse.up();
  await sourceWith(page, 'torch.ops.aten.add.Tensor(sin, x);  sin = x = None');
  assert.equal(await page.locator('.edit-thread').count(), 0);
  await page.keyboard.press('Control+z');
  await sourceWith(page, 'add.Tensor(sin, cos)');
  assert.deepEqual(complaints, []);
});

test('a drag that would make a cycle is refused with the reason', async () => {
  const { page } = await open();
  const { nodes, edges } = await places(page);
  const end = edges.find(({ to }) => to === 'sin')?.points.at(-1) ?? { x: 0, y: 0 };
  await page.mouse.move(end.x, end.y);
  await page.mouse.down();
  await page.mouse.move(nodes.add.x, nodes.add.y, { steps: 5 });
  await page.locator('.edit-thread.bad', { hasText: "'add' depends on 'sin'" }).waitFor();
  await page.mouse.up();
  await page.getByTestId('refusal').filter({ hasText: "'add' depends on 'sin'" }).waitFor();
  await sourceWith(page, 'sin.default(x)');
});

const COND = `class GraphModule(torch.nn.Module):
    def forward(self, p: "b8[]", x: "f32[3]", y: "f32[3]"):
        true_graph_0 = self.true_graph_0
        false_graph_0 = self.false_graph_0
        cond = torch.ops.higher_order.cond(p, true_graph_0, false_graph_0, [x, y]);  \
p = true_graph_0 = false_graph_0 = x = y = None
        getitem: "f32[3]" = cond[0];  cond = None
        return (getitem,)

    class true_graph_0(torch.nn.Module):
        def forward(self, a: "f32[3]", b: "f32[3]"):
            add: "f32[3]" = torch.ops.aten.add.Tensor(a, b);  a = b = None
            return (add,)

    class false_graph_0(torch.nn.Module):
        def forward(self, c: "f32[3]", d: "f32[3]"):
            sub: "f32[3]" = torch.ops.aten.sub.Tensor(c, d);  c = d = None
            return (sub,)
`;

test(
  'what a body takes is wired through its border to the placeholder, and is given to another node there; ' +
    'what it returns is not',
  async () => {
    const { page, complaints } = await open();
    await type(page, COND);
    const names = [
      'p',
      'x',
      'y',
      'true_graph_0',
      'false_graph_0',
      'cond',
      'getitem',
      'output',
      'a',
      'b',
      'add',
      'output',
      'c',
      'd',
      'sub',
      'output',
    ];
    await drawn(page, names);
    await page.getByTestId('fit').click();
    await still(page);
    const before = await places(page);
    const wires = before.edges.map(({ from, to }) => `${from} ${to}`).filter((wire) => /^(x|y|output) /.test(wire));
    assert.deepEqual(wires.sort(), ['output cond', 'output cond', 'x a', 'x c', 'y b', 'y d']);
    const drag = async (/** @type {string} */ from, /** @type {string} */ to, /** @type {string} */ node) => {
      const { edges, nodes } = await places(page);
      const end = /** @type {{ x: number, y: number }} */ (
        edges.find((edge) => edge.from === from && edge.to === to)?.points.at(-1)
      );
      await page.mouse.move(end.x, end.y);
      await page.mouse.down();
      await page.mouse.move(nodes[node].x, nodes[node].y, { steps: 4 });
      await page.mouse.up();
    };
    await drag('y', 'b', 'x');
    await sourceWith(page, 'cond(p, true_graph_0, false_graph_0, [x, x])');
    await settled(page);
    await still(page);
    await drag('output', 'cond', 'p');
    await page
      .getByTestId('refusal')
      .filter({ hasText: /This is what (true|false)_graph_0 returns to cond/ })
      .waitFor();
    assert.deepEqual(complaints, []);
  },
);

test('a right click opens the edits of a node, and on an edge inserts there', async () => {
  const { page } = await open();
  const { nodes } = await places(page);
  await page.mouse.click(nodes.cos.x, nodes.cos.y, { button: 'right' });
  await page.locator('[data-menu=duplicate]').click();
  await sourceWith(page, 'cos_1: "f32[2, 3]" = torch.ops.aten.cos.default(sin)');
  await page.keyboard.press('Control+z');
  await drawn(page, ['x', 'sin', 'cos', 'add', 'output']);
  const { edges } = await places(page);
  const [a, b] = edges.find(({ from, to }) => from === 'sin' && to === 'add')?.points.slice(1, 3) ?? [];
  await page.mouse.click((a.x + b.x) / 2, (a.y + b.y) / 2, { button: 'right' });
  await page.getByTestId('operator-search').fill('aten.neg');
  await page.getByTestId('edit-dialog').locator('[data-operator="torch.ops.aten.neg.default"]').click();
  await page.getByTestId('edit-dialog').getByRole('button', { name: 'Insert' }).click();
  await sourceWith(page, 'add.Tensor(neg, cos)');
  await drawn(page, ['x', 'sin', 'cos', 'neg', 'add', 'output']);
});

test('a right click beside all nodes leaves none chosen: what the menu offers there needs none', async () => {
  const { page, complaints } = await open();
  const { nodes } = await places(page);
  await page.mouse.click(nodes.cos.x, nodes.cos.y);
  await page.mouse.click(nodes.cos.x, nodes.cos.y, { button: 'right' });
  await page.locator('[data-menu=duplicate]').waitFor();
  await page.keyboard.press('Escape');
  const box = /** @type {{ x: number, y: number, width: number, height: number }} */ (
    await page.locator('seesaw-canvas').boundingBox()
  );
  await page.mouse.click(box.x + 30, box.y + box.height / 2, { button: 'right' });
  await page.locator('[data-menu=paste-nodes]').waitFor();
  assert.equal(await page.locator('[data-menu=duplicate]:enabled').count(), 0);
  assert.equal(await page.getByTestId('edit-dialog').locator('h2 .mono').count(), 0);
  assert.deepEqual(complaints, []);
});

test('several nodes are chosen on the picture, copied, pasted and extracted', async () => {
  const { page } = await open();
  const { nodes } = await places(page);
  await page.mouse.click(nodes.sin.x, nodes.sin.y);
  await page.keyboard.down('Control');
  await page.mouse.click(nodes.cos.x, nodes.cos.y);
  await page.keyboard.up('Control');
  await page.getByTestId('chosen').filter({ hasText: '2 nodes' }).waitFor();
  await page.keyboard.press('Alt+c');
  await page.waitForFunction(() =>
    /** @type {any} */ (document.querySelector('seesaw-playground')).model.edits.copied.includes('cos = '),
  );
  await page.evaluate(() => {
    const playground = /** @type {any} */ (document.querySelector('seesaw-playground'));
    const data = new DataTransfer();
    data.setData('text/plain', playground.model.edits.copied);
    window.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await sourceWith(page, 'cos_1: "f32[2, 3]" = torch.ops.aten.cos.default(sin_1)');
  await page.keyboard.press('Control+z');
  await drawn(page, ['x', 'sin', 'cos', 'add', 'output']);
  const { nodes: again } = await places(page);
  await page.mouse.click(again.sin.x, again.sin.y);
  await page.getByTestId('chosen').filter({ hasText: 'sin' }).waitFor();
  await page.keyboard.down('Control');
  await page.mouse.click(again.cos.x, again.cos.y);
  await page.keyboard.up('Control');
  await page.getByTestId('chosen').filter({ hasText: '2 nodes' }).waitFor();
  await page.keyboard.press('Alt+x');
  await page.getByTestId('edit-dialog').getByLabel('Name of the submodule').fill('waves');
  await page.keyboard.press('Enter');
  await sourceWith(page, 'class waves(torch.nn.Module):');
});

test(
  'on the picture alone: edits as quickly as keys come, the focus and the view stay, keys that editors ' +
    'have, refusals where no source is',
  async () => {
    const { page, complaints } = await open();
    const first = await placeOf(page, 'x');
    await page.mouse.move(first.x, first.y);
    const { y: top } = /** @type {{ y: number }} */ (await page.locator('seesaw-canvas').boundingBox());
    await page.mouse.wheel(0, first.y - top - 30);
    const { x, y } = await placeOf(page, 'x');
    const before = await camera(page);
    await page.mouse.click(x, y);
    await page.getByTestId('chosen').filter({ hasText: 'x' }).waitFor();
    await page.keyboard.press('F2');
    await page.getByTestId('edit-dialog').getByLabel('New name').waitFor();
    await page.keyboard.type('wave');
    await page.keyboard.press('Enter');
    await drawn(page, ['wave', 'sin', 'cos', 'add', 'output']);
    assert.deepEqual(await camera(page), before, 'what is on the screen, if near its edge, need not be brought there');
    await page.keyboard.press('ArrowDown');
    await page.getByTestId('chosen').filter({ hasText: 'sin' }).waitFor();
    await Promise.all([page.keyboard.press('Alt+d'), page.keyboard.press('Alt+d'), page.keyboard.press('Alt+d')]);
    await drawn(page, ['wave', 'sin', 'sin_1', 'sin_2', 'sin_3', 'cos', 'add', 'output']);
    await page.keyboard.press('Delete');
    await page.getByTestId('edit-dialog').getByRole('button', { name: 'Nothing: it is not used' }).click();
    await drawn(page, ['wave', 'sin', 'sin_1', 'sin_2', 'cos', 'add', 'output']);
    const cos = await placeOf(page, 'cos');
    await page.mouse.click(cos.x, cos.y);
    await page.getByTestId('chosen').filter({ hasText: 'cos' }).waitFor();
    await page.keyboard.press('Control+c');
    await page.waitForFunction(() =>
      /** @type {any} */ (document.querySelector('seesaw-playground')).model.edits.copied.startsWith('cos = '),
    );
    await page.keyboard.press('Alt+n');
    await page.getByTestId('refusal').waitFor();
    assert.equal(await page.getByTestId('refusal-elsewhere').isVisible(), false, 'once is enough');
    await page.locator('[data-part=source]').click();
    await page.getByTestId('refusal-elsewhere').filter({ hasText: "'cos' is a call_function" }).waitFor();
    await page.getByTestId('refusal-elsewhere').getByRole('button', { name: 'Close' }).click();
    await page.getByTestId('refusal-elsewhere').waitFor({ state: 'detached' });
    assert.deepEqual(complaints, []);
  },
);

test('Escape gives a drag of an argument up, and so does letting it go beside the picture', async () => {
  const { page } = await open();
  const { nodes, edges } = await places(page);
  const end = edges.find(({ from, to }) => from === 'cos' && to === 'add')?.points.at(-1) ?? { x: 0, y: 0 };
  await page.mouse.move(end.x, end.y);
  await page.mouse.down();
  await page.mouse.move(nodes.x.x, nodes.x.y, { steps: 5 });
  assert.equal(await page.locator('.edit-thread').count(), 1);
  await page.keyboard.press('Escape');
  await becomes(() => page.locator('.edit-thread').count(), 0);
  await page.mouse.up();
  // Let go beside the picture, where it goes on behind the edge.
  const { y: top } = /** @type {{ y: number }} */ (await page.locator('seesaw-canvas').boundingBox());
  const up = nodes.x.y - top + 25;
  await page.mouse.wheel(0, up);
  await still(page);
  await page.mouse.move(end.x, end.y - up);
  await page.mouse.down();
  await page.mouse.move(nodes.x.x, nodes.x.y - up, { steps: 5 });
  assert.equal(await page.locator('.edit-thread').count(), 1);
  await page.mouse.up();
  await still(page);
  assert.match(await page.getByTestId('source').innerText(), /add\.Tensor\(sin, cos\)/);
});

test('statements from elsewhere that are pasted on the picture are inserted, not opened as a graph', async () => {
  const { page } = await open();
  const { nodes } = await places(page);
  await page.mouse.click(nodes.cos.x, nodes.cos.y);
  await page.getByTestId('chosen').filter({ hasText: 'cos' }).waitFor();
  const paste = (/** @type {string} */ text) =>
    page.evaluate((text) => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      window.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, text);
  await paste('tan = torch.ops.aten.tan.default(cos)\n');
  await sourceWith(page, 'torch.ops.aten.tan.default(cos)');
  await sourceWith(page, 'add.Tensor(sin, cos)');
  await paste('exp = torch.ops.aten.exp.default(nobody)\n');
  await page.getByTestId('refusal').filter({ hasText: 'nobody' }).waitFor();
  await sourceWith(page, 'torch.ops.aten.tan.default(cos)');
});

test('an argument is given to another node with the keyboard alone', async () => {
  const { page, complaints } = await open();
  const at = await places(page);
  await page.mouse.click(at.nodes.add.x, at.nodes.add.y);
  await page.keyboard.press('r');
  const rewiring = page.getByTestId('rewiring');
  await rewiring.filter({ hasText: 'Argument 1 of add, now sin' }).waitFor();
  await page.keyboard.press('r');
  await rewiring.filter({ hasText: 'Argument 2 of add, now cos' }).waitFor();
  await page.keyboard.press('Escape');
  await rewiring.waitFor({ state: 'detached' });
  assert.match(await page.getByTestId('source').innerText(), /add\.Tensor\(sin, cos\)/, 'left as it was');
  await page.keyboard.press('r');
  await page.keyboard.press('r');
  for (const name of ['sin', 'x']) {
    await page.keyboard.press('ArrowUp');
    await page
      .getByTestId('graph-said')
      .filter({ hasText: new RegExp(`^${name}\\b`) })
      .waitFor();
  }
  await page.keyboard.press('Enter');
  await sourceWith(page, 'add.Tensor(sin, x)');
  await rewiring.waitFor({ state: 'detached' });
  assert.deepEqual(complaints, []);
});

test('a graph that was captured from Python is edited once it is the source', async () => {
  const { page, complaints } = await open();
  const python =
    'import torch\n\nclass M(torch.nn.Module):\n    def forward(self, x: "f32[2, 3]"):\n        return x.abs().sin()\n';
  await type(page, python);
  await page.getByTestId('capture').selectOption('always');
  await settled(page, /captured · 4 nodes/);
  await still(page);
  const before = await places(page);
  const edge = before.edges.find((one) => one.to === 'sin');
  const input = before.nodes[before.edges.find((one) => one.to === 'abs_1')?.from ?? ''];
  const end = /** @type {{ x: number, y: number }} */ (edge?.points.at(-1));
  await page.mouse.move(end.x, end.y);
  await page.mouse.down();
  await page.mouse.move(input.x, input.y, { steps: 4 });
  await page.mouse.up();
  await page.getByTestId('refusal').filter({ hasText: 'captured from Python' }).waitFor();
  await page.getByTestId('take-captured').click();
  await sourceWith(page, 'torch.ops.aten.abs.default');
  await settled(page, /^4 nodes/);
  // Once the picture is where the new text has it.
  await still(page);
  const at = await placeOf(page, 'abs_1');
  await page.mouse.click(at.x, at.y);
  await page.getByTestId('chosen').filter({ hasText: 'abs_1' }).waitFor();
  await page.evaluate(() => /** @type {any} */ (document.querySelector('seesaw-playground')).commands.undo());
  await sourceWith(page, 'x.abs().sin()');
  assert.deepEqual(complaints, []);
});

test("the node of the document's view is chosen, and what is chosen is the node of the view", async () => {
  const { page, complaints } = await open();
  const chosen = () =>
    page.evaluate(() => /** @type {any} */ (document.querySelector('seesaw-playground')).model.view.node);
  const name = (/** @type {string | null} */ node) =>
    page.evaluate(
      (wanted) => /** @type {any} */ (document.querySelector('seesaw-playground')).model.setView({ node: wanted }),
      node,
    );
  await name('cos');
  await page
    .getByTestId('graph-said')
    .filter({ hasText: /^cos\b/ })
    .waitFor();
  await page.getByTestId('chosen').filter({ hasText: 'cos' }).waitFor();
  const at = await places(page);
  await page.mouse.click(at.nodes.sin.x, at.nodes.sin.y);
  await page.getByTestId('chosen').filter({ hasText: 'sin' }).waitFor();
  assert.equal(await chosen(), 'sin');
  await name('add');
  await page.getByTestId('chosen').filter({ hasText: 'add' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('an edit in a later step changes the node of the source, or says that a pass made it', async () => {
  const { page, complaints } = await openGraph(site, 'region_in_cond');
  const before = await sourceWith(page, 'getitem: "f32[3]" = cond[0]');
  const chosen = page.getByTestId('chosen').first();
  const pick = async (/** @type {string} */ path, /** @type {string} */ name) => {
    await page.evaluate(
      ([path, name]) => {
        const graph = /** @type {any} */ (document.querySelector('seesaw-playground')).shadowRoot.querySelector(
          'seesaw-graph',
        );
        const { drawing } = graph.shadowRoot.querySelector('seesaw-canvas');
        graph.pick(0, [drawing.find(`${path}\n${name}`)]);
      },
      [path, name],
    );
  };
  // The pass gave the name of the source's getitem to a node of its own.
  await pick('', 'getitem');
  await chosen.filter({ hasText: 'made by a pass' }).waitFor();
  await page.keyboard.press('F2');
  await becomes(() => page.getByTestId('edit-dialog').isVisible(), false);
  await pick('', 'getitem_1');
  await chosen.filter({ hasText: /^getitem$/ }).waitFor();
  await page.keyboard.press('F2');
  await page.getByTestId('edit-dialog').waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('first_of_cond');
  await page.keyboard.press('Enter');
  const after = await sourceWith(page, 'first_of_cond');
  assert.equal(after, before.replaceAll(/\bgetitem\b(?=:? |;|,|\))/g, 'first_of_cond'));
  assert.deepEqual(complaints, []);
});
