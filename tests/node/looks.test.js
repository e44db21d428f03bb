/** What the picture's colours tell: kinds of operators, costs, data of one's own. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Session } from '../../wasm/js/index.js';
import { amount, bytesOf, flopsOf, tensorOf } from '../../web/src/model/graph/costs.js';
import { Drawing } from '../../web/src/model/graph/drawing.js';
import { KINDS, kindOf } from '../../web/src/model/graph/kinds.js';
import { gradientsOf, groupTotals, lookOf, shares } from '../../web/src/model/graph/look.js';
import { heatColour, heatShare } from '../../web/src/ui/canvas/look.js';
import { ownData } from '../../web/src/model/graph/own_data.js';

const session = await Session.create({ full: true });
const records = new Map(session.describe().ops.map((/** @type {any} */ op) => [op.path, op]));

/** @param {string} text @param {object} [options] */
const drawingOf = (text, options = {}) => new Drawing(session.picture(session.open(text).handle, options));
/** @param {Drawing} drawing @param {string} name */
const nodeOf = (drawing, name) => drawing.find(`\n${name}`);

test("FLOPs are what PyTorch's counter counts", () => {
  const { rows } = JSON.parse(readFileSync(new URL('../data/flops.json', import.meta.url), 'utf8'));
  for (const { target, shapes, out, flops } of rows) {
    const type = (/** @type {number[]} */ shape) => `"f32[${shape.join(', ')}]"`;
    const inputs = shapes.map((/** @type {number[]} */ shape, /** @type {number} */ at) => `x${at}: ${type(shape)}`);
    const names = shapes.map((/** @type {unknown} */ _, /** @type {number} */ at) => `x${at}`);
    const call = `    y: ${type(out)} = ${target}(${names.join(', ')})`;
    const text = `def forward(self, ${inputs.join(', ')}):\n${call}\n    return (y,)\n`;
    const drawing = drawingOf(text);
    assert.equal(flopsOf(drawing, nodeOf(drawing, 'y')), flops, `${target} ${JSON.stringify(shapes)}`);
  }
});

test('what cannot be known is not 0: no shapes, symbolic shapes, an equation', () => {
  const drawing = drawingOf(
    'def forward(self, a: "f32[s0, 3]", b: "f32[3, 4]"):\n' +
      '    y: "f32[s0, 4]" = torch.ops.aten.mm.default(a, b)\n' +
      '    e: "f32[4]" = torch.ops.aten.einsum.default("ij,jk->k", [a, b])\n' +
      '    z = torch.ops.aten.mm.default(b, e)\n' +
      '    s: "f32[3, 3]" = torch.ops.aten.mm.default(b, b)\n' +
      '    return (y,)\n',
  );
  for (const name of ['y', 'e', 'z']) assert.equal(flopsOf(drawing, nodeOf(drawing, name)), null, name);
  assert.equal(flopsOf(drawing, nodeOf(drawing, 's')), 2 * 9 * 4, 'one operand twice');
  assert.equal(flopsOf(drawing, nodeOf(drawing, 'a')), 0);
  assert.equal(tensorOf('Sym(s0)'), null);
});

test('bytes of a type', () => {
  const sizes = { 'f32[2, 3]': 24, 'bf16[4]': 8, 'b8[5]': 5, 'i64[]': 8, 'c64[2]': 16, 'f8e4m3fn[3]': 3, 'f32[0]': 0 };
  for (const [type, bytes] of Object.entries(sizes)) assert.equal(bytesOf(type), bytes, type);
  for (const type of ['', 'f32[s0]', 'Sym(3)', 'f32[2*s1, 3]']) assert.equal(bytesOf(type), null, type);
  assert.deepEqual(
    [amount(12_300_000, 'FLOP'), amount(512, 'B'), amount(-1500, '')],
    ['12.3 MFLOP', '512 B', '−1.5 k'],
  );
});

test('each kind of operator has its sign', () => {
  const kinds = {
    'torch.ops.aten.mm.default': 'matrix',
    'torch.ops.aten.convolution.default': 'matrix',
    'torch.ops.aten.linear.default': 'matrix',
    'torch.ops.aten.relu.default': 'pointwise',
    'torch.ops.aten.add_.Tensor': 'pointwise',
    'operator.add': 'pointwise',
    'torch.nn.functional.gelu': 'pointwise',
    'torch.ops.aten.view.default': 'view',
    'operator.getitem': 'view',
    'torch.ops.aten.cat.default': 'view',
    'torch.ops.prims.convert_element_type.default': 'view',
    'torch.ops.aten.sum.dim_IntList': 'reduction',
    'torch.ops.aten._softmax.default': 'reduction',
    'torch.ops.aten.native_layer_norm.default': 'reduction',
    'torch.ops.aten.max_pool2d.default': 'reduction',
    'torch.ops.aten.arange.start_step': 'made',
    'torch.ops._c10d_functional.all_reduce.default': 'collective',
    'torch._C._set_grad_enabled': 'region',
    'torch.ops.higher_order.wrap_with_set_grad_enabled': 'region',
    'torch.ops.higher_order.cond': 'control',
    'torch.ops.mylib.fused.default': 'other',
  };
  const texts = ['call_function', ...Object.keys(kinds)];
  const drawing = /** @type {any} */ ({
    op: () => 'call_function',
    stands: () => -1,
    target: (/** @type {number} */ node) => texts[node + 1],
  });
  Object.values(kinds).forEach((kind, node) =>
    assert.equal(KINDS[kindOf(drawing, node, records)].id, kind, texts[node + 1]),
  );
});

test('a closed group has the sum of what is in it, a card of several that of all', () => {
  const calls = Array.from({ length: 6 }, (_, at) =>
    ['sin', 'exp', 'cos']
      .map(
        (op, i) =>
          `    v${3 * at + i}: "f32[2]" = torch.ops.aten.${op}.default(${at + i === 0 ? 'x' : `v${3 * at + i - 1}`})`,
      )
      .join('\n'),
  );
  const text = `def forward(self, x: "f32[2]"):\n${calls.join('\n')}\n    return (v17,)\n`;
  const open = drawingOf(text, { groupBy: 'repeat' });
  const values = Float64Array.from({ length: open.count }, (_, node) => (open.name(node).startsWith('v') ? 1 : NaN));
  const sums = groupTotals(open, values, (one, other) => one + other);
  assert.deepEqual([...sums.values()], [3, 3, 3, 3, 3, 3]);
});

test('shares of the largest: by tens for costs, evenly for data of any sign', () => {
  const near = (/** @type {ArrayLike<number>} */ all) => Array.from(all, (one) => Math.round(one * 100) / 100);
  assert.deepEqual(near(shares([0, 1, 10, 1000, NaN], true)), [0, 0.25, 0.5, 1, NaN]);
  assert.deepEqual(near(shares([-2, 0, 2], false)), [0, 0.5, 1]);
  assert.deepEqual(near(shares([3, 3], false)), [1, 1]);
});

test('gradients that are NaN or infinite are a class of their own, not 0', () => {
  const drawing = drawingOf(
    'def forward(self, x: "f32[2]"):\n' +
      ['sin', 'exp', 'cos', 'tan'].map((op, at) => `    v${at} = torch.ops.aten.${op}.default(x)\n`).join('') +
      '    return (v0, v1, v2, v3)\n',
  );
  const at = ['v0', 'v1', 'v2', 'v3'].map((name) => nodeOf(drawing, name));
  const given = [[0.5, -2], ['nan', 1, '-inf'], ['-inf', 0.1], ['inf']];
  const nodes = at.map((node, i) => ({ place: drawing.qualified(node), grad: { data: given[i] } }));
  const run = /** @type {any} */ ({ nodes, saved: [] });
  assert.deepEqual([...gradientsOf(run).sizes.values()], [2, 1, 0.1]);
  const look = lookOf(drawing, drawing, 'gradient', [], { run, own: new Map() });
  assert.deepEqual([look.least, look.most, look.top], [0.1, 2, at[0]]);
  assert.deepEqual(
    at.map((node) => look.texts?.get(drawing.qualified(node))),
    ['2', 'NaN', 'infinite', 'infinite'],
  );
  const palette = /** @type {any} */ ({ heat: 'heat', wrong: 'wrong' });
  assert.deepEqual(
    at.map((node) => [heatColour(look, palette, node), heatShare(look, node)]),
    [
      ['heat', 1],
      ['wrong', 1],
      ['wrong', 1],
      ['wrong', 1],
    ],
  );
  assert.ok(Number.isNaN(heatShare(look, nodeOf(drawing, 'x'))), 'no gradient, no colour');
  const sound = lookOf(drawing, drawing, 'gradient', [], { run: { ...run, nodes: nodes.slice(0, 1) }, own: new Map() });
  assert.equal(sound.wrong, null);
});

test('one that is infinite leaves the others their shares', () => {
  assert.deepEqual([...shares([1, Infinity, 0.1], true)], [1, 1, 0.75]);
  assert.deepEqual([...shares([-1, Infinity, 1, -Infinity], false)], [0, 1, 1, 0]);
});

test("data of one's own: JSON by name, rows of JSON, CSV with and without a header; the rest is said", () => {
  const pairs = (/** @type {string} */ text) => [...ownData(text).values];
  const want = [
    ['mm', 1.5],
    ['relu', 2],
  ];
  assert.deepEqual(pairs('{"mm": 1.5, "relu": 2}'), want);
  assert.deepEqual(pairs('[{"name": "mm", "time": 1.5}, {"name": "relu", "time": 2}]'), want);
  assert.deepEqual(pairs('name,time\nmm,1.5\nrelu,2\n'), want);
  assert.deepEqual(pairs('mm;1,5\nrelu;2'), want);
  assert.deepEqual(pairs('mm\t1.5\nrelu\t2'), want);
  assert.deepEqual(pairs('"mm", 1.5\r\n"relu", 2\r\n'), want);
  assert.match(ownData('mm,fast\nrelu,2').said, /^line 1: "fast" is no number/);
  assert.match(ownData('{"mm": ').said, /JSON/);
  assert.match(ownData('').said, /name and a number/);
});

test('rows that are too many are said', () => {
  const lines = ownData('mm,1\n'.repeat(500_001));
  assert.equal(lines.said, 'only the first 500000 of 500001 rows are read');
  assert.match(ownData('mm,fast\n'.repeat(500_001)).said, /^line 1: "fast" is no number; only the first/);
  const rows = ownData(`[${'["mm",1],'.repeat(500_000)}["mm",1]]`);
  assert.equal(rows.said, 'only the first 500000 of 500001 rows are read');
});
