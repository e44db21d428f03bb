/**
 * `align`, which `seesaw diff` and its verdict stand on: what must not be called the same.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { align } from '../../wasm/js/diff/align.js';
import { Session } from '../../wasm/js/index.js';
import { recordedTexts } from '../tools/printed_texts.mjs';

const session = await Session.create();

/** @param {string} text */
function program(text) {
  const { handle } = session.open(text);
  const json = JSON.parse(session.print(handle, { format: 'json' }));
  session.close(handle);
  return json;
}

/** @param {string[]} lines @param {string} [inputs] */
const graph = (lines, inputs = 'x') =>
  `def forward(self, ${inputs}):\n${lines.map((line) => `    ${line}\n`).join('')}`;

/** @param {string} a @param {string} b */
const diff = (a, b) => align(program(a), program(b));

/** @param {string} a @param {string} b */
const told = (a, b) => diff(a, b).differences.map(({ kind, what }) => `${kind}: ${what}`);

test('a call on the other side of a switch of modes', () => {
  const [off, on] = [false, true].map((value) => `g${value} = torch._C._set_grad_enabled(${value ? 'True' : 'False'})`);
  const sin = 's = torch.ops.aten.sin.default(x)';
  const [inside, outside] = [graph([off, sin, on, 'return (s,)']), graph([sin, off, on, 'return (s,)'])];
  assert.deepEqual(told(inside, outside), ['order: order of a call and a switch of modes']);
  assert.deepEqual(told(inside, inside), []);
  const enter = "e = torch.amp.autocast_mode._enter_autocast('cpu', None, False, None)";
  const exit = 'f = torch.amp.autocast_mode._exit_autocast(e)';
  const [one, other] = [graph([enter, sin, exit, 'return (s,)']), graph([enter, exit, sin, 'return (s,)'])];
  assert.deepEqual(told(one, other), ['order: order of a call and a switch of modes']);
});

test('a read on the other side of a write', () => {
  const write = 'w = torch.ops.aten.add_.Tensor(x, 1)';
  const read = 'm = torch.ops.aten.mul.Tensor(x, 2)';
  const end = 'return (m,)';
  assert.deepEqual(told(graph([write, read, end]), graph([read, write, end])), ['order: order of a read and a write']);
  const view = 'v = torch.ops.aten.view.default(x, [4])';
  const through = read.replace('(x', '(v');
  assert.deepEqual(told(graph([view, write, through, end]), graph([view, through, write, end])), [
    'order: order of a read and a write',
  ]);
  assert.deepEqual(told(graph([view, write, through, end]), graph([write, view, through, end])).length, 1);
  for (const line of ['x[0] = 1', 'w = torch.nn.functional.relu(x, inplace = True)', 'w = torch.abs(x, out = x)'])
    assert.equal(told(graph([line, read, end]), graph([read, line, end])).length, 1, line);
  // Other memory is not written.
  const apart = read.replace('(x', '(y');
  assert.deepEqual(told(graph([write, apart, end], 'x, y'), graph([apart, write, end], 'x, y')), []);
});

test('inputs in another order', () => {
  const lines = ['z = torch.ops.aten.sub.Tensor(x, y)', 'return (z,)'];
  assert.deepEqual(told(graph(lines, 'x, y'), graph(lines, 'y, x')), ['order: order of inputs']);
  const region = (/** @type {string} */ inputs) =>
    `class GraphModule(torch.nn.Module):\n    def forward(self, x, y):\n        body = self.body\n` +
    `        z = torch.ops.higher_order.wrap_with_set_grad_enabled(False, body, x, y)\n` +
    `        g = z[0]\n` +
    `        return (g,)\n` +
    `\n` +
    `    class body(torch.nn.Module):\n` +
    `        def forward(self, ${inputs}):\n` +
    `            z = torch.ops.aten.sub.Tensor(x, y)\n` +
    `            return (z,)\n`;
  assert.deepEqual(told(region('x, y'), region('y, x')), ['order: order of inputs']);
});

test('spellings of one operator, and operators that are alike only in their names', () => {
  const call = (/** @type {string} */ text) => graph([`r = ${text}`, 'c = C(r)', 'return (c,)']);
  const aten = (/** @type {string} */ text) => call(text).replace('C(', 'torch.ops.aten.cos.default(');
  const torch = (/** @type {string} */ text) => call(text).replace('C(', 'torch.cos(');
  for (const [one, other] of [
    ['torch.relu(x)', 'torch.ops.aten.relu.default(x)'],
    ['x.relu_()', 'torch.ops.aten.relu_.default(x)'],
    ['x + 1', 'torch.ops.aten.add.Tensor(x, 1)'],
    ['x / 2', 'torch.ops.aten.div.Tensor(x, 2)'],
    ['torch.nn.functional.silu(x)', 'torch.ops.aten.silu.default(x)'],
  ]) {
    const { differences, respelled } = diff(torch(one), aten(other));
    assert.deepEqual([differences, respelled], [[], 2], one);
  }
  for (const [one, other] of [
    ['torch.relu(x)', 'torch.ops.aten.relu_.default(x)'],
    ['x.relu_()', 'torch.ops.aten.relu.default(x)'],
    ['torch.relu(x)', 'torch.ops.mine.relu.default(x)'],
    ['self.layers.relu(x)', 'torch.ops.aten.relu.default(x)'],
    ['math.sin(x)', 'torch.ops.aten.sin.default(x)'],
  ])
    assert.notEqual(diff(torch(one), aten(other)).differences.length, 0, one);
  assert.equal(diff(aten('torch.ops.aten.relu.default(x)'), aten('torch.ops.aten.relu.default(x)')).respelled, 0);
});

test('graphs that call_module nodes name, and one graph that two nodes name', () => {
  const nested = (/** @type {[string, string]} */ called, /** @type {[string, string]} */ operators) =>
    `class GraphModule(torch.nn.Module):\n` +
    `    def forward(self, x):\n` +
    `        a = self.${called[0]}(x)\n` +
    `        b = self.${called[1]}(a)\n` +
    `        return b\n` +
    ['one', 'two']
      .map(
        (name, i) =>
          `\n` +
          `    class ${name}(torch.nn.Module):\n` +
          `        def forward(self, x):\n` +
          `            z = torch.${operators[i]}(x)\n` +
          `            return z\n`,
      )
      .join('');
  const text = nested(['one', 'two'], ['sin', 'cos']);
  assert.deepEqual(told(text, text), []);
  assert.deepEqual(told(text, text.replaceAll('two', 'other')), []);
  assert.deepEqual(told(text, nested(['one', 'two'], ['sin', 'tan'])), ['changed: operator']);
  assert.deepEqual(told(text, nested(['one', 'one'], ['sin', 'cos'])), ['changed: graph']);
  assert.deepEqual(told(nested(['one', 'one'], ['sin', 'cos']), text), ['changed: graph']);
});

test('recorded graphs do not differ from themselves', () => {
  const texts = recordedTexts();
  let read = 0;
  for (let i = 0; i < texts.length; i += 10) {
    const json = program(texts[i][1]);
    const { differences, same, before } = align(json, json);
    assert.deepEqual([differences, same], [[], before.nodes.length], `text ${i}`);
    read += 1;
  }
  assert.ok(read >= 300);
});
